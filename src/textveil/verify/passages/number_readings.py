"""Number readings: as what kind of thing digits are read where they stand.

The year 2024 is not ticket 2024, nor is `10:30` room 1030. The definition is on the page
`docs/methods/mask-and-verify.md`, section "What digits are read as".
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.tables.clinical import ClinicalKind
from textveil.lexicon.tables.languages import ENGLISH
from textveil.verify.readers.tables import clinical, facts

__all__ = ["AMOUNT", "KINDS_OF_DAYS", "kind_of_number"]

AMOUNT: Final = "amount"

KINDS_OF_DAYS: Final = ("date", "time", "longer", "row")
"""What the digits of a day or a time of day may be read as."""

_LONG: Final = 6
"""From so many digits on, a number stands for itself beside other digits too."""
_SURE: Final = 9
"""So many digits are hardly the same by chance, whatever stands between them."""
_AROUND: Final = 48
"""How far around digits their reading is looked for; no thing below is longer."""
_TOKEN: Final = re.compile(r"[^\W_]+")
_CODE: Final = re.compile(r"[^\W_]{1,60}(?:[-./:_\\][^\W_]{1,60})+")
_GROUPED: Final = re.compile(r"[ \u00a0]?[-.()'\u2019]{0,2}(?:[ \u00a0]|(?<=-)\n)?")
"""What parts a long number into groups; commas, strokes and lines stand between two numbers."""
_YEAR: Final = r"(?:1[89]|20|21)\d\d"
_DAY: Final = re.compile(
    rf"(?<![\d/.-])(?:{_YEAR}(?P<a>[-/.])(?P<m>\d{{1,2}})(?:(?P=a)(?P<d>\d{{1,2}}))?"
    rf"|(?P<p>\d{{1,2}})(?P<b>[-/.])(?P<q>\d{{1,2}})(?P=b)(?:{_YEAR}|\d\d))(?![\d/-]|\.\d)"
)
_STAMP: Final = re.compile(
    rf"(?<![^\W_]){_YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T?(?:\d{{4}}|\d{{6}})Z?(?![^\W_])"
)
"""Day and time of day without a mark, as programs write them."""
_TIME: Final = re.compile(
    r"(?<![\d:])(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?![\d:])"
)
_NUMBER: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:[. \u00a0']\d{3})+,\d+|\d+(?:[.,]\d+)?"
_AMOUNT: Final = re.compile(rf"(?<![\w.,])(?:{_NUMBER})(?![.,]?\d)")
_FINE: Final = re.compile(r"[.]\d{3,60}\Z")
"""More than hundredths: a telephone number may be written so."""
_WHOLE: Final = re.compile(r"\d+(?:[.,]0)?")
"""Programs write a whole number with one zero behind the point."""
_ADDRESS: Final = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![.]?\d)")
_RANGE: Final = re.compile(r"\d+(?:[.,]\d+)?(?:\s?[-/x\u2013\u00d7]\s?\d+(?:[.,]\d+)?){0,2}")
_BEHIND: Final = re.compile(r"\s?(\S{1,12})")
_BEFORE: Final = re.compile(r"(?<!\w)([A-Z]{3})\s?\Z")
_NAMED: Final = re.compile(r"(?<![^\W_])([^\W\d_]{2,40}|[^\W\d_]{1,8}/[^\W\d_]{1,8})\s?[:=]?\s?\Z")
"""What a number is of: one word right before it, or before a word that links both."""
_AT_MOST: Final = (8, 12)
"""Digits of a value that stands behind a test or drug, without strokes and with them."""
_FRACTIONS: Final = re.compile(r"\d{1,3}\.\d{1,2}(?:[/-]\d{1,3}(?:\.\d{1,2})?){1,2}|\d{3}/\d{3}")
"""Several values, the first with its fraction; a blood pressure."""
_PANEL: Final = re.compile(r"(?<![\w./-])\d{1,4}(?:\.\d+)?(?:/\d{1,4}(?:\.\d+)?){3,9}(?![\d/])")
"""Values of four tests or more, with strokes between them."""
_NEAR: Final = 80
"""Characters before a number that may say what it is."""
_RATE: Final = re.compile(r"(?<![^\W_])([^\W\d_]{1,8}/([^\W\d_]{1,8}))\s{1,20}\Z")
_SIGN: Final = re.compile(r"[$\u00a2-\u00a5\u20a0-\u20c0]")


class _Thing(NamedTuple):
    start: int
    end: int
    kind: str


def kind_of_number(text: str, start: int, end: int, *, language: str = ENGLISH) -> str:
    """Return as what the digits at a place are read; nothing if as a number of its own.

    Parameters
    ----------
    text, start, end
        The text, and where digits stand in it, with or without marks between them.
    language
        Whose names of months, units and currencies count.

    Examples
    --------
    >>> text = "Ticket 2024 of 2024-03-05 10:30, 2,024.00 USD; INV-2024-001, order no. 2024"
    >>> [kind_of_number(text, at.start(), at.end()) for at in re.finditer("2,?024", text)]
    ['', 'date', 'amount', 'longer', '']
    """
    low = max(0, start - _AROUND)
    near = text[low : end + _AROUND]
    start, end = start - low, end - low
    tokens = _TOKEN.findall(near[start:end])
    digits = sum(map(len, tokens))
    if _numbered(language).search(near, max(0, start - _AROUND), start):
        return ""
    beside = [one for one in _things(near, language) if one.start < end and start < one.end]
    for thing in beside:
        if thing.start <= start and end <= thing.end:
            return thing.kind
    if any(thing.start < start or end < thing.end for thing in beside):
        return "row"
    if digits < _LONG:
        return "longer" if _is_in_code(near, start, end) else ""
    joints = _TOKEN.split(near[start:end])[1:-1]
    parted = any(_GROUPED.fullmatch(joint) is None for joint in joints)
    return "row" if parted and digits < _SURE else ""


def _things(text: str, language: str) -> Iterator[_Thing]:
    """Yield what digits of a text are part of, the surest first."""
    for match in (*_STAMP.finditer(text), *_months(language).finditer(text)):
        yield _Thing(*match.span(), "date")
    for match in _DAY.finditer(text):
        if _can_be_day(match):
            yield _Thing(*match.span(), "date")
    for kind, pattern in (("time", _TIME), ("address", _ADDRESS)):
        yield from (_Thing(*match.span(), kind) for match in pattern.finditer(text))
    yield from (_Thing(*match.span(), AMOUNT) for match in _PANEL.finditer(text))
    for match in _RANGE.finditer(text):
        if _is_measured(text, *match.span(), language):
            yield _Thing(*match.span(), AMOUNT)
    for match in _AMOUNT.finditer(text):
        if not _WHOLE.fullmatch(match.group()):
            yield _Thing(*match.span(), "decimal" if _FINE.search(match.group()) else AMOUNT)


def _can_be_day(match: re.Match[str]) -> bool:
    numbers = [int(match[name]) for name in ("m", "d", "p", "q") if match[name]]
    return min(numbers) >= 1 and min(numbers) <= 12 and max(numbers) <= 31


def _is_measured(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether a unit or a currency stands beside numbers, or a test or drug before them."""
    if (
        _FRACTIONS.fullmatch(text, start, end)
        or text[end : end + 1] == "%"
        or _SIGN.match(text, max(0, start - 1), start)
    ):
        return True
    after, before = _BEHIND.match(text, end), _BEFORE.search(text, max(0, start - 4), start)
    known = facts(language)
    if before and known.is_a(before[1], "currency-code"):
        return True
    if _is_value(text, start, end, language):
        return True
    unit = after[1].rstrip(".,;:)") if after else ""
    coded = unit.isupper() and known.is_a(unit, "currency-code")
    return bool(_SIGN.match(unit)) or coded or (bool(unit) and known.is_a(unit, "unit", "currency"))


