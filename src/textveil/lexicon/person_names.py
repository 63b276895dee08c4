"""Person names as they are written: which word is the given name, which the family's.

A written name is a row of words with what stands between them. Each word has a role, and a name
with the same roles can be written for another person: `Dr. J. SMITH's` becomes `Dr. M. JONES's`.
Where the order is not plain (`SMITH JOHN`), `readings` gives the other ways to read the words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.given_names import gender_of, given_names_agree
from textveil.lexicon.terms import credentials, titles
from textveil.lexicon.words import look_up

__all__ = [
    "Part",
    "Reading",
    "Role",
    "WrittenName",
    "gender_of",
    "given_names_agree",
    "name_pieces",
    "parse_name",
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


class Reading(NamedTuple):
    """The parts of a name, squeezed; empty where there is none."""

    given: str
    middle: str
    family: str


@dataclass(frozen=True, slots=True, repr=False)
class Part:
    """One word of a written name, and what stands between it and the next."""

    text: str
    role: Role
    gap: str = ""

    def __repr__(self) -> str:
        return f"Part({self.role}, {len(self.text)} characters)"

    @property
    def is_initial(self) -> bool:
        """Whether it is a single letter, with or without a full stop."""
        return len(self.key) == 1

    @property
    def key(self) -> str:
        """The word, squeezed, without a possessive."""
        return squeeze_text(_POSSESSIVE.sub("", self.text))


@dataclass(frozen=True, slots=True, repr=False)
class WrittenName:
    """A name, word by word.

    `sure` tells that the writing itself shows the order: by a comma, or by a family name in
    capitals before a given name that is not.

    Examples
    --------
    >>> name = parse_name("Smith, John Q.")
    >>> name.given, name.middle, name.family, name.sure
    ('john', 'q', 'smith', True)
    >>> parse_name("Mrs. de la Cruz's").family
    'delacruz'
    """

    parts: tuple[Part, ...]
    lead: str = ""
    sure: bool = False

    def __repr__(self) -> str:
        return f"WrittenName({', '.join(part.role for part in self.parts)})"

    def _squeezed(self, role: Role) -> str:
        return "".join(part.key for part in self.parts if part.role is role)

    @property
    def given(self) -> str:
        """The given name or its initial, squeezed; empty where there is none."""
        return self._squeezed(Role.GIVEN)

    @property
    def middle(self) -> str:
        """Middle names or initials, squeezed."""
        return self._squeezed(Role.MIDDLE)

    @property
    def family(self) -> str:
        """The family name, squeezed."""
        return self._squeezed(Role.FAMILY)

    @property
    def title(self) -> str:
        """The first title, squeezed."""
        return next((part.key for part in self.parts if part.role is Role.TITLE), "")

    @property
    def generation(self) -> str:
        """What tells father from son (`jr`, `sr`, `iii`); empty where nothing does."""
        keys = (part.key for part in self.parts if part.role is Role.SUFFIX)
        return next((_GENERATIONS[key] for key in keys if key in _GENERATIONS), "")

    @property
    def reading(self) -> Reading:
        """The parts as the roles have them."""
        return Reading(self.given, self.middle, self.family)

    def readings(self) -> Iterator["WrittenName"]:
        """Yield the ways to read the name, the likeliest first.

        Examples
        --------
        >>> [tuple(name.reading) for name in parse_name("Oh Bora").readings()]
        [('oh', '', 'bora'), ('bora', '', 'oh'), ('oh', 'bora', ''), ('', '', 'ohbora')]
        """
        yield self
        if self.sure:
            return
        places = [at for at, part in enumerate(self.parts) if part.role in _NAMING]
        seen = {tuple(self.parts[at].role for at in places)}
        for roles in _role_rows(len(places)):
            if roles not in seen:
                seen.add(roles)
                parts = list(self.parts)
                for at, role in zip(places, roles, strict=True):
                    parts[at] = replace(parts[at], role=role)
                yield replace(self, parts=tuple(parts))


_NAMING: Final = frozenset({Role.GIVEN, Role.MIDDLE, Role.FAMILY})


def _role_rows(count: int) -> Iterator[tuple[Role, ...]]:
    """Yield the rows of roles that words of a name can have, the likeliest first."""
    given, middle, family = Role.GIVEN, Role.MIDDLE, Role.FAMILY
    if count == 1:
        yield from ((family,), (given,), (middle,))
    elif count > 1:
        yield (given, *[middle] * (count - 2), family)
        yield (family, given, *[middle] * (count - 2))
        if count > 2:
            yield (given, *[middle] * (count - 3), family, family)
            yield (family, family, given, *[middle] * (count - 3))
        yield (given, *[middle] * (count - 1))
        yield (family,) * count


_APOSTROPHES: Final = "'`\u00b4\u2018\u2019\u02bc"
_POSSESSIVE: Final = re.compile(rf"[{_APOSTROPHES}][sS]\.?$")
_WORD: Final = re.compile(
    rf"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f]|[-{_APOSTROPHES}\u2010\u2011\u00ad\u200b-\u200d\u2060]+"
    r"(?=[^\W\d_]))*\.?"
)
# fmt: off
_PARTICLES: Final = frozenset({
    "abu", "af", "al", "ap", "av", "ben", "bin", "bint", "da", "dal", "dalla", "de", "degli", "dei",
    "del", "della", "dello", "den", "der", "di", "dos", "du", "e", "el", "ibn", "la", "le", "lo",
    "los", "mac", "ni", "nic", "san", "st", "ten", "ter", "ua", "van", "vande", "vel", "ver", "von",
    "y", "zu", "zum", "zur",
})
# fmt: on
_GENERATIONS: Final = {
    "ii": "ii",
    "iii": "iii",
    "iv": "iv",
    "jr": "jr",
    "junior": "jr",
    "senior": "sr",
    "sr": "sr",
}
_SUFFIXES: Final = frozenset({*_GENERATIONS, "esq", "esquire"})
_PARTING: Final = re.compile(r"\s*[/;|]\s*")
_JOINING: Final = frozenset({"and", "or", "und", "et"})
_FORMERLY: Final = frozenset({"aka", "nee", "formerly"})
_LINKS: Final = _JOINING | _FORMERLY | {"the", "of"}
_ALWAYS_TITLES: Final = frozenset({"dr", "drs", "mr", "mrs", "ms", "miss", "prof", "messrs"})
_GIVEN_NOT_TITLE: Final = 5
"""A title that so many people are called by (see `Word`) is a name, as in Dean Martin."""
_TURNED: Final = 4
"""Two words that lean so far apart, the family name first, are in that order: Santos Leticia."""
_GIVEN_NOT_PARTICLE: Final = 4
_KEPT: Final = 1 << 13
"""Names that are kept as they were read: the people of a corpus are named again and again."""
_OPENING: Final = frozenset("\"'(\u201c\u2018\u00ab[")


@lru_cache(maxsize=_KEPT)
def parse_name(text: str) -> WrittenName | None:
    """Return the words of a name with their roles; None where there is no word."""
    found = _words(text)
    if not found:
        return None
    words = [text[start:end] for start, end in found]
    ends = [*(start for start, _ in found[1:]), len(text)]
    gaps = [text[end:after] for (_, end), after in zip(found, ends, strict=True)]
    lead = text[: found[0][0]]
    roles, sure = _roles(words, gaps, lead)
    return WrittenName(tuple(map(Part, words, roles, gaps)), lead, sure)


@lru_cache(maxsize=_KEPT)
def name_pieces(text: str) -> tuple[tuple[int, int], ...]:
    """Return where the names of several persons stand; one place for a name of one.

    Examples
    --------
    >>> name_pieces("Drs. Smith and Jones"), name_pieces("Mr. and Mrs. Smith")
    (((0, 10), (15, 20)), ((0, 18),))
    >>> name_pieces("Shaw, Ana / EAS")
    ((0, 9), (12, 15))
    """
    parted = [piece for piece in _PARTING.split(text) if any(map(str.isalpha, piece))]
    if len(parted) > 1:
        return tuple(_located(text, parted))
    found = _words(text)
    name = parse_name(text)
    if name is None or not any(part.key in _JOINING for part in name.parts):
        return ((0, len(text)),)
    pieces: list[tuple[int, int]] = []
    start = named = 0
    for (low, _), part, at in zip(found, name.parts, range(len(found)), strict=True):
        rest = name.parts[at + 1 :]
        if part.key in _JOINING and named and any(p.role in _NAMING for p in rest):
            pieces.append((start, found[at - 1][1]))
            start, named = found[at + 1][0], 0
        elif part.role in _NAMING:
            named += 1
        elif not pieces and not named:
            start = min(start, low)
    return (*pieces, (start, len(text)))


def _located(text: str, parted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the names inside the parts of a text that a stroke keeps apart."""
    at = 0
    for piece in parted:
        at = text.index(piece, at)
        yield from ((at + start, at + end) for start, end in name_pieces(piece))
        at += len(piece)


