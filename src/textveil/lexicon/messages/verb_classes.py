"""Classes of verbs: whether a verb says that its subject is at a place.

Paper 5, Tables 3.3 and 3.4: stative verbs and verbs of motion speak for it, nine classes of WordNet
against it; the other four say nothing. The first sense of a verb decides. A table of facts
(`verb_classes.tsv`) corrects verbs whose first sense is not the one that people post.
"""

from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.relations.wordnet import VERB, wordnet
from textveil.lexicon.tables.facts import facts

__all__ = ["AGAINST", "FOR", "NEUTRAL", "UNREAL", "verb_class", "verb_type"]

FOR: Final = "for"
AGAINST: Final = "against"
NEUTRAL: Final = "neutral"
UNREAL: Final = "unreal"

_FOR: Final = frozenset({"verb.stative", "verb.motion"})
_AGAINST: Final = frozenset(
    f"verb.{name}"
    for name in (
        *("emotion", "perception", "body", "cognition", "communication"),
        *("contact", "creation", "social", "possession"),
    )
)
"""The nine classes of Table 3.3."""


@lru_cache(maxsize=4096)
def verb_type(lemma: str) -> str:
    """Return the class of a verb's first sense in WordNet; empty if it is not there.

    Examples
    --------
    >>> verb_type("live"), verb_type("fly"), verb_type("want"), verb_type("stay")
    ('verb.stative', 'verb.motion', 'verb.emotion', 'verb.change')
    """
    graph = wordnet()
    senses = graph.senses(graph.base(lemma, VERB) or lemma, VERB)
    return graph.class_of(senses[0]) if senses else ""


@lru_cache(maxsize=4096)
def verb_class(lemma: str, *, corrected: bool = True) -> str:
    """Return what a verb says about where its subject is.

    Without `corrected` WordNet alone decides, as in the paper.

    Examples
    --------
    >>> verb_class("live"), verb_class("visit"), verb_class("want"), verb_class("rain")
    ('for', 'for', 'unreal', 'neutral')
    >>> verb_class("visit", corrected=False)
    'against'
    """
    if corrected and lemma in _corrections():
        return _corrections()[lemma]
    found = verb_type(lemma)
    return FOR if found in _FOR else AGAINST if found in _AGAINST else NEUTRAL


@cache
def _corrections() -> dict[str, str]:
    return dict(facts().values("verb-class"))
