"""Quasi-identifier dictionaries: against one pass of one form over the terms with Python's `re`.

The floor is measured in between, over forms that the dictionary itself chose, so that whatever
else the machine does meets both.
"""

import lzma
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.measure import Row
from textveil.formats.form_table import write_forms
from textveil.formats.term_index import read_dictionary, write_dictionary
from textveil.lexicon.forms import Dictionary

LIST = "lists/american-english-insane.txt.xz"
GROUP_K = 10
_LOOKUP = """
import sys
from pathlib import Path
from textveil.formats.term_index import read_dictionary
read_dictionary(Path(sys.argv[1])).form("interaction", 10, "count", effective=False)
"""


class Floor:
    """One pass of one form over all terms, each time of another form."""

    def __init__(self, dictionary: Dictionary, rng: np.random.Generator) -> None:
        self._terms = list(dictionary.terms)
        numbers = rng.choice(len(dictionary), 40, replace=False).tolist()
        forms = [form for form in dictionary.forms(numbers, 10, "count") if form]
        shown = [re.escape(form.form).replace(r"\*", ".+") for form in forms]
        self._patterns = [re.compile(text, re.DOTALL).fullmatch for text in shown]
        self.seconds: list[float] = []

    def measure(self) -> float:
        """Return the seconds of one pass."""
        fullmatch = self._patterns[len(self.seconds) % len(self._patterns)]
        start = time.perf_counter()
        sum(1 for term in self._terms if fullmatch(term))
        self.seconds.append(time.perf_counter() - start)
        return self.seconds[-1]


def rows(samples: Path | None) -> Iterator[Row]:
    data = samples / LIST if samples else Path()
    if not data.is_file():
        return
    rng = np.random.default_rng(20)
    with lzma.open(data, "rt", encoding="utf-8") as lines:
        terms = [line for line in lines.read().split("\n") if line]
    Dictionary.build(["warm", "worm"]).forms([0, 1], 2, "count")
    start = time.perf_counter()
    built = Dictionary.build(terms)
    building = time.perf_counter() - start
    floor = Floor(built, rng)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "terms.dict"
        write_dictionary(built, path)
        dictionary = read_dictionary(path)
        yield from _queries(dictionary, floor, rng)
        yield from _index(dictionary, floor, building, path)
        yield from _whole(dictionary, Path(folder) / "forms", rng)
    yield from _groups(dictionary, floor, rng)


def _timed(
    dictionary: Dictionary, floor: Floor, numbers: list[int], k: int, guarantee: str
) -> tuple[list[float], float]:
    """Return the seconds of each query, and the median floor measured in between."""
    seconds, floors = [], []
    for place, number in enumerate(numbers):
        if place % 50 == 0:
            floors.append(floor.measure())
        start = time.perf_counter()
        dictionary.forms([number], k, "mutual" if guarantee == "mutual" else "count")
        seconds.append(time.perf_counter() - start)
    return sorted(seconds), statistics.median(floors)


def _drawn(
    dictionary: Dictionary, rng: np.random.Generator, low: int, high: int, count: int
) -> list[int]:
    lengths = np.diff(dictionary.stored.index.starts)
    fitting = np.flatnonzero((lengths >= low) & (lengths <= high))
    return rng.choice(fitting, min(count, fitting.size), replace=False).tolist()


def _row(name: str, seconds: float, floor: float, bar: int | None, runs: int) -> Row:
    return Row(
        "dictionary",
        name,
        f"{1000 * seconds:.2f} ms",
        f"1/{floor / seconds:.0f} pass of one form"
        if seconds < floor
        else f"{seconds / floor:.1f}",
        f"at most 1/{bar}" if bar else "",
        seconds <= floor / bar if bar else None,
        runs,
    )


def _queries(dictionary: Dictionary, floor: Floor, rng: np.random.Generator) -> Iterator[Row]:
    for k, low, high, count, middle, most in (
        (10, 2, 12, 1000, 120, 15),
        (10, 13, 20, 1000, 50, 6),
        (100, 2, 20, 200, 6, None),
    ):
        numbers = _drawn(dictionary, rng, low, high, count)
        seconds, base = _timed(dictionary, floor, numbers, k, "count")
        name = f"count, K = {k}, {low} to {high} characters"
        yield _row(f"{name}: median", statistics.median(seconds), base, middle, len(seconds))
        late = seconds[int(0.95 * len(seconds))]
        yield _row(f"{name}: 95 %", late, base, most, len(seconds))
    numbers = _drawn(dictionary, rng, 2, 20, 5000)
    seconds, base = _timed(dictionary, floor, numbers, 10, "count")
    mean = statistics.mean(seconds)
    yield _row("count, K = 10, up to 20 characters: mean", mean, base, 70, len(seconds))


def _index(dictionary: Dictionary, floor: Floor, building: float, path: Path) -> Iterator[Row]:
    base = statistics.median(floor.seconds)
    shown = f"{building:.2f} s"
    ratio = f"{building / base:.1f} passes"
    yield Row("dictionary", "index", shown, ratio, "at most 15", building <= 15 * base, 1)
    size = path.stat().st_size / len(dictionary)
    yield Row("dictionary", "index, bytes a term", f"{size:.0f}", "", "at most 260", size <= 260, 1)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", _LOOKUP, str(path)], check=True)
        times.append(time.perf_counter() - start)
    cold = statistics.median(times)
    yield Row(
        "dictionary", "lookup in a new process", f"{cold:.2f} s", "", "under 1 s", cold < 1, 3
    )


def _whole(dictionary: Dictionary, path: Path, rng: np.random.Generator) -> Iterator[Row]:
    sample = Dictionary.build(dictionary.terms[n] for n in _drawn(dictionary, rng, 2, 20, 50_000))
    times = []
    for threads in (1, 2):
        start = time.perf_counter()
        write_forms(sample, path, 10, "count", threads=threads)
        times.append(time.perf_counter() - start)
    gain = times[0] / times[1]
    yield Row(
        "dictionary", "whole dictionary of 50,000 terms, two threads", f"{times[1]:.1f} s",
        f"{gain:.2f} x one thread", "at least 1.7", gain >= 1.7, 1,
    )  # fmt: skip


def _groups(dictionary: Dictionary, floor: Floor, rng: np.random.Generator) -> Iterator[Row]:
    start = time.perf_counter()
    dictionary.group(GROUP_K)
    grouping = time.perf_counter() - start
    base = statistics.median(floor.seconds)
    yield Row(
        "dictionary", f"mutual, K = {GROUP_K}: grouping all terms, once", f"{grouping:.0f} s",
        f"{grouping / base / len(dictionary):.5f} passes a term", "", None, 1,
    )  # fmt: skip
    numbers = _drawn(dictionary, rng, 2, 20, 1000)
    seconds, base = _timed(dictionary, floor, numbers, GROUP_K, "mutual")
    yield _row("mutual, K = 10: median", statistics.median(seconds), base, 70, len(seconds))
    kept = {}
    for guarantee in ("mutual", "count"):
        forms = dictionary.forms(numbers, GROUP_K, "mutual" if guarantee == "mutual" else "count")
        kept[guarantee] = sum(form.remaining for form in forms if form)
    total = sum(len(dictionary.terms[number]) for number in numbers)
    yield Row(
        "dictionary", "mutual, K = 10: characters kept", f"{kept['mutual'] / total:.1%}",
        f"count keeps {kept['count'] / total:.1%}", "", None, len(numbers),
    )  # fmt: skip
