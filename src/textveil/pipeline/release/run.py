"""Release: detect, rewrite, verify and certify, all or nothing.

The engine (`release.engine`, which names the passes) is given the input, and its releases are put
together in a temporary folder beside their place, from where they are read back and verified. The
folder is renamed at the end, so that what stands at the place is whole and verified. A run that was
killed goes on where its detection stopped.
"""

import json
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, Final, Unpack

import numpy as np

from textveil.errors import InputError, UsageError
from textveil.formats.outputs import explained, new_folder
from textveil.pipeline.choosing import Choices, chosen_policy
from textveil.pipeline.pages import write_page
from textveil.pipeline.plan.deciding import decided
from textveil.pipeline.policy import Policy
from textveil.pipeline.release.attacking import attack_cases
from textveil.pipeline.release.certificate import BLANK, Certificate, file_hash, kept_digest
from textveil.pipeline.release.columns import Columns
from textveil.pipeline.release.engine import Delivered, Engine, Made, Outcome, Pass, Plan
from textveil.pipeline.release.layout import FIGURES, IDS, NONCE, REPORT, SKIPPED, ReleaseFolder
from textveil.pipeline.release.reading import BUDGET, Committed, Held, weight_of_document
from textveil.pipeline.release.record import row_of
from textveil.pipeline.release.repair import refusal
from textveil.pipeline.release.report import CautionShown, FilesShown, ReportExtras, render_report
from textveil.pipeline.release.spool import Spool, progress_folder
from textveil.pipeline.release.tally import Tally
from textveil.pipeline.release.verification import Cases, ReadBack
from textveil.pipeline.sources import Source
from textveil.values.contracts import about
from textveil.values.document import Document
from textveil.values.round_counts import rounded_rows
from textveil.values.secret import Secret
from textveil.values.signing import SigningKey
from textveil.values.vault import Vault
from textveil.values.watching import Track, untracked
from textveil.version import VERSION

__all__ = ["Run", "release"]

