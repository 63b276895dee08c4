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

from textveil.detect.tagging.clinical_reading import (
    is_among_terms,
    is_given,
    is_name_too,
    is_person,
    is_sized,
)
from textveil.lexicon.numbers.measures import CHUNK
from textveil.lexicon.tables.clinical import ClinicalKind, clinical_kinds
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, look_up
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["without_things"]

_NAMES: Final = frozenset({"ADDRESS", "DEMOGRAPHIC", "NAME", "ORGANIZATION", "USERNAME"})
_WRITTEN_LARGE: Final = frozenset({"ADDRESS", "NAME", "ORGANIZATION"})
_GIVEN, _BORNE = 2, 4
"""How many people bear a name (see `ListedWord`) before an everyday word may be one: posts have
first names in small letters, and hardly ever surnames."""
_LANDS: Final = int(Kind.COUNTRY | Kind.STATE)
_INITIALS, _FREQUENT = 3, 5
_SENTENCE: Final = 400
_BEGUN: Final = re.compile(r"(?:\A|[.!?:]\s|\n)[^\w\n]{0,20}([^\W\d_])[^.!?\n]{0,200}\Z")
"""The first letter of the sentence or line that goes on at the end."""
_AROUND: Final = 64
_LONGEST: Final = 3
"""Words that the name of a thing has at most."""
_BEHIND: Final = 4
"""How many words behind a name its noun may stand: "Kerr titanium humeral head component"."""
_NEXT: Final = re.compile(r"[ -]([^\W_]+(?:['\u2019][^\W_]+)*)")
_EPONYM: Final = int(ClinicalKind.EPONYM).__and__
_SURE: Final = 0.9
"""A name that a model is so sure of needs nothing else that tells it."""
_DENSE: Final = 4
"""Terms around a word that make a text a clinical note, and not a court case or a post."""
_SHORT: Final = 4
_FIRST: Final = re.compile(r",\s{1,20}([^\W\d_]{1,60})")
_SIZE: Final = re.compile(r"(?:#\s?\d{1,3}|\d\s?x\s?\d{1,40}(?:\.\d{1,40})?)[ -]\Z")
"""A size that has no unit: "#20 ", "275 x 13 "."""
_LETTER: Final = re.compile(r"(?:\A|\n)[^\w\n]{0,20}\Z")
_SOMEBODY: Final = int(
    Kind.DEMONYM
    | Kind.RELIGION
    | Kind.LANGUAGE
    | Kind.HOSPITAL
    | Kind.ORGANIZATION
    | Kind.LEGAL_FORM
)
_PARTS: Final = frozenset({"ADDRESS", "ORGANIZATION"})
_WORD_BEFORE: Final = re.compile(r"\b([^\W\d_]{1,60}) \Z")
_NAME: Final = re.compile(r"[^\W\d_]{1,60}(?:['\u2019-][^\W\d_]{1,60}){0,20}|[A-Z][a-z]\.")


class _Frames(NamedTuple):
    """What stands before and after a thing, in one language."""

    dose: re.Pattern[str]
    dosed: re.Pattern[str]
    one: re.Pattern[str]
    heads: frozenset[str]
    called_after: frozenset[str]
    endings: tuple[str, ...]
    there: re.Pattern[str]
    told: re.Pattern[str]
    named: re.Pattern[str]
    between: frozenset[str]
    places: frozenset[str]
    departments: frozenset[str]
    kinds: frozenset[str]


@cache
def _frames(language: str) -> _Frames:
    known = facts(language)
    return _Frames(
        re.compile(
            rf"(?i)\d[\s-]?(?!%){known.pattern('dose')}\s{{1,20}}{known.pattern('day-of')}\s{{1,20}}\Z"
        ),
        re.compile(rf"(?i)\s{{1,20}}\d[\d.,-]{{0,60}}\s?{known.pattern('dose')}(?!\w)"),
        re.compile(
            rf"(?i)(?<![\w.'\u2019-])(?:{known.pattern('one-of-many')}\s{{1,20}}"
            rf"(?:{known.pattern('thing-kind')}\s{{1,20}})?|{known.pattern('thing-kind')}\s{{1,20}})\Z"
        ),
        known.keys("thing-head"),
        known.keys("eponym-head"),
        known.words("thing-ending"),
        re.compile(rf"(?i)(?<!\w){known.pattern('place-preposition')}\s{{1,20}}\Z"),
        re.compile(
            rf"(?i)(?<!\w){known.pattern('place-preposition')}\s{{1,20}}(?:{known.pattern('article')}\s{{1,20}})?\Z"
        ),
        re.compile(
            rf"(?i){known.pattern('name-field')}\s{{1,20}}{known.pattern('value-link')}\s{{1,20}}\Z"
        ),
        known.keys("thing-kind"),
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
        and not _is_untold(text, span, language)
    )


