"""Day series: days in numbers without a year, told by the other days of a document.

"6/11" may be a day, a score or a dose. If a reader of the release sees one day that stayed among
others that were moved, the shift can be read off. So a pair of numbers is a day where a known day
of the document stands beside it in a list, or lies within a month of it, unless something says
that it counts something else: "strength 4/5", "cycle 7/12".
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from textveil.detect.name_spans import SOURCE
from textveil.lexicon.facts import facts
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.measures import reads_as_measure
from textveil.values.span import Span, Spans

__all__ = ["DaySeries"]

_SCORE: Final = 0.6
"""Score of a day that only the others tell."""
_PAIR: Final = re.compile(r"(?<![\w./+-])(\d{1,2})/(\d{1,2})(?![\w/%+]|[.-]\d)")
_NUMERIC: Final = re.compile(r"(?<!\d)(\d{1,2})([/.-])(\d{1,2})(?:\2(?:\d{4}|\d{2}))?(?!\d)")
_MONTHS, _DAYS = 12, 31
_YEAR: Final = 12 * 31
_NEAR: Final = 31
"""How many days, with months of 31, another day of the series is away at most."""
_SCORES: Final = frozenset({1, 2, 3, 4, 5, 6, 10})
"""What scores are out of, and what is cut into."""
_BEFORE: Final = 40


class _Words(NamedTuple):
    """What stands around pairs of numbers, in one language."""

    between: re.Pattern[str]
    """From one day of a list to the next."""
    counts: re.Pattern[str]
    """What the numbers behind it count: "cycle 7/12"."""
    shares: re.Pattern[str]
    """What the numbers before it are a part of: "2/2 bottles"."""
    rates: re.Pattern[str]
    last_time: re.Pattern[str]
    """When something was taken for the last time, and what: "last dose Plavix "."""


@cache
def _words(language: str) -> _Words:
    known = facts(language)
    joint = known.pattern("list-joint", "range")
    return _Words(
        re.compile(rf"(?i)\s?(?:[,;&-]\s?(?:{joint}\s)?|\b{joint}\s)"),
        re.compile(rf"(?i)(?<!\w){known.pattern('counted-step')}[\s:#]{{0,20}}\Z"),
        re.compile(rf"(?i)\s?({known.pattern('after-share', 'unit')})(?!\w)"),
        re.compile(rf"(?i)(?<!\w){known.pattern('rating')}(?!\w)[^.;\n]{{0,200}}\Z"),
        re.compile(
            rf"(?i)(?<!\w){known.pattern('last-time')}[\s:]{{1,20}}(?:{known.pattern('date-of')}\s{{1,20}})?"
            r"(?:[^\W\d_][\w-]{0,60}\s{1,20}){0,2}\Z"
        ),
    )


class DaySeries:
    """The days in numbers of a document, as far as they are known.

    Parameters
    ----------
    text
        The document.
    spans
        What is known; those with the label `DATE` count.
    language
        Of the document.

    Examples
    --------
    >>> text = "MSSA 6/11, cleared 6/13, strength 5/5"
    >>> DaySeries(text, Spans([Span(19, 23, "DATE")])).others()
    Spans(DATE[5,9))
    """

    def __init__(self, text: str, spans: Spans, language: str = ENGLISH) -> None:
        self._text, self._language = text, language
        self._taken = spans
        read = [
            (found.span(), (int(found[1]), int(found[3])))
            for span in spans
            if span.label == "DATE"
            for found in _NUMERIC.finditer(text, span.start, span.end)
        ]
        self._places = [place for place, _ in read]
        self._day_first = any(first > _MONTHS for _, (first, _) in read)
        days = [(place, self._day(*pair)) for place, pair in read]
        self._days = frozenset(day for _, day in days if day is not None)
        # Where all days have a year, "pupils 2/2" is none, whatever happened in February.
        short = (day for place, day in days if day is not None and _PAIR.fullmatch(text, *place))
        self._short = frozenset((day - 1) // _DAYS for day in short)

    def has(self, span: Span) -> bool:
        """Tell whether a passage that a model took for a date is a day of the series."""
        found = _PAIR.fullmatch(self._text, span.start, span.end)
        return found is not None and self._goes_on(found) and not self._counts(found)

    def counts(self, span: Span) -> bool:
        """Tell whether a passage that a model took for a date is a step of many: "cycle 7/12"."""
        found = _PAIR.fullmatch(self._text, span.start, span.end)
        if span.label != "DATE" or found is None or int(found[1]) > int(found[2]):
            return False
        before = self._text[max(0, span.start - _BEFORE) : span.start]
        return _words(self._language).counts.search(before) is not None

    def others(self) -> Spans:
        """Return the days of the series that nothing covers."""
        found = set(self._found())
        return Spans(found).subtract(self._taken).where(found.__contains__)

    def _found(self) -> Iterator[Span]:
        words = _words(self._language)
        for pair in _PAIR.finditer(self._text):
            if self._day(int(pair[1]), int(pair[2])) is None and int(pair[2]) <= _DAYS:
                continue
            start, end = pair.span()
            told = self._goes_on(pair) and not self._is_measure(start, end)
            before = max(0, start - _BEFORE), start
            if (told or words.last_time.search(self._text, *before)) and not self._counts(pair):
                yield Span(start, end, "DATE", _SCORE, SOURCE)

    def _is_measure(self, start: int, end: int) -> bool:
        return reads_as_measure(self._text, start, end, temporal=True, language=self._language)

    def _day(self, first: int, second: int) -> int | None:
        """Return the number of a day in the year, with months of 31 days."""
        month, day = (second, first) if self._day_first else (first, second)
        fits = 0 < month <= _MONTHS and 0 < day <= _DAYS
        return month * _DAYS + day if fits else None

    def _goes_on(self, pair: re.Match[str]) -> bool:
        """Tell whether a known day stands beside a pair of numbers, or lies near it in time."""
        if self._is_listed(pair):
            return True
        day = self._day(int(pair[1]), int(pair[2]))
        if day is None:
            return False
        month = int(pair[1]) if not self._day_first else int(pair[2])
        score = int(pair[1]) <= int(pair[2]) and int(pair[2]) in _SCORES
        if score:
            return month in self._short
        return any(_apart(day, known) <= _NEAR for known in self._days)

    def _is_listed(self, pair: re.Match[str]) -> bool:
        between = _words(self._language).between
        at = bisect_left(self._places, pair.span())
        gaps = [(high, pair.start()) for _, high in self._places[max(0, at - 1) : at]]
        gaps += [(pair.end(), low) for low, _ in self._places[at : at + 1]]
        return any(between.fullmatch(self._text, *gap) for gap in gaps)

    def _counts(self, pair: re.Match[str]) -> bool:
        """Tell whether words say that the numbers are a part of a whole, or a score."""
        words, part, whole = _words(self._language), int(pair[1]), int(pair[2])
        before = self._text[max(0, pair.start() - _BEFORE) : pair.start()]
        if part > whole:
            return False
        scored = whole in _SCORES
        share = words.shares.match(self._text, pair.end())
        # "1/2 of it" is a half, and "6/11 in the clinic" is a day.
        if share and (scored or not facts(self._language).is_a(share[1], "function-word")):
            return True
        return bool(words.counts.search(before) or (scored and words.rates.search(before)))


def _apart(one: int, other: int) -> int:
    """Return how many days lie between two, over the end of a year if that is shorter."""
    days = abs(one - other)
    return min(days, _YEAR - days)
