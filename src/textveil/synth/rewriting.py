"""Rewriting: a sentence in other words, and a sentence that only looks like it.

The first makes pairs that say the same, the second pairs that do not: a model of paraphrases needs
both. Nothing here knows grammar, so a rewritten sentence may limp as posts do.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from textveil.lexicon.relations.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, wordnet
from textveil.synth.noise import mistype

__all__ = ["REWRITINGS", "altered", "rewriting_pairs", "rewritten"]

Rewriting = Callable[[str, float, Random], str]

_WORD: Final = re.compile(r"\w+")
_CLAUSE: Final = re.compile(r"(?<=[,;.!?])\s+")
_PARTS: Final = (NOUN, VERB, ADJECTIVE, ADVERB)
_SENSES: Final = 2
_CLOSED: Final = 3
"""Words of at most so many letters are left alone: most of them are grammar."""


def rewritten(text: str, share: float, rng: Random, kinds: Sequence[str] = ()) -> str:
    """Return a sentence in other words.

    Parameters
    ----------
    text
        The sentence.
    share
        About the share of words, or clauses, that change.
    rng
        Decides what changes.
    kinds
        Names in `REWRITINGS`, in turn; one or two by chance unless given.

    Examples
    --------
    >>> rewritten("We moved in May, after the wedding.", 1.0, Random(2), ["clauses"])
    'after the wedding. We moved in May,'
    """
    chosen = kinds or rng.sample(sorted(REWRITINGS), rng.choice((1, 1, 2)))
    for kind in chosen:
        text = REWRITINGS[kind](text, share, rng)
    return text


def altered(text: str, other: str, rng: Random) -> str:
    """Return a sentence that looks alike and says something else, or the same if there is none.

    Two of its names or numbers change places, or one becomes a name or number of `other`.

    Examples
    --------
    >>> altered("we met Ann.", "he saw Bob.", Random(0))
    'we met Bob.'
    """
    mine = _named(text)
    theirs = [other[start:end] for start, end in _named(other)]
    swapped = [
        (one, two)
        for at, one in enumerate(mine)
        for two in mine[at + 1 :]
        if text[slice(*one)].lower() != text[slice(*two)].lower()
        and text[one[0]].isdigit() == text[two[0]].isdigit()
    ]
    if swapped and (not theirs or rng.random() < 0.5):
        one, two = rng.choice(swapped)
        return (
            f"{text[: one[0]]}{text[slice(*two)]}{text[one[1] : two[0]]}{text[slice(*one)]}"
            f"{text[two[1] :]}"
        )
    return _exchanged(text, mine, theirs, rng)


def _exchanged(
    text: str, mine: Sequence[tuple[int, int]], theirs: Sequence[str], rng: Random
) -> str:
    fitting = [
        (at, word)
        for at in mine
        for word in theirs
        if word[0].isdigit() == text[at[0]].isdigit() and word.lower() != text[slice(*at)].lower()
    ]
    if not fitting:
        return text
    (start, end), word = rng.choice(fitting)
    return text[:start] + word + text[end:]


def rewriting_pairs(
    texts: Sequence[str], count: int, rng: Random
) -> Iterator[tuple[str, str, bool]]:
    """Yield pairs of sentences, and whether they say the same; about half of them do."""
    for _ in range(count):
        text, other = rng.sample(list(range(len(texts))), 2)
        one, two = texts[text], texts[other]
        same = rng.random() < 0.5
        share = rng.choice((0.1, 0.2, 0.3, 0.4))
        if same:
            yield one, rewritten(one, share, rng), True
            continue
        foreign = altered(one, two, rng) if rng.random() < 0.7 else two
        if foreign == one:
            foreign = two
        yield one, foreign if rng.random() < 0.5 else rewritten(foreign, share / 2, rng), False


def _named(text: str) -> list[tuple[int, int]]:
    """Return where names and numbers stand: words with a capital or a digit, not the first one."""
    found = [match.span() for match in _WORD.finditer(text)]
    return [
        (start, end)
        for at, (start, end) in enumerate(found)
        if text[start].isdigit() or (text[start].isupper() and (at or _is_unknown(text[start:end])))
    ]


def _is_unknown(word: str) -> bool:
    return not any(wordnet().senses(word, part) for part in _PARTS[1:]) and len(word) > 2


def _by_word(text: str, share: float, rng: Random, change: Callable[[str, Random], str]) -> str:
    def changed(match: re.Match[str]) -> str:
        return change(match.group(), rng) if rng.random() < share else match.group()

    return " ".join(_WORD.sub(changed, text).split()) or text


def _dropped(text: str, share: float, rng: Random) -> str:
    kept = [word for word in text.split() if rng.random() >= share]
    return " ".join(kept) if kept else text


def _synonyms(text: str, share: float, rng: Random) -> str:
    return _by_word(text, min(1.0, 2 * share), rng, lambda word, by: _other(word, by, False))


def _covers(text: str, share: float, rng: Random) -> str:
    return _by_word(text, min(1.0, 2 * share), rng, lambda word, by: _other(word, by, True))


def _other(word: str, rng: Random, wider: bool) -> str:
    if len(word) <= _CLOSED or not word.islower():
        return word
    known = _related(word)[wider]
    return rng.choice(known) if known else word


@lru_cache(maxsize=1 << 15)
def _related(word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the synonyms of a word and wider words; of its first senses, if it is a base form."""
    graph = wordnet()
    senses = [sense for part in _PARTS for sense in graph.senses(word, part)[:_SENSES]]
    above = [higher for sense in senses for higher in graph.hypernyms(sense)]
    return (
        tuple(sorted({w.lower() for s in senses for w in graph.words(s)} - {word})),
        tuple(sorted({w.lower() for s in above for w in graph.words(s)} - {word})),
    )


def _clauses(text: str, share: float, rng: Random) -> str:
    parts = _CLAUSE.split(text)
    if len(parts) > 1 and rng.random() < max(share, 0.5):
        at = rng.randrange(1, len(parts))
        return " ".join([*parts[at:], *parts[:at]])
    words = text.split()
    if len(words) < 4:
        return text
    at = rng.randrange(1, len(words) - 1)
    return " ".join([*words[at:], *words[:at]])


def _shortened(text: str, share: float, rng: Random) -> str:
    words = text.split()
    kept = max(3, round(len(words) * (1 - share)))
    start = rng.choice((0, max(0, len(words) - kept)))
    return " ".join(words[start : start + kept]) or text


def _small(text: str, share: float, rng: Random) -> str:  # noqa: ARG001 - all rewritings take the same
    return "".join(letter for letter in text.lower() if letter.isalnum() or letter in " '")


REWRITINGS: Final[Mapping[str, Rewriting]] = {
    "clauses": _clauses,
    "covers": _covers,
    "dropped": _dropped,
    "shortened": _shortened,
    "small letters": _small,
    "synonyms": _synonyms,
    "typing": lambda text, share, rng: mistype(text, rng, share),
}
"""What can be done to a sentence, by name."""
