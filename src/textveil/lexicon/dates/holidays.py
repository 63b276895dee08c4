"""Holidays whose day follows from the calendar: fixed ones, the n-th weekday of a month, Easter.

Their names and rules stand in the facts of the language (`holidays.tsv`; other days that have a
name in `dated_events.tsv`). Holidays that follow the
moon of another calendar (Passover, Ramadan, Diwali, …) have a name there, and no rule.
"""

from calendar import isleap
from datetime import date, timedelta
from typing import Final

from textveil.lexicon.tables.facts import facts

__all__ = ["easter", "holiday"]

_ROLES: Final = ("holiday", "holiday-bare", "dated-day")


def easter(year: int) -> date:
    """Return Easter Sunday of a year by the Gregorian reckoning.

    The anonymous Gregorian computus, as in J. Meeus, Astronomical Algorithms, chapter 8.

    Examples
    --------
    >>> easter(2016).isoformat(), easter(2024).isoformat()
    ('2016-03-27', '2024-03-31')
    """
    golden = year % 19
    century, rest = divmod(year, 100)
    leaps, odd = divmod(century, 4)
    shift = (century - (century + 8) // 25 + 1) // 3
    moon = (19 * golden + century - leaps - shift + 15) % 30
    sunday = (32 + 2 * odd + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * sunday) // 451
    month, day = divmod(moon + sunday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def holiday(name: str, year: int, language: str = "en") -> date | None:
    """Return the day of a holiday in a year; None for a name without a rule, or if it has none.

    Case, full stops, apostrophes and blanks do not count.

    Examples
    --------
    >>> holiday("Thanksgiving", 2015).isoformat(), holiday("New Year's Eve", 1999).isoformat()
    ('2015-11-26', '1999-12-31')
    >>> holiday("Election Day", 2016).isoformat(), holiday("leap day", 2016).isoformat()
    ('2016-11-08', '2016-02-29')
    >>> holiday("Ramadan", 2015), holiday("leap day", 2015)
    (None, None)
    """
    known = facts(language)
    # "Mother Day" and "Mothers' Day" are written too.
    names = (name, name.replace(" ", "s ", 1))
    rules = (known.value(role, one) for one in names for role in _ROLES)
    rule = next((rule for rule in rules if rule), "")
    if rule.startswith("from"):
        _, said, weekday = rule.split()
        month, day = map(int, said.split("-"))
        return _on_or_after(date(year, month, day), int(weekday))
    if rule.startswith("easter"):
        return easter(year) + timedelta(int(rule.split()[1]))
    if "-" in rule and " " not in rule:
        month, day = map(int, rule.split("-"))
        # A leap day is not in every year.
        return None if (month, day) == (2, 29) and not isleap(year) else date(year, month, day)
    return _nth_weekday(year, *map(int, rule.split())) if rule else None


def _on_or_after(first: date, weekday: int) -> date:
    """Return the first weekday on or after a day, Monday 1."""
    return first + timedelta((weekday - first.isoweekday()) % 7)


def _nth_weekday(year: int, month: int, weekday: int, which: int) -> date:
    """Return the n-th weekday of a month, Monday 1; -1 for the last."""
    if which > 0:
        first = date(year, month, 1)
        return first + timedelta((weekday - first.isoweekday()) % 7 + 7 * (which - 1))
    last = date(year, month + 1, 1) - timedelta(1)
    return last - timedelta((last.isoweekday() - weekday) % 7)
