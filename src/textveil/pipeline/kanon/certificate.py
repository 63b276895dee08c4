"""The certificate of a suppressed corpus: what was promised, checked and written; it holds no text.

It is one file beside the output, for `kanon` writes no folder of its own. Input and output are
covered as in a release: the input by a commitment under the key or a nonce, the output by plain
hashes. The nonce lies in a file beside the certificate, which is not to be published.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final

from textveil.certify.certificate import (
    Commitment,
    file_hash,
    id_of,
    seal_of,
    signed_form,
)
from textveil.certify.certificate_shape import SIGNED, misfit
from textveil.certify.signature import SIGNATURE, SIGNER
from textveil.certify.signing import SigningKey
from textveil.errors import EscapingPathError, FormatError, TextveilError
from textveil.formats.json_text import parse
from textveil.formats.outputs import binary_sink, write_json
from textveil.formats.sources import Source
from textveil.pipeline.kanon.report import KanonReport
from textveil.pipeline.release.start import started_at
from textveil.transform.suppress import Suppress
from textveil.values.document import Document
from textveil.values.secret import Secret
from textveil.version import VERSION

__all__ = ["certify", "nonce_file", "output_hashes", "read_kanon_certificate"]

_SCHEMA: Final = "textveil.kanon.v1"
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
_COUNTED: Final = ("documents", "subjects", "symbols", "kept", "runs")
_LARGEST: Final = 1 << 26


def certify(
    path: Path,
    made: KanonReport,
    documents: Sequence[Document],
    places: tuple[Source, Path],
    given: Secret | bytes,
    sign: SigningKey | None = None,
) -> str:
    """Write the certificate of a run, and a nonce if there is no key; return the release id.

    Parameters
    ----------
    path
        Where to write it; the nonce gets the same name with `.nonce`.
    made
        What was done and verified.
    documents
        The input.
    places
        Where it came from, and where the result is.
    given
        The key, which commits to the input and seals the certificate, or the nonce of the run.
    sign
        Signs the certificate.
    """
    source, target = places
    key, nonce = (given, b"") if isinstance(given, Secret) else (None, given)
    commitment = Commitment(key.derive("commitment") if key else nonce)
    for document in documents:
        commitment.add(document)
    content: dict[str, Any] = {
        "schema": _SCHEMA,
        "textveil": VERSION,
        "written": started_at(),
        "settings": made.settings.to_json(),
        "subject_ids": "keyed" if key else "numbered",
        "source": {
            "name": source.path.resolve().name,
            "format": source.format_name,
            "options": dict(source.options),
        },
        "input": {"commitment": commitment.hexdigest(), "keyed_by": "key" if key else "nonce"},
        "output": output_hashes(target),
        "counts": {name: getattr(made, name) for name in _COUNTED},
        "unprotected": list(made.unprotected),
        "verdicts": [verdict.to_json() for verdict in made.verdicts],
    }
    # As it will be read: tuples, for example, come back as lists.
    content = json.loads(json.dumps(content))
    if sign is not None:
        content[SIGNER] = sign.public.fingerprint
    content["id"] = id_of(content)
    if sign is not None:
        content[SIGNATURE] = sign.sign(signed_form(content))
    content["seal"] = seal_of(content, key) if key else ""
    if nonce:
        with binary_sink(nonce_file(path), mode=0o600) as sink:
            sink.write(nonce.hex().encode())
    write_json(path, content)
    return str(content["id"])


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
    if not isinstance(content, dict) or content.get("schema") != _SCHEMA:
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
    given = {name: value for name, value in settings.items() if name != "claim"}
    try:
        return Suppress(**given).to_json() == settings
    except (TypeError, TextveilError):
        return False


def _fits(content: Mapping[str, Any], known: Mapping[str, type]) -> bool:
    """Tell whether each known field is there, with a value of its type."""
    return all(type(content.get(name)) is kind for name, kind in known.items())
