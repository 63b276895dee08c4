"""Dates and times as people write them."""

from collections.abc import Callable, Mapping
from datetime import date, time
from functools import lru_cache, partial
from random import Random
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.synth.own_lists import common, listed, sections

__all__ = ["DATE_STYLES", "TIME_STYLES", "ordinal", "write_date", "write_time"]

_MONTHS: Final = facts().words("month")
_DAYS: Final = facts().words("weekday")


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


@lru_cache(maxsize=1024)
def _parts(day: date) -> dict[str, str | int]:
    month, weekday = _MONTHS[day.month - 1], _DAYS[day.weekday()]
    return {
        "d": day.day,
        "dd": f"{day.day:02}",
        "nth": ordinal(day.day),
        "m": day.month,
        "mm": f"{day.month:02}",
        "mon": month[:3],
        "MON": month[:3].upper(),
        "month": month,
        "yy": f"{day.year % 100:02}",
        "yyyy": day.year,
        "wd": weekday[:3],
        "weekday": weekday,
        "season": ("winter", "spring", "summer", "fall")[day.month % 12 // 3],
        "part": "early" if day.month < 5 else "mid" if day.month < 9 else "late",
    }


def _date(form: str, day: date) -> str:
    return form.format_map(_parts(day))


def _time(form: str, moment: time) -> str:
    half = "a" if moment.hour < 12 else "p"
    return form.format(
        h=(moment.hour - 1) % 12 + 1,
        hh=f"{moment.hour:02}",
        mm=f"{moment.minute:02}",
        ss=f"{moment.second:02}",
        am=f"{half}m",
        AM=f"{half}m".upper(),
        a_m=f"{half}.m.",
    )


DATE_STYLES: Final[Mapping[str, tuple[Callable[[date], str], ...]]] = {
    family: tuple(partial(_date, form) for form in forms)
    for family, forms in sections("dates").items()
}
"""Families of written dates; each family has several forms."""

TIME_STYLES: Final[tuple[Callable[[time], str], ...]] = tuple(
    partial(_time, form) for form in listed("times", "time")
)
"""Forms of written times of day."""


def write_date(day: date, family: str, rng: Random) -> str:
    """Write a day in one of the forms of a family; the first forms of a family are commoner."""
    return common(DATE_STYLES[family], rng)(day)


def write_time(moment: time, rng: Random) -> str:
    """Write a time of day; the first forms are commoner."""
    return common(TIME_STYLES, rng)(moment)
