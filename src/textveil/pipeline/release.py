"""Release: detect, rewrite, verify and certify, all or nothing.

The run reads its input twice. The first pass finds passages and learns the values that must stand
nowhere in the corpus, and the people in it; the second rewrites. Transformers that must know all
values before they choose one get a survey in between. The output is put together in a temporary
folder beside its place and renamed at the end, so that what stands at the place is whole and
verified. A run that was killed goes on where its detection stopped.
"""

import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from textveil.detect.occurrences import Values
from textveil.errors import InputError, RefutedError, UsageError
from textveil.formats.outputs import new_folder
from textveil.pipeline.certificate import (
    CERTIFICATE,
    NONCE,
    RECORD,
    REPORT,
    TEXTS,
    Certificate,
    Commitment,
    file_hash,
)
from textveil.pipeline.detection import Detection
from textveil.pipeline.linking import Linking
from textveil.pipeline.memory import within_memory
from textveil.pipeline.policy import Policy
from textveil.pipeline.record import row_of
from textveil.pipeline.report import write_report
from textveil.pipeline.rewriting import Rewriting
from textveil.pipeline.screening import Screening
from textveil.pipeline.sources import Source, Track, untracked
from textveil.pipeline.spool import Spool, progress_folder
from textveil.pipeline.tally import Tally
from textveil.pipeline.verification import Cases, check_all
from textveil.values.document import Document
from textveil.values.metadata import EMPTY
from textveil.values.secret import Secret
from textveil.values.span import Spans
from textveil.values.verdict import Status, Verdict
from textveil.version import VERSION

__all__ = ["Run", "release"]


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
    """

    source: Source
    target: Path
    policy: Policy
    key: Secret | None = None
    excerpts: int = 0
    force: bool = False
    keep_refuted: bool = False
    track: Track = untracked


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
    rewriting = Rewriting.of(run.policy, run.key)
    screening = Screening.of(run.policy, run.key)
    with new_folder(run.target, replaces=CERTIFICATE if run.force else "") as folder:
        nonce = None if run.key else secrets.token_bytes(32)
        committed = _Committed(run.key.derive("commitment") if run.key else nonce or b"")
        purpose = f"{run.policy.sha256} {VERSION}"
        with Spool(progress_folder(run.target), purpose, run.key) as spool:
            linking = Linking(rewriting.scope)
            values = _find(run, detection, (spool, linking), committed)
            _check_names([run.source.released_name], values, detection)

            def found(stage: str) -> Iterator[tuple[Document, Spans]]:
                whole = _completed(run, detection, screening, (spool, values), committed)
                for document, spans in run.track(whole, stage, committed.documents):
                    chosen = Detection.settle(rewriting.protected(spans))
                    yield document, linking.linked(document, chosen)

            if rewriting.surveyors:
                for document, spans in found("survey"):
                    rewriting.survey(document, spans)
            tally = _rewrite(run, folder, rewriting, found("rewrite"), committed)
            if run.policy.keep_metadata:
                _check_names(sorted(tally.fields), values, detection)
        verdicts = _check(run, folder)
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
    run: Run, detection: Detection, learning: tuple[Spool, Linking], committed: _Committed
) -> Values:
    """Look through every document once, going on where an unfinished run stopped."""
    spool, linking = learning
    values = Values.of(())
    for document in committed.once(run.source.tracked(run.track, "find")):
        found = spool.recall(document)
        if found is None:
            found = detection.find(document)
        spool.add(document, found)
        linking.learn(document, Detection.settle(found))
        if run.policy.propagate:
            values |= detection.values(document, found)
    if not committed.documents:
        raise InputError("there are no documents here", where=str(run.source.path))
    return values


def _check_names(names: Iterable[str], values: Values, detection: Detection) -> None:
    """Stop if a file or column is called what is to be removed; its name would be released."""
    for number, name in enumerate(names, 1):
        found = detection.find(Document("name", name))
        if found or any(True for _ in values.occurrences(name)):
            labels = ", ".join(found.labels) or "a removed value"
            raise InputError(
                f"a name that would be released looks like {labels}: name {number} of its kind",
                hint="rename the input or the column; a table needs a header",
            )


def _completed(
    run: Run,
    detection: Detection,
    screening: Screening,
    learnt: tuple[Spool, Values],
    committed: _Committed,
) -> Iterator[tuple[Document, Spans]]:
    """Yield each document with all that is to go: found, propagated, and screened out."""
    spool, values = learnt

    def completed(documents: Iterable[Document]) -> Iterator[tuple[Document, Spans]]:
        for document, found in zip(documents, spool, strict=True):
            whole = run.policy.propagate
            yield document, detection.complete(document, found, values) if whole else found

    if not screening.screens:
        yield from completed(run.source)
        return
    held = completed(within_memory(run.source, run.source.path))
    documents, spans = zip(*run.track(held, "screen", committed.documents), strict=True)
    yield from zip(documents, screening.screened(documents, spans), strict=True)


def _rewrite(
    run: Run,
    folder: Path,
    rewriting: Rewriting,
    found: Iterator[tuple[Document, Spans]],
    committed: _Committed,
) -> Tally:
    tally = Tally(run.excerpts)
    target = folder / TEXTS / run.source.released_name
    # A format that knows files and folders tells them apart by what exists.
    (target if run.source.path.is_dir() else target.parent).mkdir(parents=True)

    with (folder / RECORD).open("w", encoding="utf-8") as record:

        def rewritten() -> Iterator[Document]:
            for document, chosen in found:
                committed.again(document)
                made = rewriting.rewrite(document, chosen)
                record.write(json.dumps(row_of(made), ensure_ascii=False) + "\n")
                tally.count(document, chosen, made)
                yield _released(document, made.text, keep=run.policy.keep_metadata)

        run.source.writer(like=run.policy.keep_metadata).write(rewritten(), target)
    return tally


def _released(document: Document, text: str, *, keep: bool) -> Document:
    """Return what is released: annotations speak of the old text, and stay behind."""
    bare = replace(document, text="", spans=None)
    kept = bare if keep else replace(bare, subject=None, metadata=EMPTY)
    return replace(kept, text=text)


def _check(run: Run, folder: Path) -> tuple[Verdict, ...]:
    """Verify what was written, reading it back from disk."""
    path = folder / TEXTS / run.source.released_name
    written = Source.open(path, run.source.format_name, run.source.options)
    cases = Cases(written, folder / RECORD, run.source)
    verdicts = check_all(
        [step.to_json() for step in run.policy.verify],
        cases,
        keep=run.policy.keep_metadata,
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
    propagation = ("textveil.propagate.v1",) if policy.propagate else ()
    certificate = Certificate(
        version=VERSION,
        policy={**policy.to_json(), "sha256": policy.sha256},
        components=tuple(sorted({*propagation, *(step.use for step in steps if step)})),
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
        unprotected=tuple(sorted(tally.fields)) if policy.keep_metadata else (),
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
