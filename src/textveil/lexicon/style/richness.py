"""Richness: 12 measures of how many different words a text has.

The sources stand in `docs/methods/stylometry.md`, with a worked example each. A measure is not a
number (`nan`) where its formula is not defined; that happens only in texts without a repeated word,
or of one or two words.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import exp, lgamma, log, log10, nan, sqrt
from typing import Final

from textveil.lexicon.style.writing import Writing

__all__ = ["RICHNESS"]

_SEGMENT: Final = 100
"""Words of a segment (MSTTR) and of a window (MATTR), as in koRpus."""
_SAMPLE: Final = 42
"""Words of a sample of HD-D (McCarthy and Jarvis 2007)."""
_FACTOR: Final = 0.72
"""Share of types at which a stretch of MTLD ends (McCarthy and Jarvis 2010)."""


def _type_token(text: Writing) -> float:
    return len(text.types) / len(text.words)


def _segmental(text: Writing) -> float:
    words = text.words
    if len(words) < _SEGMENT:
        return _type_token(text)
    segments = len(words) // _SEGMENT
    found = [len(set(words[_SEGMENT * at : _SEGMENT * (at + 1)])) for at in range(segments)]
    return sum(found) / (_SEGMENT * segments)


def _moving(text: Writing) -> float:
    words = text.words
    if len(words) <= _SEGMENT:
        return _type_token(text)
    inside = Counter(words[:_SEGMENT])
    total = len(inside)
    for left, entered in zip(words, words[_SEGMENT:], strict=False):
        inside[entered] += 1
        inside[left] -= 1
        if not inside[left]:
            del inside[left]
        total += len(inside)
    return total / (_SEGMENT * (len(words) - _SEGMENT + 1))


def _herdan(text: Writing) -> float:
    return log(len(text.types)) / log(len(text.words)) if len(text.words) > 1 else nan


def _guiraud(text: Writing) -> float:
    return len(text.types) / sqrt(len(text.words))


def _carroll(text: Writing) -> float:
    return len(text.types) / sqrt(2 * len(text.words))


def _uber(text: Writing) -> float:
    types, words = len(text.types), len(text.words)
    return log10(words) ** 2 / (log10(words) - log10(types)) if types < words else nan


def _summer(text: Writing) -> float:
    types, words = len(text.types), len(text.words)
    # With two words ln ln is below 0; with one type it is not defined.
    return log(log(types)) / log(log(words)) if types > 1 and words > 2 else nan


def _yule(text: Writing) -> float:
    words = len(text.words)
    squares = sum(count * count for count in text.types.values())
    return 1e4 * (squares - words) / words**2


def _maas(text: Writing) -> float:
    types, words = len(text.types), len(text.words)
    return sqrt(log10(words) - log10(types)) / log10(words) if words > 1 else nan


def _hypergeometric(text: Writing) -> float:
    words = len(text.words)
    sample = min(_SAMPLE, words)
    return sum(1 - _missing(words, count, sample) for count in text.types.values()) / sample


def _missing(words: int, count: int, sample: int) -> float:
    """Return the probability that a sample without replacement has none of `count` words."""
    rest = words - count
    if rest < sample:
        return 0.0
    chance = lgamma(rest + 1) - lgamma(rest - sample + 1)
    chance -= lgamma(words + 1) - lgamma(words - sample + 1)
    return exp(chance)


def _textual(text: Writing) -> float:
    return (_stretches(text.words) + _stretches(text.words[::-1])) / 2


def _stretches(words: Sequence[str]) -> float:
    """Return the mean length of stretches that end when the share of types falls to 0.72."""
    factors, seen, length = 0.0, set[str](), 0
    for word in words:
        seen.add(word)
        length += 1
        if len(seen) <= _FACTOR * length:
            factors, seen, length = factors + 1, set(), 0
    if length:
        factors += (1 - len(seen) / length) / (1 - _FACTOR)
    # Without a repeated word no stretch ends: the text is one.
    return len(words) / factors if factors else float(len(words))


RICHNESS: Final[Mapping[str, Callable[[Writing], float]]] = {
    "ttr": _type_token,
    "msttr": _segmental,
    "mattr": _moving,
    "herdan-c": _herdan,
    "guiraud-r": _guiraud,
    "cttr": _carroll,
    "uber": _uber,
    "summer-s": _summer,
    "yule-k": _yule,
    "maas": _maas,
    "hd-d": _hypergeometric,
    "mtld": _textual,
}
"""The measures by name."""
