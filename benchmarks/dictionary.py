"""Quasi-identifier dictionaries: against one pass of one form over the terms with Python's `re`.

The floor is measured in between, over forms that the dictionary itself chose, so that whatever
else the machine does meets both. Times are those of the processor, except where two threads or a
new process are measured.
"""

import lzma
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.form_table import write_forms
from benchmarks.measure import Row
from textveil.formats.tables.term_index import read_dictionary, write_dictionary
from textveil.lexicon.forms.wildcard_forms import GUARANTEES, Dictionary

LIST = "lists/american-english-insane.txt.xz"
_LOOKUP = """
import sys
from pathlib import Path
from textveil.formats.tables.term_index import read_dictionary
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
        start = time.process_time()
        sum(1 for term in self._terms if fullmatch(term))
        self.seconds.append(time.process_time() - start)
        return self.seconds[-1]


def rows(samples: Path | None) -> Iterator[Row]:
    terms = listed(samples, [LIST])
    if not terms:
        return
    rng = np.random.default_rng(20)
    built, building = indexed(terms)
    floor = Floor(built, rng)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "terms.dict"
        write_dictionary(built, path)
        dictionary = read_dictionary(path)
        yield from queries("dictionary", dictionary, floor, rng, "count")
        yield from _mean(dictionary, floor, rng)
        yield from index_rows("dictionary", dictionary, floor, building, path)
        yield from _cold(path)
        yield from _threads(dictionary, Path(folder) / "forms", rng)
    for k in (10, 100):
        yield grouped("dictionary", dictionary, floor, k)
    yield from queries("dictionary", dictionary, floor, rng, "mutual")
    yield kept_characters("dictionary", dictionary, rng)


def listed(samples: Path | None, names: Sequence[str]) -> list[str]:
    """Return the terms of several lists, none where one is missing."""
    terms = []
    for name in names:
        path = samples / name if samples else Path()
        if not path.is_file():
            return []
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            terms += [line for line in lines.read().split("\n") if line]
    return terms


def indexed(terms: list[str]) -> tuple[Dictionary, float]:
    """Return an index, and the seconds that it took; what is compiled is compiled before."""
    Dictionary.build(["warm", "worm"]).forms([0, 1], 2, "count")
    start = time.process_time()
    built = Dictionary.build(terms)
    return built, time.process_time() - start


def _timed(
    dictionary: Dictionary, floor: Floor, numbers: list[int], k: int, guarantee: str
) -> tuple[list[float], float]:
    """Return the seconds of each query, and the median floor measured in between."""
    seconds, floors = [], []
    for place, number in enumerate(numbers):
        if place % 50 == 0:
            floors.append(floor.measure())
        start = time.process_time()
        dictionary.forms([number], k, guarantee)
        seconds.append(time.process_time() - start)
    return sorted(seconds), statistics.median(floors)


def _drawn(
    dictionary: Dictionary, rng: np.random.Generator, low: int, high: int, count: int
) -> list[int]:
    lengths = np.diff(dictionary.stored.index.starts)
    fitting = np.flatnonzero((lengths >= low) & (lengths <= high))
    numbers: list[int] = rng.choice(fitting, min(count, fitting.size), replace=False).tolist()
    return numbers


def _row(suite: str, name: str, seconds: float, floor: float, bar: int | None, runs: int) -> Row:
    share = f"1/{floor / seconds:.0f}" if seconds < floor else f"{seconds / floor:.1f}"
    return Row(
        suite,
        name,
        f"{1000 * seconds:.2f} ms",
        f"{share} pass of one form",
        f"at most 1/{bar}" if bar else "",
        seconds <= floor / bar if bar else None,
        runs,
    )


def queries(
    suite: str,
    dictionary: Dictionary,
    floor: Floor,
    rng: np.random.Generator,
    guarantee: str,
) -> Iterator[Row]:
    """Ask for the forms of random terms, one after another."""
    for k, low, high, count, middle, most in (
        (10, 2, 12, 1000, 120, 15),
        (10, 13, 20, 1000, 50, 6),
        (100, 2, 20, 200, 6, None),
    ):
        numbers = _drawn(dictionary, rng, low, high, count)
        seconds, base = _timed(dictionary, floor, numbers, k, guarantee)
        name = f"{guarantee}, K = {k}, {low} to {high} characters"
        middle_time = statistics.median(seconds)
        yield _row(suite, f"{name}: median", middle_time, base, middle, len(seconds))
        late = seconds[int(0.95 * len(seconds))]
        yield _row(suite, f"{name}: 95 %", late, base, most, len(seconds))


def _mean(dictionary: Dictionary, floor: Floor, rng: np.random.Generator) -> Iterator[Row]:
    numbers = _drawn(dictionary, rng, 2, 20, 5000)
    seconds, base = _timed(dictionary, floor, numbers, 10, "count")
    name, mean = "count, K = 10, up to 20 characters: mean", statistics.mean(seconds)
    yield _row("dictionary", name, mean, base, 70, len(seconds))


def index_rows(
    suite: str, dictionary: Dictionary, floor: Floor, building: float, path: Path
) -> Iterator[Row]:
    """Say what the index took to build, and what it takes on disk."""
    base = statistics.median(floor.seconds)
    shown = f"{building:.2f} s"
    ratio = f"{building / base:.1f} passes"
    name = f"index of {len(dictionary):,} terms"
    yield Row(suite, name, shown, ratio, "at most 15", building <= 15 * base, 1)
    size = path.stat().st_size / len(dictionary)
    yield Row(suite, "index, bytes a term", f"{size:.0f}", "", "at most 260", size <= 260, 1)


def _cold(path: Path) -> Iterator[Row]:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", _LOOKUP, str(path)], check=True)
        times.append(time.perf_counter() - start)
    cold = statistics.median(times)
    yield Row(
        "dictionary", "lookup in a new process", f"{cold:.2f} s", "", "under 1 s", cold < 1, 3
    )


def _threads(dictionary: Dictionary, path: Path, rng: np.random.Generator) -> Iterator[Row]:
    sample = Dictionary.build(dictionary.terms[n] for n in _drawn(dictionary, rng, 2, 20, 50_000))
    times: dict[int, list[float]] = {1: [], 2: []}
    # In turn, because two threads want both cores, and something else may want one.
    for _ in range(3):
        for threads, seconds in times.items():
            start = time.perf_counter()
            write_forms(sample, path, 10, "count", threads=threads)
            seconds.append(time.perf_counter() - start)
    one, two = min(times[1]), min(times[2])
    yield Row(
        "dictionary", "whole dictionary of 50,000 terms, two threads, best run", f"{two:.1f} s",
        f"{one / two:.2f} x one thread", "at least 1.7", one / two >= 1.7, 3,
    )  # fmt: skip


def grouped(suite: str, dictionary: Dictionary, floor: Floor, k: int) -> Row:
    """Group the terms for a K."""
    start = time.process_time()
    dictionary.group(k)
    grouping = time.process_time() - start
    base = statistics.median(floor.seconds)
    return Row(
        suite, f"mutual, K = {k}: grouping all terms, once", f"{grouping:.0f} s",
        f"{grouping / base / len(dictionary):.5f} passes a term", "", None, 1,
    )  # fmt: skip


def kept_characters(suite: str, dictionary: Dictionary, rng: np.random.Generator) -> Row:
    """Compare what both guarantees keep of random terms."""
    numbers = _drawn(dictionary, rng, 2, 20, 1000)
    mutual, count = (
        sum(form.remaining for form in dictionary.forms(numbers, 10, guarantee) if form)
        for guarantee in GUARANTEES
    )
    total = sum(len(dictionary.terms[number]) for number in numbers)
    return Row(
        suite, "mutual, K = 10: characters kept", f"{mutual / total:.1%}",
        f"count keeps {count / total:.1%}", "", None, len(numbers),
    )  # fmt: skip
