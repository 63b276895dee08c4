"""Proposing: what the columns of a table seem to hold, from their names and a part of their cells.

A proposal is for people to read and to correct. It never decides what is released.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from textveil.formats.columns import usual_roles
from textveil.formats.mixed import Mixed, unreadable_files
from textveil.formats.sources import Source
from textveil.lexicon.people.given_names import CALLED, given_bearers
from textveil.lexicon.tables.clinical import ClinicalKind, clinical_kinds
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, look_up
from textveil.policy.registry import ComponentKind, build
from textveil.values.contracts import Detector, Format
from textveil.values.document import Document
from textveil.values.terms.format_abilities import Table, WithIds, WithTexts
from textveil.values.terms.policy_terms import DROP, KEEP, TEXT

__all__ = ["ProposedColumn", "propose_columns", "proposed_block"]

_ROWS: Final = 500
"""Rows that are looked at."""
_LONG: Final = 6
"""Words of a cell, in the mean, from which on it is a text."""
_MOST: Final = 0.5
"""Share of the cells that must be alike."""
_SHARED: Final = 5
"""Rows for each value, in the mean, from which on a value points at nobody."""
_WORDS: Final = re.compile(r"[A-Z]?[a-z]{1,60}|[A-Z]{1,60}(?![a-z])")
_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PATTERNS: Final = "textveil.patterns.v1"
_BORNE: Final = 2
"""A word that at least so many people have as a family name (see `Word`) is one."""
_NO_NAMES: Final = int(Kind.WORD | Kind.DRUG | Kind.DISEASE)
_MEASURED: Final = "measurements"
_NUMBER: Final = re.compile(
    r"[<>\u2264\u2265]? ?[-+\u2212]?"
    r"(?:[0-9]{1,3}|[0-9]*[.,][0-9]+|(?:3[2-9]|[4-9][0-9]|[0-9]{3})/[0-9]{2,3})"
    r"(?: ?([^\W\d]\S*|[%\u00b0]\S*))?"
)
"""A number with decimals, or of three digits at most: longer ones may be numbers of people.

