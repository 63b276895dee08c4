"""Release: detect, rewrite, verify and certify, all or nothing.

The run reads its input twice. The first pass finds passages and learns the values that must stand
nowhere in the corpus; the second rewrites. In between, what was found is read again, without
looking anew, to learn who the people are, and for transformers that must know all values before
they choose one. The output is put together in a temporary
folder beside its place and renamed at the end, so that what stands at the place is whole and
verified. A run that was killed goes on where its detection stopped.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from textveil.detect.linking import Linking
from textveil.detect.occurrences import Values
from textveil.errors import InputError, RefutedError, UsageError
from textveil.formats.outputs import explained, new_folder
from textveil.pipeline.memory import within_memory
from textveil.pipeline.policy import Policy
from textveil.pipeline.release.certificate import (
    CERTIFICATE,
    NONCE,
    RECORD,
    REPORT,
    TEXTS,
    Certificate,
    Commitment,
    file_hash,
)
from textveil.pipeline.release.columns import Columns
from textveil.pipeline.release.detection import Detection
from textveil.pipeline.release.known_values import Known
from textveil.pipeline.release.record import row_of
from textveil.pipeline.release.report import write_report
from textveil.pipeline.release.rewriting import Rewriting
from textveil.pipeline.release.screening import Screening
from textveil.pipeline.release.spool import Spool, progress_folder
from textveil.pipeline.release.tally import Tally
from textveil.pipeline.release.verification import Cases, check_all
from textveil.pipeline.sources import Source
from textveil.values.document import Document
from textveil.values.secret import Secret
from textveil.values.span import Spans
from textveil.values.vault import Vault
from textveil.values.verdict import Status, Verdict
from textveil.values.watching import Track, untracked
from textveil.version import VERSION

__all__ = ["Run", "release"]

_MODEL = "textveil.tagger.v1"


@dataclass(frozen=True, slots=True)
class Run:
    """What a release is asked to do.

    Attributes
    ----------
    source
        The documents.
    target
        The folder to make.
    policy
        What happens to them.
    key
        For keyed hashes, the commitment to the input, and the certificate's seal.
    excerpts
        How many documents the report shows before and after; the report then holds source text.
    force
        Replace the target if it is an earlier release.
    keep_refuted
        Write the release even if a verdict is refuted; the certificate says so.
    track
        Watches the passes, to show progress.
    vault
        Keeps the surrogates of a project, so that its batches agree with each other.
    notice
        Is told, in a sentence without source text, what the user should know.
    """

    source: Source
    target: Path
    policy: Policy
    key: Secret | None = None
    excerpts: int = 0
    force: bool = False
    keep_refuted: bool = False
    track: Track = untracked
    vault: Vault | None = None
    notice: Callable[[str], None] = lambda _: None


def release(run: Run) -> Certificate:
    """Carry out a run and return its certificate.

    Raises
    ------
    RefutedError
        If a verdict is refuted; then nothing is written, unless the run keeps refuted releases.
    """
    if run.source.path.is_dir() and run.target.resolve().is_relative_to(run.source.path.resolve()):
        raise UsageError("the output lies inside the input", where=str(run.target))
    # Built first: a policy that cannot be carried out should fail before anything is read.
    detection = Detection.of(run.policy, run.key)
    rewriting = Rewriting.of(run.policy, run.key, run.vault)
    screening = Screening.of(run.policy, run.key)
    columns = Columns.of(run.policy.columns, run.source)
    columns.require_in(run.source, keep=run.policy.keep_metadata)
    # A disk that is full, or a folder that may not be written, is told wherever it is noticed.
    with (
        explained(str(run.target)),
        new_folder(run.target, replaces=CERTIFICATE if run.force else "") as folder,
    ):
        nonce = None if run.key else secrets.token_bytes(32)
        committed = _Committed(run.key.derive("commitment") if run.key else nonce or b"")
        purpose = f"{run.policy.sha256} {VERSION}"
        with Spool(progress_folder(run.target), purpose, run.key, folder) as spool:
            linking = Linking(rewriting.scope)
            known = _find(run, (detection, columns, rewriting), spool, committed)
            _check_names([run.source.released_name], known.corpus, detection)

            def found(stage: str) -> Iterator[tuple[Document, Spans]]:
                stages = rewriting, columns, screening
                whole = _completed(run, stages, (spool, known), committed)
                for document, spans in run.track(whole, stage, committed.documents):
                    inside = columns.within(document, spans)
                    yield document, Detection.settle(document, rewriting.protected(inside))

            def linked(stage: str) -> Iterator[tuple[Document, Spans]]:
                for document, spans in found(stage):
                    yield document, linking.linked(document, spans)

            for document, spans in found("link"):
                linking.learn(document, spans)
            if rewriting.surveyors:
                for document, spans in linked("survey"):
                    rewriting.survey(document, spans)
            tally = _rewrite(run, folder, (rewriting, columns), linked("rewrite"), committed)
            _check_names(sorted({*tally.fields, *columns.protected}), known.corpus, detection)
            _tell_overtaken(run, rewriting.overtaken)
        verdicts = _check(run, folder, columns)
        certificate = _certify(run, folder, tally, committed, verdicts)
        if nonce:
            (folder / NONCE).touch(mode=0o600)
            (folder / NONCE).write_text(nonce.hex(), "ascii")
    return certificate


class _Committed:
    """Makes sure that both passes read the same input, and remembers its digest."""

    def __init__(self, key: bytes) -> None:
        self._first, self._second = Commitment(key), Commitment(key)
        self.documents = 0

    def once(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yield the documents of the first pass."""
        for document in documents:
            self._first.add(document)
            self.documents += 1
            yield document

    def again(self, document: Document) -> None:
        """Take in a document of the second pass."""
        self._second.add(document)

    def digest(self, where: Path) -> str:
        """Return the digest, or raise if the passes did not see the same."""
        if self._first.hexdigest() != self._second.hexdigest():
            raise InputError("the input changed while it was read", where=str(where))
        return self._first.hexdigest()


