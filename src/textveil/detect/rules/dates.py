"""Calendar dates with a day, or with a month and its year, in `lexicon.dates.date_forms`."""

import re
from typing import Final

from textveil.detect.rules.dated import Dated, Near, dated, near_words, part_of_number
from textveil.detect.rules.rule import Rule, goes_on
from textveil.lexicon.dates.written_forms import words_pattern
from textveil.lexicon.tables.facts import facts

__all__ = ["rules"]

_CENTURIES: Final = range(1900, 2100)
_ENDS: Final = re.compile(rb"[.,;)]|\r?\n|\Z")
_GOES_ON: Final = re.compile(rb"[A-Za-z]| [0-9]| [A-Z]")


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules for dates in the words of a language."""
    leading = words_pattern(language, "time-preposition", "day-preposition")
    table = (
        ("month-first", _lettered, ("month-day", "month-days", "month-year")),
        ("day-first", _lettered, ("day-month", "days-month")),
        ("year-first", _year_first, ("iso",)),
        ("year-month-name", _year_and_month, ("year-month-day", "year-month")),
        ("numeric", _numeric, ("numeric",)),
        ("month-year", _month_and_year, ("numeric-month-year",)),
        ("day-words", _day_in_words, ("words-month", "month-words")),
        ("foreign-month", _foreign, ("foreign", "foreign-month", "dotted-foreign")),
        ("roman-month", _roman, ("roman",)),
        ("clock-year", lambda it: 0.95 if it.says("A") else 0.0, ("clock-year",)),
    )
    birth = Near("birth-cue", 14, 0.3)
    return (
        *(dated(f"date.{name}", judge, language, names) for name, judge, names in table),
        dated(
            "date.month-year-marks",
            lambda it: 0.0 if "/" in it.text else _digits(it),
            language,
            ("numeric-month-year",),
            before=Near("date-field", 10, 0.15, required=True),
        ),
        dated(
            "date.blanks",
            _digits,
            language,
            ("blanks", "blanks-iso"),
            before=birth._replace(required=True),
        ),
        dated(
            "date.day-alone",
            _day_alone,
            language,
            ("monthday",),
            rf"\b(?i:{leading}) (?P<value>{{}})\b",
            "context:before",
        ),
        dated(
            "date.compact",
            _digits,
            language,
            ("digits-iso",),
            before=birth,
            veto=Near("number-cue", 14),
        ),
        dated(
            "date.compact-born",
            lambda it: 0.0 if goes_on(it.data, it.low, it.high) else 0.5,
            language,
            ("digits", "digits-short-iso"),
            before=Near("born", 14, 0.3, required=True),
        ),
    )


def _lettered(it: Dated) -> float:
    # "March 4,500 men" and "May 3.5" go on.
    if part_of_number(it.data, it.low, it.high, b".,"):
        return 0.0
    # In small letters these are also words: "you may 2 ...", "they march 3 ...".
    month, year = it.word("B"), it.says("Y", "y")
    if month.islower() and facts(it.language).is_a(month, "everyday-month"):
        return 0.9 if year else 0.8 * it.says("O")
    return 0.9 if year and it.says("D") else 0.8


def _year_first(it: Dated) -> float:
    numbers, mark = re.findall("[0-9]+", it.text)[1:3], _mark(it)
    if mark == "." and part_of_number(it.data, it.low, it.high, b"."):
        return 0.0
    # Without leading zeros, dots and dashes part the numbers of versions and sections.
    return 0.95 if mark == "/" or all(len(number) == 2 for number in numbers) else 0.0


def _year_and_month(it: Dated) -> float:
    """Accept "2016 May 3", and "2016 May" where the month is written as a name and ends there."""
    if not it.says("D"):
        after = it.data[it.high : it.high + 2]
        if not it.word("B")[:1].isupper() or _GOES_ON.match(after):
            return 0.0
    return _lettered(it)


def _numeric(it: Dated) -> float:
    first, second = (it.text[slot.start : slot.end] for slot in it.date.slots if slot.kind in "DM")
    short = not it.says("Y")
    mark = _mark(it)
    if part_of_number(it.data, it.low, it.high, mark.encode("ascii")):
        return 0.0
    bare = mark == "." or (mark == "-" and not len(first) == len(second) == 2)
    if short and bare and not near_words(it.data, it.low, "date-field", 10, it.language):
        # A section, a version, or a row of numbers, unless a word says that it is a date.
        return 0.0
    return 0.75 if short else 0.9


def _mark(it: Dated) -> str:
    """Return what stands between the numbers of a date."""
    return next(sign for sign in re.sub(r"^[^0-9]*", "", it.text) if sign in "-/.")


def _month_and_year(it: Dated) -> float:
    whole = "/" in it.text and it.date.year in _CENTURIES
    return 0.0 if not whole or part_of_number(it.data, it.low, it.high, b"/.") else 0.7


def _day_in_words(it: Dated) -> float:
    """Accept a day in words before its month; after it only with an article or a year."""
    if it.date.form == "words-month" or it.says("Y"):
        return 0.8
    articles = facts(it.language).words("article")
    return 0.8 if any(f" {word} " in it.text.lower() for word in articles) else 0.0


def _foreign(it: Dated) -> float:
    return 0.85 if it.says("Y") else 0.0


def _roman(it: Dated) -> float:
    sure = it.word("R").isupper() and (it.date.year or 0) >= 1600
    return 0.85 if sure and not goes_on(it.data, it.low, it.high) else 0.0


def _digits(it: Dated) -> float:
    sure = it.date.year in _CENTURIES and not goes_on(it.data, it.low, it.high)
    return 0.5 if sure else 0.0


def _day_alone(it: Dated) -> float:
    """Accept "the 3rd" after "on", unless a floor or lumbar vertebra follows."""
    if it.text[:1].isdigit():
        return 0.0
    ends = _ENDS.match(it.data, it.high) or it.follows("after-day", " ")
    return 0.5 if ends else 0.0
