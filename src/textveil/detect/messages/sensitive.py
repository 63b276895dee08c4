"""Sensitive passages: what people keep to themselves beside the attributes of a profile.

Health, sexual orientation, union, origin, money trouble and an empty home. A passage is private if
its clause says so of the person, or of somebody who is the person's own ("my mother");
`docs/methods/private-messages.md` defines the rule.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from textveil.detect.messages.reading import MessageReading
from textveil.detect.messages.speakers import Speaker, is_spoken_of_only, speaks_of
from textveil.lexicon.relations.wordnet import NOUN, wordnet
from textveil.lexicon.tables.facts import facts, key_of
from textveil.lexicon.tables.terms import diseases, drugs
from textveil.values.messages.message import MessagePassage
from textveil.values.messages.parse import Parse
from textveil.values.span import Explanation, Span

__all__ = ["sensitive_passages", "sensitive_ranges", "topic_of"]

_LONGEST: Final = 5
_SCORE: Final = 0.7
_HEALTH: Final = "health"
_ORIGIN: Final = "origin"
_KINDS: Final = ("illness.n.01", "injury.n.01", "mental_disorder.n.01")
"""Senses of WordNet whose kinds are about health."""
_INSIDE: Final = frozenset({"amod", "compound", "poss", "nmod"})
_LEAST: Final = 4
"""Letters that a name of a list must have: shorter ones are other words too."""


def sensitive_passages(
    reading: MessageReading, speaker: Speaker, source: str
) -> Iterator[MessagePassage]:
    """Yield the sensitive passages of a message, private or not."""
    parse = reading.parse
    for first, end, topic in sensitive_ranges(parse):
        private = speaks_of(parse, first, end, speaker) and not is_spoken_of_only(parse, first)
        why = Explanation(f"sensitive.{topic}", ((f"topic {topic}", 1.0),))
        span = Span(*reading.back_words(first, end), "SENSITIVE", _SCORE, source, why)
        yield MessagePassage(span, private)


def sensitive_ranges(parse: Parse) -> Iterator[tuple[int, int, str]]:
    """Yield each passage as a range of words with its topic, the longest first at each word."""
    at = 0
    while at < len(parse):
        for size in range(min(_LONGEST, len(parse) - at), 0, -1):
            topic = _topic_at(parse, at, at + size)
            if topic:
                yield at, at + size, topic
                at += size - 1
                break
        at += 1


def _topic_at(parse: Parse, first: int, end: int) -> str:
    start, stop = parse.span_of(first, end)
    text = parse.text[start:stop]
    topic = topic_of(text) or (topic_of(parse.words[first].lemma) if end - first == 1 else "")
    if end - first > 1 and not topic:
        return ""
    if not topic and _is_origin(parse, first):
        return _ORIGIN
    # Words that only belong to a name ("Broke Girls") tell nothing.
    proper = parse.words[first].tag in ("NNP", "NNPS") and not text.isupper()
    return "" if proper and topic not in (_HEALTH, _ORIGIN, "union") else topic


def _is_origin(parse: Parse, word: int) -> bool:
    """Tell whether a people or country is said of a person: "I'm half Irish", "Irish roots"."""
    if not facts().is_a(parse.text_of(word), "demonym", "demonym-noun"):
        return False
    it = parse.words[word]
    if it.relation in _INSIDE:
        head = parse.words[it.head].lemma
        return facts().is_a(head, "origin-noun") or _class_of(head) == "noun.person"
    return it.relation in ("acomp", "attr", "ROOT", "conj")


def _class_of(lemma: str) -> str:
    graph = wordnet()
    senses = graph.senses(lemma, NOUN)
    return graph.class_of(senses[0]) if senses else ""


@lru_cache(maxsize=8192)
def topic_of(text: str) -> str:
    """Return the topic that a word or a phrase tells of; empty if it tells of none.

    Examples
    --------
    >>> topic_of("home alone"), topic_of("hepatitis"), topic_of("chair")
    ('home', 'health', '')
    """
    # Keys have no apostrophes, and "I'll" is not "ill".
    if "'" in text or "\u2019" in text:
        return _exact().get(text.lower().replace("\u2019", "'"), "")
    named = facts().value("sensitive", text)
    if named:
        return named
    if len(text) < _LEAST:
        return ""
    if key_of(text) in _listed():
        return _HEALTH
    graph = wordnet()
    senses = graph.senses(text.lower().replace(" ", "_"), NOUN)
    if not senses:
        return ""
    above = {senses[0], *graph.all_above(senses[0])}
    return _HEALTH if above & _senses() else ""


@cache
def _exact() -> dict[str, str]:
    return {word.lower(): topic for word, topic in facts().values("sensitive").items()}


@cache
def _listed() -> frozenset[str]:
    return frozenset(key_of(one) for one in (*diseases(), *drugs()) if len(one) >= _LEAST)


@cache
def _senses() -> frozenset[int]:
    return frozenset(map(wordnet().sense_named, _KINDS))
