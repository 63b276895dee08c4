"""Words: what is known about a single token, in one look-up.

The table holds all first names and surnames of the US Census, frequent English words, places,
occupations, drugs and more: what a tagger wants to know about each token it meets.
"""

from enum import IntFlag
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.folding import fold
from textveil.lexicon.packed import Packed

__all__ = ["COARSE", "FINE", "UNKNOWN", "Kind", "Word", "key_of", "look_up"]

FINE: Final = 512
"""Number of fine clusters; they are numbered from 1 on, and 0 is none."""

COARSE: Final = 64
"""Number of coarse clusters; each is a union of fine ones."""

_CACHED: Final = 1 << 17
_DASHES: Final = str.maketrans({"\u2013": "-", "\u2014": "-", "'": "", ".": ""})


class Kind(IntFlag):
    """What a word can be; several at once, and whether it is one here is for the context to say."""

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
    """First word of an entry of several words; see `lexicon.phrases`."""
    WORD = 1 << 23
    """Everyday word, also where it is a name: a capital alone says little."""
    PROPER = 1 << 24
    """Mostly written with a capital: a name of something."""
    OCCUPATION_START = 1 << 25
    """First word of an occupation of several words."""


class Word(NamedTuple):
    """What is known about a word; everything is 0 where it is not listed.

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
    def unpacked(cls, first: int, kinds: int) -> "Word":
        """Return the word of a record."""
        names = (first >> 9 & 7, first >> 6 & 7, first >> 3 & 7, first & 7)
        return cls(*names, kinds, first >> 19, first >> 12 & 127)


UNKNOWN: Final = Word(0, 0, 0, 0, 0, 0, 0)
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


@cache
def _table() -> Packed:
    return Packed.shipped("words.bin")


@lru_cache(maxsize=_CACHED)
def look_up(token: str) -> Word:
    """Return what is known about a token.

    A hyphenated token that is not listed gets the names that all its parts are.

    Examples
    --------
    >>> look_up("MARY'S").female > look_up("Zelda").female > 0
    True
    >>> bool(look_up("Chicago").kinds & Kind.CITY), look_up("qwertz") is UNKNOWN
    (True, True)
    """
    key = key_of(token)
    record = _table().find(key)
    if record is not None:
        return Word.unpacked(*record)
    if "-" in key.strip("-"):
        parts = [look_up(part) for part in key.split("-") if part]
        female, male, surname = (min(part[at] for part in parts) for at in range(3))
        return Word(female, male, surname, 0, 0, 0, 0)
    return UNKNOWN
