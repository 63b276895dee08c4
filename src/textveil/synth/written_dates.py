"""Dates and times as people write them."""

from collections.abc import Callable, Mapping
from datetime import date, time
from random import Random
from typing import Final

from textveil.lexicon.facts import facts

__all__ = ["DATE_STYLES", "TIME_STYLES", "ordinal", "write_date", "write_time"]

_MONTHS: Final = facts().words("month")
_SHORT: Final = tuple(month[:3] for month in _MONTHS)
_DAYS: Final = facts().words("weekday")
_SHORT_DAYS: Final = tuple(day[:3] for day in _DAYS)

Writer = Callable[[date], str]


def ordinal(number: int) -> str:
    """Return a number as an ordinal: 1st, 2nd, 11th.

    Examples
    --------
    >>> ordinal(3), ordinal(12), ordinal(21)
    ('3rd', '12th', '21st')
    """
    ending = (
        "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"


def _month(day: date) -> str:
    return _MONTHS[day.month - 1]


def _short(day: date) -> str:
    return _SHORT[day.month - 1]


_NUMERIC: Final[tuple[Writer, ...]] = (
    lambda d: f"{d.month:02}/{d.day:02}/{d.year}",
    lambda d: f"{d.month}/{d.day}/{d.year}",
    lambda d: f"{d.month}/{d.day}/{d.year % 100:02}",
    lambda d: f"{d.month:02}/{d.day:02}/{d.year % 100:02}",
    lambda d: f"{d.year}-{d.month:02}-{d.day:02}",
    lambda d: f"{d.month:02}-{d.day:02}-{d.year}",
    lambda d: f"{d.month}-{d.day}-{d.year % 100:02}",
    lambda d: f"{d.day:02}-{_short(d)}-{d.year}",
    lambda d: f"{d.day:02}-{_short(d).upper()}-{d.year % 100:02}",
    lambda d: f"{d.day:02}{_short(d).upper()}{d.year}",
    lambda d: f"{d.year}/{d.month:02}/{d.day:02}",
    lambda d: f"{d.month}.{d.day}.{d.year % 100:02}",
    lambda d: f"{_short(d)}-{d.day:02}-{d.year}",
)

_EUROPEAN: Final[tuple[Writer, ...]] = (
    lambda d: f"{d.day}.{d.month}.{d.year}",
    lambda d: f"{d.day:02}.{d.month:02}.{d.year}",
    lambda d: f"{d.day:02}/{d.month:02}/{d.year}",
    lambda d: f"{d.day}/{d.month}/{d.year % 100:02}",
    lambda d: f"{d.day:02}.{d.month:02}.{d.year % 100:02}",
)

_LONG: Final[tuple[Writer, ...]] = (
    lambda d: f"{_month(d)} {d.day}, {d.year}",
    lambda d: f"{d.day} {_month(d)} {d.year}",
    lambda d: f"{_short(d)} {d.day}, {d.year}",
    lambda d: f"{_month(d)} {ordinal(d.day)}, {d.year}",
    lambda d: f"{_month(d)} {d.day} {d.year}",
    lambda d: f"{d.day} {_short(d)} {d.year}",
    lambda d: f"{_DAYS[d.weekday()]}, {_month(d)} {d.day}, {d.year}",
    lambda d: f"the {ordinal(d.day)} of {_month(d)} {d.year}",
    lambda d: f"{_DAYS[d.weekday()]} {d.day} {_month(d)} {d.year}",
    lambda d: f"{ordinal(d.day)} {_month(d)} {d.year}",
    lambda d: f"{_short(d)}. {d.day}, {d.year}",
    lambda d: f"{_SHORT_DAYS[d.weekday()]} {_short(d)} {d.day} {d.year}",
    lambda d: f"{_SHORT_DAYS[d.weekday()]}, {d.day} {_short(d)} {d.year}",
    lambda d: f"{_short(d).upper()} {d.day}, {d.year}",
    lambda d: f"{d.day} {_short(d)} '{d.year % 100:02}",
)

_NO_YEAR: Final[tuple[Writer, ...]] = (
    lambda d: f"{d.month}/{d.day}",
    lambda d: f"{_month(d)} {d.day}",
    lambda d: f"{_short(d)} {d.day}",
    lambda d: f"{d.day} {_month(d)}",
    lambda d: f"{_month(d)} {ordinal(d.day)}",
    lambda d: f"{d.month:02}/{d.day:02}",
    lambda d: f"{_DAYS[d.weekday()]}, {_month(d)} {d.day}",
    lambda d: f"{_DAYS[d.weekday()]} {d.month}/{d.day}",
    lambda d: f"the {ordinal(d.day)} of {_month(d)}",
    lambda d: f"{ordinal(d.day)} {_short(d)}",
    lambda d: f"{_SHORT_DAYS[d.weekday()]} {d.day} {_short(d)}",
)

_NO_DAY: Final[tuple[Writer, ...]] = (
    lambda d: f"{_month(d)} {d.year}",
    lambda d: f"{_month(d)} of {d.year}",
    lambda d: f"{_short(d)} {d.year}",
    lambda d: f"{d.month:02}/{d.year}",
    lambda d: f"{d.month}/{d.year % 100:02}",
    lambda d: f"{_month(d)}, {d.year}",
    lambda d: f"{_season(d)} {d.year}",
    lambda d: f"{_season(d)} of {d.year}",
    lambda d: f"{_short(d)} '{d.year % 100:02}",
)


def _season(day: date) -> str:
    return ("winter", "spring", "summer", "fall")[day.month % 12 // 3]


def _around(day: date) -> str:
    return f"{'early' if day.month < 5 else 'mid' if day.month < 9 else 'late'} {day.year}"


_YEAR: Final[tuple[Writer, ...]] = (
    lambda d: f"{d.year}",
    lambda d: f"{d.year}",
    lambda d: f"{d.year}",
    lambda d: f"'{d.year % 100:02}",
    _around,
)

DATE_STYLES: Final[Mapping[str, tuple[Writer, ...]]] = {
    "numeric": _NUMERIC,
    "european": _EUROPEAN,
    "long": _LONG,
    "no-year": _NO_YEAR,
    "no-day": _NO_DAY,
    "year": _YEAR,
    "plain-year": (lambda d: f"{d.year}",),
    "month": (_month,),
    "no-year-words": tuple(form for form in _NO_YEAR if "/" not in form(date(2001, 2, 3))),
    "weekday": (
        lambda d: _DAYS[d.weekday()],
        lambda d: _DAYS[d.weekday()],
        lambda d: _SHORT_DAYS[d.weekday()],
    ),
    "court": (lambda d: f"{d.day} {_month(d)} {d.year}",),
    "court-no-year": (lambda d: f"{d.day} {_month(d)}",),
    "us-court": (lambda d: f"{_month(d)} {d.day}, {d.year}",),
    "court-month": (lambda d: f"{_month(d)} {d.year}",),
    "day-of": (lambda d: f"{ordinal(d.day)} day of {_month(d)}, {d.year}",),
    "iso": (lambda d: f"{d.year}-{d.month:02}-{d.day:02}",),
    "mail": (
        lambda d: f"{_SHORT_DAYS[d.weekday()]}, {d.day} {_short(d)} {d.year}",
        lambda d: f"{_DAYS[d.weekday()]}, {_month(d)} {d.day}, {d.year}",
        lambda d: f"{_month(d)} {d.day}, {d.year}",
    ),
}
"""Families of written dates; each family has several forms."""

TIME_STYLES: Final[tuple[Callable[[time], str], ...]] = (
    lambda t: f"{t.hour:02}:{t.minute:02}",
    lambda t: f"{(t.hour - 1) % 12 + 1}:{t.minute:02} {'AM' if t.hour < 12 else 'PM'}",
    lambda t: f"{(t.hour - 1) % 12 + 1}:{t.minute:02}{'am' if t.hour < 12 else 'pm'}",
    lambda t: f"{t.hour:02}{t.minute:02}",
    lambda t: f"{(t.hour - 1) % 12 + 1}:{t.minute:02} {'a.m.' if t.hour < 12 else 'p.m.'}",
    lambda t: f"{(t.hour - 1) % 12 + 1} {'a.m.' if t.hour < 12 else 'p.m.'}",
    lambda t: f"{(t.hour - 1) % 12 + 1}{'am' if t.hour < 12 else 'pm'}",
    lambda t: f"{t.hour:02}:{t.minute:02}:{t.second:02}",
    lambda t: f"{t.hour:02}:{t.minute:02} hrs",
    lambda t: f"{t.hour:02}{t.minute:02}h",
)
"""Forms of written times of day."""


def write_date(day: date, family: str, rng: Random) -> str:
    """Write a day in one of the forms of a family; the first forms of a family are commoner."""
    forms = DATE_STYLES[family]
    return forms[min(rng.randrange(len(forms)), rng.randrange(len(forms)))](day)


def write_time(moment: time, rng: Random) -> str:
    """Write a time of day; the first forms are commoner."""
    at = min(rng.randrange(len(TIME_STYLES)), rng.randrange(len(TIME_STYLES)))
    return TIME_STYLES[at](moment)