def _words(text: str) -> list[tuple[int, int]]:
    """Return where the words stand; a credential with full stops (`M.D.`) is one word."""
    found: list[tuple[int, int]] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        before = found[-1] if found else None
        if (
            before is not None
            and len(found) > 1
            and before[1] == start
            and text[start - 1] == "."
            and squeeze_text(text[before[0] : end]) in _credential_keys()
        ):
            found[-1] = (before[0], end)
        else:
            found.append((start, end))
    return found


def _roles(words: Sequence[str], gaps: Sequence[str], lead: str) -> tuple[list[Role], bool]:
    keys = [squeeze_text(_POSSESSIVE.sub("", word)) for word in words]
    roles = _outer_roles(words, keys, gaps, lead)
    names = [at for at, role in enumerate(roles) if role is None]
    former = next((at for at, key in enumerate(keys) if key in _FORMERLY), len(keys))
    for at in names if names and names[0] < former else ():
        if at > former:
            roles[at] = Role.MIDDLE
    names = [at for at, role in enumerate(roles) if role is None]
    before, after, sure = _family_and_given(names, words, keys, gaps, Role.TITLE in roles)
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
        if key in _LINKS:
            roles[at] = Role.LINK
        elif not named and _is_title(at, words, keys, gaps):
            roles[at] = Role.TITLE
        elif at and (key in _SUFFIXES or _is_credential(at, words, keys, gaps, named, shouted)):
            roles[at] = Role.SUFFIX
        elif named and (gaps[at - 1] if at else lead)[-1:] in _OPENING and at < len(words) - 1:
            roles[at] = Role.NICKNAME
    return roles


