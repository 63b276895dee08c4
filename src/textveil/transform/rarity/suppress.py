"""Suppress: replaces rare text by marks, in any language and without training.

The definitions and the proof that `minimum` suppresses the fewest symbols are in
`docs/methods/k-anonymity.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from textveil.errors import InvalidValueError, require_known
from textveil.transform.rarity.prepared_corpus import Rarity
from textveil.values.document import Document
from textveil.values.figures.json_fields import json_fields

__all__ = [
    "CLAIMS",
    "GUARANTEES",
    "METHODS",
    "PAPER_SYMBOLS",
    "UNITS",
    "Promise",
    "Suppress",
    "Suppressed",
    "suppress",
]

GUARANTEES: Final = ("subjects", "occurrences", "output")
METHODS: Final = ("minimum", "longest-first", "paper", "words", "hybrid", "groups")
UNITS: Final = ("char", "token")

PAPER_SYMBOLS: Final = " \t\n\r()[]{}<>.,:;"
"""Sixteen symbols that `show="paper"` stands for. Paper 1, section 6.2, names space, line break,
tab and parentheses, and leaves the others open."""


class Promise(StrEnum):
    """What a method promises about a guarantee."""

    CLAIMED = "claimed"
    NOT_CLAIMED = "not claimed"
    REFUSED = "refused"


_COVERING = {"subjects": Promise.CLAIMED, "occurrences": Promise.CLAIMED, "output": Promise.REFUSED}
_COUNTING = dict.fromkeys(("subjects", "occurrences"), Promise.NOT_CLAIMED) | {
    "output": Promise.REFUSED
}

CLAIMS: Final = {
    "minimum": _COVERING,
    "longest-first": _COVERING,
    "paper": _COVERING,
    "words": _COUNTING,
    "hybrid": _COUNTING,
    "groups": {
        "subjects": Promise.REFUSED,
        "occurrences": Promise.REFUSED,
        "output": Promise.CLAIMED,
    },
}
"""For each method and guarantee: claimed and verified, not claimed, or refused."""


@dataclass(frozen=True, slots=True)
class Suppress:
    """What is to be suppressed.

    Parameters
    ----------
    k
        From 2 on.
    guarantee
        `subjects` (each kept run stands in documents of at least k persons), `occurrences` (each
        kept run stands at least k times in the input) or `output` (each kept run stands at least k
        times inside kept runs of the release).
    method
        `minimum` suppresses the provably fewest symbols; `longest-first` and `paper` are the
        alternatives of paper 1; `words` counts words, `hybrid` suppresses only where `minimum` and
        `words` both do: these two claim nothing. `words` decides word by word, whatever the unit
        and the minimum length. The guarantee `output` has the method `groups`.
        Empty means `minimum`, or `groups` for `output`.
    unit
        `token` suppresses whole words, `char` single letters: with the letters that are left, a
        reader who has a list of words can often complete a word.
    min_length
        Kept runs have at least so many units.
    show
        Characters that are never suppressed; `paper` stands for sixteen.
    mark
        One character. Where it stands in the input it counts as suppressed.
    """

    k: int = 5
    guarantee: str = "subjects"
    method: str = ""
    unit: str = "token"
    min_length: int = 1
    show: str = ""
    mark: str = "*"

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object, with what was left to us filled in."""
        chosen = {"method": self.chosen_method, "claim": self.claim.value, "show": self.shown}
        return json_fields(self) | chosen

    def __post_init__(self) -> None:
        if self.k < 2:
            raise InvalidValueError("k must be at least 2", where=f"k = {self.k}")
        require_known("guarantee", self.guarantee, GUARANTEES)
        require_known("method", self.chosen_method, METHODS)
        require_known("unit", self.unit, UNITS)
        if self.min_length < 1:
            raise InvalidValueError("the minimum length must be at least 1")
        if len(self.mark) != 1 or self.mark.isspace() or self.mark.isalnum():
            raise InvalidValueError("the mark must be one visible character, no letter or digit")
        if self.mark in self.shown:
            raise InvalidValueError("the mark stands for what is not shown, and cannot be shown")
        if self.claim is Promise.REFUSED:
            fitting = [m for m in METHODS if CLAIMS[m][self.guarantee] is not Promise.REFUSED]
            raise InvalidValueError(
                f"method {self.chosen_method} cannot give the guarantee {self.guarantee}",
                hint=f"for {self.guarantee} use {', '.join(fitting)}",
            )

    @property
    def chosen_method(self) -> str:
        """The method, which follows from the guarantee if none is named."""
        return self.method or ("groups" if self.guarantee == "output" else "minimum")

    @property
    def claim(self) -> Promise:
        """What the method promises about the guarantee."""
        return CLAIMS[self.chosen_method][self.guarantee]

    @property
    def shown(self) -> str:
        """The characters that are never suppressed."""
        return PAPER_SYMBOLS if self.show == "paper" else self.show


@dataclass(frozen=True, slots=True, repr=False)
class Suppressed:
    """Rewritten documents with the counts that describe them.

    Attributes
    ----------
    documents, texts
        The input and, in the same order and of the same lengths, what is released.
    symbols, kept
        Characters in all, and those that are kept.
    runs
        Maximal kept blocks.
    """

    documents: Sequence[Document]
    texts: Sequence[str]
    symbols: int
    kept: int
    runs: int

    def __repr__(self) -> str:
        return f"Suppressed(documents={len(self.texts)}, kept={self.kept} of {self.symbols})"

    @property
    def kept_ratio(self) -> float:
        """The share of characters that are kept; 1 if there are no characters."""
        return self.kept / self.symbols if self.symbols else 1.0


def suppress(documents: Sequence[Document] | Rarity, settings: Suppress) -> Suppressed:
    """Replace text that fewer than k people, or places, share by a mark.

    Parameters
    ----------
    documents
        A collection, every document of which counts towards every other; or a `Rarity` made of
        one, to try several settings on it.
    settings
        What is to be suppressed.

    Raises
    ------
    InputError
        If there is no text, or there are fewer than k subjects to be found among.

    Notes
    -----
    Guarantee: the one that the settings name, for the methods `minimum`, `longest-first`, `paper`
    and `groups` (verifier `k_anonymity`), unless a shown stretch is itself too rare, which the
    verifier refutes.

    Examples
    --------
    >>> notes = [Document("1", "the cat Xerxes"), Document("2", "the cat Mo")]
    >>> list(suppress(notes, Suppress(k=2)).texts)
    ['the cat ******', 'the cat **']
    >>> list(suppress(notes, Suppress(k=2, unit="char")).texts)
    ['the cat *e**e*', 'the cat **']
    """
    rarity = documents if isinstance(documents, Rarity) else Rarity(documents, settings.mark)
    texts, symbols, kept, runs = rarity.rewrite(
        settings.k,
        settings.guarantee,
        settings.chosen_method,
        settings.unit,
        settings.min_length,
        settings.shown,
    )
    return Suppressed(rarity.documents, texts, symbols, kept, runs)
