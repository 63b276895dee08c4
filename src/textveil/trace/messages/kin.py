"""Kin: whether one word may stand for another, in a post that says the same in other words."""

from functools import lru_cache
from typing import Final

from textveil.lexicon.relations.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet
from textveil.lexicon.tables.facts import facts

__all__ = ["LONG_ENOUGH", "are_kin", "is_number", "is_one_mistake", "says_little", "stem_of"]

_NEAR_MEANING: Final = 1
"""Steps in the graph of meanings within which a word may stand for another."""

LONG_ENOUGH: Final = 5
"""Letters from which on one mistake may be made in a word."""


@lru_cache(maxsize=1 << 15)
def are_kin(one: str, other: str) -> bool:
    """Tell whether a word may stand for another: a form or mistyping of it, or near in meaning.

    Examples
    --------
    >>> [are_kin("bike", word) for word in ("bicycle", "bikes", "camera")]
    [True, True, False]
    >>> [are_kin("14", word) for word in ("fourteen", "4", "month")]
    [True, False, False]
    """
    if one.isdecimal() or other.isdecimal():
        return facts().value("number", other) == one or facts().value("number", one) == other
    typed = min(len(one), len(other)) >= LONG_ENOUGH and is_one_mistake(one, other)
    if typed or one[:4] == other[:4] or stem_of(one) == stem_of(other):
        return True
    graph = wordnet()
    for part in (NOUN, VERB, ADJECTIVE, ADVERB):
        first, second = graph.base(one, part) or one, graph.base(other, part) or other
        distance = graph.word_distance(first, second, part)
        if distance is not None and distance <= _NEAR_MEANING:
            return True
    return False


def is_one_mistake(one: str, other: str) -> bool:
    """Tell whether a letter was left out, added, exchanged, or swapped with the next.

    Examples
    --------
    >>> [is_one_mistake("boston", word) for word in ("bostn", "botson", "bosten", "austin")]
    [True, True, True, False]
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    pairs = enumerate(zip(short, long, strict=False))
    same = next((at for at, (a, b) in pairs if a != b), len(short))
    if len(short) < len(long):
        return short[same:] == long[same + 1 :]
    swapped = short[same : same + 2] == long[same : same + 2][::-1]
    return short[same + 1 :] == long[same + 1 :] or (
        swapped and short[same + 2 :] == long[same + 2 :]
    )


def is_number(word: str) -> bool:
    """Tell whether a word is a number, or part of one that is written in words.

    Examples
    --------
    >>> [is_number(word) for word in ("3000", "thousand", "house")]
    [True, True, False]
    """
    known = facts()
    return word.isdecimal() or known.is_a(word, "scale-word") or bool(known.value("number", word))


@lru_cache(maxsize=1 << 15)
def stem_of(word: str) -> str:
    """Return what the forms of a word share: its base as a verb, or as a noun.

    Examples
    --------
    >>> [stem_of(word) for word in ("drove", "kittens", "noisy")]
    ['drive', 'kitten', 'noisy']
    """
    graph = wordnet()
    return graph.base(word, VERB) or graph.base(word, NOUN) or word


def says_little(word: str) -> bool:
    """Tell whether a word is one of grammar, which changes with who tells a story.

    Examples
    --------
    >>> [says_little(word) for word in ("my", "she's", "bakery")]
    [True, True, False]
    """
    known = facts()
    return known.is_a(word, "function-word", "contraction")
