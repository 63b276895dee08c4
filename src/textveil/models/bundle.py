"""Bundles: a model as a folder of data files, without code.

::

    model.json          what it is: version, labels, threshold, calibration, hashes of the others
    weights.crfsuite    the weights, in CRFsuite's own format
    card.md             for people: data, licence, scores, limits, how to build it again

Loading compares sizes and hashes before a byte of the weights is used: a truncated, exchanged or
foreign file is refused.
"""

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from textveil.errors import InvalidValueError, ModelError
from textveil.lexicon.languages import ENGLISH, language_named
from textveil.models.calibration import Calibration, OperatingPoint
from textveil.models.crf import Crf
from textveil.models.features import VERSION as FEATURES
from textveil.values.label import LABELS

__all__ = ["BY_LANGUAGE", "DEFAULT", "Bundle", "load_bundle", "model_files", "model_for"]

DEFAULT: Final = "default-en"
"""Name of the model for English that comes with textveil."""

BY_LANGUAGE: Final = {ENGLISH: DEFAULT, "es": "fast-es"}
"""The models that come with textveil, by the language that they read."""

_FORMAT = "textveil-model"
_VERSION = 1
_MANIFEST = "model.json"
_WEIGHTS = "weights.crfsuite"
_CARD = "card.md"
_LARGEST = 1 << 30


@dataclass(frozen=True, slots=True)
class Bundle:
    """A model with all that is needed to use it.

    Attributes
    ----------
    weights
        In CRFsuite's format.
    labels
        What it can find.
    hints
        Names of the detectors whose findings it expects as features.
    threshold
        The score that is asked for unless another is given.
    calibration
        From scores to probabilities.
    points
        What other thresholds cost and give.
    facts
        How it was made: settings, data, scores. For the card, and for people.
    card
        The model card, Markdown.
    """

    weights: bytes = field(repr=False)
    labels: tuple[str, ...]
    hints: tuple[str, ...] = ()
    threshold: float = 0.5
    calibration: Calibration = field(default_factory=Calibration, repr=False)
    points: tuple[OperatingPoint, ...] = field(default=(), repr=False)
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    card: str = field(default="", repr=False)

    def files(self) -> dict[str, bytes]:
        """Return the files of the folder, by name."""
        content = {_WEIGHTS: self.weights, _CARD: self.card.encode()}
        manifest = {
            "format": _FORMAT,
            "version": _VERSION,
            "scheme": "textveil",
            "features": FEATURES,
            "labels": list(self.labels),
            "hints": list(self.hints),
            "threshold": self.threshold,
            "calibration": [list(knot) for knot in self.calibration.knots],
            "points": [
                [point.threshold, round(point.recall, 4), round(point.precision, 4)]
                for point in self.points
            ],
            "facts": dict(self.facts),
            "files": {
                name: {"bytes": len(data), "sha256": sha256(data).hexdigest()}
                for name, data in content.items()
            },
        }
        text = json.dumps(manifest, indent=1, ensure_ascii=False, sort_keys=True)
        return {_MANIFEST: (text + "\n").encode(), **content}

    def crf(self) -> Crf:
        """Return the weights, ready for use."""
        return Crf(self.weights)


def model_for(language: str) -> str:
    """Return the name of the shipped model that reads a language; raise if there is none."""
    if language not in BY_LANGUAGE:
        raise ModelError(
            f"no model for {language_named(language).name} comes with textveil",
            hint="train one with `textveil train --language`, and name it: `model: FOLDER`",
        )
    return BY_LANGUAGE[language]


def load_bundle(name_or_path: str) -> Bundle:
    """Load the model of a folder, or a shipped one by its name.

    Raises
    ------
    ModelError
        If there is none, or one of its files is missing, truncated, changed or foreign, or it was
        made for other features or labels than this version has.
    """
    if name_or_path in BY_LANGUAGE.values():
        return _bundle(files("textveil.models") / "data" / name_or_path, name_or_path)
    folder = Path(name_or_path)
    if not folder.is_dir():
        raise ModelError(
            "there is no model at this path",
            where=name_or_path,
            hint=f"give a folder of `textveil train`, or {' or '.join(BY_LANGUAGE.values())}",
        )
    return _bundle(folder, name_or_path)