def _things(text: str, group: list[Span], language: str) -> Iterator[Span]:
    """Yield the places of one word where it is a thing."""
    if not any(_is_thing(text, span, language) for span in group):
        return
    places = list(_places(text, group[0]))
    if any(is_person(text, one, _chunks(text, one), language) for one in places):
        return
    borne = any(map(is_name_too, _chunks(text, group[0])))
    somebody = any(family_of(span.label) == "NAME" for span in group)
    others = [one for one in places if not _is_thing(text, one, language)]
    if borne and not somebody:
        # A tube may be called after a city; nobody is in or from it then.
        there = _frames(language).there
        others = [
            one for one in others if there.search(text, max(0, one.start - _AROUND), one.start)
        ]
    if not borne or not others:
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
    words = text[span.start : span.end].split(" ")
    if not 0 < len(words) <= _LONGEST or not all(map(_NAME.fullmatch, words)):
        return False
    if any(look_up(word, language).kinds & _SOMEBODY for word in words):
        return False
    before = text[max(0, span.start - _AROUND) : span.start]
    frames = _frames(language)
    if frames.dose.search(before) and not text.startswith(("'", "\u2019"), span.end):
        return True
    if frames.dosed.match(text, span.end) and not any(max(look_up(one)[:3]) for one in words):
        return True
    if not words[0][0].isupper():
        return False
    return (
        is_sized(before, language)
        or (_SIZE.search(before) is not None and is_among_terms(text, span, language))
        or _has_noun(text, span, language)
        or _is_one_of_many(text, span, language)
    )


def _is_one_of_many(text: str, span: Span, language: str) -> bool:
    """Tell whether an article or adjective makes a name a thing: "a Vanderbilt", "curved Kerr"."""
    before = text[max(0, span.start - _AROUND) : span.start]
    if family_of(span.label) != "NAME":
        return False
    return bool(_frames(language).one.search(before)) and is_among_terms(text, span, language)


def _has_noun(text: str, span: Span, language: str) -> bool:
    """Tell whether a noun for things stands in or behind a name, among words of medicine."""
    frames = _frames(language)
    words = [re.sub(r"['\u2019]s\Z", "", one) for one in _chunks(text, span)]
    kinds = clinical_kinds(words, language)
    first, whole = (
        frames.heads | frames.called_after if all(map(_EPONYM, some)) else frames.heads
        for some in (kinds[:-1], kinds)
    )
    if len(words) > 1 and _is_head(words[-1], first, frames):
        return is_among_terms(text, span, language)
    behind = _behind(text, span.end)
    for at, found in enumerate(behind[:_BEHIND]):
        word = found[1]
        if _is_head(word, whole, frames):
            # A catheter laboratory is a place, and has the name of one.
            last = [one[1].lower() for one in behind[at + 1 : at + 2]]
            if last and last[0] in frames.places:
                return False
            return is_among_terms(text, replace(span, end=found.end(1)), language)
        if word[0].islower() and word not in frames.between:
            return False
    return False


def _behind(text: str, end: int) -> list[re.Match[str]]:
    """Return the words right behind a place, over blanks and hyphens alone."""
    found = list[re.Match[str]]()
    while len(found) <= _BEHIND and (word := _NEXT.match(text, end, end + _AROUND)):
        found.append(word)
        end = word.end()
    return found


def _is_head(word: str, heads: frozenset[str], frames: _Frames) -> bool:
    """Tell whether a word is a noun for things, or ends as operations and instruments do."""
    small = word.lower()
    return small in heads or small.removesuffix("s") in heads or small.endswith(frames.endings)


