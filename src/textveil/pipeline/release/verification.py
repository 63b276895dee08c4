"""Verification: a release on disk, checked again from its files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from textveil.errors import FormatError, InvalidValueError, TextveilError
from textveil.pipeline.policy import policy_hash
from textveil.pipeline.registry import ComponentKind, build
from textveil.pipeline.release.certificate import (
    CERTIFICATE,
    NONCE,
    RECORD,
    REPORT,
    TEXTS,
    Commitment,
    file_hash,
    read_certificate,
    seal_of,
)
from textveil.pipeline.release.columns import NO_COLUMNS, Columns, released_text
from textveil.pipeline.release.record import Row, read_record
from textveil.pipeline.release.tally import counts_json
from textveil.pipeline.sources import Source
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.secret import Secret
from textveil.values.verdict import Status, Verdict, Witness
from textveil.values.watching import Track, untracked

__all__ = ["Cases", "Verification", "check_all", "verify_release"]

_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Cases:
    """The documents of a release, before and after, read from disk as often as needed.

    Protected columns are part of each case: their cells stand after the text (`Columns.whole`), so
    that every verifier sees them.
    """

    released: Source
    record: Path
    before: Iterable[Document] | None = None
    columns: Columns = NO_COLUMNS

    def __iter__(self) -> Iterator[Case]:
        for source, after, row in self._rows():
            before = None if source is None else self.columns.whole(source)
            release = row.release(self.columns.whole(after).text)
            yield Case(before, release, self.columns.beside(after))

    def texts(self) -> Iterator[Case]:
        """Yield the cases without the cells of protected columns."""
        for source, after, row in self._rows():
            release = row.release(self.columns.whole(after).text)
            yield Case(source, released_text(release, len(after.text)), self.columns.beside(after))

    def _rows(self) -> Iterator[tuple[Document | None, Document, Row]]:
        before = self.before if self.before is not None else iter(())
        for row, after, source in zip_longest(read_record(self.record), self.released, before):
            if row is None or after is None or row.id != after.id:
                raise InvalidValueError("the record and the released documents do not agree")
            if self.before is not None and (source is None or source.id != row.id):
                raise InvalidValueError("the input and the released documents do not agree")
            yield source, after, row

    def record_verdict(self) -> Verdict:
        """Check that the record fits the released texts, document by document."""
        checked, witnesses = 0, []
        try:
            for row, after in zip_longest(read_record(self.record), self.released):
                checked += 1
                problem = _misfit(row, None if after is None else self.columns.whole(after))
                if problem:
                    name = row.id if row else after.id
                    witnesses.append(Witness(name, 0, 0, problem))
        except TextveilError as error:
            witnesses.append(Witness(error.where or RECORD, 0, 0, error.what))
        return Verdict.of("record", checked, witnesses[:_SHOWN], len(witnesses))

    def metadata_verdict(self, record: Verdict, *, keep: bool) -> Verdict:
        """Check that what travels beside the texts is the input's, or nothing at all."""
        claim, checked, witnesses = "metadata", 0, []
        if self.before is None and self.columns.keeps_any(keep=keep):
            return Verdict.not_checkable(claim, "the input is not at hand")
        if not record.holds:
            return Verdict.not_checkable(claim, "the record does not fit the texts")
        for after, source in zip_longest(self.released, self.before or ()):
            checked += 1
            kept = Metadata() if source is None else self.columns.kept(source, keep=keep)
            if after is None or self.columns.beside(after) != kept:
                name = after.id if after else "the release"
                witnesses.append(Witness(name, 0, 0, "metadata or subject are not the input's"))
        return Verdict.of(claim, checked, witnesses[:_SHOWN], len(witnesses))