Two of them with a stroke between are a blood pressure; the first is no day. A unit may follow.
"""
_DEGREES: Final = ("C", "F", "%", "\u00b0C", "\u00b0F", "\u00b0")
_MISSING: Final = re.compile(r"\W{1,3}|[A-Za-z]{1,3}|[A-Za-z]/[A-Za-z]")
"""What may stand in place of a number: -, NA, n/a."""
_ADVICE: Final = (
    "  # Measurements can single people out, too. After the release, `textveil risk classes`\n"
    "  # counts how many people share them."
)
_NAME_LONGEST: Final = 4
"""Words of a name in a cell, at most."""
_NAME_WORD: Final = re.compile(r"[^\W\d_]{1,60}(?:['\u2019.-][^\W\d_]{1,60}){0,20}\.?")
_TWO_LETTERS: Final = re.compile(r"[^\W\d_]{2}")


class ProposedColumn(NamedTuple):
    """A column with the rule that is proposed for it, and the reason, which shows no value."""

    name: str
    role: str
    reason: str


def propose_columns(
    source: Source, among: Collection[str] | None = None, language: str = ENGLISH
) -> list[ProposedColumn]:
    """Return a rule for each column that is not the texts or the ids.

    Parameters
    ----------
    source
        A table, or documents with fields beside their texts.
    among
        The columns to look at; all unless given.
    language
        Language of the names of columns and of the cells.
    """
    cells: dict[str, list[str]] = {}
    for row in _first_rows(source):
        for name, value in row.items():
            kept = cells.setdefault(name, [])
            if value is not None and str(value).strip():
                kept.append(str(value).strip())
    wanted = cells if among is None else among
    usual = {name: role for some in usual_roles(source).values() for name, role in some.items()}
    return [
        ProposedColumn(name, usual[name], "as the format has it")
        if name in usual
        else _proposal(name, cells.get(name, []), language)
        for name in wanted
    ]


def proposed_block(proposals: Sequence[ProposedColumn]) -> str:
    """Return the key `columns` of a policy as YAML, with a comment for each rule."""
    rules = [f"  {_quoted(one.name)}: {one.role}" for one in proposals]
    width = max(map(len, rules), default=0)
    lines = (f"{rule:{width}}  # {one.reason}" for rule, one in zip(rules, proposals, strict=True))
    advice = [_ADVICE] if any(one.reason == _MEASURED for one in proposals) else []
    return "\n".join(["columns:" if rules else "columns: {}", *lines, *advice, ""])


def _quoted(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _first_rows(source: Source) -> Iterator[dict[str, Any]]:
    """Yield rows from the beginning of a file, or of each file of a folder."""
    mixed, path = source.format, source.path
    if not isinstance(mixed, Mixed):
        yield from islice(_rows(mixed, path), _ROWS)
        return
    survey = mixed.survey(path)
    if survey.unreadable and not mixed.skip_unreadable:
        raise unreadable_files(survey.unreadable, path)
    for member in survey.members:
        yield from islice(_rows(mixed.format_of(member, path), path / member.path), _ROWS)


def _rows(given: Format, path: Path) -> Iterator[dict[str, Any]]:
    """Yield what each document has by column; a table needs no column for texts."""
    made: Any = given
    names = given.names(path) if isinstance(given, Table) else ()
    text = (isinstance(given, WithTexts) and given.text_field) or ""
    own_id, own = (given.id_field, given.subject_field) if isinstance(given, WithIds) else ("", "")
    subject = own or "subject"
    borrowed = bool(names) and text not in names
    if borrowed:
        ids = {own_id or "id", subject}
        text = next((name for name in names if name not in ids), names[-1])
        made = replace(made, text_field=text)
    for document in made.read(path):
        row: dict[str, Any] = dict(document.metadata)
        row |= {text: document.text} if borrowed else {}
        row |= {} if document.subject is None else {subject: document.subject}
        yield {name: row[name] for name in names or row if name in row}


def _proposal(name: str, cells: Sequence[str], language: str) -> ProposedColumn:
    told = _by_name(name, language)
    if told:
        return ProposedColumn(name, told, "by its name")
    if not cells:
        return ProposedColumn(name, DROP, "its cells are empty")
    if sum(len(cell.split()) for cell in cells) >= _LONG * len(cells):
        return ProposedColumn(name, TEXT, "its cells are long")
    label = _by_cells(cells, language)
    if label:
        return ProposedColumn(name, label, "by its cells")
    if len(set(cells)) * _SHARED <= len(cells):
        return ProposedColumn(name, KEEP, "few values, each in several rows")
    if _are_measured(cells, language):
        return ProposedColumn(name, KEEP, _MEASURED)
    return ProposedColumn(name, DROP, "values that few rows share")


def _by_name(name: str, language: str) -> str:
    """Return what the last words of a name say, or else the first ones; the longest that do."""
    known = facts(language)
    words = [word.lower() for word in _WORDS.findall(name)]
    ends = [words[at:] for at in range(len(words))]
    starts = [words[:at] for at in range(len(words) - 1, 0, -1)]
    said = (known.value("column-word", " ".join(some)) for some in (*ends, *starts))
    return next(filter(None, said), "")


def _by_cells(cells: Sequence[str], language: str) -> str:
    """Return the label that patterns give to most cells, or lists of names to most values."""
    patterns: Detector = build(ComponentKind.DETECTOR, _PATTERNS, {"language": language})
    labels: Counter[str] = Counter()
    for cell in cells:
        found = patterns.detect(Document("cell", cell, language=language))
        whole = (span.label for span in found if span.end - span.start >= len(cell) - 1)
        label = next(whole, "")
        labels.update([label] if label else [])
    label, count = next(iter(labels.most_common(1)), ("", 0))
    if count >= _MOST * len(cells):
        return label
    # One person may fill most cells, so that each value counts once.
    values = set(cells)
    return "NAME" if sum(_is_name(one, language) for one in values) >= _MOST * len(values) else ""


def _is_measure(cell: str, language: str) -> bool:
    """Tell whether a cell is a number, with a unit or without."""
    match = _NUMBER.fullmatch(cell)
    if match is None or match[1] is None:
        return match is not None
    [kinds] = clinical_kinds([match[1].removeprefix("\u00b0")], language)
    return bool(kinds & ClinicalKind.UNIT) or match[1] in _DEGREES


def _are_measured(cells: Sequence[str], language: str) -> bool:
    """Tell whether all cells are numbers that measure something, but for one sign of none."""
    others = [cell for cell in cells if not _is_measure(cell, language)]
    signs = set(others)
    if len(signs) > 1 or len(others) > _MOST * len(cells):
        return False
    counted = [[str(at) for at in range(first, first + len(cells))] for first in (0, 1)]
    return list(cells) not in counted and all(map(_MISSING.fullmatch, signs))


def _is_name(cell: str, language: str) -> bool:
    """Tell whether a cell is a name of up to four words; one word alone must be nothing else."""
    known, words = facts(language), cell.replace(",", " ").split()
    if not 1 <= len(words) <= _NAME_LONGEST or not all(map(_has_capital, words)):
        return False
    titled = known.is_a(words[0].rstrip(".").lower(), "title")
    ranked = known.is_a(words[-1].rstrip("."), "credential")
    rest = words[titled : len(words) - ranked]
    full = [word for word in rest if _TWO_LETTERS.search(word)]
    if titled or ranked:
        return any(map(_is_borne, full))
    if len(full) == 1:
        return _is_borne(full[0]) and not look_up(full[0], language).kinds & _NO_NAMES
    return any(given_bearers(word.lower()) >= CALLED for word in full)


def _has_capital(word: str) -> bool:
    return word[0].isupper() and _NAME_WORD.fullmatch(word) is not None


def _is_borne(word: str) -> bool:
    return look_up(word).surname >= _BORNE or given_bearers(word.lower()) >= CALLED
