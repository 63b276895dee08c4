"""Changes: what became what in a release, for its owner, the most doubtful first.

It holds source text, and is kept. Who reads the first rows sees what was changed by mistake.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Final

from textveil.certify.document.record import is_changed
from textveil.pipeline.release.engine import Made
from textveil.values.edit import Edit
from textveil.values.span import Span

__all__ = ["Change", "Changes", "csv_lines"]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "'")
"""What programs for tables take for the beginning of a formula, and the mark that prevents it."""
_Key = tuple[str, str, str, bool]


@dataclass(frozen=True, slots=True, repr=False)
class Change:
    """A value of the input, and what stands for it.

    Attributes
    ----------
    before, after, label
        The value, its replacement, and its kind.
    sure
        Whether a rule or a sure finding says what it is.
    score
        The lowest score of a detector at one of the places.
    count, documents
        At how many places this happened, and in how many documents.
    """

    before: str
    after: str
    label: str
    sure: bool
    score: float
    count: int
    documents: int


@dataclass(slots=True)
class _Seen:
    score: float = 1.0
    count: int = 0
    documents: int = 0
    last: int = 0


@dataclass(slots=True)
class Changes:
    """Every distinct change of a release; grows with their number."""

    _seen: dict[_Key, _Seen] = field(default_factory=dict)
    _number: int = 0

    def add(self, made: Made) -> None:
        """Take in what was changed in one document."""
        self._number += 1
        text = made.whole.text
        unsure = {(span.start, span.end) for span in made.unsure}
        for edit, spans in _found(made):
            if is_changed(edit, text):
                score = min((span.score for span in spans), default=1.0)
                sure = unsure.isdisjoint((span.start, span.end) for span in spans)
                self._count(
                    (text[edit.start : edit.end], edit.replacement, edit.label, sure), score
                )

    def _count(self, key: _Key, score: float) -> None:
        seen = self._seen.setdefault(key, _Seen())
        seen.score = min(seen.score, score)
        seen.count += 1
        seen.documents += seen.last != self._number
        seen.last = self._number

    def rows(self) -> list[Change]:
        """Return the changes: unsure ones first, then by score, then in the order of letters."""
        found = (
            Change(*key, seen.score, seen.count, seen.documents) for key, seen in self._seen.items()
        )
        return sorted(
            found, key=lambda one: (one.sure, one.score, one.label, one.before, one.after)
        )


def _found(made: Made) -> Iterator[tuple[Edit, list[Span]]]:
    """Yield each edit with the spans under it; repairs have none, or several."""
    spans, at = made.spans, 0
    for edit in made.release.edits:
        while at < len(spans) and spans[at].end <= edit.start:
            at += 1
        end = at
        while end < len(spans) and spans[end].start < edit.end:
            end += 1
        yield edit, [spans[number] for number in range(at, end)]


def csv_lines(rows: Iterable[Change]) -> Iterator[str]:
    """Yield the lines of a table; no cell is a formula to a program that opens it."""
    yield _line(part.name for part in fields(Change))
    for one in rows:
        before, after = map(_plain, (one.before, one.after))
        sure = "yes" if one.sure else "no"
        yield _line((before, after, one.label, sure, one.score, one.count, one.documents))


def _plain(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _line(cells: Iterable[object]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(cells)
    return written.getvalue()
