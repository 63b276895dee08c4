"""A neural tagger: a few layers of a transformer over words, run by ONNX Runtime on one thread.

A text is read in windows of a bounded number of words. A window ends with a sentence where one ends
in its last part, and the next one begins a few words earlier, so that every word is judged with
what stands before it. Time and memory a word are bounded whatever the text looks like.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ModelError
from textveil.lexicon.tables.clinical import ClinicalKind
from textveil.lexicon.tables.words import Kind
from textveil.models.networks.onnx_graph import check_graph
from textveil.models.networks.word_inputs import (
    SHAPES,
    WordInputs,
    WordStates,
    WordTraits,
    shape_of,
)
from textveil.models.networks.word_pieces import WordPieces
from textveil.models.roles import Books
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

__all__ = ["NeuralSettings", "NeuralTagger", "windows_of", "with_tags"]

_WIDEST: Final = 512
_INPUTS: Final = ("ids", "mask", "shape", "feats")
_OUTPUTS: Final = ("logits", "hidden")
_ENDS: Final = frozenset({".", "!", "?", ";"})


@dataclass(frozen=True, slots=True)
class NeuralSettings:
    """What a model's graph expects and gives.

    Attributes
    ----------
    labels
        In the order of the outputs: for each one that begins a passage and one that goes on.
    vocabulary
        The pieces of words, in the order of their numbers.
    kinds, clinical
        Kinds of words that the model is told, in the order of the inputs.
    families
        Families of labels that patterns give, in the order of the inputs.
    longest
        Words of a window at most.
    before
        Words of context that a window repeats from the one before it.
    """

    labels: tuple[str, ...]
    vocabulary: tuple[str, ...] = field(repr=False)
    kinds: tuple[Kind, ...]
    clinical: tuple[ClinicalKind, ...]
    families: tuple[str, ...]
    longest: int = 128
    before: int = 8

    @classmethod
    def from_json(
        cls, labels: tuple[str, ...], vocabulary: tuple[str, ...], settings: Mapping[str, Any]
    ) -> "NeuralSettings":
        """Return the settings that `to_json` gave; raise a model error if they are none."""
        try:
            kinds = tuple(Kind[name] for name in settings["kinds"])
            clinical = tuple(ClinicalKind[name] for name in settings["clinical"])
            families = tuple(str(name) for name in settings["families"])
            longest, before = int(settings["longest"]), int(settings["before"])
        except (KeyError, OverflowError, TypeError, ValueError):
            raise ModelError("the settings of the model are not those of a neural one") from None
        if max(map(len, (kinds, clinical, families))) > _WIDEST:
            raise ModelError("the settings of the model are not those of a neural one")
        if not 0 <= before < longest <= _WIDEST:
            raise ModelError("the windows of the model have no possible size")
        return cls(labels, vocabulary, kinds, clinical, families, longest, before)

    def to_json(self) -> dict[str, Any]:
        """Return what the folder of a model says beside labels and vocabulary."""
        return {
            "kinds": [kind.name for kind in self.kinds],
            "clinical": [kind.name for kind in self.clinical],
            "families": list(self.families),
            "longest": self.longest,
            "before": self.before,
        }


_UNKNOWN: Final = -6.0
"""Logit of a label that only the head of a model knows."""


class _Window(NamedTuple):
    """Words `[first, last)` that are read together; those from `core` on are judged here."""

    first: int
    core: int
    last: int


class NeuralTagger:
    """Says of each word what it may be; fulfils the contract `Tagger`.

    Parameters
    ----------
    graph
        The bytes of an ONNX graph that the caller has checked against their hash.
    settings
        What the graph expects.
    books
        What is known about words.
    head
        Weights that add to the tags what hidden states say, as 32-bit numbers; `textveil train
        --from` makes them.
    """

    def __init__(
        self, graph: bytes, settings: NeuralSettings, books: Books, head: bytes | None = None
    ) -> None:
        self._settings = settings
        self._pieces = WordPieces(settings.vocabulary)
        self._traits = WordTraits(books, settings.kinds, settings.clinical, settings.families)
        self._session = _session(graph, self._traits.width)
        self.labels = settings.labels
        shapes = {one.name: int(one.shape[2]) for one in self._session.get_outputs()}
        self.sizes: Mapping[str, int] = shapes
        # Tags are odd in number: nothing, and two for each label. One more says what is masked.
        self._known = shapes["logits"] - (1 - shapes["logits"] % 2)
        if self._known > self.tags or (self._known < self.tags and head is None):
            raise ModelError("the graph has other outputs than the labels of the model")
        self._head = None if head is None else _head(head, self.tags, shapes["hidden"])
        self._try()

    def _try(self) -> None:
        """Raise an error unless the graph takes every piece, every shape and the longest window."""
        size = self._settings.longest
        given = {
            "ids": np.full((1, size, 1), len(self._settings.vocabulary) - 1, np.int64),
            "mask": np.ones((1, size), np.int64),
            "shape": np.full((1, size), SHAPES - 1, np.int64),
            "feats": np.zeros((1, size, self._traits.width), np.float32),
        }
        try:
            made = self._session.run(list(_OUTPUTS), given)
        except Exception:  # noqa: BLE001 - whatever the runtime raises, the graph cannot be used
            raise ModelError("the graph does not fit the vocabulary and the settings") from None
        for name, one in zip(_OUTPUTS, made, strict=True):
            if one.shape != (1, size, self.sizes[name]):
                raise ModelError("the graph has other outputs than it states")

    @property
    def tags(self) -> int:
        """How many outputs decide on a word: nothing, and for each label to begin or to go on."""
        return 1 + 2 * len(self.labels)

    def tag(
        self,
        texts: Sequence[str],
        hints: Sequence[Spans],
        least: float = 0.0,  # noqa: ARG002 - all labels cost as much as some
    ) -> Iterator[TaggedWords]:
        """Yield what the model thinks of the words of each text; see the contract."""
        for text, found in zip(texts, hints, strict=True):
            words = self._traits.read(text, found)
            if self._head is None:
                [logits] = self._judged(words, ["logits"])
            else:
                given, states = self._judged(words, ["logits", "hidden"])
                logits = with_tags(given, self._known, self.tags)
                logits[:, : self.tags] += states @ self._head[:-1] + self._head[-1]
            yield self._tagged(words, logits)

    def states(self, text: str, hints: Spans) -> WordStates:
        """Return the words of a text with their last hidden states and the logits of their tags."""
        words = self._traits.read(text, hints)
        logits, states = self._judged(words, ["logits", "hidden"])
        return WordStates(words.starts, words.ends, states, logits[:, : self.tags])

    def _tagged(self, words: WordInputs, logits: NDArray[np.float32]) -> TaggedWords:
        chances = _softmax(logits[:, : self.tags])
        first, both = chances[:, 1::2], chances[:, 1::2] + chances[:, 2::2]
        together = np.concatenate([chances[:, :1], both], axis=1)
        rows, best = np.arange(len(both)), both.argmax(axis=1)
        begins = first[rows, best] / np.maximum(both[rows, best], 1e-12)
        # What the model says beyond the tags is whether a passage must be masked.
        mask = None
        if logits.shape[1] > self.tags:
            mask = (1.0 / (1.0 + np.exp(-logits[:, self.tags]))).astype(np.float32)
        return TaggedWords(words.starts, words.ends, self.labels, together, begins, mask)

    def _judged(self, words: WordInputs, outputs: Sequence[str]) -> list[NDArray[np.float32]]:
        """Return outputs of the graph for each word."""
        pieces = [self._pieces.of(word) for word in words.words]
        shapes = np.array([shape_of(word) for word in words.words], np.int64)
        judged = [np.zeros((len(shapes), self.sizes[name]), np.float32) for name in outputs]
        # One window a step: several at once are no faster on one core, and would be filled up.
        for window in windows_of(words.words, self._settings.longest, self._settings.before):
            first, core, last = window
            given = self._given(window, pieces, shapes, words.traits)
            made = self._session.run(list(outputs), given)
            for whole, part in zip(judged, made, strict=True):
                whole[core:last] = part[0, core - first :]
        return judged

    def _given(
        self,
        window: _Window,
        pieces: Sequence[tuple[int, ...]],
        shapes: NDArray[np.int64],
        traits: NDArray[np.float32],
    ) -> dict[str, NDArray[Any]]:
        first, _, last = window
        held = pieces[first:last]
        most = max(map(len, held))
        padding = self._pieces.padding
        ids = np.full((1, len(held), most), padding, np.int64)
        for place in range(most):
            ids[0, :, place] = [word[place] if place < len(word) else padding for word in held]
        return {
            "ids": ids,
            "mask": np.ones((1, len(held)), np.int64),
            "shape": shapes[None, first:last],
            "feats": traits[None, first:last],
        }


def with_tags(logits: NDArray[np.float32], known: int, wanted: int) -> NDArray[np.float32]:
    """Return logits with columns for tags that the graph does not have: next to impossible.

    They stand behind those that it has, and before what says whether a passage is masked.
    """
    if wanted == known:
        return logits
    more = np.full((len(logits), wanted - known), _UNKNOWN, np.float32)
    return np.concatenate([logits[:, :known], more, logits[:, known:]], axis=1)


def windows_of(words: Sequence[str], longest: int, before: int) -> Iterator[_Window]:
    """Yield windows of words whose cores partition them."""
    first = core = 0
    while core < len(words):
        last = min(len(words), first + longest)
        if last < len(words):
            last = _sentence_end(words, core + 2 * (last - core) // 3, last)
        yield _Window(first, core, last)
        core, first = last, max(first, last - before)


def _sentence_end(words: Sequence[str], low: int, high: int) -> int:
    """Return the place after the last end of a sentence, or `high` where none ends."""
    for at in range(high - 1, low, -1):
        if words[at] in _ENDS:
            return at + 1
    return high


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True)) if len(logits) else logits
    shares: NDArray[np.float32] = raised / raised.sum(axis=1, keepdims=True)
    return shares


def _head(weights: bytes, tags: int, states: int) -> NDArray[np.float32]:
    """Return the weights of a head; their last row is added to all words."""
    if len(weights) != 4 * (states + 1) * tags:
        raise ModelError("the head does not fit the model")
    numbers = np.frombuffer(weights, "<f4").reshape(-1, tags)
    if not np.isfinite(numbers).all():
        raise ModelError("the head does not fit the model")
    return numbers


def _session(graph: bytes, width: int) -> Any:
    """Return a session of ONNX Runtime on one thread, or raise an error if the graph is foreign."""
    import onnxruntime

    check_graph(graph)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception:  # noqa: BLE001 - whatever the runtime raises, the graph cannot be used
        raise ModelError("this is not a graph that ONNX Runtime can read") from None
    inputs, outputs = session.get_inputs(), session.get_outputs()
    named = tuple(one.name for one in inputs) == _INPUTS
    named = named and tuple(one.name for one in outputs) == _OUTPUTS
    deep = named and all(len(one.shape) == 3 for one in (inputs[3], *outputs))
    sizes = [one.shape[2] for one in (inputs[3], *outputs)] if deep else []
    if not deep or sizes[0] != width or not all(isinstance(size, int) for size in sizes):
        raise ModelError("the graph has other inputs or outputs than a tagger's")
    return session
