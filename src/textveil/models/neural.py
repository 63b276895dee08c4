"""A neural tagger: two layers of a transformer, run by ONNX Runtime on one thread.

A text is read in windows of a bounded number of pieces. A window ends with a sentence or a line
where one ends in its last part, and the next one begins a few words earlier, so that every word is
judged with what stands before it. Time and memory a word are bounded whatever the text looks like.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ModelError
from textveil.lexicon.words import Kind, WordBook
from textveil.models.onnx_graph import check_graph
from textveil.models.word_inputs import Words, WordTraits, shape_of
from textveil.models.word_pieces import MOST, WordPieces
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

__all__ = ["NeuralSettings", "NeuralTagger", "with_head"]

_BATCH: Final = 8
_INPUTS: Final = ("ids", "mask", "shape", "feats")
_OUTPUTS: Final = ("logits", "hidden")
_PLACES: Final = 512
"""Pieces that a graph can number."""


@dataclass(frozen=True, slots=True)
class NeuralSettings:
    """What a model's graph expects and gives.

    Attributes
    ----------
    labels
        In the order of the outputs: for each one that begins a passage and one that goes on.
    vocabulary
        The pieces, in the order of their numbers.
    kinds
        Kinds of words that the model is told, in the order of the inputs.
    families
        Families of labels that patterns give, in the order of the inputs.
    longest
        Pieces of a window at most.
    before
        Words of context that a window repeats from the one before it.
    """

    labels: tuple[str, ...]
    vocabulary: tuple[str, ...] = field(repr=False)
    kinds: tuple[Kind, ...]
    families: tuple[str, ...]
    longest: int = 254
    before: int = 12

    @classmethod
    def from_json(
        cls, labels: tuple[str, ...], vocabulary: tuple[str, ...], settings: Mapping[str, Any]
    ) -> "NeuralSettings":
        """Return the settings that `to_json` gave; raise a model error if they are none."""
        try:
            kinds = tuple(Kind[name] for name in settings["kinds"])
            families = tuple(str(name) for name in settings["families"])
            longest, before = int(settings["longest"]), int(settings["before"])
        except (KeyError, TypeError, ValueError):
            raise ModelError("the settings of the model are not those of a neural one") from None
        if not (0 <= before < longest - MOST and longest + 2 <= _PLACES):
            raise ModelError("the windows of the model have no possible size")
        return cls(labels, vocabulary, kinds, families, longest, before)

    def to_json(self) -> dict[str, Any]:
        """Return what the folder of a model says beside labels and vocabulary."""
        return {
            "kinds": [kind.name for kind in self.kinds],
            "families": list(self.families),
            "longest": self.longest,
            "before": self.before,
        }


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
    book
        What is known about words.
    head
        Weights that turn hidden states into tags instead of those of the graph, as 32-bit numbers;
        `textveil train --from` makes them.
    """

    def __init__(
        self, graph: bytes, settings: NeuralSettings, book: WordBook, head: bytes | None = None
    ) -> None:
        self._settings = settings
        self._pieces = WordPieces(settings.vocabulary)
        self._traits = WordTraits(book, settings.kinds, settings.families)
        self._session = _session(graph, self._traits.width)
        self.labels = settings.labels
        self._head = None if head is None else _head(head, self.tags)

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
                yield self._tagged(words, self._judged(words, "logits"))
            else:
                yield self._tagged(words, with_head(self._judged(words, "hidden"), self._head))

    def states(self, text: str, hints: Spans) -> tuple[Words, NDArray[np.float32]]:
        """Return the words of a text with their last hidden states, for a head that is learnt."""
        words = self._traits.read(text, hints)
        return words, self._judged(words, "hidden")

    def _tagged(self, words: Words, logits: NDArray[np.float32]) -> TaggedWords:
        chances = _softmax(logits[:, : self.tags])
        first, both = chances[:, 1::2], chances[:, 1::2] + chances[:, 2::2]
        together = np.concatenate([chances[:, :1], both], axis=1)
        rows, best = np.arange(len(both)), both.argmax(axis=1)
        begins = first[rows, best] / np.maximum(both[rows, best], 1e-12)
        return TaggedWords(words.starts, words.ends, self.labels, together, begins)

    def _judged(self, words: Words, output: str) -> NDArray[np.float32]:
        """Return an output of the graph at the first piece of each word."""
        pieces = [self._pieces.of(word) for word in words.words]
        shapes = [shape_of(word) for word in words.words]
        ends = [0, *accumulate(map(len, pieces))]
        windows = sorted(self._windows(words.words, ends), key=lambda w: ends[w.last] - ends[w.first])
        judged: NDArray[np.float32] | None = None
        for at in range(0, len(windows), _BATCH):
            batch = windows[at : at + _BATCH]
            given = self._given(batch, pieces, shapes, words.traits)
            [made] = self._session.run([output], given)
            if judged is None:
                judged = np.zeros((len(words.words), made.shape[2]), np.float32)
            for row, (first, core, last) in enumerate(batch):
                places = [1 + ends[word] - ends[first] for word in range(core, last)]
                judged[core:last] = made[row, places]
        if judged is None:
            return np.zeros((0, self.tags), np.float32)
        return judged

    def _given(
        self,
        batch: Sequence[_Window],
        pieces: Sequence[tuple[int, ...]],
        shapes: Sequence[int],
        traits: NDArray[np.float32],
    ) -> dict[str, NDArray[Any]]:
        rows = [range(first, last) for first, _, last in batch]
        sizes = [sum(len(pieces[word]) for word in row) + 2 for row in rows]
        longest = max(sizes)
        ids = np.full((len(batch), longest), self._pieces.padding, np.int64)
        mask = np.zeros_like(ids)
        shape = np.zeros_like(ids)
        feats = np.zeros((len(batch), longest, traits.shape[1]), np.float32)
        for at, (row, size) in enumerate(zip(rows, sizes, strict=True)):
            counts = [len(pieces[word]) for word in row]
            ids[at, 0], ids[at, size - 1] = self._pieces.first, self._pieces.last
            ids[at, 1 : size - 1] = [number for word in row for number in pieces[word]]
            mask[at, :size] = 1
            shape[at, 1 : size - 1] = np.repeat([shapes[word] for word in row], counts)
            feats[at, 1 : size - 1] = np.repeat(traits[row.start : row.stop], counts, axis=0)
        return {"ids": ids, "mask": mask, "shape": shape, "feats": feats}

    def _windows(self, words: Sequence[str], ends: Sequence[int]) -> Iterator[_Window]:
        """Yield windows whose cores partition the words."""
        longest, before = self._settings.longest, self._settings.before
        first = core = 0
        while core < len(words):
            last = _reach(ends, first, longest)
            if last < len(words):
                last = _sentence_end(words, core + 2 * (last - core) // 3, last)
            yield _Window(first, core, last)
            core, first = last, max(first + 1, last - before)
            while ends[core + 1 if core < len(words) else core] - ends[first] > longest:
                first += 1


def _reach(ends: Sequence[int], first: int, longest: int) -> int:
    """Return where a window that begins with a word must end."""
    last = first + 1
    while last < len(ends) - 1 and ends[last + 1] - ends[first] <= longest:
        last += 1
    return last


def _sentence_end(words: Sequence[str], low: int, high: int) -> int:
    """Return the place after the last end of a sentence, or `high` where none ends."""
    for at in range(high - 1, low, -1):
        if words[at] in _ENDS:
            return at + 1
    return high


_ENDS: Final = frozenset({".", "!", "?", ";"})


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: NDArray[np.float32] = raised / raised.sum(axis=1, keepdims=True)
    return shares


def with_head(
    states: NDArray[np.float32], head: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the logits of hidden states; the last row of a head is what it adds to all."""
    made: NDArray[np.float32] = states @ head[:-1] + head[-1] if len(states) else states
    return made


def _head(weights: bytes, tags: int) -> NDArray[np.float32]:
    numbers = np.frombuffer(weights, "<f4") if len(weights) % 4 == 0 else np.zeros(0, np.float32)
    if not len(numbers) or len(numbers) % tags or not np.isfinite(numbers).all():
        raise ModelError("the head does not fit the labels of the model")
    return numbers.reshape(-1, tags)


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
    inputs = tuple(one.name for one in session.get_inputs())
    outputs = tuple(one.name for one in session.get_outputs())
    if inputs != _INPUTS or outputs != _OUTPUTS or session.get_inputs()[3].shape[2] != width:
        raise ModelError("the graph has other inputs or outputs than a tagger's")
    return session
