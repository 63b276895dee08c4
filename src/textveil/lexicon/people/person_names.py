"""Person names: reads which word is the given name and which the family name.

`read_name` is the one way from a text to a name. A written name is a row of words with what stands
between them. Each word has a role, and a name with the same roles can be written for another
person: `Dr. J. SMITH's` becomes `Dr. M. JONES's`. Where the order is not plain (`SMITH JOHN`),
`readings` gives the other ways to read the words. `read_names` reads the names of several persons.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from textveil.lexicon.people.name_roles import (
    APOSTROPHES,
    NAMING,
    POSSESSIVE,
    Role,
    Word,
    is_particle,
    may_be_called,
    roles_of,
)
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["NameReading", "Part", "Role", "WrittenName", "read_name", "read_names"]


class NameReading(NamedTuple):
    """The parts of a name, squeezed; empty if there is none."""

    given: str
    middle: str
    family: str


@dataclass(frozen=True, slots=True, repr=False)
class Part:
    """One word of a written name.

    Attributes
    ----------
    text, gap
        The word as it is written, and what stands between it and the next.
    role
        What the word is.
    key
        The word, squeezed, without a possessive.
    start
        Where it begins in the text that was read.
    """

    text: str
    role: Role
    gap: str = ""
    key: str = ""
    start: int = 0

    def __repr__(self) -> str:
        return f"Part({self.role}, {len(self.text)} characters)"

    @property
    def end(self) -> int:
        """Where the word ends in the text that was read."""
        return self.start + len(self.text)

    @property
    def bare(self) -> str:
        """The word as it is written, without a possessive and a full stop."""
        return POSSESSIVE.sub("", self.text).rstrip(".")

    @property
    def is_initial(self) -> bool:
        """Whether it is a single letter, with or without a full stop."""
        return len(self.key) == 1


@dataclass(frozen=True, slots=True, repr=False)
class WrittenName:
    """A name, word by word.

    `sure` tells that the writing itself shows the order: by a comma, or by a family name in
    capitals before a given name that is not. `start` and `end` tell what of the text it takes up.

    Examples
    --------
    >>> name = read_name("Smith, John Q.")
    >>> name.given, name.middle, name.family, name.sure
    ('john', 'q', 'smith', True)
    >>> read_name("Mrs. de la Cruz's").family
    'delacruz'
    """

    parts: tuple[Part, ...]
    lead: str = ""
    sure: bool = False
    start: int = 0
    end: int = 0
    language: str = ENGLISH

    def __repr__(self) -> str:
        return f"WrittenName({', '.join(part.role for part in self.parts)})"

    def _squeezed(self, role: Role) -> str:
        return "".join(part.key for part in self.parts if part.role is role)

    @property
    def given(self) -> str:
        """The given name or its initial, squeezed; empty if there is none."""
        return self._squeezed(Role.GIVEN)

    @property
    def middle(self) -> str:
        """Middle names or initials, and a second family name, squeezed."""
        return self._squeezed(Role.MIDDLE) + self._squeezed(Role.SECOND)

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
        """The generation mark (`jr`, `sr`, `iii`); empty if there is none."""
        known = facts(self.language)
        suffixes = (part.key for part in self.parts if part.role is Role.SUFFIX)
        return next(filter(None, (known.value("generation", key) for key in suffixes)), "")

    @property
    def reading(self) -> NameReading:
        """The parts as the roles have them."""
        return NameReading(self.given, self.middle, self.family)

    @property
    def named(self) -> tuple[Part, ...]:
        """The words of the name itself, from given name to family name; a nickname is one."""
        order = (Role.GIVEN, Role.NICKNAME, Role.MIDDLE, Role.FAMILY, Role.SECOND)
        return tuple(part for role in order for part in self.parts if part.role is role)

    @property
    def words(self) -> tuple[Part, ...]:
        """The words of `named` without initials and particles.

        Examples
        --------
        >>> [word.text for word in read_name("Dr. de la Cruz-Ortiz, Ana M., Jr.").words]
        ['Ana', 'Cruz-Ortiz']
        """
        own = [part for part in self.named if not part.is_initial]
        return tuple(part for part in own if not self._is_particle(part))

    def _is_particle(self, part: Part) -> bool:
        """Tell whether a word leads up to a family name; the last word of it does not."""
        last = max((one.start for one in self.parts if one.role is part.role), default=-1)
        inner = part.role in (Role.FAMILY, Role.SECOND) and part.start < last
        return inner and is_particle(part.text, first=False, language=self.language)

    def bare_family(self) -> str:
        """Return the family name without its particles, squeezed: von Goethe is Goethe too."""
        own = (part for part in self.parts if part.role is Role.FAMILY)
        return "".join(part.key for part in own if not self._is_particle(part))

    def readings(self) -> Iterator["WrittenName"]:
        """Yield the ways to read the name, the likeliest first.

        Examples
        --------
        >>> [tuple(name.reading) for name in read_name("Oh Bora").readings()]
        [('oh', '', 'bora'), ('bora', '', 'oh'), ('oh', 'bora', ''), ('', '', 'ohbora')]
        """
        for at, (places, roles) in enumerate(self._role_choices()):
            yield self._with_roles(places, roles) if at else self

    def parts_read(self) -> tuple[NameReading, ...]:
        """Return the parts in each way to read the name, the likeliest first.

        Middle names stay apart, with a space between.

        Examples
        --------
        >>> [tuple(one) for one in read_name("Rose Ann Li").parts_read()][:2]
        [('rose', 'ann', 'li'), ('ann', 'li', 'rose')]
        """
        found = []
        for places, roles in self._role_choices():
            named: dict[Role, list[str]] = {Role.GIVEN: [], Role.MIDDLE: [], Role.FAMILY: []}
            for at, role in zip(places, roles, strict=True):
                named[Role.MIDDLE if role is Role.SECOND else role].append(self.parts[at].key)
            given, middle, family = named.values()
            found.append(NameReading("".join(given), " ".join(middle), "".join(family)))
        return tuple(dict.fromkeys(found))

    def _places(self) -> list[int]:
        return [at for at, part in enumerate(self.parts) if part.role in NAMING]

    def _role_choices(self) -> Iterator[tuple[Sequence[int], Sequence[Role]]]:
        """Yield which words of the name may have which roles; first those that they have."""
        places = self._places()
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
        >>> tuple(read_name("Dean Eric Skeen").called().reading), read_name("Dr. Li").called()
        (('dean', 'eric', 'skeen'), None)
        """
        if not self._may_be_called():
            return None
        places = self._places()
        return self._with_roles([0, *places], _role_rows(len(places) + 1)[0])

    def _may_be_called(self) -> bool:
        title = self.parts[0]
        return title.role is Role.TITLE and bool(self._places()) and may_be_called(title.key)

    def _with_roles(self, places: Sequence[int], roles: Sequence[Role]) -> "WrittenName":
        parts = list(self.parts)
        for at, role in zip(places, roles, strict=True):
            parts[at] = replace(parts[at], role=role)
        return replace(self, parts=tuple(parts))


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


