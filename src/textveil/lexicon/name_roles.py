"""Roles in a name: which word is a title, the given name, the family name, a suffix.

A comma, or a family name in capitals before a given name that is not, shows the order. Without
either the lists of names decide, and particles begin a family name.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Final

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.given_names import given_leaning
from textveil.lexicon.terms import credentials, titles
from textveil.lexicon.words import look_up

__all__ = [
    "APOSTROPHES",
    "GENERATIONS",
    "JOINING",
    "LINKS",
    "POSSESSIVE",
    "SUFFIXES",
    "Role",
    "credential_keys",
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
    SUFFIX = "suffix"
    LINK = "link"
    """`and`, `of`, or anything else that names nobody."""


APOSTROPHES: Final = "'`\u00b4\u2018\u2019\u02bc"
POSSESSIVE: Final = re.compile(rf"[{APOSTROPHES}][sS]\.?$")
# fmt: off
_PARTICLES: Final = frozenset({
    "abu", "af", "al", "ap", "av", "ben", "bin", "bint", "da", "dal", "dalla", "de", "degli", "dei",
    "del", "della", "dello", "den", "der", "des", "di", "dos", "du", "e", "el", "ibn", "la", "le",
    "les", "lo", "los", "mac", "ni", "nic", "san", "st", "ten", "ter", "ua", "van", "vande", "vel",
    "ver", "von", "y", "zu", "zum", "zur",
})
# fmt: on
_NEVER_FIRST: Final = frozenset({"ap", "ben", "bin", "bint", "des", "ibn", "les"})
"""Particles that follow a name (`son of`, `of the`); first and with a capital they are names."""
GENERATIONS: Final = {
    "ii": "ii",
    "iii": "iii",
    "iv": "iv",
    "jr": "jr",
    "junior": "jr",
    "senior": "sr",
    "sr": "sr",
}
SUFFIXES: Final = frozenset({*GENERATIONS, "esq", "esquire"})
"""Words after a name that tell father from son, or nothing, squeezed."""
JOINING: Final = frozenset({"and", "or", "und", "et"})
_FORMERLY: Final = frozenset({"aka", "nee", "formerly"})
LINKS: Final = JOINING | _FORMERLY | {"the", "of"}
"""Words inside a name that name nobody, squeezed."""
_BEFORE_GIVEN: Final = frozenset(
    {"aunt", "auntie", "aunty", "brother", "cousin", "dame", "grandma", "grandpa", "king", "pope"}
    | {"prince", "princess", "queen", "sir", "sister", "uncle"}
)
"""Titles that a given name follows: Aunt Philippa, Sir John."""
_ALWAYS_TITLES: Final = frozenset({"dr", "drs", "mr", "mrs", "ms", "miss", "prof", "messrs"})
_FAMILY_NOT_TITLE: Final = 4
_GIVEN_NOT_TITLE: Final = 5
"""A title that so many people are called by (see `Word`) is a name, as in Dean Martin."""
_GIVEN_TOO: Final = 3
"""A title that some people are called by may be a name."""
_TURNED: Final = 4
"""Two words that lean so far apart, the family name first, are in that order: Santos Leticia."""
_GIVEN_NOT_PARTICLE: Final = 4
_OPENING: Final = frozenset("\"'(\u201c\u2018\u00ab[")


def roles_of(
    words: Sequence[str], gaps: Sequence[str], lead: str, expected: Role | None
) -> tuple[list[Role], bool]:
    """Return the roles of the words of a name, and whether the writing shows their order.

    Parameters
    ----------
    words, gaps, lead
        The words, what follows each of them, and what stands before the first.
    expected
        What a single word is, where what stands before the name tells it.
    """
    keys = [squeeze_text(POSSESSIVE.sub("", word)) for word in words]
    roles = _outer_roles(words, keys, gaps, lead)
    names = [at for at, role in enumerate(roles) if role is None]
    former = next((at for at, key in enumerate(keys) if key in _FORMERLY), len(keys))
    for at in names if names and names[0] < former else ():
        if at > former:
            roles[at] = Role.MIDDLE
    names = [at for at, role in enumerate(roles) if role is None]
    for key, role in zip(keys, roles, strict=True):
        if role is Role.TITLE:
            expected = Role.GIVEN if key in _BEFORE_GIVEN else Role.FAMILY
    before, after, sure = _family_and_given(names, words, keys, gaps, expected)
    for at in before:
        roles[at] = Role.FAMILY
    for order, at in enumerate(after):
        roles[at] = Role.MIDDLE if order else Role.GIVEN
    return [role or Role.LINK for role in roles], sure


def _outer_roles(
    words: Sequence[str], keys: Sequence[str], gaps: Sequence[str], lead: str
) -> list[Role | None]:
    """Return the roles of titles, suffixes and links; None for the words of the name itself."""
    roles: list[Role | None] = [None] * len(words)
    shouted = all(map(_in_capitals, words))
    for at, key in enumerate(keys):
        named = sum(role is None for role in roles[:at])
        if key in LINKS:
            roles[at] = Role.LINK
        elif not named and _is_title(at, words, keys, gaps):
            roles[at] = Role.TITLE
        elif at and (
            (key in SUFFIXES and not _is_called_junior(at, keys, gaps, named))
            or _is_credential(at, words, keys, gaps, named, shouted)
        ):
            roles[at] = Role.SUFFIX
        elif named and (gaps[at - 1] if at else lead)[-1:] in _OPENING and at < len(words) - 1:
            roles[at] = Role.NICKNAME
    return roles


def _is_called_junior(at: int, keys: Sequence[str], gaps: Sequence[str], named: int) -> bool:
    """Tell whether Junior is a given name, as in Gouveia, Junior N."""
    alone = all(len(key) == 1 for key in keys[at + 1 :])
    return keys[at] == "junior" and named == 1 and "," in gaps[at - 1] and alone


def _is_title(at: int, words: Sequence[str], keys: Sequence[str], gaps: Sequence[str]) -> bool:
    key = keys[at]
    if len(key) < 2 or key not in _title_keys() or at == len(words) - 1:
        # "Dean" alone is a name; M. is an initial.
        return False
    if "," in gaps[at]:
        # Dean before a comma is a name, and Doctor is none where a name in full follows.
        full = sum(len(key) > 1 for key in keys[at + 1 :]) > 1 and len(keys[-1]) > 1
        return at == 0 and full and look_up(key).surname < _FAMILY_NOT_TITLE
    if key in _ALWAYS_TITLES or words[at].endswith("."):
        return True
    following = words[at + 1]
    if words[at].isupper() and not following.isupper():
        return False
    if len(keys[at + 1]) == 1 and may_be_called(key):
        # Dean E. Skeen and Princess M Meyer have a middle initial.
        return False
    facts = look_up(key)
    return at < len(words) - 2 or max(facts.female, facts.male) < _GIVEN_NOT_TITLE


def may_be_called(key: str) -> bool:
    """Tell whether a title is somebody's given name, too."""
    facts = look_up(key)
    return key not in _ALWAYS_TITLES and max(facts.female, facts.male) >= _GIVEN_TOO


