"""Checks of a foreign model, before any native code sees it: as data, in linear time."""

from collections.abc import Mapping
from typing import Any

from textveil.models.fields.crfsuite_file import read_crfsuite
from textveil.models.kinds import GRAPH, NEURAL
from textveil.models.networks.neural import NeuralSettings
from textveil.models.networks.onnx_graph import read_graph
from textveil.models.networks.onnx_shapes import check_shapes
from textveil.models.networks.word_inputs import traits_width
from textveil.models.networks.word_pieces import MOST

__all__ = ["check_parts"]


def check_parts(kind: str, parts: Mapping[str, bytes], settings: Mapping[str, Any]) -> None:
    """Raise a model error that says which check failed, and at which byte of which file.

    Of weights of CRFsuite every offset is followed. Of a graph every operator is looked up, and
    shapes are worked out for the longest window of the longest words.
    """
    if kind != NEURAL:
        for name, weights in parts.items():
            read_crfsuite(weights, name)
        return
    asked = NeuralSettings.from_json((), (), settings)
    width = traits_width(asked.kinds, asked.clinical, asked.families)
    one = (1, asked.longest)
    check_shapes(
        read_graph(parts[GRAPH]),
        {"ids": (*one, MOST), "mask": one, "shape": one, "feats": (*one, width)},
    )
