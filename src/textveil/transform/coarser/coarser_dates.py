"""Dates made coarser: the month, quarter, year or decade in which they lie."""

from collections.abc import Callable
from typing import Final

from textveil.lexicon.dates.date_fields import month_named, season_named
from textveil.lexicon.dates.written_date import WrittenDate
from textveil.lexicon.dates.written_date_moments import Moment
from textveil.lexicon.dates.written_dates import parse
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["DATE_LEVELS", "coarser_date"]

DATE_LEVELS: Final = ("month", "quarter", "year", "decade")

_FINENESS: Final = {
    "day": 0,
    "week": 1,
    "month": 2,
    "quarter": 3,
    "season": 3,
    "third": 4,
    "half": 5,
    "year": 6,
    "decade": 7,
}


def coarser_date(
    text: str,
    level: str,
    day_first: bool | None = None,
    earliest: int = 0,
    *,
    language: str = ENGLISH,
) -> str | None:
    """Return the period of a date, written out; None if it is unknown.

    A date without a year has a month or a quarter and no more. What is as coarse as asked already,
    or coarser, is written out as it is. Periods have their two ends made coarser.

    Parameters
    ----------
    text
        The passage.
    level
        `month`, `quarter`, `year` or `decade`.
    day_first
        How numbers that fit both ways are read.
    earliest
        Years before this one are all written `before` it: birth years that tell an age over 89.
    language
        Whose words the date may have.

    Examples
    --------
    >>> coarser_date("05/03/2016", "month"), coarser_date("Tuesday, 3 May 2016", "quarter")
    ('May 2016', 'Q2 2016')
    >>> coarser_date("30 Dec 2015 - 2 Jan 2016", "year"), coarser_date("3 May", "year")
    ('2015-2016', None)
    """
    date = parse(text, day_first, language=language)
    if date is None or date.impossible:
        return None
    ends = [_period(moment, level, earliest, language) for moment in _dated(date)]
    if any(end is None for end in ends):
        return None
    distinct = list(dict.fromkeys(end for end in ends if end is not None))
    plain = all(end.isdecimal() for end in distinct)
    return ("-" if plain else " to ").join([distinct[0], *distinct[1:][-1:]])


def _dated(date: WrittenDate) -> list[Moment]:
    """Return the moments; a month without a year gets the year of its period."""
    years = [moment.year for moment in date.moments if moment.year is not None]
    if not years:
        return list(date.moments)
    return [m if m.year is not None else m._replace(year=years[-1]) for m in date.moments]


def _period(moment: Moment, level: str, earliest: int, language: str) -> str | None:
    fineness = _FINENESS.get(moment.precision)
    if fineness is None:
        return None
    if moment.year is not None and moment.year < earliest:
        return f"before {earliest}"
    if fineness > _FINENESS[level]:
        return _WRITERS.get(moment.precision, _nothing)(moment, language)
    return _WRITERS[level](moment, language)


def _nothing(*_: Moment | str) -> str | None:
    return None


def _month(moment: Moment, language: str) -> str | None:
    if moment.month is None:
        return None
    return _with_year(month_named(moment.month, language), moment)


def _quarter(moment: Moment, _: str) -> str | None:
    if moment.month is None:
        # Seasons straddle quarters; saying the quarter would be a guess.
        return None if moment.precision != "quarter" else _with_year(f"Q{_part(moment)}", moment)
    return _with_year(f"Q{(moment.month + 2) // 3}", moment)


def _season(moment: Moment, language: str) -> str | None:
    return _with_year(season_named(moment.part or 0, language), moment)


def _half(moment: Moment, _: str) -> str | None:
    return _with_year(f"H{_part(moment)}", moment)


def _year(moment: Moment, _: str) -> str | None:
    return None if moment.year is None else str(moment.year)


def _decade(moment: Moment, _: str) -> str | None:
    return None if moment.year is None else f"{moment.year // 10 * 10}s"


def _part(moment: Moment) -> int:
    return (moment.part or 0) + 1


def _with_year(name: str, moment: Moment) -> str:
    return name if moment.year is None else f"{name} {moment.year}"


_WRITERS: Final[dict[str, Callable[[Moment, str], str | None]]] = {
    "month": _month,
    "quarter": _quarter,
    "season": _season,
    "half": _half,
    "year": _year,
    "decade": _decade,
}
