"""Manufacturers: organizations that a text names as the maker of a device or drug.

No law counts the maker of a stent among the identifiers of a patient, and what was implanted says
little without it. The same company may be somebody's employer, which identifies: so a name alone
never makes a manufacturer, the words around it do.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from textveil.detect.tagging.clinical_reading import is_person
from textveil.lexicon.numbers.measures import CHUNK
from textveil.lexicon.tables.clinical import ClinicalKind, clinical_kinds
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["LABEL", "with_manufacturers"]

LABEL: Final = "MANUFACTURER"
_GENERAL: Final = frozenset({"NAME", "ORGANIZATION"})
_THINGS: Final = int(ClinicalKind.DEVICE | ClinicalKind.DRUG)
_AROUND: Final = 64
_ENDED: Final = re.compile(r"[.;:!?]\s|\n")
_JOINED: Final = re.compile(r"[ -]")
_OPENED: Final = re.compile(r"\s\(\Z")


class _Words(NamedTuple):
    """What stands around a name, in one language."""

    things: frozenset[str]
    places: frozenset[str]
    employment: re.Pattern[str]
    ending: re.Pattern[str]


@cache
def _words(language: str) -> _Words:
    known = facts(language)
    return _Words(
        known.keys("thing-head"),
        known.keys("organization-word", "hospital-word", "care-place", "department"),
        re.compile(rf"(?i)\b{known.pattern('employment')}\b"),
        re.compile(rf"(?:[\s,]{{1,20}}{known.pattern('legal-form', 'maker-word')}\.?){{1,20}}\Z"),
    )


def with_manufacturers(text: str, spans: Spans, language: str = ENGLISH) -> Spans:
    """Return the spans; those of makers of devices and drugs have the label `MANUFACTURER`.

    A listed maker needs a device or drug in its sentence, any other organization one right behind
    it, or right before it and its bracket. A passage that was taken for a person must be listed and
    have the device right beside it, and nobody else in the text may bear the name. Where the
    sentence says that somebody works there, it is an employer.

    Examples
    --------
    >>> text = "A stent (Johnson & Johnson). He works for Johnson & Johnson."
    >>> marked = [Span(9, 26, "ORGANIZATION"), Span(42, 59, "ORGANIZATION")]
    >>> with_manufacturers(text, Spans(marked))
    Spans(MANUFACTURER[9,26), ORGANIZATION[42,59))
    """
    return Spans(
        replace(span, label=LABEL) if _is_maker(text, span, spans, language) else span
        for span in spans
    )


def _is_maker(text: str, span: Span, spans: Spans, language: str) -> bool:
    if span.label not in _GENERAL:
        return False
    before, after = _sentence(text, span)
    words = _words(language)
    if words.employment.search(before) or words.employment.search(after):
        return False
    shown = text[span.start : span.end]
    names = (shown, words.ending.sub("", shown))
    listed = any(facts(language).is_a(name, "manufacturer") for name in names)
    beside = _is_beside(before, after, language)
    if span.label == "NAME":
        return listed and beside and not _is_borne(text, span, spans, language)
    return beside or (listed and any(_things(f"{before} | {after}", language)))


def _sentence(text: str, span: Span) -> tuple[str, str]:
    """Return what stands before and after a passage in its sentence, in whole words."""
    low, high = max(0, span.start - _AROUND), min(len(text), span.end + _AROUND)
    while 0 < low < span.start and text[low - 1].isalnum():
        low += 1
    while span.end < high < len(text) and text[high].isalnum():
        high -= 1
    return _ENDED.split(text[low : span.start])[-1], _ENDED.split(text[span.end : high])[0]


def _things(text: str, language: str) -> Iterator[bool]:
    """Tell of each word whether it names a device or drug."""
    chunks = CHUNK.findall(text)
    heads = _words(language).things
    for chunk, kinds in zip(chunks, clinical_kinds(chunks, language), strict=True):
        yield bool(kinds & _THINGS) or chunk.lower() in heads


def _is_beside(before: str, after: str, language: str) -> bool:
    """Tell whether a device or drug stands right behind a name, or before its bracket."""
    if _JOINED.match(after):
        things = list(_things(after, language))
        chunks = CHUNK.findall(after)
        length = next((at for at, thing in enumerate(things) if not thing), len(things))
        # A catheter laboratory is a place, and has the name of one.
        placed = length < len(chunks) and chunks[length].lower() in _words(language).places
        if length and not placed:
            return True
    return bool(_OPENED.search(before)) and [False, *_things(before, language)][-1]


def _is_borne(text: str, span: Span, spans: Spans, language: str) -> bool:
    """Tell whether the name is that of a person here, or of one elsewhere in the text."""
    shown = text[span.start : span.end].casefold()
    others = (
        text[other.start : other.end].casefold()
        for other in spans
        if family_of(other.label) == "NAME" and other is not span
    )
    chunks = CHUNK.findall(text, span.start, span.end)
    return any(shown in other for other in others) or is_person(text, span, chunks, language)
