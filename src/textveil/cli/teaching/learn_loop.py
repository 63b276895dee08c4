"""`textveil learn start`, `next`, `submit`, `status`, `model`: annotate what teaches most."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.console import counted, show_table
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import CorpusPath, FileInput, Input
from textveil.cli.shell.keys import UnlockOptions
from textveil.cli.shell.options import Shown, Told, format_of, keep_apart, listed
from textveil.cli.teaching.corpora import By
from textveil.errors import TextveilError, UsageError

if TYPE_CHECKING:
    from textveil.learn.project.learning_project import LearningProject
    from textveil.learn.project.loop_settings import LoopSettings
    from textveil.learn.project.loop_status import LoopStatus
    from textveil.learn.project.submissions import Submission
    from textveil.values.document import Document

__all__ = ["model", "next_batch", "start", "status", "submit"]

ProjectPath = Annotated[Path, typer.Argument(metavar="PROJECT", help="The project's file.")]


@dataclass(frozen=True, kw_only=True)
class LoopOptions:
    """How documents are chosen and learnt from."""

    output: Path = option(..., "A file for the project, encrypted.", "-o")
    strategy: str = option(
        "lcub:0.6", "What chooses documents; see `textveil learn score`.", metavar="STRATEGY"
    )
    model: str = option(
        "crf",
        "What learns: crf (a new field in every round), or a shipped model that is adapted in "
        "every round: fast-en or neural-en.",
    )
    batch: str = option("10", "Documents of a batch, or `adaptive`.")
    clusters: Path | None = option(
        None, "What `textveil cluster` wrote: a loop in each cluster, and a model that routes."
    )
    first: str = option(
        "random", "What chooses the first batch: random, or a shipped model: fast-en, neural-en."
    )
    audit: float = option(0.2, "Share of each batch that is drawn at random and only measures.")
    threshold: float = option(0.5, "Leave out words with a lower score.")
    families: bool = option(False, "Learn each label as its family: a CITY as an ADDRESS.")
    iterations: int = option(120, "Most iterations of L-BFGS in each fit of a model.", min=1)
    seed: int = option(0, "Decides what is drawn, and chosen among equals.")
    language: str = option("en", "Language of the documents.")


@dataclass(frozen=True, kw_only=True)
class StopOptions:
    """When the loop advises to stop."""

    budget: int | None = option(None, "Advise to stop at this number of documents.", min=1)
    cost_budget: float | None = option(None, "Advise to stop when annotating has cost this much.")
    target: float | None = option(
        None, "Advise to stop when F1 of passages is at least this, at the low end of its interval."
    )
    cost: str | None = option(
        None,
        "Cost of reading a word, and of correcting a span (default: 0.1,1; `roi` goes by measured "
        "seconds as soon as ten documents bring them).",
    )
    training_minutes: float | None = option(
        None, "With `--batch adaptive`: minutes that all trainings together may take."
    )


def two_costs(text: str) -> tuple[float, float]:
    """Return the two numbers of `--cost`."""
    try:
        reading, correcting = (float(part) for part in listed(text))
    except ValueError:
        raise UsageError(
            "--cost takes two numbers", where="--cost", hint="for example --cost 0.1,1"
        ) from None
    return reading, correcting


def _settings(asked: LoopOptions, stop: StopOptions, by: str) -> "LoopSettings":
    from textveil.learn.project.batch_sizes import ADAPTIVE
    from textveil.learn.project.loop_settings import LoopSettings

    reading, correcting = (None, None) if stop.cost is None else two_costs(stop.cost)
    if asked.batch != ADAPTIVE and not asked.batch.isdecimal():
        raise UsageError(f"--batch takes a number, or {ADAPTIVE}", where="--batch")
    return LoopSettings(
        asked.strategy,
        asked.model,
        asked.batch if asked.batch == ADAPTIVE else int(asked.batch),
        asked.first,
        asked.audit,
        asked.threshold,
        stop.budget,
        stop.cost_budget,
        stop.target,
        reading,
        correcting,
        stop.training_minutes,
        asked.families,
        listed(by),
        asked.iterations,
        asked.seed,
        asked.language,
    )


@contextmanager
def _opened(
    path: Path, verb: str, unlocking: UnlockOptions, *, create: bool = False
) -> "Iterator[LearningProject]":
    from textveil.learn.project.learning_project import LearningProject
    from textveil.pipeline.evaluation.query_strategies import strategy_named
    from textveil.store.log import LookUp

    with unlocking.open(path, f"learn {verb}", LookUp.LEARN, create=create) as store:
        yield LearningProject(store, strategy_named)


def _warn_of_time(project: "LearningProject", told: Told) -> None:
    settings = project.settings()
    if settings.adapts:
        told.notice(f"{settings.model} is adapted to the annotated documents: this takes minutes")


@grouped
def start(
    corpus: CorpusPath,
    *,
    given: Input,
    asked: LoopOptions,
    stop: StopOptions,
    by: By = "subject",
    unlocking: UnlockOptions,
    told: Told,
) -> None:
    """Begin a project: a model that asks for the documents that it wants annotated next.

    PROJECT is one encrypted file with documents, batches and annotations. Then, again and again:
    `learn next` writes a batch, somebody corrects it, `learn submit` takes it back. `learn status`
    says when to stop, and `learn model` makes the model.

    **Example:** `textveil learn start notes/ -o notes.project --key key.txt`
    """
    from textveil.learn.clusters.clustering import read_clusters
    from textveil.learn.project.learning_project import LearningProject
    from textveil.learn.project.loop_clusters import placed
    from textveil.pipeline.evaluation.query_strategies import strategy_named

    keep_apart([asked.output], [corpus, unlocking.key, asked.clusters])
    settings = _settings(asked, stop, by)
    clusters = None if asked.clusters is None else read_clusters(asked.clusters)
    strategy_named(settings.strategy, settings.seed)
    with told.tracked() as track:
        read = list(given.open_file(corpus).tracked(track, "read"))
    usable = LearningProject.usable(read, settings)
    placed(usable, clusters, settings)
    if any(document.spans is not None for document in read):
        told.notice("annotations that the documents bring are not used")
    if len(usable) < len(read):
        told.notice(f"{counted(len(read) - len(usable), 'document')} without a word left out")
    with _opened(asked.output, "start", unlocking, create=True) as project:
        project.start(usable, settings, clusters)
    told.notice(f"{counted(len(usable), 'document')} · {asked.output}")


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """Where a batch goes."""

    output: Path = option(..., "Write the batch here.", "-o")
    to: str | None = option(None, "Format of --output: jsonl, label-studio, brat, …")


@grouped
def next_batch(
    project: ProjectPath, asked: BatchOptions, unlocking: UnlockOptions, told: Told
) -> None:
    """Write the documents to annotate next, with what the model finds in them.

    Asked twice, the batch is the same; documents that were submitted are left out. Correct it in
    any tool that reads the format. With `--to label-studio` the findings are predictions.

    **Example:** `textveil learn next notes.project -o batch.jsonl --key key.txt`
    """
    from textveil.formats.outputs import owner_only
    from textveil.pipeline.api import write

    keep_apart([asked.output], [project, unlocking.key])
    with _opened(project, "next", unlocking) as opened, told.tracked() as track:
        if opened.waits_for_model():
            _warn_of_time(opened, told)
        batch = opened.next(track)
        _spare_annotations(asked.output, batch)
        with owner_only():
            write(batch, asked.output, asked.to or format_of(asked.output, "jsonl"))
        known = opened.status()
    found = counted(sum(len(document.spans or ()) for document in batch), "passage")
    told.notice(f"{counted(len(batch), 'document')} with {found} · {asked.output}")
    if known.advice.stop:
        told.notice(f"you may stop: {'; '.join(known.advice.reasons)}")


def _spare_annotations(output: Path, batch: "Sequence[Document]") -> None:
    """Refuse to write over annotations of this batch that were not submitted yet."""
    from textveil.formats.sources import Source

    if not output.exists():
        return
    asked = {document.id: _places(document) for document in batch}
    try:
        standing = {document.id: _places(document) for document in Source.open(output)}
    except TextveilError:
        standing = {}
    if any(asked.get(name, places) != places for name, places in standing.items()):
        raise UsageError(
            "this file has annotations of the batch that were not submitted",
            where=str(output),
            hint="submit it, or choose another name",
        )


def _places(document: "Document") -> set[tuple[int, int, str]]:
    return {(span.start, span.end, span.label) for span in document.spans or ()}


@grouped
def submit(
    project: ProjectPath,
    batch: Annotated[
        str, typer.Argument(metavar="BATCH", help="Annotated documents: a file or folder.")
    ],
    *,
    given: FileInput,
    scheme: Annotated[
        str | None, typer.Option("--scheme", help="Scheme of the labels (default: ours).")
    ] = None,
    maps: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="PAIRS",
            help="What your labels mean: pairs such as Patient=PATIENT,CHI=X-CHI. Repeatable.",
        ),
    ] = None,
    unlocking: UnlockOptions,
    shown: Shown,
) -> None:
    """Take an annotated batch back; a complete one is learnt from.

    All documents of BATCH count as read, changed or not. A batch may come in parts. A document that
    comes again takes the place of the earlier one; one of another project is named and left.

    **Example:** `textveil learn submit notes.project batch.jsonl --key key.txt`
    """
    from textveil.lexicon.tables.schemes import read_map

    keep_apart([], [batch])
    meanings = read_map(part for one in maps or () for part in listed(one))
    with _opened(project, "submit", unlocking) as opened, shown.tracked() as track:
        read = list(given.open_file(batch).tracked(track, "read"))
        done = opened.submit(read, scheme, meanings)
        # Told before a model learns, which may take long: what is told is on the disk.
        shown.announce(done, _tell_submission)
        if opened.waits_for_model():
            _warn_of_time(opened, shown)
        if opened.learn(track):
            for line in _told_of_model(opened.status()):
                shown.notice(line)


def _tell_submission(done: "Submission") -> None:
    from textveil.cli.shell.console import say

    for names, what in (
        (done.taken, "taken"),
        (done.changed, "replaced: submitted before with other spans"),
        (done.again, "known: submitted before with the same spans"),
        (done.unread, "never annotated, and not taken"),
        (done.unasked, "not asked for, and not taken"),
        (done.foreign, "not of this project, and not taken"),
        (done.missing, "still to come"),
    ):
        if names:
            shown = "" if names is done.taken else f" ({', '.join(names[:3])}{_more(names)})"
            say(f"{counted(len(names), 'document')} {what}{shown}")


def _more(names: tuple[str, ...]) -> str:
    return ", …" if len(names) > 3 else ""


def _told_of_model(known: "LoopStatus") -> Iterator[str]:
    if known.rounds:
        last = known.rounds[-1]
        measured = "" if last.f is None else f" · F1 {last.f} on {last.audited} audited"
        yield f"a model has learnt from {counted(last.learnt, 'document')}{measured}"
    if known.advice.stop:
        yield f"you may stop: {'; '.join(known.advice.reasons)}"


@grouped
def status(project: ProjectPath, unlocking: UnlockOptions, shown: Shown) -> None:
    """Show what was annotated and measured, what it cost, and whether to go on.

    F1 is that of passages with exactly the right offsets and labels, on audited documents, with a
    95 % interval.

    **Example:** `textveil learn status notes.project --key key.txt`
    """
    with _opened(project, "status", unlocking) as opened:
        known = opened.status()
    shown.print(known, _show_status)
    if not shown.json_output:
        for line in _summary(known):
            shown.notice(line)


def _show_status(known: "LoopStatus") -> None:
    rows = [
        (
            str(one.number),
            str(one.learnt),
            str(one.audited),
            "-" if one.f is None else str(one.f),
            f"{one.seconds:.1f}",
        )
        for one in known.rounds
    ]
    show_table(("round", "learnt", "audited", "F1", "seconds"), rows)


def _summary(known: "LoopStatus") -> Iterator[str]:
    begun = 0 < len(known.open) < known.batch
    rest = f" · {len(known.open):,} of the batch of {known.batch:,} to come" if begun else ""
    yield f"{known.annotated:,} of {counted(known.documents, 'document')} annotated{rest}"
    if known.open and not begun:
        yield f"`textveil learn next` gives the next {counted(len(known.open), 'document')}"
    if known.waiting:
        yield "the batch is complete; `textveil learn next` learns from it"
    changed = ", ".join(f"{number:,} {what}" for what, number in known.corrected._asdict().items())
    yield f"{counted(known.words, 'word')} read · spans: {changed} · cost {known.cost:g}"
    if known.costs is not None:
        reading, correcting = known.costs.reading, known.costs.correcting
        yield f"seconds: {reading} to read a word, {correcting} to correct a span"
    prices = known.prices
    if prices.source != "assumed" and prices.correcting > 0:
        share = prices.reading / prices.correcting
        yield f"`roi`: reading a word costs {share:.3f} of a correction ({prices.source})"
    if known.clusters:
        inside = (f"{name} {done:,} of {all_:,}" for name, (all_, done) in known.clusters.items())
        yield f"annotated by cluster: {', '.join(inside)}"
    if known.gain is not None:
        yield f"gain of F1 over the last three rounds: {known.gain}"
    reasons = "; ".join(known.advice.reasons)
    if known.advice.stop:
        yield f"you may stop: {reasons}"
    else:
        yield f"go on{f': {reasons}' if reasons else ''}"


@dataclass(frozen=True, kw_only=True)
class LearntModelOptions:
    """Where the model goes, and what its card says."""

    output: Path = option(..., "A folder for the model.", "-o")
    name: str = option("", "Name of the model, for its card.")
    licence: str = option("", "Licence of the model.")
    force: bool = option(False, "Replace a model that stands at --output.")


@grouped
def model(
    project: ProjectPath, asked: LearntModelOptions, unlocking: UnlockOptions, told: Told
) -> None:
    """Train a model on everything that was submitted; audited documents are left out.

    Equal submissions give equal files, whatever happened on the way.

    **Example:** `textveil learn model notes.project -o my-model --key key.txt`
    """
    keep_apart([asked.output], [project, unlocking.key])
    facts = {
        "name": asked.name,
        "licence": asked.licence,
        "command": "textveil learn model PROJECT -o MODEL",
    }
    with _opened(project, "model", unlocking) as opened, told.tracked() as track:
        _warn_of_time(opened, told)
        made = opened.model(asked.output, facts, track, force=asked.force)
    told.notice(
        f"{counted(made.facts['documents'], 'document')} · {counted(len(made.labels), 'label')} · "
        f"the model is in {asked.output}; its card is {asked.output / 'card.md'}"
    )
