"""`textveil restore`: give protected documents back as they were."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.shell.console import counted, show_json
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.keys import WayBackOptions
from textveil.cli.shell.options import Force, Shown, keep_apart

__all__ = ["restore"]


@grouped
def restore(
    source: Annotated[str, typer.Argument(metavar="OUT", help="What `textveil protect` wrote.")],
    *,
    out: Annotated[
        Path, typer.Option("--output", "-o", help="The file or folder to make, like OUT.")
    ],
    way: WayBackOptions,
    given: Input,
    force: Force = False,
    shown: Shown,
) -> None:
    """Give protected documents back, every character as it was.

    With a vault, a document that was changed since it was protected is refused. Without one, the
    tokens in the texts are opened, and a token that was changed is refused.

    **Example:** `textveil restore safe/ -o back/ --vault v.db --key key.txt`
    """
    from textveil.pipeline.release.back.restoration import Restoration
    from textveil.pipeline.release.back.restoration import restore as carry_out
    from textveil.store.log import LookUp

    keep_apart([out], [source, way.key, way.vault])
    opened = given.open_file(source)
    with way.opened("restore", LookUp.RESTORE) as vault, shown.tracked() as track:
        secret = way.secret(None) if vault is None else None
        done = carry_out(Restoration(opened, out, secret, vault, track, force))
    if shown.json_output:
        counts = {"documents": done.documents, "passages": done.passages}
        show_json({**counts, "without_a_token": done.untouched})
        return
    documents, passages = counted(done.documents, "document"), counted(done.passages, "passage")
    shown.notice(f"{documents} · {passages} restored: {out}")
    if done.untouched:
        more = ", …" if done.untouched > len(done.untouched_ids) else ""
        ids = ", ".join(done.untouched_ids) + more
        untouched = counted(done.untouched, "document")
        shown.notice(f"{untouched} held no token and stayed as given: {ids}")
