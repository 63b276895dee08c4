"""The certificate: what was released, how, and what was verified; it holds no text.

Hashes of what is released are plain SHA-256. The *input*, the private files and the user's own
lists are only committed to: a plain hash would let anyone who guesses the withheld values check the
guess. The commitment is an HMAC under the release's key or, without one, under a random nonce,
which is a private file too.

Counts are exact in a `Certificate`, and rounded in the file (`certify.document.rounding`).

A *release id* is the SHA-256 of all the certificate says. The certificate has the hashes of all
files, so who knows the id by another way can tell this release from every other one.

Id, signature and seal are made in this order from one form of the JSON (`_written`), and each
covers those before it.
"""

import hmac
import json
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from textveil.certify.document.certificate_shape import SCHEMA, TEXT, certified_shape, check_shape
from textveil.certify.document.layout import CERTIFICATE, ReleaseFolder
from textveil.certify.document.rounding import (
    HELD_BY_OWNER,
    rounded_attacks,
    rounded_counts,
    rounded_meaning,
    rounded_report,
    rounded_scores,
    rounded_verdict,
)
from textveil.certify.signatures.signing_pair import SigningKey
from textveil.errors import FormatError, InputError
from textveil.formats.json.json_text import parse
from textveil.formats.span_codec import layer_to_json
from textveil.values.document import Document
from textveil.values.figures.attack import AttackResult
from textveil.values.figures.json_fields import json_fields
from textveil.values.figures.meaning import KindCount, MeaningResult
from textveil.values.figures.round_counts import rounded, rounded_rows
from textveil.values.figures.score import Score
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status, Verdict

__all__ = [
    "BLANK",
    "Certificate",
    "Commitment",
    "certificate_of",
    "file_hash",
    "id_of",
    "is_certificate",
    "kept_digest",
    "read_bounded",
    "read_certificate",
    "read_release",
    "salted",
    "seal_of",
    "signed_form",
    "verdict_json",
]

_FAMILY: Final = SCHEMA.rpartition(".")[0]
_LARGEST: Final = 1 << 28
"""Bytes of a certificate or report; more is an attack on who reads it."""
_OF_KIND: Final = tuple(one.name for one in fields(KindCount))
BLANK: Final = "0" * 64
"""Stands in a report for the release id while both are made."""


