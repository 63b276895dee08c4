"""Shared days: guesses when something happened that many subjects have in the same words.

The reader knows the program, the window and the intervals. Each subject's days are placed by a draw
of its own, so the days that are shown for one real day should tell nothing about it. The reader
takes the day that is shown most often, else the middle of all, and says whether the real one lies
in an even or an odd week, quarter and year: one of two each time.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from statistics import median_low
from typing import ClassVar, Final

from textveil.evaluate.attacks.wordings import day_named, same_words
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge

__all__ = ["SharedDays", "halves"]

_OFTEN: Final = 10
"""A day that one subject in so many shows, was not drawn for each."""
_UNITS: Final = ("week", "quarter", "year")


def halves(day: int) -> dict[str, int]:
    """Return whether week, quarter and year of a day are even (0) or odd (1).

    Examples
    --------
    >>> halves(date(2016, 5, 3).toordinal())
    {'week': 1, 'quarter': 1, 'year': 0}
    """
    held = date.fromordinal(day)
    numbers = day // 7, (held.month - 1) // 3, held.year
    return dict(zip(_UNITS, (number % 2 for number in numbers), strict=True))


@dataclass(frozen=True, slots=True)
class SharedDays:
    """Guess which of two weeks, quarters and years is the one that many subjects share.

    Parameters
    ----------
    language
        Language of the texts.

    Notes
    -----
    A subject counts in one group only: two groups of the same subjects would be right or wrong
    together.
    """

    name: ClassVar[str] = "shared-days"
    meaning: ClassVar[str] = ATTACKS["shared-days"]
    needs: ClassVar[frozenset[str]] = frozenset({"subjects"})

    language: str = "en"

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:  # noqa: ARG002
        """Yield three guesses for each group of subjects who have a day in the same words."""
        used: set[str] = set()
        for (label, _), numbers in same_words(view):
            subjects = {view.passages[number].subject for number in numbers}
            if label != "DATE" or used & subjects:
                continue
            shown = (day_named(view.passages[number].shown, self.language) for number in numbers)
            days = [day for day in shown if day is not None]
            if not days:
                continue
            used |= subjects
            most, often = Counter(days).most_common(1)[0]
            guess = most if often > 1 and often * _OFTEN >= len(days) else median_low(days)
            for unit, half in halves(guess).items():
                about = f"which of two {unit}s, {len(numbers)} passages"
                yield Guess(about, f"{unit} {half}", tuple(numbers), 0.5, "DATE")

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether more than half of the real days lie in such a week, quarter or year."""
        unit, _, half = guess.value.partition(" ")
        days = [day for one in real if (day := day_named(one, self.language)) is not None]
        return 2 * sum(halves(day)[unit] == int(half) for day in days) > len(real)
