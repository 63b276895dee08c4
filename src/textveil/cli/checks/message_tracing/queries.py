"""`textveil trace queries`: rare words of messages, to be looked for by a search engine."""

from typing import Annotated

import typer

from textveil.cli.checks.message_tracing.message import MessageVault
from textveil.cli.shell.console import show_json, show_table
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.keys import UnlockOptions
from textveil.cli.shell.options import Shown

__all__ = ["queries"]


@grouped
def queries(
    vault: MessageVault,
    many: Annotated[
        int, typer.Option("--each", min=1, help="How many word sequences a message has at most.")
    ] = 3,
    *,
    unlocking: UnlockOptions,
    shown: Shown,
) -> None:
    """Print short rare word sequences that all versions of a message share.

    Paste them into a search engine, in quotation marks, to find posts that disclose a message;
    then give what you find to `trace message`. A query itself discloses these words to the search
    engine.

    **Example:** `textveil trace queries --vault messages.vault --key key.txt`
    """
    from textveil.pipeline.trace.queries import queries_of
    from textveil.store.log import LookUp

    with unlocking.open(vault, "trace queries", LookUp.TRACE) as opened:
        found = queries_of(opened, many)
    shown.notice(
        "warning: whoever runs the search engine reads these words, and learns that you look "
        "for them"
    )
    if shown.json_output:
        show_json([one.to_json() for one in found])
        return
    show_table(["message", "words"], ([one.message, f'"{one.words}"'] for one in found))
