"""Time clues: what tells when something was, beside dates that move.

The clock of a subject hides its days (`docs/methods/date-shifting.md`). A day that the policy
keeps, or rows in the order of time, tell them all the same. So a run says so before it begins.
"""

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from textveil.lexicon.dates.written_dates import parse
from textveil.policy.policy import Policy
from textveil.values.document import Document
from textveil.values.runs.conversation import conversation_of

__all__ = ["TimeClues"]

_SURROGATE: Final = "textveil.surrogate.v1"
_LOOKED_AT: Final = 1000
"""So many documents tell which fields hold days, and whether these are in order."""
_FEW: Final = 20
_IN_ID: Final = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d([-_./]?)(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])"
    r"|\d{1,2}([-_./])\d{1,2}\2(?:19|20)?\d\d)(?!\d)"
)
"""A day in numbers, as names of files and ids of visits have it."""
_MOST: Final = 0.9


@dataclass(slots=True)
class TimeClues:
    """The fields of documents that hold days, and whether documents are messages.

    Attributes
    ----------
    policy
        Says whether dates move, and whose they are.
    kept
        Fields with days that are released as they are.
    """

    policy: Policy
    kept: Counter[str] = field(default_factory=Counter)
    _documents: int = 0
    _messages: int = 0
    _dated_ids: int = 0
    _days: dict[str, list[int]] = field(default_factory=dict)

    @property
    def scope(self) -> str:
        """Who shares a clock; nothing if dates do not move."""
        step = self.policy.by_label.get("DATE", self.policy.default)
        moves = step is not None and step.use == _SURROGATE
        return str(step.options.get("scope", "subject")) if step and moves else ""

    def learn(self, document: Document, kept: Iterable[str]) -> None:
        """Take in the fields of a document, of which some are kept."""
        if self._documents == _LOOKED_AT or not self.scope:
            return
        self._documents += 1
        self._messages += conversation_of(document) != document.counted_subject
        self._dated_ids += _IN_ID.search(document.id) is not None
        days = {name: day for name, value in document.metadata.items() if (day := _day(value))}
        self.kept.update(name for name in kept if name in days)
        for name, day in days.items():
            self._days.setdefault(name, []).append(day)

    def told(self, *, vault: bool) -> Iterator[str]:
        """Yield what a user should know before the run begins."""
        if not self.scope:
            return
        if self._dated_ids:
            yield (
                "ids of documents hold days, which tell by how much dates move: `ids: number` in "
                "the policy (--ids number) gives documents numbers as ids"
            )
        if not vault:
            yield "dates move for this run alone; with --vault those of later runs will fit them"
        if self._messages * 2 > self._documents and self.scope != "corpus":
            yield (
                "these are messages, and each sender has a clock of their own: `scope: corpus` in "
                "the policy keeps the order between people"
            )
        for name in sorted(self.kept):
            drop = shlex.quote(f"{name}=drop")
            yield (
                f"the field {name!r} is kept and holds days: beside moved dates they tell by how "
                f"much; --column {drop} leaves it out"
            )
        for name, days in sorted(self._days.items()):
            if _is_ordered(days):
                yield (
                    f"documents stand in the order of {name!r}: who knows some real days can guess "
                    "others by their place"
                )


def _day(value: object) -> int:
    """Return the day that a field holds, as a number that grows with time; 0 if it holds none."""
    text = str(value).strip()
    if not 6 <= len(text) <= 40 or not any(map(str.isdecimal, text)):
        return 0
    read = parse(text)
    if read is None or read.impossible or len(read.moments) != 1:
        return 0
    moment = read.moments[0]
    said = moment.precision == "day" and moment.year is not None
    return ((moment.year or 0) * 12 + (moment.month or 0)) * 31 + (moment.day or 0) if said else 0


def _is_ordered(days: list[int]) -> bool:
    """Tell whether days nearly always rise, or nearly always fall, from document to document."""
    steps = [later - earlier for earlier, later in pairwise(days)]
    moves = [step for step in steps if step]
    rising = sum(step > 0 for step in moves)
    return len(moves) >= _FEW and max(rising, len(moves) - rising) >= _MOST * len(moves)
