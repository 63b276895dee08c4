"""Thing reading: passages that a model marked, and that the words around them make a thing.

`clinical_reading` asks what a word is listed as. Here a word need not be listed: "24.9 mCi of
Myoview" is a substance, "a Kerr incision" is one of many. One such place speaks for all places of
the word in the document, unless a title or a given name makes one of them a person. If people or
places bear the word, all its places must be those of a thing: where Kerr was seen in the clinic,
the Kerr incision may be hers.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from textveil.detect.clinical_reading import is_among_terms, is_name_too, is_person, is_sized
from textveil.lexicon.clinical import ClinicalKind, clinical_kinds
from textveil.lexicon.facts import facts
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.measures import CHUNK
from textveil.lexicon.words import Kind, look_up
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["without_things"]

_NAMES: Final = frozenset({"ADDRESS", "DEMOGRAPHIC", "NAME", "ORGANIZATION", "USERNAME"})
_WRITTEN_LARGE: Final = frozenset({"ADDRESS", "NAME"})
_GIVEN, _BORNE = 2, 4
"""How many people bear a name (see `ListedWord`) before an everyday word may be one: posts have
first names in small letters, and hardly ever surnames."""
_LANDS: Final = int(Kind.COUNTRY | Kind.STATE)
_INITIALS, _FREQUENT = 3, 5
_SENTENCE: Final = 400
_BEGUN: Final = re.compile(r"(?:\A|[.!?:]\s|\n)[^\w\n]*([^\W\d_])[^.!?\n]*\Z")
"""The first letter of the sentence or line that goes on at the end."""
_AROUND: Final = 64
_LONGEST: Final = 2
"""Words that the name of a thing has at most."""
_SOMEBODY: Final = int(
    Kind.DEMONYM
    | Kind.RELIGION
    | Kind.LANGUAGE
    | Kind.HOSPITAL
    | Kind.ORGANIZATION
    | Kind.LEGAL_FORM
)
_PARTS: Final = frozenset({"ADDRESS", "ORGANIZATION"})
_WORD_BEFORE: Final = re.compile(r"\b([^\W\d_]+) \Z")
_NAME: Final = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")


class _Frames(NamedTuple):
    """What stands before and after a thing, in one language."""

    dose: re.Pattern[str]
    head: re.Pattern[str]
    heads: frozenset[str]
    called_after: frozenset[str]
    places: frozenset[str]
    departments: frozenset[str]
    kinds: frozenset[str]


@cache
def _frames(language: str) -> _Frames:
    known = facts(language)
    return _Frames(
        re.compile(rf"(?i)\d[\s-]?(?!%){known.pattern('dose')}\s+{known.pattern('day-of')}\s+\Z"),
        re.compile(r"[ -]([^\W\d_]+)(?:[ -]([^\W\d_]+))?"),
        known.keys("thing-head"),
        known.keys("eponym-head"),
        known.keys("organization-word", "hospital-word", "care-place", "department"),
        known.keys("department"),
        known.keys("department-kind"),
    )


def without_things(text: str, spans: Spans, language: str = ENGLISH) -> Spans:
    """Return the spans that are not things or departments.

    Examples
    --------
    >>> text = "Given 24.9 mCi of Zorview. Zorview was well tolerated by Zora."
    >>> marked = [Span(18, 25, "NAME"), Span(27, 34, "NAME"), Span(57, 61, "NAME")]
    >>> without_things(text, Spans(marked))
    Spans(NAME[57,61))
    """
    marked: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        if family_of(span.label) in _NAMES:
            marked[text[span.start : span.end].casefold()].append(span)
    things = {one for group in marked.values() for one in _things(text, group, language)}
    return Spans(
        span
        for span in spans
        if span not in things
        and not _is_department(text, span, language)
        and not _is_everyday(text, span, language)
    )


def _things(text: str, group: list[Span], language: str) -> Iterator[Span]:
    """Yield the places of one word where it is a thing."""
    if not any(_is_thing(text, span, language) for span in group):
        return
    places = list(_places(text, group[0]))
    if any(is_person(text, one, _chunks(text, one), language) for one in places):
        return
    borne = any(map(is_name_too, _chunks(text, group[0])))
    if not borne or all(_is_thing(text, one, language) for one in places):
        yield from group


def _places(text: str, span: Span) -> Iterator[Span]:
    """Yield all places of the words of a passage, in whatever case."""
    word = re.escape(text[span.start : span.end])
    for found in re.finditer(rf"(?i)(?<!\w){word}(?!\w)", text):
        yield replace(span, start=found.start(), end=found.end())


def _chunks(text: str, span: Span) -> list[str]:
    return CHUNK.findall(text, span.start, span.end)


def _is_thing(text: str, span: Span, language: str) -> bool:
    """Tell whether a dose or size before a name, or a noun behind it, makes it a thing."""
    words = text[span.start : span.end].split()
    if not 0 < len(words) <= _LONGEST or not all(map(_NAME.fullmatch, words)):
        return False
    if any(look_up(word, language).kinds & _SOMEBODY for word in words):
        return False
    before = text[max(0, span.start - _AROUND) : span.start]
    if _frames(language).dose.search(before) and not text.startswith(("'", "\u2019"), span.end):
        return True
    if not words[0][0].isupper():
        return False
    return is_sized(before, language) or _has_noun(text, span, language)


def _has_noun(text: str, span: Span, language: str) -> bool:
    """Tell whether a noun for things stands right behind a name, among words of medicine."""
    frames = _frames(language)
    found = frames.head.match(text, span.end, span.end + _AROUND)
    words = _chunks(text, span)
    listed = all(kind & ClinicalKind.EPONYM for kind in clinical_kinds(words, language))
    heads = frames.heads | frames.called_after if listed else frames.heads
    if found is None or found[1] not in heads:
        return False
    # A catheter laboratory is a place, and has the name of one.
    if (found[2] or "").lower() in frames.places:
        return False
    return is_among_terms(text, replace(span, end=found.end(1)), language)


def _is_department(text: str, span: Span, language: str) -> bool:
    """Tell whether a passage is a part that every hospital has: "Endoscopy Suite"."""
    if family_of(span.label) not in _PARTS:
        return False
    frames = _frames(language)
    last = _WORD_BEFORE.findall(text, max(0, span.start - _AROUND), span.start)
    words = [*(word for word in last if word.lower() in frames.kinds), *_chunks(text, span)]
    after = frames.head.match(text, span.end, span.end + _AROUND)
    if words and words[-1].lower() not in frames.departments and after is not None:
        words.append(after[1])
    if len(words) < 2 or words[-1].lower() not in frames.departments:
        return False
    return all(word.lower() in frames.kinds for word in words[:-1])


def _is_everyday(text: str, span: Span, language: str) -> bool:
    """Tell whether a name of people or places is everyday words in small letters: "a gurney".

    Somebody who begins sentences in small letters may write names so, too.
    """
    passage = text[span.start : span.end]
    if family_of(span.label) not in _WRITTEN_LARGE or not passage.islower():
        return False
    words = _chunks(text, span)
    if not words or not all(_is_no_name(word, language) for word in words):
        return False
    begun = _BEGUN.search(text, max(0, span.start - _SENTENCE), span.start)
    return begun is not None and begun[1].isupper()


def _is_no_name(word: str, language: str) -> bool:
    known = look_up(word, language)
    if not known.kinds & Kind.WORD or known.kinds & _LANDS:
        return False
    # Two or three letters may be somebody's initials, unless everybody uses them as a word.
    if len(word) <= _INITIALS and known.common < _FREQUENT:
        return False
    return max(known[:2]) < _GIVEN and known.surname < _BORNE
