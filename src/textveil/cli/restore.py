"""`textveil restore`: give protected documents back as they were."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import counted, say, show_json, tracked
from textveil.cli.keys import AskPassword, VaultPath, open_vault, read_unlocking, require_key
from textveil.cli.options import (
    Encoding,
    Force,
    FormatName,
    IdColumn,
    Json,
    KeyFile,
    Lines,
    Quiet,
    SubjectColumn,
    TextColumn,
    keep_apart,
    open_source,
)
from textveil.errors import UsageError

__all__ = ["restore"]


def restore(
    source: Annotated[str, typer.Argument(metavar="OUT", help="What `textveil protect` wrote.")],
    out: Annotated[
        Path, typer.Option("--output", "-o", help="The file or folder to make, like OUT.")
    ],
    vault: VaultPath = None,
    key: KeyFile = None,
    password: AskPassword = False,
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    force: Force = False,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Give protected documents back, every character as it was.

    With a vault, a document that was changed since it was protected is refused. Without one, the
    tokens in the texts are opened, and a token that was changed is refused.

    **Example:** `textveil restore safe/ -o back/ --vault v.db --key key.txt`
    """
    from textveil.pipeline.release.restoring import Restoration
    from textveil.pipeline.release.restoring import restore as carry_out

    if source == "-":
        raise UsageError("this is read from a file or folder, not from stdin")
    keep_apart([out], [source, key, vault])
    given = open_source(
        source,
        format_name,
        lines=lines,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    unlocking = read_unlocking(key, password=password)
    opening = nullcontext() if vault is None else open_vault(vault, unlocking)
    with opening as opened, tracked(quiet=quiet) as track:
        secret = require_key(unlocking) if opened is None else None
        done = carry_out(Restoration(given, out, secret, opened, track, force))
    if json_output:
        counts = {"documents": done.documents, "passages": done.passages}
        show_json({**counts, "without_a_token": done.untouched})
    elif not quiet:
        documents, passages = counted(done.documents, "document"), counted(done.passages, "passage")
        say(f"{documents} · {passages} restored: {out}")
        if done.untouched:
            more = ", …" if done.untouched > len(done.untouched_ids) else ""
            ids = ", ".join(done.untouched_ids) + more
            say(f"{counted(done.untouched, 'document')} held no token and stayed as given: {ids}")
