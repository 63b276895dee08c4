"""`textveil compose friends`: groups proposed from mail and chats."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.shell.console import counted
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.inputs import FileInput
from textveil.cli.shell.options import Force, Told, keep_apart
from textveil.errors import OutputError

__all__ = ["friends"]


@grouped
def friends(
    sources: Annotated[
        list[str], typer.Argument(metavar="MAIL|CHAT", help="Mail, or exports of chats.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The YAML file of groups.")],
    me: Annotated[
        str, typer.Option("--me", help="Your name there (default: who stands in most messages).")
    ] = "",
    *,
    force: Force = False,
    given: FileInput,
    told: Told,
) -> None:
    """Propose groups of friends from how often and how lately you write with whom.

    Nothing of the messages is kept but names. Look at the file, and change it: how often one writes
    is not how much one trusts.

    **Example:** `textveil compose friends mail.mbox chat.txt -o friends.yaml`
    """
    from textveil.formats.outputs import binary_sink
    from textveil.pipeline.messages.closeness import (
        contacts_of,
        friends_yaml,
        groups_by_closeness,
    )

    keep_apart([output], sources)
    if output.exists() and not force:
        raise OutputError("the file exists", where=str(output), hint="use --force to replace it")
    documents = (document for source in sources for document in given.open_file(source))
    groups = groups_by_closeness(contacts_of(documents, me))
    with binary_sink(output) as sink:
        sink.write(friends_yaml(groups).encode())
    many = sum(map(len, groups.values()))
    told.notice(f"{output} has {counted(many, 'friend')} in {counted(len(groups), 'group')}")