def _is_credential(
    at: int,
    words: Sequence[str],
    keys: Sequence[str],
    gaps: Sequence[str],
    named: int,
    shouted: bool,
) -> bool:
    word = words[at]
    capitals = sum(character.isupper() for character in word)
    if keys[at] not in credential_keys() or capitals < 2 or not named:
        return False
    facts = look_up(keys[at])
    # "JO MA" and "MA, JO" are names, "JO LI, MA" has a degree.
    doubtful = shouted and max(facts.female, facts.male, facts.surname) > 1
    return not doubtful or (named > 1 and "," in gaps[at - 1])


def _family_and_given(
    names: Sequence[int],
    words: Sequence[str],
    keys: Sequence[str],
    gaps: Sequence[str],
    expected: Role | None,
) -> tuple[Sequence[int], Sequence[int], bool]:
    """Return which words are the family name, which the others, and whether that is sure."""
    if not names:
        return (), (), False
    commas = [at for at in range(names[0], names[-1]) if "," in gaps[at]]
    if commas:
        before = [at for at in names if at <= commas[0]]
        return before, [at for at in names if at > commas[0]], True
    capitals = _shouted_words([words[at] for at in names], [keys[at] for at in names])
    if 0 < capitals < len(names) and not _in_capitals(words[names[-1]]):
        return names[:capitals], names[capitals:], True
    turned = _turned_words([words[at] for at in names], [keys[at] for at in names], expected)
    if not turned and len(names) > 2 and _goes_by_initials(names, keys, gaps):
        turned = 1
    if turned:
        return names[:turned], names[turned:], False
    split = _family_start(names, words, keys, expected)
    return names[split:], names[:split], False


