"""Tables as verifiers read them: roles of words, single characters, and nothing in between.

From `lexicon` comes what each word is (`Facts.values`) and what one character is folded to
(`fold_character`). How words are compared, joined into patterns and found in a text is the
verifiers' own code, so that a mistake in the makers' look-ups shows here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.tables.clinical import clinical_book
from textveil.lexicon.tables.facts import facts as table_of_words
from textveil.lexicon.tables.folding import fold_character
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, ListedWord, look_up
from textveil.values.view import Resized, View

__all__ = [
    "WordRoles",
    "are_everyday",
    "clinical",
    "facts",
    "fold",
    "formal_names",
    "given_bearers",
    "image_of",
    "key_of",
    "squeeze_text",
]

_KEPT: Final = 1 << 16
_EVERYDAY: Final = int(Kind.WORD | Kind.MONTH | Kind.WEEKDAY | Kind.EPONYM)
_NOTHING: Final = r"[^\s\S]"
_ODD: Final = re.compile(r"[^\x00-\x7f]")
_DASHES: Final = str.maketrans({"\u2013": "-", "\u2014": "-", "'": "", ".": ""})


class _Images(dict[int, str]):
    """What each character is folded to, asked for once."""

    def __missing__(self, point: int) -> str:
        image = self[point] = fold_character(chr(point))
        return image


_IMAGES: Final = _Images()


def image_of(character: str) -> str:
    """Return what one character is folded to."""
    return _IMAGES[ord(character)]


def fold(text: str) -> View:
    r"""Return a text with each character as `lexicon.tables.folding` folds it, and the way back.

    Examples
    --------
    >>> fold("jos\u00e9\u200b\uff20x").text, fold("a\u200bb").locate(1, 2)
    ('jose@x', (2, 3))
    """
    if text.isascii():
        return View(text)
    resized, grown = Resized(), 0
    for match in _ODD.finditer(text):
        offset, width = match.start(), len(_IMAGES[ord(match.group())])
        if width != 1:
            resized.add(offset + grown, offset + grown + width, offset, offset + 1)
            grown += width - 1
    return View(text.translate(_IMAGES), resized if len(resized) else None)


@lru_cache(maxsize=_KEPT)
def squeeze_text(text: str) -> str:
    """Return the letters and digits of a text, folded, in small letters.

    Examples
    --------
    >>> squeeze_text("(555) 123-O'Neil")
    '555123oneil'
    """
    folded = text if text.isascii() else text.translate(_IMAGES)
    return "".join(filter(str.isalnum, folded.casefold()))


def key_of(word: str) -> str:
    """Return what a word is known by: its letters and digits, or all of it if it has none."""
    return squeeze_text(word) or word


class WordRoles:
    """The words of a language by their roles, as verifiers ask for them.

    Examples
    --------
    >>> facts("en").is_a("DR.", "title"), facts("en").value("generation", "Junior")
    (True, 'jr')
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._keyed: dict[str, dict[str, str]] = {}
        self._patterns: dict[tuple[str, ...], str] = {}

    def values(self, role: str) -> Mapping[str, str]:
        """Return the words of a role as the table writes them, each with its value."""
        return table_of_words(self.language).values(role)

    def words(self, *roles: str) -> tuple[str, ...]:
        """Return the words of some roles as the tables write them."""
        return tuple({word: None for role in roles for word in self.values(role)})

    def value(self, role: str, word: str) -> str | None:
        """Return the value of a word in a role; None if the word does not have the role."""
        return self.keyed(role).get(key_of(word))

    def is_a(self, word: str, *roles: str) -> bool:
        """Tell whether a word has one of some roles."""
        key = key_of(word)
        return any(key in self.keyed(role) for role in roles)

    def keyed(self, role: str) -> dict[str, str]:
        """Return the values of a role by key; of two words with one key the first counts."""
        known = self._keyed.get(role)
        if known is None:
            known = self._keyed[role] = {}
            for word, value in self.values(role).items():
                known.setdefault(key_of(word), value)
        return known

    def pattern(self, *roles: str) -> str:
        """Return a group that matches the words of some roles, the longest first."""
        if roles not in self._patterns:
            words = sorted(self.words(*roles), key=len, reverse=True)
            joined = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
            self._patterns[roles] = f"(?:{joined or _NOTHING})"
        return self._patterns[roles]


@cache
def facts(language: str = ENGLISH) -> WordRoles:
    """Return the words of a language by their roles."""
    return WordRoles(language)


def are_everyday(words: Iterable[str], language: str = ENGLISH) -> bool:
    """Tell whether the table marks all words as words of any text, months, weekdays or eponyms."""
    return all(look_up(word, language).kinds & _EVERYDAY for word in words)


def clinical(words: Sequence[str], language: str = ENGLISH) -> tuple[int, bool]:
    """Return what words are together in a clinical note, and whether longer terms begin so.

    Examples
    --------
    >>> clinical(["Foley"])[1], clinical(["Foley", "catheter"])[0] > 0, clinical(["chair"])
    (True, True, (0, False))
    """
    kinds, goes_on = clinical_book(language).first(" ".join(map(_term_key, words)))
    return kinds, bool(goes_on)


@lru_cache(maxsize=_KEPT)
def _term_key(word: str) -> str:
    return fold(word).text.casefold().removesuffix("'s").translate(_DASHES)


def given_bearers(word: str) -> int:
    """Return how many people have a word as their given name, in the steps of the table."""
    listed: ListedWord = look_up(word)
    return max(listed.female, listed.male)


@cache
def _formal(language: str) -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for name, shorts in facts(language).values("formal-name").items():
        for short in shorts.split(", "):
            table.setdefault(squeeze_text(short), set()).add(squeeze_text(name))
    return {short: frozenset(names) for short, names in table.items()}


def formal_names(given: str, language: str = ENGLISH) -> frozenset[str]:
    """Return a given name, and the formal names that the table has it as a short form of."""
    return _formal(language).get(given, frozenset()) | {given}
