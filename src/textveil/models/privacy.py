"""Privacy models: whether a message is private, as one weight for each feature, without code.

::

    model.json     what it is: version, kind, threshold, hash of the weights, how it was made
    weights.tsv    a feature and its weight a line, in order
    card.md        for people: data, licence, scores, limits, how to build it again

Loading compares sizes and hashes before a weight is used: a truncated, exchanged or foreign file is
refused. A message's score is the logistic function of the sum of its features' weights.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from textveil.errors import ModelError

__all__ = ["DEFAULT_PRIVACY", "LARGEST", "PrivacyModel", "load_privacy", "private_bytes"]

DEFAULT_PRIVACY: Final = "private-en"
"""Name of the model that ships."""

LARGEST: Final = 5_000_000
"""Bytes of all files of a model together."""

_FORMAT: Final = "textveil-privacy"
_VERSION: Final = 1
_MANIFEST: Final = "model.json"
_WEIGHTS: Final = "weights.tsv"
_CARD: Final = "card.md"
_BIAS: Final = ""
_AGAIN: Final = "train it again: `textveil compose train LABELLED -o MODEL`"


@dataclass(frozen=True, slots=True)
class PrivacyModel:
    """Weights of features, and the score from which on a message is private.

    Attributes
    ----------
    weights
        By feature; the empty feature has what every message begins with.
    threshold
        Between 0 and 1.
    facts
        How it was made: data, settings, scores.
    card
        The model card, Markdown.

    Examples
    --------
    >>> model = PrivacyModel({"": -1.0, "who:I": 2.0})
    >>> round(model.score({"who:I"}), 2), model.is_private({"who:you"})
    (0.73, False)
    """

    weights: Mapping[str, float] = field(repr=False)
    threshold: float = 0.5
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    card: str = field(default="", repr=False)

    def score(self, features: Iterable[str]) -> float:
        """Return how sure it is that a message with these features is private."""
        known = self.weights
        told = sum(known.get(one, 0.0) for one in sorted({_BIAS, *features}))
        # Beyond 700 the exponential leaves the numbers.
        return 1.0 / (1.0 + math.exp(-max(-700.0, min(700.0, told))))

    def is_private(self, features: Iterable[str]) -> bool:
        """Tell whether a message with these features is private."""
        return self.score(features) >= self.threshold

    def files(self) -> dict[str, bytes]:
        """Return the files of the folder, by name."""
        rows = (f"{one}\t{weight:.5g}\n" for one, weight in sorted(self.weights.items()))
        weights, card = "".join(rows).encode(), self.card.encode()
        manifest = {
            "format": _FORMAT,
            "version": _VERSION,
            "threshold": self.threshold,
            "facts": dict(self.facts),
            "files": {
                name: {"bytes": len(data), "sha256": sha256(data).hexdigest()}
                for name, data in ((_CARD, card), (_WEIGHTS, weights))
            },
        }
        text = json.dumps(manifest, indent=1, ensure_ascii=False, sort_keys=True)
        return {_MANIFEST: (text + "\n").encode(), _WEIGHTS: weights, _CARD: card}


def load_privacy(name_or_path: str = DEFAULT_PRIVACY) -> PrivacyModel:
    """Load the model of a folder, or the shipped one by its name.

    Raises
    ------
    ModelError
        If there is none, or a file is missing, truncated, changed, too large or of another kind.
    """
    return _shipped() if name_or_path == DEFAULT_PRIVACY else _loaded(Path(name_or_path))


@cache
def _shipped() -> PrivacyModel:
    return _loaded(files("textveil.models") / "data" / DEFAULT_PRIVACY)


def _loaded(folder: Any) -> PrivacyModel:
    where = DEFAULT_PRIVACY if not isinstance(folder, Path) else str(folder)
    if not folder.is_dir():
        raise ModelError("there is no model at this path", where=where, hint=_AGAIN)
    manifest = _manifest(private_bytes(folder, _MANIFEST, where), where)
    content = {name: _checked(folder, name, manifest, where) for name in (_WEIGHTS, _CARD)}
    try:
        rows = (line.rpartition("\t") for line in content[_WEIGHTS].decode("utf-8").splitlines())
        weights = {one: float(weight) for one, _, weight in rows}
        threshold = float(manifest["threshold"])
        facts = dict(manifest["facts"])
        card = content[_CARD].decode("utf-8")
    except (KeyError, TypeError, ValueError):
        raise ModelError(f"{_MANIFEST} does not describe a model", where=where) from None
    finite = all(map(math.isfinite, weights.values()))
    if not finite or not 0.0 <= threshold <= 1.0 or _BIAS not in weights:
        raise ModelError("the weights or the threshold of the model are no numbers", where=where)
    return PrivacyModel(weights, threshold, facts, card)


def private_bytes(folder: Any, name: str, where: str) -> bytes:
    """Return the content of a plain file of at most `LARGEST` bytes; a link or a pipe is none."""
    path = folder / name
    try:
        if isinstance(path, Path) and (path.is_symlink() or path.stat().st_size > LARGEST):
            raise ModelError(f"{name} is no plain file, or too large", where=where)
        if not path.is_file():
            raise ModelError(f"{name} is missing", where=where, hint=_AGAIN)
        data: bytes = path.read_bytes()
    except OSError:
        raise ModelError(f"{name} cannot be read", where=where) from None
    return data


def _manifest(described: bytes, where: str) -> dict[str, Any]:
    try:
        manifest = json.loads(described)
    except (RecursionError, ValueError):
        raise ModelError(f"{_MANIFEST} cannot be read", where=where, hint=_AGAIN) from None
    if not isinstance(manifest, dict) or manifest.get("format") != _FORMAT:
        raise ModelError("this is no model of private messages", where=where, hint=_AGAIN)
    if manifest.get("version") != _VERSION:
        raise ModelError("the model was made by another version", where=where, hint=_AGAIN)
    return manifest


def _checked(folder: Any, name: str, manifest: dict[str, Any], where: str) -> bytes:
    table = manifest.get("files")
    stated = table.get(name) if isinstance(table, dict) else None
    if not isinstance(stated, dict):
        raise ModelError(f"{_MANIFEST} does not state what {name} holds", where=where)
    data = private_bytes(folder, name, where)
    if len(data) != stated.get("bytes") or sha256(data).hexdigest() != stated.get("sha256"):
        raise ModelError(f"{name} was changed after the model was made", where=where)
    return data
