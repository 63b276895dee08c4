"""Kinds of models: what each is made of, and how its files become a tagger.

A kind is read only where a model of it is used: a random field does not need ONNX Runtime, nor a
neural model CRFsuite.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from textveil.errors import InputError, ModelError
from textveil.models.roles import Books
from textveil.values.contracts import Tagger

if TYPE_CHECKING:
    from textveil.models.fields.crf_tagger import CrfTagger

__all__ = ["CRF", "FILES", "NEURAL", "ROUTED", "tagger_of"]

CRF: Final = "crf"
NEURAL: Final = "neural"
ROUTED: Final = "routed"

WEIGHTS: Final = "weights.crfsuite"
BASE: Final = "base.crfsuite"
GRAPH: Final = "graph.onnx"
VOCABULARY: Final = "vocabulary.txt"
HEAD: Final = "head.f32"

FILES: Final[Mapping[str, tuple[str, ...]]] = {
    CRF: (WEIGHTS,),
    NEURAL: (GRAPH, VOCABULARY),
    ROUTED: (WEIGHTS,),
}
"""The files that a model of each kind must have. A model that was adapted has one more,
one that routes has one for each cluster with a model of its own."""


def tagger_of(
    kind: str,
    parts: Mapping[str, bytes],
    labels: tuple[str, ...],
    books: Books,
    settings: Mapping[str, Any],
) -> Tagger:
    """Return the tagger that the files of a model make.

    Raises
    ------
    ModelError
        If the files are not those of a model with these labels and settings.
    """
    if kind == NEURAL:
        from textveil.models.networks.neural import NeuralSettings, NeuralTagger

        try:
            vocabulary = tuple(parts[VOCABULARY].decode("utf-8").split("\n"))
        except UnicodeDecodeError:
            raise ModelError("the vocabulary of the model is no text") from None
        asked = NeuralSettings.from_json(labels, vocabulary, settings)
        return NeuralTagger(parts[GRAPH], asked, books, parts.get(HEAD))
    from textveil.models.fields.crf import Crf
    from textveil.models.fields.crf_tagger import CrfTagger
    from textveil.models.fields.features import VERSION

    if settings.get("features") != VERSION:
        raise ModelError(
            f"the model was made for other features ({settings.get('features')}, not {VERSION})",
            hint="train it again with this version of textveil",
        )

    base = parts.get(BASE)
    tagger = CrfTagger(Crf(parts[WEIGHTS]), books, CrfTagger(Crf(base), books) if base else None)
    if tagger.labels != labels:
        raise ModelError("the weights have other labels than the model")
    return tagger if kind == CRF else _routed(tagger, parts, settings)


def _routed(
    general: "CrfTagger", parts: Mapping[str, bytes], settings: Mapping[str, Any]
) -> Tagger:
    from textveil.models.fields.crf import Crf
    from textveil.models.fields.crf_tagger import CrfTagger
    from textveil.models.routed import RoutedTagger
    from textveil.models.style_clusters import StyleClusters

    try:
        own = {
            int(at): CrfTagger(Crf(parts[str(name)]), general.books)
            for at, name in settings["own"].items()
        }
        clusters = StyleClusters.from_json(settings["clusters"])
    except (AttributeError, InputError, KeyError, TypeError, ValueError):
        raise ModelError("the clusters of the model cannot be read") from None
    return RoutedTagger(general, clusters, own)
