"""`textveil trace watch`: new posts are looked at once, and disclosures are told."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from textveil.cli.checks.message_tracing.message import MessageVault
from textveil.cli.shell.console import counted, say, show
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.keys import UnlockOptions
from textveil.cli.shell.options import Shown
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.pipeline.trace.watch import Watched

__all__ = ["watch"]


@dataclass(frozen=True, kw_only=True)
class NoticeOptions:
    """Who is told, and when."""

    notices: Path | None = option(
        None, "File that gets each notice as a line of JSON.", metavar="FILE"
    )
    config: Path | None = option(
        None, "YAML file that names a webhook or a mail server for notices.", metavar="FILE"
    )
    every: float | None = option(
        None, "Look again after so many seconds, until it is stopped.", metavar="SECONDS"
    )
    false_accusation: float = option(
        0.001, "Highest probability that anybody innocent is ever accused."
    )


@grouped
def watch(
    source: Annotated[
        str, typer.Argument(metavar="FOLDER|FILE", help="Posts: a file or folder, also a feed.")
    ],
    vault: MessageVault,
    *,
    asked: NoticeOptions,
    unlocking: UnlockOptions,
    given: Input,
    shown: Shown,
) -> None:
    """Look at posts once each, and tell of every message that they disclose.

    All formats are read, RSS and Atom among them. The vault keeps which posts were seen, so that
    it goes on after a stop. A notice says what was disclosed, when it was found, how sure that is
    and whom it points at; it holds no text of message or post. Notices are printed, and added to
    the file of `--notices`. Only a file that you write with `--config` sends them elsewhere: to
    a webhook or by mail. If that fails, the post is not marked as seen.

    **Example:** `textveil trace watch feeds/ --vault messages.vault --key key.txt`
    """
    from textveil.pipeline.trace.delivery import read_deliveries
    from textveil.pipeline.trace.pair_model import pair_model
    from textveil.pipeline.trace.watch import WatchSettings
    from textveil.pipeline.trace.watch import watch as watched
    from textveil.store.log import LookUp

    if source == "-":
        raise UsageError("posts are read twice: give a file or folder, not stdin")
    if not 0.0 < asked.false_accusation < 1.0:
        raise UsageError(
            "the rate of false accusations must lie between 0 and 1", where="--false-accusation"
        )
    deliveries = () if asked.config is None else read_deliveries(asked.config)
    settings = WatchSettings(asked.notices, deliveries, asked.false_accusation, pair_model())
    while True:
        with (
            unlocking.open(vault, "trace watch", LookUp.TRACE) as opened,
            shown.tracked() as track,
        ):
            found = watched(given.open(source), opened, settings, track)
        _show(found, shown)
        if asked.every is None:
            return
        time.sleep(asked.every)


def _show(found: "Watched", shown: Shown) -> None:
    for notice in found.notices:
        told = notice.to_json()
        show(json.dumps(told) if shown.json_output else _line({**told, **notice.found}))
    posts, notices = counted(found.posts, "post"), counted(len(found.notices), "notice")
    say(f"{posts}, {found.new:,} new, {notices}", quiet=shown.quiet)


def _line(told: dict[str, Any]) -> str:
    friends = ", ".join(f"{one['friend']} {one['posterior']:.0%}" for one in told["friends"][:3])
    accused = ", ".join(f"{one['friend']} (p {one['p']:.2g})" for one in told["accused"])
    points = f"{', '.join(told['groups'])}: {friends}; none of them {told['unknown']:.0%}"
    return (
        f"{told['when']} message {told['message']} in {told['document']}, "
        f"{told['probability']:.0%} sure; {points}; "
        f"accused by all posts so far: {accused or 'nobody'}"
    )
