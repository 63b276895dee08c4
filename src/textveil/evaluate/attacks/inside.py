"""Inside: an attacker takes a word of a replacement for a word of the value that it replaces."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from textveil.lexicon.tables.generic_words import distinctive_words
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge, Seen

__all__ = ["InsideAttack"]

_KEPT: Final = frozenset({"AGE", "DATE", "TIME"})
"""Kinds that move: their words stay on purpose."""
_VOCABULARY: Final = 1000
"""Words that a value of a kind may have, where the attacker has no list of them."""


@dataclass(frozen=True, slots=True)
class InsideAttack:
    """Guess that each distinctive word of a replacement stood in the original.

    Generic words (roles in the facts) say what a thing is, but not which one; they may stay.

    Notes
    -----
    Where no distinctive word stays, no guess is right. By chance a reader who draws a word from the
    list of a kind is right once in as many times as the list has names, or once in 1,000.
    """

    name: ClassVar[str] = "inside"
    meaning: ClassVar[str] = ATTACKS["inside"]
    needs: ClassVar[frozenset[str]] = frozenset()

    language: str = "en"

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield one guess for each distinctive word of each replacement."""
        for number, seen in enumerate(view.passages):
            if seen.label in _KEPT or seen.shown.startswith("["):
                continue
            chance = 1 / max(1, len(known.lists.get(seen.label, ())) or _VOCABULARY)
            for word in self._words(seen):
                yield Guess("a word of the value", word, (number,), chance, seen.label)

    def _words(self, seen: Seen) -> list[str]:
        return sorted(set(distinctive_words(seen.shown, seen.label, language=self.language)))

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether the word stood in the original."""
        words = (distinctive_words(one, guess.label, language=self.language) for one in real)
        return any(guess.value in some for some in words)
