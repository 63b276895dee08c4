"""Speed of each model in the shipped policy: beside Presidio, from a cold start, and in memory.

Readers take turns over blocks of the same documents, on one core, as in suite `detect`. A cold
start is `textveil scan` of one note in a new process. Memory is the peak of `textveil scan` over
1,000 and over 10,000 generated notes. If Presidio and its model are not installed beside textveil,
`--packages` names the folder that has them.
"""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.detect import (
    PRESIDIO,
    SENTENCE,
    Tally,
    detectors,
    lines,
    one_core,
    run,
    sentence,
    tab_case,
)
from benchmarks.measure import Row
from benchmarks.readers import Asked, Detect, reader, shown
from textveil.formats.plain.jsonl import JsonLines
from textveil.synth.corpus import generate
from textveil.values.document import Document

PEAK = """
import runpy, sys
try:
    runpy.run_module("textveil", run_name="__main__")
except SystemExit as ended:
    if ended.code:
        raise
# What getrusage tells of a new process includes the one that started it.
[peak] = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(peak, file=sys.stderr)
"""

STARTS = 5
COLD_BAR, MEMORY_BAR = 1.2, 1.1
FEW, MANY = 1_000, 10_000


def rows(asked: Asked) -> Iterator[Row]:
    """Yield rates, then cold starts, then memory."""
    for name, documents, bar in sets(asked):
        builders: dict[str, Callable[[], Detect]] = {
            shown(model): (lambda model=model: reader(model)) for model in asked.compared
        }
        builders[PRESIDIO] = detectors()[PRESIDIO]
        with one_core():
            tallies = run(documents, builders)
        for reading, tally in tallies.items():
            yield rate(f"{name}: {reading}", tally, tallies[PRESIDIO], bar)
    with TemporaryDirectory() as folder, one_core():
        for model in asked.compared:
            yield cold(model, Path(folder))
        few, many = (min(number, asked.limit or number) for number in (FEW, MANY))
        for model in asked.compared:
            yield memory(model, Path(folder), few, many)


def sets(asked: Asked) -> Iterator[tuple[str, Sequence[Document], float]]:
    """Yield the sets with the bar of each: how many times as fast as Presidio."""
    cases = asked.file("tab", "dev.jsonl")
    if cases:
        documents = [tab_case(one) for one in lines(cases)][: asked.limit]
        yield f"{len(documents)} court cases", documents, 3.5
    sentences = asked.file("presidio_synth", "dev.jsonl")
    if sentences:
        documents = [sentence(str(at), one) for at, one in enumerate(lines(sentences))]
        yield f"{len(documents[: asked.limit]):,} sentences", documents[: asked.limit], 4.0


def rate(name: str, tally: Tally, presidio: Tally, bar: float) -> Row:
    """Return the row of a reader's rate."""
    if tally.absent:
        return Row("speed", name, f"absent: {tally.absent}", "", "", None, 0)
    times = tally.rate / presidio.rate if presidio.rate else 0.0
    figure = f"{tally.rate:,.0f} KB/s"
    if tally is presidio:
        return Row("speed", name, figure, "", "", None, 1)
    ratio = f"{times:.1f} times Presidio's rate" if times else ""
    met = times >= bar if times else None
    return Row("speed", name, figure, ratio, f"at least {bar} times Presidio", met, 1)


def cold(model: str, folder: Path) -> Row:
    """Measure `scan` of one note, everything loaded anew."""
    path = folder / "note.txt"
    path.write_text(SENTENCE, "utf-8")
    before = children_seconds()
    seconds = statistics.median(seconds_of_scan(path, model) for _ in range(STARTS))
    worked = (children_seconds() - before) / STARTS
    return Row(
        "speed",
        f"`textveil scan` of one note, cold: {shown(model)}",
        f"{seconds:.2f} s",
        f"{worked:.2f} s of them processor time",
        f"at most {COLD_BAR} s",
        seconds <= COLD_BAR,
        STARTS,
    )


def memory(model: str, folder: Path, few: int, many: int) -> Row:
    """Measure the peak of `scan` over few and over many notes."""
    peaks = []
    for number in (few, many):
        path = folder / f"{number}.jsonl"
        if not path.exists():
            rng = Random(2016)  # noqa: S311 - the same notes every time
            JsonLines().write(generate("hospital", number, rng=rng), path)
        peaks.append(peak_of_scan(path, model))
    ratio = peaks[1] / peaks[0]
    return Row(
        "speed",
        f"peak memory of `textveil scan`, {few:,} and {many:,} notes: {shown(model)}",
        f"{peaks[0] / 2**20:.0f} and {peaks[1] / 2**20:.0f} MiB",
        f"{ratio:.2f}",
        f"at most {MEMORY_BAR}",
        ratio <= MEMORY_BAR,
        1,
    )


def children_seconds() -> float:
    """Return the processor time of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds_of_scan(path: Path, model: str) -> float:
    """Return how long the command takes, from start to end."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "textveil", *scan(path, model)],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - start


def peak_of_scan(path: Path, model: str) -> int:
    """Return the peak memory of the command in bytes."""
    command = [sys.executable, "-c", PEAK, *scan(path, model)]
    done = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True
    )
    return 1024 * int(done.stderr.split()[-1])


def scan(path: Path, model: str) -> tuple[str, ...]:
    return ("scan", str(path), "--model", model, "--quiet")
