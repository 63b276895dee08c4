"""Calendar: an attacker finds how far dates were moved from weekdays, holidays and seasons.

A sentence that holds a moved date and a calendar word ties the two together: the real day was that
holiday, a day of that season, or a day of that week. Each such fact leaves some offsets; the facts
of a subject are put together. "The holiday" tells less than "Christmas", but it tells that the real
day was one of the holidays.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from textveil.lexicon.calendar_words import calendar_words, general_kind
from textveil.lexicon.facts import facts
from textveil.lexicon.holidays import holiday
from textveil.lexicon.sentences import sentence_numbers
from textveil.lexicon.written_date_moments import Moment
from textveil.lexicon.written_dates import parse
from textveil.values.attacking import Glimpse, Guess, Knowledge

__all__ = ["CalendarAttack", "possible_offsets"]

_LEAST: Final = 30
_SENTENCE: Final = re.compile(r"[.!?;](?=\s)|\n")
_DATING: Final = ("day", "holiday", "season")
_LISTED: Final = {"day": ("dated-day",), "holiday": ("holiday", "holiday-bare")}
"""Kinds of general words whose days the attacker can list."""
_MONTHS_OF_A_SEASON: Final = 3
_LEAP: Final = 4
_FAR: Final = 300
"""The longest part of a sentence before or after a date that is read."""
_NEAR: Final = 12
"""How close to a date a weekday stands that belongs to it."""


class _Dated(NamedTuple):
    """A released date: its number in the view, what stands around it, and what it says.

    `general` has the kinds of general words in its sentence.
    """

    number: int
    sentence: str
    close: str
    moment: Moment
    day: date
    general: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CalendarAttack:
    """Guess the real day behind a moved one from what the calendar says.

    Parameters
    ----------
    max_days
        The longest offset, which the attacker knows from the program.
    whole_weeks
        Whether offsets are whole weeks.
    language
        Language of the texts.

    Notes
    -----
    Where every calendar word moved with its date, or is said in general terms and has no day, week
    or month beside it, no offset drops out, and there is nothing to guess from. The chance of a
    guess is 1 in as many as there are offsets: 94 by default.
    """

    name: ClassVar[str] = "calendar"
    needs: ClassVar[frozenset[str]] = frozenset()

    max_days: int = 365
    whole_weeks: bool = True
    language: str = "en"

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield one guess for each subject whose calendar words leave some offsets only."""
        every = possible_offsets(self.max_days, whole_weeks=self.whole_weeks)
        subjects: dict[str, list[_Dated]] = {}
        for one in self._dates(view):
            seen = view.passages[one.number]
            group = seen.subject if known.subjects else seen.document
            subjects.setdefault(group, []).append(one)
        for dates in subjects.values():
            left = [k for k in every if all(self._allows(one, k) for one in dates)]
            if 0 < len(left) < len(every):
                first = dates[0]
                # Of those that are left, none is likelier than another.
                real = first.day - timedelta(left[len(left) // 2])
                numbers = (first.number,)
                yield Guess(
                    "the day behind a date", real.isoformat(), numbers, 1 / len(every), "DATE"
                )

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether the real date is the day of the guess."""
        days = (_day(one, self.language) for one in real)
        return any(day is not None and day[1].isoformat() == guess.value for day in days)

    def _dates(self, view: Glimpse) -> Iterator[_Dated]:
        documents: dict[str, list[int]] = {}
        for number, seen in enumerate(view.passages):
            if seen.label == "DATE":
                documents.setdefault(seen.document, []).append(number)
        for document, numbers in documents.items():
            text = view.texts[document]
            for number, general in zip(numbers, self._general(view, numbers), strict=True):
                seen = view.passages[number]
                found = _day(seen.shown, self.language)
                if found is not None:
                    yield _Dated(number, *_around(text, seen.start, seen.end), *found, general)

    def _general(self, view: Glimpse, numbers: list[int]) -> Iterator[tuple[str, ...]]:
        """Return the kinds of general words in the sentence of each date of a document."""
        dates = [view.passages[number] for number in numbers]
        text, places = view.texts[dates[0].document], [(one.start, one.end) for one in dates]
        sentences = sentence_numbers(text, places, language=self.language)
        said: dict[int, set[str]] = {}
        for sentence, one in zip(sentences, dates, strict=True):
            kind = general_kind(one.shown, language=self.language)
            said.setdefault(sentence, set()).update([kind] if kind else [])
        return (tuple(sorted(said[sentence])) for sentence in sentences)

    def _allows(self, dated: _Dated, offset: int) -> bool:
        """Tell whether what stands beside a date can be true of the real day."""
        real = dated.day - timedelta(offset)
        said = dated.moment.weekday
        if said is not None and real.weekday() != said:
            return False
        if not all(_is_listed(kind, real, self.language) for kind in dated.general):
            return False
        beside = (*_facts(dated.sentence, _DATING, self.language),)
        beside += _facts(dated.close, ("weekday",), self.language)
        return all(_is_true(word, kind, real, self.language) for word, kind in beside)


def possible_offsets(max_days: int = 365, *, whole_weeks: bool = True) -> tuple[int, ...]:
    """Return the offsets that dates may move by; who has the program knows them.

    Examples
    --------
    >>> len(possible_offsets()), len(possible_offsets(whole_weeks=False))
    (94, 668)
    """
    step = 7 if whole_weeks else 1
    sizes = range(-(-_LEAST // step) * step, max_days + 1, step)
    kept = [size for size in sizes if not _is_years(size)]
    return tuple(sorted([*kept, *(-size for size in kept)]))


def _is_years(days: int) -> bool:
    """Tell whether so many days may be whole years, by which no date moves."""
    years = round(days / 365.2425)
    spare = days - 365 * years
    return years > 0 and years // 4 - 1 - years // 100 <= spare <= years // 4 + 1


def _day(text: str, language: str) -> tuple[Moment, date] | None:
    """Return a day with its year and what else a text says about it; None if it says none."""
    read = parse(text, language=language)
    if read is None or read.impossible or len(read.moments) != 1:
        return None
    moment = read.moments[0]
    if moment.precision != "day" or not (moment.year and moment.month and moment.day):
        return None
    return moment, date(moment.year, moment.month, moment.day)


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the sentence or line around a passage, and what stands close to it there."""
    first, last = max(0, start - _FAR), min(len(text), end + _FAR)
    low = max((found.end() for found in _SENTENCE.finditer(text, first, start)), default=first)
    after = _SENTENCE.search(text, end, last)
    high = after.start() if after else last
    close = text[max(low, start - _NEAR) : start] + "|" + text[end : min(high, end + _NEAR)]
    return text[low:high], close


@lru_cache(maxsize=4096)
def _facts(text: str, kinds: tuple[str, ...], language: str) -> tuple[tuple[str, str], ...]:
    """Return the calendar words of some kinds in a text."""
    words = calendar_words(text, language=language)
    found = ((text[one.start : one.end], one.kind) for one in words if one.sure)
    return tuple((word, kind) for word, kind in found if kind in kinds)


def _is_listed(kind: str, real: date, language: str) -> bool:
    """Tell whether a day is one of those that a general word stands for."""
    return kind not in _LISTED or real in _listed(kind, real.year, language)


@lru_cache(maxsize=1024)
def _listed(kind: str, year: int, language: str) -> frozenset[date]:
    days = (holiday(name, year, language) for name in facts(language).words(*_LISTED[kind]))
    return frozenset(day for day in days if day is not None)


def _is_true(word: str, kind: str, real: date, language: str) -> bool:
    """Tell whether a calendar word can be said of a day."""
    if kind in ("season", "weekday"):
        known = facts(language)
        roles = (kind, "season-word") if kind == "season" else (kind,)
        values = (known.value(role, one) for one in (word, word[:-1]) for role in roles)
        said = next((value for value in values if value), "0")
        season = real.month % 12 // _MONTHS_OF_A_SEASON + 1
        return int(said) == (season if kind == "season" else real.isoweekday())
    day = holiday(word, real.year, language)
    if day is not None:
        return day == real
    # A holiday of another calendar says nothing; a leap day, which most years lack, says much.
    years = range(real.year - _LEAP, real.year + _LEAP + 1)
    return all(holiday(word, year, language) is None for year in years)
