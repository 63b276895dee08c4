"""Kept dates: guesses that a day which was not moved is the latest of those that were.

A column that the policy keeps, or a date that no detector found, stands beside the moved dates of
its document. If it is one of them, it tells the offset of the subject.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Final

from textveil.evaluate.attacks.wordings import day_named
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge

__all__ = ["KeptDates"]

_WRITTEN: Final = re.compile(
    r"\b(?:[0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([-/.])[0-9]{1,2}\2[0-9]{4}"
    r"|[0-9]{1,2} [^\W\d_]{3,9} [0-9]{4}|[^\W\d_]{3,9} [0-9]{1,2}, [0-9]{4})\b"
)
_DAYS: Final = 3653
"""A reader who knows the ten years of a text finds a day by chance once in so many times."""


@dataclass(frozen=True, slots=True)
class KeptDates:
    """Guess the latest day of a document from the latest one beside it that was kept.

    Parameters
    ----------
    language
        Language of the texts.
    """

    name: ClassVar[str] = "kept-dates"
    meaning: ClassVar[str] = ATTACKS["kept-dates"]
    needs: ClassVar[frozenset[str]] = frozenset()

    language: str = "en"

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:  # noqa: ARG002
        """Yield a guess for each document with both kept and moved days."""
        moved: dict[str, list[tuple[int, int]]] = {}
        hidden: dict[str, list[tuple[int, int]]] = {}
        for number, seen in enumerate(view.passages):
            hidden.setdefault(seen.document, []).append((seen.start, seen.end))
            day = day_named(seen.shown, self.language) if seen.label == "DATE" else None
            if day is not None:
                moved.setdefault(seen.document, []).append((day, number))
        for document, days in moved.items():
            texts = [_without(view.texts[document], hidden[document])]
            texts += view.beside.get(document, ())
            shown = {day for day, _ in days}
            # A cell that was rewritten may stand beside the text, too.
            kept = [day for text in texts for day in self._days(text) if day not in shown]
            if kept:
                value = date.fromordinal(max(kept)).isoformat()
                yield Guess("the day behind a date", value, (max(days)[1],), 1 / _DAYS, "DATE")

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether the real date is the day of the guess."""
        wanted = date.fromisoformat(guess.value).toordinal()
        return any(day_named(one, self.language) == wanted for one in real)

    def _days(self, text: str) -> Iterator[int]:
        for match in _WRITTEN.finditer(text):
            day = day_named(match.group(), self.language)
            if day is not None:
                yield day


def _without(text: str, places: list[tuple[int, int]]) -> str:
    """Return a text without some places, which are in order and do not overlap."""
    ends = [0, *(end for _, end in places)]
    return "|".join(text[a:b] for a, b in zip(ends, [s for s, _ in places] + [None], strict=True))
