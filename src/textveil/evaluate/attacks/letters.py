"""Letters: an attacker takes the letters of an id for the initials of the person it belongs to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import ClassVar, Final

from textveil.lexicon.people.initials import spells
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge, Seen
from textveil.values.label import family_of
from textveil.values.person import Person

__all__ = ["LettersAttack"]

_LABELS: Final = frozenset(
    {"ACCOUNT", "BIOMETRIC", "DEVICE", "LICENSE", "MRN", "OTHER-ID", "PLAN", "VEHICLE"}
)
_GROUP: Final = re.compile(r"(?<![^\W_])[A-Za-z]{2,}")
_WORD: Final = re.compile(r"[^\W\d_]+")
_NOT_NAMES: Final = ("title", "credential", "generation", "particle")
_MARKS: Final = "X"
"""Hides letters and digits that were hidden already."""


@dataclass(frozen=True, slots=True)
class LettersAttack:
    """Guess that letters in front of an id are initials, or first letters, of a name beside it.

    The names that are meant are those that stood where the names of the same document, or of the
    same subject, stand now. Letters that say what a number is (MRN, INC) are not guessed at.

    Notes
    -----
    Letters that are drawn evenly and spell nothing kept are right as often as by chance: of the
    26ⁿ runs of n letters, a name of three parts spells at most 3 + 5 (n - 1) + 2 C(n - 1, 2).
    """

    name: ClassVar[str] = "letters"
    meaning: ClassVar[str] = ATTACKS["letters"]
    needs: ClassVar[frozenset[str]] = frozenset()

    language: str = "en"

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield one guess for each run of letters."""
        named: dict[str, list[int]] = {}
        for number, seen in enumerate(view.passages):
            if family_of(seen.label) == "NAME":
                named.setdefault(_group(seen, known), []).append(number)
        for seen in view.passages:
            names = named.get(_group(seen, known), ())
            for letters in self._letters(seen) if names else ():
                chance = min(1.0, len(names) * _spelled(len(letters)) / 26.0 ** len(letters))
                about = "the initials of somebody beside an id"
                yield Guess(about, letters, tuple(names), chance, seen.label)

    def _letters(self, seen: Seen) -> Iterator[str]:
        if seen.label not in _LABELS:
            return
        listed = facts(self.language).keys("id-prefix", "docket-code")
        for found in _GROUP.findall(seen.shown):
            if squeeze_text(found) not in listed and found.upper().strip(_MARKS):
                yield found.upper()

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether one of the real names begins with the letters."""
        return any(spells(guess.value, self._person(name)) for name in real)

    def _person(self, name: str) -> Person:
        last, comma, first = name.partition(",")
        written = f"{first} {last}" if comma else name
        known = facts(self.language)
        words = [word for word in _WORD.findall(written) if not known.is_a(word, *_NOT_NAMES)]
        keys = [squeeze_text(word) for word in words]
        if len(keys) < 2:
            return Person(family="".join(keys))
        return Person(keys[0], " ".join(keys[1:-1]), keys[-1])


def _group(seen: Seen, known: Knowledge) -> str:
    return seen.subject if known.subjects else seen.document


def _spelled(letters: int) -> int:
    """Return how many runs of so many letters a name of three parts spells, at most."""
    return 3 + 5 * (letters - 1) + 2 * comb(letters - 1, 2)
