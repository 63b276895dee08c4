"""Person names as they are written: which word is the given name, which the family's.

A written name is a row of words with what stands between them. Each word has a role, and a name
with the same roles can be written for another person: `Dr. J. SMITH's` becomes `Dr. M. JONES's`.
Where the order is not plain (`SMITH JOHN`), `readings` gives the other ways to read the words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.given_names import gender_of, given_names_agree
from textveil.lexicon.name_roles import (
    APOSTROPHES,
    GENERATIONS,
    JOINING,
    POSSESSIVE,
    Role,
    credential_keys,
    may_be_called,
    roles_of,
)

__all__ = [
    "NameReading",
    "Part",
    "Role",
    "WrittenName",
    "gender_of",
    "given_names_agree",
    "name_pieces",
    "parse_name",
]


class NameReading(NamedTuple):
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
        return squeeze_text(POSSESSIVE.sub("", self.text))


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
        return next((GENERATIONS[key] for key in keys if key in GENERATIONS), "")

    @property
    def reading(self) -> NameReading:
        """The parts as the roles have them."""
        return NameReading(self.given, self.middle, self.family)

    def readings(self) -> Iterator["WrittenName"]:
        """Yield the ways to read the name, the likeliest first.

        Examples
        --------
        >>> [tuple(name.reading) for name in parse_name("Oh Bora").readings()]
        [('oh', '', 'bora'), ('bora', '', 'oh'), ('oh', 'bora', ''), ('', '', 'ohbora')]
        """
        for at, (places, roles) in enumerate(self._role_choices()):
            yield self._with_roles(places, roles) if at else self

    def parts_read(self) -> tuple[NameReading, ...]:
        """Return the parts in each way to read the name, the likeliest first.

        Middle names stay apart, with a space between.

        Examples
        --------
        >>> [tuple(one) for one in parse_name("Rose Ann Li").parts_read()][:2]
        [('rose', 'ann', 'li'), ('ann', 'li', 'rose')]
        """
        keys = [part.key for part in self.parts]
        found = []
        for places, roles in self._role_choices():
            named: dict[Role, list[str]] = {Role.GIVEN: [], Role.MIDDLE: [], Role.FAMILY: []}
            for at, role in zip(places, roles, strict=True):
                named[role].append(keys[at])
            given, middle, family = named.values()
            found.append(NameReading("".join(given), " ".join(middle), "".join(family)))
        return tuple(dict.fromkeys(found))

    def _role_choices(self) -> Iterator[tuple[Sequence[int], Sequence[Role]]]:
        """Yield which words of the name may have which roles; first those that they have."""
        places = [at for at, part in enumerate(self.parts) if part.role in _NAMING]
        written = tuple(self.parts[at].role for at in places)
        yield places, written
        if self.sure:
            return
        for roles in _role_rows(len(places)):
            if roles != written:
                yield places, roles
        if self._may_be_called():
            yield [0, *places], _role_rows(len(places) + 1)[0]

    def called(self) -> "WrittenName | None":
        """Return the name with its title as a given name: Dean Eric Skeen may be called Dean.

        Examples
        --------
        >>> tuple(parse_name("Dean Eric Skeen").called().reading), parse_name("Dr. Li").called()
        (('dean', 'eric', 'skeen'), None)
        """
        if not self._may_be_called():
            return None
        places = [at for at, part in enumerate(self.parts) if part.role in _NAMING]
        return self._with_roles([0, *places], _role_rows(len(places) + 1)[0])

    def _may_be_called(self) -> bool:
        title = self.parts[0]
        named = any(part.role in _NAMING for part in self.parts)
        return named and title.role is Role.TITLE and may_be_called(title.key)

    def _with_roles(self, places: Sequence[int], roles: Sequence[Role]) -> "WrittenName":
        parts = list(self.parts)
        for at, role in zip(places, roles, strict=True):
            parts[at] = replace(parts[at], role=role)
        return replace(self, parts=tuple(parts))


_NAMING: Final = frozenset({Role.GIVEN, Role.MIDDLE, Role.FAMILY})


@cache
def _role_rows(count: int) -> tuple[tuple[Role, ...], ...]:
    """Return the rows of roles that words of a name can have, the likeliest first."""
    given, middle, family = Role.GIVEN, Role.MIDDLE, Role.FAMILY
    if count < 2:
        return ((family,), (given,), (middle,)) if count else ()
    rows = [(given, *[middle] * (count - 2), family), (family, given, *[middle] * (count - 2))]
    if count > 2:
        rows.append((given, *[middle] * (count - 3), family, family))
        rows.append((family, family, given, *[middle] * (count - 3)))
    if count > 3:
        rows.append((*[family] * (count - 1), given))
    rows += [(given, *[middle] * (count - 1)), (family,) * count]
    return tuple(dict.fromkeys(rows))


_WORD: Final = re.compile(
    rf"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f]|[-{APOSTROPHES}\u2010\u2011\u00ad\u200b-\u200d\u2060]+"
    r"(?=[^\W\d_]))*\.?"
)
_PARTING: Final = re.compile(r"\s*[/;|]\s*")
_SEVERAL: Final = re.compile(r"(?i)[/;|]|(?<!\w)(?:and|or|und|et)(?!\w)")
"""What the names of several persons have between them."""
_KEPT: Final = 1 << 13
"""Names that are kept as they were read: the people of a corpus are named again and again."""


@lru_cache(maxsize=_KEPT)
def parse_name(text: str, expected: Role | None = None) -> WrittenName | None:
    """Return the words of a name with their roles; None where there is no word.

    `expected` tells what a single word is, where what stands before the text does: a family name
    after a title, a given name after a word for a relative.
    """
    found = _words(text)
    if not found:
        return None
    words = [text[start:end] for start, end in found]
    ends = [*(start for start, _ in found[1:]), len(text)]
    gaps = [text[end:after] for (_, end), after in zip(found, ends, strict=True)]
    lead = text[: found[0][0]]
    roles, sure = roles_of(words, gaps, lead, expected)
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
    if text.isascii() and not _SEVERAL.search(text):
        return ((0, len(text)),)
    parted = [piece for piece in _PARTING.split(text) if any(map(str.isalpha, piece))]
    if len(parted) > 1:
        return tuple(_located(text, parted))
    found = _words(text)
    name = parse_name(text)
    if name is None or not any(part.key in JOINING for part in name.parts):
        return ((0, len(text)),)
    pieces: list[tuple[int, int]] = []
    start = named = 0
    for (low, _), part, at in zip(found, name.parts, range(len(found)), strict=True):
        rest = name.parts[at + 1 :]
        if part.key in JOINING and named and any(p.role in _NAMING for p in rest):
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
            and squeeze_text(text[before[0] : end]) in credential_keys()
        ):
            found[-1] = (before[0], end)
        else:
            found.append((start, end))
    return found
