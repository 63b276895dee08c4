"""Synonyms: other ways to write a word or phrase in its sentence.

Words in full stand for contractions and the other way, digits for small numbers, wordings of the
table for each other, and synonyms of WordNet for nouns, adjectives and adverbs that have one usual
sense. Verbs come from the table alone: those of one sense seldom take the same objects.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from textveil.errors import ComponentError
from textveil.lexicon.relations.wordings import (
    LONGEST_WORDING,
    OtherWordings,
    phrase_wordings,
    verb_wordings,
)
from textveil.lexicon.relations.wordnet import ADJECTIVE, ADVERB, NOUN, wordnet
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.words import are_everyday
from textveil.values.messages.parse import Parse

__all__ = ["article_for", "inflected", "other_forms"]

_PARTS: Final = {"NN": NOUN, "JJ": ADJECTIVE, "RB": ADVERB}
_PROPER: Final = ("NNP", "NNPS")
_FEW_SENSES: Final = 3
"""Senses of a word that has a usual one."""
_NUMBERS: Final = range(2, 13)
_SPOKEN_VOWEL: Final = re.compile(r"(?i)[aio]|e(?!u)|u(?!ni|s[aeiu])")
_END: Final = "end"

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


def article_for(form: str) -> str:
    """Return the article before a word by how it begins when it is spoken: "a university"."""
    return "an" if _SPOKEN_VOWEL.match(form) else "a"


def other_forms(parse: Parse) -> list[Forms]:
    """Return the passages of a text that can be written otherwise: start, end, other forms.

    Passages do not overlap; what stands in tables comes before synonyms.
    """
    found: list[Forms] = []
    at = 0
    while at < len(parse):
        size = 1
        made = next(
            (
                (width, forms)
                for width in range(min(LONGEST_WORDING, len(parse) - at), 0, -1)
                if (forms := _listed(parse, at, at + width))
            ),
            None,
        )
        if made:
            size, forms = made
            found.append(_passage(parse, at, at + size, forms, listed=True))
        elif forms := _synonyms(parse.text_of(at), parse.words[at].lemma, parse.words[at].tag):
            found.append(_passage(parse, at, at + 1, forms, listed=False))
        at += size
    return [one for one in found if one[2]]


def _passage(parse: Parse, first: int, end: int, forms: tuple[str, ...], *, listed: bool) -> Forms:
    """Return a passage with its forms; an article before it becomes part of it where it must."""
    start, stop = parse.span_of(first, end)
    before = parse.text_of(first - 1) if first else ""
    adjoining = first > 0 and parse.text[parse.words[first - 1].end : start] == " "
    if before.lower() not in ("a", "an") or not adjoining:
        return start, stop, forms, listed
    if all(article_for(form) == before.lower() for form in forms):
        return start, stop, forms, listed
    capital = before[0].isupper()
    shown = [f"{article_for(form)} {form}" for form in forms]
    shown = [one[0].upper() + one[1:] if capital else one for one in shown]
    return parse.words[first - 1].start, stop, tuple(shown), listed


def _listed(parse: Parse, first: int, end: int) -> tuple[str, ...]:
    """Return the forms that tables have for a range of words."""
    start, stop = parse.span_of(first, end)
    written = parse.text[start:stop]
    if end - first == 1:
        word = parse.words[first]
        number = _number(parse, first)
        if number:
            return (number,)
        verb = verb_wordings().get(word.lemma) if word.tag.startswith("VB") else None
        if verb and _goes_on(parse, end, verb):
            made = (inflected(form, word.tag) for form in verb.forms)
            return tuple(form for form in made if form and form != written.lower())
    told = _contracted(parse, end, written)
    if told:
        return (told,)
    known = phrase_wordings()
    found = known.get(written) or known.get(written[:1].lower() + written[1:])
    if not found or not _goes_on(parse, end, found):
        return ()
    capital = written[0].isupper()
    return tuple(form[0].upper() + form[1:] if capital else form for form in found.forms)


def _goes_on(parse: Parse, end: int, wording: OtherWordings) -> bool:
    """Tell whether what follows is what a wording needs."""
    if not wording.follows:
        return True
    tag = parse.words[end].tag if end < len(parse) else "."
    closes = tag[:1] in ".,:" or tag in ("_SP", "-RRB-")
    return any(
        closes if one == _END else tag == one or tag.startswith(one) for one in wording.follows
    )


def _contracted(parse: Parse, end: int, written: str) -> str:
    """Return a contraction in full, or two words contracted; empty if they are neither."""
    if end >= len(parse) or parse.words[end].tag[:1] in ".,:":
        # "I am" at the end of a clause is never "I'm".
        return ""
    after = parse.words[end].tag
    plain = written.replace("\u2019", "'")
    full = _full_forms().get(plain) or _full_forms().get(plain[:1].lower() + plain[1:])
    # "it's been" is "it has been", and "I'd been" is "I had been".
    doubtful = (plain.endswith("'s") and after in ("VBN", "VBD")) or (
        plain.endswith("'d") and after != "VB"
    )
    if full and not doubtful:
        return full[0].upper() + full[1:] if written[0].isupper() else full
    short = _short_forms().get(written) or _short_forms().get(written[:1].lower() + written[1:])
    if short:
        return short[0].upper() + short[1:] if written[0].isupper() else short
    return ""


@cache
def _full_forms() -> Mapping[str, str]:
    return dict(facts().values("contraction"))


@cache
def _short_forms() -> Mapping[str, str]:
    """Return contractions by the words in full, but for those that may be a verb of their own."""
    return {
        full: short
        for short, full in facts().values("contraction").items()
        # "I have a cat" is not "I've a cat".
        if not full.endswith((" have", " has", " had", " would", " us"))
    }


def _number(parse: Parse, at: int) -> str:
    """Return a small number in digits or as a word, before what is counted; empty otherwise."""
    word = parse.words[at]
    counted = at + 1 < len(parse) and parse.words[at + 1].tag == "NNS"
    beside = parse.text[word.end : word.end + 1] == " "
    before = parse.text[max(0, word.start - 1) : word.start]
    if word.tag != "CD" or not counted or not beside or before.strip():
        return ""
    written = parse.text_of(at)
    for value in _NUMBERS:
        spelt = _number_words()[value]
        if written == str(value):
            return spelt
        if written == spelt:
            return str(value)
    return ""


@cache
def _number_words() -> Mapping[int, str]:
    """Return the word of each small number; the first one that the table has."""
    found: dict[int, str] = {}
    for word, value in facts().values("number").items():
        if value.isdecimal() and word.isalpha():
            found.setdefault(int(value), word)
    return found


def _synonyms(written: str, lemma: str, tag: str) -> tuple[str, ...]:
    part = _PARTS.get(tag[:2])
    if part is None or tag in _PROPER or not written.isalpha() or not written.islower():
        return ()
    return tuple(dict.fromkeys(_alike(written, lemma, tag, part)))


def _alike(written: str, lemma: str, tag: str, part: str) -> Iterator[str]:
    graph = wordnet()
    senses = graph.senses(lemma, part)
    if not senses or len(senses) > _FEW_SENSES or facts().is_a(lemma, "function-word"):
        return
    for other in graph.words(senses[0]):
        own = graph.senses(other, part)
        plain = other != lemma and other.isalpha() and other.islower()
        if plain and own[:1] == senses[:1] and len(own) <= _FEW_SENSES:
            form = inflected(other, tag)
            if form and form != written and are_everyday([other]):
                yield form