_CONSISTENCY: Final = "textveil.consistency.v1"


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
        How many documents a report for the owner shows before and after; it holds source text.
    seed
        Of the random sample that these documents are.
    force
        Replace the target if it is an earlier release.
    keep_refuted
        Write the release even if a verdict is refuted; the certificate says so, and the exact
        figures say where.
    track
        Watches the passes, to show progress.
    vault
        Keeps the surrogates of a project, so that its batches agree with each other.
    notice
        Is told, in a sentence without source text, what the user should know.
    memory
        Bytes of input, and as many of output, that are held rather than read again.
    sign
        Signs the certificate, so that everybody who has the public key can check who made it.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import load_policy, read
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "note.txt").write_text("Write to ana@example.org.")
    >>> run = Run(read(folder / "note.txt"), folder / "out", load_policy("patterns-only"))
    >>> run.policy.name, run.key is None
    ('patterns-only', True)
    """

    source: Source
    target: Path
    policy: Policy
    key: Secret | None = None
    excerpts: int = 0
    seed: int = 0
    force: bool = False
    keep_refuted: bool = False
    track: Track = untracked
    vault: Vault | None = None
    notice: Callable[[str], None] = lambda _: None
    memory: int = BUDGET
    sign: SigningKey | None = None


def release(run: Run, **choices: Unpack[Choices]) -> Certificate:
    """Carry out a run and return its certificate.

    Parameters
    ----------
    run
        What to do.
    choices
        Added to the policy of the run, as for `deidentify`.

    Returns
    -------
    Certificate
        What was done, by which policy, and what the verifiers say.

    Raises
    ------
    LanguageError
        If documents are in a language that is not installed, and the policy reads sentences.
    WithheldError
        If the policy has a rule `publish`, and the decision is to withhold; nothing is read then.
    RefutedError
        If a verdict is refuted and cannot be repaired; then nothing is written, unless the run
        keeps refuted releases.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import load_policy, read
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "note.txt").write_text("Write to ana@example.org.")
    >>> run = Run(read(folder / "note.txt"), folder / "out", load_policy("patterns-only"))
    >>> certificate = release(run)
    >>> certificate.counts["documents"], all(verdict.holds for verdict in certificate.verdicts)
    (1, True)
    """
    run = replace(run, policy=chosen_policy(run.policy, choices))
    decision = decided(run.policy.publish) if run.policy.publish else None
    given = run.source
    nonce = None if run.key else secrets.token_bytes(32)
    key = run.key.derive("commitment") if run.key else nonce or b""
    run = replace(run, source=given.with_ids(run.policy.ids, key))
    if run.source.holds(run.target):
        raise UsageError("the output lies inside the input", where=str(run.target))
    columns = Columns.of(run.policy.columns, run.source)
    engine = Engine(run.policy, run.key, run.vault, columns, run.track)
    # Built first: a policy that cannot be carried out should fail before anything is read.
    list(engine.components())
    columns.require_in(run.source, keep=run.policy.keep_metadata)
    committed = Committed(run.source, key, str(run.source.path))
    documents = Held(committed, weight_of_document, run.memory)
    # A disk that is full, or a folder that may not be written, is told wherever it is noticed.
    with (
        explained(str(run.target)),
        new_folder(run.target, ReleaseFolder.mark(run.target) if run.force else "") as folder,
    ):
        purpose = f"{run.policy.sha256} {VERSION}"
        with Spool(progress_folder(run.target), purpose, run.key, folder) as spool:
            plan = engine.plan(documents, spool, run.source.size())
            columns.require(plan.seen, str(run.source.path))
            _check_names(run.source.shown_names, plan, engine)
            written = _Parts(run, ReleaseFolder.new(folder), plan, columns)
            outcome = engine.finish(plan, written.deliver)
            shown = {*written.back.fields, *columns.protected}
            _check_names(sorted(shown), plan, engine)
            dropped = _dropped(plan.seen - shown, plan, engine)
            _tell_overtaken(run, plan.rewriting.overtaken)
            _tell_alone(run, written.alone, written.back.counts["documents"])
            started = spool.started
        refused = refusal(
            outcome.verdicts,
            keeps_metadata=run.policy.keep_metadata,
            rounds=outcome.repairs.rounds,
        )
        if refused is not None and not run.keep_refuted:
            raise refused
        components = list(engine.components(plan.documents.languages.used))
        certificate = _certified(run, written, outcome, components)
        certificate = replace(
            certificate,
            started=started,
            dropped=dropped,
            skipped=len(given.left_out()),
            policy=run.policy.certified(key),
            decision=decision,
            own_files=_own_files(components, key),
            input={"commitment": committed.digest, "keyed_by": "key" if run.key else "nonce"},
        )
        if nonce:
            written.keep(NONCE, [nonce.hex()])
        if run.source is not given:
            written.keep(IDS, _former_ids(given.in_order(key), run.source))
        if certificate.skipped:
            written.keep(SKIPPED, _skipped(given))
        return written.finish(certificate, key)


class _Parts:
    """One copy of a release, put together: what is published, and what the owner keeps."""

    def __init__(self, run: Run, place: ReleaseFolder, plan: Plan, columns: Columns) -> None:
        self._run, self._plan, self._columns = run, plan, columns
        self._place = place
        place.publish.mkdir(parents=True)
        place.record.parent.mkdir(mode=0o700, parents=True)
        self.tally = Tally()
        self.alone = 0
        self.back: ReadBack

    def deliver(self, releases: Iterator[Made]) -> Delivered:
        """Write the releases, in place of those of an earlier round, and read them back."""
        run, texts = self._run, self._place.texts
        if texts.exists():
            shutil.rmtree(texts)
        self.tally = Tally(run.excerpts, run.seed)
        self.alone = 0
        target = texts / run.source.released_name
        # A format that knows files and folders tells them apart by what exists.
        (target if run.source.path.is_dir() else target.parent).mkdir(parents=True)
        keep = run.policy.keep_metadata
        with _private(self._place.record) as record:

            def written() -> Iterator[Document]:
                for made in releases:
                    row = row_of(made.release, made.whole)
                    record.write(json.dumps(row, ensure_ascii=False) + "\n")
                    self._count(made)
                    yield self._columns.released(made.whole, made.release, keep=keep)

            self._columns.writer(run.source, keep=keep).write(written(), target)
        source = Source.released(target, run.source.format_name, run.source.released_options)
        cases = Cases(source, self._place.record, self._plan.documents, self._columns)
        self.back = ReadBack(cases, keep=keep, budget=run.memory)
        verdicts = self.back.record, self.back.metadata
        return Delivered(self.back.cases, verdicts, self.back.hindrance)

    def keep(self, name: str, parts: Iterable[str]) -> None:
        """Write a file that nobody but the owner may read."""
        with _private(self._place.kept(name)) as file:
            file.writelines(parts)

    def finish(self, certificate: Certificate, key: bytes) -> Certificate:
        """Write reports, figures and certificate, with hashes and commitments of all files."""
        place, tally = self._place, self.tally
        figures = json.dumps(certificate.figures(), indent=2, ensure_ascii=False)
        self.keep(FIGURES, [figures, "\n"])
        pages = {place.report: self._page(certificate.published(), shown=False)}
        if tally.excerpts:
            pages[place.kept(REPORT)] = self._page(certificate, shown=True)
        # The id that a page shows is made from the page's hash: zeros stand for it until then.
        for path, page in pages.items():
            write_page(path, page, private=path != place.report)
        files = (path for path in place.publish.rglob("*") if path.is_file())
        certificate = replace(
            certificate,
            output={p.relative_to(place.publish).as_posix(): file_hash(p) for p in sorted(files)},
            kept={p.name: kept_digest(p, key) for p in sorted(place.record.parent.iterdir())},
        ).sealed(self._run.key, self._run.sign)
        for path, page in pages.items():
            shown = page.replace(BLANK, certificate.id, 1)
            write_page(path, shown, private=path != place.report)
        text = json.dumps(certificate.to_json(), indent=2, ensure_ascii=False)
        place.certificate.write_text(text + "\n", "utf-8")
        return certificate

    def _page(self, certificate: Certificate, *, shown: bool) -> str:
        """Return a report as HTML; one that shows source text has exact figures too."""
        caution = CautionShown.of(self._run.policy, self._plan.documents.languages.main)
        carried, files = self._plan.known.carried, FilesShown.of(self._run.source)
        if not shown:
            extras = ReportExtras(files, caution, rounded_rows(carried))
        else:
            sample = self.tally.excerpts
            extras = ReportExtras(files, caution, carried, sample, seed=self._run.seed)
        return render_report(certificate, extras)

    def _count(self, made: Made) -> None:
        bare = self._columns.bare(made.whole)
        self.alone += bare.subject is None
        # Passages that the policy keeps do not count as missed.
        gold = None if bare.spans is None else self._plan.rewriting.protected(bare.spans)
        spans = self._columns.in_text(made.whole, made.spans)
        gaps = self._columns.gaps(made.whole)
        self.tally.add(replace(bare, spans=gold), spans, made.whole, made.release, gaps)


def _private(path: Path) -> IO[str]:
    """Open a file for writing that nobody else may read."""
    path.touch(mode=0o600)
    return path.open("w", encoding="utf-8", errors="backslashreplace")


def _former_ids(given: Source, numbered: Source) -> Iterator[str]:
    """Yield, as lines of JSON, the id of each document and the one that it had."""
    for before, after in zip(given, numbered, strict=True):
        yield json.dumps({"id": after.id, "was": before.id}, ensure_ascii=False) + "\n"


def _skipped(source: Source) -> Iterator[str]:
    """Yield, as lines of JSON, the files that were left out and why."""
    for name, reason in source.left_out().items():
        yield json.dumps({"file": name, "reason": reason}, ensure_ascii=False) + "\n"


def _check_names(names: Iterable[str], plan: Plan, engine: Engine) -> None:
    """Raise if the name of a file or column holds a value to remove."""
    for number, name in enumerate(names, 1):
        if labels := _told_by(name, plan, engine):
            raise InputError(
                f"a file or column name would be released, but looks like {labels}: name {number}",
                hint="rename the file or the column, and make sure that the table has a header",
            )


def _told_by(name: str, plan: Plan, engine: Engine) -> str:
    """Return of what kind the value is that a name holds; nothing if it holds none."""
    main = plan.documents.languages.main
    detection = engine.detection_in(main)
    # Findings of detectors that read sentences cannot be trusted for a single word.
    document = Document("name", name, language=main)
    found = engine.allowance.cut(document, detection.find(document))
    found = found.where(lambda span: span.source not in detection.in_context)
    known = any(True for _ in plan.known.corpus.occurrences(name, main))
    return ", ".join(found.labels) or ("a removed value" if known else "")


def _dropped(names: Iterable[str], plan: Plan, engine: Engine) -> tuple[str, ...]:
    """Return the columns that were left out; a name that holds a value is not said."""
    return tuple(sorted(name for name in names if not _told_by(name, plan, engine)))


def _tell_overtaken(run: Run, count: int) -> None:
    """Say that an earlier release used real values of this batch as surrogates."""
    if count:
        what = "value of this batch was" if count == 1 else "values of this batch were"
        run.notice(f"{count:,} {what} given to other people as surrogates in an earlier batch")


def _tell_alone(run: Run, alone: int, documents: int) -> None:
    """Say that documents name nobody, if a person should have one surrogate in all of theirs."""
    by_person = any(step.use == _CONSISTENCY for step in run.policy.verify)
    if by_person and documents > 1 and alone == documents:
        run.notice(
            f"none of the {documents:,} documents says whom it is about: each counts as a person "
            "of its own (a table or JSON lines can have a column `subject`)"
        )


def _own_files(components: Iterable[tuple[str, Any]], key: bytes) -> dict[str, str]:
    """Return the commitments to the user's own files that components read, by name."""
    found = {file for _, component in components for file in about(component).private}
    return {name: kept_digest(path, key, kind="own file") for name, path in sorted(found)}


