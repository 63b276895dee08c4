"""`textveil risk`: what may remain in a release."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.certify.given_keys import read_key
from textveil.cli.shell.console import counted, say, show_table
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.help_pages import VerbGroup
from textveil.cli.shell.options import KeyFile, Shown, Told, keep_apart, listed
from textveil.cli.shell.signing_keys import read_signing_key
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.evaluate.classes import ClassRisk
    from textveil.pipeline.risk.estimating import RiskEstimate

__all__ = ["app"]

app = typer.Typer(
    cls=VerbGroup,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Estimate what may remain in a release.\n\n"
    "**Example:** `textveil risk sample out/ -n 50 -o review.jsonl`",
)

_OUT = typer.Argument(
    metavar="OUT",
    help="What `textveil release` wrote, or its folder `publish` alone; of copies for recipients, "
    "OUT or one of them.",
)


@app.command()
@grouped
def sample(
    out: Annotated[Path, _OUT],
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="How many documents.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="REVIEW", help="The file or folder to make.")
    ],
    to: Annotated[
        str | None,
        typer.Option("--to", help="Format of REVIEW (default: from its name, or jsonl)."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="Of the draw (default: a random one).")
    ] = None,
    *,
    told: Told,
) -> None:
    """Draw published documents at random, for people to read who mark what was missed.

    What was replaced has the mark REPLACED, what was found and left by the policy the mark LEFT. A
    reader marks all other identifiers, with any label, and takes the mark UNREAD of a document away
    when it is read. Draw no more than somebody will read: a document that was drawn and not read
    counts as if it held as much as one can hold.
    REVIEW tells fakes from real names. It is as confidential as OUT/keep, and only you can open it.
    From OUT/publish alone, documents have only the mark UNREAD: a reader marks everything that may
    identify somebody. The owner's record says later which of these were fakes.

    **Example:** `textveil risk sample out/ -n 50 -o review.jsonl`
    """
    from textveil.certify.document.layout import RECORD, ReleaseFolder
    from textveil.pipeline.risk.run import risk_sample

    keep_apart([output], [out])
    drawn = risk_sample(out, number, output, format_name=to, seed=seed)
    told.notice(f"{counted(number, 'document')} drawn at random in {output} (seed {drawn})")
    place = ReleaseFolder.at(out)
    if len(ReleaseFolder.copies_at(out)) > 1:
        told.notice(
            f"the documents are those of {place.publish}; what was missed stands in every copy"
        )
    if place.has(RECORD):
        told.notice(f"{output} is as confidential as {place.keep}: do not publish it")
    else:
        told.notice("nothing is marked as replaced: mark everything that may identify somebody")


@dataclass(frozen=True, kw_only=True)
class EstimateOptions:
    """How reviews are read, and what is supposed."""

    format_name: str | None = option(
        None, "Format of REVIEW (default: guessed from its name).", "--format"
    )
    most: int | None = option(
        None,
        "Most missed identifiers in one document (default: the most that were replaced in one, "
        "rounded up).",
        min=1,
    )
    reasons: Path | None = option(
        None,
        "Why documents were not read: a file with a line for each, its id, a tab and the reason. "
        "Without a reason a document counts as if it held as much as one can hold.",
    )
    attach: bool = option(
        False,
        "Publish the bounds: write OUT/publish/risk.json and a section of the report. At least 15 "
        "documents must have been read.",
    )
    sign: Path | None = option(None, "With --attach: the private key that signed the release.")


@app.command()
@grouped
def estimate(
    out: Annotated[Path, _OUT],
    reviews: Annotated[
        list[str], typer.Argument(metavar="REVIEW", help="What each person read and marked.")
    ],
    key: KeyFile = None,
    *,
    asked: EstimateOptions,
    shown: Shown,
) -> None:
    """Say how many documents may hold a missed identifier, and how many of them there may be.

    REVIEW is a sample of `textveil risk sample` that somebody has read. If two people read the same
    documents, give both files: what one of them found was missed, and what both overlooked is
    estimated. A document that nobody read (it still has the mark UNREAD, or is missing) counts as
    if it held as much as one can hold, unless --reasons says why it was not read. With OUT/publish
    alone, every mark counts as missed, also one on a fake: give --most, and ask the owner for the
    estimate with OUT, which is lower.

    **Example:** `textveil risk estimate out/ review.jsonl`
    """
    from textveil.certify.document.layout import RECORD, ReleaseFolder
    from textveil.cli.shell.inputs import FileInput
    from textveil.pipeline.risk.reasons import read_reasons
    from textveil.pipeline.risk.run import risk_estimate

    if asked.sign is not None and not asked.attach:
        raise UsageError("only a published estimate is signed", where="--sign", hint="add --attach")
    given = FileInput(format_name=asked.format_name)
    made = risk_estimate(
        out,
        [given.open_file(path) for path in reviews],
        most=asked.most,
        reasons={} if asked.reasons is None else read_reasons(asked.reasons),
        attach=asked.attach,
        key=read_key(key) if asked.attach else None,
        sign=read_signing_key(asked.sign),
    )
    shown.print(made, lambda one: _tell(one, most_given=asked.most is not None))
    if not ReleaseFolder.at(out).has(RECORD):
        shown.notice(
            "every mark counts as missed, also one on a fake: the owner's estimate, with the "
            "record of edits, is not higher"
        )
    if asked.attach:
        copies = ReleaseFolder.copies_at(out)
        for place in copies.values() or [ReleaseFolder.at(out)]:
            shown.notice(f"published: {place.risk}, and a section of {place.report}")


def _tell(made: "RiskEstimate", *, most_given: bool) -> None:
    from textveil.certify.risk.section import hundred

    figures = made.figures
    typer.echo(made.sentence)
    people = "1 person" if made.readers == 1 else f"{made.readers:,} people"
    typer.echo(
        f"{people} read {figures.read:,} of {counted(made.documents, 'document')}; "
        f"{figures.leaking:,} of these hold a missed identifier, {figures.missed:,} in all."
    )
    whence = "as you said" if most_given else "the most that was replaced in one, rounded up"
    typer.echo(
        f"Supposed: no document holds more than {figures.most:,} ({whence}). From the first bound "
        f"alone would follow {hundred(figures.share * figures.most)} in 100 documents; the second "
        f"is {100 * figures.tightness:.0f} % of that."
    )
    if made.overlooked is not None:
        both = made.overlooked
        told = "They have nothing in common, so that both may have overlooked any number."
        if both.high is not None:
            told = (
                f"Both overlooked about {both.estimate:.1f} more in the documents that they read "
                f"(Chapman; an exact 95 % interval ends at {both.high:,})."
            )
        found = f"The readers found {both.first:,} and {both.second:,}, {both.both:,} of them both."
        typer.echo(f"{found} {told}")
    if made.figures.unread:
        say(
            f"{counted(made.figures.unread, 'document')} of the sample not read: each counts as if "
            "it held as much as one can hold (read them, or say why not: --reasons)"
        )
    if made.left_out:
        say(
            f"{counted(made.left_out, 'document')} left out for a reason: the bounds say nothing "
            "of documents like these"
        )


@app.command()
@grouped
def classes(
    out: Annotated[Path, _OUT],
    quasi: Annotated[
        str, typer.Option("--quasi", help="Columns, and labels of passages that the policy leaves.")
    ],
    k: Annotated[int, typer.Option("-k", "--k", min=1, help="Classes below k are counted.")] = 5,
    population: Annotated[
        Path | None,
        typer.Option("--population", help="A table of the population, with the same columns."),
    ] = None,
    *,
    shown: Shown,
) -> None:
    """Count the people who agree in everything that others may know of them, and their risk.

    Two people are in one class if all values of the columns and labels agree. The risks are those
    of ARX: a *prosecutor* knows that somebody is in the release, a *journalist* only that somebody
    is in the population, a *marketer* tries everybody. A document without a subject counts as a
    person. OUT/publish suffices, except for labels that the policy makes coarser.

    **Example:** `textveil risk classes out/ --quasi AGE,STATE`
    """
    from textveil.certify.document.certificate import read_certificate
    from textveil.pipeline.risk.run import risk_classes

    with shown.tracked() as track:
        risk = risk_classes(out, listed(quasi), k=k, population=population, track=track)
    if risk.subjects == read_certificate(out)["counts"]["documents"]:
        shown.notice("no two documents are said to be of one person: each counts as a person")
    shown.print(risk, _show)


def _show(risk: "ClassRisk") -> None:
    def percent(share: float | None) -> str:
        return "-" if share is None else f"{100 * share:.2f} %"

    rows = [
        ("people", f"{risk.subjects:,}", ""),
        ("classes", f"{risk.classes:,}", ""),
        ("alone in their class", f"{risk.uniques:,}", percent(risk.uniques / risk.subjects)),
        (
            f"in classes below {risk.k}",
            f"{round(risk.below * risk.subjects):,}",
            percent(risk.below),
        ),
        ("prosecutor, highest", "", percent(risk.prosecutor_highest)),
        ("prosecutor, mean", "", percent(risk.prosecutor_mean)),
        ("journalist, highest", "", percent(risk.journalist_highest)),
        ("journalist, mean", "", percent(risk.journalist_mean)),
        ("marketer", "", percent(risk.marketer)),
    ]
    show_table(("figure", "people", "share"), rows)
