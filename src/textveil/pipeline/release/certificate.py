"""The certificate: what was released, how, and what was verified; it holds no text.

Hashes of what is released are plain SHA-256. The *input* is only committed to: a plain hash would
let anyone who guesses the withheld values check the guess. The commitment is an HMAC under the
release's key or, without one, under a random nonce that is stored in a file of its own, to be kept
back when the rest is published.
"""

import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, Final

from textveil.errors import EscapingPathError, FormatError, InputError
from textveil.values.attacking import AttackResult
from textveil.values.document import Document
from textveil.values.json_fields import json_fields
from textveil.values.score import Score
from textveil.values.secret import Secret
from textveil.values.verdict import Verdict

__all__ = [
    "CERTIFICATE",
    "COUNTED",
    "NONCE",
    "RECORD",
    "REPORT",
    "TEXTS",
    "Certificate",
    "Commitment",
    "file_hash",
    "read_certificate",
    "seal_of",
]

CERTIFICATE, RECORD, REPORT, TEXTS, NONCE = (
    "certificate.json",
    "edits.jsonl",
    "report.html",
    "texts",
    "input.nonce",
)
_FIRST, _SCHEMA = "textveil.certificate.v1", "textveil.certificate.v2"
COUNTED: Final = {
    _FIRST: ("documents", "characters", "withheld_characters", "passages", "labels"),
    _SCHEMA: (
        *("documents", "characters", "withheld_characters", "passages", "labels"),
        *("replaced", "unchanged"),
    ),
}
"""Which counts certificates of each schema hold."""


class Commitment:
    """A keyed digest over documents in order, fed one at a time."""

    def __init__(self, key: bytes) -> None:
        self._digest = hmac.new(key, digestmod=sha256)

    def add(self, document: Document) -> None:
        """Take in a document's id, text, subject and metadata."""
        beside = json.dumps([document.subject, document.metadata.to_json()], sort_keys=True)
        for part in (document.id, document.text, beside):
            data = part.encode("utf-8", "surrogatepass")
            # Lengths first: two different lists of documents never feed the same bytes.
            self._digest.update(len(data).to_bytes(8, "big") + data)

    def hexdigest(self) -> str:
        """Return the digest of everything taken in so far."""
        return self._digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Certificate:
    """Everything that `textveil verify` needs to check a release again.

    Attributes
    ----------
    version
        Version of textveil that made the release.
    policy
        The whole policy and its hash.
    started
        When the run started: UTC, by ISO 8601. A run that was resumed keeps its first start.
    components
        Names of all components that took part, those inside others too; a name carries its version.
    files
        SHA-256 of the files that components read, models and lists for example.
    source
        Name of the input file or folder and how it was read.
    input
        Commitment to the input and how it was keyed.
    output
        SHA-256 of every released file, by its path inside the release.
    randomness
        What drew at random, each with what it drew from: the key, a seed, or the system.
    counts
        Documents, by language too; characters; and passages: how many were replaced and how many
        stayed, by label.
    repairs
        How many passages were redone because a verifier refuted them, by claim and by what was
        done.
    unprotected
        Metadata fields that travel along as they were.
    protected
        Columns that were rewritten beside the texts, each with its label or `text`.
    verdicts, scores
        What was verified, and what was measured where the input came with annotations.
    meaning
        What was changed, by kind: how much of it may mean something else than who somebody is.
    attacks
        What readers who know the program get from the release, by attack: guesses and how many are
        right.
    seal
        HMAC of everything else under the release's key; empty without a key.
    """

    version: str
    started: str
    policy: Mapping[str, Any]
    components: tuple[str, ...]
    files: Mapping[str, str]
    source: Mapping[str, Any]
    input: Mapping[str, Any]
    output: Mapping[str, str]
    randomness: Mapping[str, str]
    counts: Mapping[str, Any]
    repairs: Mapping[str, Mapping[str, int]]
    protected: Mapping[str, str]
    unprotected: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    scores: tuple[Score, ...] = ()
    meaning: Mapping[str, Any] = field(default_factory=dict)
    attacks: tuple[AttackResult, ...] = ()
    seal: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as a JSON object."""
        named = {"schema": _SCHEMA, "textveil": self.version}
        return named | json_fields(self, {"version"})

    def sealed(self, key: Secret | None) -> "Certificate":
        """Return the certificate with its seal under a key, or unsealed without one."""
        return self if key is None else replace(self, seal=seal_of(self.to_json(), key))


def seal_of(content: Mapping[str, Any], key: Secret) -> str:
    """Return the HMAC of a certificate's JSON object without its own seal."""
    bare = {name: value for name, value in content.items() if name != "seal"}
    text = json.dumps(bare, sort_keys=True, ensure_ascii=False)
    return hmac.new(key.derive("seal"), text.encode(), sha256).hexdigest()


def read_certificate(folder: Path) -> dict[str, Any]:
    """Return a release's certificate as a JSON object."""
    path = folder / CERTIFICATE
    if not path.is_file():
        raise InputError(
            f"there is no {CERTIFICATE} here",
            where=str(folder),
            hint="give the folder that `textveil release` wrote",
        )
    try:
        content = json.loads(path.read_text("utf-8"))
    except ValueError:
        raise FormatError("the certificate is not valid JSON", where=str(path)) from None
    if not isinstance(content, dict) or not isinstance(content.get("schema"), str):
        raise FormatError("this is not a certificate of textveil", where=str(path))
    if content["schema"] not in COUNTED:
        raise FormatError(
            "the certificate has a schema that this version of textveil does not know",
            where=str(path),
            hint=f"known are {' and '.join(COUNTED)}; a newer textveil may know it",
        )
    _check_shape(content, str(path))
    return content


_SHAPE = {
    "policy": dict,
    "source": dict,
    "input": dict,
    "output": dict,
    "counts": dict,
    "unprotected": list,
    "verdicts": list,
    "scores": list,
    "seal": str,
    "source.name": str,
    "source.format": str,
    "source.options": dict,
    "input.commitment": str,
    "input.keyed_by": str,
    "policy.verify": list,
}


_SHAPE_2 = {
    "textveil": str,
    "started": str,
    "components": list,
    "files": dict,
    "randomness": dict,
    "repairs": dict,
    "protected": dict,
}
"""What certificates have from the second schema on."""


def _check_shape(content: Mapping[str, Any], where: str) -> None:
    """Raise if a certificate lacks a part or points outside its folder."""
    first = content["schema"] == next(iter(COUNTED))
    for path, kind in (_SHAPE if first else _SHAPE | _SHAPE_2).items():
        value: Any = content
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if not isinstance(value, kind):
            raise FormatError(f"the certificate's `{path}` is missing or malformed", where=where)
    if any(
        not isinstance(verdict, dict) or not isinstance(verdict.get("claim"), str)
        for verdict in content["verdicts"]
    ) or not all(isinstance(step, dict) for step in content["policy"]["verify"]):
        raise FormatError("the certificate's verdicts are malformed", where=where)
    names = [content["source"]["name"], *content["output"]]
    if any(
        PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts for name in names
    ):
        raise EscapingPathError("the certificate names a file outside the release", where=where)


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, read in blocks."""
    digest = sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
