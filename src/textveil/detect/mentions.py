"""Mentions: what a passage says about the person it names, with the words right around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.name_roles import is_particle
from textveil.lexicon.person_names import (
    NameReading,
    Part,
    Role,
    WrittenName,
    gender_of,
    name_pieces,
    parse_name,
)
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Spans

__all__ = ["Mention", "Piece", "mentions"]

_LINE_BREAK: Final = "-\n"
_BEFORE: Final = 24
_AFTER: Final = 48
_BESIDE: Final = 24
"""How far from a name the words "his son" may stand and still speak of that person's."""
_MOST_INITIALS: Final = 4
_KEPT: Final = 1 << 14
"""Mentions that are kept as they were read: those of a subject come again and again."""

# fmt: off
_KIN: Final = frozenset({
    "mother", "father", "mom", "mum", "dad", "parent", "wife", "husband", "spouse", "partner",
    "son", "daughter", "child", "brother", "sister", "twin", "sibling", "aunt", "uncle", "niece",
    "nephew", "cousin", "grandmother", "grandfather", "grandma", "grandpa", "grandson",
    "granddaughter", "stepson", "stepdaughter", "stepmother", "stepfather", "in-law", "fiance",
    "fiancee", "boyfriend", "girlfriend", "friend", "neighbor", "neighbour", "guardian",
})
# fmt: on
_RELATIVE: Final = f"(?:{'|'.join(sorted(_KIN))}|[a-z]+-in-law)s?"
_THEIR: Final = r"(?:his|her|their|its|my|our|(?:the\s+)?(?:pt|patient)['\u2019]?s|the)"
_KIN_OF: Final = re.compile(rf"(?i)\s*[,(]\s*{_THEIR}\s+(?:[a-z]+\s+)?{_RELATIVE}\b")
_KIN_IN_BRACKETS: Final = re.compile(rf"(?i)\s*\(\s*{_RELATIVE}\s*[,;)]")
_KIN_AFTER: Final = re.compile(rf"(?i)\s*[,(]\s*(?:[a-z]+\s+)?{_RELATIVE}\b")
_CONTACTS: Final = frozenset(
    {"contact", "family", "kin", "nok", "guarantor", "informant", "source", "caller"}
)
_AGE_AFTER: Final = re.compile(
    r"(?i), \d{1,3},|,?[^\S\n]+(?:is\s+(?:an?\s+)?)?(?:age[d:]?\s+)?"
    r"(?:\d{1,3}\s?-?(?:(?P<sex>[fm])|y/?o|yrs?|years?)|[a-z]+(?:-[a-z]+)?[- ]years?)\b"
    r"(?:[- ]old)?(?:\s+(?:(?P<female>female|woman|lady|girl)|(?P<male>male|man|gentleman|boy))\b)?"
)
_SUBJECT_BEFORE: Final = re.compile(
    r"(?i)\b(?:patient|pt|member|client|name|subject|re)\b[^\n:]{0,12}:\s*(?:[\w'-]+,\s*)?\Z"
)
_SUBJECTS: Final = frozenset({"patient", "pt", "client", "child", "decedent", "name", "i"})
"""Words right before the subject's name; "I, Ana Ruiz, allow" is the subject's own voice."""
_DOCTORS: Final = frozenset({"dr", "drs", "doctor", "prof", "professor"})
_TITLES: Final = _DOCTORS | {"mr", "mrs", "ms", "miss", "mx"}
_MINE: Final = frozenset({"my", "our"})
_FIELDS: Final = frozenset({"child", "twin", "parent"})
"""Words for relatives that forms use for the subject."""
_THEIRS: Final = frozenset({"his", "her", "their", "the"})
_BRACKETS: Final = ",:("


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Mention:
    """What one passage says about a person.

    Attributes
    ----------
    readings
        Given, middle and family name, in the ways that the words can be read; the likeliest first.
        Middle names stay apart, with a space between.
    initials
        The letters, where the passage consists of nothing but initials.
    generation
        `jr`, `sr` and the like.
    title
        Gender by title; `dr` for a doctor.
    label
        `PATIENT` or `PROVIDER`; empty where neither is said.
    sure
        Whether the writing shows which word is the family name.
    relation
        `subject` where the words around say that the document is about this person ("Patient:");
        `head` for the first name of a patient in a document, where nothing else is said;
        `kin` where it is a relative of the subject ("his wife Ana", "Ana (mother)"); `maybe kin`
        where it may be one ("Ana, mother of two", "Contact: Ana"); `kin of namesake` where it is a
        relative of who was named right before, and shares that person's name ("James Cadiz came,
        and his son James").
    gender
        `female` or `male` where a title or the words after the name ("76F") tell it.
    called
        Whether the label tells that initials are what somebody is called by, as T.J. is.
    halves
        What stands before and after the hyphen of a family name, or after its particles.
    """

    readings: tuple[NameReading, ...]
    initials: str = ""
    generation: str = ""
    title: str = ""
    label: str = ""
    sure: bool = False
    relation: str = ""
    gender: str = ""
    called: bool = False
    halves: tuple[str, ...] = ()
    is_full: bool = field(init=False, compare=False, default=False)
    """Whether given name and family name are both written out."""
    is_word: bool = field(init=False, compare=False, default=False)
    """Whether there is one word only, a given name or a family name."""
    _hash: int = field(init=False, compare=False, default=0)

    def __post_init__(self) -> None:
        first = self.first
        full = not self.initials and len(first.given) > 1 and len(first.family) > 1
        object.__setattr__(self, "is_full", full)
        object.__setattr__(self, "is_word", sum(map(bool, first)) == 1)
        # Mentions are counted and looked up many times each.
        about = self.readings, self.initials, self.title, self.label, self.relation, self.gender
        object.__setattr__(self, "_hash", hash(about))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Mention({len(self.readings)} readings)"

    @property
    def first(self) -> NameReading:
        """The likeliest reading."""
        return self.readings[0]

    @property
    def size(self) -> int:
        """How many parts of a name there are; none for initials."""
        return sum(map(bool, self.first))

    @property
    def is_provider(self) -> bool:
        """Whether the person treats people, by label or title."""
        return self.label == "PROVIDER" or (not self.label and self.title in _DOCTORS)


