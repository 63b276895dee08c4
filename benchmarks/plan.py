"""The game of publishing: how long it takes to play it at many prices."""

import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np

from benchmarks.measure import Row
from textveil.decide.curves import Curves
from textveil.games.payoff import Stakes
from textveil.games.stackelberg import PublishPolicy, answers, play
from textveil.pipeline.plan.files import SHIPPED, read_curves

STEPS, BAR = 100, 10.0


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the shape of a suite
    """Yield the seconds of one core that all policies take at 10,000 pairs of prices."""
    curves = Curves.of(read_curves(Path(SHIPPED)), "fake")
    start = time.process_time()
    shared = played = 0
    mean = curves.expected(Stakes(attacker_cost=4, attacker_loss=0, value=0)).scaled(
        np.full(curves.repeats, 1 / curves.repeats)
    )
    for value, loss in product(np.linspace(0, 1, STEPS), repeat=2):
        answered = answers(
            mean, Stakes(attacker_cost=4, attacker_loss=float(loss), value=float(value))
        )
        for policy in PublishPolicy:
            shared += play(answered, policy).shares
            played += 1
    seconds = time.process_time() - start
    figure = f"{played:,} games, {shared:,} of them end with a publication"
    bar = f"under {BAR:.0f} s"
    yield Row(
        "plan",
        "10,000 prices, 4 policies",
        figure,
        f"{seconds:.1f} s of one core",
        bar,
        seconds < BAR,
        1,
    )
