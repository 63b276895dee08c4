"""Verification: a release on disk, checked again from its files."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from textveil.certify.certificate import id_of, read_release
from textveil.certify.certificate_shape import can_exist
from textveil.certify.clearing import ClearCases
from textveil.certify.committing import LISTS, NO_WORDS, Committing
from textveil.certify.comparing import (
    compared,
    identity,
    integrity,
    other_counts,
    other_figures,
    seal,
    stated_only,
)
from textveil.certify.in_words import in_words
from textveil.certify.layout import RECORD, TEXTS, ReleaseFolder
from textveil.certify.record import Counts, Row, is_changed, read_record
from textveil.certify.risk.file import risk_verdict
from textveil.certify.signature import signature
from textveil.certify.signing import PublicKey
from textveil.certify.verifiers import built_verifiers
from textveil.errors import (
    ComponentFailedError,
    InvalidValueError,
    TextveilError,
    UsageError,
)
from textveil.formats.columns import NO_COLUMNS, Columns, released_text
from textveil.formats.held import BUDGET, Held, Without, weight_of_case, weight_of_document
from textveil.formats.sources import Source, given_path
from textveil.values.contracts import Case, Unhider, Verifier
from textveil.values.contracts import about as told_by
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.json_fields import json_fields
from textveil.values.metadata import Metadata
from textveil.values.secret import Secret
from textveil.values.vault import Vault
from textveil.values.verdict import Status, Verdict, Witness
from textveil.values.watching import Track, untracked
from textveil.values.word_lists import NO_LISTS, WordLists
from textveil.verify.denied import Denied
from textveil.verify.residue import Residue

__all__ = ["Cases", "ReadBack", "Verification", "judged", "verify_release"]

_CALL = 'verify_release("out", read("notes.jsonl"))'
_NO_RECORD = "the record of edits was not given"
_NO_TEXTS = "the released documents could not be read"
_STRANGE = "metadata or subject differ from the input"


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
    bare: bool = False

    def __iter__(self) -> Iterator[Case]:
        for source, after, row in self._rows():
            release = row.release(self.columns.whole(after).text)
            yield self._case(source, after, release, row.language)

    def _case(
        self, source: Document | None, after: Document, release: Release, language: str
    ) -> Case:
        before = source
        if self.bare:
            release = released_text(release, len(after.text))
        elif source is not None:
            before = self.columns.whole(source)
        kept = self.columns.kept_by_rule(after)
        return Case(before, release, self.columns.beside(after), language, kept)

    def _rows(self) -> Iterator[tuple[Document | None, Document, Row]]:
        before = self.before if self.before is not None else iter(())
        for row, after, source in zip_longest(read_record(self.record), self.released, before):
            if row is None or after is None or row.id != after.id:
                raise InvalidValueError("the record and the released documents do not agree")
            if self.before is not None and (source is None or source.id != row.id):
                raise InvalidValueError("the input and the released documents do not agree")
            yield source, after, row


class ReadBack:
    """The pass that reads a release from disk and checks that its parts fit together.

    Attributes
    ----------
    cases
        The documents before and after; small ones are held from this pass on.
    record
        Whether the record fits the released texts, document by document.
    metadata
        Whether what travels beside the texts is the input's, or nothing at all.
    counts, fields
        What record and texts say: see `record.Counts`; and the fields beside the texts.
    """

    def __init__(self, cases: Cases, *, keep: bool, budget: int = BUDGET) -> None:
        self._cases, self._keep = cases, keep
        self._checked = 0
        self._misfits: list[Witness] = []
        self._strange: list[Witness] = []
        self._counts = Counts()
        self._is_first = True
        self.fields: set[str] = set()
        self.cases = Held(self, weight_of_case, budget)
        deque(self.cases, maxlen=0)
        self.record = Verdict.of("record", self._checked, self._misfits)
        self.metadata = self._metadata()
        self.counts = self._counts.to_json()

    def __iter__(self) -> Iterator[Case]:
        first, self._is_first = self._is_first, False
        return self._read() if first else iter(self._cases)

    def _read(self) -> Iterator[Case]:
        before = iter(self._cases.before or ())
        for row, after in self._rows():
            self._checked += 1
            source = next(before, None)
            whole = None if after is None else self._cases.columns.whole(after)
            release = _fitting(row, whole)
            if isinstance(release, str) or row is None or after is None:
                name = row.id if row else after.id if after else RECORD
                self._misfits.append(Witness(name, 0, 0, str(release)))
                continue
            case = self._cases._case(source, after, release, row.language)
            if case.before is not None and not _says_changes(row, case.release, case.before.text):
                reason = "the record is wrong about which passages changed"
                self._misfits.append(Witness(row.id, 0, 0, reason))
            self._counts.add(row)
            # What the case has beside the text is what stands beside it on the disk.
            beside = case.metadata
            self.fields.update(beside)
            if beside != self._kept(source):
                self._strange.append(Witness(row.id, 0, 0, _STRANGE))
            yield case
        if next(before, None) is not None:
            self._strange.append(Witness("the release", 0, 0, _STRANGE))

    def _rows(self) -> Iterator[tuple[Row | None, Document | None]]:
        # The input is read outside of this: its errors are not the record's.
        try:
            yield from zip_longest(read_record(self._cases.record), self._cases.released)
        except TextveilError as error:
            self._misfits.append(Witness(error.where or RECORD, 0, 0, error.what))

    def _kept(self, source: Document | None) -> Metadata:
        if source is None:
            return Metadata()
        return self._cases.columns.kept(source, keep=self._keep)

    def _metadata(self) -> Verdict:
        if self._cases.before is None and self._cases.columns.keeps_any(keep=self._keep):
            return Verdict.not_checkable("metadata", "the input was not given")
        if not self.record.holds:
            return Verdict.not_checkable("metadata", "the record does not fit the texts")
        return Verdict.of("metadata", self._checked, self._strange)

    @property
    def hindrance(self) -> str:
        """Why no other claim can be verified; empty if they can."""
        return "" if self.record.holds else "the record does not fit the texts"


class ReadTexts:
    """The pass over a release whose record is not at hand: what its texts alone show.

    Attributes
    ----------
    cases
        Empty: without the record nobody knows what was changed.
    record, metadata
        As `ReadBack` has them; what needs the record is not checkable.
    counts, fields
        How many documents there are, and the fields beside the texts.
    """

    hindrance = _NO_RECORD

    def __init__(self, released: Source, columns: Columns, *, keep: bool) -> None:
        self.cases: tuple[Case, ...] = ()
        self.fields: set[str] = set()
        self.record = Verdict.not_checkable("record", _NO_RECORD)
        count, strange = 0, []
        try:
            for document in released:
                count += 1
                beside = columns.beside(document)
                self.fields.update(beside)
                strange += [Witness(document.id, 0, 0, _STRANGE)] if beside else []
        except TextveilError as error:
            misfit = Witness(error.where or TEXTS, 0, 0, error.what)
            self.record = Verdict.of("record", count, [misfit])
        self.counts: dict[str, Any] = {"documents": count}
        self.metadata = Verdict.of("metadata", count, strange)
        if columns.keeps_any(keep=keep) or not count:
            self.metadata = Verdict.not_checkable("metadata", _NO_RECORD)


def _fitting(row: Row | None, after: Document | None) -> Release | str:
    """Return the release that record and text make together, or why they do not fit."""
    if row is None:
        return "a released document is missing from the record"
    if after is None or row.id != after.id:
        return "a recorded document is missing from the release"
    try:
        return row.release(after.text)
    except (InvalidValueError, TypeError) as error:
        return error.what if isinstance(error, InvalidValueError) else "the record is malformed"


def _says_changes(row: Row, release: Release, text: str) -> bool:
    """Tell whether the passages that the record calls unchanged are unchanged."""
    return all(
        0 <= at < len(release.edits) and not is_changed(release.edits[at], text)
        for at in row.unchanged
    )


def judged(
    verifier: Verifier, cases: Iterable[Case], hindrance: str, watched: tuple[Track, int | None]
) -> Verdict:
    """Run a verifier over cases and report progress; with a hindrance it is not checkable.

    A verifier that reads values as a person does says so (`Unhider`), and sees clear texts.
    """
    if hindrance:
        return Verdict.not_checkable(verifier.claim, hindrance)
    tracked = _Tracked(cases, verifier.claim, *watched)
    try:
        if not (isinstance(verifier, Unhider) and verifier.unhides):
            return verifier.verify(tracked)
        clear = ClearCases(tracked)
        return clear.back(verifier.verify(clear))
    except TextveilError:
        raise
    except Exception as error:  # noqa: BLE001 - what a package's verifier raises may quote text
        raise ComponentFailedError(
            f"the verifier of {verifier.claim} failed with {type(error).__name__}",
            hint="nothing can be said about the release; tell the authors of the verifier",
        ) from None


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of checking a release again.

    Attributes
    ----------
    release
        The release id, recomputed.
    verdicts
        Each claim: checked now, or *stated* by the certificate if it could not be checked.
    differences
        Where the certificate says something else than what was found now.
    stated
        Parts of the certificate that nothing in the release can confirm. They are as credible as
        the certificate: see `signature`, `seal` and `release` among the verdicts.

    Examples
    --------
    >>> held = Verdict.of("residue", checked=1, witnesses=[])
    >>> Verification("an id", (held,), (), ()).holds
    True
    """

    release: str
    verdicts: tuple[Verdict, ...]
    differences: tuple[str, ...]
    stated: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if nothing is refuted and nothing differs from the certificate."""
        refuted = any(verdict.status is Status.REFUTED for verdict in self.verdicts)
        return not refuted and not self.differences

    @property
    def sentence(self) -> str:
        """The outcome in words."""
        return in_words(self.verdicts, len(self.differences))

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as a JSON object."""
        return {"holds": self.holds, "sentence": self.sentence, **json_fields(self)}


