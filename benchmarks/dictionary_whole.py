"""The form of every term up to 20 characters, in full: many minutes, so it is run by name only."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.dictionary import LIST, Floor, indexed, listed
from benchmarks.form_table import write_forms
from benchmarks.measure import Row

_EVERY = 5000


def rows(samples: Path | None) -> Iterator[Row]:
    terms = listed(samples, [LIST])
    if not terms:
        return
    dictionary, _ = indexed(terms)
    floor = Floor(dictionary, np.random.default_rng(20))
    progress = _Progress(floor)
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        path = Path(folder) / "forms"
        removed = write_forms(dictionary, path, 10, "count", longest=20, progress=progress)
        spent = time.process_time() - start - progress.spent
    base, mean = statistics.median(floor.seconds), spent / progress.terms
    yield Row(
        "dictionary_whole",
        f"count, K = 10: {progress.terms:,} terms up to 20 characters, mean",
        f"{1000 * mean:.3f} ms",
        f"1/{base / mean:.0f} pass of one form",
        "at most 1/70",
        mean <= base / 70,
        1,
    )
    yield Row(
        "dictionary_whole", "all of them, one thread", f"{spent / 60:.1f} minutes",
        f"{removed:,} terms have no form", "", None, 1,
    )  # fmt: skip


class _Progress:
    """Measures the floor in between, and how long that took."""

    def __init__(self, floor: Floor) -> None:
        self._floor, self._next = floor, 0
        self.terms = 0
        self.spent = 0.0

    def __call__(self, done: int, total: int) -> None:
        self.terms = total
        if done >= self._next:
            self._next += _EVERY
            self.spent += self._floor.measure()
