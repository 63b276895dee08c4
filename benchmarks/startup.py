"""How long a user waits before anything happens."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Row, medians

RUNS = 11


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - needs no corpus
    def python(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    def textveil(*arguments: str) -> None:
        command = str(Path(sys.executable).with_name("textveil"))
        subprocess.run([command, *arguments], check=True, capture_output=True)

    tasks = {
        "floor": lambda: python("pass"),
        "import": lambda: python("import textveil"),
        "help": lambda: textveil("--help"),
    }
    seconds = medians(tasks, RUNS)
    floor, imported, shown = seconds["floor"], seconds["import"], seconds["help"]
    yield Row(
        "startup",
        "`import textveil`, beyond an empty Python",
        f"{1000 * (imported - floor):.0f} ms",
        f"{imported / floor:.2f} x empty Python",
        "under 150 ms",
        imported - floor < 0.150,
        RUNS,
    )
    yield Row(
        "startup",
        "`textveil --help`",
        f"{1000 * shown:.0f} ms",
        f"{shown / floor:.1f} x empty Python",
        "",
        None,
        RUNS,
    )
