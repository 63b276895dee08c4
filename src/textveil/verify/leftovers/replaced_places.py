"""Places of replacements: whether what stands in one is there by chance."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.label import LABELS, identifies_alone
from textveil.verify.passages.identifying import LONG_NUMBER
from textveil.verify.passages.must_change import must_change, tells_nothing
from textveil.verify.passages.removed_values import joined, words_of
from textveil.verify.passages.shown_edges import shows_part

__all__ = ["CHANCE", "MovedDates", "ReplacedPlaces", "Spot"]

CHANCE: Final = "values that stand in the replacement of another by chance"
_ONLINE: Final = frozenset({"EMAIL", "URL", "USERNAME"})
"""Values that are made of names."""


@dataclass(slots=True)
class MovedDates:
    """Whether the dates of a corpus were moved, and how many days stayed by chance.

    Where a corpus shows dates in place of dates, the drawn offset decides which; the verifier
    `intervals` checks it. Where it shows tags instead, a day in its own place was not removed.
    """

    moved: bool = False
    tagged: bool = False
    stayed: int = 0

    def learn(self, edits: Iterable[Edit], before: str, language: str) -> None:
        """Take in what became of the dates of one document."""
        for edit in edits:
            if edit.label != "DATE" or self.moved:
                continue
            passage = before[edit.start : edit.end]
            if not tells_nothing(edit.replacement, edit.label, passage):
                self.moved = edit.replacement != passage
            elif not self.tagged:
                self.tagged = must_change(edit.label, passage, language=language)

    @property
    def may_stay(self) -> bool:
        """Whether a day may stand in place of a date."""
        return self.moved or not self.tagged


class Spot(NamedTuple):
    """Where a value survives, and whether it identifies on its own, or does so as a name."""

    start: int
    end: int
    alone: bool = True
    composed: bool = True
    """Whether it is more than a word or a number and words that stand in any address."""


class ReplacedPlaces(NamedTuple):
    """The replacements of a release, by where they begin."""

    text: str
    before: str
    starts: list[int]
    edits: list[tuple[Edit, int, int]]
    language: str
    dates: MovedDates

    @classmethod
    def of(cls, case: Case, before: str, language: str, dates: MovedDates) -> "ReplacedPlaces":
        """Find the replacements of a case."""
        placed = list(case.release.placed())
        starts = [start for _, start, _ in placed]
        return cls(case.release.text, before, starts, placed, language, dates)

    def excuses(self, spot: Spot, exempt: Counter[str]) -> bool:
        """Tell whether this is part of a replacement by chance, and count it.

        Dates are counted apart: how many of them the drawn offset left must not be published.
        """
        if self.dates.may_stay and self._label_at(spot) == "DATE":
            self.dates.stayed += 1
            return True
        excused = self._is_chance(spot)
        at = bisect_right(self.starts, spot.start) - 1
        # What a mask shows is counted under a name of its own.
        masked = self.holds(spot) and shows_part(self.edits[at][0], self.before)
        exempt[CHANCE] += excused and not masked
        return excused

    def _label_at(self, spot: Spot) -> str:
        """Return the label of the replacement that this stands in; nothing if it is in none."""
        at = bisect_right(self.starts, spot.start) - 1
        return self.edits[at][0].label if self.holds(spot) else ""

    def _is_chance(self, spot: Spot) -> bool:
        """Tell whether this is part of a replacement by chance.

        It is not where it identifies on its own, and so does what was replaced; where it is the
        very value replaced; and where an e-mail address or user name had it before.
        """
        start, end = spot.start, spot.end
        if not self.holds(spot):
            return self._is_cut(start) or self._is_cut(end) or self._is_parted(start, end)
        at = bisect_right(self.starts, start) - 1
        edit = self.edits[at][0]
        passage = self.before[edit.start : edit.end]
        shown = self.text[start:end]
        # Words are compared one by one: 10/26/2013 does not show 2/6/2013.
        same = words_of(shown).words == words_of(passage).words
        if _is_tag(edit) and end <= self.starts[at] + 1 + len(edit.label):
            return True  # it says of what kind the passage was, be that its very word
        if same or (edit.label in _ONLINE and joined(shown) in joined(passage)):
            return not must_change(edit.label, passage, language=self.language)
        # Four digits of a fake number may be the room of somebody, and a word of a fake address
        # somebody's user name; six digits may not, nor all that is shown.
        long = spot.composed and len(joined(shown)) >= LONG_NUMBER
        tells = long or joined(shown) == joined(edit.replacement)
        return not (spot.alone and tells and identifies_alone(edit.label))

    def holds(self, spot: Spot) -> bool:
        """Tell whether this stands inside one replacement."""
        at = bisect_right(self.starts, spot.start) - 1
        return at >= 0 and spot.end <= self.edits[at][2]

    def touches(self, start: int, end: int) -> bool:
        """Tell whether part of this is replaced."""
        at = bisect_left(self.starts, end) - 1
        return at >= 0 and start < self.edits[at][2]

    def _is_cut(self, at: int) -> bool:
        """Tell whether a replacement begins before a place and ends after it.

        "Eva Lund, Ana Holt" shows no "Lund, Ana", where both names are fakes.
        """
        number = bisect_left(self.starts, at) - 1
        return number >= 0 and at < self.edits[number][2]

    def _is_parted(self, start: int, end: int) -> bool:
        """Tell whether blanks stand for words in between: "Supreme ***** Court"."""
        first, last = bisect_left(self.starts, start), bisect_left(self.starts, end)
        return any(
            edit.replacement
            and not joined(edit.replacement)
            and bool(joined(self.before[edit.start : edit.end]))
            for edit, _, _ in self.edits[first:last]
        )


def _is_tag(edit: Edit) -> bool:
    return edit.label in LABELS and edit.replacement.startswith(f"[{edit.label}")
