"""Sequence sanitization beside its floors: a copy of the array, and a plain Levenshtein table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Row, medians
from textveil.strings.sanitization.edit_distance import least_edits
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

# The synthetic string of paper 3, section 8, but for tau: it takes 10, where hardly any pattern is
# below tau and the knapsack has nothing to do.
LETTERS, K, PATTERNS, TAU = 10, 6, 1000, 20
SIZE = 20_000_000
RUNS = 5


class Task:
    """One random string of the paper's largest size, and the steps of its sanitization."""

    def __init__(self, n: int, k: int = K) -> None:
        rng = np.random.default_rng(5)
        self.n, self.k = n, k
        self.codes = rng.integers(0, LETTERS, n, dtype=np.int32)
        self.offsets = np.array([0, n], np.int64)
        self.sensitive = SensitiveSet.of(rng.integers(0, LETTERS, (PATTERNS, k)), LETTERS)
        # Replacements of uneven weight, so that the knapsack has something to decide.
        self.rng = rng

    def tfs(self) -> Pieces:
        """Scan, cut and write X."""
        starts = sensitive_starts(self.codes, self.offsets, self.sensitive)
        pieces = total_order(self.codes, self.offsets, starts, self.k)
        render(self.codes, pieces, np.full(pieces.separators, LETTERS, np.int32))
        return pieces

    def before_knapsack(self) -> tuple[Any, ...]:
        """TFS, PFS, the costs of MCSR, the separable choice, its refinement, and Z."""
        pieces = partial_order(self.codes, self.tfs(), self.k, LETTERS)
        coding = self.sensitive.coding
        options = options_of(self.codes, pieces, self.k, coding, np.arange(LETTERS))
        allowed = allowed_options(options, self.sensitive)
        found = candidate_ghosts(self.codes, self.offsets, options, allowed, coding, TAU)
        cost, tie = ghost_costs(options, allowed, found)
        weight = np.where(allowed, 1, FORBIDDEN)
        chosen = choose(cost, weight, pieces.separators, tie)
        chosen = settle(options, found, chosen, weight, pieces.separators, TAU)
        render(self.codes, pieces, np.append(np.arange(LETTERS), -1)[chosen].astype(np.int32))
        return cost, allowed, tie


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - needs no corpus
    task = Task(SIZE)
    cost, allowed, tie = task.before_knapsack()
    weight = np.where(allowed, task.rng.integers(0, 100, cost.shape), FORBIDDEN)
    budget = int(weight.min(axis=1).sum()) + 1000
    even = np.where(allowed, 1, FORBIDDEN)
    choose(cost, weight, budget, tie)
    seconds = medians(
        {
            "copy": task.codes.copy,
            "tfs": task.tfs,
            "mcsr": task.before_knapsack,
            "knapsack": lambda: choose(cost, weight, budget, tie),
            "even": lambda: choose(cost, even, len(even), tie),
        },
        RUNS,
    )
    tfs = seconds["tfs"]
    bars = (
        ("TFS, 2e7 letters", tfs, seconds["copy"], "a copy", 12),
        ("TFS, PFS and MCSR before the knapsack", seconds["mcsr"], tfs, "TFS", 5),
        ("knapsack, theta 1000 above the minimum", seconds["knapsack"], tfs, "TFS", 6),
        ("knapsack, even weights", seconds["even"], tfs, "TFS", 0.1),
    )
    for name, taken, floor, unit, bar in bars:
        ratio = taken / floor
        shown = f"{ratio:.2f} x {unit}"
        yield Row(
            "sanitize", name, f"{1000 * taken:.0f} ms", shown, f"at most {bar}", ratio <= bar, RUNS
        )
    yield from _growth()
    yield from _edits()


def _growth() -> Iterator[Row]:
    """Seconds per letter must not grow with n, nor faster than k."""
    sizes = [Task(n) for n in (SIZE // 8, SIZE // 4, SIZE // 2)]
    for task in sizes:
        task.before_knapsack()
    seconds = medians({str(task.n): task.before_knapsack for task in sizes}, 3)
    each = [1e9 * seconds[str(task.n)] / task.n for task in sizes]
    shown = ", ".join(f"{value:.1f}" for value in each)
    yield Row(
        "sanitize",
        f"TFS, PFS and MCSR, {', '.join(str(task.n) for task in sizes)} letters",
        f"{shown} ns a letter",
        f"{each[-1] / each[0]:.2f} x the smallest",
        "linear in n",
        each[-1] < 2 * each[0],
        3,
    )


def _edits() -> Iterator[Row]:
    n = 6000
    rng = np.random.default_rng(6)
    codes = rng.integers(0, 4, n, dtype=np.int32)
    levenshtein(codes[:9], codes[:9])
    for k in (4, 6):
        sensitive = SensitiveSet.of(rng.integers(0, 4, (4 * k, k)), 4)
        starts = sensitive_starts(codes, np.array([0, n], np.int64), sensitive)
        least_edits(codes, starts, k, 4)
        steps = {
            "table": lambda: levenshtein(codes, codes),
            "etfs": lambda starts=starts, k=k: least_edits(codes, starts, k, 4),
        }
        seconds = medians(steps, 3)
        ratio, bar = seconds["etfs"] / seconds["table"], 3.5 * (k + 3)
        yield Row(
            "sanitize",
            f"ETFS, 6000 letters, k = {k}",
            f"{1000 * seconds['etfs']:.0f} ms",
            f"{ratio:.1f} x a Levenshtein table",
            f"at most {bar:.1f} (stretch {2 * (k + 3)})",
            ratio <= bar,
            3,
        )


@numba.njit(cache=True, nogil=True)
def levenshtein(a: NDArray[np.int32], b: NDArray[np.int32]) -> int:
    """Return the plain edit distance, a row at a time."""
    row = np.arange(b.size + 1).astype(np.int32)
    for i in range(a.size):
        diagonal, row[0] = row[0], i + 1
        for j in range(b.size):
            up = row[j + 1]
            row[j + 1] = min(min(up, row[j]) + 1, diagonal + (a[i] != b[j]))
            diagonal = up
    distance: int = row[b.size]
    return distance