def _find(
    run: Run,
    finding: tuple[Detection, Columns, Rewriting],
    spool: Spool,
    committed: _Committed,
) -> Known:
    """Look through every document once, going on where an unfinished run stopped."""
    detection, columns, rewriting = finding
    known, seen = Known(), set[str]()
    for document in committed.once(run.source.tracked(run.track, "find")):
        seen |= columns.names_in(document)
        whole = columns.whole(document)
        found = spool.recall(whole)
        if found is None:
            found = columns.find(detection.find, whole)
        spool.add(whole, found)
        if run.policy.propagate:
            known.learn(whole, rewriting.protected(found))
            known.corpus |= columns.values(whole)
    if not committed.documents:
        raise InputError("there are no documents here", where=str(run.source.path))
    columns.require(seen, str(run.source.path))
    return known


def _check_names(names: Iterable[str], values: Values, detection: Detection) -> None:
    """Stop if a file or column is called what is to be removed; its name would be released."""
    for number, name in enumerate(names, 1):
        # A model reads sentences; of a lone word it has little to say that could be trusted.
        found = detection.find(Document("name", name)).where(lambda s: s.source != _MODEL)
        if found or any(True for _ in values.occurrences(name)):
            labels = ", ".join(found.labels) or "a removed value"
            raise InputError(
                f"a name that would be released looks like {labels}: name {number} of its kind",
                hint="rename the input or the column; a table needs a header",
            )


def _tell_overtaken(run: Run, count: int) -> None:
    """Say that real values of this batch stand in an earlier release, as surrogates of others."""
    if count:
        what = "value of this batch was" if count == 1 else "values of this batch were"
        run.notice(f"{count:,} {what} given to others as surrogates in an earlier one")


def _completed(
    run: Run,
    stages: tuple[Rewriting, Columns, Screening],
    learnt: tuple[Spool, Known],
    committed: _Committed,
) -> Iterator[tuple[Document, Spans]]:
    """Yield each whole document with all that is to go: found, propagated, and screened out."""
    (rewriting, columns, screening), (spool, known) = stages, learnt

    def completed(documents: Iterable[Document]) -> Iterator[tuple[Document, Spans]]:
        for document, found in zip(documents, spool, strict=True):
            whole, more = columns.whole(document), run.policy.propagate
            # What the policy leaves is looked at again: it may be a value that must go.
            wanted = rewriting.protected(found)
            yield whole, known.complete(whole, wanted) if more else wanted

    if not screening.screens:
        yield from completed(run.source)
        return
    held = completed(within_memory(run.source, run.source.path))
    documents, spans = zip(*run.track(held, "screen", committed.documents), strict=True)
    yield from zip(documents, screening.screened(documents, spans), strict=True)


