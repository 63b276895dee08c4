"""Curves of a dictionary: how much text each K keeps, and which K to choose.

Paper 2 leaves the choice of K as future work (section 5): a small K may show too much, a large one
makes the text unreadable.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from textveil.decide.threshold import largest_keeping, suggested_k
from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.utility import KEPT, evaluate_utility
from textveil.lexicon.forms import GUARANTEES, Dictionary
from textveil.pipeline.dictionary.apply import ApplySettings, Rewriter
from textveil.transform.wildcard import REMOVED
from textveil.values.choice import Choice
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.json_fields import json_fields
from textveil.values.score import Score
from textveil.values.watching import Track, untracked

__all__ = ["KS", "READABLE", "DictionaryCurve", "DictionaryPoint", "measure_dictionary"]

KS: Final = (2, 3, 5, 10, 20, 50, 100)
"""The K that are tried unless others are named."""

READABLE: Final = "readable words"

_WORD = re.compile(r"\w+")
_HALF = 0.5
_STAR = re.compile(r"\\(.)|\*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class DictionaryPoint:
    """How much text one K keeps under one guarantee."""

    guarantee: str
    k: int
    removed: int
    replaced: int
    scores: tuple[Score, ...]

    def value(self, name: str, group: str = "") -> float:
        """Return the value of a score."""
        return next(s.value for s in self.scores if s.name == name and s.group == group)

    def to_json(self) -> dict[str, Any]:
        """Return the point as a JSON object."""
        counts = {"replaced_by_forms": self.replaced, "removed_without_form": self.removed}
        return json_fields(self, {"replaced", "removed"}) | counts


@dataclass(frozen=True, slots=True)
class DictionaryCurve:
    """Measured points; a K is suggested for the first guarantee.

    Attributes
    ----------
    points
        By guarantee, then by rising K.
    documents, characters, matches
        What was measured on.
    keep
        The share of characters for which the largest K is suggested; None suggests the knee.
    """

    points: tuple[DictionaryPoint, ...]
    documents: int
    characters: int
    matches: int
    keep: float | None = None

    @property
    def guarantees(self) -> tuple[str, ...]:
        """The guarantees that were measured, in order."""
        return tuple(dict.fromkeys(point.guarantee for point in self.points))

    def of(self, guarantee: str) -> dict[int, DictionaryPoint]:
        """Return the points of a guarantee by K."""
        return {point.k: point for point in self.points if point.guarantee == guarantee}

    def suggestion(self) -> Choice:
        """Return the suggested K and the reason.

        Raises
        ------
        InvalidValueError
            If no K keeps as much as was asked for.
        """
        points = self.of(self.guarantees[0])
        kept = {k: point.value(KEPT) for k, point in points.items()}
        return suggested_k(kept, self.keep, self.characters)

    def to_json(self) -> dict[str, Any]:
        """Return the curve as a JSON object; the suggestion is null where there is none."""
        try:
            suggestion = self.suggestion().to_json()
        except InvalidValueError:
            suggestion = None
        return {**json_fields(self, {"keep"}), "suggestion": suggestion}


def measure_dictionary(
    documents: Sequence[Document],
    dictionary: Dictionary,
    ks: Iterable[int] = KS,
    guarantees: Iterable[str] = GUARANTEES,
    *,
    settings: ApplySettings | None = None,
    identifiers: Iterable[str] = (),
    keep: float | None = None,
    topic: str = "",
    track: Track = untracked,
) -> DictionaryCurve:
    """Measure how much text of the documents each K keeps.

    Parameters
    ----------
    documents
        The user's own texts.
    dictionary
        Q.
    ks, guarantees
        What to try; a K is suggested for the first guarantee.
    settings
        Which terms stay readable; its K and guarantee do not matter.
    identifiers
        What is removed entirely.
    keep
        Suggest the largest K that keeps this share of the characters, instead of the knee.
    topic
        Name of the metadata field that holds each document's topic; empty for none.
    track
        Watches the points.
    """
    if not any(document.text for document in documents):
        raise InputError("the input has no text")
    base = settings or ApplySettings(2)
    asked = [(guarantee, k) for guarantee in guarantees for k in sorted(set(ks))]
    if not asked:
        raise InvalidValueError("there must be at least one k and one guarantee")
    if keep is not None:
        # Asked with a curve that keeps everything, only the ratio itself can be wrong.
        largest_keeping({2: 1.0}, keep)
    topics = _topics(documents, topic) if topic else None
    named = list(identifiers)
    found = [list(Rewriter(dictionary, base, named).matches(d.text)) for d in documents]
    measuring = _Measuring(documents, found, topics)
    points = []
    for guarantee, k in track(asked, "measure", len(asked)):
        rewriter = Rewriter(dictionary, replace(base, k=k, guarantee=guarantee), named)
        points.append(measuring.point(rewriter, guarantee, k))
    characters = sum(map(len, documents))
    return DictionaryCurve(tuple(points), len(documents), characters, sum(map(len, found)), keep)


@dataclass(frozen=True, slots=True, repr=False)
class _Measuring:
    """Documents with the terms that stand in them, found once for every K."""

    documents: Sequence[Document]
    found: Sequence[Sequence[tuple[int, int, str | None]]]
    topics: Sequence[str] | None

    def point(self, rewriter: Rewriter, guarantee: str, k: int) -> DictionaryPoint:
        """Measure one K."""
        releases, shown, words, removed, replaced = [], 0, 0, 0, 0
        for document, matches in zip(self.documents, self.found, strict=True):
            edits = []
            words += sum(1 for _ in _WORD.finditer(document.text))
            for start, end, term in matches:
                form = rewriter.form(term)
                removed += form == REMOVED and term is not None
                replaced += form != REMOVED
                edits.append(Edit(start, end, form, "QUASI"))
                # What is left whole is counted below; here, what can be read in spite of a form.
                if len(_STAR.sub(r"\1", form)) >= _HALF * (end - start):
                    shown += len(_WORD.findall(document.text, start, end))
            releases.append(Release.of(document, edits))
        rng = np.random.default_rng(0)
        scores = evaluate_utility(self.documents, releases, self.topics, rng=rng)
        whole = round(scores[1].value * words)
        readable = (whole + shown) / words if words else 1.0
        with_readable = (*scores[:2], Score.exact(READABLE, readable, words), *scores[2:])
        return DictionaryPoint(guarantee, k, removed, replaced, with_readable)


def _topics(documents: Sequence[Document], name: str) -> list[str]:
    topics = [document.metadata.get(name) for document in documents]
    missing = sum(topic is None for topic in topics)
    if missing:
        raise InputError(
            f"{missing:,} of {len(topics):,} documents have no topic",
            where=f"metadata field {name}",
            hint="name a column that every row has",
        )
    return [str(topic) for topic in topics]