def _is_untold(text: str, span: Span, language: str) -> bool:
    """Tell whether nothing says that a word among terms is a name, and the model is not sure.

    A person has a title, a relative or a given name; somebody is in a place or comes from it; an
    organization has a word for what it is, or somebody is there.
    """
    family, passage = family_of(span.label), text[span.start : span.end]
    words, known = _chunks(text, span), facts(language)
    if family not in _WRITTEN_LARGE or span.score >= _SURE or not words:
        return False
    # Initials have nothing that tells them, and numbers are read elsewhere.
    if (passage.isupper() and len(passage) <= _SHORT) or any(map(str.isdecimal, passage)):
        return False
    before, frames = text[max(0, span.start - _AROUND) : span.start], _frames(language)
    first = _FIRST.match(text, span.end)
    if any(map(is_given, (*words, *(first.groups() if first else ())))):
        return False
    if is_person(text, span, words, language) or frames.named.search(before):
        return False
    if family == "ORGANIZATION":
        kinds = ("organization-word", "hospital-word", "care-place", "company-form", "legal-form")
        if len(words) > 1 and any(known.is_a(word, *kinds) for word in words):
            return False
    listed = any(look_up(word, language).kinds & _LANDS for word in words)
    where = frames.told if listed or family == "ORGANIZATION" else frames.there
    if family != "NAME" and where.search(before):
        return False
    return is_among_terms(text, span, language, least=_DENSE)


def _is_department(text: str, span: Span, language: str) -> bool:
    """Tell whether a passage is a part that every hospital has: "Endoscopy Suite"."""
    if family_of(span.label) not in _PARTS:
        return False
    frames, passage = _frames(language), text[span.start : span.end]
    if passage.isupper() and facts(language).is_a(passage, "department-short"):
        return any(map(str.islower, text[max(0, span.start - _AROUND) : span.start]))
    last = _WORD_BEFORE.findall(text, max(0, span.start - _AROUND), span.start)
    last = [word for word in last if not facts(language).is_a(word, "ordinal")]
    if any(word[0].isupper() and word.lower() not in frames.kinds for word in last):
        return False
    if facts(language).is_a(passage, "room-word", "department"):
        return is_among_terms(text, span, language)
    words = [word.lower() for word in (*last, *_chunks(text, span))]
    words = words if words[:1] and words[0] in frames.kinds else words[len(last) :]
    behind = [one[1].lower() for one in _behind(text, span.end)]
    while words and words[-1] not in frames.departments and behind:
        words.append(behind.pop(0))
    if len(words) < 2 or words[-1] not in frames.departments:
        return False
    return all(word in frames.kinds for word in words[:-1])


def _is_everyday(text: str, span: Span, language: str) -> bool:
    """Tell whether a name is everyday words ("a gurney"), a relative or the letter of a list.

    Such words are written in small letters, or in a heading that is all in capitals. Somebody
    who begins sentences in small letters may write names so, too.
    """
    passage = text[span.start : span.end]
    if family_of(span.label) not in _WRITTEN_LARGE:
        return False
    words = _chunks(text, span)
    if words and all(facts(language).is_a(word, "kin") for word in words):
        return True
    # "XXXX" and "YYYY" stand for something that somebody took out.
    if len(passage) > _INITIALS and passage.isupper() and len(set(passage)) == 1:
        return True
    # "A. Left lung" is the first entry of a list.
    if len(passage.rstrip(".")) == 1 and _LETTER.search(text, max(0, span.start - 8), span.start):
        return True
    line = text[text.rfind("\n", 0, span.start) + 1 : span.end + _AROUND].partition("\n")[0]
    heading = line.isupper() and len(CHUNK.findall(line)) > len(words)
    if not (passage.islower() or heading):
        return False
    if not words or not all(_is_no_name(word, language) for word in words):
        return False
    # Companies have the names of things more often than people do.
    if family_of(span.label) == "ORGANIZATION" and not is_among_terms(text, span, language):
        return False
    if heading:
        return is_among_terms(text, span, language)
    begun = _BEGUN.search(text, max(0, span.start - _SENTENCE), span.start)
    return begun is not None and begun[1].isupper()


def _is_no_name(word: str, language: str) -> bool:
    known = look_up(word, language)
    operation = word.endswith(_frames(language).endings)
    if not (operation or known.kinds & Kind.WORD) or known.kinds & _LANDS:
        return False
    # Two or three letters may be somebody's initials, unless everybody uses them as a word.
    if len(word) <= _INITIALS and known.common < _FREQUENT:
        return False
    return max(known[:2]) < _GIVEN and known.surname < _BORNE
