"""How terms are spelt: equal terms must be equal strings in every list.

Normal form is NFC. Spellings that the matcher of a text takes for one term must not count as
several: invisible characters, and the kind and amount of white space, make no other term.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import compress
from operator import ne

import numpy as np

from textveil.errors import InvalidValueError
from textveil.strings.wildcards.terms import LONGEST, lines_with, point_counts, points_of

__all__ = ["distinct", "spelling"]

_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_SPACES = re.compile(r"[^\S\n]+")
_PLAIN_SPACES = " \n"
# Vowels and endings of Korean syllables, which become one character with what stands before them.
_JAMO = range(0x1100, 0x1200)


def spelling(term: str, fold_case: bool) -> str:
    """Return a term as it stands in a dictionary."""
    seen = term
    if not term.isascii() or not term.isprintable() or "  " in term or term != term.strip():
        seen = _SPACES.sub(" ", _UNSEEN.sub("", term)).strip(" ")
    return unicodedata.normalize("NFC", seen.casefold() if fold_case else seen)


def distinct(terms: Sequence[str], fold_case: bool) -> list[str]:
    """Return the terms as a dictionary spells them, in order, each once; raise for invalid ones."""
    joined = "\n".join(terms)
    if not terms or joined.count("\n") != len(terms) - 1:
        raise InvalidValueError("there are no terms, or a term holds a line break")
    if fold_case:
        # No character changes or joins another one across a line break.
        joined = joined.casefold()
    plain = joined.split("\n") if fold_case else list(terms)
    for line in _doubtful(joined):
        plain[line] = spelling(terms[line], fold_case)
    # Lists of terms are mostly in order, which sorting makes use of and a set would destroy.
    plain.sort()
    ordered = [plain[0], *compress(plain[1:], map(ne, plain[1:], plain))]
    if not ordered[0]:
        raise InvalidValueError("a term is empty")
    if max(map(len, ordered)) > LONGEST:
        raise InvalidValueError(f"a term has more than {LONGEST} characters")
    return ordered


def _doubtful(joined: str) -> list[int]:
    """Return the lines that may not be spelt as a dictionary spells them."""
    points = points_of(f"\n{joined}\n")
    counts = point_counts(points)
    marked = np.zeros(counts.size, np.bool_)
    for point in np.flatnonzero(counts).tolist():
        marked[point] = _changes(chr(point))
    lines: list[int] = lines_with(points, marked).tolist()
    return lines


def _changes(character: str) -> bool:
    """Say whether a character may be spelt in another way, by itself or with those beside it."""
    if 0xD800 <= ord(character) < 0xE000:
        raise InvalidValueError("a term holds half of a surrogate pair")
    if character.isspace():
        return character not in _PLAIN_SPACES
    return (
        unicodedata.category(character)[0] == "M"
        or ord(character) in _JAMO
        or _UNSEEN.match(character) is not None
        or not unicodedata.is_normalized("NFC", character)
    )