class Commitment:
    """A keyed digest over documents in order, fed one at a time."""

    def __init__(self, key: bytes, *, annotated: bool = False) -> None:
        self._digest, self._annotated = hmac.new(key, digestmod=sha256), annotated

    def add(self, document: Document) -> None:
        """Take in a document: id, text, subject by rule or in the data, and what is kept of it."""
        told: list[Any] = [document.subject, document.metadata.to_json()]
        told += [] if document.about is None else [document.about]
        if self._annotated:
            told += [document.spans is not None, *map(layer_to_json, document.annotations)]
        beside = json.dumps(told, sort_keys=True)
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
    method
        What kind of release it is: a key of `certificate_shape.METHODS`.
    started
        When the run started: UTC, by ISO 8601. A run that was resumed keeps its first start.
    policy
        Of texts: the whole policy and its hash.
    settings
        Of other methods: what was asked for, and is promised.
    components
        Names of all components that took part, those inside others too; a name carries its version.
    files
        SHA-256 of the files that came with the components: models and their lists.
    own_files
        Commitments to the user's own files that components read: dictionaries and lists of words.
    source
        Name of the input file or folder and how it was read.
    input
        Commitment to the input and how it was keyed.
    output
        SHA-256 of every file to publish, by its path among them; of the report, while zeros stand
        where it shows the release id.
    kept
        Commitments to the private files, by name.
    randomness
        What drew at random, each with what it drew from: the key, a seed, or the system.
    counts
        Of texts: documents, by language too; characters; and passages: how many were replaced and
        how many stayed, by label. Of other methods: what anybody can count in the release.
    repairs
        Of texts: how many passages were redone because a verifier refuted them, by claim and by
        what was done.
    unprotected
        Metadata fields that travel along as they were.
    dropped
        How many columns and fields of the input were left out; the owner keeps their names.
    skipped
        How many files of the input, and documents in languages that are not installed, were left
        out.
    protected
        Columns that were rewritten beside the texts, each with its label or `text`.
    verdicts, scores
        What was verified, and what was measured where the input came with annotations.
    meaning
        What was changed, by kind: how much of it may mean something else than who somebody is.
    attacks
        What readers who know the program get from the release, by attack: guesses and how many are
        right.
    report
        What the report shows and no other part of the certificate has: of texts, which files were
        read, how cautious the model was, and how many values were carried to other subjects.
    decision
        Why it was published, if the policy asks for a decision, with the hashes of the files that
        it rests on, and what it does not promise.
    marked
        Whether this is a copy that is marked for one recipient; not where.
    decisions
        Of texts: how many places somebody has decided about, by what was decided; empty if none.
    weak_key
        Whether its key has fewer than 80 bits by the estimate of `textveil key check`.
    signer
        Fingerprint of the public key to the signature; empty without one.
    id
        The release id: a hash of everything else but signature and seal.
    signature
        Ed25519 signature of everything else but the seal; empty without a signing key.
    seal
        HMAC of everything else under the release's key; empty without a key.
    """

    version: str
    started: str
    components: tuple[str, ...]
    source: Mapping[str, Any]
    method: str = TEXT
    policy: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    own_files: Mapping[str, str] = field(default_factory=dict)
    input: Mapping[str, Any] = field(default_factory=dict)
    output: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)
    randomness: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, Any] = field(default_factory=dict)
    repairs: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    protected: Mapping[str, str] = field(default_factory=dict)
    unprotected: tuple[str, ...] = ()
    dropped: int = 0
    skipped: int = 0
    verdicts: tuple[Verdict, ...] = ()
    scores: tuple[Score, ...] = ()
    meaning: MeaningResult | None = None
    attacks: tuple[AttackResult, ...] = ()
    report: Mapping[str, Any] = field(default_factory=dict)
    decision: Mapping[str, Any] | None = None
    marked: bool = False
    weak_key: bool = False
    decisions: Mapping[str, int] = field(default_factory=dict)
    signer: str = ""
    id: str = BLANK
    signature: str = ""
    seal: str = ""

    def published(self) -> "Certificate":
        """Return the certificate with rounded figures, and without what tells of one document."""
        return replace(
            self,
            counts=rounded_counts(self.counts) if self.method == TEXT else self.counts,
            repairs={
                claim: rows for claim, done in self.repairs.items() if (rows := rounded_rows(done))
            },
            verdicts=tuple(map(rounded_verdict, self.verdicts)),
            scores=rounded_scores(self.scores),
            meaning=self.meaning and rounded_meaning(self.meaning),
            attacks=rounded_attacks(self.attacks),
            report=rounded_report(self.report),
            decisions={name: rounded(count) for name, count in self.decisions.items()},
        )

    def to_json(self) -> dict[str, Any]:
        """Return the certificate as a JSON object, as it is published."""
        content: dict[str, Any] = {"schema": SCHEMA, "textveil": self.version}
        content |= json_fields(self.published(), {"version"})
        content["verdicts"] = [verdict_json(verdict) for verdict in self.verdicts]
        content["meaning"] = self.meaning and rounded_meaning(self.meaning).to_json(texts=False)
        # A field that may be missing is there only if it says something.
        shape = certified_shape(self.method)
        return {
            name: value
            for name, value in content.items()
            if name in shape or (f"{name}?" in shape and value)
        }

    def figures(self) -> dict[str, Any]:
        """Return the exact figures as a JSON object; they are not for publication."""
        return {
            "counts": self.counts,
            "repairs": self.repairs,
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "scores": [score.to_json() for score in self.scores],
            "meaning": self.meaning and self.meaning.to_json(texts=False),
            "attacks": [result.to_json() for result in self.attacks],
        }

    def sealed(self, key: Secret | None, sign: SigningKey | None = None) -> "Certificate":
        """Return the certificate with its id and, if there are keys, its signature and seal."""
        signer = sign.public.fingerprint if sign else ""
        named = replace(self, signer=signer)
        named = replace(named, id=id_of(named.to_json()))
        if sign is not None:
            named = replace(named, signature=sign.sign(signed_form(named.to_json())))
        return named if key is None else replace(named, seal=seal_of(named.to_json(), key))


def certificate_of(content: Mapping[str, Any]) -> Certificate:
    """Return a certificate from its JSON object, with all names in order.

    A certificate is hashed without regard to the order of names: no reader may depend on it.

    Raises
    ------
    InvalidValueError
        If figures of it contradict each other.
    """
    told = json.loads(_written(content, ("schema",)))
    version, meaning = told.pop("textveil"), told.get("meaning")
    own = {one.name for one in fields(Certificate)}
    given = {name: value for name, value in told.items() if name in own}
    for name in ("components", "unprotected"):
        given[name] = tuple(given[name])
    given["verdicts"] = tuple(map(_verdict_of, told["verdicts"]))
    given["scores"] = tuple(Score(**one) for one in told["scores"])
    given["attacks"] = tuple(
        AttackResult(note=one.pop("verdict"), **one) for one in told["attacks"]
    )
    given["meaning"] = None if meaning is None else _meaning_of(meaning)
    return Certificate(version, **given)


def _verdict_of(told: Mapping[str, Any]) -> Verdict:
    """Return a verdict as a certificate has it; of refuted ones, the owner has the places."""
    status, failures = Status(told["status"]), told.get("failures", 0)
    places = (HELD_BY_OWNER,) if status is Status.REFUTED else ()
    left = tuple(sorted(told["exempt"].items()))
    counts = (told.get("checked", 0), places, failures)
    return Verdict(told["claim"], status, *counts, told.get("reason", ""), left)


def _meaning_of(told: Mapping[str, Any]) -> MeaningResult:
    rows = ({n: v for n, v in one.items() if n in _OF_KIND} for one in told["kinds"])
    counts = {name: told[name] for name in ("documents", "words", "passages", "changed_words")}
    return MeaningResult(**counts, kinds=tuple(KindCount(**row) for row in rows))


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as a certificate holds it: rounded, without witnesses and what is untold."""
    told = rounded_verdict(verdict).to_json()
    return {name: value for name, value in told.items() if name != "witnesses"}


