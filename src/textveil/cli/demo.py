"""`textveil demo`: the main job on shipped sample documents."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import say, tracked
from textveil.cli.options import Quiet
from textveil.cli.release import announce
from textveil.pipeline.demo import before_and_after, run_demo, sample_notes

__all__ = ["demo"]


def demo(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to make.")] = Path(
        "textveil-demo"
    ),
    force: Annotated[
        bool, typer.Option("--force", help="Replace an earlier release at OUT.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Release the sample notes that come with textveil and show what happened.

    The notes are invented. The release goes to OUT, with its certificate and a report to open.

    **Example:** `textveil demo demo-out`
    """
    with tracked(quiet=quiet) as track:
        certificate = run_demo(out, force=force, track=track)
    if quiet:
        return
    before, after = before_and_after(out)
    say(f"before  {before}")
    say(f"after   {after}")
    say("")
    announce(certificate, out)
    say(f"check it again: textveil verify {out} --input {sample_notes()}")
