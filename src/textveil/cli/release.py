"""`textveil release`: detect, rewrite, verify, certify."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, show_json, tracked
from textveil.cli.keys import AskPassword, unlock
from textveil.cli.options import (
    ColumnRoles,
    Encoding,
    FormatName,
    IdColumn,
    Json,
    KeyFile,
    Lines,
    PolicyName,
    Quiet,
    Recall,
    SubjectColumn,
    TextColumn,
    keep_apart,
    open_source,
    read_columns,
    read_key,
    tuned,
)
from textveil.errors import RefutedError, UsageError
from textveil.values.verdict import Status

if TYPE_CHECKING:
    from textveil.pipeline.release.certificate import Certificate

__all__ = ["announce", "release"]


def release(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file or folder.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to make.")],
    policy: PolicyName = "tag-only",
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    columns: ColumnRoles = None,
    recall: Recall = None,
    key: KeyFile = None,
    vault: Annotated[
        Path | None,
        typer.Option(
            "--vault", help="File that keeps the project's surrogates for later batches, encrypted."
        ),
    ] = None,
    password: AskPassword = False,
    excerpts: Annotated[
        int,
        typer.Option(
            "--excerpts",
            min=0,
            help="Documents to show before and after; the report then holds source text.",
        ),
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
    text), `report.html` and, without a key, `input.nonce`, which you keep back when you publish. If
    a verdict does not hold, nothing is written. With a vault, a person keeps the surrogate that an
    earlier batch gave.

    **Example:** `textveil release notes/ out/ --policy tag-only`
    """
    from textveil.pipeline.policy import load_policy
    from textveil.pipeline.release.run import Run
    from textveil.pipeline.release.run import release as carry_out

    if source == "-":
        raise UsageError("a release reads its input several times and cannot take it from stdin")
    chosen = tuned(load_policy(policy), recall=recall).with_columns(read_columns(columns))
    given = open_source(
        source,
        format_name,
        lines=lines,
        columns=chosen.columns,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    keep_apart([vault], [source, key, out])
    if vault is None and password:
        raise UsageError("--password opens a vault, and there is none", hint="give --vault FILE")
    with (
        nullcontext() if vault is None else unlock(vault, key, password=password) as opened,
        tracked(quiet=quiet) as track,
    ):
        certificate = carry_out(
            Run(
                source=given,
                target=out,
                policy=chosen,
                key=read_key(key) if opened is None else opened.key,
                excerpts=excerpts,
                force=force,
                keep_refuted=keep_refuted,
                track=track,
                vault=opened,
                notice=(lambda _: None) if quiet else say,
            )
        )
    if json_output:
        show_json(certificate.to_json())
    elif not quiet:
        announce(certificate, out)
    if any(verdict.status is Status.REFUTED for verdict in certificate.verdicts):
        say("a verdict is refuted: this release was written because you asked for it")
        raise typer.Exit(RefutedError.exit_code)


def announce(certificate: "Certificate", out: Path) -> None:
    """Say on stderr what was released and what to keep back."""
    from textveil.pipeline.release.certificate import NONCE, REPORT

    counts = certificate.counts
    documents, passages = counts["documents"], counts["replaced"]
    say(f"{counted(documents, 'document')} · {counted(passages, 'passage')} replaced")
    for verdict in certificate.verdicts:
        say(f"{verdict.claim} {verdict.status.value} ({verdict.checked:,} checked)")
    repairs = sum(sum(done.values()) for done in certificate.repairs.values())
    if repairs:
        say(f"{counted(repairs, 'place')} repaired after a first verification")
    for score in certificate.scores:
        if score.name == "token recall (any label)" and not score.group:
            say(f"recall against the input's annotations, which are not released: {score}")
    if certificate.protected:
        say(f"rewritten in their columns: {', '.join(certificate.protected)}")
    if certificate.unprotected:
        say(f"released unprotected beside each text: {', '.join(certificate.unprotected)}")
    if certificate.input["keyed_by"] == "nonce":
        say(f"keep {out / NONCE} back when you publish")
    say(f"report: {out / REPORT}")
