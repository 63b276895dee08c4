"""Profile lists: which attribute of a profile a phrase tells of, by lists and by WordNet."""

from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.relations.wordnet import NOUN, wordnet
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.terms import occupations, universities

__all__ = ["attribute_of"]

_KINDS: Final = {
    "sports": ("sport.n.01",),
    "politics": ("party.n.01",),
    "interests": ("hobby.n.01", "musical_instrument.n.01"),
}
"""Attributes with the senses of WordNet whose kinds tell of them."""


@lru_cache(maxsize=4096)
def attribute_of(phrase: str) -> str:
    """Return the attribute that a noun phrase tells of; empty if it is on no list.

    Examples
    --------
    >>> attribute_of("Harvard University"), attribute_of("tennis"), attribute_of("a blue chair")
    ('education', 'sports', '')
    """
    key = squeeze_text(phrase)
    if key in _universities():
        return "education"
    if key in _occupations():
        return "work"
    if facts().is_a(phrase, "faith", "religion"):
        return "religion"
    graph = wordnet()
    senses = graph.senses(phrase.lower(), NOUN)
    above = {*senses[:1], *(graph.all_above(senses[0]) if senses else ())}
    return next((name for name, kinds in _kinds().items() if above & kinds), "")


@cache
def _kinds() -> dict[str, frozenset[int]]:
    graph = wordnet()
    return {name: frozenset(map(graph.sense_named, kinds)) for name, kinds in _KINDS.items()}


@cache
def _universities() -> frozenset[str]:
    return frozenset(map(squeeze_text, universities()))


@cache
def _occupations() -> frozenset[str]:
    return frozenset(map(squeeze_text, occupations()))
