"""Synonyms: other ways to write a word in its sentence.

A synonym shares the usual sense of the word, which is its own usual sense too, and takes the same
inflection. Words in full stand for contractions, and variants of the table for each other.
"""

from functools import cache
from importlib import import_module
from typing import Any, Final

from textveil.errors import ComponentError
from textveil.lexicon.facts import facts
from textveil.lexicon.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet
from textveil.lexicon.words import are_everyday
from textveil.values.parse import Parse

__all__ = ["inflected", "other_forms"]

_PARTS: Final = {"NN": NOUN, "VB": VERB, "JJ": ADJECTIVE, "RB": ADVERB}
_PROPER: Final = ("NNP", "NNPS")
_LONGEST: Final = 4
"""Words of the longest phrase of the table."""


Forms = tuple[int, int, tuple[str, ...], bool]
"""Start and end of a passage, its other forms, and whether they come from the table."""


def inflected(lemma: str, tag: str) -> str | None:
    """Return a word in the form of a Penn tag; None if it has no such form.

    Raises
    ------
    ComponentError
        If the package that inflects is not installed.
    """
    found: tuple[str, ...] = _lemminflect().getInflection(lemma, tag=tag)
    return found[0] if found else None


@cache
def _lemminflect() -> Any:
    try:
        return import_module("lemminflect")
    except ImportError as error:
        raise ComponentError(
            "the package that inflects words is not installed",
            where="lemminflect",
            hint="pip install 'textveil[messages]'",
        ) from error


def other_forms(parse: Parse) -> list[Forms]:
    """Return the passages of a text that can be written otherwise: start, end, other forms.

    Passages do not overlap; variants and contractions come before synonyms.
    """
    found = _variants(parse)
    taken = [(start, end) for start, end, *_ in found]
    for at, word in enumerate(parse.words):
        if any(start < word.end and word.start < end for start, end in taken):
            continue
        forms = _synonyms(parse.text_of(at), word.lemma, word.tag)
        if forms:
            found.append((word.start, word.end, forms, False))
    return sorted(found)


def _synonyms(written: str, lemma: str, tag: str) -> tuple[str, ...]:
    part = _PARTS.get(tag[:2])
    if part is None or tag in _PROPER or not written.isalpha() or not written.islower():
        return ()
    graph = wordnet()
    senses = graph.senses(lemma, part)
    if not senses:
        return ()
    forms = []
    for other in graph.words(senses[0]):
        own = graph.senses(other, part)
        if other != lemma and other.isalpha() and other.islower() and own[:1] == senses[:1]:
            form = inflected(other, tag)
            if form and form != written and are_everyday([other]):
                forms.append(form)
    return tuple(dict.fromkeys(forms))


def _variants(parse: Parse) -> list[Forms]:
    table, at = _table(), 0
    found: list[Forms] = []
    while at < len(parse):
        for size in range(_LONGEST, 0, -1):
            if at + size > len(parse):
                continue
            start, end = parse.span_of(at, at + size)
            written = parse.text[start:end]
            other = table.get(written) or table.get(written.lower())
            if other:
                capital = written[0].isupper() and other[0].islower()
                shown = other[0].upper() + other[1:] if capital else other
                found.append((start, end, (shown,), True))
                at += size - 1
                break
        at += 1
    return found


@cache
def _table() -> dict[str, str]:
    known = facts()
    found: dict[str, str] = {}
    for role in ("contraction", "spelling-variant"):
        for one, other in known.values(role).items():
            found.setdefault(one, other)
            # "I have a cat" is not "I've a cat": words in full stay as they are.
            if role != "contraction":
                found.setdefault(other, one)
    return found