def verify_release(
    folder: str | Path,
    source: Source | None = None,
    key: Secret | None = None,
    track: Track = untracked,
    lists: WordLists | None = None,
    release_id: str | None = None,
    signer: PublicKey | None = None,
    vault: Vault | None = None,
) -> Verification:
    """Recompute the hashes and verdicts of a release and compare them with its certificate.

    Parameters
    ----------
    folder
        What `release` wrote, or only the part of it that is published. Then claims that need the
        record of edits are stated.
    source
        The input, if it was given; without it some claims cannot be checked.
    key
        The key of the release; checks the seal and the commitment to the input. If it is given, a
        release without a valid seal is refuted.
    track
        Watches the passes.
    lists
        The word lists of the policy, if they were given; a certificate only commits to them.
    release_id
        The id of the release that this should be; another release is refuted.
    signer
        The public key of who should have signed the release. If it is given, a release that is
        not signed by its holder is refuted; without it, no signature is said to hold.
    vault
        The vault of the release, for the verifiers that compare with what it keeps.

    Returns
    -------
    Verification
        Each claim, checked again or stated, and what differs from the certificate.

    Raises
    ------
    InputError
        If the folder has no certificate; `FormatError` if it cannot be read.
    UsageError
        If the folder is no path, or the input was not read with `read`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import Run, load_policy, read, release
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "note.txt").write_text("Write to ana@example.org.")
    >>> notes = read(folder / "note.txt")
    >>> _ = release(Run(notes, folder / "out", load_policy("patterns-only")))
    >>> verify_release(folder / "out", notes).holds
    True
    """
    _require_documents(source)
    place, certificate = read_release(given_path(folder, _CALL))
    about = [integrity(place, certificate), *identity(certificate, release_id)]
    about += [*signature(certificate, signer), seal(certificate, key)]
    committing = Committing.of(place, certificate, key)
    found_again = committing.with_ids(source)
    about += [committing.kept(), *risk_verdict(place, certificate, key, signer)]
    if LISTS in certificate["policy"]:
        about.append(committing.words(lists))
    verifiers = built_verifiers(certificate["policy"], key, vault, lists or NO_LISTS)
    try:
        released = _released(place, certificate["source"])
    except TextveilError:
        missing = Witness(TEXTS, 0, 0, "the released documents are not where they should be")
        claims = ("metadata", *(verifier.claim for verifier in verifiers))
        found = [Verdict.of("record", 0, [missing])]
        found += [Verdict.not_checkable(claim, _NO_TEXTS) for claim in claims]
        return _compared(certificate, about, found)
    columns = Columns.of(certificate["policy"].get("columns", {}), released)
    documents = None if found_again is None else Held(found_again, weight_of_document)
    given = committing.input(source, documents)
    keep = certificate["policy"]["metadata"] == "keep"
    back: ReadBack | ReadTexts
    if place.has(RECORD):
        before = None if documents is None else Without(documents, place.left_out())
        back = ReadBack(Cases(released, place.record, before, columns), keep=keep)
    else:
        back = ReadTexts(released, columns, keep=keep)
    strange = "the input is not the one that was released"
    hindrance = back.hindrance or (strange if given.status is Status.REFUTED else "")
    found = [back.record, back.metadata]
    for verifier in verifiers:
        hindered = hindrance or _outside(verifier)
        verdict = judged(verifier, back.cases, hindered, (track, back.record.checked))
        found.append(_without_words(verdict, certificate) if lists is None else verdict)
    differences: list[str] = []
    if back.record.status is not Status.REFUTED:
        differences += other_counts(certificate, back, columns.protected)
    if back.record.holds:
        differences += other_figures(place, back, found)
    return _compared(certificate, about, found, [given], differences)