def _is_title(at: int, words: Sequence[str], keys: Sequence[str], gaps: Sequence[str]) -> bool:
    key = keys[at]
    if len(key) < 2 or key not in _title_keys() or "," in gaps[at] or at == len(words) - 1:
        # "Dean" alone, or before a comma, is a name; M. is an initial.
        return False
    if key in _ALWAYS_TITLES or words[at].endswith("."):
        return True
    following = words[at + 1]
    if words[at].isupper() and not following.isupper():
        return False
    facts = look_up(key)
    return at < len(words) - 2 or max(facts.female, facts.male) < _GIVEN_NOT_TITLE


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
    if keys[at] not in _credential_keys() or capitals < 2 or not named:
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
    titled: bool,
) -> tuple[Sequence[int], Sequence[int], bool]:
    """Return which words are the family name, which the others, and whether that is sure."""
    if not names:
        return (), (), False
    commas = [at for at in range(names[0], names[-1]) if "," in gaps[at]]
    if commas:
        before = [at for at in names if at <= commas[0]]
        return before, [at for at in names if at > commas[0]], True
    capitals = 0
    while capitals < len(names) and _is_shouted(words[names[capitals]]):
        capitals += 1
    if 0 < capitals < len(names) and not _in_capitals(words[names[-1]]):
        return names[:capitals], names[capitals:], True
    if len(names) == 2:
        first, last = _leaning(keys[names[0]]), _leaning(keys[names[1]])
        if first < 0 and last > 1 and last - first >= _TURNED:
            return names[:1], names[1:], False
    split = _family_start(names, words, keys, titled)
    return names[split:], names[:split], False


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
    names: Sequence[int], words: Sequence[str], keys: Sequence[str], titled: bool
) -> int:
    """Return how many of the words stand before the family name."""
    if len(names) == 1:
        return 0 if titled or not _is_given(keys[names[0]]) else 1
    rows = [(words[at], keys[at]) for at in names]
    for at in range(len(names) - 1):
        if _is_particle(*rows[at], first=not at) or (
            rows[at][1] in _PARTICLES and len(rows[at][1]) > 1 and rows[at + 1][1] in _PARTICLES
        ):
            return at
    return len(names) - 1


def _is_particle(word: str, key: str, *, first: bool) -> bool:
    """Tell whether a word begins a family name; first and with a capital, Van is a given name."""
    if key not in _PARTICLES or word.islower():
        return key in _PARTICLES
    facts = look_up(key)
    most = _GIVEN_NOT_PARTICLE if first else _GIVEN_NOT_PARTICLE + 1
    return len(key) > 1 and max(facts.female, facts.male) < most


@cache
def _title_keys() -> frozenset[str]:
    return frozenset(squeeze_text(title) for title in titles())


@cache
def _credential_keys() -> frozenset[str]:
    return frozenset(squeeze_text(credential) for credential in credentials())


def _is_given(key: str) -> bool:
    return _leaning(key) > 0


def _leaning(key: str) -> int:
    """Return how much rather a word is a given name than a family name; see `Word`."""
    facts = look_up(key)
    return max(facts.female, facts.male) - facts.surname