def _certified(
    run: Run, written: _Parts, outcome: Outcome, components: Sequence[tuple[str, Any]]
) -> Certificate:
    """Return what the certificate says about the run, without start, policy and input."""
    policy = run.policy
    own = {"textveil.propagate.v1": policy.propagate, "textveil.columns.v1": bool(policy.columns)}
    told = [(name, about(component)) for name, component in components]
    drawn = {name: one.randomness for name, one in told if one.randomness}
    drawn |= {} if run.key else {NONCE: "system"}
    scores, counts = written.tally.scores(np.random.default_rng(0)), written.back.counts
    return Certificate(
        version=VERSION,
        signer=run.sign.public.fingerprint if run.sign else "",
        started="",
        policy={},
        components=tuple(sorted({*(n for n in own if own[n]), *(name for name, _ in told)})),
        files={
            name: file_hash(path)
            for name, path in sorted({file for _, one in told for file in one.files})
        },
        source={
            "name": run.source.released_name,
            "format": run.source.format_name,
            "options": run.source.released_options,
        },
        input={},
        output={},
        randomness=dict(sorted(({**drawn, "scores": "seed 0"} if scores else drawn).items())),
        counts=counts,
        repairs=outcome.repairs.to_json(),
        unprotected=tuple(sorted(written.back.fields)),
        protected=Columns.of(policy.columns, run.source).protected,
        verdicts=outcome.verdicts,
        scores=scores,
        meaning=written.tally.meaning.result(),
        attacks=attack_cases(run.track(written.back.cases, Pass.ATTACK, counts["documents"])),
    )
