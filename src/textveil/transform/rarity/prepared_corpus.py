"""Rarity: a collection prepared once, to be suppressed with several settings."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError
from textveil.lexicon.style.tokens import TokenizedTexts, tokenize
from textveil.strings.alphabet import encode
from textveil.strings.coverings.covering import runs
from textveil.strings.coverings.kept_positions import CodedDocuments, Demand
from textveil.transform.rarity.rendered_text import marked
from textveil.values.document import Document, number_subjects

__all__ = ["Rarity"]

Mask = NDArray[np.bool_]


class Rarity:
    """Documents with their suffix arrays, tokens and subjects, computed once.

    Parameters
    ----------
    documents
        Every one counts towards every other.
    mark
        Where it stands in the input it counts as suppressed.
    """

    def __init__(self, documents: Sequence[Document], mark: str = "*") -> None:
        if not any(document.text for document in documents):
            raise InputError("the input has no text", hint="give at least one character")
        self.documents = documents
        self._mark = mark
        self._subjects = np.frombuffer(number_subjects(documents), np.int32)
        self._collections: dict[str, CodedDocuments] = {}
        self._tokens: TokenizedTexts | None = None

    @property
    def subjects(self) -> int:
        """How many distinct subjects there are."""
        return int(self._subjects.max()) + 1

    def rewrite(
        self, k: int, guarantee: str, method: str, unit: str, min_length: int, shown: str
    ) -> tuple[list[str], int, int, int]:
        """Return the rewritten texts, the characters, the kept ones, and the kept runs."""
        if guarantee == "subjects" and self.subjects < k:
            raise InputError(
                f"the number of subjects is {self.subjects} and k is {k}, so nothing could be kept",
                hint="use --lines if each line is a document, name the column of persons with "
                "--subject-column, or count places instead of people with "
                "--guarantee occurrences",
            )
        masks = self.kept(Demand(k, guarantee, method, min_length), unit, shown)
        texts = [
            marked(document.text, mask, self._mark)
            for document, mask in zip(self.documents, masks, strict=True)
        ]
        kept = sum(int(np.count_nonzero(mask)) for mask in masks)
        blocks = sum(runs(mask)[0].size for mask in masks)
        return texts, sum(mask.size for mask in masks), kept, blocks

    def kept(self, demand: Demand, unit: str = "char", shown: str = "") -> list[Mask]:
        """Return, for each document, which characters are kept."""
        if demand.method == "words":
            return self._by_words(demand, shown)
        if demand.method == "hybrid":
            runs_ = Demand(demand.k, demand.guarantee, "minimum", demand.min_length)
            pairs = zip(
                self._by_runs(runs_, unit, shown), self._by_words(demand, shown), strict=True
            )
            return [ours | theirs for ours, theirs in pairs]
        return self._by_runs(demand, unit, shown)

    def _by_runs(self, demand: Demand, unit: str, shown: str) -> list[Mask]:
        collection = self._collection(unit)
        coded = collection.coded
        never = None
        if shown:
            never = coded.mask(self._shown_symbols(unit, shown))
        kept = collection.kept(demand, never)
        bounds = zip(coded.starts.tolist(), coded.ends.tolist(), strict=True)
        masks = [kept[start:end] for start, end in bounds]
        if unit == "char":
            return masks
        tokens = self._tokenized()
        return [tokens.spread(number, mask) for number, mask in enumerate(masks)]

    def _by_words(self, demand: Demand, shown: str) -> list[Mask]:
        """Keep frequent words and everything that is not a word."""
        tokens = self._tokenized()
        size = len(tokens.vocabulary)
        if demand.guarantee == "subjects":
            pairs = [
                np.unique(ids).astype(np.int64) * self.subjects + subject
                for ids, subject in zip(tokens.ids, self._subjects.tolist(), strict=True)
            ]
            found = np.unique(np.concatenate(pairs)) // self.subjects
        else:
            found = np.concatenate(tokens.ids)
        counts = np.bincount(found, minlength=size)
        word = tokens.where(token[0].isalnum() or token[0] == "_" for token in tokens.vocabulary)
        broken = tokens.where(self._mark in token for token in tokens.vocabulary)
        good = (~word | (counts >= demand.k)) & ~broken
        masks = [tokens.spread(number, good[ids]) for number, ids in enumerate(tokens.ids)]
        if not shown:
            return masks
        return [
            mask | np.fromiter((c in shown for c in document.text), np.bool_, mask.size)
            for mask, document in zip(masks, self.documents, strict=True)
        ]

    def _collection(self, unit: str) -> CodedDocuments:
        if unit not in self._collections:
            if unit == "char":
                coded = encode([document.text for document in self.documents], [ord(self._mark)])
            else:
                tokens = self._tokenized()
                broken = [n for n, token in enumerate(tokens.vocabulary) if self._mark in token]
                coded = encode(tokens.ids, broken)
            self._collections[unit] = CodedDocuments(coded, self._subjects)
        return self._collections[unit]

    def _shown_symbols(self, unit: str, shown: str) -> list[int]:
        if unit == "char":
            return sorted(map(ord, set(shown)))
        words = self._tokenized().vocabulary
        return [number for number, token in enumerate(words) if set(token) <= set(shown)]

    def _tokenized(self) -> TokenizedTexts:
        if self._tokens is None:
            self._tokens = tokenize(document.text for document in self.documents)
        return self._tokens
