"""Column values: what the cells of a row say about its texts, and columns without a rule.

What roles columns have, and how cells stand behind a text, is said in `formats.columns`.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from textveil.detect.propagation.occurrences import Values
from textveil.errors import InputError
from textveil.formats.columns import OTHERS, Cell, Columns
from textveil.formats.mail.mailboxes import mailboxes
from textveil.formats.sources import Source, Table
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.pipeline.release.search.row_values import SOURCE, corpus_values, row_values
from textveil.policy.proposal import propose_columns
from textveil.values.document import AUTO, Document
from textveil.values.label import family_of
from textveil.values.span import Span, Spans
from textveil.values.terms.policy_terms import MAILBOXES, TEXT

__all__ = ["Hindrance", "cell_values", "find_in_row", "open_fields", "require_columns"]


class Hindrance(NamedTuple):
    """Something that keeps documents from being released, and what mends it."""

    what: str
    mend: str


def require_columns(columns: Columns, source: Source) -> None:
    """Raise if a table lacks a named column, or has one without a rule.

    The fields of other formats are known only when all is read (`beforehand`).
    """
    if not isinstance(source.format, Table):
        return
    others = source.format.others(source.path)
    if source.format.lists_all_columns:
        columns.require({*others, columns.subject_field}, str(source.path))
        known = {*columns.roles, columns.subject_field}
        open_ones = [name for name in others if name not in known]
        if open_ones and OTHERS not in columns.roles:
            fault = open_fields(source, open_ones)
            raise InputError(fault.what, where=str(source.path), hint=fault.mend)


def open_fields(source: Source, names: Sequence[str]) -> Hindrance:
    """Return what is told of fields that have no rule, with rules that are proposed for them."""
    kind = "column" if isinstance(source.format, Table) else "field"
    *others, last = names
    told = f"{kind}s {', '.join(others)} and {last} have" if others else f"{kind} {last} has"
    proposed = propose_columns(source, names)
    rules = " ".join(f"--column {shlex.quote(f'{p.name}={p.role}')}" for p in proposed)
    return Hindrance(
        f"{told} no rule",
        f"proposed: {rules}. A rule is a label such as NAME, DATE or MRN (rewritten), text "
        "(searched for names and numbers), drop (left out) or keep (released unchanged). `textveil "
        f"policy columns IN` writes the rules for a policy; --column '*=drop' drops all {kind}s "
        "without a rule",
    )


def find_in_row(columns: Columns, find: Callable[[Document], Spans], whole: Document) -> Spans:
    """Return what must be removed: findings in the texts, the cells, and their values."""
    cells = columns.cells(whole)
    if not cells:
        return find(whole)
    bare = columns.bare(whole)
    found = find(bare)
    for cell in cells:
        text = whole.text[cell.start : cell.end]
        if cell.role == TEXT and text:
            found |= find(replace(bare, text=text, spans=None, layers=())).shift(cell.start)
    labelled = _labelled(whole, cells)
    known = labelled | row_values(whole, labelled, language=whole.language)
    return columns.within(whole, _without_doubles(found, known) | known)


def cell_values(columns: Columns, whole: Document) -> Values:
    """Return the cell values that must not occur anywhere in the corpus."""
    if not columns.protected:
        return Values()
    labelled = _labelled(whole, columns.cells(whole))
    return corpus_values(whole, labelled, language=whole.language)


def _without_doubles(found: Spans, known: Spans) -> Spans:
    """Return the findings without those that a column already labels."""
    places = {(span.start, span.end, family_of(span.label)) for span in known}
    return found.where(lambda s: (s.start, s.end, family_of(s.label)) not in places)


def _labelled(whole: Document, cells: list[Cell]) -> Spans:
    return Spans(_marked(whole, cells))


def _marked(whole: Document, cells: list[Cell]) -> Iterator[Span]:
    """Yield the values of the cells without white space around them."""
    for cell in cells:
        text = whole.text[cell.start : cell.end]
        start = cell.start + len(text) - len(text.lstrip())
        if cell.role == MAILBOXES:
            for one in mailboxes(text):
                # Chats show the number of somebody who is not in the owner's list of contacts.
                called = "NAME" if any(map(str.isalpha, text[slice(*one.name)])) else "PHONE"
                for label, (low, high) in ((called, one.name), ("EMAIL", one.address)):
                    if high > low:
                        yield Span(cell.start + low, cell.start + high, label, 1.0, SOURCE)
        elif (
            cell.role != TEXT and text.strip() and not _is_missing(text, cell.role, whole.language)
        ):
            yield Span(start, start + len(text.strip()), cell.role, 1.0, SOURCE)


def _is_missing(text: str, role: str, language: str) -> bool:
    """Tell whether a cell says that there is no value; somebody may be called Null."""
    known = facts(ENGLISH if language == AUTO else language)
    return family_of(role) != "NAME" and known.is_a(text.strip(), "no-value")
