"""The verbs of `textveil compose`."""

import typer

from textveil.cli.compose.check import check

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Say what a message reveals, before it is posted.\n\n"
    "**Example:** `textveil compose check posts.txt --lines`",
)
app.command()(check)
