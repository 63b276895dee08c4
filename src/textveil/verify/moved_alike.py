"""Moved alike: dates that many subjects have and that became the same date for all of them."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from textveil.lexicon.written_date import WrittenDate
from textveil.lexicon.written_date_moments import Moment

__all__ = ["MovedAlike", "MovedPair"]

_FINE: Final = frozenset({"day", "week", "month"})
"""Precisions of dates that every offset changes."""

MovedPair = tuple[tuple[Moment, ...], tuple[Moment, ...]]
"""What a date said, and what it says now."""


@dataclass(slots=True)
class MovedAlike:
    """Counts the subjects that have a date and what it became.

    Offsets of subjects differ. If more than `most` subjects show one date for another, the offset
    was that of the corpus.
    """

    most: int
    _subjects: dict[MovedPair, set[str]] = field(default_factory=lambda: defaultdict(set))

    def learn(
        self, subject: str, before: WrittenDate, after: WrittenDate | None
    ) -> MovedPair | None:
        """Take in a date of a subject and what it became; return the pair, if it can be shared."""
        pair = _pair(before, after)
        if pair is not None and len(self._subjects[pair]) <= self.most:
            self._subjects[pair].add(subject)
        return pair

    def is_many(self, pair: MovedPair | None) -> bool:
        """Tell whether many subjects have a pair."""
        return pair is not None and len(self._subjects.get(pair, ())) > self.most

    def has(self, before: WrittenDate, after: WrittenDate | None) -> bool:
        """Tell whether a date moved alike for many subjects."""
        return self.is_many(_pair(before, after))


def _pair(before: WrittenDate, after: WrittenDate | None) -> MovedPair | None:
    if after is None:
        return None
    was, now = _bare(before), _bare(after)
    fine = all(moment.precision in _FINE for moment in was)
    return (was, now) if fine and was != now else None


def _bare(date: WrittenDate) -> tuple[Moment, ...]:
    return tuple(moment._replace(weekday=None) for moment in date.moments)
