"""Facts: what each word of a language can be, said once, in tables that anybody can read.

The tables lie in `lexicon/data/facts/<language>/`, one idea a file; those that hold for every
language (area codes, domains) lie in `lexicon/data/facts/any/`. A line says a word, its roles
and, where a role needs one, a value: `Junior<tab>generation<tab>jr`. The roles that exist, and what
each means, stand in `lexicon/data/facts/roles.tsv`. Code asks for words by role and holds no list
of its own.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

from textveil.errors import FormatError, InvalidValueError
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH, language_named

__all__ = ["Facts", "facts", "key_of", "read_facts", "roles"]

_SHELF: Final = files("textveil.lexicon") / "data" / "facts"
_ROLES: Final = _SHELF / "roles.tsv"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Facts:
    """The words of one language by their roles; made by `facts`, and never changed.

    Case, accents and punctuation do not count when a word is asked about: its *key* is what
    `squeeze_text` leaves of it.

    Examples
    --------
    >>> english = facts("en")
    >>> english.is_a("DR.", "title"), english.is_a("chair", "title")
    (True, False)
    >>> english.value("generation", "Junior"), english.value("generation", "Ruiz")
    ('jr', None)
    >>> sorted(english.roles("May") & {"month", "everyday-name"})
    ['everyday-name', 'month']
    """

    language: str
    _by_role: Mapping[str, Mapping[str, str]]

    def __repr__(self) -> str:
        return f"Facts({self.language}, {len(self._by_role)} roles)"

    def words(self, *wanted: str) -> tuple[str, ...]:
        """Return the words that have one of these roles, as they are written in the tables."""
        return tuple(dict.fromkeys(word for role in wanted for word in self.values(role)))

    def keys(self, *wanted: str) -> frozenset[str]:
        """Return the keys of the words that have one of these roles."""
        return _keys(self, wanted)

    def values(self, role: str) -> Mapping[str, str]:
        """Return the value of each word that has a role, as written, in the order of the table."""
        if role not in roles():
            raise InvalidValueError(f"there is no role {role}", where="roles.tsv")
        return self._by_role.get(role, _NOTHING)

    def value(self, role: str, word: str) -> str | None:
        """Return the value of a word in a role; None if the word does not have the role."""
        return _keyed(self, role).get(key_of(word))

    def roles(self, word: str) -> frozenset[str]:
        """Return all roles of a word."""
        return _roles_by_key(self).get(key_of(word), frozenset())

    def is_a(self, word: str, *wanted: str) -> bool:
        """Tell whether a word has one of these roles."""
        return key_of(word) in self.keys(*wanted)

    def pattern(self, *wanted: str) -> str:
        """Return a pattern for the words that have one of these roles, the longest first.

        It is one group, for Python's `re` and for RE2 alike. A space stands for any blanks.

        Examples
        --------
        >>> bool(re.fullmatch(facts("en").pattern("generation"), "Jr"))
        True
        """
        return _pattern(self, wanted)


_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@lru_cache(maxsize=1 << 16)
def key_of(word: str) -> str:
    """Return what a word is known by: its letters and digits, or all of it if it has none."""
    return squeeze_text(word) or word


@cache
def _keys(known: Facts, wanted: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(key_of, known.words(*wanted)))


@cache
def _keyed(known: Facts, role: str) -> Mapping[str, str]:
    # Of two words with one key the first in the table decides.
    return {key_of(word): value for word, value in reversed([*known.values(role).items()])}


@cache
def _roles_by_key(known: Facts) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for role in roles():
        for key in known.keys(role):
            found.setdefault(key, set()).add(role)
    return {key: frozenset(named) for key, named in found.items()}


@cache
def _pattern(known: Facts, wanted: tuple[str, ...]) -> str:
    words = sorted(known.words(*wanted), key=lambda word: (-len(word), word))
    # A group that matches nothing, where a language has no such words.
    choices = "|".join(re.escape(word).replace("\\ ", r"\s+") for word in words) or r"[^\s\S]"
    return f"(?:{choices})"


@cache
def roles() -> Mapping[str, str]:
    """Return every role that a word can have, with what it means."""
    pairs = (line.split("\t") for _, line in _lines(_ROLES))
    return MappingProxyType(dict(pairs))


@cache
def facts(language: str = ENGLISH) -> Facts:
    """Return what is known about the words of a language, read once.

    Raises
    ------
    UsageError
        If there is no such language.
    FormatError
        If one of its tables is malformed; the message names file and line.
    """
    return _read(language)


@cache
def _read(language: str) -> Facts:
    # One value, whether the language was named or left to the default.
    return read_facts(language, language_named(language).folder, _SHELF / "any")


def read_facts(language: str, *folders: Traversable) -> Facts:
    """Read the tables of some folders."""
    by_role: dict[str, dict[str, str]] = {}
    for table in (table for folder in folders for table in _tables(folder)):
        name = table.name
        for number, line in _lines(table):
            word, named, value = _split(line, name, number)
            for role in named:
                entries = by_role.setdefault(role, {})
                if word in entries:
                    raise FormatError(
                        f"the word stands twice in the role {role}",
                        where=f"{name}, line {number}",
                        hint="remove one of the two lines",
                    )
                entries[word] = value
    frozen = {role: MappingProxyType(entries) for role, entries in by_role.items()}
    return Facts(language, MappingProxyType(frozen))


def _tables(folder: Traversable) -> list[Traversable]:
    tables = sorted((path for path in folder.iterdir() if path.name.endswith(".tsv")), key=str)
    if not tables:
        raise FormatError("this folder has no tables of words", where=str(folder))
    return tables


def _lines(table: Traversable) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(table.read_text("utf-8").splitlines(), 1):
        if line and line[0] != "#" and not line.isspace():
            yield number, line


def _split(line: str, table: str, number: int) -> tuple[str, tuple[str, ...], str]:
    """Return the word of a line, its roles and its value; raise an error if it is malformed."""
    word, *rest = line.split("\t")
    if not rest or len(rest) > 2 or not word or word != word.strip():
        hint = "write the word, a tab, its roles with blanks between, then a tab and a value if any"
        where = f"{table}, line {number}"
        raise FormatError("the line is not a word with its roles", where=where, hint=hint)
    named, unknown = _named(rest[0])
    if unknown or not named:
        what = f"there is no role {unknown}" if unknown else "the word has no role"
        where = f"{table}, line {number}"
        raise FormatError(what, where=where, hint="roles are listed in roles.tsv")
    return word, named, rest[1] if len(rest) > 1 else ""


@cache
def _named(field: str) -> tuple[tuple[str, ...], str]:
    """Return the roles that a field names, and the first that does not exist; few fields differ."""
    named = tuple(field.split())
    return named, next((role for role in named if role not in roles()), "")
