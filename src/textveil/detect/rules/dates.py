"""Calendar dates in the forms in which they are commonly written, with a year or a month's name."""

import re
from calendar import isleap
from functools import lru_cache

from textveil.detect.rules.rule import GAP, Hit, Rule

__all__ = ["MONTH", "YEAR", "part_of_number", "possible", "rules"]

_MONTHS = {
    name: number
    for number, name in enumerate(b"jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}
MONTH = (
    r"(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WEEKDAY = (
    r"(?:(?i:mon|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri|sat(?:urday)?|sun"
    rf"|(?:mon|fri|sun)day)(?:\.,?|,)?{GAP})?"
)
_ORDINAL = r"(?i:st|nd|rd|th)?"
_DAY = rf"[0-9]{{1,2}}{_ORDINAL}"
_DAYS = rf"{_DAY}(?:(?: ?- ?| ?/ ?| ?& ?| (?i:and|to|or) ){_DAY})?"
YEAR = r"(?:1[0-9]|20)[0-9]{2}"
_STAGE = r"(?:(?i:early|late|mid|middle of|(?:the )?(?:beginning|start|end) of)(?:[ -](?i:in )?))?"
_WORD = re.compile(rb"[0-9]+|[A-Za-z]+")
_CENTURY = 2000
_DIGITS = b"0123456789"
_DAYS_IN = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ORDINALS = frozenset({b"st", b"nd", b"rd", b"th"})
_ALSO_WORDS = frozenset({b"may", b"march", b"mar", b"dec"})
_SHORT_YEAR = re.compile(rb"(?:'|[A-Za-z][-/.]?)[0-9]{2}\Z")


def possible(day: int, month: int, year: int | None = None) -> bool:
    """Tell whether the calendar has this day; without a year, whether any year has it.

    Examples
    --------
    >>> possible(29, 2), possible(29, 2, 2015), possible(31, 4)
    (True, False, False)
    """
    if not 1 <= month <= 12 or not 1 <= day <= _DAYS_IN[month]:
        return False
    return month != 2 or day < 29 or year is None or isleap(year)


def _full(year: bytes) -> int:
    # A two-digit year only matters for 29 February; the century does not change the leap years.
    return int(year) if len(year) == 4 else _CENTURY + int(year)


@lru_cache(maxsize=8192)
def _written(value: bytes) -> float:
    """Score a date with the month in letters, 0 where the calendar has no such day."""
    month, year, name, ordinal = 0, b"", b"", False
    days: list[bytes] = []
    for word in _WORD.findall(value):
        if word.isdigit():
            if len(word) == 4:
                year = word
            else:
                days.append(word)
        elif word[:3].lower() in _MONTHS:
            name, month = word, _MONTHS[word[:3].lower()]
        elif word.lower() in _ORDINALS:
            ordinal = True
    # Two digits after an apostrophe, or last in a date that begins with its day, are a year.
    if not year and (len(days) > 1 or b"'" in value) and _SHORT_YEAR.search(value):
        year = days.pop()
    full = _full(year) if year else None
    for day in days:
        if not possible(int(day), month, full):
            return 0.0
    # In small letters these are also words: "you may 2 ...", "they march 3 ...".
    if name in _ALSO_WORDS and not (year or ordinal):
        return 0.0
    return 0.9 if days and year else 0.8


_REASONS = {score: (("calendar", score),) for score in (0.8, 0.9)}


def part_of_number(data: bytes, start: int, end: int, marks: bytes) -> bool:
    """Tell whether digits go on across one of the marks, or an amount of money begins before.

    Other marks may stand between two dates: "3 May-5 June", "05/2016-06/2016".
    """
    if start and data[start - 1] in b"$":
        return True
    if start > 1 and data[start - 1] in marks and data[start - 2] in _DIGITS:
        return True
    return end + 1 < len(data) and data[end] in marks and data[end + 1] in _DIGITS


def _lettered(data: bytes, start: int, end: int) -> Hit | None:
    # "March 4,500 men" and "May 3.5" go on.
    if part_of_number(data, start, end, b".,"):
        return None
    score = _written(data[start:end])
    return Hit(start, end, score, _REASONS[score]) if score else None


def _year_and_month(data: bytes, start: int, end: int) -> Hit | None:
    """Accept "2016 May 3", and "2016 May" where the month is written as a name and ends there."""
    if not chr(data[end - 1]).isdigit():
        name = data[start + 5 : end]
        if not name[:1].isupper() or re.match(rb"[A-Za-z]| [0-9]| [A-Z]", data[end : end + 2]):
            return None
    return _lettered(data, start, end)


def _year_first(data: bytes, start: int, end: int) -> Hit | None:
    value = data[start:end]
    numbers = re.findall(rb"[0-9]+", value[:10])
    marks = value[4:5] + value[5 + len(numbers[1]) : 6 + len(numbers[1])]
    if marks[0] != marks[1] or (marks == b".." and part_of_number(data, start, end, b".")):
        return None
    # Without leading zeros, dots and dashes part the numbers of versions and sections.
    if marks != b"//" and any(len(number) == 1 for number in numbers[1:3]):
        return None
    year, month, day = (int(number) for number in numbers[:3])
    return Hit(start, end, 0.95, (("calendar", 0.95),)) if possible(day, month, year) else None


_DATED = re.compile(
    rb"(?i)\b(?:dob|born|birth|date|dated|since|until|on|exp|eff|expires|effective|admitted"
    rb"|discharged|seen|collected|received|drawn)[.:]{0,2}[ \t]{1,4}$"
)


def _numeric(data: bytes, start: int, end: int) -> Hit | None:
    value = data[start:end]
    first, second, year = re.findall(rb"[0-9]+", value)
    marks = b"".join(re.findall(rb"[-/.]", value))
    if marks[0] != marks[1] or part_of_number(data, start, end, marks):
        return None
    padded = len(first) == len(second) == 2
    bare = marks == b".." or (marks == b"--" and not padded)
    if len(year) == 2 and bare and not _DATED.search(data, max(0, start - 16), start):
        # A section, a version, or a row of numbers, unless a word says that it is a date.
        return None
    a, b, full = int(first), int(second), _full(year)
    if not (possible(a, b, full) or possible(b, a, full)):
        return None
    score = 0.9 if len(year) == 4 else 0.75
    return Hit(start, end, score, (("calendar", score),))


def _month_and_year(data: bytes, start: int, end: int) -> Hit | None:
    if part_of_number(data, start, end, b"/."):
        return None
    return Hit(start, end, 0.7, (("calendar", 0.7),))


_RULES = (
    Rule(
        id="date.month-first",
        label="DATE",
        pattern=rf"\b(?:{_WEEKDAY}|{_STAGE}){MONTH}"
        rf"(?:(?:{GAP}(?:(?i:the){GAP})?|[-/.]){_DAYS}(?:(?:,?{GAP}(?:(?i:of|in){GAP})?|"
        rf"[,/.-])'?{YEAR})?"
        rf"|(?:,?{GAP}|[-/.])?(?:(?i:of){GAP})?{YEAR}(?:-[0-9]{{2}})?|{GAP}?'[0-9]{{2}})\b",
        check=_lettered,
    ),
    Rule(
        id="date.day-first",
        label="DATE",
        pattern=rf"\b{_WEEKDAY}(?:(?i:the){GAP})?{_DAYS}"
        rf"(?:{GAP}(?:(?i:day){GAP})?(?:(?i:of){GAP})?|[-/.]{{0,2}})"
        rf"{MONTH}(?:(?:,?{GAP}|[-/.,])?'?{YEAR}|[-/.]?[0-9]{{2}}|{GAP}?'[0-9]{{2}})?\b",
        check=_lettered,
    ),
    Rule(
        id="date.year-first",
        label="DATE",
        pattern=rf"\b{YEAR}[-/.][0-9]{{1,2}}[-/.][0-9]{{1,2}}"
        r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?"
        r"(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?\b",
        check=_year_first,
    ),
    Rule(
        id="date.year-month-name",
        label="DATE",
        pattern=rf"\b{YEAR}(?:,? {MONTH} |-{MONTH}-|/{MONTH}/|{MONTH})[0-9]{{1,2}}\b"
        rf"|\b{YEAR}[ -]{MONTH}",
        check=_year_and_month,
    ),
    Rule(
        id="date.numeric",
        label="DATE",
        pattern=rf"\b[0-9]{{1,2}} ?[-/.] ?[0-9]{{1,2}} ?[-/.] ?(?:{YEAR}|'?[0-9]{{2}})\b",
        check=_numeric,
    ),
    Rule(
        id="date.month-year",
        label="DATE",
        pattern=r"\b(?:0?[1-9]|1[0-2])/(?:19|20)[0-9]{2}\b",
        check=_month_and_year,
    ),
)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - the shape of all modules of rules
    """Return the rules of a language."""
    return _RULES
