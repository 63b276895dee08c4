"""Words: what is known about a single token, in one look-up.

A built table holds all first names and surnames of the US Census, frequent English words, places,
occupations, drugs and more: what a tagger wants to know about each token it meets. What a word is
by its role (a title, a month, a kind of street) is read from the facts when it is asked for.
"""

import re
from collections.abc import Iterable, Iterator
from enum import IntFlag
from functools import cache, cached_property
from hashlib import sha256
from typing import Final, NamedTuple

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.packed_table import Packed

__all__ = [
    "COARSE",
    "FINE",
    "UNKNOWN",
    "Kind",
    "ListedWord",
    "WordBook",
    "are_everyday",
    "entries_by_role",
    "function_words",
    "kept_in",
    "key_of",
    "keys_of",
    "look_up",
    "plural_of",
    "tables_digest",
    "word_book",
]

FINE: Final = 512
"""Number of fine clusters; they are numbered from 1 on, and 0 is none."""

COARSE: Final = 64
"""Number of coarse clusters; each is a union of fine ones."""

_CACHED: Final = 1 << 16
"""Words that are kept as they were looked up: a release passes over its texts several times."""
_DASHES: Final = str.maketrans({"\u2013": "-", "\u2014": "-", "'": "", ".": ""})


class Kind(IntFlag):
    """What a word can be, several at once; the context decides what it is in a text."""

    CITY = 1
    """City of at least 15,000 inhabitants."""
    TOWN = 2
    """Smaller place: 5,000 inhabitants, or a post office in the United States."""
    STATE = 4
    """State of the United States, or a province, region or county elsewhere."""
    STATE_CODE = 8
    """Postal code of two letters of such a state."""
    COUNTRY = 16
    DEMONYM = 32
    """Nationality or ethnic group."""
    OCCUPATION = 64
    HOSPITAL = 128
    """Word that carries the name of a hospital; as a phrase, a hospital."""
    DRUG = 256
    DISEASE = 512
    EPONYM = 1024
    """Name that stands for a disease, test or instrument."""
    EPONYM_HEAD = 2048
    """Noun that makes the name before it an eponym: disease, catheter."""
    ORGANIZATION = 4096
    """Word that makes capitalised words an organization; as a phrase, an organization."""
    LEGAL_FORM = 8192
    """Word that ends the name of a company: Inc, Ltd."""
    STREET = 1 << 14
    """Word that ends the name of a street, whole or short."""
    TITLE = 1 << 15
    CREDENTIAL = 1 << 16
    RELIGION = 1 << 17
    LANGUAGE = 1 << 18
    MONTH = 1 << 19
    WEEKDAY = 1 << 20
    NICKNAME = 1 << 21
    PHRASE_START = 1 << 22
    """First word of an entry of several words; see `lexicon.tables.phrases`."""
    WORD = 1 << 23
    """Everyday word, also where it is a name: a capital alone says little."""
    PROPER = 1 << 24
    """Mostly written with a capital: a name of something."""
    OCCUPATION_START = 1 << 25
    """First word of an occupation of several words."""


class ListedWord(NamedTuple):
    """What is known about a word; everything is 0 if it is not listed.

    Attributes
    ----------
    female, male, surname
        Bearers of the name in the United States in seven steps: from 1, 500, 2,000, 10,000,
        50,000, 200,000 and a million on.
    common
        Frequency of the word in English, from 1 (rarer than the 100,000 most frequent) over 2 (up
        to 100,000), 3 (30,000), 4 (10,000), 5 (3,000) and 6 (1,000) to 7 (the 100 most frequent).
    kinds
        Flags of `Kind`, as a plain number. In a tight loop, test it with `int(Kind.CITY)` and the
        like, kept as constants: that is ten times as fast as with the enumeration.
    cluster, coarse
        Cluster of words that are used alike, out of `FINE` and out of `COARSE`.
    """

    female: int
    male: int
    surname: int
    common: int
    kinds: int
    cluster: int
    coarse: int

    def packed(self) -> tuple[int, int]:
        """Return the record that the table keeps."""
        first = self.cluster << 19 | self.coarse << 12
        first |= self.female << 9 | self.male << 6 | self.surname << 3 | self.common
        return first, self.kinds

    @classmethod
    def unpacked(cls, first: int, kinds: int) -> "ListedWord":
        """Return the word of a record."""
        names = (first >> 9 & 7, first >> 6 & 7, first >> 3 & 7, first & 7)
        return cls(*names, kinds, first >> 19, first >> 12 & 127)


