"""Normal view: a message as a careful writer would have spelt it, with the way back.

Made over the view in which nothing is hidden. A word is changed only if no list knows it as it
stands, so that names, handles and addresses stay; see `docs/methods/normal-view.md`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.lexicon.relations.wordnet import NOUN, VERB, wordnet
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.words import Kind, are_everyday, look_up
from textveil.values.view import Resized, View

__all__ = ["normal"]

_CHUNK: Final = re.compile(r"(?<![\w@#/.:])[\w'\u2019/]{1,60}(?![\w@]|[/.:]\w)")

_PICTURE: Final = r"[\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]{1,40}"
_SHORTEST: Final = 4
"""Letters of a word that is corrected without a table."""
_RARE: Final = 2
_LEAST: Final = 3
"""Steps of frequency (each about ten times) by which the word meant must be commoner."""


@lru_cache(maxsize=64)
def normal(text: str) -> View:
    """Return a text with everyday spellings undone.

    Examples
    --------
    >>> normal("I g0 to Tokyo w/o friends 2morrow").text
    'I go to Tokyo without friends tomorrow'
    """
    clear = unhidden(text)
    parts, places, done, length = [], Resized(), 0, 0
    for start, end, instead in _changes(clear.text):
        parts += [clear.text[done:start], instead]
        length += start - done
        if len(instead) != end - start:
            places.add(length, length + len(instead), start, end)
        length, done = length + len(instead), end
    if not parts:
        return clear
    return View("".join((*parts, clear.text[done:])), places, clear)


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    pictures = {found.start(): found for found in _pictures().finditer(text)}
    for chunk in _CHUNK.finditer(text):
        found = pictures.get(chunk.start())
        if found is not None:
            yield found.start(), found.end(), found[1]
            continue
        instead = _spelt(chunk[0])
        if instead != chunk[0]:
            yield chunk.start(), chunk.end(), instead


@cache
def _pictures() -> re.Pattern[str]:
    """Return what finds pictures after a word that cannot end a phrase: "in" and a house."""
    words = "|".join(map(re.escape, facts().words("locative", "first-owner")))
    return re.compile(rf"\b({words})[ \t]?{_PICTURE}(?=[ \t]?\w)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _spelt(word: str) -> str:
    known = _table().get(word.lower())
    if known is not None:
        return known
    if len(word) < _SHORTEST or not word.isascii() or not word.isalpha() or not word.islower():
        return word
    if _is_word(word):
        return word
    # The likeliest of all words that it can be; of equal ones the first.
    best = max(_candidates(word), key=_common, default=word)
    return best if _common(best) >= max(_LEAST, _common(word) + _LEAST) else word


@cache
def _table() -> Mapping[str, str]:
    return {word.lower(): usual for word, usual in facts().values("message-spelling").items()}


def _common(word: str) -> int:
    return look_up(word).common if are_everyday([word]) else 0


def _is_word(word: str) -> bool:
    """Tell whether a word stands as it is: a common one, one of WordNet, or a place."""
    listed = look_up(word)
    if listed.common > _RARE or listed.kinds & Kind.CITY:
        return True
    graph = wordnet()
    return any(graph.senses(word, part) or graph.base(word, part) for part in (NOUN, VERB))


def _candidates(word: str) -> Iterator[str]:
    """Yield what a word may be meant for: "goin", "soooo", "knoww", "raelly"."""
    if word.endswith("in"):
        yield f"{word}g"
    for most in (2, 1):
        yield re.sub(rf"(\w)\1{{{most},}}", r"\1" * most, word)
    for at in range(1, len(word)):
        if word[at] == word[at - 1]:
            yield word[:at] + word[at + 1 :]
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
