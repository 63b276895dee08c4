"""Telling features: what a classifier reads of a message to say whether it is private.

Words with names, places, numbers and times taken out of them; who each clause is about, and the
class of its verb in WordNet; what is somebody's own; which passages other detectors found. A
feature is a short text, such as `who-verb:I verb.stative`, so that a model can be read by people.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from textveil.detect.messages.reading import MessageReading
from textveil.detect.messages.sensitive import sensitive_ranges
from textveil.detect.messages.speakers import (
    Speaker,
    has_implied_speaker,
    is_negated,
    is_unreal,
    subjects_of,
)
from textveil.lexicon.messages.verb_classes import verb_class, verb_type
from textveil.lexicon.relations.wordnet import NOUN, wordnet
from textveil.lexicon.tables.facts import facts
from textveil.values.messages.message import MessagePassage
from textveil.values.messages.parse import Parse

__all__ = ["telling_features"]

_FUNCTION: Final = frozenset(
    {"IN", "TO", "DT", "PRP", "PRP$", "MD", "CC", "WP", "WRB", "WDT", "EX", "RP", "PDT"}
)
_SIGNS: Final = {"GPE": "=place", "LOC": "=place", "FAC": "=place", "PERSON": "=person"}
_LONGEST: Final = 3
_MOST: Final = 400
"""Words that are read: a longer text says what it says long before."""


def telling_features(
    reading: MessageReading, passages: Sequence[MessagePassage], speaker: Speaker
) -> frozenset[str]:
    """Return the features of a message.

    Parameters
    ----------
    reading
        The message.
    passages
        What the detectors of places, times and phrases found in it.
    speaker
        The person that it is about.
    """
    parse = reading.parse
    signs = _signs(reading, passages)
    found = set(_words(parse, signs))
    found.update(_clauses(parse, speaker, signs))
    found.update(_owned(parse, speaker, signs))
    found.update(_found(passages))
    text = parse.text.rstrip()
    if text.endswith("?"):
        found.add("ends:?")
    if not any(speaker.is_meant(parse, at) or speaker.is_owner(parse, at) for at in _all(parse)):
        found.add("speaker:none")
    return frozenset(found)


def _all(parse: Parse) -> range:
    return range(min(len(parse), _MOST))


def _signs(reading: MessageReading, passages: Iterable[MessagePassage]) -> dict[int, str]:
    """Return what stands for a word that is a name, a place, a time or a sensitive word."""
    parse = reading.parse
    signs: dict[int, str] = {}
    for first, end, kind in parse.names:
        if kind in _SIGNS:
            signs.update(dict.fromkeys(range(first, end), _SIGNS[kind]))
    for first, end, topic in sensitive_ranges(parse):
        signs.update(dict.fromkeys(range(first, end), f"={topic}"))
    for passage in passages:
        sign = _sign_of(passage)
        if sign:
            shown = reading.view.shown(passage.span.start, passage.span.end)
            signs.update(dict.fromkeys(parse.words_in(*shown), sign))
    return signs


def _sign_of(passage: MessagePassage) -> str:
    if passage.whole is not None:
        return "=time"
    source = passage.span.source or ""
    return "=place" if source.startswith("textveil.location") else ""


def _words(parse: Parse, signs: dict[int, str]) -> Iterator[str]:
    """Yield words and pairs of words, and rows of kinds of words up to three long."""
    for first, end in parse.sentences:
        words: list[str] = []
        kinds: list[str] = []
        for at in range(first, min(end, _MOST)):
            if not parse.text_of(at)[0].isalnum() and at not in signs:
                continue
            sign = signs.get(at, "")
            if sign and words and words[-1] == sign:
                continue
            words.append(sign or _word(parse, at))
            kinds.append(sign or _kind(parse, at))
        yield from (f"word:{word}" for word in words)
        yield from (f"words:{one} {two}" for one, two in pairwise(words))
        for size in range(1, _LONGEST + 1):
            for at in range(len(kinds) - size + 1):
                yield f"kinds:{' '.join(kinds[at : at + size])}"


def _word(parse: Parse, at: int) -> str:
    word = parse.words[at]
    if word.tag == "CD":
        return "=number"
    if word.tag in ("NNP", "NNPS"):
        return "=name"
    return parse.text_of(at).lower() if word.tag.startswith("PRP") else word.lemma


def _kind(parse: Parse, at: int) -> str:
    """Return a function word as it is, and of other words their class in WordNet."""
    word = parse.words[at]
    if word.tag in _FUNCTION:
        return parse.text_of(at).lower()
    if word.tag.startswith("VB"):
        return word.lemma if word.lemma in ("be", "have", "do") else verb_type(word.lemma) or "verb"
    if word.tag in ("NN", "NNS"):
        return _noun_class(word.lemma) or "noun"
    return "=number" if word.tag == "CD" else word.tag


@lru_cache(maxsize=8192)
def _noun_class(lemma: str) -> str:
    if facts().is_a(lemma, "kin"):
        return "kin"
    graph = wordnet()
    senses = graph.senses(lemma, NOUN)
    return graph.class_of(senses[0]) if senses else ""


def _clauses(parse: Parse, speaker: Speaker, signs: dict[int, str]) -> Iterator[str]:
    """Yield of each clause who it is about, with its verb, its topics and whether it is so."""
    for at in _all(parse):
        word = parse.words[at]
        if not word.tag.startswith("VB") or word.relation in ("aux", "auxpass"):
            continue
        who = _who(parse, at, speaker)
        kind = verb_type(word.lemma)
        doubt = "not " if is_negated(parse, at) else "maybe " if is_unreal(parse, at) else ""
        yield f"who:{who}"
        yield f"who-verb:{doubt}{who} {word.lemma}"
        yield f"who-class:{doubt}{who} {kind}"
        yield f"who-place:{doubt}{who} {verb_class(word.lemma)}"
        for below in _below(parse, at):
            if below in signs:
                yield f"who-sign:{doubt}{who} {signs[below]}"
                yield f"who-class-sign:{doubt}{who} {kind} {signs[below]}"
            elif parse.words[below].tag in ("NN", "NNS", "JJ"):
                lemma = parse.words[below].lemma
                yield f"who-noun:{doubt}{who} {_noun_class(lemma)}"
                yield f"who-class-noun:{doubt}{who} {kind} {_noun_class(lemma)}"
                yield f"who-word:{doubt}{who} {lemma}"
    for first, end in parse.sentences:
        verbs = any(parse.words[at].tag.startswith("VB") for at in range(first, end))
        if not verbs:
            yield from {f"fragment:{signs[at]}" for at in range(first, end) if at in signs}
            yield "who:fragment"


def _below(parse: Parse, verb: int, depth: int = 3) -> Iterator[int]:
    """Yield the words of a clause without those of clauses inside it."""
    for at in parse.children(verb):
        if parse.words[at].relation in ("nsubj", "ccomp", "advcl", "relcl", "conj"):
            continue
        yield at
        if depth:
            yield from _below(parse, at, depth - 1)


def _who(parse: Parse, verb: int, speaker: Speaker) -> str:
    subjects = subjects_of(parse, verb)
    if not subjects:
        if has_implied_speaker(parse, parse.sentence_of(verb)):
            return "implied"
        return "command" if parse.words[verb].tag in ("VB", "VBP") else "nobody"
    for one in subjects:
        if speaker.is_meant(parse, one):
            return "I"
        if speaker.owns(parse, one):
            return "own-kin" if _noun_class(parse.words[one].lemma) == "kin" else "own"
    return _other(parse, subjects[0])


def _other(parse: Parse, word: int) -> str:
    text, tag = parse.text_of(word).lower(), parse.words[word].tag
    if text in _said("second-person"):
        return "you"
    if text in _said("third-person"):
        return "others"
    return "name" if tag.startswith("NNP") else _noun_class(parse.words[word].lemma) or "thing"


@cache
def _said(role: str) -> frozenset[str]:
    return frozenset(word.lower() for word in facts().words(role))


def _owned(parse: Parse, speaker: Speaker, signs: dict[int, str]) -> Iterator[str]:
    """Yield what is called the person's own."""
    for at in _all(parse):
        if parse.words[at].tag.startswith("NN") and speaker.owns(parse, at):
            lemma = parse.words[at].lemma
            yield f"own:{signs.get(at) or lemma}"
            yield f"own-class:{_noun_class(lemma)}"


def _found(passages: Iterable[MessagePassage]) -> Iterator[str]:
    for passage in passages:
        span = passage.span
        rule = "" if span.explanation is None else span.explanation.rule
        told = "private" if passage.private else "open"
        what = rule if rule.startswith(("location.", "sensitive.")) else span.label
        if rule.startswith("profile.") and span.explanation is not None:
            what = f"profile {span.explanation.reasons[0][0]}"
        yield f"passage:{told} {what}"
        yield f"passages:{told} {rule.partition('.')[0]}"