def _shouted_words(words: Sequence[str], keys: Sequence[str]) -> int:
    """Return how many words at the start are in capitals, as in ST. JOHN Elizabeth."""
    count = 0
    while count < len(words) and _is_shouted(words[count]):
        count += 1
    particles = 0
    while particles < len(words) and keys[particles] in _PARTICLES and words[particles].isupper():
        particles += 1
    if particles > count and particles < len(words) and _is_shouted(words[particles]):
        # Short particles tell nothing by themselves; the word after them does.
        return particles + _shouted_words(words[particles:], keys[particles:])
    return count


def _turned_words(words: Sequence[str], keys: Sequence[str], expected: Role | None) -> int:
    """Return how many words of a family name stand before the given name, by the lists of names.

    Santos Leticia, DE LA CRUZ DONALD; none where nothing speaks for that order.
    """
    if len(words) == 2:
        first, last = given_leaning(keys[0]), given_leaning(keys[1])
        return int(first < 0 and last > 1 and last - first >= _TURNED)
    run = 0
    while run < len(words) - 1 and (
        is_particle(words[run], first=not run)
        or (keys[run] in _PARTICLES and keys[run + 1] in _PARTICLES)
    ):
        run += 1
    if not run or run + 1 >= len(words):
        return 0
    leaning = given_leaning(keys[run + 1])
    return run + 1 if leaning > 0 or (not leaning and expected is None) else 0


def _goes_by_initials(names: Sequence[int], keys: Sequence[str], gaps: Sequence[str]) -> bool:
    """Tell whether initials without a space follow a name, as in KELLY T.J."""
    first, *others = names
    tied = all(not gaps[at] for at in others[:-1])
    return len(keys[first]) > 1 and tied and all(len(keys[at]) == 1 for at in others)


def _in_capitals(word: str) -> bool:
    # Capitals of the German sharp s are hardly ever written.
    return word.replace("\u00df", "SS").isupper()


def _is_shouted(word: str) -> bool:
    """Tell whether a word is in capitals and no pair of initials, such as JR."""
    letters = sum(character.isalpha() for character in word)
    if letters < 2 or not _in_capitals(word):
        return False
    facts = look_up(word)
    return letters > 2 or facts.surname > max(facts.female, facts.male)


def _family_start(
    names: Sequence[int], words: Sequence[str], keys: Sequence[str], expected: Role | None
) -> int:
    """Return how many of the words stand before the family name."""
    if len(names) == 1:
        return int(_is_given(keys[names[0]]) if expected is None else expected is Role.GIVEN)
    titled = expected is Role.FAMILY
    rows = [(words[at], keys[at]) for at in names]
    for at in range(len(names) - 1):
        word, key = rows[at]
        if at or titled or key not in _NEVER_FIRST or word.islower():
            # After a title, Van Horn is a family name.
            begins = is_particle(word, first=not at) or (titled and not at and len(key) > 1)
            begins = begins and key in _PARTICLES
            if begins or (key in _PARTICLES and len(key) > 1 and rows[at + 1][1] in _PARTICLES):
                return at
    return len(names) - 1


def is_particle(word: str, *, first: bool) -> bool:
    """Tell whether a word begins a family name; first and with a capital, Van is a given name.

    Examples
    --------
    >>> is_particle("de", first=True), is_particle("Van", first=False)
    (True, True)
    >>> is_particle("Van", first=True)
    False
    """
    key = squeeze_text(word)
    if key not in _PARTICLES or word.islower():
        return key in _PARTICLES
    facts = look_up(key)
    most = _GIVEN_NOT_PARTICLE if first else _GIVEN_NOT_PARTICLE + 1
    return len(key) > 1 and max(facts.female, facts.male) < most


@cache
def _title_keys() -> frozenset[str]:
    return frozenset(squeeze_text(title) for title in titles())


@cache
def credential_keys() -> frozenset[str]:
    """Return the letters after a name that tell a degree or profession, squeezed."""
    return frozenset(squeeze_text(credential) for credential in credentials())


def _is_given(key: str) -> bool:
    return given_leaning(key) > 0