def _misfit(row: Row | None, after: Document | None) -> str:
    if row is None:
        return "a released document is missing from the record"
    if after is None or row.id != after.id:
        return "a recorded document is missing from the release"
    try:
        row.release(after.text)
    except (InvalidValueError, TypeError) as error:
        return error.what if isinstance(error, InvalidValueError) else "the record is malformed"
    return ""


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of checking a release again.

    Attributes
    ----------
    verdicts
        Each claim, checked now.
    differences
        Where the certificate says something else than what was found now.
    """

    verdicts: tuple[Verdict, ...]
    differences: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True where nothing is refuted and nothing differs from the certificate."""
        refuted = any(verdict.status is Status.REFUTED for verdict in self.verdicts)
        return not refuted and not self.differences

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as a JSON object."""
        return {
            "holds": self.holds,
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "differences": list(self.differences),
        }


def verify_release(
    folder: Path,
    source: Source | None = None,
    key: Secret | None = None,
    track: Track = untracked,
) -> Verification:
    """Recompute the hashes and verdicts of a release and compare them with its certificate.

    Parameters
    ----------
    folder
        What `release` wrote.
    source
        The input, if it is at hand; without it some claims cannot be checked.
    key
        The key of the release, if it had one; checks the seal and the commitment to the input.
    track
        Watches the passes.
    """
    certificate = read_certificate(folder)
    verdicts = [_integrity(folder, certificate), _seal(certificate, key)]
    try:
        released = _released(folder, certificate["source"])
    except TextveilError:
        missing = Witness(TEXTS, 0, 0, "the released documents are not where they should be")
        verdicts.append(Verdict.of("record", 0, [missing]))
        return Verification(tuple(verdicts), tuple(_differences(certificate, verdicts)))
    columns = Columns.of(_stated_columns(certificate), released)
    cases = Cases(released, folder / RECORD, source, columns)
    record, given = cases.record_verdict(), _input(folder, certificate, source, key)
    keep = certificate["policy"].get("metadata") == "keep"
    verdicts += [record, given, cases.metadata_verdict(record, keep=keep)]
    for step in certificate["policy"]["verify"]:
        verdicts.append(_verdict((step, key), cases, record, given, track))
    differences = [
        *_differences(certificate, verdicts),
        *compare_counts(certificate, cases, record),
    ]
    return Verification(tuple(verdicts), tuple(differences))


def _released(folder: Path, described: Mapping[str, Any]) -> Source:
    path = folder / TEXTS / described["name"]
    return Source.released(path, described["format"], described["options"])


def _stated_columns(certificate: Mapping[str, Any]) -> Mapping[str, str]:
    stated = certificate["policy"].get("columns", {})
    if not isinstance(stated, dict) or not all(isinstance(role, str) for role in stated.values()):
        raise FormatError("the certificate's `policy.columns` is malformed", where=CERTIFICATE)
    return stated


def _integrity(folder: Path, certificate: Mapping[str, Any]) -> Verdict:
    stated: Mapping[str, str] = certificate["output"]
    # A report with source text has no hash, and the nonce may be kept back.
    free = {CERTIFICATE, NONCE} if REPORT in stated else {CERTIFICATE, NONCE, REPORT}
    present = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() or path.is_symlink() or not any(path.iterdir())
    } - free
    witnesses = []
    if RECORD not in stated:
        witnesses.append(Witness(RECORD, 0, 0, "the certificate does not list the record"))
    for name in sorted(present | set(stated)):
        path = folder / name
        if name not in stated:
            witnesses.append(Witness(name, 0, 0, "the certificate does not know this file"))
        elif not path.is_file() or path.is_symlink():
            witnesses.append(Witness(name, 0, 0, "the file is missing"))
        elif file_hash(path) != stated[name]:
            witnesses.append(Witness(name, 0, 0, "the file is not the one that was certified"))
    return Verdict.of("integrity", len(stated), witnesses[:_SHOWN], len(witnesses))


def _seal(certificate: Mapping[str, Any], key: Secret | None) -> Verdict:
    if not certificate["seal"]:
        return Verdict.not_checkable("seal", "the release was made without a key")
    if key is None:
        return Verdict.not_checkable("seal", "the key is not at hand")
    good = seal_of(certificate, key) == certificate["seal"]
    reason = "the certificate was changed, or this is not its key"
    witnesses = [] if good else [Witness("certificate.json", 0, 0, reason)]
    return Verdict.of("seal", 1, witnesses)


def _input(
    folder: Path, certificate: Mapping[str, Any], source: Source | None, key: Secret | None
) -> Verdict:
    claim, keyed = "input", certificate["input"]["keyed_by"] == "key"
    if source is None:
        return Verdict.not_checkable(claim, "the input is not at hand")
    if keyed and key is None:
        return Verdict.not_checkable(claim, "the key is not at hand")
    if keyed and key and seal_of(certificate, key) != certificate["seal"]:
        return Verdict.not_checkable(claim, "the seal does not fit this key")
    nonce = folder / NONCE
    if not keyed and not nonce.is_file():
        return Verdict.not_checkable(claim, f"{NONCE} was kept back")
    secret = key.derive("commitment") if keyed and key else bytes.fromhex(nonce.read_text("ascii"))
    commitment, count = Commitment(secret), 0
    for document in source:
        commitment.add(document)
        count += 1
    good = commitment.hexdigest() == certificate["input"]["commitment"]
    reason = "this is not the input that was released"
    witnesses = [] if good else [Witness(source.path.name, 0, 0, reason)]
    return Verdict.of(claim, count, witnesses)


def _verdict(
    keyed: tuple[Mapping[str, Any], Secret | None],
    cases: Cases,
    record: Verdict,
    given: Verdict,
    track: Track,
) -> Verdict:
    step, key = keyed
    options = {name: value for name, value in step.items() if name != "use"}
    verifier = build(ComponentKind.VERIFIER, str(step.get("use")), options, key)
    if not record.holds:
        return Verdict.not_checkable(verifier.claim, "the record does not fit the texts")
    if given.status is Status.REFUTED:
        return Verdict.not_checkable(verifier.claim, "the input is not the one that was released")
    verdict: Verdict = verifier.verify(_Tracked(cases, verifier.claim, record.checked, track))
    return verdict


@dataclass(frozen=True, slots=True)
class _Tracked:
    """Cases whose every pass is watched."""

    cases: Cases
    claim: str
    total: int
    track: Track

    def __iter__(self) -> Iterator[Case]:
        return iter(self.track(self.cases, f"verify {self.claim}", self.total))


def _differences(certificate: Mapping[str, Any], verdicts: Sequence[Verdict]) -> Iterator[str]:
    stated = {verdict["claim"]: verdict for verdict in certificate["verdicts"]}
    always = {"integrity", "seal", "input"}  # these are about the certificate, not in it
    claims = {verdict.claim for verdict in verdicts} - always
    for claim in sorted(stated.keys() - claims):
        yield f"the certificate states {claim}, which its policy does not check"
    for claim in sorted(claims - stated.keys()):
        yield f"the certificate does not state {claim}"
    if policy_hash(certificate["policy"]) != certificate["policy"].get("sha256"):
        yield "the policy is not the one whose hash is stated"
    for verdict in verdicts:
        then = stated.get(verdict.claim)
        if then is None or verdict.status is Status.NOT_CHECKABLE:
            continue
        now = verdict.to_json()
        changed = [k for k in ("status", "checked", "failures") if then.get(k) != now[k]]
        for key in changed:
            yield f"{verdict.claim}: {key} was {then.get(key)}, is {now[key]}"


def check_all(
    steps: Iterable[Mapping[str, Any]],
    cases: Cases,
    *,
    keep: bool,
    key: Secret | None = None,
    track: Track = untracked,
) -> tuple[Verdict, ...]:
    """Run the verifiers of a policy over cases; the record's own verdict comes first."""
    record = cases.record_verdict()
    nothing = Verdict.not_checkable("input", "it was just read")
    beside = cases.metadata_verdict(record, keep=keep)
    checked = (_verdict((step, key), cases, record, nothing, track) for step in steps)
    return (record, beside, *checked)


def compare_counts(certificate: Mapping[str, Any], cases: Cases, record: Verdict) -> Iterator[str]:
    """Yield where the certificate's counts are not those of the record and the released texts."""
    if not record.holds:
        return
    labels: Counter[str] = Counter()
    documents = characters = withheld = 0
    fields: set[str] = set()
    for row, after in zip(read_record(cases.record), cases.released, strict=True):
        documents += 1
        characters += row.input_length
        withheld += sum(edit[1] - edit[0] for edit in row.edits)
        labels.update(edit[4] for edit in row.edits)
        fields.update(cases.columns.beside(after))
    found = counts_json(documents, characters, withheld, labels)
    for name, number in found.items():
        if certificate["counts"].get(name) != number:
            yield f"counts: {name} is not what the record says"
    if certificate["unprotected"] != sorted(fields):
        yield "unprotected: other fields travel along than the certificate says"
    if certificate.get("protected", {}) != cases.columns.protected:
        yield "protected: other columns are rewritten than the certificate says"
