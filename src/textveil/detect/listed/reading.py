"""Readings: a text as tokens, each with what the lists say about it."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from textveil.detect.listed.bits import Bit
from textveil.lexicon.phrases import longest_at
from textveil.lexicon.words import key_of, look_up

__all__ = ["ALL_CAPITALS", "CAPITAL", "INITIAL", "LONGEST", "Finding", "Reading", "Sign", "sign_of"]

LONGEST: Final = 40
"""Longer tokens are no words."""

# Shapes of a token.
CAPITAL: Final = 1
ALL_CAPITALS: Final = 2
INITIAL: Final = 4
LISTED: Final = 8

_TOKEN: Final = re.compile(
    r"(?:[^\W\d_]\.){2,}"  # U.S. and J.K.
    r"|[^\W\d_]+(?:['-][^\W\d_]+)*"
    r"|\d+|\n[ \t\r\f\v]*\n\s*|[^\w\s]|_"
)
_WRAPPED: Final = 12

# How much a step of bearers says for a capitalised word being that name.
_FIRST: Final = (0.0, 0.3, 0.45, 0.6, 0.75, 0.85, 0.9, 0.95)
_LAST: Final = (0.0, 0.3, 0.45, 0.6, 0.7, 0.8, 0.85, 0.9)
_UNLISTED: Final = 0.5
_EVERYDAY: Final = 0.6
_NOT_IN_NAMES: Final = Bit.MONTH | Bit.WEEKDAY | Bit.LEGAL_FORM | Bit.DRUG | Bit.DEMONYM


_SMALL: Final = Bit.OCCUPATION | Bit.OCCUPATION_START | Bit.EPONYM_HEAD | Bit.DISEASE | Bit.WORD


class Sign(NamedTuple):
    """What a token can be: its shape, and how far it may be a first name and a surname."""

    shape: int
    first: float
    last: float
    kinds: int


class Finding(NamedTuple):
    """Tokens `[start, end)` that a rule found."""

    start: int
    end: int
    label: str
    score: float
    rule: str
    reasons: tuple[tuple[str, float], ...]


_NOTHING: Final = Sign(0, 0.0, 0.0, 0)


@lru_cache(maxsize=1 << 16)
def sign_of(token: str) -> Sign:
    """Return what a token can be, by itself."""
    if not token[0].isalpha() or len(token) > LONGEST:
        return _NOTHING
    word = look_up(token)
    kinds = word.kinds
    if token[0].islower():
        # In small letters only occupations and heads of eponyms count.
        works = kinds & (Bit.OCCUPATION | Bit.OCCUPATION_START)
        return Sign(LISTED if works else 0, 0.0, 0.0, kinds & _SMALL)
    if len(token) == 1 or (token[1] == "." and len(token) < 8 and not kinds & Bit.COUNTRY):
        return Sign(INITIAL, 0.0, 0.0, kinds & Bit.TITLE)
    shape = CAPITAL | (ALL_CAPITALS if token.isupper() else 0)
    if kinds & _NOT_IN_NAMES and max(word[:3]) < 4:
        return Sign(shape, 0.0, 0.0, kinds)
    bearers = max(word.female, word.male)
    first, last = _FIRST[bearers], _LAST[word.surname]
    if kinds & Bit.NICKNAME:
        first = max(first, 0.6)
    if (word.common == 7 and token.lower() != "will") or (
        word.common == 6 and bearers < 4 > word.surname
    ):
        first = last = 0.0
    if kinds & Bit.WORD:
        # An everyday word needs more bearers.
        first, last = _EVERYDAY * first, _EVERYDAY * last
    elif not (word.common or kinds or bearers or word.surname) and _pronounceable(token):
        last = _UNLISTED
    return Sign(shape, first, last, kinds)


def _pronounceable(token: str) -> bool:
    return not token.isupper() or (
        len(token) > 3 and any(c in "AEIOUY" for c in key_of(token).upper())
    )


class Reading:
    """A text, cut into words, numbers and other characters.

    White space is no token, except a blank line, which ends everything. Tokens are *joined* where
    nothing but a little white space stands between them.
    """

    __slots__ = ("_phrases", "signs", "starts", "text", "tokens")

    def __init__(self, text: str) -> None:
        self.text = text
        found = list(_TOKEN.finditer(text))
        self.tokens = [match[0] for match in found]
        self.starts = [match.start() for match in found]
        self.signs = list(map(sign_of, self.tokens))
        self._phrases: dict[int, tuple[int, int] | None] = {}

    def end(self, at: int) -> int:
        """Return where token `at` ends in the text."""
        return self.starts[at] + len(self.tokens[at])

    def active(self) -> list[int]:
        """Return the tokens that something can start with."""
        return [at for at, sign in enumerate(self.signs) if sign[0]]

    def token(self, at: int) -> str:
        """Return a token; empty before the first and after the last."""
        return self.tokens[at] if 0 <= at < len(self.tokens) else ""

    def sign(self, at: int) -> Sign:
        """Return what a token can be; nothing before the first and after the last."""
        return self.signs[at] if 0 <= at < len(self.signs) else _NOTHING

    def phrase(self, at: int) -> tuple[int, int] | None:
        """Return the longest listed phrase at a token: its number of tokens, and its flags."""
        if at not in self._phrases:
            self._phrases[at] = longest_at(self.tokens, at)
        return self._phrases[at]

    def gap(self, at: int) -> str:
        """Return the white space between token `at` and the one before."""
        return self.text[self.end(at - 1) : self.starts[at]] if 0 < at < len(self.tokens) else "\n"

    def joined(self, at: int) -> bool:
        """Tell whether token `at` follows the one before, on the same line or the next."""
        gap = self.gap(at)
        return at > 0 and (gap in _SHORT or (len(gap) <= _WRAPPED and bool(gap)))

    def same_line(self, at: int) -> bool:
        """Tell whether token `at` follows the one before on the same line."""
        gap = self.gap(at)
        return at > 0 and len(gap) <= 3 and "\n" not in gap

    def opens(self, at: int) -> bool:
        """Tell whether token `at` begins a sentence or a line, where capitals say little."""
        if at == 0 or "\n" in self.gap(at):
            return True
        before = self.tokens[at - 1]
        if before == "." and self.sign(at - 2).shape & INITIAL and not self.gap(at - 1):
            return False
        return before in _ENDS or before[0] == "\n"

    def glued(self, start: int, end: int) -> bool:
        """Tell whether the tokens are part of an address, a path or a user name."""
        low, high = self.starts[start], self.end(end - 1)
        before, after = self.text[low - 1 : low], self.text[high : high + 2]
        return (
            before in _GLUE_BEFORE
            or after[:1] in _GLUE_AFTER
            or (after[:1] in {".", "/"} and after[1:].isalnum())
        )


_SHORT: Final = frozenset({"", " ", "  "})
_ENDS: Final = frozenset('.!?:;"()[]*|>')
_GLUE_BEFORE: Final = frozenset("@_/#\\=&")
_GLUE_AFTER: Final = frozenset("@_\\=")
