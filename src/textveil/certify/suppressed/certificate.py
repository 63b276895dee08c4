"""The certificate of a suppressed corpus, as it is read: one file beside the output."""

from collections.abc import Mapping
from itertools import product
from pathlib import Path, PurePosixPath
from typing import Any, Final

from textveil.certify.certificate import file_hash
from textveil.certify.certificate_shape import SIGNED, misfit
from textveil.errors import EscapingPathError, FormatError
from textveil.formats.json_text import parse

__all__ = ["CLAIMED", "KANON_SCHEMA", "nonce_file", "output_hashes", "read_kanon_certificate"]

KANON_SCHEMA: Final = "textveil.kanon.v1"
_FIELDS: Final[Mapping[str, type]] = {
    **dict.fromkeys(("schema", "textveil", "written", "subject_ids", "id", "seal"), str),
    **dict.fromkeys(("settings", "source", "input", "output", "counts"), dict),
    **dict.fromkeys(("unprotected", "verdicts"), list),
}
_INSIDE: Final[Mapping[str, Mapping[str, type]]] = {
    "settings": {
        **dict.fromkeys(("guarantee", "method", "unit", "claim", "mark", "show"), str),
        **dict.fromkeys(("k", "min_length"), int),
    },
    "source": {"name": str, "format": str, "options": dict},
    "input": {"commitment": str, "keyed_by": str},
}
_LARGEST: Final = 1 << 26
CLAIMED: Final = "claimed"
_FEWEST: Final = 2
_COUNTED: Final = ("subjects", "occurrences")
_CLAIMS: Final = {
    **dict.fromkeys(product(("minimum", "longest-first", "paper"), _COUNTED), CLAIMED),
    **dict.fromkeys(product(("words", "hybrid"), _COUNTED), "not claimed"),
    ("groups", "output"): CLAIMED,
}
"""By method and guarantee: whether it is claimed and verified. Nothing else can be asked for."""


def nonce_file(path: Path) -> Path:
    """Return where the nonce of a certificate lies."""
    return path.with_suffix(".nonce")


def output_hashes(target: Path) -> dict[str, str]:
    """Return the SHA-256 of a written file, or of all files of a written folder, by name."""
    if target.is_file():
        return {target.name: file_hash(target)}
    files = sorted(path for path in target.rglob("*") if path.is_file())
    return {path.relative_to(target.parent).as_posix(): file_hash(path) for path in files}


def read_kanon_certificate(path: Path) -> dict[str, Any]:
    """Return a certificate of `kanon` as a JSON object.

    Raises
    ------
    FormatError
        If it is none, or was changed so that a part of it cannot be what it should.
    """
    with path.open("rb") as stream:
        data = stream.read(_LARGEST)
    try:
        content = parse(data.decode("utf-8"), str(path), 1)
    except UnicodeDecodeError:
        raise FormatError("the certificate is not UTF-8 text", where=str(path)) from None
    if not isinstance(content, dict) or content.get("schema") != KANON_SCHEMA:
        raise FormatError(
            "this is not a certificate of `textveil kanon`",
            where=str(path),
            hint="give the folder that `textveil release` wrote, or what `--certificate` wrote",
        )
    others = {name: content[name] for name in content if name not in _FIELDS}
    if not _fits(content, _FIELDS) or misfit(others, SIGNED):
        raise FormatError("a part of the certificate is missing, or not known", where=str(path))
    inside = (_fits(content[name], known) for name, known in _INSIDE.items())
    listed = (isinstance(verdict, dict) for verdict in content["verdicts"])
    if not all((*inside, *listed)) or not _is_one(content["settings"]):
        raise FormatError("a part of the certificate is malformed", where=str(path))
    if any(PurePosixPath(name).is_absolute() or ".." in name for name in content["output"]):
        raise EscapingPathError("the certificate names a file outside its folder", where=str(path))
    return content


def _is_one(settings: Mapping[str, Any]) -> bool:
    """Tell whether settings are ones that a run can have, and promise what their method does."""
    mark, show = settings["mark"], settings["show"]
    return (
        settings.keys() == _INSIDE["settings"].keys()
        and _CLAIMS.get((settings["method"], settings["guarantee"])) == settings["claim"]
        and settings["k"] >= _FEWEST
        and settings["unit"] in ("char", "token")
        and settings["min_length"] >= 1
        and len(mark) == 1
        and not (mark.isspace() or mark.isalnum() or mark in show)
    )


def _fits(content: Mapping[str, Any], known: Mapping[str, type]) -> bool:
    """Tell whether each known field is there, with a value of its type."""
    return all(type(content.get(name)) is kind for name, kind in known.items())
