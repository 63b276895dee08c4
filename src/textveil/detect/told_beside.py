"""Told beside: passages that a model left, and that the words right beside them tell.

A model reads the eponym in "T. Hashimoto, 45F, Hashimoto thyroiditis" and overlooks the patient.
An initial before a surname, a relative's word before a given name, and the letter of a sex behind
the number after a name leave no doubt at their place. Nothing here takes a passage away.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from textveil.detect.name_spans import SOURCE
from textveil.lexicon.clinical import ClinicalKind, clinical_book, clinical_kinds, clinical_word
from textveil.lexicon.facts import facts
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.measures import CHUNK
from textveil.lexicon.words import Kind, look_up
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["told_beside"]

_SCORE: Final = 0.9
_SURNAME, _GIVEN = 2, 4
"""How many people bear a name (see `ListedWord`) before it is taken for one here."""
_AROUND: Final = 48
_OLDEST: Final = 119
_INITIALLED: Final = re.compile(
    r"(?<![\w.\u2019'/&-])(?P<initials>[A-Z]\.(?:[^\S\n]?[A-Z]\.)?)[^\S\n]?"
    r"(?P<name>[A-Z][^\W\d_A-Z]+(?:[-'\u2019][A-Z][^\W\d_A-Z]+)?)(?![\w'\u2019-])"
)
_LAST_WORD: Final = re.compile(r"(?<![\w-])([^\W\d_]{1,60})[^\S\n]{1,20}\Z")
_LAST_NAME: Final = re.compile(r"(?<=[a-z])[^\S\n](?P<name>[A-Z][a-z]{1,60})(?=[.,;)(\n]|\Z)")
"""A word with a capital that ends what is said."""
_LINE_START: Final = re.compile(r"(?:\A|\n)[^\w\n]{0,20}\Z")
_NEXT_WORD: Final = re.compile(r"[^\S\n]([^\W\d_]{1,60})")
_DIGITS: Final = re.compile(r"(?<![\w.,/-])\d{1,3}(?=[^\S\n]?[A-Z])")
_YEAR: Final = re.compile(
    r"(?<=\w)[^\S\n](?P<year>(?:19|20)\d\d)(?=[.,;)](?!\d)|\s{0,20}(?:\n|\Z))"
)
_TERM: Final = 4
_SHORT_DAY: Final = 3
"""Days of the week cut to so many letters are other words too: Sat, Sun."""
_LANDS: Final = int(Kind.STATE | Kind.COUNTRY)
_DONE: Final = int(ClinicalKind.PROCEDURE | ClinicalKind.DISEASE)
_NO_YEAR: Final = int(ClinicalKind.TEST | ClinicalKind.DRUG | ClinicalKind.DEVICE)


class _Words(NamedTuple):
    """What stands beside such passages, in one language."""

    patient: re.Pattern[str]
    """What stands before the age of a patient, if no name does."""
    age: re.Pattern[str]
    """An age with the letter of a sex."""
    weekday: re.Pattern[str]


@cache
def _words(language: str) -> _Words:
    known = facts(language)
    short = [day for day in known.words("weekday-short") if len(day) > _SHORT_DAY]
    return _Words(
        re.compile(
            rf"(?i)(?<!\w){known.pattern('patient-word', 'being')}[:\s]{{1,60}}(?:an?\s{{1,20}})?\Z"
        ),
        re.compile(
            rf"[^\S\n,:;(]{{0,200}}[,:;(]?[^\S\n]{{0,3}}(?P<age>\d{{1,3}})[^\S\n]?"
            rf"{known.pattern('sex-code')}(?![\w/.%+'\u2019-]{{0,60}}\w)"
        ),
        re.compile(rf"(?<![\w-])(?:{'|'.join(short) or '(?!)'})(?![\w-])"),
    )


def told_beside(text: str, spans: Spans, language: str = ENGLISH) -> Spans:
    """Return the passages that words beside them tell, and that no span touches.

    Examples
    --------
    >>> text = "By T. Hashimoto, 45F, Hashimoto thyroiditis, father Will."
    >>> told_beside(text, Spans())
    Spans(NAME[3,15), AGE[17,19), NAME[52,56))
    """
    names = Spans([*_initialled(text, language), *_relatives(text, language)])
    added = _apart(names, spans)
    added |= _apart(Spans(_ages(text, spans | added, language)), spans | added)
    days = Spans([*_years(text, language), *_weekdays(text, language)])
    return added | _apart(days, spans | added)


def _apart(found: Spans, spans: Spans) -> Spans:
    return found.subtract(spans).where(set(found).__contains__)


def _initialled(text: str, language: str) -> Iterator[Span]:
    """Yield surnames behind initials: "T. Hashimoto"; "Hepatitis C. Baker" is two sentences."""
    for found in _INITIALLED.finditer(text):
        before = text[max(0, found.start() - _AROUND) : found.start()]
        # The letter may be that of a list.
        listed = len(found["initials"]) == 2 and _LINE_START.search(before)
        last = _LAST_WORD.search(before)
        ends = last is not None and _is_clinical(last[1], language)
        if listed or ends or not _is_surname(found["name"], language):
            continue
        following = _NEXT_WORD.match(text, found.end())
        if following is None or not clinical_word(following[1], language):
            yield Span(*found.span(), "NAME", _SCORE, SOURCE)


def _is_clinical(word: str, language: str) -> bool:
    """Tell whether a letter behind a word may end its term: "vitamin K", but not "pt K. Bell"."""
    begins = any(clinical_book(language).first(word))
    return begins and not facts(language).is_a(word, "patient-word", "function-word", "doer-cue")


def _is_surname(word: str, language: str) -> bool:
    """Tell whether people bear a word that is no other; eponyms are names in the first place."""
    known = look_up(word, language)
    eponym = clinical_word(word, language) & ClinicalKind.EPONYM
    everyday = known.kinds & Kind.WORD and not eponym
    return known.surname >= _SURNAME and not everyday and not known.kinds & _LANDS


def _relatives(text: str, language: str) -> Iterator[Span]:
    """Yield given names behind a relative's word: "father Will."."""
    known = facts(language)
    for found in _LAST_NAME.finditer(text):
        before = _LAST_WORD.search(text, max(0, found.start("name") - _AROUND), found.start("name"))
        kin = before is not None and known.is_a(before[1], "kin")
        if kin and max(look_up(found["name"], language)[:2]) >= _GIVEN:
            yield Span(*found.span("name"), "NAME", _SCORE, SOURCE)


