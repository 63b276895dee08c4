"""Templates: guesses which listed organization a surrogate stands for, by the words they share.

The attacker has a list of names. The surrogate keeps some words of the real name. Listed names that
share the most words with it lead the list; the attacker guesses one of them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import ClassVar, Final

from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge

__all__ = ["PROMISED", "Ranking", "TemplateAttack"]

PROMISED: Final = 20
"""Listed names that are released under one template, at least."""
_LABELS: Final = ("HOSPITAL", "ORGANIZATION")
_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")


class Ranking:
    """A list of names that can be asked which of them share the most words with a text.

    Examples
    --------
    >>> Ranking(["Mercy Hospital", "Reno Sanatorium", "Holt Hospital"]).leaders("Quill Sanatorium")
    ('Reno Sanatorium',)
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(dict.fromkeys(names))
        self._having = _by_word(self.names)
        self._known: dict[frozenset[str], tuple[str, ...]] = {}

    def leaders(self, shown: str) -> tuple[str, ...]:
        """Return the names that share the most words with a text; none if no name shares any."""
        words = frozenset(word for word in _words(shown) if word in self._having)
        if words not in self._known:
            shared = Counter(at for word in words for at in self._having[word])
            most = max(shared.values(), default=0)
            self._known[words] = tuple(self.names[at] for at, n in shared.items() if n == most)
        return self._known[words]


@lru_cache(maxsize=4)
def _by_word(names: tuple[str, ...]) -> Mapping[str, Sequence[int]]:
    """Return which names have a word; the public lists are the same for every release."""
    having: defaultdict[str, list[int]] = defaultdict(list)
    for at, name in enumerate(names):
        for word in _words(name):
            having[word].append(at)
    return dict(having)


def _words(text: str) -> set[str]:
    return {squeeze_text(word) for word in _WORD.findall(text)}


@dataclass(frozen=True)
class TemplateAttack:
    """Guess one of the names that lead a list; which of them is as good as random.

    The chance of a guess is that of one among those that lead, and at most one in 20: if fewer than
    20 names lead, a guess that is right more often than this shows a template that is too rare.
    """

    name: ClassVar[str] = "templates"
    meaning: ClassVar[str] = ATTACKS["templates"]
    needs: ClassVar[frozenset[str]] = frozenset({"lists"})

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield a guess for each surrogate of an organization that shares a word with the list."""
        # Folding thousands of names takes longer than a small release: only what is there.
        there = {seen.label for seen in view.passages}
        rankings = {one: Ranking(known.lists.get(one, ())) for one in _LABELS if one in there}
        for at, seen in enumerate(view.passages):
            if seen.label not in rankings:
                continue
            leaders = rankings[seen.label].leaders(seen.shown)
            if leaders:
                drawn = (sha256(f"{at}\n{name}".encode()).digest() for name in leaders)
                guess = min(zip(drawn, leaders, strict=True))[1]
                chance = min(1 / len(leaders), 1 / PROMISED)
                yield Guess("an organization", guess, (at,), chance, seen.label)

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether the guessed name stood at the passage."""
        return any(squeeze_text(guess.value) == squeeze_text(one) for one in real)