class Piece(NamedTuple):
    """Where one person is named, and what the passage says."""

    start: int
    end: int
    mention: Mention


class _Around(NamedTuple):
    """What the words right before and after a name add."""

    title: str = ""
    relation: str = ""
    sex: str = ""


def mentions(document: Document, spans: Spans) -> Iterator[tuple[int, list[Piece]]]:
    """Yield the place of each span of a name, with one piece for each person that it names."""
    passages = _Passages(document.text)
    for at, span in enumerate(spans):
        if family_of(span.label) == "NAME":
            found = passages.read(span.start, span.end, span.label)
            if found:
                yield at, found


@dataclass(slots=True, repr=False)
class _Passages:
    """The names of a document, read from its start to its end."""

    text: str
    last: Piece | None = None
    is_headed: bool = False

    def read(self, start: int, end: int, label: str) -> list[Piece]:
        """Return the names of one passage."""
        found: list[Piece] = []
        written = self.text[start:end]
        for low, high in name_pieces(written):
            around = _around(self.text, start + low, start + high)
            if found and found[-1].mention.title == "drs" and not around.title:
                # The title of Drs. Smith and Jones is that of both.
                around = around._replace(title="drs")
            if label == "PATIENT" and not self.is_headed:
                # Documents begin with whom they are about.
                around = around._replace(relation=around.relation or "head")
                self.is_headed = True
            mention = _mention(written[low:high], label, around)
            if mention is not None and self._is_of_namesake(mention, start + low):
                around = around._replace(relation="kin of namesake")
                mention = _mention(written[low:high], label, around)
            if mention is not None:
                self.last = Piece(start + low, start + high, mention)
                found.append(self.last)
        return found

    def _is_of_namesake(self, mention: Mention, start: int) -> bool:
        """Tell whether a relative bears the name of who was named right before, no relative."""
        if mention.relation != "kin" or not (mention.is_word or mention.is_full):
            return False
        if self.last is None or start - self.last.end > _BESIDE:
            return False
        before = self.last.mention
        if not before.is_full or "kin" in before.relation:
            return False
        return mention.first == before.first or "".join(mention.first) in before.first


@lru_cache(maxsize=_KEPT)
def _mention(text: str, label: str, around: _Around) -> Mention | None:
    """Return what a name says, with what the words around it add."""
    role = label if label in ("PATIENT", "PROVIDER") else ""
    read = _read(text, around.title, bool(role), label == "INITIALS")
    if read is None:
        return None
    title = read.title or around.title
    gender = gender_of(title, "")
    return Mention(
        readings=read.readings,
        initials=read.initials,
        generation=read.generation,
        title=title if title in _DOCTORS else "" if title in _KIN else gender,
        label=role,
        sure=read.sure,
        relation=around.relation or ("kin" if read.title in _KIN else ""),
        gender=gender or around.sex,
        called=bool(role and read.initials),
        halves=read.halves,
    )


