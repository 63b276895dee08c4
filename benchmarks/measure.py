"""Measuring: medians of interleaved runs, peak memory in a fresh process, rows for the table."""

import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """One line of the results.

    `ratio` is the figure that counts; `bar` says what it should be, and `met` whether it is.
    """

    suite: str
    name: str
    figure: str
    ratio: str
    bar: str
    met: bool | None
    runs: int


def medians(tasks: Mapping[str, Callable[[], object]], runs: int) -> dict[str, float]:
    """Return the median seconds of each task, run in turn so that noise meets all alike."""
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(runs):
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}


def peak_bytes(code: str, *arguments: str) -> int:
    """Return the peak resident memory of a fresh Python process that runs some code."""
    measured = code + "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    shown = subprocess.run(
        [sys.executable, "-c", measured, *arguments], capture_output=True, text=True, check=True
    )
    return int(shown.stdout.split()[-1]) * 1024


def machine() -> str:
    """Describe this machine in a line."""
    cores = len([line for line in _cpuinfo() if line.startswith("processor")])
    named = (line for line in _cpuinfo() if line.startswith("model name"))
    models = {line.partition(":")[2].strip() for line in named}
    memory = next((line for line in _lines("/proc/meminfo") if "MemTotal" in line), "")
    size = f"{int(memory.split()[1]) / 2**20:.0f} GiB" if memory else "unknown memory"
    chip = ", ".join(sorted(models)) or platform.processor()
    return f"{chip}, {cores} cores, {size}, Python {platform.python_version()}"


def _cpuinfo() -> list[str]:
    return _lines("/proc/cpuinfo")


def _lines(path: str) -> list[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []
