"""Bundles: a model as a folder of data files, without code.

::

    model.json          what it is: version, kind, labels, threshold, calibration, hashes
    card.md             for people: data, licence, scores, limits, how to build it again
    roles.tsv           what words were by their role when the model was trained
    weights.crfsuite    of a conditional random field, in CRFsuite's own format
    graph.onnx          of a neural model, with vocabulary.txt

Loading compares sizes and hashes before a byte of the weights is used: a truncated, exchanged or
foreign file is refused, and so is a model that was trained with other word tables than ours.
"""

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from textveil.errors import InvalidValueError, ModelError, UsageError
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.lexicon.tables.words import tables_digest
from textveil.models.calibration import Calibration, OperatingPoint
from textveil.models.caution import CautionPrice, read_prices, write_prices
from textveil.models.default import BY_LANGUAGE, DEFAULT, MANIFEST, SHIPPED
from textveil.models.kinds import CRF, FILES, tagger_of
from textveil.models.roles import Books, read_roles, write_roles
from textveil.values.contracts import Tagger
from textveil.values.label import is_label

__all__ = [
    "DEFAULT",
    "SHIPPED",
    "Bundle",
    "load_bundle",
    "model_files",
    "model_for",
]

_FORMAT: Final = "textveil-model"
_VERSION: Final = 1
_CARD: Final = "card.md"
_ROLES: Final = "roles.tsv"
_LARGEST: Final = 1 << 28
"""Bytes of all files together."""
_LARGEST_TABLE: Final = 1 << 22
"""Bytes of a file that becomes many small objects in memory."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A model with all that is needed to use it.

    Attributes
    ----------
    parts
        The files with what was learnt, by name.
    labels
        What it can find.
    books
        What was known about words when it was trained.
    kind
        What it is made of: a key of `kinds.FILES`.
    language
        Of the texts that it reads.
    settings
        What a model of this kind needs to know beside its files.
    hints
        Names of the detectors whose findings it expects.
    probe
        Hash of what these detectors found in the probe text when it was trained.
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
    foreign
        The folder that it was read from, if its files are not those of a shipped model.
    prices
        What the levels of caution cost and give, where that was measured.
    """

    parts: Mapping[str, bytes] = field(repr=False)
    labels: tuple[str, ...]
    books: Books = field(repr=False)
    kind: str = CRF
    language: str = ENGLISH
    settings: Mapping[str, Any] = field(default_factory=dict, repr=False)
    hints: tuple[str, ...] = ()
    probe: str = ""
    threshold: float = 0.5
    calibration: Calibration = field(default_factory=Calibration, repr=False)
    points: tuple[OperatingPoint, ...] = field(default=(), repr=False)
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    card: str = field(default="", repr=False)
    prices: tuple[CautionPrice, ...] = field(default=(), repr=False)
    foreign: str = field(default="", repr=False, compare=False)

    def files(self) -> dict[str, bytes]:
        """Return the files of the folder, by name."""
        content = {
            **self.parts,
            _CARD: self.card.encode(),
            _ROLES: write_roles(self.books),
        }
        manifest = {
            "format": _FORMAT,
            "version": _VERSION,
            "scheme": "textveil",
            "kind": self.kind,
            "language": self.language,
            "settings": dict(self.settings),
            "words": tables_digest(),
            "probe": self.probe,
            "labels": list(self.labels),
            "hints": list(self.hints),
            "threshold": self.threshold,
            "calibration": [list(knot) for knot in self.calibration.knots],
            "points": [
                [point.threshold, round(point.recall, 4), round(point.precision, 4)]
                for point in self.points
            ],
            **({"prices": write_prices(self.prices)} if self.prices else {}),
            "facts": dict(self.facts),
            "files": {
                name: {"bytes": len(data), "sha256": sha256(data).hexdigest()}
                for name, data in sorted(content.items())
            },
        }
        text = json.dumps(manifest, indent=1, ensure_ascii=False, sort_keys=True)
        return {MANIFEST: (text + "\n").encode(), **content}

    def tagger(self) -> Tagger:
        """Return the model, ready for use; one of somebody else runs in a process of its own."""
        if self.foreign:
            from textveil.models.cell.tagger import StrangeModel, in_a_cell

            made = (self.kind, self.parts, self.labels, self.books, self.language, self.settings)
            return in_a_cell(StrangeModel(self.foreign, *made))
        return tagger_of(self.kind, self.parts, self.labels, self.books, self.settings)


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
        made for other word tables or labels than this version has.
    """
    folder, title = _folder(name_or_path)
    if not folder.is_dir():
        raise ModelError(
            "there is no model at this path",
            where=title,
            hint=f"give the folder that `textveil train` wrote, or {' or '.join(SHIPPED)}",
        )
    return _bundle(folder, title)


def model_files(name_or_path: str) -> tuple[tuple[str, Path], ...]:
    """Return the files of a model, each with the name that a certificate gives it."""
    folder, title = _folder(name_or_path)
    name = title if title in SHIPPED else folder.name
    found = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else [MANIFEST]
    return tuple((f"{name}/{one}", Path(str(folder / one))) for one in found if one != _CARD)


def _folder(name_or_path: str) -> tuple[Any, str]:
    if name_or_path in SHIPPED:
        return files("textveil.models") / "data" / name_or_path, name_or_path
    return Path(name_or_path), name_or_path


def _bundle(folder: Any, where: str) -> Bundle:
    described = _read(folder, MANIFEST, where, _LARGEST_TABLE)
    manifest = _manifest(described, where)
    try:
        kind = str(manifest["kind"])
        if kind not in FILES:
            raise ModelError(f"there is no kind of model with the name {kind}", where=where)
        content: dict[str, bytes] = {}
        left = _LARGEST
        for name in sorted({*manifest["files"], _CARD, _ROLES, *FILES[kind]}):
            content[name] = _checked(folder, name, manifest, where, left)
            left -= len(content[name])
        bundle = Bundle(
            {name: data for name, data in content.items() if name not in {_CARD, _ROLES}},
            tuple(str(label) for label in manifest["labels"]),
            read_roles(content[_ROLES], str(manifest["language"])),
            kind,
            str(manifest["language"]),
            dict(manifest["settings"]),
            tuple(str(hint) for hint in manifest["hints"]),
            str(manifest["probe"]),
            float(manifest["threshold"]),
            Calibration(tuple((float(x), float(y)) for x, y in manifest["calibration"])),
            tuple(OperatingPoint(*map(float, point)) for point in manifest["points"]),
            dict(manifest["facts"]),
            content[_CARD].decode("utf-8"),
            read_prices(manifest.get("prices", {})),
            "" if _is_shipped(described) else where,
        )
        _check(bundle, where)
    except (AttributeError, KeyError, OverflowError, TypeError, UsageError, ValueError):
        raise ModelError(f"{MANIFEST} does not describe a model", where=where) from None
    return bundle


def _check(bundle: Bundle, where: str) -> None:
    """Raise for invalid numbers and for labels of another scheme."""
    language_named(bundle.language)
    if not bundle.labels or len(set(bundle.labels)) != len(bundle.labels):
        raise InvalidValueError("there are no labels, or one is stated twice")
    numbers = [bundle.threshold, *(value for p in bundle.points for value in astuple(p))]
    if not all(0.0 <= number <= 1.0 for number in numbers):
        raise InvalidValueError("a threshold, recall or precision lies outside [0, 1]")
    foreign = sorted(label for label in bundle.labels if not is_label(label))
    if foreign:
        raise ModelError(
            f"the model was trained on another scheme: {foreign[0]} is not one of our labels",
            where=where,
            hint="train it with `textveil train --scheme`",
        )


def _is_shipped(described: bytes) -> bool:
    """Tell whether a manifest is one of ours; it has the hashes of all other files."""
    return any(described == (_folder(name)[0] / MANIFEST).read_bytes() for name in SHIPPED)


def _manifest(described: bytes, where: str) -> dict[str, Any]:
    try:
        manifest = json.loads(described)
    except (RecursionError, ValueError):
        raise ModelError(
            f"{MANIFEST} cannot be read",
            where=where,
            hint="a model is a folder that `textveil train` wrote",
        ) from None
    if not isinstance(manifest, dict) or manifest.get("format") != _FORMAT:
        raise ModelError("this is not a model of textveil", where=where)
    for key, expected in (("version", _VERSION), ("scheme", "textveil")):
        if manifest.get(key) != expected:
            raise ModelError(
                f"the model was made for another {key} ({manifest.get(key)}, not {expected})",
                where=where,
                hint="train it again with this version of textveil",
            )
    if manifest.get("words") != tables_digest():
        raise ModelError(
            "the model was trained with other word tables",
            where=where,
            hint="train it again with this version of textveil",
        )
    return manifest


def _read(folder: Any, name: str, where: str, most: int = _LARGEST) -> bytes:
    """Return the content of a plain file; a link, a pipe or a device is none."""
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


def _checked(folder: Any, name: str, manifest: dict[str, Any], where: str, left: int) -> bytes:
    """Return the content of a file; raise unless size and hash match the manifest."""
    table = manifest.get("files")
    stated = table.get(name) if isinstance(table, dict) else None
    if not isinstance(stated, dict) or Path(name).name != name:
        raise ModelError(f"{MANIFEST} does not state what {name} holds", where=where)
    most = _LARGEST_TABLE if name in {_CARD, _ROLES} else _LARGEST
    data = _read(folder, name, where, min(left, most))
    if len(data) != stated.get("bytes"):
        raise ModelError(f"{name} does not have its stated size", where=where)
    if sha256(data).hexdigest() != stated.get("sha256"):
        raise ModelError(f"{name} was changed after the model was made", where=where)
    return data
