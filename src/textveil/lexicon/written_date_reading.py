"""Reading: from a match of a form to the moments it may mean."""

import re
from datetime import date
from typing import Final, NamedTuple

from textveil.lexicon.written_date_forms import Form
from textveil.lexicon.written_date_moments import Moment, exists
from textveil.lexicon.written_date_slots import Slot, slots_of
from textveil.lexicon.written_date_words import (
    DAY_WORDS,
    DECADES,
    ORDERS,
    ROMAN,
    SEASONS,
    foreign_language,
    month_number,
    weekday_number,
)

__all__ = ["DateReading", "readings"]

_ORDERS: Final = ((False, "MD"), (True, "DM"))


class DateReading(NamedTuple):
    """One meaning of a match."""

    moments: tuple[Moment, ...]
    slots: tuple[Slot, ...]
    impossible: bool
    day_first: bool


def readings(form: Form, match: re.Match[str], pivot: int, strict: bool) -> list[DateReading]:
    """Return what a match may mean, month first before day first; empty where it is no date.

    `strict` refuses what is more likely something else: "2015-04" is a month, and no pair of years.
    """
    if strict and not _likely(form.name, match):
        return []
    groups = [name for name, said in match.groupdict().items() if said and name not in _MARKS]
    if "N_1" not in groups:
        kinds = {group: group[0] for group in groups}
        return [_reading(form, match, kinds, pivot, day_first=False)]
    found = []
    for day_first, order in _ORDERS:
        kinds = {g: order[int(g[2]) - 1] if g[0] == "N" else g[0] for g in groups}
        found.append(_reading(form, match, kinds, pivot, day_first))
    return found


_MARKS: Final = frozenset({"mark", "tail"})
_LATER: Final = frozenset({"D_2", "O_2", "D_3", "O_3", "y_2"})


def _likely(name: str, match: re.Match[str]) -> bool:
    if name == "years":
        first, last = int(match["Y"]) % 100, int(match["y_2"])
        dashed = match["mark"] in "\u2013\u2014" and last > first
        return dashed or last == (first + 1) % 100 or last > max(first, 12)
    if name in ("numeric-month-year", "month-year"):
        short = match["y_b"]
        return short is None or int(short) > 31 or short == "00"
    return True


def _reading(
    form: Form, match: re.Match[str], kinds: dict[str, str], pivot: int, day_first: bool
) -> DateReading:
    fields = {kind: match[group] for group, kind in kinds.items() if group not in _LATER}
    moment = _moment(form, fields, match.string, pivot)
    moments: tuple[Moment, ...] = (moment,)
    if "y_2" in kinds:
        last = (moment.year or 0) // 100 * 100 + int(match["y_2"])
        moments += (moment._replace(year=last + 100 * (last < (moment.year or 0))),)
    slots = slots_of(match, kinds, form.numeric)
    return DateReading(moments, slots, any(map(_impossible, moments)), day_first)


def _moment(form: Form, fields: dict[str, str], text: str, pivot: int) -> Moment:
    moment = Moment(
        form.precision,
        _year(fields, pivot),
        _month(fields, text),
        _day(fields),
        _part(fields),
        weekday_number(fields["A"]) if "A" in fields else None,
    )
    if "k" in fields and moment.part is not None:
        weekday = int(fields["k"])
        try:
            day = date.fromisocalendar(moment.year or 0, moment.part, weekday)
        except ValueError:
            return moment._replace(day=0, month=0)
        return Moment("day", day.year, day.month, day.day, None, weekday - 1)
    return moment


def _year(fields: dict[str, str], pivot: int) -> int | None:
    for kind in "YGE":
        if kind in fields:
            return int(fields[kind])
    short = fields.get("y") or fields.get("e")
    if "w" in fields:
        short = str(10 * (DECADES.index(fields["w"].lower()) + 2))
    if short is None:
        return None
    return int(short) + (2000 if int(short) < pivot else 1900)


def _month(fields: dict[str, str], text: str) -> int | None:
    if "M" in fields:
        return int(fields["M"])
    if "B" in fields:
        return month_number(fields["B"])
    if "R" in fields:
        roman = fields["R"].lower()
        return ROMAN.index(roman) + 1 if roman in ROMAN else 0
    found = foreign_language(fields["F"], text) if "F" in fields else None
    return found[1] if found else None


def _day(fields: dict[str, str]) -> int | None:
    if "D" in fields:
        return int(fields["D"])
    if "W" in fields:
        return DAY_WORDS.index(fields["W"].lower().replace(" ", "-")) + 1
    return None


def _part(fields: dict[str, str]) -> int | None:
    if "K" in fields:
        return int(fields["K"])
    if "S" in fields:
        season = fields["S"].lower()
        return SEASONS.index("fall" if season == "autumn" else season)
    if "p" in fields:
        word = fields["p"].lower()
        return len(ORDERS) - 1 if word == "last" else ORDERS.index(word)
    digit = fields.get("P") or fields.get("n")
    return int(digit[0]) - 1 if digit else None


def _impossible(moment: Moment) -> bool:
    if moment.precision == "day":
        return not exists(moment.day or 0, moment.month or 0, moment.year)
    if moment.precision == "monthday":
        return not 1 <= (moment.day or 0) <= 31
    if moment.precision == "week":
        try:
            date.fromisocalendar(moment.year or 0, moment.part or 0, 1)
        except ValueError:
            return True
    return False
