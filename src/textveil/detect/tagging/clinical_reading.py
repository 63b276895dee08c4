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
from textveil.lexicon.numbers.measures import CHUNK, reads_as_measure
from textveil.lexicon.tables.clinical import (
    ClinicalKind,
    clinical_kinds,
    clinical_term_at,
    clinical_word,
)
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, look_up
from textveil.values.label import family_of
from textveil.values.span import Span

__all__ = [
    "is_among_terms",
    "is_given",
    "is_name_too",
    "is_person",
    "is_sized",
    "reads_as_clinical",
]

_TIMES: Final = frozenset({"AGE", "DATE"})
_NAMES: Final = frozenset({"ADDRESS", "NAME", "ORGANIZATION", "OTHER-ID", "USERNAME"})
_GUESSED: Final = _TIMES | _NAMES | {"DEMOGRAPHIC", "OTHER", "PHONE", "PROFESSION", "QUANTITY"}
"""Families that a model gives by the words around; the others have a form of their own."""
_TELLING: Final = ~int(ClinicalKind.UNIT | ClinicalKind.EPONYM | ClinicalKind.EPONYM_HEAD)
_NEAR: Final = _TELLING | int(ClinicalKind.EPONYM_HEAD)
_ILLNESS: Final = int(ClinicalKind.DISEASE | ClinicalKind.FINDING)
_THINGS: Final = int(ClinicalKind.DRUG | ClinicalKind.DEVICE)
_BORNE: Final = 2
"""Step of bearers (see `ListedWord`) from which a word counts as a name of people."""
_AROUND: Final = 64
_AMONG: Final = 200
"""So far from a passage other terms may stand that make a text clinical."""
_PLACES: Final = int(Kind.CITY | Kind.TOWN | Kind.STATE | Kind.COUNTRY)
_CALLED_AFTER: Final = int(ClinicalKind.EPONYM | ClinicalKind.DEVICE)
_HEADS: Final = int(
    ClinicalKind.EPONYM_HEAD | ClinicalKind.DEVICE | ClinicalKind.PROCEDURE | ClinicalKind.TEST
)
_COMMON: Final = 4
"""A name that so many bear is one, whatever dose follows."""
_SHORT: Final = 4
"""Capitals up to here are a short form where other words have small letters."""
_LISTED: Final = int(ClinicalKind.DRUG | ClinicalKind.DISEASE | ClinicalKind.FINDING)
_NUMBER_AFTER: Final = re.compile(r"\A[\s,]+\d+(?:[.,/-]\d+)*")
_SENTENCE_END: Final = re.compile(r"(?<!\b[A-Z][a-z])[.;:!?](?=\s)|\n")
"""Where a sentence ends; the full stop of "St. Jude" ends none."""
_LAST_WORD: Final = re.compile(r"([^\W\d_]{1,60})(\.?)\s\Z")
_WORD_BEFORE: Final = re.compile(r"[^\W\d_]{1,60}-\Z")
_WORD_AFTER: Final = re.compile(r"-[^\W\d_]+")
_REST: Final = 3
"""How many words of a term may stand before what a model marked of it."""
_BESIDE: Final = 4
"""How many words behind an eponym its noun may stand: "Kelly and Kocher clamps"."""


class _Around(NamedTuple):
    """What stands right before or after a passage, in one language."""

    person_before: re.Pattern[str]
    person_after: re.Pattern[str]
    thing_before: re.Pattern[str]
    item_before: re.Pattern[str]
    item_after: re.Pattern[str]
    joining: frozenset[str]
    things: frozenset[str]


@cache
def _around(language: str) -> _Around:
    titled = words(
        language,
        "title",
        "kin",
        "name-field",
        "carer-word",
        "patient-word",
        "credential",
        "doer-cue",
    )
    joint = words(language, "list-joint")
    return _Around(
        re.compile(rf"(?:\b{titled}\b[.:,\s]{{0,60}}|/)\Z"),
        re.compile(rf"\A[\s,]*{words(language, 'credential', 'kin')}\b"),
        re.compile(rf"\b{words(language, 'before-thing')}\s{{1,20}}\Z"),
        re.compile(rf"([^\W\d_]{{1,60}}),\s(?:{joint}\s)?\Z"),
        re.compile(rf"\A,\s(?:{joint}\s)?([^\W\d_]+)"),
        facts(language).keys("joining", "list-joint", "function-word"),
        facts(language).keys("thing-head"),
    )


def reads_as_clinical(text: str, span: Span, language: str = ENGLISH) -> bool:
    """Tell whether a passage is a measure or a clinical term, and identifies nobody.

    Examples
    --------
    >>> text = "a Foley catheter, seen by Foley, 12 mg"
    >>> [reads_as_clinical(text, Span(*place)) for place in ((2, 7, "NAME"), (26, 31, "NAME"))]
    [True, False]
    """
    family = family_of(span.label)
    if family not in _GUESSED:
        return False
    times = family in _TIMES
    if reads_as_measure(text, span.start, span.end, temporal=times, language=language):
        return True
    return not times and any(_is_term(text, one, language) for one in _wider(text, span, language))


