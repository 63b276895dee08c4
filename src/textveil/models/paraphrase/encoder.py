"""An encoder of sentences, run by ONNX Runtime on one thread.

It reads one sentence and gives a state for each piece, or two sentences at once and says how
likely they are the same.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ModelError
from textveil.models.networks.onnx_graph import read_graph
from textveil.models.networks.onnx_shapes import check_shapes
from textveil.models.paraphrase.pieces import LONGEST, SentencePieces, padded

__all__ = ["ENCODED", "PAIR", "EncodedSentence", "Encoder", "alignment"]

ENCODED: Final = (
    *("near", "near left", "near right", "worst left", "worst right", "diagonal"),
    "product",
)
"""Features of the states of two sentences."""
PAIR: Final = "pair"
"""What the encoder says of both sentences at once."""

_INPUTS: Final = ("ids", "mask", "segments")
_OUTPUTS: Final = ("logits", "hidden")
_WORST: Final = 3


class EncodedSentence(NamedTuple):
    """A sentence: its pieces, their states of length 1, and their mean of length 1."""

    pieces: tuple[int, ...]
    states: NDArray[np.float32]
    mean: NDArray[np.float32]


class Encoder:
    """Reads sentences and pairs of them.

    Parameters
    ----------
    graph
        The bytes of an ONNX graph; it is checked before it is run.
    vocabulary
        The pieces of words, in the order of their numbers; the last two are marks.
    """

    def __init__(self, graph: bytes, vocabulary: Sequence[str]) -> None:
        self._pieces = SentencePieces(vocabulary)
        longest = (1, 2 * LONGEST + 3)
        check_shapes(read_graph(graph), dict.fromkeys(_INPUTS, longest))
        self._session = _session(graph)
        try:
            self.pair("a", "b")
        except Exception:  # noqa: BLE001 - whatever the runtime raises, the graph cannot be used
            raise ModelError("the graph does not fit the vocabulary of the encoder") from None

    def sentence(self, text: str) -> EncodedSentence:
        """Return the states of a sentence."""
        pieces = self._pieces.of(text)
        states = self._run(self._pieces.sentence(pieces), "hidden")
        mean = states.mean(axis=0)
        inside = states[1:-1] if len(states) > 2 else states
        return EncodedSentence(pieces, _unit(inside), _unit(mean[None])[0])

    def pair(self, left: str, right: str) -> float:
        """Return the logarithm of the odds that two sentences are the same: the mean of orders."""
        one, other = self._pieces.of(left), self._pieces.of(right)
        orders = ((one, other), (other, one))
        said = [self._run(self._pieces.pair(*both), "logits")[0, 0] for both in orders]
        return float(sum(said)) / len(said)

    def _run(self, row: tuple[list[int], int], output: str) -> NDArray[np.float32]:
        given = padded([row], self._pieces.padding)
        [made] = self._session.run([output], dict(zip(_INPUTS, given, strict=True)))
        states: NDArray[np.float32] = made[0]
        return states


def alignment(left: EncodedSentence, right: EncodedSentence) -> NDArray[np.float64]:
    """Return the features of the states of two sentences, in the order of `ENCODED`.

    Each piece is compared with the nearest of the other sentence (Zhang et al. 2020).
    """
    near = left.states @ right.states.T
    ours, theirs = near.max(axis=1), near.max(axis=0)
    shared = np.minimum.outer(ours, theirs)
    return np.array(
        [
            float(left.mean @ right.mean),
            float(ours.mean()),
            float(theirs.mean()),
            float(np.sort(ours)[:_WORST].mean()),
            float(np.sort(theirs)[:_WORST].mean()),
            _diagonal(near),
            float(shared.min()),
        ]
    )


def _diagonal(near: NDArray[np.float32]) -> float:
    """Return how far the nearest piece stands from the same place, on average."""
    rows, columns = near.shape
    best = near.argmax(axis=1)
    return float(np.abs(best / columns - np.arange(rows) / rows).mean())


def _unit(states: NDArray[np.float32]) -> NDArray[np.float32]:
    length = np.sqrt((states**2).sum(axis=-1, keepdims=True))
    made: NDArray[np.float32] = states / np.maximum(length, 1e-9)
    return made


def _session(graph: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except Exception:  # noqa: BLE001 - whatever the runtime raises, the graph cannot be used
        raise ModelError("this is not a graph that ONNX Runtime can read") from None
    named = tuple(one.name for one in session.get_inputs()) == _INPUTS
    if not named or tuple(one.name for one in session.get_outputs()) != _OUTPUTS:
        raise ModelError("the graph has other inputs or outputs than an encoder's")
    return session