_JOINTS: Final = rf"[-{APOSTROPHES}\u2010\u2011\u00ad\u200b-\u200d\u2060]"
# A word goes on after a hyphen at the end of a line.
_WORD: Final = re.compile(
    rf"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f]|{_JOINTS}{{1,7}}(?=[^\W\d_])|-\n(?=[^\W\d_]))*"
    rf"(?:\.(?:[{APOSTROPHES}][sS](?![^\W\d_]))?)?"
)
_APART: Final = re.compile(r"[/;|&]")
"""Signs that keep the names of several persons apart."""
_KEPT: Final = 1 << 16
"""Names that are kept as they were read: the people of a corpus are named again and again."""


@lru_cache(maxsize=_KEPT)
def read_name(
    text: str, expected: Role | None = None, *, language: str = ENGLISH
) -> WrittenName | None:
    """Read the words of a name with their roles; None if there is no word.

    Parameters
    ----------
    text
        One person's name, with the title and other words that belong to it.
    expected
        What a single word is, where what stands before the text tells it: a family name after a
        title, a given name after a word for a relative.
    language
        Whose titles, particles and other words count.
    """
    found = _words(text, language)
    if not found:
        return None
    lead = text[: found[0][0]]
    stops = [*(start for start, _ in found[1:]), len(text)]
    words = [
        Word.of(text[start:end], text[end:stop])
        for (start, end), stop in zip(found, stops, strict=True)
    ]
    roles, sure = roles_of(words, lead, expected, language)
    parts = (
        Part(one.text, role, one.gap, one.key, start)
        for one, role, (start, _) in zip(words, roles, found, strict=True)
    )
    return WrittenName(tuple(parts), lead, sure, 0, len(text), language)