def _wider(text: str, span: Span, language: str) -> set[Span]:
    """Return the passage, with the rest of its words, and with the rest of a listed term."""
    return {span, _with_rest(text, span), _with_term(text, span, language)}


def _with_rest(text: str, span: Span) -> Span:
    """Return the passage with the rest of its words, where a model stopped at a hyphen."""
    # The hyphen stands before the passage, or is its first character.
    inner = span.start + text.startswith("-", span.start)
    before = _WORD_BEFORE.search(text[max(0, span.start - _AROUND) : inner])
    after = _WORD_AFTER.match(text, span.end, span.end + _AROUND)
    low = inner - len(before[0]) if before else span.start
    return replace(span, start=low, end=after.end() if after else span.end)


def _with_term(text: str, span: Span, language: str) -> Span:
    """Return the listed term of several words that a passage is part of, or else the passage."""
    near = list(CHUNK.finditer(text, max(0, span.start - _AROUND), span.end + _AROUND))
    inside = [
        at for at, one in enumerate(near) if one.end() > span.start and one.start() < span.end
    ]
    if not inside:
        return span
    words = [one.group() for one in near]
    for first in range(max(0, inside[0] - _REST), inside[0] + 1):
        length, _ = clinical_term_at(words, first, language) or (0, 0)
        last = first + length - 1
        if length > 1 and last >= inside[-1]:
            whole = replace(span, start=near[first].start(), end=near[last].end())
            return span if _SENTENCE_END.search(text, whole.start, whole.end) else whole
    return span


def _is_term(text: str, span: Span, language: str) -> bool:
    """Tell whether all words of a passage are terms, and none of them a person's or a place's."""
    passage = text[span.start : span.end]
    chunks = CHUNK.findall(passage)
    kinds = clinical_kinds(chunks, language)
    small = _around(language).joining
    whole = all(kind or one.lower() in small for one, kind in zip(chunks, kinds, strict=True))
    if not whole or any(map(str.isdecimal, passage)) or set(kinds) <= {0, int(ClinicalKind.UNIT)}:
        return False
    if is_person(text, span, chunks, language):
        return False
    named = any(map(is_name_too, chunks))
    plain = any(kind & _TELLING for kind in kinds) and not any(map(_is_short, chunks))
    # Court cases call an illness a trait of a person, and mean somebody by it.
    trait = family_of(span.label) not in _NAMES and any(kind & _ILLNESS for kind in kinds)
    if plain and not named and not trait:
        return True
    among = is_among_terms(text, span, language, _AROUND if trait else _AMONG)
    if not named or all(map(_is_short, chunks)):
        return among
    return _is_thing(text, span, chunks, among, language)


def _is_short(chunk: str) -> bool:
    """Tell whether a chunk is a short form in capitals, or a unit of one or two letters."""
    return len(chunk) < 3 or (chunk.isupper() and len(chunk) <= _SHORT)


def is_among_terms(
    text: str, span: Span, language: str, near: int = _AMONG, least: int = 1
) -> bool:
    """Tell whether other clinical terms stand near, in a text that is not all in capitals."""
    low, high = max(0, span.start - near), min(len(text), span.end + near)
    if not any(map(str.islower, text[low:high])):
        return False
    # No word is cut at the ends.
    while 0 < low < span.start and text[low - 1].isalnum():
        low += 1
    while span.end < high < len(text) and text[high].isalnum():
        high -= 1
    others = [*CHUNK.findall(text, low, span.start), "|", *CHUNK.findall(text, span.end, high)]
    endings = facts(language).words("thing-ending")
    terms: int = sum(
        (bool(kind & _NEAR) or chunk.endswith(endings))
        and not is_name_too(chunk)
        and not _is_short(chunk)
        for chunk, kind in zip(others, clinical_kinds(others, language), strict=True)
    )
    return terms >= least


def is_name_too(chunk: str) -> bool:
    """Tell whether people or places bear a word, as it is written."""
    known = look_up(chunk)
    if chunk.islower() and known.kinds & Kind.WORD:
        return False
    parts = chunk.split("-")
    double = len(parts) > 1 and all(look_up(part).surname >= _COMMON for part in parts)
    return double or max(known[:3]) >= _BORNE or bool(known.kinds & _PLACES)