def _ages(text: str, spans: Spans, language: str) -> Iterator[Span]:
    """Yield the numbers with the letter of a sex behind a name or a word for a patient: "45F"."""
    words = _words(language)
    names = (span.end for span in spans if family_of(span.label) == "NAME")
    for place in (*names, *(found.start() for found in _DIGITS.finditer(text))):
        found = words.age.match(text, place)
        if found is None or not 0 < int(found["age"]) <= _OLDEST:
            continue
        named = found.start() < found.start("age")
        if named or words.patient.search(text, max(0, place - _AROUND), place):
            yield Span(*found.span("age"), "AGE", _SCORE, SOURCE)


def _weekdays(text: str, language: str) -> Iterator[Span]:
    """Yield days of the week that are cut short, but not to three letters: "Thurs."."""
    for found in _words(language).weekday.finditer(text):
        yield Span(*found.span(), "DATE", _SCORE, SOURCE)


def _years(text: str, language: str) -> Iterator[Span]:
    """Yield the years behind what was done or found, where the clause ends: "CABG 2011,"."""
    for found in _YEAR.finditer(text):
        before = CHUNK.findall(text, max(0, found.start() - _AROUND), found.start())[-_TERM:]
        last = [0, *clinical_kinds(before, language)][-1]
        if last & _DONE and not last & _NO_YEAR:
            yield Span(*found.span("year"), "DATE", _SCORE, SOURCE)
