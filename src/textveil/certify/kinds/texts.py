"""Releases of texts: what a policy claims of them, checked from texts, record and input."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from textveil.certify.basis import Basis, Examined
from textveil.certify.commitments import LISTS, NO_WORDS
from textveil.certify.document.certificate import kept_digest
from textveil.certify.document.certificate_shape import can_exist
from textveil.certify.document.layout import CERTIFICATE, OWN, RECORD, TEXTS
from textveil.certify.document.record import Counts, Row, is_changed, read_record
from textveil.certify.document.rounding import rounded_counts
from textveil.certify.kinds.clear_cases import ClearCases
from textveil.certify.kinds.fixed_texts import WithoutFixedTexts
from textveil.errors import ComponentFailedError, InvalidValueError, TextveilError
from textveil.formats.columns import NO_COLUMNS, Columns, released_text
from textveil.formats.held import BUDGET, Held, Without, weight_of_case
from textveil.formats.sources import Source
from textveil.values.contracts import Case, Unhider, Verifier
from textveil.values.contracts import about as told_by
from textveil.values.document import AUTO, Document
from textveil.values.edit import Release
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.runs.watch import Track
from textveil.values.terms.policy_terms import KEEP, policy_hash
from textveil.values.terms.word_lists import NO_LISTS
from textveil.values.verdict import Status, Verdict, Witness
from textveil.verify.leftovers.denied import Denied
from textveil.verify.leftovers.residue import Residue
from textveil.verify.verifiers import built_verifiers

__all__ = ["Cases", "ReadBack", "check_texts", "judged"]

_NO_RECORD = "the record of edits was not given"
_NO_TEXTS = "the released documents could not be read"
_SKIP = "skip"
_UNDUE = "nothing in the input explains this document"
_STRANGE = "metadata or subject differ from the input"


def check_texts(basis: Basis) -> Examined:
    """Check every claim that the policy of a release asks for, and what else it says."""
    certificate, lists = basis.certificate, basis.lists
    policy = certificate["policy"]
    copies = {name: basis.place.own(name) for name in certificate["own_files"]}
    own = {name: str(path) for name, path in copies.items() if path.is_file()}
    verifiers = built_verifiers(policy, basis.key, basis.vault, lists or NO_LISTS, own)
    if basis.released is None:
        missing = Witness(TEXTS, 0, 0, "the released documents are not where they should be")
        claims = ("metadata", *(verifier.claim for verifier in verifiers))
        found = [Verdict.of("record", 0, [missing])]
        found += [Verdict.not_checkable(claim, _NO_TEXTS) for claim in claims]
        return Examined(found, differences=tuple(_other_policy(certificate)))
    # Names of fields that were left out are not published: what `*` kept is listed.
    listed = frozenset(certificate["unprotected"])
    columns = replace(Columns.of(policy.get("columns", {}), basis.released), others=listed)
    back = _read(basis, basis.released, columns)
    found = [back.record, back.metadata]
    for verifier in verifiers:
        hindered = back.hindrance or basis.hindrance or _strange_file(verifier, basis)
        watched = (basis.track, back.record.checked)
        cases: Iterable[Case] = back.cases
        if isinstance(verifier, Residue) and basis.before is not None and not hindered:
            cases = WithNames(back.cases, certificate)
        verdict = judged(verifier, cases, hindered, watched, policy["transform"])
        found.append(_without_words(verdict, certificate) if lists is None else verdict)
    differences = list(_other_policy(certificate))
    if certificate["protected"] != columns.protected:
        differences.append("protected: the rewritten columns are not those in the certificate")
    counted = back.record.status is not Status.REFUTED
    left = basis.place.left_out()
    differences += _wrongly_left(basis, left)
    return Examined(
        found,
        rounded_counts(back.counts) if counted else None,
        back.counts if back.record.holds else None,
        back.fields,
        tuple(differences),
        tuple(_believed(policy, left)),
        # That nothing stands beside the texts is seen without the record.
        frozenset() if columns.keeps_any else frozenset({"metadata"}),
    )


def _believed(policy: Mapping[str, Any], left: frozenset[str]) -> Iterator[str]:
    """Yield what is taken from the record, because no verifier guesses the language of a text."""
    if policy.get("language", AUTO) == AUTO:
        yield "language of each document"
    if left:
        yield "languages of the documents that were left out"


def _wrongly_left(basis: Basis, left: frozenset[str]) -> Iterator[str]:
    """Yield that documents were left out although the policy reads every language."""
    policy = basis.certificate["policy"]
    told = policy.get("language", AUTO) == AUTO and policy.get("other_languages", _SKIP) == _SKIP
    if left and not told:
        yield "skipped: documents were left out that the policy does not leave out"


def _read(basis: Basis, released: Source, columns: Columns) -> "ReadBack | ReadTexts":
    annotated = basis.certificate["policy"].get("annotations") == KEEP
    if not basis.place.has(RECORD):
        return ReadTexts(released, columns, basis.before, annotated=annotated)
    before = None if basis.before is None else Without(basis.before, basis.place.left_out())
    return ReadBack(Cases(released, basis.place.record, before, columns, annotated=annotated))


def _other_policy(certificate: Mapping[str, Any]) -> Iterator[str]:
    """Yield where what the certificate says of its policy does not fit together."""
    policy = certificate["policy"]
    if certificate.get("decision", {}).get("shares", False) != ("publish" in policy):
        yield "the decision to publish is not the one that the policy asks for"
    if policy_hash(policy) != policy["sha256"]:
        yield "the policy is not the one whose hash is stated"


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
    annotated: bool = False
    """Whether annotations are released; they are then a claim of their own."""

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
        beside = self.columns.beside(after)
        return Case(before, release, beside, language, kept, after.annotations)

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

    def __init__(self, cases: Cases, *, budget: int = BUDGET) -> None:
        self._cases = cases
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
            if beside != self._kept(source) or _is_strange(after, annotated=self._cases.annotated):
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
        return self._cases.columns.kept(source)

    def _metadata(self) -> Verdict:
        if self._cases.before is None and self._cases.columns.keeps_any:
            return Verdict.not_checkable("metadata", "the input was not given")
        if not self.record.holds:
            return Verdict.not_checkable("metadata", "the record does not fit the texts")
        return Verdict.of("metadata", self._checked, self._strange)

    @property
    def hindrance(self) -> str:
        """Why no other claim can be verified; empty if they can."""
        return "" if self.record.holds else "the record does not fit the texts"


@dataclass(frozen=True, slots=True)
class WithNames:
    """Cases, and one more: all names that are published, in which no removed value may stand."""

    cases: Iterable[Case]
    certificate: Mapping[str, Any]

    def __iter__(self) -> Iterator[Case]:
        yield from self.cases
        certificate = self.certificate
        shown = [certificate["source"]["name"], certificate["policy"]["name"]]
        shown += [part for path in certificate["output"] for part in path.split("/")]
        shown += [*certificate["own_files"], *certificate["protected"], *certificate["unprotected"]]
        text = "\n\n".join(dict.fromkeys(map(_as_words, shown)))
        release = Release(CERTIFICATE, text, (), len(text))
        yield Case(Document(CERTIFICATE, text, CERTIFICATE), release)


def _as_words(name: str) -> str:
    """Return a name with spaces between its words."""
    return re.sub(r"[_.-]+", " ", name)


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

    def __init__(
        self,
        released: Source,
        columns: Columns,
        before: Iterable[Document] | None = None,
        *,
        annotated: bool = False,
    ) -> None:
        self.cases: tuple[Case, ...] = ()
        self.fields: set[str] = set()
        self.record = Verdict.not_checkable("record", _NO_RECORD)
        known = None if before is None else {document.id for document in before}
        count, strange, undue = 0, [], []
        try:
            for document in released:
                count += 1
                if known is not None and document.id not in known:
                    undue.append(Witness(document.id, 0, 0, _UNDUE))
                beside = columns.beside(document)
                self.fields.update(beside)
                told = bool(beside) or _is_strange(document, annotated=annotated)
                strange += [Witness(document.id, 0, 0, _STRANGE)] if told else []
        except TextveilError as error:
            misfit = Witness(error.where or TEXTS, 0, 0, error.what)
            self.record = Verdict.of("record", count, [misfit])
        if undue:
            self.record = Verdict.of("record", count, undue)
        self.counts: dict[str, Any] = {"documents": count}
        self.metadata = Verdict.of("metadata", count, strange)
        if columns.keeps_any or not count:
            self.metadata = Verdict.not_checkable("metadata", _NO_RECORD)


def _is_strange(document: Document, *, annotated: bool) -> bool:
    """Tell whether a document has annotations, and the policy does not release any."""
    return not annotated and (document.spans is not None or bool(document.layers))


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
    verifier: Verifier,
    cases: Iterable[Case],
    hindrance: str,
    watched: tuple[Track, int | None],
    rules: Mapping[str, Any],
) -> Verdict:
    """Run a verifier over cases and report progress; with a hindrance it is not checkable.

    A verifier that reads values as a person does says so (`Unhider`), and sees clear texts. One
    that compares values with surrogates is not shown the texts that the `rules` of a policy fix.
    """
    if hindrance:
        return Verdict.not_checkable(verifier.claim, hindrance)
    tracked: Iterable[Case] = _Tracked(cases, verifier.claim, *watched)
    try:
        if WithoutFixedTexts.concerns(verifier, rules):
            left = WithoutFixedTexts(tracked, rules)
            return left.counted(_verdict(verifier, left))
        return _verdict(verifier, tracked)
    except TextveilError:
        raise
    except Exception as error:  # noqa: BLE001 - what a package's verifier raises may quote text
        raise ComponentFailedError(
            f"the verifier of {verifier.claim} failed with {type(error).__name__}",
            hint="nothing can be said about the release; tell the authors of the verifier",
        ) from None


def _verdict(verifier: Verifier, cases: Iterable[Case]) -> Verdict:
    if not (isinstance(verifier, Unhider) and verifier.unhides):
        return verifier.verify(cases)
    clear = ClearCases(cases)
    return clear.back(verifier.verify(clear))


def _strange_file(verifier: Verifier, basis: Basis) -> str:
    """Return why a verifier may not use its files; empty if it may, or has none."""
    outside = _outside(verifier, basis)
    if outside or basis.secret is None:
        return outside
    secret = basis.secret
    key = secret.derive("commitment") if isinstance(secret, Secret) else secret
    stated = basis.certificate["own_files"]
    for shown, path in told_by(verifier).private:
        name = shown.removeprefix(OWN)
        digest = kept_digest(path, key, kind="own file", name=name) if path.is_file() else ""
        if digest not in ("", stated.get(name)):
            return f"{name} is not the file of the release"
    return ""


def _outside(verifier: Verifier, basis: Basis) -> str:
    """Return why a verifier may not run: a certificate could make it open any file."""
    # A copy that is kept with the release was put there by its owner.
    paths = [path for _, path in told_by(verifier).private if path.parent != basis.place.keep]
    if any(path.is_absolute() or ".." in path.parts for path in paths):
        return "the certificate names a file outside the folder in which this runs"
    if not all(can_exist(str(path)) for path in paths):
        return "the certificate names a file that cannot exist"
    return ""


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