class _Read(NamedTuple):
    """What the words of a name say by themselves."""

    title: str
    readings: tuple[NameReading, ...] = (NameReading("", "", ""),)
    initials: str = ""
    generation: str = ""
    sure: bool = False
    halves: tuple[str, ...] = ()


@lru_cache(maxsize=_KEPT)
def _read(text: str, before: str, labelled: bool, initialled: bool) -> _Read | None:
    """Return what a name says after a title or a word for a relative."""
    expected = None
    if before:
        expected = Role.GIVEN if before in _KIN else Role.FAMILY
    name = parse_name(text.replace(_LINE_BREAK, ""), expected)
    if name is None:
        return None
    if labelled and name.title:
        # Labels that tell carers from patients leave titles out.
        name = name.called() or name
    named = [part.key for part in name.parts if part.role is not Role.TITLE]
    letters = "".join(named or (part.key for part in name.parts))
    if len(letters) <= _MOST_INITIALS and (
        initialled or (len(letters) > 1 and all(len(key) == 1 for key in named))
    ):
        return _Read(name.title, initials=letters)
    return _Read(name.title, name.parts_read(), "", name.generation, name.sure, _halves(name))


_HYPHEN: Final = re.compile(r"[-\u2010\u2011]")


def _halves(name: WrittenName) -> tuple[str, ...]:
    """Return what a family name may be cut to: Smith-Jones to either, von Goethe to Goethe."""
    family = [part for part in name.parts if part.role is Role.FAMILY]
    if not name.given or not family:
        return ()
    if len(family) > 1:
        bare = [part.key for part in family if not is_particle(part.text, first=False)]
        return ("".join(bare),) if 0 < len(bare) < len(family) else ()
    halves = (Part(half, Role.FAMILY).key for half in _HYPHEN.split(family[0].text))
    return tuple(half for half in halves if 1 < len(half) < len(family[0].key))


def _around(text: str, start: int, end: int) -> _Around:
    """Return what the words right before and after a name add."""
    before = text[max(0, start - _BEFORE) : start]
    after = text[end : end + _AFTER]
    words = before.split()
    last = words[-1].casefold() if words and before[-1] in " \t\n(\u00a0" else ""
    bare = last.strip(_BRACKETS).rstrip(".")
    # Whoever is called by what they are to somebody is called by a given name: her aunt Zorka.
    title = bare if bare in _TITLES or (bare in _KIN and last == bare) else ""
    age = _AGE_AFTER.match(after) if after[:1] in _SPACED else None
    return _Around(title, _relation(before, words, last, after, age is not None), _sex(age))


def _relation(before: str, words: list[str], last: str, after: str, aged: bool) -> str:
    """Return whether the words around a name speak of the subject or of a relative."""
    if last == "(" and len(words) > 1:
        words, last = words[:-1], words[-2].casefold()
    bare = last.strip(_BRACKETS)
    beside = after.lstrip()[:1] in _OPENED
    if _is_kin_before(before, words, bare):
        return "kin"
    if beside and (_KIN_OF.match(after) or _KIN_IN_BRACKETS.match(after)):
        return "kin"
    if (beside and _KIN_AFTER.match(after)) or bare in _CONTACTS:
        return "maybe kin"
    named = bare in _SUBJECTS and (bare != "name" or words[-1][:1].isupper())
    if aged or named or (":" in before and _SUBJECT_BEFORE.search(before)):
        return "subject"
    return ""


def _is_kin_before(before: str, words: list[str], bare: str) -> bool:
    """Tell whether a word for a relative stands before a name, as that person's."""
    previous = words[-2].casefold().lstrip("(") if len(words) > 1 else ""
    if bare == "to":
        return previous == "married"
    kin = bare.removesuffix("s")
    if kin not in _KIN and not kin.endswith("-in-law"):
        return False
    if "\n" in before[len(before.rstrip()) :]:
        # On the line above, it may end what is said of somebody else.
        return previous in _THEIRS or previous.endswith(("'s", "\u2019s"))
    if kin in _FIELDS:
        return previous in _THEIRS
    # Whoever writes of "my wife" may write about the subject.
    return previous not in _MINE


_OPENED: Final = (",", "(")
_SPACED: Final = (",", " ", "\t")


def _sex(age: re.Match[str] | None) -> str:
    if age is None:
        return ""
    letter = (age.group("sex") or "").casefold()
    if letter == "f" or age.group("female"):
        return "female"
    return "male" if letter == "m" or age.group("male") else ""
