"""Written dates: reads their meaning and form, and writes other dates in the same form.

A date is read by the first form of the table that fits (`date_forms`), into one or two moments
(`written_date_moments`) and slots (`date_fields`). Numbers in an order that could be either are
read as the weekday beside them asks; else, unless told otherwise, with the day first between dots
and with the month first between other marks. What no form fits is not read; what fits a form but
not the calendar (31 February) is read as impossible, and left to the caller.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date as Day  # noqa: N812 - written dates are called dates here
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.dates.date_fields import PIVOT, DateReading, readings
from textveil.lexicon.dates.date_forms import JOINT, Form, forms
from textveil.lexicon.dates.holidays import holiday
from textveil.lexicon.dates.written_date import WrittenDate, day_moment
from textveil.lexicon.dates.written_date_moments import Moment, assumed_year
from textveil.lexicon.dates.written_forms import templates
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.languages import language_named

__all__ = ["PIVOT", "WrittenDate", "parse", "parse_like", "read_as"]

_LONGEST: Final = 120
_MOST_PARTS: Final = 6
_FRAMED: Final = (
    r"(?P<lead>(?:<@time-preposition,day-preposition,about,year-word><gap>)?)(?P<rest>.*?)"
    r"(?P<trail>[,.;:]?)"
)


class _How(NamedTuple):
    """How dates are read."""

    day_first: bool | None
    pivot: int
    language: str


def parse(
    text: str, day_first: bool | None = None, pivot: int = PIVOT, language: str = "en"
) -> WrittenDate | None:
    """Read a written date; None if no form fits.

    Parameters
    ----------
    text
        The passage and nothing around it.
    day_first
        How to read numbers that fit both ways; None for what is usual in the language. If both
        ways are, the day comes first between dots, as nearly all who write dots do, and the month
        elsewhere.
    pivot
        Two-digit years below it are 20xx, others 19xx.
    language
        Whose words the date may have.

    Examples
    --------
    >>> parse("05/03/2016").moments[0][:4], parse("05.03.2016").moments[0][:4]
    (('day', 2016, 5, 3), ('day', 2016, 3, 5))
    >>> parse("05/03/2016", day_first=True).shifted(10)
    '15/03/2016'
    >>> parse("31 Feb 2016").impossible, parse("soon")
    (True, None)
    """
    if not 0 < len(text) <= _LONGEST:
        return None
    how = _How(day_first, pivot, language)
    found = _parse(text, how)
    if found is None and not text.isascii():
        # With full-width digits, invisible characters and the like it is read as a person would.
        plain = _parse(fold(text).text, how)
        found = plain and _around(plain, text, "folded", ("", ""))
    return found


def parse_like(text: str, like: WrittenDate, pivot: int = PIVOT) -> WrittenDate | None:
    """Read a date that can be read in several ways like another date.

    Examples
    --------
    >>> parse_like("10/01/2016", parse("25/12/2015")).moments[0][:4]
    ('day', 2016, 1, 10)
    """
    how = _How(like.day_first, pivot, like.language)
    form = forms(like.language).get(like.form)
    if form is not None and not like.parts:
        found = _read_form(form, text, how, strict=False)
        if found is not None and not found.impossible:
            return found
    return parse(text, *how)


def read_as(text: str, names: tuple[str, ...], language: str = "en") -> WrittenDate | None:
    """Read a date in one of some forms; None if none fits, or the calendar lacks the day.

    Examples
    --------
    >>> read_as("2016-05-03", ("iso",)).form, read_as("2016-05/03", ("iso",))
    ('iso', None)
    """
    how, table = _How(None, PIVOT, language), forms(language)
    attempts = (_read(table[name], text, how) for name in names)
    # A holiday of another calendar is read, though nobody can move it.
    kept = (one for one in attempts if one and (one.form == "holiday" or not one.impossible))
    return next(kept, None)


@lru_cache(maxsize=8192)
def _parse(text: str, how: _How) -> WrittenDate | None:
    impossible = None
    for found in _attempts(text, how):
        if not found.impossible:
            return found
        impossible = impossible or found
    return impossible


def _attempts(text: str, how: _How) -> Iterator[WrittenDate]:
    whole = False
    for form in forms(how.language).values():
        found = _read(form, text, how)
        if found is not None:
            whole = whole or not form.pair
            yield found
    # "2016-13-01" is a date that does not exist, rather than a year and a day in January.
    for reader in () if whole else (_joined, _framed):
        found = reader(text, how)
        if found is not None:
            yield found


def _read(form: Form, text: str, how: _How) -> WrittenDate | None:
    return _pair(form, text, how) if form.pair else _read_form(form, text, how, strict=True)


def _read_form(form: Form, text: str, how: _How, strict: bool) -> WrittenDate | None:
    match = form.reader.fullmatch(text)
    if match is None:
        return None
    if form.name == "holiday":
        return _holiday(match, how)
    read: list[DateReading] = readings(form, match, how.pivot, strict, how.language)
    if not read:
        return None
    possible = [one for one in read if not one.impossible]
    possible = [one for one in possible if _weekday_fits(one.moments[0])] or possible
    usual = language_named(how.language).day_first if how.day_first is None else how.day_first
    wanted = _between_dots(match) if usual is None else usual
    preferred = [one for one in possible if one.day_first == wanted]
    chosen = (preferred or possible or read)[0]
    return WrittenDate(
        text,
        form.name,
        chosen.moments,
        impossible=chosen.impossible,
        day_first=chosen.day_first if len(read) > 1 else bool(how.day_first),
        ambiguous=len(possible) > 1 and possible[0].moments != possible[1].moments,
        slots=chosen.slots,
        language=how.language,
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


def _pair(form: Form, text: str, how: _How) -> WrittenDate | None:
    """Read two days of one month; each also stands for itself, should they part."""
    match = form.reader.fullmatch(text)
    if match is None:
        return None
    low, high = match.span("tail")
    at = match.start("D_2")
    alone = text[: match.start("D")] + text[at:]
    left, right = _parse(text[:low] + text[high:], how), _parse(alone, how)
    if left is None or right is None or left.precision != "day" or right.precision != "day":
        return None
    [read] = readings(form, match, how.pivot, strict=True, language=how.language)
    return WrittenDate(
        text,
        form.name,
        (left.moments[0], right.moments[0]),
        impossible=left.impossible or right.impossible or int(match["D"]) >= int(match["D_2"]),
        day_first=bool(how.day_first),
        parts=(left, right),
        joints=(match["joint"],),
        slots=read.slots,
        language=how.language,
    )


def _holiday(match: re.Match[str], how: _How) -> WrittenDate:
    """Read a holiday; those of other calendars have no day that could be moved."""
    year = int(match["Y"]) if match["Y"] else None
    if match["y"]:
        year = int(match["y"]) + (2000 if int(match["y"]) < how.pivot else 1900)
    day = holiday(match["H"], assumed_year(1, 1, year), how.language)
    moment = day_moment(day, said=year is not None) if day else Moment("day", year)
    first = bool(how.day_first)
    text, short = match.string, match["y"] is not None
    return WrittenDate(
        *(text, "holiday", (moment,), day is None, first),
        short_holiday=short,
        language=how.language,
    )


@cache
def _pattern(template: str, language: str) -> re.Pattern[str]:
    return re.compile(templates(language).reader(template).pattern, re.IGNORECASE | re.DOTALL)


def _joined(text: str, how: _How) -> WrittenDate | None:
    """Read several whole dates with something between them."""
    # The longest first date: the comma of "May 31, 2016-June 1, 2016" stands inside one.
    for match in reversed([*_pattern(JOINT, how.language).finditer(text)]):
        left = _single(text[: match.start()], how)
        right = _parse(text[match.end() :], how) if left else None
        if left is None or right is None or right.impossible:
            continue
        more = right.parts if right.form == "joined" else (right,)
        joints = (match.group(), *(right.joints if right.form == "joined" else ()))
        parts = (left, *more)
        if len(parts) <= _MOST_PARTS and all(len(part.moments) == 1 for part in parts):
            return WrittenDate(
                text,
                "joined",
                tuple(part.moments[0] for part in parts),
                day_first=any(part.day_first for part in parts),
                ambiguous=any(part.ambiguous for part in parts),
                parts=parts,
                joints=joints,
                language=how.language,
            )
    return None


def _single(text: str, how: _How) -> WrittenDate | None:
    for form in forms(how.language).values():
        found = None if form.pair else _read_form(form, text, how, strict=True)
        if found is not None and not found.impossible:
            return found
    return None


def _framed(text: str, how: _How) -> WrittenDate | None:
    """Read a date with a word that leads up to it, or a mark after it."""
    match = _pattern(_FRAMED, how.language).fullmatch(text)
    if match is None or not match["rest"] or match["rest"] == text:
        return None
    inner = _parse(match["rest"], how)
    return inner and _around(inner, text, "framed", (match["lead"], match["trail"]))


def _around(inner: WrittenDate, text: str, form: str, joints: tuple[str, ...]) -> WrittenDate:
    return replace(inner, text=text, form=form, parts=(inner,), joints=joints, slots=())
