"""`textveil release`: detect, rewrite, verify, certify."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import say, show_json, tracked
from textveil.cli.options import (
    FormatName,
    IdColumn,
    InputPath,
    Json,
    KeyFile,
    Lines,
    PolicyName,
    Quiet,
    SubjectColumn,
    TextColumn,
    open_source,
    read_key,
)
from textveil.errors import UsageError
from textveil.pipeline.certificate import NONCE, REPORT, Certificate
from textveil.pipeline.policy import load_policy
from textveil.pipeline.release import Run
from textveil.pipeline.release import release as carry_out

__all__ = ["announce", "release"]


def release(
    source: InputPath,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to make.")],
    policy: PolicyName = "tag-only",
    format_name: FormatName = None,
    lines: Lines = False,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    key: KeyFile = None,
    excerpts: Annotated[
        int,
        typer.Option("--excerpts", min=0, help="Documents to show before and after in the report."),
    ] = 0,
    force: Annotated[
        bool, typer.Option("--force", help="Replace an earlier release at OUT.")
    ] = False,
    keep_refuted: Annotated[
        bool,
        typer.Option("--keep-refuted", help="Write OUT even if a verdict does not hold."),
    ] = False,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Rewrite documents by a policy, verify the result and certify it.

    OUT gets `texts/` in the format of IN, `certificate.json`, `edits.jsonl` (offsets and labels, no
    text) and `report.html`. If a verdict does not hold, nothing is written.

    **Example:** `textveil release notes/ out/ --policy tag-only --excerpts 3`
    """
    if source == "-":
        raise UsageError("a release reads its input twice and cannot take it from stdin")
    given = open_source(
        source, format_name, lines=lines, text=text_column, ids=id_column, subject=subject_column
    )
    with tracked(quiet=quiet) as track:
        certificate = carry_out(
            Run(
                source=given,
                target=out,
                policy=load_policy(policy),
                key=read_key(key),
                excerpts=excerpts,
                force=force,
                keep_refuted=keep_refuted,
                track=track,
            )
        )
    if json_output:
        show_json(certificate.to_json())
    elif not quiet:
        announce(certificate, out)


def announce(certificate: Certificate, out: Path) -> None:
    """Say on stderr what was released and what to keep back."""
    counts = certificate.counts
    say(f"{counts['documents']:,} documents · {counts['passages']:,} passages replaced")
    for verdict in certificate.verdicts:
        say(f"{verdict.claim} {verdict.status.value} ({verdict.checked:,} checked)")
    if certificate.unprotected:
        say(f"unprotected, as they were: {', '.join(certificate.unprotected)}")
    if certificate.input["keyed_by"] == "nonce":
        say(f"keep {out / NONCE} back when you publish")
    say(f"report: {out / REPORT}")
