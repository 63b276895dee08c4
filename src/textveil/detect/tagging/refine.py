"""Refining: gives a passage a more special label if words in or around it tell it.

A model is trained on corpora that say `NAME` and `ADDRESS` and no more. Whether a name is that of a
patient or of a carer, whether a place is a city or a country, is told here by titles, headings and
lists. A label that is special already is left alone.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from textveil.detect.rules.rule import words
from textveil.detect.tagging.clinical_reading import reads_as_clinical
from textveil.detect.tagging.manufacturers import with_manufacturers
from textveil.detect.tagging.misread_people import as_people
from textveil.detect.tagging.name_spans import whole_names
from textveil.detect.tagging.number_reading import told_numbers
from textveil.detect.tagging.thing_reading import without_things
from textveil.detect.tagging.time_reading import is_hour, says_no_day
from textveil.detect.tagging.whole_tokens import whole_tokens
from textveil.lexicon.dates.written_times import begins_with_time
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.phrases import phrases_at
from textveil.lexicon.tables.words import Kind, look_up
from textveil.values.span import Span, Spans

__all__ = ["refine"]

_AROUND: Final = 28
_WORD: Final = re.compile(r"[^\W\d_]+|[^\w\s]")
_INITIALS: Final = 3
_ZIP: Final = re.compile(r"^\d{5}(?:-\d{4})?$")
_STREET: Final = re.compile(r"^\d{1,40}\w?\s{1,20}\w")


class _Cues(NamedTuple):
    """Words in and around passages, in one language, as expressions."""

    carer_before: re.Pattern[str]
    carer_after: re.Pattern[str]
    carer_inside: re.Pattern[str]
    patient_before: re.Pattern[str]
    referred_before: re.Pattern[str]
    care_place: re.Pattern[str]
    language: str

    @classmethod
    def of(cls, language: str) -> "_Cues":
        def said(*roles: str) -> str:
            return words(language, *roles)

        return cls(
            re.compile(rf"\b{said('carer-word')}\b[^\w\n]{{0,20}}(?:\w{{1,60}}[^\w\n]{{1,20}})?$"),
            re.compile(rf"^[\s,]{{0,20}}{said('carer-credential')}\b"),
            re.compile(rf"^{said('carer-title')}\b\.?"),
            re.compile(
                rf"\b{said('patient-word')}\b[^\w\n]{{0,20}}(?:{said('patient-title')}\b\.?\s{{0,20}})?$"
            ),
            re.compile(
                rf"\b{said('referred-word')}\s{{1,20}}(?:{said('patient-title')}\b\.?\s{{0,20}})?$"
            ),
            re.compile(rf"\b{said('care-place')}\b"),
            language,
        )


_cues = cache(_Cues.of)


def refine(text: str, spans: Spans, language: str = ENGLISH) -> Spans:
    """Return the spans with special labels where they can be told.

    Examples
    --------
    >>> refine("Seen by Dr. Lee in Boston.", Spans([Span(12, 15, "NAME"), Span(19, 25, "ADDRESS")]))
    Spans(PROVIDER[12,15), CITY[19,25))
    """
    people = as_people(text, spans, language=language)
    things = without_things(text, whole_names(text, people, language=language), language)
    told = told_numbers(text, things, language).where(
        lambda span: (
            not (
                reads_as_clinical(text, span, language)
                or (span.label == "DATE" and says_no_day(text, span, language))
            )
        )
    )
    found = whole_tokens(text, told, language)
    refined = Spans(_refined(text, span, language) for span in found)
    return with_manufacturers(text, refined, language)


def _refined(text: str, span: Span, language: str) -> Span:
    judge = _JUDGES.get(span.label)
    label = judge(text, span, _cues(language)) if judge else span.label
    return span if label == span.label else replace(span, label=label)


def _name(text: str, span: Span, cues: _Cues) -> str:
    before = text[max(0, span.start - _AROUND) : span.start]
    after = text[span.end : span.end + _AROUND]
    inside = text[span.start : span.end]
    if _are_initials(inside):
        return "INITIALS"
    if cues.carer_inside.match(inside) or cues.carer_after.match(after):
        return "PROVIDER"
    if cues.referred_before.search(before):
        # "Thank you for referring Ms Cole" names no carer, though a referring physician is one.
        return "PATIENT"
    if cues.carer_before.search(before):
        return "PROVIDER"
    return "PATIENT" if cues.patient_before.search(before) else "NAME"


def _are_initials(inside: str) -> bool:
    """Tell whether these are two or three letters of one case that are no listed name."""
    if not 1 < len(inside) <= _INITIALS or not (inside.isupper() or inside.islower()):
        return False
    return inside.isalpha() and not any(look_up(inside)[:3])


def _address(text: str, span: Span, cues: _Cues) -> str:
    inside = text[span.start : span.end]
    parts = _WORD.findall(inside)
    if _ZIP.match(inside):
        return "ZIP"
    if not parts or any(character.isdecimal() for character in inside):
        return "STREET" if _STREET.match(inside) else "ADDRESS"
    entry = phrases_at(parts, 0, cues.language) if len(parts) > 1 else None
    kinds = Kind(look_up(parts[0], cues.language).kinds) if len(parts) == 1 else Kind(0)
    if entry is not None and entry[0] == len(parts):
        kinds = entry[1]
    for kind, label in _PLACES:
        if kinds & kind:
            return label
    return "ADDRESS"


_PLACES: Final = (
    (Kind.COUNTRY, "COUNTRY"),
    (Kind.STATE | Kind.STATE_CODE, "STATE"),
    (Kind.CITY | Kind.TOWN, "CITY"),
)


def _organization(text: str, span: Span, cues: _Cues) -> str:
    found = cues.care_place.search(text, span.start, span.end)
    return "HOSPITAL" if found else "ORGANIZATION"


def _date(text: str, span: Span, cues: _Cues) -> str:
    inside = text[span.start : span.end]
    timed = begins_with_time(inside, cues.language) or is_hour(text, span, cues.language)
    return "TIME" if timed else "DATE"


_JUDGES: Final[dict[str, Callable[[str, Span, _Cues], str]]] = {
    "NAME": _name,
    "ADDRESS": _address,
    "ORGANIZATION": _organization,
    "DATE": _date,
}
