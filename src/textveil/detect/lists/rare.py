"""Rare: finds text that too few people share, after the other detectors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError, InvalidValueError
from textveil.lexicon.style.tokens import tokenize
from textveil.strings.alphabet import Coded, encode
from textveil.strings.coverings.covering import runs
from textveil.strings.coverings.kept_positions import CodedDocuments, Demand
from textveil.values.document import Document, number_subjects
from textveil.values.label import RARE
from textveil.values.span import Explanation, Span, Spans

__all__ = ["SOURCE", "Rare"]

SOURCE = "textveil.rare.v1"

_GONE = "\ufffe"
"""Stands for what other detectors found: never a character, and never part of a kept run."""


@dataclass(frozen=True, slots=True)
class Rare:
    """Find the fewest passages to remove so that all remaining text is shared.

    Parameters
    ----------
    k
        Each run that is left stands in documents of at least k subjects (or k times in all).
    guarantee
        `subjects` or `occurrences`.
    unit
        `token` finds whole words, `char` single characters.
    min_length
        Runs that are left have at least so many units.

    Notes
    -----
    Guarantee: with the found passages removed, every run that is left stands in the input with at
    least k subjects, outside of what other detectors found (verifiers `k-subjects` and
    `k-occurrences`; `docs/methods/k-anonymity.md`). Linear time; the whole corpus in memory.

    Examples
    --------
    >>> notes = [Document("1", "fever and gout"), Document("2", "fever and mumps")]
    >>> [spans[0] for spans in Rare(k=2).screen(notes, [Spans(), Spans()])][1].start
    10
    """

    k: int = 5
    guarantee: str = "subjects"
    unit: str = "token"
    min_length: int = 1

    def __post_init__(self) -> None:
        if self.k < 2 or self.min_length < 1:
            raise InvalidValueError("k is at least 2 and the minimum length at least 1")
        if self.guarantee not in ("subjects", "occurrences") or self.unit not in ("token", "char"):
            raise InvalidValueError(
                "the guarantee is subjects or occurrences, the unit token or char"
            )

    def screen(self, documents: Sequence[Document], found: Sequence[Spans]) -> Iterator[Spans]:
        """Yield the rare passages of each document, given the findings so far."""
        subjects = np.frombuffer(number_subjects(documents), np.int32)
        people = int(subjects.max()) + 1 if subjects.size else 0
        if self.guarantee == "subjects" and people < self.k:
            raise InputError(
                f"the number of subjects is {people} and k is {self.k}, so nothing could be kept",
                hint="name the persons with --subject-column, or choose a smaller k",
            )
        texts = [_without(d.text, spans) for d, spans in zip(documents, found, strict=True)]
        coded, lengths = self._coded(texts)
        kept = CodedDocuments(coded, subjects).kept(
            Demand(self.k, self.guarantee, "minimum", self.min_length)
        )
        bounds = zip(coded.starts.tolist(), coded.ends.tolist(), strict=True)
        for number, (start, end) in enumerate(bounds):
            mask = kept[start:end]
            shown = mask if lengths is None else np.repeat(mask, lengths[number])
            yield self._spans(texts[number], shown)

    def _coded(self, texts: list[str]) -> tuple[Coded, list[NDArray[np.int32]] | None]:
        if self.unit == "char":
            return encode(texts, [ord(_GONE)]), None
        tokens = tokenize(texts)
        gone = [number for number, token in enumerate(tokens.vocabulary) if _GONE in token]
        return encode(tokens.ids, gone), tokens.lengths

    def _spans(self, text: str, kept: NDArray[np.bool_]) -> Spans:
        starts, ends = runs(~kept)
        reason = Explanation(f"rare.{self.guarantee}", ((f"k:{self.k}", 1.0),))
        pieces = zip(starts.tolist(), ends.tolist(), strict=True)
        return Spans(
            Span(low, high, RARE, 1.0, SOURCE, reason)
            for start, end in pieces
            for low, high in _outside(text, start, end)
        )


def _without(text: str, found: Spans) -> str:
    """Return the text of the same length with all findings blanked out."""
    pieces, at = [], 0
    for start, end in found.covered():
        pieces += [text[at:start].replace(_GONE, " "), _GONE * (end - start)]
        at = end
    return "".join(pieces) + text[at:].replace(_GONE, " ")


def _outside(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut earlier findings out of a suppressed stretch."""
    at = start
    while at < end:
        gone = text.find(_GONE, at, end)
        stop = end if gone < 0 else gone
        if stop > at:
            yield at, stop
        at = stop
        while at < end and text[at] == _GONE:
            at += 1
