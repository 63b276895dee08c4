"""`textveil trace message`: which messages a text discloses, and who had these versions."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from textveil.cli.shell.console import counted, say, show, show_table
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.keys import UnlockOptions
from textveil.cli.shell.options import Shown
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.pipeline.trace.explaining import ExplainedDisclosure
    from textveil.pipeline.trace.message import Disclosure, MessageTracing

__all__ = ["MessageVault", "message"]

_LEAST: Final = 0.005
"""Friends that are less likely are not shown."""

MessageVault = Annotated[
    Path, typer.Option("--vault", help="The vault that `compose` keeps versions in.")
]


@grouped
def message(
    leak: Annotated[
        str, typer.Argument(metavar="LEAK", help="A file or folder; `-` reads text from stdin.")
    ],
    vault: MessageVault,
    evidence: Annotated[
        bool,
        typer.Option(
            "--evidence", help="Say why, and print places side by side: the post, and the versions."
        ),
    ] = False,
    alone: Annotated[
        bool,
        typer.Option(
            "--alone", help="Count this leak by itself, and keep no evidence: to try something out."
        ),
    ] = False,
    false_accusation: Annotated[
        float,
        typer.Option(help="Highest probability that anybody innocent is ever accused."),
    ] = 0.001,
    *,
    unlocking: UnlockOptions,
    given: Input,
    shown: Shown,
) -> None:
    """Say which messages stand in a text, even rewritten, and which friends had these versions.

    Every sentence of LEAK is compared with all messages of the vault. For each one that is found,
    the posterior says how likely each friend's version is what was posted; `unknown` is none of
    them. Who is *accused* is said as in `trace release`: `p` bounds the probability that anybody
    innocent is ever accused, also if somebody rewrites a message to look like another friend's.
    One message seldom suffices. The vault keeps what each message counted, so that leaks add up;
    `p` stays a bound however many posts are looked at. The result holds no text; `--evidence`
    prints text. The log of the vault tells that you traced a leak.

    **Example:** `textveil trace message post.txt --vault messages.vault --key key.txt`
    """
    from textveil.pipeline.trace.message import trace_messages
    from textveil.pipeline.trace.pair_model import pair_model
    from textveil.store.log import LookUp

    if not 0.0 < false_accusation < 1.0:
        raise UsageError(
            "the rate of false accusations must lie between 0 and 1", where="--false-accusation"
        )
    source = given.open(leak)
    with (
        unlocking.open(vault, "trace message", LookUp.TRACE) as opened,
        shown.tracked() as track,
    ):
        traced = trace_messages(
            source,
            opened,
            false_accusation,
            alone=alone,
            evidence=evidence,
            model=pair_model(),
            track=track,
        )
    shown.print(traced, partial(show_tracing, alone=alone))


def show_tracing(traced: "MessageTracing", *, alone: bool = False) -> None:
    """Show what was found on the terminal."""
    found = counted(len(traced.disclosures), "disclosure")
    say(f"{counted(traced.documents, 'document')} · {found}")
    if not traced.disclosures:
        return
    heads = ["where", "message", "sure", "groups", "friends", "unknown"]
    if traced.reasons:
        for one, why in zip(traced.disclosures, traced.reasons, strict=True):
            show_table(heads, [_row(one)])
            for line in why.lines():
                show(f"  {line}")
            _show_places(why)
    else:
        show_table(heads, map(_row, traced.disclosures))
    many = traced.evidence.messages
    so_far = f"{counted(many, 'message')} {'counts' if many == 1 else 'count'} so far"
    if alone:
        so_far = "this leak counts by itself, and nothing of it is kept"
    if traced.accused:
        show_table(["accused", "p"], ([one.friend, f"{one.p:.2g}"] for one in traced.accused))
        say(so_far if alone else f"{so_far}, from earlier leaks too")
        return
    least = min((one.p for one in traced.evidence.suspicions()), default=1.0)
    say(
        f"nobody is accused: the lowest p is {least:.2g}, and somebody is accused from "
        f"{traced.false_accusation:g} down; {so_far}"
    )


def _row(one: "Disclosure") -> list[str]:
    likely = [(name, share) for name, share in one.posterior.friends[:3] if share >= _LEAST]
    return [
        f"{one.document} {one.start}-{one.end}",
        one.message,
        f"{one.probability:.0%}",
        ", ".join(one.posterior.groups),
        ", ".join(f"{name} {share:.0%}" for name, share in likely) or "none stands out",
        f"{one.posterior.unknown:.0%}",
    ]


def _show_places(why: "ExplainedDisclosure") -> None:
    rows = []
    for place in why.places:
        stands = " / ".join(_quoted(one) for one in place.stands) or "(none of its wordings)"
        versions = ", ".join(f"{friend}: {_quoted(one)}" for friend, one in place.versions)
        rows.append([place.message, _quoted(place.written), stands, versions])
    show_table(["message", "as written", "stands in the post", "versions of the likeliest"], rows)


def _quoted(text: str) -> str:
    return " ".join(text.split()) or "(nothing)"