def _rewrite(
    run: Run,
    folder: Path,
    writing: tuple[Rewriting, Columns],
    found: Iterator[tuple[Document, Spans]],
    committed: _Committed,
) -> Tally:
    (rewriting, columns), keep = writing, run.policy.keep_metadata
    tally = Tally(run.excerpts)
    target = folder / TEXTS / run.source.released_name
    # A format that knows files and folders tells them apart by what exists.
    (target if run.source.path.is_dir() else target.parent).mkdir(parents=True)

    with (folder / RECORD).open("w", encoding="utf-8") as record:

        def rewritten() -> Iterator[Document]:
            for whole, chosen in found:
                bare = columns.bare(whole)
                committed.again(bare)
                made = rewriting.rewrite(whole, chosen)
                record.write(json.dumps(row_of(made), ensure_ascii=False) + "\n")
                # What the policy keeps is not missed.
                gold = None if bare.spans is None else rewriting.protected(bare.spans)
                spans = columns.in_text(whole, chosen)
                tally.count(replace(bare, spans=gold), spans, made, whole)
                tally.fields.update(columns.kept(bare, keep=keep))
                yield columns.released(whole, made, keep=keep)

        columns.writer(run.source, keep=keep).write(rewritten(), target)
    return tally


def _check(run: Run, folder: Path, columns: Columns) -> tuple[Verdict, ...]:
    """Verify what was written, reading it back from disk."""
    path = folder / TEXTS / run.source.released_name
    written = Source.released(path, run.source.format_name, run.source.options)
    cases = Cases(written, folder / RECORD, run.source, columns)
    verdicts = check_all(
        [step.to_json() for step in run.policy.verify],
        cases,
        keep=run.policy.keep_metadata,
        key=run.key,
        track=run.track,
    )
    refuted = [verdict for verdict in verdicts if verdict.status is Status.REFUTED]
    if refuted and not run.keep_refuted:
        first = refuted[0].witnesses[0]
        raise RefutedError(
            f"{refuted[0].claim} does not hold: {first.reason} "
            f"({refuted[0].failures:,} in all); nothing was released",
            where=f"document {first.place}",
            hint="mend the policy (`metadata: drop` leaves out what travels along) or the input, "
            "or say --keep-refuted to write it with a certificate that says so",
        )
    return verdicts


def _certify(
    run: Run, folder: Path, tally: Tally, committed: _Committed, verdicts: tuple[Verdict, ...]
) -> Certificate:
    files = sorted(path for path in (folder / TEXTS).rglob("*") if path.is_file())
    output = {path.relative_to(folder).as_posix(): file_hash(path) for path in files}
    output[RECORD] = file_hash(folder / RECORD)
    policy = run.policy
    steps = (
        *policy.detect,
        *policy.screen,
        policy.default,
        *policy.by_label.values(),
        *policy.verify,
    )
    own = {"textveil.propagate.v1": policy.propagate, "textveil.columns.v1": bool(policy.columns)}
    certificate = Certificate(
        version=VERSION,
        policy={**policy.to_json(), "sha256": policy.sha256},
        components=tuple(
            sorted({*(name for name in own if own[name]), *(step.use for step in steps if step)})
        ),
        source={
            "name": run.source.released_name,
            "format": run.source.format_name,
            "options": dict(run.source.options),
        },
        input={
            "commitment": committed.digest(run.source.path),
            "keyed_by": "key" if run.key else "nonce",
        },
        output=output,
        randomness="no component draws random numbers; the bootstrap of scores is seeded with 0",
        counts=tally.to_json(),
        unprotected=tuple(sorted(tally.fields)),
        protected=Columns.of(policy.columns, run.source).protected,
        verdicts=verdicts,
        scores=tally.scores(np.random.default_rng(0)),
    )
    write_report(folder / REPORT, certificate, tally.excerpts)
    if not tally.excerpts:
        # A report with source text is not hashed: the hash would let anyone test a guess of it.
        output[REPORT] = file_hash(folder / REPORT)
    certificate = replace(certificate, output=output).sealed(run.key)
    text = json.dumps(certificate.to_json(), indent=2, ensure_ascii=False)
    (folder / CERTIFICATE).write_text(text + "\n", "utf-8")
    return certificate
