"""`textveil demo`: the main jobs on shipped samples."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import say, tracked
from textveil.cli.kanon import announce_report
from textveil.cli.options import Quiet
from textveil.cli.release import announce

__all__ = ["demo"]


def demo(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to make.")] = Path(
        "textveil-demo"
    ),
    force: Annotated[
        bool, typer.Option("--force", help="Replace an earlier demonstration at OUT.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Show the main jobs on samples that come with textveil.

    The samples are invented. Released notes with their certificate and a report to open go to
    `OUT/notes`, answers of sixty people without what only few of them wrote to `OUT/answers.txt`.

    **Example:** `textveil demo demo-out`
    """
    from textveil.pipeline.demo import run_demo, sample_notes
    from textveil.pipeline.kanon import announce_compilation

    announce_compilation(say)
    with tracked(quiet=quiet) as track:
        made = run_demo(out, force=force, track=track)
    if quiet:
        return
    (note, released), (answer, suppressed) = made.examples
    say(f"before  {note}\nafter   {released}\n")
    announce(made.certificate, made.notes)
    say(f"check it again: textveil verify {made.notes} --input {sample_notes()}\n")
    say(f"before  {answer}\nafter   {suppressed}\n")
    announce_report(made.report)
    say(f"answers: {made.answers}")
