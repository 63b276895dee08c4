"""Taggers that run in a cell: the contract outside, a process of its own inside.

What comes back is compared with what was asked: as many texts, words in order inside each, chances
that are probabilities. So a model can be wrong about a word, and about nothing else.
"""

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ModelError
from textveil.models.cell.checks import check_parts
from textveil.models.cell.child import Child
from textveil.models.cell.messages import Message, packed
from textveil.models.fields.features import is_description
from textveil.models.kinds import NEURAL
from textveil.models.networks.word_inputs import WordStates
from textveil.models.roles import Books, write_roles
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

__all__ = ["UNFENCED", "CellTagger", "FieldCell", "NeuralCell", "StrangeModel", "in_a_cell"]

UNFENCED: Final = "TEXTVEIL_UNFENCED_MODELS"
"""Variable of the environment: with `allow`, a fence with a gap is no reason to refuse."""

_LOGGER: Final = logging.getLogger("textveil")
_BATCH: Final = 1 << 18
_SECONDS: Final = 3.0
_SECONDS_A_CODE_POINT: Final = 0.001
_SAID: Final = 200
_SMALL: Final = 1 << 16
_WIDEST: Final = 1 << 14
_CLOSE: Final = 1e-3
_GAPS: Final = ("memory", "processor time", "open files", "written files", "core files", "network")


class StrangeModel(NamedTuple):
    """What is sent to a cell: a model as data, and where it comes from."""

    where: str
    kind: str
    parts: Mapping[str, bytes]
    labels: tuple[str, ...]
    books: Books
    language: str
    settings: Mapping[str, Any]


def in_a_cell(model: StrangeModel) -> "CellTagger":
    """Return the tagger of a model that was checked, in a process of its own.

    Raises
    ------
    ModelError
        If a check fails, or the process refuses the model.
    """
    try:
        check_parts(model.kind, model.parts, model.settings)
    except ModelError as error:
        raise _placed(error, model.where) from None
    return NeuralCell(model) if model.kind == NEURAL else FieldCell(model)


class CellTagger:
    """Says of each word what it may be; fulfils the contract `Tagger`.

    Parameters
    ----------
    model
        The model, as data that was checked.

    Raises
    ------
    ModelError
        If the process refuses the model, crashes or takes too long, or if this system cannot keep
        the limits. A process that failed is started again when the next text comes.
    """

    def __init__(self, model: StrangeModel) -> None:
        self._model = model
        self.labels = model.labels
        self._lock = Lock()
        self._child: Child | None = None
        self._sizes: Mapping[str, int] = {}
        self._started()

    def tag(
        self, texts: Sequence[str], hints: Sequence[Spans], least: float = 0.0
    ) -> Iterator[TaggedWords]:
        """Yield what the model thinks of the words of each text; see the contract."""
        pairs = list(zip(texts, hints, strict=True))
        at = 0
        while at < len(pairs):
            end, size = at + 1, len(pairs[at][0])
            while end < len(pairs) and size + len(pairs[end][0]) <= _BATCH:
                size += len(pairs[end][0])
                end += 1
            yield from self._tag(pairs[at:end], least)
            at = end

    def _tag(self, pairs: Sequence[tuple[str, Spans]], least: float) -> Iterator[TaggedWords]:
        width = 1 + len(self.labels)
        texts = [text for text, _ in pairs]
        told, arrays = self._asked("tag", pairs, 4 * (width + 4), least=least)
        if len(arrays) != 5 * len(texts):
            raise self._odd()
        for at, text in enumerate(texts):
            starts, ends = self._words(arrays[5 * at], arrays[5 * at + 1], text)
            masked = told.get("masked") is True
            held = zip(arrays[5 * at + 2 : 5 * at + 5], (width, 1, int(masked)), strict=True)
            chances, begins, mask = (self._floats(one, len(starts), n) for one, n in held)
            if not _probable(chances, begins, mask):
                raise self._odd()
            told_mask = mask[:, 0] if masked else None
            yield TaggedWords(starts, ends, self.labels, chances, begins[:, 0], told_mask)

    def _asked(
        self, ask: str, pairs: Sequence[tuple[str, Spans]], width: int, **more: Any
    ) -> Message:
        """Return the answer about texts, of at most so many bytes for each code point."""
        size = sum(len(text) for text, _ in pairs)
        hints = [
            [(span.start, span.end, span.label) for span in found.partition()] for _, found in pairs
        ]
        question = packed(
            {"ask": ask, "hints": hints, **more},
            [text.encode("utf-8", "surrogatepass") for text, _ in pairs],
        )
        with self._lock:
            seconds = _SECONDS + _SECONDS_A_CODE_POINT * size
            child = self._child or self._started()
            try:
                return child.ask(question, _SMALL * len(pairs) + width * size, seconds)
            except ModelError as error:
                self._child = None
                raise _placed(error, self._model.where) from None

    def _started(self) -> Child:
        """Start the process, and give it the model."""
        model, child = self._model, Child()
        told = {
            "kind": model.kind,
            "labels": model.labels,
            "language": model.language,
            "settings": dict(model.settings),
            "parts": sorted(model.parts),
            "unfenced": os.environ.get(UNFENCED) == "allow",
        }
        parts = [model.parts[name] for name in sorted(model.parts)]
        try:
            answer, _ = child.ask(packed(told, [write_roles(model.books), *parts]), _SMALL, 0.0)
            _check_answer(answer, allowed=told["unfenced"] is True)
        except ModelError as error:
            child.end()
            raise _placed(error, model.where) from None
        sizes: Any = answer.get("sizes")
        if answer.get("labels") != list(self.labels) or not _are_sizes(sizes):
            child.end()
            raise self._odd()
        self._child, self._sizes = child, sizes
        return child

    def _words(
        self, starts: memoryview, ends: memoryview, text: str
    ) -> tuple[list[int], list[int]]:
        if len(starts) != len(ends) or len(starts) % 4:
            raise self._odd()
        first, last = (np.frombuffer(one, "<i4") for one in (starts, ends))
        edges = np.column_stack([first, last]).ravel()
        inside = not len(edges) or (edges[0] >= 0 and edges[-1] <= len(text))
        if not inside or (edges[1:] < edges[:-1]).any():
            raise self._odd()
        return first.tolist(), last.tolist()

    def _floats(self, held: memoryview, rows: int, width: int) -> NDArray[np.float32]:
        if len(held) != 4 * rows * width:
            raise self._odd()
        return np.frombuffer(held, "<f4").reshape(rows, width).astype(np.float32)

    def _odd(self) -> ModelError:
        """End the process; return the error for an answer that no model gives."""
        if self._child is not None:
            self._child.end()
            self._child = None
        return ModelError(
            "the process of the model gave no answer that fits", where=self._model.where
        )