def is_person(text: str, span: Span, chunks: list[str], language: str) -> bool:
    """Tell whether a title, a given name or a credential makes a passage a person."""
    around = _around(language)
    before = text[max(0, span.start - _AROUND) : span.start]
    if around.person_before.search(before):
        return True
    if around.person_after.match(text[span.end : span.end + _AROUND]):
        return True
    if len(chunks) > 1 and any(facts(language).is_a(chunk, "title") for chunk in chunks[:-1]):
        return True
    last = _LAST_WORD.search(before)
    first = next((chunk for chunk in chunks if chunk[:1].isupper()), "")
    # "A Charnley" begins a sentence, and "A. Charnley" is somebody.
    article = last is not None and not last[2] and facts(language).is_a(last[1], "one-of-many")
    if last and not article and is_given(last[1]) and _is_surname(first, language):
        return True
    pairs = () if _is_named_thing(text, span, chunks, language) else pairwise(chunks)
    return any(is_given(one) and _is_surname(other, language) for one, other in pairs)


def _is_named_thing(text: str, span: Span, chunks: list[str], language: str) -> bool:
    """Tell whether a full name is that of a test or disease: "Ramsay Hunt syndrome"."""
    length, kinds = clinical_term_at(chunks, 0, language) or (0, 0)
    if length < len(chunks):
        return False
    rest = _SENTENCE_END.split(text[span.end : span.end + _AROUND])[0]
    return bool(kinds & _TELLING) or _has_head(CHUNK.findall(rest), language)


def is_given(word: str) -> bool:
    """Tell whether a word is a given name or an initial, written as such."""
    if not word[:1].isupper() or (word.isupper() and len(word) > 1):
        return False
    known = look_up(word)
    everyday = known.kinds & Kind.WORD and max(known[:2]) < _COMMON
    return len(word) == 1 or (max(known[:2]) >= _BORNE and not everyday)


def _is_surname(word: str, language: str) -> bool:
    """Tell whether a word is written as a surname, and somebody bears it or once did."""
    if not word[:1].isupper():
        return False
    return look_up(word).surname > 0 or bool(clinical_word(word, language) & ClinicalKind.EPONYM)


def _is_thing(text: str, span: Span, chunks: list[str], among: bool, language: str) -> bool:
    """Tell whether what stands around a name makes it a drug, an instrument or a disease.

    An article does so only `among` other terms: "the Kelly" may be a novel.
    """
    before = text[max(0, span.start - _AROUND) : span.start].rpartition("\n")[2]
    rest = _SENTENCE_END.split(text[span.end : span.end + _AROUND])[0]
    ahead = CHUNK.findall(rest)
    term = clinical_term_at([*chunks, *ahead], 0, language) or (0, 0)
    # Many are called Carter: after "insulin, " or "5 mg " that is a person, unless it is a tool.
    common = any(max(look_up(chunk)[:3]) >= _COMMON for chunk in chunks)
    tool = bool(term[1] & ClinicalKind.DEVICE)
    return bool(
        term[0] >= max(2, len(chunks))
        or (among and term[1] & _CALLED_AFTER and all(map(_is_joint, chunks)))
        or (among and term[1] & _THINGS and _around(language).thing_before.search(before))
        or ((tool or not common) and is_sized(before, language))
        or (term[1] & ClinicalKind.DRUG and _is_dosed(chunks[0], rest))
        or (not common and _is_listed(before, rest, language))
        or ((tool or not common) and _has_head(ahead, language))
    )


def _is_joint(chunk: str) -> bool:
    """Tell whether an eponym joins names of which hardly anybody bears one: "Osgood-Schlatter"."""
    parts = chunk.split("-")
    return len(parts) > 1 and min(max(look_up(part)[:3]) for part in parts) < _COMMON


def is_sized(before: str, language: str) -> bool:
    """Tell whether a number with its unit leads up to a thing: "a 16-French Foley"."""
    *_, last = ["", *CHUNK.findall(before)]
    if not before.endswith(" ") or not last:
        return False
    low = before.rindex(last)
    return reads_as_measure(before, low, low + len(last), language=language)


def _is_dosed(word: str, rest: str) -> bool:
    """Tell whether a number follows a word that hardly anybody bears: "Norco 10/325"."""
    return max(look_up(word)[:3]) < _COMMON and bool(_NUMBER_AFTER.match(rest))


def _is_listed(before: str, rest: str, language: str) -> bool:
    """Tell whether a term that is no name stands beside it in a list: "Prozac, Norco"."""
    around = _around(language)
    last, following = around.item_before.search(before), around.item_after.match(rest)
    items = [found[1] for found in (last, following) if found]
    kinds = clinical_kinds(items, language)
    return any(
        kind & _LISTED and not is_name_too(item) for item, kind in zip(items, kinds, strict=True)
    )


def _has_head(ahead: list[str], language: str) -> bool:
    """Tell whether a noun for things follows, over other names: "Kelly and Kocher clamps"."""
    behind, around = ahead[:_BESIDE], _around(language)
    for chunk, kind in zip(behind, clinical_kinds(behind, language), strict=True):
        named = is_name_too(chunk)
        if (kind & _HEADS or chunk in around.things) and not named:
            return True
        over = named or kind & ClinicalKind.ANATOMY or chunk == "s"
        if not over and chunk.lower() not in around.joining:
            return False
    return False
