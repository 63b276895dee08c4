"""Row order: guesses which of two subjects came first from the order of their documents.

Clocks of their own hide when each subject was seen. Rows, or ids that count, in the order of time
tell who was seen before whom.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from textveil.evaluate.attacks.wordings import day_named
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge

__all__ = ["RowOrder"]

_LEAST: Final = 10
"""Fewer subjects tell nothing."""
_MOST: Final = 500
"""Pairs that are guessed at; more would tell the same."""


@dataclass(frozen=True, slots=True)
class RowOrder:
    """Guess that the subject whose documents come first has the earlier days.

    Parameters
    ----------
    language
        Language of the texts.

    Notes
    -----
    Each subject is compared with one other, half of all rows away. Only the latest day counts.
    """

    name: ClassVar[str] = "row-order"
    meaning: ClassVar[str] = ATTACKS["row-order"]
    needs: ClassVar[frozenset[str]] = frozenset()

    language: str = "en"

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield a guess for pairs of subjects."""
        latest: dict[str, tuple[int, int]] = {}
        for number, seen in enumerate(view.passages):
            day = day_named(seen.shown, self.language) if seen.label == "DATE" else None
            if day is not None:
                who = seen.subject if known.subjects else seen.document
                latest[who] = max(latest.get(who, (day, number)), (day, number))
        rows = [number for _, number in latest.values()]
        half = len(rows) // 2
        for at in range(min(half, _MOST) if len(rows) >= _LEAST else 0):
            pair = rows[at], rows[at + half]
            yield Guess("which of two subjects came first", "first", pair, 0.5, "DATE")

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:  # noqa: ARG002
        """Tell whether the first of the two real days is earlier."""
        first, second = (day_named(one, self.language) for one in real)
        return first is not None and second is not None and first < second
