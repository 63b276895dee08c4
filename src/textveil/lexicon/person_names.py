"""Person names as they are written: which word is the given name, which the family's.

A written name is a row of words with what stands between them. Each word has a role, and a name
with the same roles can be written for another person: `Dr. J. SMITH's` becomes `Dr. M. JONES's`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.names import nicknames
from textveil.lexicon.terms import credentials, titles
from textveil.lexicon.words import look_up

__all__ = ["Part", "Role", "WrittenName", "gender_of", "given_names_agree", "parse_name"]


class Role(StrEnum):
    """What a word of a name is."""

    TITLE = "title"
    GIVEN = "given"
    MIDDLE = "middle"
    FAMILY = "family"
    SUFFIX = "suffix"
    LINK = "link"
    """`and`, `of`, or anything else that names nobody."""


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
        return len(self.text.rstrip(".")) == 1


@dataclass(frozen=True, slots=True, repr=False)
class WrittenName:
    """A name, word by word.

    Examples
    --------
    >>> name = parse_name("Smith, John Q.")
    >>> name.given, name.middle, name.family
    ('john', 'q', 'smith')
    >>> parse_name("Mrs. de la Cruz's").family
    'delacruz'
    """

    parts: tuple[Part, ...]
    lead: str = ""

    def __repr__(self) -> str:
        return f"WrittenName({', '.join(part.role for part in self.parts)})"

    def _squeezed(self, role: Role) -> str:
        words = (part.text.removesuffix("'s") for part in self.parts if part.role is role)
        return squeeze_text("".join(words))

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
        return next((squeeze_text(p.text) for p in self.parts if p.role is Role.TITLE), "")


_WORD: Final = re.compile(
    r"[^\W\d_](?:[^\W\d_]|[-'\u2019\u00ad\u200b-\u200d](?=[^\W\d_]))*(?:['\u2019]s\b)?\.?"
)
# fmt: off
_PARTICLES: Final = frozenset({
    "al", "ap", "ben", "bin", "da", "dal", "de", "del", "della", "den", "der", "di", "dos", "du",
    "e", "el", "la", "le", "los", "san", "st", "ten", "ter", "van", "vande", "vel", "von", "y",
    "zu", "zum", "zur",
})
# fmt: on
_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv", "junior", "senior", "esq"})
_LINKS: Final = frozenset({"and", "or", "the", "of", "aka", "nee", "née"})


def parse_name(text: str) -> WrittenName | None:
    """Return the words of a name with their roles; None where there is no word."""
    found = list(_WORD.finditer(text))
    if not found:
        return None
    words = [match.group() for match in found]
    ends = [*(match.start() for match in found[1:]), len(text)]
    gaps = [text[match.end() : end] for match, end in zip(found, ends, strict=True)]
    roles = _roles(words, gaps)
    parts = tuple(map(Part, words, roles, gaps))
    return WrittenName(parts, text[: found[0].start()])


def _roles(words: Sequence[str], gaps: Sequence[str]) -> list[Role]:
    keys = [squeeze_text(word.removesuffix("'s").removesuffix("\u2019s")) for word in words]
    roles: list[Role | None] = [None] * len(words)
    for at, key in enumerate(keys):
        if key in _LINKS:
            roles[at] = Role.LINK
        elif key in _title_keys() and (at == 0 or roles[at - 1] is Role.TITLE):
            # "Dean" alone, or before a comma, is a name.
            if len(words) > 1 and "," not in gaps[at]:
                roles[at] = Role.TITLE
        elif at and (key in _SUFFIXES or (key in _credential_keys() and words[at].isupper())):
            roles[at] = Role.SUFFIX
    names = [at for at, role in enumerate(roles) if role is None]
    titled = Role.TITLE in roles
    comma = next((at for at in names[:-1] if "," in gaps[at]), None)
    if comma is not None:
        before = [at for at in names if at <= comma]
        after = [at for at in names if at > comma]
    else:
        split = _family_start(names, keys, titled)
        before, after = names[split:], names[:split]
    for at in before:
        roles[at] = Role.FAMILY
    for order, at in enumerate(after):
        roles[at] = Role.MIDDLE if order else Role.GIVEN
    return [role or Role.LINK for role in roles]


def _family_start(names: list[int], keys: list[str], titled: bool) -> int:
    """Return how many of the words stand before the family name."""
    if len(names) == 1:
        return 0 if titled or not _is_given(keys[names[0]]) else 1
    for at in range(len(names) - 1):
        if keys[names[at]] in _PARTICLES:
            return at
    return len(names) - 1


@cache
def _title_keys() -> frozenset[str]:
    return frozenset(squeeze_text(title) for title in titles())


@cache
def _credential_keys() -> frozenset[str]:
    return frozenset(squeeze_text(credential) for credential in credentials())


def _is_given(key: str) -> bool:
    facts = look_up(key)
    return max(facts.female, facts.male) > facts.surname


_FEMALE_TITLES: Final = frozenset(
    {"mrs", "ms", "miss", "mme", "madame", "madam", "lady", "dame", "frau", "sister", "aunt"}
    | {"mademoiselle", "mlle", "queen", "princess", "baroness", "countess", "duchess"}
)
_MALE_TITLES: Final = frozenset(
    {"mr", "mister", "sir", "lord", "herr", "monsieur", "father", "uncle", "brother", "king"}
    | {"prince", "baron", "count", "duke", "master"}
)


def gender_of(title: str, given: str) -> str:
    """Return `female`, `male`, or nothing, by title first and then by the lists of names.

    Examples
    --------
    >>> gender_of("mrs", ""), gender_of("", "john"), gender_of("dr", "")
    ('female', 'male', '')
    """
    if title in _FEMALE_TITLES:
        return "female"
    if title in _MALE_TITLES:
        return "male"
    facts = look_up(given) if len(given) > 1 else None
    if facts is None or facts.female == facts.male:
        return ""
    return "female" if facts.female > facts.male else "male"


@cache
def _formal() -> dict[str, frozenset[str]]:
    """Return, for each short form, the formal names that it can stand for."""
    table: dict[str, set[str]] = {}
    for formal, shorts in nicknames().items():
        for short in shorts:
            table.setdefault(squeeze_text(short), set()).add(squeeze_text(formal))
    return {short: frozenset(formals) for short, formals in table.items()}


def given_names_agree(one: str, other: str) -> bool:
    """Tell whether two squeezed given names can be the same person's.

    Equal, an initial of the other, a short form of the other, or short forms of one name.

    Examples
    --------
    >>> given_names_agree("bob", "robert"), given_names_agree("r", "robert")
    (True, True)
    >>> given_names_agree("mary", "robert")
    False
    """
    if not one or not other or one == other:
        return True
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    ones = _formal().get(one, frozenset()) | {one}
    return not ones.isdisjoint(_formal().get(other, frozenset()) | {other})