def _is_value(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether numbers stand behind a test or drug, or as a range behind the unit of a rate."""
    stroke = "/" in text[start:end]
    if sum(map(str.isdecimal, text[start:end])) > _AT_MOST[stroke]:
        return False
    near = max(0, start - _NEAR)
    of, rate = _NAMED.search(text, near, start), _RATE.search(text, near, start)
    valued = ClinicalKind.TEST | ClinicalKind.DRUG
    several = not text[start:end].isdecimal()
    if of and several and facts(language).is_a(of[1], "value-link", "value-state"):
        of = _NAMED.search(text, near, of.start())
    if of and len(of[1]) + stroke > 2 and clinical([of[1]], language)[0] & valued:
        return True
    units = rate.groups() if rate and "-" in text[start:end] else ()
    return any(facts(language).is_a(unit, "unit") for unit in units)


def _is_in_code(text: str, start: int, end: int) -> bool:
    """Tell whether other digits are joined to these by a mark: 555-2024, INV-2024-001."""
    return any(
        match.start() <= start
        and end <= match.end()
        and any(map(str.isdecimal, text[match.start() : start] + text[end : match.end()]))
        for match in _CODE.finditer(text)
    )


@cache
def _numbered(language: str) -> re.Pattern[str]:
    """Return a pattern for the sign or word for a number, right before one."""
    return re.compile(rf"(?i)(?:#|\b{facts(language).pattern('number-word')}[.:]?)\s?\Z")


@cache
def _months(language: str) -> re.Pattern[str]:
    """Return a pattern for a month in words with its day, its year or both."""
    known = facts(language)
    month = known.pattern("month", "month-short")
    day = rf"\d{{1,2}}(?:{known.pattern('ordinal-ending')}|\.)?"
    between = rf"[ ,./-]{{0,2}}(?:{known.pattern('date-of')}[ ])?"
    return re.compile(
        rf"(?i)(?<![^\W_])(?:{day}{between})?{month}\.?"
        rf"(?:{between}{day}(?!\d|:))?(?:{between}{_YEAR})?(?![^\W_])"
    )
