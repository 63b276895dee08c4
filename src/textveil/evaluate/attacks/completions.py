"""Completions: guesses partly shown words with a list of words.

A release by suppression shows the length of a word and some of its letters. An attacker looks up
which listed words fit. If only one does, that is the guess.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from textveil.lexicon.people.completions import WORD, FittingWords, plain_letters
from textveil.values.figures.attack import ATTACKS, AttackResult, Glimpse, Guess, Knowledge, Seen
from textveil.values.figures.json_fields import json_fields

__all__ = ["CompletionCounts", "Completions", "count_completions", "partly_shown"]

WORDS = "WORD"
"""Label of a partly shown word."""
FEW = 5
"""So few completions can be tried one by one."""


def partly_shown(texts: Mapping[str, str], mark: str = "*") -> Glimpse:
    """Return what a reader sees of suppressed texts: their words with some letters hidden.

    The reader has no input, so that a word ends only where other characters are shown. Marks that
    stand for blanks make longer words of several, and guesses about these are wrong.

    Parameters
    ----------
    texts
        Released texts by id.
    mark
        The character that stands for a hidden one.

    Examples
    --------
    >>> [seen.shown for seen in partly_shown({"1": "is A*na in *** now"}).passages]
    ['A*na']
    """
    run = re.compile(rf"[\w{re.escape(mark)}]+")
    passages = (
        Seen(name, name, WORDS, match.start(), match.end(), match.group())
        for name, text in texts.items()
        for match in run.finditer(text)
        if mark in match.group() and match.group().strip(mark)
    )
    return Glimpse(texts, tuple(passages))


@dataclass(frozen=True, slots=True)
class Completions:
    """Guess the only listed word that fits a partly shown one.

    Attributes
    ----------
    mark
        The character that stands for a hidden one.

    Notes
    -----
    Chance is that of a reader who draws among the listed words of the same length.

    Examples
    --------
    >>> view = partly_shown({"1": "is An*a in"})
    >>> known = Knowledge(lists={"FIRST-NAME": ("Anna", "Olga", "Jo")})
    >>> [(guess.value, guess.chance) for guess in Completions().guesses(view, known)]
    [('anna', 0.5)]
    """

    name: ClassVar[str] = "completions"
    meaning: ClassVar[str] = ATTACKS["completions"]
    needs: ClassVar[frozenset[str]] = frozenset({"lists"})

    mark: str = "*"

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield a guess for each passage that one listed word fits."""
        listed = FittingWords(entry for entries in known.lists.values() for entry in entries)
        only = lru_cache(maxsize=1 << 16)(listed.only)
        for number, seen in enumerate(view.passages):
            word = only(seen.shown, self.mark) if self.mark in seen.shown else None
            if word is not None:
                chance = 1 / listed.of_length(len(word))
                yield Guess("a partly shown word", word, (number,), chance, seen.label)

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether the word is the one that stood there; case and accents do not count."""
        return [plain_letters(word) for word in real] == [guess.value]


@dataclass(frozen=True, slots=True)
class CompletionCounts:
    """How far a list completes the partly shown words of a release.

    Attributes
    ----------
    words
        Words of the input of which a part is shown.
    one
        Of these, those that exactly one listed word fits.
    right
        Of those, the ones where it is the word itself.
    few
        Of all, those that one to five listed words fit.
    chance
        How many of the first a reader has right on average who draws among the listed words of the
        same length.
    """

    words: int
    one: int
    right: int
    few: int
    chance: float = 0.0

    def result(self) -> AttackResult:
        """Return what an attacker gets who writes the only listed word that fits."""
        return AttackResult(Completions.name, WORDS, self.one, self.right, round(self.chance, 3))

    def to_json(self) -> dict[str, int]:
        """Return the counts as a JSON object."""
        return json_fields(self, {"chance"})


def count_completions(
    before: Iterable[str], after: Iterable[str], listed: FittingWords, mark: str = "*"
) -> CompletionCounts:
    """Count how many partly shown words a list completes, with the borders that the input has.

    Parameters
    ----------
    before, after
        Texts of the input and of the release, of the same lengths.
    listed
        The list.
    mark
        The character that stands for a hidden one.

    Examples
    --------
    >>> listed = FittingWords(["Anna", "Anne", "Olga"])
    >>> counts = count_completions(["Anna and Olga"], ["Ann* a*d *lga"], listed)
    >>> counts.words, counts.one, counts.right, counts.few
    (3, 1, 1, 2)
    """
    fits = lru_cache(maxsize=1 << 16)(listed.count)
    words = one = right = few = 0
    chance = 0.0
    for old, new in zip(before, after, strict=True):
        for match in WORD.finditer(old):
            shape = new[match.start() : match.end()]
            if mark not in shape or not shape.strip(mark):
                continue
            found = fits(shape, mark)
            words += 1
            few += 1 <= found <= FEW
            if found == 1:
                one += 1
                chance += 1 / listed.of_length(len(shape))
                right += listed.only(shape, mark) == plain_letters(match.group())
    return CompletionCounts(words, one, right, few, chance)