def _words(text: str, language: str) -> list[tuple[int, int]]:
    """Return where the words stand; a credential with full stops (`M.D.`) is one word."""
    found: list[tuple[int, int]] = []
    known = facts(language)
    for match in _WORD.finditer(text):
        start, end = match.span()
        if start and text[start - 1] in APOSTROPHES and match[0] in ("s", "S"):
            # The possessive of a word in quotation marks.
            continue
        begun = found[-1][0] if len(found) > 1 and found[-1][1] == start else start
        if begun < start and known.is_a(POSSESSIVE.sub("", text[begun:end]), "credential"):
            found[-1] = (begun, end)
        else:
            found.append((start, end))
    return found


@lru_cache(maxsize=_KEPT)
def read_names(text: str, *, language: str = ENGLISH) -> tuple[WrittenName, ...]:
    r"""Return the names of all persons in a text; offsets are those of the whole text.

    Strokes, words such as `and`, and the ends of lines with a name in full each keep them apart.

    Examples
    --------
    >>> [name.family for name in read_names("Drs. Smith and Jones")]
    ['smith', 'jones']
    >>> len(read_names("Mr. and Mrs. Smith")), len(read_names("Ana Ruiz\nLUND, EVA"))
    (1, 2)
    """
    names = []
    for start, end in _pieces(text, language):
        name = read_name(text[start:end], language=language)
        if name is not None:
            parts = tuple(replace(part, start=start + part.start) for part in name.parts)
            names.append(replace(name, parts=parts, start=start, end=end) if start else name)
    return tuple(names)


def _pieces(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield where each person's name begins and ends; all of the text for one name."""
    strokes = _cut_at([match.span() for match in _APART.finditer(text)], text)
    for start, end in strokes:
        for low, high in _lines(text[start:end], language):
            yield from (
                (start + low + first, start + low + last)
                for first, last in _joined(text[start + low : start + high], language)
            )


def _cut_at(marks: Sequence[tuple[int, int]], text: str) -> Iterator[tuple[int, int]]:
    """Yield what lies between marks and holds letters, without blanks; all of it without marks."""
    starts, ends = [0, *(end for _, end in marks)], [*(start for start, _ in marks), len(text)]
    for start, end in zip(starts, ends, strict=True):
        piece = text[start:end]
        if not marks:
            yield start, end
        elif any(map(str.isalpha, piece)):
            blank = len(piece) - len(piece.lstrip())
            yield start + blank, start + len(piece.rstrip())


def _lines(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield the lines, where each is a name in full."""
    ends = [at for at, sign in enumerate(text) if sign == "\n" and text[at - 1 : at] != "-"]
    lines = list(_cut_at([(at, at + 1) for at in ends], text))
    names = (read_name(text[start:end], language=language) for start, end in lines)
    several = len(lines) > 1 and all(name and len(name.words) > 1 for name in names)
    yield from lines if several else [(0, len(text))]


def _joined(text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield the names on both sides of a word like `and`; a title before both counts for both."""
    name, start = read_name(text, language=language), 0
    parts = () if name is None else name.parts
    last = max((at for at, part in enumerate(parts) if part.role in NAMING), default=0)
    counts = list(accumulate(part.role in NAMING for part in parts))
    named = 0
    for at, part in enumerate(parts[:last]):
        if facts(language).is_a(part.key, "joining") and at and counts[at] > named:
            yield start, parts[at - 1].end
            start, named = parts[at + 1].start, counts[at]
    yield start, len(text)
