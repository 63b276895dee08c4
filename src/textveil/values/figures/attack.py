"""Attacks: what a reader sees of a release, what they guess from it, and how much of that is true.

An attack is given a `Glimpse`, which holds nothing of the input, and what its attacker knows beside
it. It returns guesses. Whether a guess is right is decided afterwards, by those who have the input.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, lgamma, log
from typing import Any, Final, Protocol, runtime_checkable

from textveil.errors import InvalidValueError

__all__ = [
    "ATTACKS",
    "KNOWLEDGE",
    "MORE",
    "NO_MORE",
    "Attack",
    "AttackResult",
    "Glimpse",
    "Guess",
    "Knowledge",
    "Seen",
]

KNOWLEDGE: Final = {
    "input-sample": "what stood in some of the documents",
    "k": "length of the patterns that were hidden",
    "lists": "public lists of names, places and organizations",
    "subjects": "which documents speak of one person",
}
"""What an attacker may know beside the release and the program, each with its meaning."""

ATTACKS: Final = {
    "calendar": "looks for the time of the year behind a date, from words and time zones beside it",
    "completions": "completes partly shown words with a list of names",
    "exclusion": "looks for what many people share: the value that never appears",
    "inside": "takes words of a surrogate for words of the real value",
    "kept-dates": "takes days that were kept for the real ones of moved dates beside them",
    "known-pairs": "knows some documents, and what their surrogates stand for",
    "leftovers": "looks for names in full that were not replaced",
    "letters": "takes letters of numbers for initials",
    "row-order": "takes the order of documents for the order in time",
    "shared-days": "looks for the week, quarter and year of what many people share",
    "templates": "looks for listed organizations that share words with a surrogate",
    "undoing": "undoes repeats, which hiding leaves around a pattern",
    "quality": "leaves out letters of the lowest quality",
    "near misses": "looks for patterns that are missing and have many near misses",
}
"""What each attack does that comes with textveil, for people who read of it first."""

MORE: Final = "more than chance"
NO_MORE: Final = "no more than chance"
"""The verdict on an attack that got something."""
_RARELY: Final = 0.01


@dataclass(frozen=True, slots=True, repr=False)
class Seen:
    """A passage of a release that stands for another one.

    Attributes
    ----------
    document
        Id of the document.
    subject
        Whom the document speaks of; the id of the document where nobody is named.
    label
        What kind of passage it is.
    start, end
        Half-open offsets in the released text.
    shown
        What stands there now.
    """

    document: str
    subject: str
    label: str
    start: int
    end: int
    shown: str


@dataclass(frozen=True, slots=True, repr=False)
class Glimpse:
    """What a reader has of a release.

    Attributes
    ----------
    texts
        By document.
    passages
        Those that stand for others.
    beside
        By document: what was released beside its text, the kept columns of a table for example.
    """

    texts: Mapping[str, str]
    passages: tuple[Seen, ...]
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False)
class Knowledge:
    """What an attacker knows beside the release.

    Attributes
    ----------
    lists
        Names by label, as public lists have them; empty if the attacker has none.
    subjects
        Whether the attacker knows which documents speak of one person.
    sample
        What stood at some passages, by the number of the passage in the view.
    """

    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    subjects: bool = False
    sample: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False)
class Guess:
    """What an attacker takes for true.

    Attributes
    ----------
    about
        What the guess is about, in words that quote nothing: "the state of all subjects".
    value
        The guess.
    passages
        Numbers of the passages in the view that it is about.
    chance
        Probability that a reader without the release guesses right.
    label
        Kind of the passages, where they are of one.
    """

    about: str
    value: str
    passages: tuple[int, ...]
    chance: float
    label: str = ""

    def __post_init__(self) -> None:
        if not 0.0 <= self.chance <= 1.0:
            raise InvalidValueError("the chance of a guess lies between 0 and 1")


@runtime_checkable
class Attack(Protocol):
    """Guesses what a release hides, from the release and what its attacker knows."""

    @property
    def name(self) -> str:
        """Short name, `exclusion` for example."""
        ...

    @property
    def meaning(self) -> str:
        """What it does, for people who read of it for the first time."""
        ...

    @property
    def needs(self) -> frozenset[str]:
        """What the attacker must know (keys of `KNOWLEDGE`)."""
        ...

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterable[Guess]:
        """Return guesses, the best first."""
        ...

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool | None:
        """Tell whether a guess is right, from what really stood at its passages.

        None if only a reader can tell.
        """
        ...


@dataclass(frozen=True, slots=True)
class AttackResult:
    """What an attack got from a release; counts only.

    Attributes
    ----------
    attack
        Name of the attack.
    label
        Kind of the passages guessed at, where the attack tells kinds apart.
    guesses
        How many guesses it made.
    right
        How many are right; None where the input is not at hand.
    chance
        How many a reader without the release would have right on average.
    note
        Why there were no guesses, or why more than chance are right.
    """

    attack: str
    label: str
    guesses: int
    right: int | None
    chance: float
    note: str = ""

    @property
    def beyond_chance(self) -> bool:
        """Whether so many right guesses would come by chance less than once in a hundred times.

        Rare right guesses of many are distributed as Poisson found.
        """
        if not self.right:
            return False
        below = sum(
            exp(at * log(self.chance) - self.chance - lgamma(at + 1)) if self.chance else not at
            for at in range(self.right)
        )
        return 1 - below < _RARELY

    @property
    def verdict(self) -> str:
        """What the counts say, in words."""
        if self.note:
            return self.note
        if self.right is None:
            return "the input was not given"
        return MORE if self.beyond_chance else NO_MORE

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        fields = {name: getattr(self, name) for name in self.__slots__ if name != "note"}
        return {**fields, "verdict": self.verdict}
