"""Roles in a name: which word is a title, the given name, the family name, a suffix.

A comma, or a family name in capitals before a given name that is not, shows the order. Without
either the lists of names decide, and particles begin a family name. Titles, particles and the other
words that stand in names are facts of the language.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

from textveil.lexicon.people.given_names import (
    CALLED,
    OFTEN_BORNE,
    OFTEN_CALLED,
    given_bearers,
    given_leaning,
)
from textveil.lexicon.tables.credentials import is_credential
from textveil.lexicon.tables.facts import Facts, facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.lexicon.tables.words import look_up

__all__ = [
    "APOSTROPHES",
    "NAMING",
    "POSSESSIVE",
    "Role",
    "Word",
    "is_particle",
    "may_be_called",
    "roles_of",
]


class Role(StrEnum):
    """What a word of a name is."""

    TITLE = "title"
    GIVEN = "given"
    NICKNAME = "nickname"
    """A given name in quotation marks or brackets, beside another."""
    MIDDLE = "middle"
    FAMILY = "family"
    SECOND = "second"
    """A family name after the one that somebody goes by, as in Ana García Ruiz."""
    SUFFIX = "suffix"
    LINK = "link"
    """`and`, `of`, or anything else that names nobody."""


NAMING: Final = frozenset({Role.GIVEN, Role.MIDDLE, Role.FAMILY, Role.SECOND})
"""The roles of the words that a name consists of."""
APOSTROPHES: Final = "'`\u00b4\u2018\u2019\u02bc"
POSSESSIVE: Final = re.compile(rf"[{APOSTROPHES}][sS]\.?$")
_KEPT: Final = 1 << 14
_TURNED: Final = 4
"""Two words that lean so far apart, the family name first, are in that order: Santos Leticia."""
_GIVEN_NOT_PARTICLE: Final = 4
_QUOTES: Final = tuple('"\u201c\u00ab')
_BRACKETS: Final = tuple("'\u2018([")
"""What may stand before the name that somebody goes by; in brackets not the last word does."""


@dataclass(frozen=True, slots=True, repr=False)
class Word:
    """A word of a name as written, its key, and what follows it."""

    text: str
    key: str
    gap: str

    @classmethod
    def of(cls, text: str, gap: str) -> "Word":
        """Return a word with its key: squeezed, without a possessive."""
        return cls(text, squeeze_text(POSSESSIVE.sub("", text)), gap)

    @property
    def is_initial(self) -> bool:
        """Whether it is a single letter."""
        return len(self.key) == 1

    @property
    def in_capitals(self) -> bool:
        """Whether all its letters are capitals; those of the German sharp s are rarely written."""
        return POSSESSIVE.sub("", self.text).replace("\u00df", "SS").isupper()

    @property
    def is_shouted(self) -> bool:
        """Whether it is in capitals and not a pair of initials, such as JR."""
        letters = sum(map(str.isalpha, self.text))
        if letters < 2 or not self.in_capitals:
            return False
        return letters > 2 or given_leaning(self.text) < 0


def roles_of(
    words: Sequence[Word], lead: str, expected: Role | None, language: str = ENGLISH
) -> tuple[list[Role], bool]:
    """Return the roles of the words of a name, and whether the writing shows their order.

    Parameters
    ----------
    words, lead
        The words, and what stands before the first.
    expected
        What a single word is, where what stands before the name tells it.
    language
        Whose titles, particles and other words count.
    """
    known = facts(language)
    roles = _outer_roles(words, lead, known)
    names = [at for at, role in enumerate(roles) if role is None]
    former = next((at for at, one in enumerate(words) if known.is_a(one.key, "former-name")), None)
    if former is not None and names and names[0] < former:
        for at in names:
            roles[at] = Role.MIDDLE if at > former else None
        names = [at for at in names if at < former]
    for one, role in zip(words, roles, strict=True):
        if role is Role.TITLE:
            expected = Role.GIVEN if known.is_a(one.key, "given-title") else Role.FAMILY
    family, others, sure = _family_and_given(names, words, expected, language)
    if language_named(language).surnames > 1:
        family, second, others = _two_surnames(family, others, words, expected, sure, language)
        for at in second:
            roles[at] = Role.SECOND
    for at in family:
        roles[at] = Role.FAMILY
    for order, at in enumerate(others):
        roles[at] = Role.MIDDLE if order else Role.GIVEN
    return [role or Role.LINK for role in roles], sure


def _outer_roles(words: Sequence[Word], lead: str, known: Facts) -> list[Role | None]:
    """Return the roles of titles, suffixes and links; None for the words of the name itself."""
    roles: list[Role | None] = [None] * len(words)
    shouted = all(one.in_capitals for one in words)
    named = 0
    for at, one in enumerate(words):
        before = words[at - 1].gap if at else lead
        if known.is_a(one.key, "joining", "former-name", "name-link"):
            roles[at] = Role.LINK
        elif not named and one.text.islower() and known.is_a(one.key, "kin") and words[at + 1 :]:
            # What somebody is to somebody: son Bob.
            roles[at] = Role.LINK
        elif _is_title(at, words, named, known):
            roles[at] = Role.TITLE
        elif named and _is_suffix(at, words, named, shouted, known):
            roles[at] = Role.SUFFIX
        elif named and (before[-1:] in _QUOTES or (before[-1:] in _BRACKETS and words[at + 1 :])):
            roles[at] = Role.NICKNAME
        named += roles[at] is None
    return roles


def _is_title(at: int, words: Sequence[Word], named: int, known: Facts) -> bool:
    """Tell whether a word stands before a name as its title.

    Many titles are names, too (Dean, King, Baron). Whether one is a title here is told by how many
    people are called so, by its writing, and by what follows.
    """
    one, rest = words[at], words[at + 1 :]
    if not rest or not known.is_a(one.key, "title"):
        return False
    if one.is_initial:
        # D. Juan Ruiz has a title, D. Ruiz an initial.
        return known.is_a(one.key, "given-title") and given_leaning(rest[0].key) > 0
    if named:
        # Smith, Dr. John
        point = one.text.endswith(".")
        return "," in words[at - 1].gap and (point or given_bearers(one.key) < CALLED)
    capitals = one.text.isupper() and not rest[0].text.isupper()
    if "," in one.gap:
        # Dean before a comma is a name, and Doctor is none if a name in full follows.
        full = sum(not other.is_initial for other in rest) > 1 and not rest[-1].is_initial
        return at == 0 and full and not capitals and look_up(one.key).surname < OFTEN_BORNE
    if one.text.endswith(".") or max(look_up(one.key)[:3]) < CALLED:
        return True
    if capitals or (rest[0].is_initial and given_bearers(one.key) >= CALLED):
        # KING Anna has the family name first; Dean E. Skeen has a middle initial.
        return False
    return len(rest) > 1 or given_bearers(one.key) < OFTEN_CALLED


def may_be_called(title: str) -> bool:
    """Tell whether a title is also a given name."""
    return given_bearers(title) >= CALLED


def _is_suffix(at: int, words: Sequence[Word], named: int, shouted: bool, known: Facts) -> bool:
    one, comma = words[at], "," in words[at - 1].gap
    if known.is_a(one.key, "generation"):
        # Junior is a given name in Gouveia, Junior N.
        rest = words[at + 1 :]
        alone = all(other.is_initial or is_credential(other.text, known) for other in rest)
        called = given_bearers(one.key) >= CALLED and named == 1 and comma and alone
        return not called
    if not is_credential(POSSESSIVE.sub("", one.text), known):
        return False
    listed = max(look_up(one.key)[:3])
    if "." in one.text[:-1]:
        return True
    if sum(map(str.isupper, one.text)) < 2:
        # "Esquire" is nobody's name, "Ma" is.
        return not listed and len(one.key) > 2
    # "JO MA" and "MA, JO" are names, "JO LI, MA" has a degree.
    return not (shouted and listed > 1) or (named > 1 and comma)


def _family_and_given(
    names: Sequence[int], words: Sequence[Word], expected: Role | None, language: str
) -> tuple[Sequence[int], Sequence[int], bool]:
    """Return the words of the family name, the other words, and whether that is sure."""
    if not names:
        return (), (), False
    # A comma before a degree shows nothing.
    turned_at = next(
        (order for order, at in enumerate(names) if order and "," in words[at - 1].gap), 0
    )
    if turned_at:
        return names[:turned_at], names[turned_at:], True
    own = [words[at] for at in names]
    capitals = _shouted_words(own, facts(language))
    if 0 < capitals < len(own) and not own[-1].in_capitals:
        return names[:capitals], names[capitals:], True
    turned = _turned_words(own, expected, language)
    if turned:
        return names[:turned], names[turned:], False
    split = _family_start(own, expected, language)
    return names[split:], names[:split], False


def _two_surnames(
    family: Sequence[int],
    others: Sequence[int],
    words: Sequence[Word],
    expected: Role | None,
    sure: bool,
    language: str,
) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    """Return the family name, the second family name, and the given names.

    Of a family name whose place is sure, the first word with its particles is the one that
    somebody goes by. Otherwise the last two are family names, unless the lists of names show that
    there are two given names (José Luis García, José Luis) or none (Dr. García Ruiz).
    """
    if sure or not others or not family or others[0] > family[0]:
        split = _after_particles(family, words, language)
        return family[:split], family[split:], others
    groups = _groups([*others, *family], words, language)
    leanings = [given_leaning(words[group[-1]].key) for group in groups]
    given = max(1, len(groups) - 2)
    if len(groups) in (2, 3) and min(leanings[:2]) > 0:
        given = 2
    elif len(groups) == 2 and leanings[0] < (1 if expected is Role.FAMILY else 0) >= leanings[1]:
        given = 0
    first = groups[given] if given < len(groups) else []
    before = [at for group in groups[:given] for at in group]
    return first, [at for group in groups[given + 1 :] for at in group], before


def _groups(names: Sequence[int], words: Sequence[Word], language: str) -> list[list[int]]:
    """Return the words of a name, particles together with the word that they lead to."""
    groups: list[list[int]] = [[]]
    for at in names:
        groups[-1].append(at)
        if at == names[-1] or not is_particle(words[at].text, first=False, language=language):
            groups.append([])
    return groups[:-1]


def _after_particles(family: Sequence[int], words: Sequence[Word], language: str) -> int:
    """Return how many words the first family name has."""
    return len(_groups(family, words, language)[0]) if family else 0


def _shouted_words(own: Sequence[Word], known: Facts) -> int:
    """Return how many words at the start are in capitals, as in ST. JOHN Elizabeth."""
    count = next((at for at, one in enumerate(own) if not one.is_shouted), len(own))
    particles = 0
    while particles < len(own) and own[particles].in_capitals:
        if not known.is_a(own[particles].key, "particle"):
            break
        particles += 1
    if count < particles < len(own) and own[particles].is_shouted:
        # Short particles tell nothing by themselves; the word after them does.
        return particles + _shouted_words(own[particles:], known)
    return count


def _turned_words(own: Sequence[Word], expected: Role | None, language: str) -> int:
    """Return how many words of a family name stand before the given name, by the lists of names.

    Santos Leticia, DE LA CRUZ DONALD, KELLY T.J.; none if nothing speaks for that order.
    """
    if len(own) == 2:
        first, last = given_leaning(own[0].key), given_leaning(own[1].key)
        return int(first < 0 and last > 1 and last - first >= _TURNED)
    known, run = facts(language), 0
    while run < len(own) - 1 and (
        is_particle(own[run].text, first=not run, language=language)
        or (known.is_a(own[run].key, "particle") and known.is_a(own[run + 1].key, "particle"))
    ):
        run += 1
    if run and run + 1 < len(own):
        leaning = given_leaning(own[run + 1].key)
        return run + 1 if leaning > 0 or (not leaning and expected is None) else 0
    # Initials without a space follow a name.
    tied = all(not one.gap for one in own[1:-1])
    initials = len(own) > 2 and tied and all(one.is_initial for one in own[1:])
    return int(initials and not own[0].is_initial)


def _family_start(own: Sequence[Word], expected: Role | None, language: str) -> int:
    """Return how many of the words stand before the family name."""
    if len(own) == 1:
        return int(given_leaning(own[0].key) > 0 if expected is None else expected is Role.GIVEN)
    known = facts(language)
    titled = expected is Role.FAMILY
    for at, (one, following) in enumerate(pairwise(own)):
        listed = known.is_a(one.key, "particle")
        if not listed or (
            # First, a particle of the middle is a name; after a title, Van Horn is a family name.
            not (at or titled or one.text.islower()) and known.is_a(one.key, "inner-particle")
        ):
            continue
        begins = is_particle(one.text, first=not at, language=language)
        long = not one.is_initial
        if begins or (long and ((titled and not at) or known.is_a(following.key, "particle"))):
            return at
    return len(own) - 1


@lru_cache(maxsize=_KEPT)
def is_particle(word: str, *, first: bool, language: str = ENGLISH) -> bool:
    """Tell whether a word begins a family name; first and with a capital, Van is a given name.

    Examples
    --------
    >>> is_particle("de", first=True), is_particle("Van", first=False)
    (True, True)
    >>> is_particle("Van", first=True)
    False
    """
    if not facts(language).is_a(word, "particle"):
        return False
    most = _GIVEN_NOT_PARTICLE if first else _GIVEN_NOT_PARTICLE + 1
    return word.islower() or (len(squeeze_text(word)) > 1 and given_bearers(word) < most)
