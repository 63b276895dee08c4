"""Word inputs: what a neural model is told of each word beside its pieces.

The *shape* of a word says how it is written, for the pieces do not. Its *traits* are zeros and
ones: how many people bear it as a name, how common it is, what the word lists and the clinical
vocabulary know of it, the label of a pattern that covers it, and two things that only the whole
document tells.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.lexicon.tables.clinical import ClinicalKind
from textveil.lexicon.tables.words import Kind
from textveil.models.fields.windows import WORD
from textveil.models.roles import Books
from textveil.values.label import family_of
from textveil.values.span import Spans

__all__ = ["SHAPES", "WordInputs", "WordStates", "WordTraits", "shape_of", "traits_width"]

SHAPES: Final = 13
_STEPS: Final = 7
_KEPT: Final = 1 << 14


def shape_of(word: str) -> int:
    """Return how a word is written.

    1 to 6: so many digits; 7: a sign; 8: small letters; 9: capitals; 10: one capital; 11: a capital
    and small letters; 12: letters otherwise. 0 stands for what is no word.

    Examples
    --------
    >>> [shape_of(word) for word in ("47", "2016", ".", "ruiz", "RUIZ", "Q", "Ruiz", "McRae")]
    [2, 4, 7, 8, 9, 10, 11, 12]
    """
    if word.isdecimal():
        return min(len(word), 6)
    if not word[0].isalpha():
        return 7
    if word.islower():
        return 8
    if word.isupper():
        return 9 if len(word) > 1 else 10
    return 11 if word[1:].islower() else 12


class WordInputs(NamedTuple):
    """The words of a folded text: offsets, the words, and for each its traits."""

    starts: list[int]
    ends: list[int]
    words: list[str]
    traits: NDArray[np.float32]


class WordStates(NamedTuple):
    """The words of a folded text: offsets, last hidden states, and the logits of their tags."""

    starts: list[int]
    ends: list[int]
    states: NDArray[np.float32]
    logits: NDArray[np.float32]


def traits_width(
    kinds: Sequence[Kind], clinical: Sequence[ClinicalKind], families: Sequence[str]
) -> int:
    """Return how many traits a word has for a model that is told these kinds and families."""
    return 4 * _STEPS + len(kinds) + len(clinical) + len(families) + 2


class WordTraits:
    """Makes the traits of words; what depends on the word alone is worked out once.

    Parameters
    ----------
    books
        What is known about words.
    kinds, clinical
        Kinds of words that a model is told, in the order of its inputs.
    families
        Families of labels that patterns give, in the order of the model's inputs.
    """

    def __init__(
        self,
        books: Books,
        kinds: Sequence[Kind],
        clinical: Sequence[ClinicalKind],
        families: Sequence[str],
    ) -> None:
        self._books = books
        self._kinds = tuple(map(int, kinds))
        self._clinical = tuple(map(int, clinical))
        self._families: Mapping[str, int] = {label: at for at, label in enumerate(families)}
        self._after_lists = 4 * _STEPS + len(kinds)
        self._after_terms = self._after_lists + len(clinical)
        self.width = traits_width(kinds, clinical, families)
        self._titles = books.words.titles
        self._rows: dict[str, int] = {}
        self._table = np.zeros((1024, self.width), np.float32)
        self._terms: dict[int, NDArray[np.float32]] = {}

    def read(self, text: str, hints: Spans) -> WordInputs:
        """Return the words of a folded text with their traits.

        Parameters
        ----------
        text
            The text, folded.
        hints
            What patterns found in it.
        """
        found = [match.span() for match in WORD.finditer(text)]
        words = [text[start:end] for start, end in found]
        starts, ends = [start for start, _ in found], [end for _, end in found]
        traits = self._listed(words)
        self._add_terms(words, traits)
        self._add_document(words, traits)
        self._add_hints(starts, ends, hints, traits)
        return WordInputs(starts, ends, words, traits)

    def _listed(self, words: list[str]) -> NDArray[np.float32]:
        if len(self._rows) + len(words) > _KEPT:
            self._rows.clear()
        rows = self._rows
        places = [rows[word] if word in rows else self._new_row(word) for word in words]
        taken: NDArray[np.float32] = self._table[places]
        return taken

    def _new_row(self, word: str) -> int:
        at = self._rows[word] = len(self._rows)
        if at >= len(self._table):
            more = np.zeros_like(self._table)
            self._table = np.concatenate([self._table, more])
        row = self._table[at]
        row[:] = 0
        known = self._books.words.look_up(word)
        for place, step in enumerate((known.female, known.male, known.surname, known.common)):
            if step:
                row[place * _STEPS + step - 1] = 1
        if known.kinds:
            for place, kind in enumerate(self._kinds):
                if known.kinds & kind:
                    row[4 * _STEPS + place] = 1
        return at

    def _add_terms(self, words: list[str], traits: NDArray[np.float32]) -> None:
        """Mark words of the clinical vocabulary, alone or in a term."""
        for at, flags in enumerate(self._books.clinical.kinds(words)):
            if flags:
                row = self._terms.get(flags)
                if row is None:
                    told = [float(bool(flags & kind)) for kind in self._clinical]
                    row = self._terms[flags] = np.array(told, np.float32)
                traits[at, self._after_lists : self._after_terms] = row

    def _add_document(self, words: list[str], traits: NDArray[np.float32]) -> None:
        """Mark words that stand in small letters elsewhere, and those that follow a title."""
        small = {word for word in words if word.islower()}
        titled = set()
        armed = False
        for word in words:
            if word == ".":
                continue
            if armed and word[0].isupper():
                titled.add(word)
            armed = word in self._titles
        for at, word in enumerate(words):
            if word[0].isupper():
                if word.lower() in small:
                    traits[at, -2] = 1
                if word in titled:
                    traits[at, -1] = 1

    def _add_hints(
        self, starts: list[int], ends: list[int], hints: Spans, traits: NDArray[np.float32]
    ) -> None:
        at = 0
        for span in hints.partition():
            place = self._families.get(family_of(span.label))
            while at < len(starts) and ends[at] <= span.start:
                at += 1
            while place is not None and at < len(starts) and starts[at] < span.end:
                traits[at, self._after_terms + place] = 1
                at += 1
