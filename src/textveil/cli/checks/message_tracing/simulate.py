"""`textveil trace simulate`: what tracing still finds when versions are rewritten."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.checks.message_tracing.message import MessageVault
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.keys import UnlockOptions
from textveil.cli.shell.options import Told

__all__ = ["simulate"]


@grouped
def simulate(
    vault: MessageVault,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder for the numbers and charts.")
    ],
    most: Annotated[
        int, typer.Option("--messages", min=0, help="Messages that are tried; 0 for all.")
    ] = 0,
    pairs: Annotated[
        bool, typer.Option("--pairs/--no-pairs", help="Try every two rewritings together, too.")
    ] = True,
    seed: Annotated[int, typer.Option(help="Decides everything that chance does.")] = 1,
    *,
    unlocking: UnlockOptions,
    told: Told,
) -> None:
    """Rewrite versions as leakers would, and say how often messages and friends are found.

    Of each message a friend is drawn, and the version is rewritten in every way at 10 to 50 % of
    the words or clauses: words dropped, clauses reordered, synonyms, covers, numbers as words,
    typos, truncated, merged with other text, active to passive, every two of them, the versions of
    two friends merged, and one made to look like another's. OUT gets a table with intervals and
    charts; none holds text. Nothing counts as evidence.

    **Example:** `textveil trace simulate --vault messages.vault --key key.txt -o simulation/`
    """
    from textveil.pipeline.trace.pair_model import pair_model
    from textveil.store.log import LookUp
    from textveil.study.messages.simulation import LeakSimulationSettings, simulate_messages

    settings = LeakSimulationSettings(pairs=pairs, seed=seed, most=most)
    with unlocking.open(vault, "trace simulate", LookUp.TRACE) as opened:
        told.study(
            lambda track: simulate_messages(opened, settings, pair_model(), track),
            output,
            "simulation.json",
        )