def _require_documents(source: object) -> None:
    if source is not None and not isinstance(source, Source):
        raise UsageError(
            f"the input cannot be of the type {type(source).__name__}",
            where="source",
            hint=f"for example {_CALL}",
        )


def _compared(
    certificate: Mapping[str, Any],
    about: Sequence[Verdict],
    found: Sequence[Verdict],
    given: Sequence[Verdict] = (),
    counted: Iterable[str] = (),
) -> Verification:
    """Return the outcome: verdicts about the certificate and the input, and those it states."""
    verdicts, differences = compared(certificate, found)
    record, *others = verdicts
    return Verification(
        id_of(certificate),
        (*about, record, *given, *others),
        (*differences, *counted),
        stated_only(certificate, (*about, *given), counted=found[0].holds),
    )


def _outside(verifier: Verifier) -> str:
    """Return why a verifier may not run: a certificate could make it open any file."""
    paths = [path for _, path in told_by(verifier).private]
    if any(path.is_absolute() or ".." in path.parts for path in paths):
        return "the certificate names a file outside the folder in which this runs"
    if not all(can_exist(str(path)) for path in paths):
        return "the certificate names a file that cannot exist"
    return ""


def _released(place: ReleaseFolder, described: Mapping[str, Any]) -> Source:
    path = place.texts / described["name"]
    return Source.released(path, described["format"], described["options"])


def _without_words(verdict: Verdict, certificate: Mapping[str, Any]) -> Verdict:
    """Return what can be said of a claim about words that were not given."""
    counts = certificate["policy"].get(LISTS, {})
    denied = verdict.claim == Denied.claim and counts.get("deny")
    # Without the allowed words, the check is stricter than the one that was certified.
    allowed = verdict.claim == Residue.claim and counts.get("allow")
    if denied or (allowed and verdict.status is Status.REFUTED):
        return Verdict.not_checkable(verdict.claim, NO_WORDS)
    return verdict


@dataclass(frozen=True, slots=True)
class _Tracked:
    """Cases whose every pass is watched."""

    cases: Iterable[Case]
    claim: str
    track: Track
    total: int | None

    def __iter__(self) -> Iterator[Case]:
        return iter(self.track(self.cases, f"verify {self.claim}", self.total))
