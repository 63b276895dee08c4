"""Shown days: the days with their years that stand in a text, found without a reader of dates.

It takes from the table of forms (`data/date_forms.tsv`) only the orders in which day, month and
year follow each other, and from the facts the words; it goes from word to word where readers match
patterns, so that a mistake in one of them shows in the other.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from itertools import pairwise, product
from typing import Final, NamedTuple

from textveil.lexicon.tables.languages import language_named
from textveil.verify.readers.read_dates import orders_of_fields
from textveil.verify.readers.tables import facts, fold, key_of

__all__ = ["shown_days"]

_BETWEEN: Final = re.compile(r"(?:[\s,.\u2019'`()/&-]|\Z){0,6}")
_NUMBERS: Final = re.compile(r"\s?[-/.]\s?")
_GOES_ON: Final = re.compile(r"\w|[/-][0-9]")
_GOES_ON_NUMBERS: Final = re.compile(r"[\w/-]")
_FIELDS: Final = "DWMBRFNY"
_ROLES: Final = (
    ("B", "month"),
    ("B", "month-short"),
    ("W", "ordinal"),
    ("F", "foreign-month"),
    ("R", "roman-month"),
)
_FILLERS: Final = (
    *("article", "date-of", "date-day", "foreign-of", "foreign-ordinal", "ordinal-ending", "range"),
    *("weekday", "weekday-short", "year-word"),
)
_PIVOT: Final = 30


class _Field(NamedTuple):
    """A word or number that may be a field of a date."""

    start: int
    end: int
    kinds: str
    value: int
    lettered: bool


@cache
def _token(language: str) -> re.Pattern[str]:
    """Match a number, the ending of an ordinal, an ordinal in words, or any other word."""
    known = facts(language)
    ordinal = known.pattern("ordinal").replace(r"\-", r"[\s-]?")
    ending = rf"(?<=[0-9]){known.pattern('ordinal-ending')}"
    return re.compile(rf"[0-9]+|{ending}|\b{ordinal}\b|[^\W\d_]+", re.IGNORECASE)


@cache
def _orders(language: str) -> frozenset[str]:
    """Return the orders of fields in the forms that name a day and its year."""
    found: set[str] = set()
    for fields in orders_of_fields(language):
        kinds = "".join(kind for kind in fields if kind in _FIELDS)
        kinds = re.sub(r"(.)\1+", r"\1" if "N" not in kinds else r"\1\1", kinds)
        if "Y" in kinds:
            found.update("".join(one) for one in product(*("DM" if k == "N" else k for k in kinds)))
    return frozenset(order for order in found if len(set(order)) == 3)


def shown_days(
    text: str, day_first: bool | None = None, short_years: bool = False, language: str = "en"
) -> Iterator[tuple[int, int, int]]:
    """Yield the days with a year in a text: start, end and ordinal.

    Parameters
    ----------
    text
        Where to look.
    day_first
        How numbers that fit both ways are read; None for what is usual in the language, or the day
        first between dots.
    short_years
        Whether years of two digits count; in a text they may be anything.
    language
        Whose words count.

    Examples
    --------
    >>> [date.fromordinal(day).isoformat() for *_, day in shown_days("May 3rd, 2016; 4.5.2016")]
    ['2016-05-03', '2016-05-04']
    """
    view = fold(text)
    run: list[_Field] = []
    reached = 0
    for field in _fields(view.text, short_years, language):
        if run and not _joined(view.text, run[-1].end, field.start, language):
            run = []
        run = [*run[-3:], field]
        for size in (4, 3):
            fields = run[-size:] if len(run) >= size else []
            if not fields or _goes_on(view.text, fields, reached, language):
                continue
            days = _days(view.text, fields, day_first, language)
            if days:
                start, end = view.locate(run[-size].start, field.end)
                yield from ((start, end, day) for day in days)
                run, reached = [], field.end
                break


def _fields(text: str, short_years: bool, language: str) -> Iterator[_Field]:
    known = _words(language)
    for match in _token(language).finditer(text):
        word = match.group()
        if word[0].isdecimal():
            kinds = {1: "DM", 2: "DMY" if short_years else "DM", 4: "Y"}.get(len(word), "")
            # A longer number parts fields, and what it says does not matter.
            value = int(word) if kinds else 0
            if kinds == "Y" and not 1000 <= value < 3000:
                continue
            yield _Field(*match.span(), kinds, value, False)
            continue
        kinds, value = known.get(key_of(word), ("", 0))
        if kinds:
            yield _Field(*match.span(), kinds, value, True)


@cache
def _words(language: str) -> dict[str, tuple[str, int]]:
    """Return what fields a word can be, and its number in the first of them."""
    known, found = facts(language), dict[str, tuple[str, int]]()
    for kind, role in _ROLES:
        for key in known.keyed(role):
            kinds, number = found.get(key, ("", 0))
            value = known.value(role, key)
            if value:
                found[key] = kinds + kind, number if kinds else int(value.split()[0])
    return found


def _joined(text: str, low: int, high: int, language: str) -> bool:
    """Tell whether only marks and small words stands between two fields."""
    between = " ".join(text[low:high].split())
    words = _token(language).findall(between)
    bare = _token(language).sub("", between)
    return (
        len(between) <= 24
        and _BETWEEN.fullmatch(bare) is not None
        and all(facts(language).is_a(word, *_FILLERS) for word in words)
    )


def _goes_on(text: str, fields: Sequence[_Field], reached: int, language: str) -> bool:
    """Tell whether fields are part of something longer; `reached` is the end of the last date."""
    after = _token(language).match(text, fields[-1].end)
    ordinal = after is not None and facts(language).is_a(after.group(), "ordinal-ending")
    end = after.end() if after is not None and ordinal else fields[-1].end
    before = text[max(reached, fields[0].start - 2) : fields[0].start][::-1]
    # Numbers beside a stroke may be part of a longer number. With the name of a month they are so
    # only if a number stands behind the stroke: "mid-January 1, 2000" and "2000-June" are dates.
    longer = _GOES_ON if any(field.lettered for field in fields) else _GOES_ON_NUMBERS
    return bool(longer.match(text, end) or longer.match(before))


def _days(text: str, fields: Sequence[_Field], day_first: bool | None, language: str) -> list[int]:
    """Return the day of three fields, or both days of four; none where they are no date."""
    if not any(field.lettered for field in fields) and not _one_mark(text, fields):
        return []
    two = [at for at, field in enumerate(fields) if "D" in field.kinds]
    if len(fields) == 4:
        if len(two) < 2 or two[1] != two[0] + 1:
            return []
        halves = ([f for at, f in enumerate(fields) if at != left_out] for left_out in two[:2])
        return [day for half in halves for day in _read(text, half, day_first, language)][::-1]
    return _read(text, fields, day_first, language)


def _one_mark(text: str, fields: Sequence[_Field]) -> bool:
    """Tell whether numbers are parted by one mark, the same each time."""
    marks = [text[a.end : b.start] for a, b in pairwise(fields)]
    return all(map(_NUMBERS.fullmatch, marks)) and len({mark.strip() for mark in marks}) == 1


def _read(text: str, fields: Sequence[_Field], day_first: bool | None, language: str) -> list[int]:
    found: dict[str, int] = {}
    for kinds in product(*(field.kinds for field in fields)):
        order = "".join(kinds)
        if order not in _orders(language):
            continue
        values = dict(zip(kinds, (field.value for field in fields), strict=True))
        month = next(values[kind] for kind in "MBRF" if kind in values)
        year = (
            values["Y"]
            if values["Y"] > 99
            else values["Y"] + (2000 if values["Y"] < _PIVOT else 1900)
        )
        try:
            found[order] = date(year, month, values.get("D") or values["W"]).toordinal()
        except (ValueError, KeyError):
            continue
    if day_first is None:
        day_first = language_named(language).day_first
    if day_first is None:
        day_first = "." in text[fields[0].end : fields[1].start]
    for order in ("DMY", "MDY") if day_first else ("MDY", "DMY"):
        if order in found:
            return [found[order]]
    return list(found.values())[:1]