class FieldCell(CellTagger):
    """A random field, or several, in a cell."""

    def reasons(self, text: str, hints: Spans, word: int, label: str) -> dict[str, float]:
        """Return what speaks for a label of a word; see `CrfTagger.reasons`."""
        told, _ = self._asked("reasons", [(text, hints)], 0, word=word, label=label)
        found = told.get("reasons")
        if not isinstance(found, dict):
            raise self._odd()
        # Only words of our own are shown: what a process writes could quote the text.
        kept: dict[str, float] = {}
        for name, weight in found.items():
            known = name if is_description(name) else "feature"
            if not isinstance(weight, float | int) or not np.isfinite(weight):
                raise self._odd()
            kept[known] = kept.get(known, 0.0) + weight
        return kept


class NeuralCell(CellTagger):
    """A neural model in a cell."""

    def states(self, text: str, hints: Spans) -> WordStates:
        """Return the words of a text with their last hidden states; see `NeuralTagger.states`."""
        tags, wide = 1 + 2 * len(self.labels), self._sizes["hidden"]
        _, arrays = self._asked("states", [(text, hints)], 4 * (2 + tags + wide))
        if len(arrays) != 4:
            raise self._odd()
        starts, ends = self._words(arrays[0], arrays[1], text)
        states = self._floats(arrays[2], len(starts), wide)
        return WordStates(starts, ends, states, self._floats(arrays[3], len(starts), tags))


def _probable(
    chances: NDArray[np.float32], begins: NDArray[np.float32], mask: NDArray[np.float32]
) -> bool:
    """Tell whether numbers are probabilities; what is not a number is none."""
    shares = all(
        bool(((one >= -_CLOSE) & (one <= 1 + _CLOSE)).all()) for one in (chances, begins, mask)
    )
    # Labels may be left at zero, so that less than 1 is fine.
    return shares and bool((chances.sum(axis=1) <= 1 + _CLOSE).all())


def _are_sizes(sizes: Any) -> bool:
    return isinstance(sizes, dict) and all(
        isinstance(size, int) and 0 < size <= _WIDEST for size in sizes.values()
    )


def _placed(error: ModelError, where: str) -> ModelError:
    """Return an error with the folder of the model before the place inside it."""
    inside = f"{where}, {error.where}" if error.where else where
    return ModelError(error.what, where=inside, hint=error.hint)


def _check_answer(answer: Mapping[str, Any], *, allowed: bool) -> None:
    """Raise if a process refused its model, or if the fence has a gap that nobody allowed."""
    if "refused" in answer:
        said = [str(answer.get(key, "")) for key in ("refused", "where", "hint")]
        plain = all(len(one) <= _SAID and one.isprintable() and one.isascii() for one in said)
        what, where, hint = said if plain else ("the model is refused", "", "")
        raise ModelError(what, where=where, hint=hint)
    gaps = " and ".join(gap for gap in _GAPS if gap in answer.get("open", ()))
    if gaps and not allowed:
        raise ModelError(
            f"a model of somebody else needs a fence, and this system cannot bound {gaps}",
            hint=f"use a shipped model, or trust this one: set {UNFENCED}=allow",
        )
    if gaps:
        _LOGGER.warning("the model runs without a bound on %s, as %s allows", gaps, UNFENCED)
