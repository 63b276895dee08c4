"""Calendar words beside moved dates: what would tell the shift is written in general terms.

"Christmas" beside a date that was moved by 54 days shows the 54 days, and so does "last summer",
a little less exactly. So holidays, seasons and events that name no year become "the holiday",
"last season", "the event". That something was a holiday is told by "the holiday", too, and few
offsets put a date on one: a date beside such a word becomes its year. Weekdays are safe where
offsets are whole weeks; elsewhere they move.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any, Final

from textveil.lexicon.calendar_words import CalendarWord, calendar_words, says_general
from textveil.lexicon.date_conventions import Conventions
from textveil.lexicon.facts import facts
from textveil.lexicon.sentences import sentence_numbers
from textveil.lexicon.written_ages import parse_age
from textveil.lexicon.written_date_moments import FINE
from textveil.lexicon.written_forms import words_pattern
from textveil.values.document import Document
from textveil.values.edit import Edit
from textveil.values.span import Span, Spans

__all__ = ["agreeing_ages", "coarse_dates", "generalised", "telling_words"]

_LABEL: Final = "DATE"
_SOURCE: Final = "calendar"
_SENTENCE_END: Final = re.compile(r"(?:\A|[.!?:\n])[\s\"'(]*\Z")
_LAST_WORD: Final = re.compile(r"([^\W\d_]+(?:['\u2019]s?)?)[\s-]*\Z")
_POSSESSIVE: Final = re.compile(r"['\u2019]s?\Z")
_CUE: Final = 24
"""How far before a date the word stands that makes it a birth."""
_AFTER: Final = 24


def telling_words(
    document: Document, spans: Spans, *, whole_weeks: bool, language: str
) -> Iterator[Span]:
    """Yield calendar words that no span covers, if dates of the document are moved."""
    if not any(span.label == _LABEL for span in spans):
        return
    for word in calendar_words(document.text, language=language):
        if word.sure and not (whole_weeks and word.kind == "weekday"):
            yield Span(word.start, word.end, _LABEL, source=_SOURCE)


def generalised(value: str, before: str, *, whole_weeks: bool, language: str) -> str | None:
    """Return what is written for a date that is a calendar word; None for any other date.

    Parameters
    ----------
    value
        The passage.
    before
        What stands before it.
    whole_weeks
        Whether offsets are whole weeks, so that weekdays stay.
    language
        Whose words are read and written.

    Examples
    --------
    >>> how = {"whole_weeks": True, "language": "en"}
    >>> [generalised(one, "fell on ", **how) for one in ("Christmas", "Sundays", "Easter 2014")]
    ['the holiday', 'Sundays', None]
    >>> generalised("last summer", "", **how), generalised("Leap day", "", **how)
    ('Last season', 'The special day')
    """
    found = list(calendar_words(value, language=language))
    if not found or any(word.kind != found[0].kind for word in found):
        return None
    digits = (at for at, character in enumerate(value) if character.isdecimal())
    if any(not any(word.start <= at < word.end for word in found) for at in digits):
        return None
    if found[0].kind == "weekday":
        return value if whole_weeks else None
    return _written(value, found, before, language)


def _written(value: str, found: Sequence[CalendarWord], before: str, language: str) -> str:
    known = facts(language)
    general = known.words(f"general-{found[0].kind}")
    if not general:
        return f"[{_LABEL}]"
    word, written = found[0], general[0]
    if word.start == 0 and not _has_article(before, language):
        written = f"{known.words('article')[0]} {written}"
    written = value[: word.start] + written + value[found[-1].end :]
    first = _SENTENCE_END.search(before) is not None
    return written[:1].upper() + written[1:] if first else written


def _has_article(before: str, language: str) -> bool:
    """Tell whether a word stands before a noun that leaves no room for an article."""
    last = _LAST_WORD.search(before)
    if last is None:
        return False
    roles = ("article", "no-article", "possessor", "relative-to", "stage")
    possessive = _POSSESSIVE.search(last[1]) is not None
    return possessive or facts(language).is_a(last[1], *roles)


def coarse_dates(
    document: Document, edits: Iterable[Edit], options: Mapping[str, Any], *, language: str
) -> list[Edit]:
    """Return the edits of a document; dates beside a general word become their years.

    A day, week or month that stands in one sentence or line with "the holiday" and the like
    becomes the year of the date that it was moved to, or a tag if it is written without a year.
    """
    every = list(edits)
    dates = [edit for edit in every if edit.label == _LABEL]
    places = [(edit.start, edit.end) for edit in dates]
    numbers = sentence_numbers(document.text, places, language=language)
    said = list(zip(numbers, dates, strict=True))
    general = {edit for edit in dates if says_general(edit.replacement, language=language)}
    told = {n for n, edit in said if edit in general}
    beside = {edit for n, edit in said if n in told} - general
    shown = options.get("conventions") or Conventions(None, language=language)
    return [_coarse(document, edit, shown) if edit in beside else edit for edit in every]


def _coarse(document: Document, edit: Edit, shown: Conventions) -> Edit:
    real, moved = (
        shown.read(text) for text in (document.text[edit.start : edit.end], edit.replacement)
    )
    if real is None or all(moment.precision not in FINE for moment in real.moments):
        return edit
    years = [moment.year for moment in moved.moments if moment.year] if moved else []
    if not years or len(years) < len(real.moments):
        return replace(edit, replacement=f"[{_LABEL}]")
    written = f"{years[0]}" if years[0] == years[-1] else f"{years[0]}-{years[-1]}"
    return replace(edit, replacement=written)


def agreeing_ages(
    document: Document, edits: Iterable[Edit], options: Mapping[str, Any], *, language: str
) -> list[Edit]:
    """Return the edits of a document; ages that no longer fit birth and visit are corrected.

    Birth and visit move together, but a year has 365 or 366 days: near a birthday a person may
    come to be a year older or younger. An age that was right on a day of the document, and is
    right on none of these days after the move, becomes the age of the first of them.
    """
    every = list(edits)
    shown = options.get("conventions") or Conventions(None, language=language)
    days = [moved for edit in every if (moved := _moved(document, edit, shown)) is not None]
    births = [moved for moved in days if _is_birth(document, moved[2], language)]
    if len({birth[:2] for birth in births}) != 1:
        return every
    visits = [(was, now) for was, now, edit in days if edit not in (b[2] for b in births)]
    return [_agreeing(document, edit, births[0], visits, language) for edit in every]


def _moved(document: Document, edit: Edit, shown: Conventions) -> tuple[date, date, Edit] | None:
    """Return the day that a passage names with its year, and the day that replaces it."""
    if edit.label != _LABEL:
        return None
    days = [_day(text, shown) for text in (document.text[edit.start : edit.end], edit.replacement)]
    return None if days[0] is None or days[1] is None else (days[0], days[1], edit)


def _day(text: str, shown: Conventions) -> date | None:
    read = shown.read(text)
    if read is None or read.impossible or len(read.moments) != 1:
        return None
    moment = read.moments[0]
    if moment.precision != "day" or not (moment.year and moment.month and moment.day):
        return None
    return date(moment.year, moment.month, moment.day)


def _is_birth(document: Document, edit: Edit, language: str) -> bool:
    before = document.text[max(0, edit.start - _CUE) : edit.start]
    return _birth(language).search(before) is not None


@cache
def _birth(language: str) -> re.Pattern[str]:
    words = words_pattern(language, "born", reading=True)
    return re.compile(rf"(?<!\w){words}\W*(?:\w{{1,3}}\W+)?\Z", re.IGNORECASE)


def _agreeing(
    document: Document,
    edit: Edit,
    birth: tuple[date, date, Edit],
    visits: Sequence[tuple[date, date]],
    language: str,
) -> Edit:
    real = document.text[edit.start : edit.end]
    if edit.label != "AGE" or edit.replacement != real:
        return edit
    after = document.text[edit.end : edit.end + _AFTER]
    age = parse_age(real, after, language)
    if age is None or age.unit != "year" or age.low != age.high:
        return edit
    now = [years(birth[1], later) for was, later in visits if years(birth[0], was) == age.low]
    if not now or age.low in now:
        return edit
    more = now[0] - age.low
    return replace(edit, replacement=age.changed(lambda number: number + more))


def years(birth: date, day: date) -> int:
    """Return the age in years on a day of somebody born on another.

    Examples
    --------
    >>> years(date(1956, 3, 1), date(2016, 2, 29)), years(date(1956, 3, 1), date(2016, 3, 1))
    (59, 60)
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
