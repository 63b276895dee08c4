"""Mentions: what a passage and the words around it say about a person."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.people.given_names import gender_of
from textveil.lexicon.people.person_names import (
    NameReading,
    Role,
    WrittenName,
    read_name,
    read_names,
)
from textveil.lexicon.tables.facts import Facts, facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Spans

__all__ = ["Mention", "Piece", "mentions"]

_DOCTOR: Final = "doctor"
_BEFORE: Final = 24
_AFTER: Final = 48
_BESIDE: Final = 24
"""How far from a name the words "his son" may stand and still speak of that person's."""
_MOST_INITIALS: Final = 4
_KEPT: Final = 1 << 16
"""Mentions that are kept as they were read: those that are learnt are linked later."""

_BRACKETS: Final = ",:("
_HYPHEN: Final = re.compile(r"[-\u2010\u2011]")


class _Patterns(NamedTuple):
    """Patterns for words before or after a name that tell who is meant."""

    kin_of: re.Pattern[str]
    kin_in_brackets: re.Pattern[str]
    kin_after: re.Pattern[str]
    subject_before: re.Pattern[str]
    age_after: re.Pattern[str]


@cache
def _patterns(language: str) -> _Patterns:
    known = facts(language)
    kin = rf"(?:[a-z]+-in-law|{known.pattern('kin')})s?"
    their = rf"(?:(?:the\s+)?(?:pt|patient)['\u2019]?s|{known.pattern('possessor')})"
    sexes = [*known.values("sex").items(), *known.values("sex-code").items()]
    women, men = (
        "|".join(re.escape(word) for word, sex in sexes if sex == one) or r"[^\s\S]"
        for one in ("female", "male")
    )
    return _Patterns(
        re.compile(
            rf"(?i)\s{{0,20}}[,(]\s{{0,20}}{their}\s{{1,20}}(?:[a-z]{{1,60}}\s{{1,20}})?{kin}\b"
        ),
        re.compile(rf"(?i)\s{{0,20}}\(\s{{0,20}}{kin}\s{{0,20}}[,;)]"),
        re.compile(rf"(?i)\s{{0,20}}[,(]\s{{0,20}}(?:[a-z]{{1,60}}\s{{1,20}})?{kin}\b"),
        re.compile(
            rf"(?i)\b{known.pattern('subject-label')}\b[^\n:]{{0,12}}:\s{{0,20}}(?:[\w'-]{{1,60}},\s{{0,20}})?\Z"
        ),
        re.compile(
            r"(?i), \d{1,3},|,?[^\S\n]{1,20}(?:is\s{1,20}(?:an?\s{1,20})?)?(?:age[d:]?\s{1,20})?"
            r"(?:\d{1,3}\s?-?(?:(?P<sex>[fm])|y/?o|yrs?|years?)"
            r"|[a-z]{1,60}(?:-[a-z]{1,60})?[- ]years?)\b"
            rf"(?:[- ]old)?(?:\s{{1,20}}(?:(?P<female>{women})|(?P<male>{men}))\b)?"
        ),
    )


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Mention:
    """What one passage says about a person.

    Attributes
    ----------
    readings
        Given, middle and family name, in the ways that the words can be read; the likeliest first.
        Middle names stay apart, with a space between.
    initials
        The letters, if the passage consists of initials.
    generation
        `jr`, `sr` and the like.
    title
        Gender by title; `doctor` for a doctor.
    label
        `PATIENT` or `PROVIDER`; empty if neither is said.
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
        """How many parts of a name there are; 0 for initials."""
        return sum(map(bool, self.first))

    @property
    def is_provider(self) -> bool:
        """Whether the person treats people, by label or title."""
        return self.label == "PROVIDER" or (not self.label and self.title == _DOCTOR)


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


def mentions(
    document: Document, spans: Spans, *, language: str = ENGLISH
) -> Iterator[tuple[int, list[Piece]]]:
    """Yield the place of each span of a name, with one piece for each person that it names."""
    passages = _Passages(document.text, language)
    for at, span in enumerate(spans):
        if family_of(span.label) == "NAME":
            found = passages.read(span.start, span.end, span.label)
            if found:
                yield at, found


@dataclass(slots=True, repr=False)
class _Passages:
    """The names of a document, read from its start to its end."""

    text: str
    language: str
    last: Piece | None = None
    is_headed: bool = False

    def read(self, start: int, end: int, label: str) -> list[Piece]:
        """Return the names of one passage."""
        found: list[Piece] = []
        title = ""
        for name in read_names(self.text[start:end], language=self.language):
            low, high = start + name.start, start + name.end
            around = _around(self.text, low, high, self.language)
            # The title of Drs. Smith and Jones is that of both.
            around = around._replace(title=around.title or title)
            if label == "PATIENT" and not self.is_headed:
                # Documents begin with whom they are about.
                around = around._replace(relation=around.relation or "head")
                self.is_headed = True
            mention = _mention(self.text[low:high], label, around, self.language)
            if mention is not None and self._is_of_namesake(mention, low):
                mention = replace(mention, relation="kin of namesake")
            if mention is not None:
                self.last = Piece(low, high, mention)
                found.append(self.last)
            plural = facts(self.language).is_a(name.title, "plural-title")
            title = name.title if plural else title
        return found

    def _is_of_namesake(self, mention: Mention, start: int) -> bool:
        """Tell whether a relative has the name of the person named right before."""
        if mention.relation != "kin" or not (mention.is_word or mention.is_full):
            return False
        if self.last is None or start - self.last.end > _BESIDE:
            return False
        before = self.last.mention
        if not before.is_full or "kin" in before.relation:
            return False
        return mention.first == before.first or "".join(mention.first) in before.first


@lru_cache(maxsize=_KEPT)
def _mention(text: str, label: str, around: _Around, language: str) -> Mention | None:
    """Return what a name says, with what the words around it add."""
    known = facts(language)
    expected = None
    if around.title:
        before_given = known.is_a(around.title, "kin", "given-title")
        expected = Role.GIVEN if before_given else Role.FAMILY
    name = read_name(text, expected, language=language)
    if name is None:
        return None
    role = label if label in ("PATIENT", "PROVIDER") else ""
    if role and name.title:
        # Labels that tell carers from patients leave titles out.
        name = name.called() or name
    title = name.title or around.title
    if role == "PROVIDER" and len(name.words) == 1 and known.is_a(title, "patient-title"):
        # "Ms Cole" is nobody's colleague for sure: whom she is depends on who else is named so.
        role = ""
    gender = gender_of(title, "", language=language)
    rank = _DOCTOR if known.is_a(title, "doctor-title") else gender
    initials = _initials(name, label)
    return Mention(
        readings=(NameReading("", "", ""),) if initials else name.parts_read(),
        initials=initials,
        generation="" if initials else name.generation,
        title="" if known.is_a(title, "kin") else rank,
        label=role,
        sure=name.sure and not initials,
        relation=around.relation or ("kin" if known.is_a(name.title, "kin") else ""),
        gender=gender or around.sex,
        called=bool(role and initials),
        halves=() if initials else _halves(name),
    )


def _initials(name: WrittenName, label: str) -> str:
    """Return the letters of a name that consists of initials."""
    named = [part.key for part in name.parts if part.role is not Role.TITLE]
    letters = "".join(named or (part.key for part in name.parts))
    alone = len(letters) > 1 and all(len(key) == 1 for key in named)
    return letters if len(letters) <= _MOST_INITIALS and (label == "INITIALS" or alone) else ""


def _halves(name: WrittenName) -> tuple[str, ...]:
    """Return short forms of a family name: Smith for Smith-Jones, Goethe for von Goethe."""
    family = [part for part in name.parts if part.role is Role.FAMILY]
    if not name.given or not family:
        return ()
    if len(family) > 1:
        bare = name.bare_family()
        return (bare,) if 0 < len(bare) < len(name.family) else ()
    halves = (squeeze_text(half) for half in _HYPHEN.split(family[0].bare))
    return tuple(half for half in halves if 1 < len(half) < len(family[0].key))


def _around(text: str, start: int, end: int, language: str) -> _Around:
    """Return what the words right before and after a name add."""
    before = text[max(0, start - _BEFORE) : start]
    after = text[end : end + _AFTER]
    words = before.split()
    last = words[-1].casefold() if words and before[-1] in " \t\n(\u00a0" else ""
    bare = last.strip(_BRACKETS).rstrip(".")
    known = facts(language)
    # After a word for a relative, a single name is a given name: her aunt Zorka.
    titled = known.is_a(bare, "form-of-address") or (known.is_a(bare, "kin") and last == bare)
    title = bare if titled else ""
    age = _patterns(language).age_after.match(after) if after[:1] in _SPACED else None
    relation = _relation(before, words, last, after, age is not None, language)
    return _Around(title, relation, _sex(age))


def _relation(
    before: str, words: list[str], last: str, after: str, aged: bool, language: str
) -> str:
    """Return whether the words around a name speak of the subject or of a relative."""
    known, patterns = facts(language), _patterns(language)
    if last == "(" and len(words) > 1:
        words, last = words[:-1], words[-2].casefold()
    # What ends a sentence says nothing about the first word of the next.
    bare = "" if last.endswith(".") else last.strip(_BRACKETS)
    beside = after.lstrip()[:1] in _OPENED
    if _is_kin_before(before, words, bare, known):
        return "kin"
    if beside and (patterns.kin_of.match(after) or patterns.kin_in_brackets.match(after)):
        return "kin"
    if (beside and patterns.kin_after.match(after)) or known.is_a(bare, "contact-word"):
        return "maybe kin"
    # "I name Ana" is no field of a form.
    named = known.is_a(bare, "subject-word") and (bare != "name" or words[-1][:1].isupper())
    if aged or named or (":" in before and patterns.subject_before.search(before)):
        return "subject"
    return ""


def _is_kin_before(before: str, words: list[str], bare: str, known: Facts) -> bool:
    """Tell whether the word before a name says that the person is a relative."""
    previous = words[-2].casefold().lstrip("(") if len(words) > 1 else ""
    if bare == "to":
        return previous == "married"
    kin = bare.removesuffix("s")
    if not known.is_a(kin, "kin") and not kin.endswith("-in-law"):
        return False
    theirs = known.is_a(previous, "possessor-of-subject")
    if "\n" in before[len(before.rstrip()) :]:
        # On the line above, it may end what is said of somebody else.
        return theirs or previous.endswith(("'s", "\u2019s"))
    if known.is_a(kin, "kin-field"):
        return theirs
    # Somebody who writes "my wife" may mean the subject.
    return not known.is_a(previous, "possessor-own")


_OPENED: Final = (",", "(")
_SPACED: Final = (",", " ", "\t")


def _sex(age: re.Match[str] | None) -> str:
    if age is None:
        return ""
    letter = (age.group("sex") or "").casefold()
    if letter == "f" or age.group("female"):
        return "female"
    return "male" if letter == "m" or age.group("male") else ""