UNKNOWN: Final = ListedWord(0, 0, 0, 0, 0, 0, 0)
"""What `look_up` returns for a word that is not listed."""


def key_of(token: str) -> str:
    """Return what a token is listed under.

    Case, accents, invisible characters, apostrophes, full stops and a possessive do not count.

    Examples
    --------
    >>> [key_of(token) for token in ("García's", "O'Brien", "U.S.", "Winston-Salem")]
    ['garcia', 'obrien', 'us', 'winston-salem']
    """
    if token.isalpha() and token.isascii():
        return token.lower()
    folded = (token if token.isascii() else fold(token).text).casefold()
    return folded.removesuffix("'s").translate(_DASHES)


_KINDS_BY_ROLE: Final = {
    "city": Kind.CITY,
    "country": Kind.COUNTRY,
    "us-state": Kind.STATE,
    "province": Kind.STATE,
    "demonym": Kind.DEMONYM,
    "people": Kind.DEMONYM,
    "religion": Kind.RELIGION,
    "language": Kind.LANGUAGE,
    "street": Kind.STREET,
    "formal-name": Kind.NICKNAME,
    "hospital-word": Kind.HOSPITAL,
    "organization-word": Kind.ORGANIZATION,
    "legal-form": Kind.LEGAL_FORM,
    "title": Kind.TITLE,
    "credential": Kind.CREDENTIAL,
    "eponym": Kind.EPONYM,
    "eponym-head": Kind.EPONYM_HEAD,
    "month": Kind.MONTH,
    "weekday": Kind.WEEKDAY,
    "everyday-name": Kind.WORD,
    "everyday-word": Kind.WORD,
    "occupation": Kind.OCCUPATION,
}
_PLURAL: Final = frozenset({"people", "religion"})
_SPLIT: Final = re.compile(r"[^\s\-\u2013\u2014/&,.]+")


_EVERYWHERE: Final = int(Kind.CITY | Kind.PHRASE_START)
"""What the built tables say of a word whatever the language; the rest is about English."""


def kept_in(kinds: int, language: str) -> int:
    """Return those of the kinds from the built tables that hold in a language."""
    return kinds if language == ENGLISH else kinds & _EVERYWHERE


def entries_by_role(language: str = ENGLISH) -> Iterator[tuple[str, Kind]]:
    """Yield the words and phrases of the facts that say what a word is, each with its kind."""
    known = facts(language)
    for role, kind in _KINDS_BY_ROLE.items():
        for word, value in known.values(role).items():
            if role == "formal-name":
                yield from ((short, kind) for short in value.split(", "))
                continue
            yield word, kind
            if role == "street":
                yield from ((short, kind) for short in value.split(", "))
            elif role == "us-state":
                yield value, Kind.STATE_CODE
            elif role in _PLURAL and language == ENGLISH:
                yield from ((form, kind) for form in plural_of(word))
    for word in known.words("demonym-noun"):
        yield f"{word}s", Kind.DEMONYM


def plural_of(name: str) -> Iterator[str]:
    """Yield the plural of an English noun, if it has one."""
    if name.endswith("man"):
        yield f"{name[:-3]}men"
    elif re.search(r"[^aeiou]y$", name):
        yield f"{name[:-1]}ies"
    elif re.search(r"(s|x|ch|sh)$", name):
        yield f"{name}es"
    elif name[-1].isalpha() and not name.endswith(("ism", "ish", "ese", "ic")):
        yield f"{name}s"


def keys_of(name: str) -> tuple[str, ...]:
    """Return what the words of an entry are listed under."""
    parts = _SPLIT.findall(name.replace("\u2019", "'"))
    return tuple(key for key in map(key_of, parts) if key)


@cache
def _table() -> Packed:
    return Packed.shipped("words.bin")


@cache
def _phrases() -> Packed:
    return Packed.shipped("phrases.bin")


