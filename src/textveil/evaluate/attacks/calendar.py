"""Calendar: guesses the time of the year behind a moved date from what stands beside it.

A holiday or season in the sentence of a date tells the quarter of the real day; a time zone that
holds in summer or in winter only, such as EDT, tells the half of the year.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Final

from textveil.evaluate.attacks.wordings import day_named
from textveil.lexicon.dates.calendar_words import calendar_words
from textveil.lexicon.dates.holidays import holiday
from textveil.lexicon.dates.written_forms import words_pattern
from textveil.lexicon.tables.facts import facts
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge, Seen

__all__ = ["CalendarAttack"]

_SENTENCE: Final = re.compile(r"[.!?;](?=\s)|\n")
_FAR: Final = 300
"""The longest part of a sentence before or after a date that is read."""
_CLOCK: Final = 24
"""How far behind a date its time and zone may stand."""
_SUMMER: Final = frozenset(range(4, 11))
"""Months that lie wholly in summer time, or nearly so."""
_MONTHS: Final = 12


@dataclass(frozen=True, slots=True)
class CalendarAttack:
    """Guess the months in which the real day lies.

    Parameters
    ----------
    language
        Language of the texts.

    Notes
    -----
    Where every calendar word beside a date became a tag, and no time has such a zone, there is
    nothing to guess from. The chance of a guess is the share of its months in a year.
    """

    name: ClassVar[str] = "calendar"
    meaning: ClassVar[str] = ATTACKS["calendar"]
    needs: ClassVar[frozenset[str]] = frozenset()

    language: str = "en"

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:  # noqa: ARG002
        """Yield a guess for each day beside which something tells the time of the year."""
        for number, seen in enumerate(view.passages):
            day = day_named(seen.shown, self.language) if seen.label == "DATE" else None
            if day is None:
                continue
            for about, months in self._told(view.texts[seen.document], seen, day):
                said = ",".join(map(str, sorted(months)))
                yield Guess(about, said, (number,), len(months) / _MONTHS, "DATE")

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether the real day lies in the months of the guess."""
        months = {int(month) for month in guess.value.split(",")}
        days = (day_named(one, self.language) for one in real)
        return any(day is not None and date.fromordinal(day).month in months for day in days)

    def _told(self, text: str, seen: Seen, day: int) -> Iterator[tuple[str, frozenset[int]]]:
        sentence = _around(text, seen.start, seen.end)
        for word in calendar_words(sentence, language=self.language):
            quarter = self._quarter(sentence[word.start : word.end], word.kind, day)
            if word.sure and quarter is not None:
                months = frozenset(range(3 * quarter + 1, 3 * quarter + 4))
                yield "the quarter behind a date", months
                break
        zone = self._zone(text[seen.start : seen.end + _CLOCK])
        if zone:
            summer = zone == "summer"
            months = _SUMMER if summer else frozenset(range(1, 13)) - _SUMMER
            yield "summer or winter behind a time", months

    def _quarter(self, word: str, kind: str, day: int) -> int | None:
        """Return the quarter of the year, from 0, that a word tells; None if it tells none."""
        if kind == "season":
            known = facts(self.language)
            values = (known.value(role, word) for role in ("season", "season-word"))
            return next((int(value) - 1 for value in values if value), None)
        found = holiday(word, date.fromordinal(day).year, self.language)
        return None if found is None else (found.month - 1) // 3

    def _zone(self, text: str) -> str:
        zones = words_pattern(self.language, "time-zone", reading=True)
        match = re.search(rf"(?<=[0-9])\s?({zones})\b", text)
        return (match and facts(self.language).value("time-zone", match[1])) or ""


def _around(text: str, start: int, end: int) -> str:
    """Return what stands before and behind a passage in its sentence or line."""
    first, last = max(0, start - _FAR), min(len(text), end + _FAR)
    low = max((found.end() for found in _SENTENCE.finditer(text, first, start)), default=first)
    after = _SENTENCE.search(text, end, last)
    return f"{text[low:start]} | {text[end : after.start() if after else last]}"