def _written(content: Mapping[str, Any], without: Container[str]) -> bytes:
    """Return a JSON object in the one form that hashes are made of."""
    bare = {name: value for name, value in content.items() if name not in without}
    return json.dumps(bare, sort_keys=True, ensure_ascii=False).encode()


def id_of(content: Mapping[str, Any]) -> str:
    """Return the release id: the SHA-256 of a certificate without id, signature and seal."""
    return sha256(_written(content, ("id", "signature", "seal"))).hexdigest()


def signed_form(content: Mapping[str, Any]) -> bytes:
    """Return the bytes that are signed: a certificate's JSON object without signature and seal."""
    return _written(content, ("signature", "seal"))


def seal_of(content: Mapping[str, Any], key: Secret) -> str:
    """Return the HMAC of a certificate's JSON object without its own seal."""
    return hmac.new(key.derive("seal"), _written(content, ("seal",)), sha256).hexdigest()


def read_bounded(path: Path) -> bytes:
    """Return the content of a certificate or report; raise if it is too large."""
    with path.open("rb") as stream:
        data = stream.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise FormatError(f"the file has more than {_LARGEST} bytes", where=str(path))
    return data


def salted(digest: str, salt: bytes) -> str:
    """Return the keyed hash of a text of a marked copy, made from its plain one."""
    return hmac.new(salt, digest.encode(), sha256).hexdigest()


def kept_digest(
    path: Path, key: bytes, release_id: str = BLANK, kind: str = "kept file", name: str = ""
) -> str:
    """Return the commitment to a private file: its HMAC under a key that only this name has.

    Parameters
    ----------
    path
        The file.
    key
        What the release commits with.
    release_id
        The id that the file may show; zeros are taken in its place, as in a report.
    kind
        What the file is to the release; two kinds never share a key.
    name
        What the file is called; the name that it has unless given.
    """
    own = hmac.new(key, f"{kind} {name or path.name}".encode(), sha256).digest()
    digest = hmac.new(own, digestmod=sha256)
    for block in _blocks(path, release_id.encode()):
        digest.update(block)
    return digest.hexdigest()


def _blocks(path: Path, shown: bytes) -> Iterator[bytes]:
    """Yield a file in pieces, with zeros in place of an id that stands in a line of it."""
    blank = BLANK.encode()
    with path.open("rb") as stream:
        if shown == blank:
            yield from iter(lambda: stream.read(1 << 20), b"")
            return
        while line := stream.readline(_LARGEST):
            yield line.replace(shown, blank)


def is_certificate(path: Path) -> bool:
    """Tell whether a file says that it is a certificate of textveil, of whatever version."""
    try:
        content = parse(read_bounded(path).decode("utf-8"), str(path), 1)
    except (OSError, UnicodeDecodeError, FormatError):
        return False
    return isinstance(content, dict) and str(content.get("schema", "")).startswith(_FAMILY)


def read_certificate(folder: Path) -> dict[str, Any]:
    """Return a release's certificate as a JSON object."""
    return read_release(folder)[1]


def read_release(folder: Path) -> tuple[ReleaseFolder, dict[str, Any]]:
    """Return where the parts of a release stand, and its certificate as a JSON object.

    Parameters
    ----------
    folder
        What `release` wrote, or only the part of it that is published.
    """
    place = ReleaseFolder.at(folder)
    path = place.certificate
    if not folder.exists():
        raise InputError("there is no such file or folder", where=str(folder))
    if not path.is_file():
        raise InputError(
            f"there is no {CERTIFICATE} here",
            where=str(folder),
            hint="give the folder that `textveil release` wrote",
        )
    try:
        content = parse(read_bounded(path).decode("utf-8"), str(path), 1)
    except UnicodeDecodeError:
        raise FormatError("the certificate is not UTF-8 text", where=str(path)) from None
    if not isinstance(content, dict) or not isinstance(content.get("schema"), str):
        raise FormatError("this is not a certificate of textveil", where=str(path))
    if content["schema"] != SCHEMA:
        raise FormatError(
            "the certificate has a schema that this version of textveil does not know",
            where=str(path),
            hint=f"known is {SCHEMA}; another version of textveil may know it",
        )
    check_shape(content, str(path))
    return place, content


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, read in blocks."""
    digest = sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