class WordBook:
    """What is known about words: the built tables, and the kinds that certain facts give.

    Parameters
    ----------
    entries
        Words and phrases that are something by their role, each with its kind.
    language
        Of the texts.

    Notes
    -----
    Whoever reads today's facts uses `look_up`. A model keeps the entries that it was trained with:
    a title that is added later reaches rules and readers at once, and the model when it is built
    again.
    """

    def __init__(self, entries: Iterable[tuple[str, Kind]], language: str = ENGLISH) -> None:
        self.entries = tuple(entries)
        self._language = language
        self._roles: dict[str, int] = {}
        self._begun: dict[str, tuple[int, bool]] = {}
        self._kept: dict[str, ListedWord] = {}
        for name, kind in self.entries:
            self._enter(name, int(kind))

    def _enter(self, name: str, kind: int) -> None:
        keys = keys_of(name)
        flags = {keys[0]: kind} if len(keys) == 1 else {}
        if len(keys) > 1:
            flags[keys[0]] = int(Kind.PHRASE_START)
            if " " not in name:
                flags[key_of(name)] = kind
        for key, flag in flags.items():
            self._roles[key] = self._roles.get(key, 0) | flag
        for length in range(2, len(keys) + 1):
            words = " ".join(keys[:length])
            kinds, continues = self._begun.get(words, (0, False))
            whole = length == len(keys)
            self._begun[words] = (kinds | kind if whole else kinds, continues or not whole)

    def look_up(self, token: str) -> ListedWord:
        """Return what is known about a token; see `look_up`."""
        known = self._kept.get(token)
        if known is None:
            if len(self._kept) >= _CACHED:
                self._kept.clear()
            known = self._kept[token] = self._found(token)
        return known

    def _found(self, token: str) -> ListedWord:
        key = key_of(token)
        record, roles = _table().find(key), self._roles.get(key, 0)
        if record is not None:
            first, kinds = record
            listed = ListedWord.unpacked(first, kept_in(kinds, self._language) | roles)
            if self._language == ENGLISH:
                return listed
            return listed._replace(common=0, cluster=0, coarse=0)
        if roles:
            return ListedWord(0, 0, 0, 0, roles, 0, 0)
        if "-" in key.strip("-"):
            parts = [self.look_up(part) for part in key.split("-") if part]
            female, male, surname = (min(part[at] for part in parts) for at in range(3))
            return ListedWord(female, male, surname, 0, 0, 0, 0)
        return UNKNOWN

    def phrase(self, words: str) -> tuple[int, int] | None:
        """Return what several keys are together: kinds, and whether longer phrases begin so."""
        found, role = _phrases().find(words), self._begun.get(words)
        listed = None if found is None else (kept_in(found[0], self._language), found[1])
        if listed is None or role is None:
            return role if listed is None else listed
        return listed[0] | role[0], listed[1] | role[1]

    @cached_property
    def titles(self) -> frozenset[str]:
        """The titles of one word, as they are written before a name: `Dr` and `DR`."""
        bare = {name.rstrip(".") for name, kind in self.entries if kind & Kind.TITLE}
        return frozenset(form for title in bare for form in (title.capitalize(), title.upper()))


@cache
def word_book(language: str = ENGLISH) -> WordBook:
    """Return the words of a language with the roles that the facts give them today."""
    return WordBook(entries_by_role(language), language)


def tables_digest() -> str:
    """Return a hash of the built tables; a model works with those that it was trained with."""
    digest = sha256()
    for name in ("words.bin", "phrases.bin", "clinical.bin"):
        digest.update(Packed.bytes_of(name))
    return digest.hexdigest()


def look_up(token: str, language: str = ENGLISH) -> ListedWord:
    """Return what is known about a token.

    A hyphenated token that is not listed gets the names that all its parts are. Names of people
    and cities are those of the built table in every language; what a word is besides is said by
    the facts of its language, for English by the built table too.

    Examples
    --------
    >>> look_up("MARY'S").female > look_up("Zelda").female > 0
    True
    >>> bool(look_up("Chicago").kinds & Kind.CITY), look_up("qwertz") is UNKNOWN
    (True, True)
    """
    return word_book(language).look_up(token)


_EVERYDAY: Final = int(Kind.WORD | Kind.MONTH | Kind.WEEKDAY | Kind.EPONYM)


def are_everyday(words: Iterable[str], language: str = ENGLISH) -> bool:
    """Tell whether all words occur in ordinary text, such as `west`, `may` or `parkinson`.

    Examples
    --------
    >>> are_everyday(["bus", "driver"]), are_everyday(["kovacs"])
    (True, False)
    """
    return all(look_up(word, language).kinds & _EVERYDAY for word in words)


@cache
def function_words(language: str = ENGLISH) -> frozenset[str]:
    """Return words that say nothing about a person; lists of titles hold most of them."""
    return frozenset(facts(language).words("function-word"))
