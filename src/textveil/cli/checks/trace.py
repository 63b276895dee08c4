"""`textveil trace`: whose copy a leaked text came from."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.checks.message_tracing.message import message
from textveil.cli.checks.message_tracing.queries import queries
from textveil.cli.checks.message_tracing.simulate import simulate
from textveil.cli.checks.message_tracing.watch import watch
from textveil.cli.checks.paraphrase import compare, experiment, pairs, train
from textveil.cli.shell.console import counted, say, show_table
from textveil.cli.shell.default_verb import ReleaseByDefault
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.keys import UnlockOptions
from textveil.cli.shell.options import Shown
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.pipeline.trace.release import Tracing

__all__ = ["app"]

app = typer.Typer(
    cls=ReleaseByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Say whose copy or version a leaked text came from.\n\n`release` may be left out.\n\n"
    "**Example:** `textveil trace leak.txt --vault project.vault --key key.txt`",
)


@app.callback()
def main() -> None:
    """Say whose copy or version a leaked text came from."""


@app.command()
@grouped
def release(
    leak: Annotated[
        str, typer.Argument(metavar="LEAK", help="A file or folder; `-` reads text from stdin.")
    ],
    vault: Annotated[
        Path, typer.Option("--vault", help="The vault of the release that had recipients.")
    ],
    evidence: Annotated[
        bool,
        typer.Option(
            "--evidence",
            help="Print marked places side by side: the leak, and the accused; both surrogates "
            "if nobody is accused.",
        ),
    ] = False,
    false_accusation: Annotated[
        float,
        typer.Option(help="Highest probability that anybody innocent is accused."),
    ] = 0.001,
    *,
    unlocking: UnlockOptions,
    given: Input,
    shown: Shown,
) -> None:
    """Say which recipients' copies a leak came from, or that nobody can be accused.

    LEAK may be an excerpt, in another order, format or case. Names may be shortened, mistyped or
    exchanged for others: what cannot be read counts for nothing. `p` is the highest probability
    that this or a higher score accuses anybody who has nothing to do with the leak; recipients
    with a `p` of at most `--false-accusation` are accused. The result holds no text; `--evidence`
    prints text of the leak. The log of the vault tells that you traced a leak.

    **Example:** `textveil trace release leak.txt --vault project.vault --key key.txt`
    """
    from textveil.pipeline.trace.release import leaked_texts, text_columns, trace_release
    from textveil.store.log import LookUp

    if not 0.0 < false_accusation < 1.0:
        raise UsageError(
            "the rate of false accusations must lie between 0 and 1", where="--false-accusation"
        )
    source = text_columns(given.open(leak if leak == "-" else str(leaked_texts(Path(leak)))))
    with (
        unlocking.open(vault, "trace release", LookUp.TRACE) as opened,
        shown.tracked() as track,
    ):
        traced = trace_release(source, opened, false_accusation, evidence=evidence, track=track)
    shown.print(traced, _show)


def _show(traced: "Tracing") -> None:
    accused = traced.accusation.accused
    places = counted(traced.accusation.places, "marked place")
    say(f"{counted(traced.documents, 'document')} · {places}")
    if traced.evidence:
        names = [one.recipient for one in accused]
        # Where nobody is accused, both surrogates tell what the copies have.
        beside = names or ["a surrogate", "the other one"]
        rows = (
            [one.label, one.document, one.stands, *(one.copies.values() or one.surrogates), one.why]
            for one in traced.evidence
        )
        lines = ([" ".join(cell.split()) for cell in row] for row in rows)
        show_table(["label", "document", "leak", *beside, "why it counts"], lines)
    if not accused:
        most = min((one.p for one in traced.accusation.suspicions), default=1.0)
        say(f"nobody is accused: the lowest p is {most:.2g}")
        return
    rows = ([one.recipient, f"{one.score:.2f}", f"{one.p:.2g}"] for one in accused)
    show_table(["accused", "score", "p"], rows)


app.command()(message)
app.command()(queries)
app.command()(watch)
app.command()(simulate)
for verb in (train, pairs, compare, experiment):
    app.command()(verb)
