"""Clinical reading: passages that a model marked, and that are measures or clinical terms.

The vocabulary is context and never a veto. A word that is also the name of people or of a place
(Foley, Bell, Norco) is a term only where something says so: a dose or an instrument beside it, an
article before it. Beside a title, a given name or a credential it is a person.
"""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from textveil.detect.rules.rule import words
from textveil.lexicon.clinical import ClinicalKind, clinical_kinds, clinical_term_at
from textveil.lexicon.facts import facts
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.measures import CHUNK, reads_as_measure
from textveil.lexicon.words import Kind, look_up
from textveil.values.label import family_of
from textveil.values.span import Span

__all__ = ["reads_as_clinical"]

_TIMES: Final = frozenset({"AGE", "DATE"})
_BORNE: Final = 2
"""Step of bearers (see `ListedWord`) from which a word counts as a name of people."""
_AROUND: Final = 48
_PLACES: Final = int(Kind.CITY | Kind.TOWN | Kind.STATE | Kind.COUNTRY)
_HEADS: Final = int(
    ClinicalKind.EPONYM_HEAD | ClinicalKind.DEVICE | ClinicalKind.PROCEDURE | ClinicalKind.TEST
)
_COMMON: Final = 4
"""A name that so many bear is one, whatever dose follows."""
_SHORT: Final = 4
"""Capitals up to here are a short form where other words have small letters."""
_LAST_WORD: Final = re.compile(r"([^\W\d_]+)\.?\s\Z")
_WORD_BEFORE: Final = re.compile(r"[^\W\d_]+-\Z")
_WORD_AFTER: Final = re.compile(r"-[^\W\d_]+")
_BESIDE: Final = 4
"""How many words behind an eponym its noun may stand: "Kelly and Kocher clamps"."""


class _Around(NamedTuple):
    """What stands right before or after a passage, in one language."""

    person_before: re.Pattern[str]
    person_after: re.Pattern[str]
    thing_before: re.Pattern[str]
    dose_after: re.Pattern[str]
    joining: frozenset[str]


@cache
def _around(language: str) -> _Around:
    titled = words(language, "title", "kin", "name-field", "carer-word", "patient-word")
    return _Around(
        re.compile(rf"\b{titled}\b[.:,\s]*\Z"),
        re.compile(rf"\A[\s,]*{words(language, 'credential', 'kin')}\b"),
        re.compile(rf"\b{words(language, 'before-thing')}\s+\Z"),
        re.compile(rf"\A[\s,]+\d+(?:[.,/-]\d+)*\s?-?(?:%|{words(language, 'dose', 'unit')}\b)"),
        facts(language).keys("joining", "list-joint", "function-word"),
    )


def reads_as_clinical(text: str, span: Span, language: str = ENGLISH) -> bool:
    """Tell whether a passage is a measure or a clinical term, and identifies nobody.

    Examples
    --------
    >>> text = "a Foley catheter, seen by Foley, 12 mg"
    >>> [reads_as_clinical(text, Span(*place)) for place in ((2, 7, "NAME"), (26, 31, "NAME"))]
    [True, False]
    """
    times = family_of(span.label) in _TIMES
    if reads_as_measure(text, span.start, span.end, temporal=times, language=language):
        return True
    return not times and _is_term(text, _with_rest(text, span), language)


def _with_rest(text: str, span: Span) -> Span:
    """Return the passage with the rest of its words, where a model stopped at a hyphen."""
    before = _WORD_BEFORE.search(text, max(0, span.start - _AROUND), span.start)
    after = _WORD_AFTER.match(text, span.end, span.end + _AROUND)
    low = before.start() if before else span.start
    return replace(span, start=low, end=after.end() if after else span.end)


def _is_term(text: str, span: Span, language: str) -> bool:
    """Tell whether all words of a passage are terms, and none of them a person's or a place's."""
    passage = text[span.start : span.end]
    chunks = CHUNK.findall(passage)
    kinds = clinical_kinds(chunks, language)
    small = _around(language).joining
    whole = all(kind or one.lower() in small for one, kind in zip(chunks, kinds, strict=True))
    if not whole or not any(kinds) or any(map(str.isdigit, passage)):
        return False
    if _is_person(text, span, chunks, language):
        return False
    around = text[max(0, span.start - _AROUND) : span.end + _AROUND]
    if not any(_is_name_too(chunk, around) for chunk in chunks):
        return True
    return _is_thing(text, span, chunks, language)


def _is_name_too(chunk: str, around: str) -> bool:
    """Tell whether people or places bear a word, as it is written there."""
    known = look_up(chunk)
    if chunk.islower() and known.kinds & Kind.WORD:
        return False
    if chunk.isupper() and len(chunk) <= _SHORT and any(map(str.islower, around)):
        return False
    return max(known[:3]) >= _BORNE or bool(known.kinds & _PLACES)


def _is_person(text: str, span: Span, chunks: list[str], language: str) -> bool:
    """Tell whether a title, a given name or a credential makes a passage a person."""
    around = _around(language)
    before = text[max(0, span.start - _AROUND) : span.start]
    if around.person_before.search(before):
        return True
    if around.person_after.match(text[span.end : span.end + _AROUND]):
        return True
    last = _LAST_WORD.search(before)
    named = [*([last[1]] if last else []), *chunks]
    return any(_is_given(one) and _is_surname(other) for one, other in pairwise(named))


def _is_given(word: str) -> bool:
    """Tell whether a word is a given name or an initial, written as such."""
    if not word[:1].isupper() or (word.isupper() and len(word) > 1):
        return False
    known = look_up(word)
    everyday = known.kinds & Kind.WORD and max(known[:2]) < _COMMON
    return len(word) == 1 or (max(known[:2]) >= _BORNE and not everyday)


def _is_surname(word: str) -> bool:
    return word[:1].isupper() and look_up(word).surname > 0


def _is_thing(text: str, span: Span, chunks: list[str], language: str) -> bool:
    """Tell whether what stands around a name makes it a drug, an instrument or a disease."""
    around = _around(language)
    if around.thing_before.search(text[max(0, span.start - _AROUND) : span.start]):
        return True
    rest = text[span.end : span.end + _AROUND]
    term = clinical_term_at(chunks, 0, language) or (0, 0)
    if len(chunks) > 1 and term[0] == len(chunks):
        return True
    rare = max(look_up(chunks[0])[:3]) < _COMMON
    if rare and term[1] & ClinicalKind.DRUG and around.dose_after.match(rest):
        return True
    behind = CHUNK.findall(rest.split("\n")[0])[:_BESIDE]
    for chunk, kind in zip(behind, clinical_kinds(behind, language), strict=True):
        named = chunk[0].isupper() and _is_name_too(chunk, rest)
        if kind & _HEADS and not named:
            return True
        if not named and chunk != "s" and chunk.lower() not in around.joining:
            return False
    return False
