"""Bundles: a model of paraphrases as a folder of data files, without code.

::

    model.json       what it is: features, weights, calibration, threshold, hashes
    card.md          for people: data, licence, scores, limits
    graph.onnx       the encoder; only a shipped model has it, others name it by its hash
    own.onnx         an encoder that was fitted on the user's pairs, if there is one
    vocabulary.txt   its pieces

Loading compares sizes and hashes before a byte is used, and looks up every step of a graph.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from textveil.errors import ModelError
from textveil.models.paraphrase.encoder import ENCODED
from textveil.models.paraphrase.logistic import Logistic
from textveil.models.paraphrase.model import OWN, WORDS, ParaphraseModel
from textveil.models.paraphrase.pieces import BEGIN, END

__all__ = ["SHIPPED", "ParaphraseBundle", "load_paraphrase", "shipped_encoder"]

SHIPPED: Final = "paraphrase-en"
"""The model that comes with textveil."""

_MANIFEST, _CARD = "model.json", "card.md"
_GRAPH, _OWN, _VOCABULARY = "graph.onnx", "own.onnx", "vocabulary.txt"
_FORMAT: Final = "textveil-paraphrase"
_VERSION: Final = 1
_LARGEST: Final = 1 << 26
_LARGEST_MANIFEST: Final = 1 << 20
_KNOWN: Final = frozenset({*WORDS, *ENCODED, OWN})
_FILES: Final = frozenset({_CARD, _GRAPH, _OWN, _VOCABULARY})


@dataclass(frozen=True, slots=True)
class ParaphraseBundle:
    """A model with how it was made.

    Attributes
    ----------
    model
        The model.
    facts
        Data, settings, scores: for the card, and for people.
    card
        The model card, Markdown.
    whole
        Whether the folder holds the encoder itself, as that of the shipped model does.
    """

    model: ParaphraseModel
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    card: str = field(default="", repr=False)
    whole: bool = False

    def files(self) -> dict[str, bytes]:
        """Return the files of the folder, by name."""
        model = self.model
        content = {_CARD: self.card.encode()}
        if self.whole:
            content[_GRAPH] = model.graph
            content[_VOCABULARY] = "\n".join(model.vocabulary).encode()
        if model.own:
            content[_OWN] = model.own
        manifest = {
            "format": _FORMAT,
            "version": _VERSION,
            "features": list(model.names),
            "weights": model.logistic.to_json(),
            "calibration": [model.slope, model.shift],
            "threshold": model.threshold,
            "encoder": sha256(model.graph).hexdigest() if model.graph else "",
            "facts": dict(self.facts),
            "files": {
                name: {"bytes": len(data), "sha256": sha256(data).hexdigest()}
                for name, data in sorted(content.items())
            },
        }
        text = json.dumps(manifest, indent=1, ensure_ascii=False, sort_keys=True)
        return {_MANIFEST: (text + "\n").encode(), **content}


def load_paraphrase(path: str | Path | None = None) -> ParaphraseModel:
    """Return the model of a folder; the shipped one unless a folder is given.

    Its encoder is loaded when the first pair is compared.

    Raises
    ------
    ModelError
        If there is none, or one of its files is missing, truncated, changed or foreign.
    """
    return _shipped() if path is None or str(path) == SHIPPED else _loaded(Path(path), str(path))


@lru_cache(maxsize=1)
def _shipped() -> ParaphraseModel:
    return _loaded(files("textveil.models") / "data" / SHIPPED, SHIPPED)


def shipped_encoder() -> tuple[bytes, tuple[str, ...]]:
    """Return the graph and the pieces of the encoder that comes with textveil."""
    model = _shipped()
    return model.graph, model.vocabulary


def _loaded(folder: Any, where: str) -> ParaphraseModel:
    if not folder.is_dir():
        raise ModelError(
            "there is no model at this path",
            where=where,
            hint="give the folder that `textveil trace train` wrote",
        )
    manifest = _manifest(_read(folder, _MANIFEST, where, _LARGEST_MANIFEST), where)
    content = {name: _checked(folder, name, manifest["files"], where) for name in manifest["files"]}
    try:
        names = tuple(str(name) for name in manifest["features"])
        slope, shift = (float(number) for number in manifest["calibration"])
        threshold = float(manifest["threshold"])
        encoder = str(manifest["encoder"])
    except (KeyError, TypeError, ValueError):
        raise ModelError(f"{_MANIFEST} cannot be read", where=where) from None
    if not names or len(set(names)) != len(names) or not _KNOWN.issuperset(names):
        raise ModelError("the model has features that this version does not know", where=where)
    if not 0.0 <= threshold <= 1.0 or not -1e6 < slope < 1e6 or not -1e6 < shift < 1e6:
        raise ModelError("the threshold or calibration of the model is none", where=where)
    if OWN in names and _OWN not in content:
        raise ModelError(f"{_OWN} is missing", where=where)
    graph, vocabulary = _encoder(content, encoder, where)
    logistic = Logistic.from_json(manifest.get("weights"), len(names))
    return ParaphraseModel(
        names, logistic, threshold, slope, shift, graph, vocabulary, content.get(_OWN, b"")
    )


def _encoder(
    content: Mapping[str, bytes], stated: str, where: str
) -> tuple[bytes, tuple[str, ...]]:
    """Return the encoder of a folder, or the shipped one that it names by its hash."""
    if not stated:
        return b"", ()
    if _GRAPH in content:
        graph, pieces = content[_GRAPH], content.get(_VOCABULARY, b"")
        try:
            vocabulary = tuple(pieces.decode("utf-8").split("\n"))
        except UnicodeDecodeError:
            raise ModelError("the vocabulary of the model is no text", where=where) from None
        if vocabulary[-2:] != (BEGIN, END):
            raise ModelError("the vocabulary of the model has no marks", where=where)
    else:
        graph, vocabulary = shipped_encoder()
    if sha256(graph).hexdigest() != stated:
        raise ModelError(
            "the model was made for another encoder than this version has",
            where=where,
            hint="train it again with this version of textveil",
        )
    return graph, vocabulary


def _manifest(content: bytes, where: str) -> dict[str, Any]:
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        raise ModelError(f"{_MANIFEST} is no JSON", where=where) from None
    known = isinstance(told, dict) and told.get("format") == _FORMAT
    if not known or told.get("version") != _VERSION or not isinstance(told.get("files"), dict):
        raise ModelError(
            "this is not a model of paraphrases",
            where=where,
            hint="give the folder that `textveil trace train` wrote",
        )
    if not _FILES.issuperset(told["files"]):
        raise ModelError(f"{_MANIFEST} names files that are none of a model's", where=where)
    return dict(told)


def _checked(folder: Any, name: str, table: Mapping[str, Any], where: str) -> bytes:
    stated = table[name]
    data = _read(folder, name, where, _LARGEST)
    if not isinstance(stated, dict) or len(data) != stated.get("bytes"):
        raise ModelError(f"{name} does not have its stated size", where=where)
    if sha256(data).hexdigest() != stated.get("sha256"):
        raise ModelError(f"{name} was changed after the model was made", where=where)
    return data


def _read(folder: Any, name: str, where: str, most: int) -> bytes:
    path = folder / name
    try:
        if isinstance(path, Path):
            found = path.lstat()
            if not S_ISREG(found.st_mode) or found.st_size > most:
                raise ModelError(
                    f"{name} is no plain file, or larger than {most} bytes", where=where
                )
        data: bytes = path.read_bytes()
    except OSError:
        raise ModelError(f"{name} is missing or cannot be read", where=where) from None
    return data
