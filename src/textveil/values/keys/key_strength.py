"""The strength of a key: about how many bits somebody must guess who knows how people make keys up.

An estimate, and no proof: nobody can tell from a key how it was made. It counts what a key is
written with, and is low for what people choose: words, repeated words, years and rows of letters.
"""

import re
from itertools import pairwise
from math import log2
from typing import Final

__all__ = ["LEAST_BITS", "estimated_bits"]

LEAST_BITS: Final = 80
"""A key with fewer can be found by trying, with machines that can be hired."""

_TOKEN: Final = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+|[0-9]+|.", re.DOTALL)
_WORD: Final = 11.0
"""Bits of a word: one of 2,000."""
_LETTER_OF_A_WORD: Final = 3.0
_LETTER_OF_A_TEXT: Final = 1.5
_CAPITAL: Final = 1.0
_ROW: Final = 6.0
"""Bits of a row such as 0123 or aaaa: where it begins, and how far it goes."""
_SIGN: Final = 5.0
_BYTE: Final = 6.0
"""Bits of each different byte of a key that is no text."""
_CODED: Final = re.compile(rb"[A-Za-z0-9+/_=-]+")
_HEXADECIMAL: Final = re.compile(rb"[0-9a-f]+|[0-9A-F]+")
_DENSE: Final = 0.4
"""Changes between small letters, capitals, digits and signs a character: words have fewer."""
_CODE, _DIGIT = 4.5, 3.5
"""Bits of a character of such a key, in base 64 and in hexadecimal digits."""
_YEAR: Final = re.compile(rb"(19|20)\d\d")


def estimated_bits(key: bytes) -> int:
    """Return about how many bits a key has; the definition stands in `docs/methods/vault.md`.

    Examples
    --------
    >>> estimated_bits(b"0123456789abcdef"), estimated_bits(b"my dog is called Rex 2016")
    (12, 63)
    >>> estimated_bits(b"9f86d081884c7d659a2feaa0c55ad015") > LEAST_BITS
    True
    """
    period = (key + key).find(key, 1)
    if 0 < period < len(key):
        return int(estimated_bits(key[:period]) + log2(len(key) / period))
    if len(key) > 2 and _is_row(key):
        return int(_ROW)
    try:
        key.decode()
    except UnicodeDecodeError:
        return int(_BYTE * len(set(key)))
    tokens = _TOKEN.findall(key)
    if _CODED.fullmatch(key) and len(tokens) >= _DENSE * len(key):
        return int(len(key) * (_DIGIT if _HEXADECIMAL.fullmatch(key) else _CODE))
    return int(_bits_of_text(tokens))


def _bits_of_text(tokens: list[bytes]) -> float:
    seen: set[bytes] = set()
    total, repeated = 0.0, 0
    for token in tokens:
        plain = token.lower()
        if plain in seen and (len(token) > 2 or not token.isalnum()):
            repeated += 1
        else:
            total += _bits(token)
        seen.add(plain)
    return total + log2(1 + repeated)


def _bits(token: bytes) -> float:
    if len(token) > 2 and _is_row(token):
        return _ROW
    if token.isdigit():
        return log2(200) if _YEAR.fullmatch(token) else len(token) * log2(10)
    if not token.isalpha():
        return _SIGN if 32 <= token[0] < 127 else 8.0
    capital = 0.0 if token.islower() else _CAPITAL
    if len(token) <= 2:
        return len(token) * log2(26) + capital
    # Words that are written together are about as hard to guess as a sentence.
    return max(min(_WORD, _LETTER_OF_A_WORD * len(token)), _LETTER_OF_A_TEXT * len(token)) + capital


def _is_row(token: bytes) -> bool:
    steps = {after - before for before, after in pairwise(token)}
    return len(steps) == 1 and steps <= {-1, 0, 1}
