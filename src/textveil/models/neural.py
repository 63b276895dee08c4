"""A neural tagger: two layers of a transformer, run by ONNX Runtime on one thread.

A text is read in windows of a bounded number of pieces. A window ends with a sentence or a line
where one ends in its last part, and the next one begins a few words earlier, so that every word is
judged with what stands before it. Time and memory a word are bounded whatever the text looks like.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ModelError
from textveil.models.word_inputs import Words, WordTraits, shape_of
from textveil.models.word_pieces import WordPieces
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

__all__ = ["NeuralSettings", "NeuralTagger"]

_BATCH: Final = 8
_INPUTS: Final = ("ids", "mask", "shape", "feats")
_OUTPUTS: Final = ("logits", "hidden")
_OPERATORS: Final = frozenset(
    "Add And Cast Concat Constant ConstantOfShape DequantizeLinear Div DynamicQuantizeLinear Equal "
    "Erf Expand Gather GatherND Identity LayerNormalization MatMul MatMulInteger Mul Not Pow "
    "QuantizeLinear Range ReduceMean Reshape Shape Slice Softmax Sqrt Sub Tanh Transpose Unsqueeze "
    "Where Greater Less LessOrEqual GreaterOrEqual Squeeze Flatten Gemm".split()
)
"""Operators that a graph may use: arithmetic on arrays, and nothing that reads or writes."""


@dataclass(frozen=True, slots=True)
class NeuralSettings:
    """What a model's graph expects and gives.

    Attributes
    ----------
    labels
        In the order of the outputs: for each one that begins a passage and one that goes on.
    hints
        Families of labels that patterns give, in the order of the inputs.
    vocabulary
        The pieces, in the order of their numbers.
    language
        Of the texts that it reads.
    longest
        Pieces of a window at most.
    before
        Words of context that a window repeats from the one before it.
    """

    labels: tuple[str, ...]
    hints: tuple[str, ...]
    vocabulary: tuple[str, ...] = field(repr=False)
    language: str = "en"
    longest: int = 254
    before: int = 12


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
    """

    def __init__(self, graph: bytes, settings: NeuralSettings) -> None:
        self._session = _session(graph)
        self._settings = settings
        self._pieces = WordPieces(settings.vocabulary)
        self._traits = WordTraits(settings.hints, settings.language)
        self.labels = settings.labels

    def tag(
        self,
        texts: Sequence[str],
        hints: Sequence[Spans],
        least: float = 0.0,  # noqa: ARG002 - all labels cost as much as some
    ) -> Iterator[TaggedWords]:
        """Yield what the model thinks of the words of each text; see the contract."""
        for text, found in zip(texts, hints, strict=True):
            words = self._traits.read(text, found)
            yield self._tagged(words, self._judged(words, "logits"))

    def states(self, text: str, hints: Spans) -> tuple[Words, NDArray[np.float32]]:
        """Return the words of a text with their last hidden states, for a head that is learnt."""
        words = self._traits.read(text, hints)
        return words, self._judged(words, "hidden")

    def _tagged(self, words: Words, logits: NDArray[np.float32]) -> TaggedWords:
        size = 1 + 2 * len(self.labels)
        chances = _softmax(logits[:, :size])
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
            return np.zeros((0, 1 + 2 * len(self.labels)), np.float32)
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


def _session(graph: bytes) -> Any:
    """Return a session of ONNX Runtime on one thread, or raise an error if the graph is foreign."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"]
        )
    except Exception:  # noqa: BLE001 - whatever the runtime raises, the graph cannot be used
        raise ModelError("this is not a graph that ONNX Runtime can read") from None
    inputs = tuple(one.name for one in session.get_inputs())
    outputs = tuple(one.name for one in session.get_outputs())
    if inputs != _INPUTS or outputs != _OUTPUTS:
        raise ModelError("the graph has other inputs or outputs than a tagger's")
    return session
