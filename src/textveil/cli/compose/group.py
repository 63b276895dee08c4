"""The verbs of `textveil compose`."""

import typer

from textveil.cli.compose.check import check
from textveil.cli.compose.experiment import experiment
from textveil.cli.compose.index import index
from textveil.cli.compose.train import train

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Say what a message reveals, before it is posted.\n\n"
    "**Example:** `textveil compose check posts.txt --lines`",
)
app.command()(check)
app.command()(index)
app.command()(train)
app.command()(experiment)