def model_files(name_or_path: str) -> tuple[tuple[str, Path], ...]:
    """Return the files of a model, each with the name that a certificate gives it."""
    shipped = name_or_path in BY_LANGUAGE.values()
    inside = files("textveil.models") / "data" / name_or_path
    folder: Any = inside if shipped else Path(name_or_path)
    title = name_or_path if shipped else folder.name
    return tuple((f"{title}/{name}", Path(str(folder / name))) for name in (_MANIFEST, _WEIGHTS))


def _bundle(folder: Any, where: str) -> Bundle:
    manifest = _manifest(folder, where)
    content = {name: _checked(folder, name, manifest, where) for name in (_WEIGHTS, _CARD)}
    try:
        bundle = Bundle(
            content[_WEIGHTS],
            tuple(str(label) for label in manifest["labels"]),
            tuple(str(hint) for hint in manifest["hints"]),
            float(manifest["threshold"]),
            Calibration(tuple((float(x), float(y)) for x, y in manifest["calibration"])),
            tuple(OperatingPoint(*map(float, point)) for point in manifest["points"]),
            dict(manifest["facts"]),
            content[_CARD].decode("utf-8"),
        )
        _check(bundle, where)
    except (KeyError, TypeError, ValueError, InvalidValueError):
        raise ModelError(f"{_MANIFEST} does not describe a model", where=where) from None
    return bundle


def _check(bundle: Bundle, where: str) -> None:
    """Raise for invalid numbers and for labels of another scheme."""
    numbers = [bundle.threshold, *(value for p in bundle.points for value in astuple(p))]
    if not all(0.0 <= number <= 1.0 for number in numbers):
        raise InvalidValueError("a threshold, recall or precision lies outside [0, 1]")
    foreign = sorted(set(bundle.labels) - set(LABELS))
    if foreign:
        raise ModelError(
            f"the model was trained on another scheme: {foreign[0]} is not one of our labels",
            where=where,
            hint="train it with `textveil train --scheme`",
        )


def _manifest(folder: Any, where: str) -> dict[str, Any]:
    try:
        manifest = json.loads((folder / _MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        raise ModelError(
            f"{_MANIFEST} is missing or cannot be read",
            where=where,
            hint="a model is a folder that `textveil train` wrote",
        ) from None
    if not isinstance(manifest, dict) or manifest.get("format") != _FORMAT:
        raise ModelError("this is not a model of textveil", where=where)
    for key, expected in (("version", _VERSION), ("features", FEATURES), ("scheme", "textveil")):
        if manifest.get(key) != expected:
            raise ModelError(
                f"the model was made for another {key} ({manifest.get(key)}, not {expected})",
                where=where,
                hint="train it again with this version of textveil",
            )
    return manifest


def _checked(folder: Any, name: str, manifest: dict[str, Any], where: str) -> bytes:
    """Return the content of a file; raise unless size and hash match the manifest."""
    table = manifest.get("files")
    stated = table.get(name) if isinstance(table, dict) else None
    if not isinstance(stated, dict):
        raise ModelError(f"{_MANIFEST} does not state what {name} holds", where=where)
    try:
        data: bytes = (folder / name).read_bytes()
    except OSError:
        raise ModelError(f"{name} is missing or cannot be read", where=where) from None
    if len(data) > _LARGEST or len(data) != stated.get("bytes"):
        raise ModelError(f"{name} does not have its stated size", where=where)
    if sha256(data).hexdigest() != stated.get("sha256"):
        raise ModelError(f"{name} was changed after the model was made", where=where)
    return data
