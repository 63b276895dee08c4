"""Checks of secrets: runs of signs that machines drew, and passwords by the words before them."""

import re
from collections import Counter
from math import log2

from textveil.detect.rules.rule import Hit
from textveil.lexicon.tables.facts import facts

__all__ = ["secret", "token"]

_LEAST_ENTROPY = 3.0
"""Bits a sign: words and dates have less, or no digits; what is drawn at random has more."""
_TRAILING = b".,;:"
_CLOSING = b"\"'`)]}>"
_PLAIN = re.compile(rb"[A-Za-z]{1,60}\Z")


def token(data: bytes, start: int, end: int, *, score: float, reason: str) -> Hit | None:
    """Accept a run with letters, digits and little that repeats, without closing punctuation."""
    end = _trimmed(data, start, end)
    value = data[start:end]
    mixed = any(chr(sign).isalpha() for sign in value) and any(chr(s).isdigit() for s in value)
    if not mixed or _entropy(value) < _LEAST_ENTROPY:
        return None
    return Hit(start, end, score, ((reason, score),))


def secret(data: bytes, start: int, end: int, *, score: float, language: str) -> Hit | None:
    """Accept what a word such as *password* introduces; a plain word only after a sign or quote."""
    quote = data[start : start + 1] if data[start : start + 1] in (b'"', b"'", b"`") else b""
    if quote:
        start += 1
        closed = data.find(quote, start, end)
        end = closed if closed >= 0 else end
    else:
        end = _trimmed(data, start, end)
    value = data[start:end]
    marked = quote or data[start - 2 : start].rstrip(b" \t")[-1:] in (b":", b"=", b">")
    known = facts(language)
    nothing = _PLAIN.match(value) and (
        not marked or known.is_a(value.decode("ascii").lower(), "no-handle", "no-value")
    )
    if len(value) < 3 or nothing:
        return None
    return Hit(start, end, score, (("context:before", score),))


def _trimmed(data: bytes, start: int, end: int) -> int:
    """Return the end without the punctuation of the sentence and brackets that close around it."""
    while end > start and data[end - 1] in _TRAILING + _CLOSING:
        end -= 1
    return end


def _entropy(value: bytes) -> float:
    """Return the bits a sign that the frequencies of the signs give (Shannon 1948)."""
    counts = Counter(value).values()
    return -sum(n / len(value) * log2(n / len(value)) for n in counts)
