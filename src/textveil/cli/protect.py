"""`textveil protect`: rewrite documents so that the key gives them back."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import counted, say, show_json, tracked
from textveil.cli.keys import AskPassword, VaultPath, read_unlocking, require_key, unlock
from textveil.cli.options import (
    ColumnRoles,
    Encoding,
    Force,
    FormatName,
    IdColumn,
    Json,
    KeyFile,
    Lines,
    PolicyName,
    Quiet,
    SubjectColumn,
    TextColumn,
    keep_apart,
    open_source,
    read_columns,
)
from textveil.errors import UsageError

__all__ = ["protect"]


def protect(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file or folder.")],
    out: Annotated[
        Path, typer.Option("--output", "-o", help="The file or folder to make, like IN.")
    ],
    policy: PolicyName = "tag-only",
    vault: VaultPath = None,
    key: KeyFile = None,
    password: AskPassword = False,
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    columns: ColumnRoles = None,
    force: Force = False,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Rewrite documents by a policy, and keep the way back.

    The way back of every document is sealed in the vault; a policy that encrypts whatever it
    changes carries it in the text and needs no vault. The output has the format of IN. Before it
    appears, every input was restored from it and found equal. Surrogates are kept in the vault too:
    in later batches with the same vault everybody keeps the one that they have.

    **Example:** `textveil protect notes/ -o safe/ --policy tag-only --vault v.db --key key.txt`
    """
    from textveil.pipeline.policy import load_policy
    from textveil.pipeline.release.protecting import Protection
    from textveil.pipeline.release.protecting import protect as carry_out

    if source == "-":
        raise UsageError("protecting reads its input several times and cannot take it from stdin")
    keep_apart([out, vault], [source, key])
    chosen = load_policy(policy).with_columns(read_columns(columns))
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
    notice = (lambda _: None) if quiet else say
    with (
        nullcontext() if vault is None else unlock(vault, key, password=password) as opened,
        tracked(quiet=quiet) as track,
    ):
        secret = opened.key if opened else require_key(read_unlocking(key, password=password))
        done = carry_out(Protection(given, out, chosen, secret, opened, track, notice, force))
    counts = done.certificate.counts
    if json_output:
        verdicts = [*done.certificate.verdicts, done.reversible]
        show_json({"counts": dict(counts), "verdicts": [verdict.to_json() for verdict in verdicts]})
    elif not quiet:
        documents = counted(counts["documents"], "document")
        say(f"{documents} · {counted(counts['replaced'], 'passage')} replaced")
        for verdict in (*done.certificate.verdicts, done.reversible):
            say(f"{verdict.claim} {verdict.status.value} ({verdict.checked:,} checked)")
        say(f"protected: {out}" + (f", way back: {vault}" if vault else ""))
