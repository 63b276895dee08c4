"""Holidays whose day follows from the calendar: fixed ones, the n-th weekday of a month, Easter.

Holidays that follow the moon of another calendar (Passover, Ramadan, Diwali, …) are not here.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

__all__ = ["HOLIDAY_NAMES", "easter", "holiday", "plain_name"]

_FIXED: Final = {
    (1, 1): "new years day|new years|new year|new year day",
    (1, 26): "australia day",
    (2, 2): "groundhog day",
    (2, 14): "valentines day|valentine day|st valentines day",
    (3, 17): "st patricks day|saint patricks day",
    (4, 22): "earth day",
    (4, 25): "anzac day",
    (5, 1): "may day",
    (5, 5): "cinco de mayo",
    (6, 19): "juneteenth",
    (7, 1): "canada day",
    (7, 4): "independence day",
    (7, 14): "bastille day",
    (10, 31): "halloween",
    (11, 1): "all saints day",
    (11, 5): "guy fawkes night",
    (11, 11): "veterans day|armistice day|remembrance day",
    (12, 24): "christmas eve|xmas eve",
    (12, 25): "christmas|christmas day|xmas|xmas day",
    (12, 26): "boxing day|kwanzaa",
    (12, 31): "new years eve|new year eve",
}
# Month, weekday from Monday, and which one; -1 is the last.
_FLOATING: Final = {
    (1, 0, 3): "mlk day|martin luther king day|martin luther king jr day",
    (2, 0, 3): "presidents day|president day",
    (5, 6, 2): "mothers day|mother day",
    (5, 0, -1): "memorial day",
    (6, 6, 3): "fathers day|father day",
    (9, 0, 1): "labor day|labour day",
    (10, 0, 2): "columbus day",
    (11, 6, 2): "remembrance sunday",
    (11, 3, 4): "thanksgiving|thanksgiving day",
}
_FROM_EASTER: Final = {
    -47: "mardi gras|shrove tuesday",
    -46: "ash wednesday",
    -7: "palm sunday",
    -3: "maundy thursday",
    -2: "good friday",
    0: "easter|easter sunday|easter weekend|easter day",
    1: "easter monday",
    39: "ascension day",
    49: "pentecost|whit sunday",
    50: "whit monday",
}


def _by_name(table: Iterable[tuple[tuple[int, ...], str]]) -> dict[str, tuple[int, ...]]:
    return {name: rule for rule, names in table for name in names.split("|")}


_RULES: Final = {
    **_by_name(_FIXED.items()),
    **_by_name(_FLOATING.items()),
    **_by_name(((0, 0, 0, days), names) for days, names in _FROM_EASTER.items()),
}
HOLIDAY_NAMES: Final = frozenset(_RULES)
"""The names that are known, in small letters and without punctuation."""


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


def holiday(name: str, year: int) -> date | None:
    """Return the day of a holiday in a year, None for a name that is not known.

    Case, full stops, apostrophes and doubled blanks do not count.

    Examples
    --------
    >>> holiday("Thanksgiving", 2015).isoformat(), holiday("New Year's Eve", 1999).isoformat()
    ('2015-11-26', '1999-12-31')
    """
    rule = _RULES.get(plain_name(name))
    if rule is None:
        return None
    if len(rule) == 2:
        return date(year, *rule)
    if len(rule) == 4:
        return easter(year) + timedelta(rule[3])
    month, weekday, which = rule
    if which > 0:
        first = date(year, month, 1)
        return first + timedelta((weekday - first.weekday()) % 7 + 7 * (which - 1))
    last = date(year, month + 1, 1) - timedelta(1)
    return last - timedelta((last.weekday() - weekday) % 7)


def plain_name(name: str) -> str:
    """Return a name as the table has it."""
    bare = re.sub(r"['\u2019\u2018`.]", "", name.lower()).replace("-", "")
    return re.sub(r"\s+", " ", bare).strip()
