"""Kinship: how near two words are in the is-a hierarchies of WordNet.

The measure is `path` of Eq. 5.1 of the paper: one over the edges of the shortest is-a path, over
all senses and parts of speech of both words.
"""

from functools import lru_cache
from typing import Final

from textveil.lexicon.relations.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet

__all__ = ["edges_between", "path", "verb_of"]

_PARTS: Final = (NOUN, VERB, ADJECTIVE, ADVERB)
_ENDING: Final = "ing"


@lru_cache(maxsize=1 << 14)
def verb_of(noun: str) -> str | None:
    """Return the verb that a noun in -ing comes from; None if there is none.

    Examples
    --------
    >>> verb_of("finding"), verb_of("king"), verb_of("study")
    ('find', None, None)
    """
    if not noun.endswith(_ENDING):
        return None
    verb = wordnet().base(noun, VERB)
    return None if verb == noun else verb


def path(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return how near two words are that are given by their forms, from 0 to 1.

    One over the edges of the shortest is-a path, 1 if they share a sense, 0 if nothing is above
    both: there is no root that joins all verbs.

    Examples
    --------
    >>> round(path(("study",), ("finding", "find")), 4)
    0.3333
    """
    # One order, so that a pair is kept once.
    return _path(one, other) if one <= other else _path(other, one)


@lru_cache(maxsize=1 << 18)
def _path(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    edges = edges_between(one, other)
    return 0.0 if edges is None else 1.0 / max(1, edges)


def edges_between(one: tuple[str, ...], other: tuple[str, ...]) -> int | None:
    """Return the edges of the shortest is-a path between two words; None if there is none.

    A shortest path goes up to a sense above both and down again. The fewest steps from a word to
    a sense are the least over its own senses, so one look at what is above both words suffices.
    """
    few, many = sorted((_above(one), _above(other)), key=len)
    return min((steps + many[at] for at, steps in few.items() if at in many), default=None)


@lru_cache(maxsize=1 << 15)
def _above(forms: tuple[str, ...]) -> dict[int, int]:
    """Return the senses of a word and all above them, with the fewest steps to each."""
    graph = wordnet()
    found: dict[int, int] = {}
    for form in forms:
        for part in _PARTS:
            for sense in graph.senses(form, part):
                for above, steps in _above_sense(sense).items():
                    if steps < found.get(above, steps + 1):
                        found[above] = steps
    return found


@lru_cache(maxsize=1 << 16)
def _above_sense(sense: int) -> dict[int, int]:
    return wordnet().all_above(sense)
