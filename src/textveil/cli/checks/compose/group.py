"""The verbs of `textveil compose`."""

import typer

from textveil.cli.checks.compose.check import check
from textveil.cli.checks.compose.experiment import experiment
from textveil.cli.checks.compose.friends import friends
from textveil.cli.checks.compose.index import index
from textveil.cli.checks.compose.ngrams import ngrams
from textveil.cli.checks.compose.run import run
from textveil.cli.checks.compose.time_phrases import time_phrases
from textveil.cli.checks.compose.train import train
from textveil.cli.shell.default_verb import RunByDefault

__all__ = ["app"]

app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Say what a message reveals before it is posted; give every friend a version of it.\n\n"
    "`run` may be left out.\n\n"
    "**Example:** `textveil compose post.txt --friends friends.yaml`",
)
app.command()(run)
app.command()(check)
app.command()(index)
app.command()(train)
app.command()(friends)
app.command()(ngrams)
app.command("time-phrases")(time_phrases)
app.command()(experiment)
