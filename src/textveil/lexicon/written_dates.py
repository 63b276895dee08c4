"""Written dates: what they say, how they are written, and other dates written the same way.

A date is read by the first form that fits (`written_date_forms`), into one or two moments
(`written_date_moments`) and slots (`written_date_slots`). Numbers in an order that could be either
are read as the weekday beside them asks; else, unless told otherwise, with the day first between
dots and with the month first between other marks. What no form fits is not read; what fits a form
but not the calendar (31 February) is read as impossible, and left to the caller.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date as Day  # noqa: N812 - written dates are called dates here
from functools import lru_cache
from typing import Final

from textveil.lexicon.holidays import HOLIDAY_NAMES, holiday, plain_name
from textveil.lexicon.written_date import HOLIDAY, WrittenDate, day_moment
from textveil.lexicon.written_date_forms import FORMS, GAP, JOINT, PAIRS, Form
from textveil.lexicon.written_date_moments import Moment, assumed_year
from textveil.lexicon.written_date_reading import DateReading, readings
from textveil.lexicon.written_date_slots import Slot

__all__ = ["PIVOT", "WrittenDate", "parse", "parse_like"]

PIVOT: Final = 30
"""Two-digit years below this belong to the years from 2000 on, others to those from 1900 on."""

_LONGEST: Final = 120
_MOST_PARTS: Final = 6
_BY_NAME: Final = {form.name: form for form in (*PAIRS, *FORMS)}
_FRAMED: Final = re.compile(
    rf"(?P<lead>(?:(?:from|between|since|on|in|by|until|till|during|around|about|circa"
    rf"|approximately"
    rf"|dated|the years?|years?){GAP})?)(?P<rest>.*?)(?P<trail>[,.;:]?)",
    re.IGNORECASE | re.DOTALL,
)


def parse(text: str, day_first: bool | None = None, pivot: int = PIVOT) -> WrittenDate | None:
    """Read a written date; None where no form fits.

    Parameters
    ----------
    text
        The passage and nothing around it.
    day_first
        How to read numbers that fit both ways; None for the day first between dots, as nearly all
        who write dots do, and the month first elsewhere.
    pivot
        Two-digit years below it are 20xx, others 19xx.

    Examples
    --------
    >>> parse("05/03/2016").moments[0][:4], parse("05.03.2016").moments[0][:4]
    (('day', 2016, 5, 3), ('day', 2016, 3, 5))
    >>> parse("05/03/2016", day_first=True).shifted(10)
    '15/03/2016'
    >>> parse("31 Feb 2016").impossible, parse("soon")
    (True, None)
    """
    return _parse(text, day_first, pivot) if 0 < len(text) <= _LONGEST else None


def parse_like(text: str, like: WrittenDate, pivot: int = PIVOT) -> WrittenDate | None:
    """Read a date that is written as another one is, where it could be read in several ways.

    Examples
    --------
    >>> parse_like("10/01/2016", parse("25/12/2015")).moments[0][:4]
    ('day', 2016, 1, 10)
    """
    if like.form in _BY_NAME and not like.parts:
        found = _read_form(_BY_NAME[like.form], text, like.day_first, pivot, strict=False)
        if found is not None and not found.impossible:
            return found
    return parse(text, like.day_first, pivot)


@lru_cache(maxsize=4096)
def _parse(text: str, day_first: bool | None, pivot: int) -> WrittenDate | None:
    impossible = None
    for found in _attempts(text, day_first, pivot):
        if not found.impossible:
            return found
        impossible = impossible or found
    return impossible


def _attempts(text: str, day_first: bool | None, pivot: int) -> Iterator[WrittenDate]:
    for form in PAIRS:
        found = _pair(form, text, day_first, pivot)
        if found is not None:
            yield found
    whole = False
    for form in FORMS:
        found = _read_form(form, text, day_first, pivot, strict=True)
        if found is not None:
            whole = True
            yield found
    # "2016-13-01" is a date that does not exist, rather than a year and a day in January.
    for reader in () if whole else (_read_holiday, _joined, _framed):
        found = reader(text, day_first, pivot)
        if found is not None:
            yield found


def _framed(text: str, day_first: bool | None, pivot: int) -> WrittenDate | None:
    """Read a date with a word that leads up to it, or a mark after it."""
    match = _FRAMED.fullmatch(text)
    if match is None or not match["rest"] or match["rest"] == text:
        return None
    inner = _parse(match["rest"], day_first, pivot)
    if inner is None:
        return None
    return replace(
        inner,
        text=text,
        form="framed",
        parts=(inner,),
        joints=(match["lead"], match["trail"]),
        slots=(),
    )


def _read_form(
    form: Form, text: str, day_first: bool | None, pivot: int, strict: bool
) -> WrittenDate | None:
    match = form.pattern.fullmatch(text)
    if match is None:
        return None
    read: list[DateReading] = readings(form, match, pivot, strict)
    if not read:
        return None
    possible = [one for one in read if not one.impossible]
    possible = [one for one in possible if _weekday_fits(one.moments[0])] or possible
    wanted = _between_dots(match) if day_first is None else day_first
    preferred = [one for one in possible if one.day_first == wanted]
    chosen = (preferred or possible or read)[0]
    return WrittenDate(
        text,
        form.name,
        chosen.moments,
        impossible=chosen.impossible,
        day_first=chosen.day_first if len(read) > 1 else bool(day_first),
        ambiguous=len(possible) > 1 and possible[0].moments != possible[1].moments,
        slots=chosen.slots,
    )


def _between_dots(match: re.Match[str]) -> bool:
    # Languages that write dots (German, Russian, Turkish, Finnish) have the day first in the short
    # patterns of the Unicode CLDR; the month comes first with slashes and hyphens.
    return "N_1" in match.re.groupindex and match.string[match.end("N_1") :].lstrip()[:1] == "."


def _weekday_fits(moment: Moment) -> bool:
    if moment.weekday is None or moment.year is None or moment.precision != "day":
        return True
    day = Day(moment.year, moment.month or 1, moment.day or 1)
    return day.weekday() == moment.weekday


def _pair(form: Form, text: str, day_first: bool | None, pivot: int) -> WrittenDate | None:
    """Read two days of one month; each also stands for itself, should they part."""
    match = form.pattern.fullmatch(text)
    if match is None:
        return None
    low, high = match.span("tail")
    second = "D_2" if match["D_2"] else "D_3"
    at, end = match.start(second), high
    first_end = match.end("D")
    alone = text[: match.start("D")] + text[at:end] + text[high:]
    ends = [_parse(text[:low] + text[high:], day_first, pivot), _parse(alone, day_first, pivot)]
    left, right = ends
    if left is None or right is None or left.precision != "day" or right.precision != "day":
        return None
    read = readings(form, match, pivot, strict=True)
    if not read or first_end > low + 2:
        return None
    wrong = left.impossible or right.impossible or int(match["D"]) >= int(match[second])
    joint = text[low:at]
    return WrittenDate(
        text,
        form.name,
        (left.moments[0], right.moments[0]),
        impossible=wrong,
        day_first=bool(day_first),
        parts=(left, right),
        joints=(joint,),
        slots=read[0].slots,
    )


def _joined(text: str, day_first: bool | None, pivot: int) -> WrittenDate | None:
    for match in JOINT.finditer(text):
        left = _single(text[: match.start()], day_first, pivot)
        right = _parse(text[match.end() :], day_first, pivot) if left else None
        if left is None or right is None or right.impossible:
            continue
        more = right.parts if right.form == "joined" else (right,)
        joints = (match.group(), *(right.joints if right.form == "joined" else ()))
        parts = (left, *more)
        if len(parts) <= _MOST_PARTS and all(len(part.moments) == 1 for part in parts):
            moments = tuple(part.moments[0] for part in parts)
            first = any(part.day_first for part in parts)
            return WrittenDate(text, "joined", moments, day_first=first, parts=parts, joints=joints)
    return None


def _single(text: str, day_first: bool | None, pivot: int) -> WrittenDate | None:
    for form in FORMS:
        found = _read_form(form, text, day_first, pivot, strict=True)
        if found is not None and not found.impossible:
            return found
    return None


def _read_holiday(text: str, day_first: bool | None, pivot: int) -> WrittenDate | None:
    match = HOLIDAY.fullmatch(text)
    if match is None or plain_name(match["name"]) not in HOLIDAY_NAMES:
        return None
    year = int(match["Y"]) if match["Y"] else None
    slots: tuple[Slot, ...] = ()
    if match["y"]:
        year = int(match["y"]) + (2000 if int(match["y"]) < pivot else 1900)
        slots = (Slot(*match.span("y"), "y", ""),)
    day = holiday(match["name"], year if year is not None else assumed_year(1, 1, None))
    if day is None:
        return None
    moment = day_moment(day, said=year is not None)
    return WrittenDate(text, "holiday", (moment,), day_first=bool(day_first), slots=slots)
