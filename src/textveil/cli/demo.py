"""`textveil demo`: the main jobs on shipped samples."""

from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import counted, say, tracked
from textveil.cli.kanon import announce_report
from textveil.cli.options import Quiet
from textveil.cli.release import announce
from textveil.cli.sanitize import announce_sanitized

__all__ = ["demo"]

_LINES = 14


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

    The samples are invented. A generated hospital of 400 notes about 100 patients is released with
    surrogates to `OUT/hospital`, with a certificate and a report to open. Short notes with tags go
    to `OUT/notes`, answers of sixty people without what only few of them wrote to
    `OUT/answers.txt`, a sequence of visits without two private patterns to `OUT/visits.txt`.

    **Example:** `textveil demo demo-out`
    """
    from textveil.pipeline.demo import HIDDEN, run_demo, sample_notes
    from textveil.pipeline.kanon import announce_compilation

    announce_compilation(say)
    with tracked(quiet=quiet) as track:
        made = run_demo(out, force=force, track=track)
    if quiet:
        return
    hospital, note, answer, visits = made.examples
    say("1. Hide in plain sight: 400 hospital notes, one fake for each person and thing\n")
    _show(*hospital, beside=True)
    announce(made.hospital, made.folder / "hospital")
    say("\n2. Release notes: what identifies a person becomes a tag")
    _show(*note)
    announce(made.certificate, made.folder / "notes")
    say(f"check it again: textveil verify {made.folder / 'notes'} --input {sample_notes()}")
    say("\n3. Keep what people share: words that fewer than 5 of 60 wrote become marks")
    _show(*answer)
    announce_report(made.report)
    say(f"\n4. Hide patterns in a sequence of visits: {' and '.join(HIDDEN)} are gone")
    _show(*visits)
    announce_sanitized(made.sanitized)
    say("\n5. Replace a place by a form that at least 3 places share")
    for form in made.forms:
        say(f"{form.term} -> {form.form} ({counted(form.k_eff, 'place')} under this very form)")


def _show(before: str, after: str, *, beside: bool = False) -> None:
    if not beside:
        say(f"before  {before}\nafter   {after}")
        return
    rows = zip_longest(before.splitlines(), after.splitlines(), fillvalue="")
    for old, new in [row for row in rows if any(row)][:_LINES]:
        say(f"before  {old}\nafter   {new}" if old != new else f"        {old}")
    say("")
