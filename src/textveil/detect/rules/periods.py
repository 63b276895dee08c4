"""Years, decades, seasons, quarters, weeks, week days and holidays: dates without a day."""

import re
from typing import Final

from textveil.detect.rules.dated import Dated, Judge, Near, dated, near_words
from textveil.detect.rules.rule import GAP, Rule, goes_on, listed
from textveil.lexicon.dates.written_forms import templates, words_pattern
from textveil.lexicon.tables.facts import facts

__all__ = ["rules"]

_EARLIEST: Final = 1600
_MEASURED: Final = 60
"""How far before a number the test stands whose value it is."""
_SPAN: Final = r"<year>(?:[-/](?:<late-year>|[0-9]{2}))?"
_KIND: Final = rf"<kind>(?:{_SPAN}|'?[0-9]{{2}}(?:[-/][0-9]{{2}})?)"
_TIMES: Final = re.compile(rb" ?x ?[0-9]")
_NAMED: Final = re.compile(rb"'s?\b| [A-Z]")
_NUMBERED: Final = re.compile(rb"-[A-Z0-9]| [0-9]")


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules for dates that name no day of the calendar."""
    return (*_years(language), *_parts(language), *_names(language))


def _years(language: str) -> tuple[Rule, ...]:
    made = templates(language)
    span, staged = made.finder(_SPAN), made.finder(rf"<stage>{_SPAN}")
    cue = words_pattern(language, "time-preposition", "year-cue")
    word, joint = words_pattern(language, "year-word"), words_pattern(language, "range")
    lead = rf"(?i:{cue})(?:[ -]|{GAP})(?:(?i:{word}) )?\(?"
    listing = rf"(?:[,;] ?|\b(?:(?i:{joint})|&){GAP}(?:(?i:{cue}) )?)(?P<value>{span})\b"
    years = ("years", "iso-month", "year")
    return (
        dated(
            "date.year",
            _year,
            language,
            years,
            rf"\b(?:{lead}(?P<value>{span})|(?P<staged>{staged}))\b",
            "context:before",
        ),
        dated("date.year-listed", _listed_year, language, years, listing, "context:list"),
        dated(
            "date.year-pair",
            lambda it: 0.6 if _is_year(it) else 0.0,
            language,
            years[:2],
            veto=Near("page-cue", 8),
        ),
        dated(
            "date.year-brackets",
            lambda _: 0.5,
            language,
            years,
            r"\((?P<value>(?:19|20)[0-9]{2})\)",
            "form:brackets",
        ),
        dated(
            "date.year-kind",
            _kind_of_year,
            language,
            (*years, "short-year"),
            rf"\b(?P<value>{made.finder(_KIND)})\b",
            "form:year",
        ),
    )


def _parts(language: str) -> tuple[Rule, ...]:
    made = templates(language)
    long, short = (
        made.finder(f"<stage>?{one}") for one in ("[12][0-9]{2}0'?s", "(?:'?[1-9]0'?s|<@decade>)")
    )
    the = words_pattern(language, "article")
    decades = (
        rf"\b(?:(?i:{the}) )?(?P<long>{long})\b|\b(?i:{the}) (?P<short>{short})\b"
        r"|\B(?P<quoted>'[1-9]0s)\b"
    )
    parts = ("part", "part-first", "part-last", "part-words")
    weeks = ("iso-week-day", "iso-week", "week")
    return (
        dated("date.decade", _decade, language, pattern=decades, reason="form:decade"),
        dated("date.season", _season, language, ("season",), reason="form:season"),
        dated("date.quarter", _part, language, parts, reason="form:quarter"),
        dated("date.week", _late(0.75), language, weeks, reason="form:week"),
    )


def _names(language: str) -> tuple[Rule, ...]:
    made = templates(language)
    leading = ("time-preposition", "day-preposition")
    near, weekday = made.finder("(?:<@relative-to><gap>)"), made.finder("<@weekday>")
    behind = words_pattern(language, "day-part", "clock-cue", "weekday-end")
    cue = words_pattern(language, *leading, "weekday-cue")
    weekdays = (
        rf"\b(?:(?i:{cue}){GAP}(?P<value>{near}?{weekday})|(?P<near>{near}{weekday})"
        rf"|(?P<alone>{weekday}),?{GAP}(?i:{behind}))\b"
    )
    lead = words_pattern(language, *leading)
    staged = made.finder(r"(?:<near>|<stage>){1,2}(?:<@month>|<@month-cut>\b\.?)")
    months = rf"\b(?:(?i:{lead})(?:-|{GAP})(?P<value>{{}})|(?P<staged>{staged}))"
    return (
        dated("date.holiday", _holiday, language, ("holiday",), reason="list:holidays"),
        dated("date.weekday", _weekday, language, pattern=weekdays, reason="context:near"),
        dated("date.month", _month, language, ("month",), months, "context:before"),
    )


def _late(score: float) -> Judge:
    """Return a judge that accepts years of the last centuries."""
    return lambda it: score if (it.date.year or 0) >= _EARLIEST else 0.0


def _decade(it: Dated) -> float:
    """Accept a decade; "a pressure in the 60s" is a measure."""
    short = len(re.findall("[0-9]", it.text)) == 2
    if short and near_words(it.data, it.start, "test", _MEASURED, it.language):
        return 0.0
    return 0.6 if (it.date.year or 0) >= _EARLIEST else 0.0


def _weekday(it: Dated) -> float:
    return 0.55 if it.word("A")[:1].isupper() else 0.0


def _is_year(it: Dated) -> bool:
    """Tell whether digits are neither an amount nor part of a longer number."""
    if (it.date.year or 0) < _EARLIEST or goes_on(it.data, it.low, it.high):
        return False
    return not _TIMES.match(it.data, it.high) and not it.follows("counted", "[ -]?")


def _year(it: Dated) -> float:
    cue = it.data[it.start : it.low].decode("ascii").strip(" (-\n")
    weak = it.introduced and facts(it.language).is_a(cue.split()[0], "weak-cue")
    return (0.5 if weak else 0.65) if _is_year(it) else 0.0


def _listed_year(it: Dated) -> float:
    cue = words_pattern(it.language, "time-preposition", "year-cue", "stage")
    item = templates(it.language).finder(_SPAN)
    list_begins = listed(it.data, it.low, rf"(?:{cue})[ :\n(]{{1,2}}", item)
    return 0.5 if list_begins and _is_year(it) else 0.0


def _kind_of_year(it: Dated) -> float:
    """Accept "fiscal year 2013" and "FY13"; letters that stand for it are capitals."""
    kind = re.split(r"[ \n-]{0,20}'?[0-9]", it.text)[0]
    sure = facts(it.language).is_a(kind, "year-kind-sure")
    return 0.7 if sure and (len(kind) > 2 or kind.isupper()) else 0.0


def _season(it: Dated) -> float:
    """Accept a season with its year, or one that counts from now."""
    if it.says("Y", "y"):
        return 0.75
    first = facts(it.language).is_a(it.text.rpartition(" ")[0], "sure-relative")
    return 0.75 if first else 0.0


def _part(it: Dated) -> float:
    """Accept a part of a year; with a bare year of two digits it is a code in capitals."""
    if it.says("Y") or "'" in it.text:
        return 0.75
    coded = re.fullmatch("[QH][1-4][ /-][0-9]{2}|[1-4][QH][/-]?[0-9]{2}", it.text)
    return 0.75 if coded else 0.0


def _holiday(it: Dated) -> float:
    """Accept a holiday with its year; alone it must be written like a name."""
    if it.text[-1:].isdigit():
        return 0.85
    bare = facts(it.language).is_a(it.text, "holiday-bare")
    return 0.5 if it.text[:1].isupper() and not bare else 0.0


def _month(it: Dated) -> float:
    """Accept the month with a word before it such as last, early or late."""
    name, known = it.word("B"), facts(it.language)
    staged = not it.text.startswith(name)
    if not name[:1].isupper() or not (it.introduced or staged):
        return 0.0
    # Some months are also names of people.
    if known.is_a(name, "month-name-too") and _NAMED.match(it.data, it.high):
        return 0.0
    if _NUMBERED.match(it.data, it.high) or it.data[it.high : it.high + 1].isalnum():
        return 0.0
    sure = staged or it.data[it.start : it.start + 2].lower() == b"in"
    return 0.6 if sure else 0.5
