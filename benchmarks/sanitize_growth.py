"""How the time of sanitization grows with n and with k: rows, and a chart of what was measured."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Row
from textveil.formats.display.figures import draw_panels
from textveil.strings.sanitization.knapsack import FORBIDDEN, choose
from textveil.strings.sanitization.partial_order import partial_order
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.strings.sanitization.separator_search import settle
from textveil.strings.sanitization.separators import (
    allowed_options,
    candidate_ghosts,
    ghost_costs,
    options_of,
)
from textveil.strings.sanitization.total_order import Pieces, render, total_order
from textveil.study.chart import Line, Panel

CHART = Path(__file__).parents[1] / "docs" / "methods" / "sanitize-growth.svg"

LETTERS, TAU = 10, 20
SIZES = (2_500_000, 5_000_000, 10_000_000, 20_000_000)
LENGTHS = (4, 5, 6, 7, 8, 10, 12, 14)
LARGE, USUAL, HASHED = 10_000_000, 6, 8
RUNS = 5
STEPS = ("TFS", "PFS", "MCSR")


class Task:
    """One random string in which every thousandth window is sensitive, whatever its length is.

    With a fixed number of patterns, longer ones would occur less often, and there would be less
    to do.
    """

    def __init__(self, n: int, k: int) -> None:
        rng = np.random.default_rng(7)
        self.n, self.k = n, k
        self.codes = rng.integers(0, LETTERS, n, dtype=np.int32)
        self.offsets = np.array([0, n], np.int64)
        expected = max(1.0, n / LETTERS**k)
        starts = rng.choice(n - k, max(1, round(n / 1000 / expected)), replace=False)
        patterns = self.codes[starts[:, None] + np.arange(k)]
        self.sensitive = SensitiveSet.of(np.unique(patterns, axis=0), LETTERS)
        self.pieces = self.tfs()
        self.merged = self.pfs()
        self.mcsr()

    def tfs(self) -> Pieces:
        """Scan, cut and write X."""
        starts = sensitive_starts(self.codes, self.offsets, self.sensitive)
        pieces = total_order(self.codes, self.offsets, starts, self.k)
        render(self.codes, pieces, np.full(pieces.separators, LETTERS, np.int32))
        return pieces

    def pfs(self) -> Pieces:
        """Merge blocks and write Y."""
        pieces = partial_order(self.codes, self.pieces, self.k, LETTERS)
        render(self.codes, pieces, np.full(pieces.separators, LETTERS, np.int32))
        return pieces

    def mcsr(self) -> NDArray[np.int32]:
        """Replace the separators and write Z."""
        pieces, coding = self.merged, self.sensitive.coding
        options = options_of(self.codes, pieces, self.k, coding, np.arange(LETTERS))
        allowed = allowed_options(options, self.sensitive)
        found = candidate_ghosts(self.codes, self.offsets, options, allowed, coding, TAU)
        cost, tie = ghost_costs(options, allowed, found)
        weight = np.where(allowed, 1, FORBIDDEN)
        chosen = choose(cost, weight, pieces.separators, tie)
        chosen = settle(options, found, chosen, weight, pieces.separators, TAU)
        letters = np.append(np.arange(LETTERS), -1)[chosen].astype(np.int32)
        return render(self.codes, pieces, letters)


@dataclass(frozen=True)
class Growth:
    """CPU seconds of each step, by n and by k."""

    by_size: Mapping[int, Mapping[str, float]]
    by_length: Mapping[int, Mapping[str, float]]


def measure() -> Growth:
    """Measure all steps; those of one task run in turn."""
    return Growth(
        {n: _seconds(Task(n, USUAL)) for n in SIZES},
        {k: _seconds(Task(LARGE, k)) for k in LENGTHS},
    )


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - needs no corpus
    """Measure, draw the chart, and say how far it is from linear."""
    growth = measure()
    write_chart(growth)
    yield from compared(growth)


def compared(growth: Growth) -> Iterator[Row]:
    """Say how far the time grows faster than n, or than k.

    Up to k = 7 the windows of ten letters are counted in a table of all there are, from 8 on in one
    of those that matter: from one to the other there is a step, which is told without a bar.
    """
    parts: tuple[tuple[str, Mapping[int, Mapping[str, float]], int, int, bool], ...] = (
        ("n", growth.by_size, SIZES[0], SIZES[-1], True),
        ("k", growth.by_length, HASHED, LENGTHS[-1], True),
        ("k", growth.by_length, LENGTHS[0], HASHED, False),
    )
    for name, points, first, last, judged in parts:
        for step in STEPS:
            rise = points[last][step] / points[first][step] / (last / first)
            yield Row(
                "sanitize_growth",
                f"{step}, {name} from {first:,} to {last:,}",
                f"{1000 * points[first][step]:.0f} to {1000 * points[last][step]:.0f} ms CPU",
                f"{rise:.2f} x linear",
                f"at most linear in {name} (1.5 for caches)" if judged else "",
                rise <= 1.5 if judged else None,
                RUNS,
            )


def write_chart(growth: Growth) -> None:
    """Draw the seconds against n and against k."""

    def against(
        name: str, unit: int, points: Mapping[int, Mapping[str, float]], title: str
    ) -> Panel:
        lines = [
            Line(step, [(value / unit, point[step]) for value, point in points.items()])
            for step in STEPS
        ]
        return Panel(title, name, "CPU time (seconds)", lines, (0, None))

    panels = [
        against("n (million letters)", 10**6, growth.by_size, f"k = {USUAL}"),
        against("k (letters of a pattern)", 1, growth.by_length, f"n = {LARGE // 10**6} million"),
    ]
    CHART.write_bytes(draw_panels(panels, ".svg"))


def _seconds(task: Task) -> dict[str, float]:
    steps: Sequence[Callable[[], object]] = (task.tfs, task.pfs, task.mcsr)
    taken: dict[str, list[float]] = {name: [] for name in STEPS}
    for _ in range(RUNS):
        for name, step in zip(STEPS, steps, strict=True):
            start = time.process_time()
            step()
            taken[name].append(time.process_time() - start)
    return {name: statistics.median(times) for name, times in taken.items()}
