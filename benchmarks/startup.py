"""How long a user waits before anything happens."""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

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
    yield _checking()


def _processor(*arguments: str) -> float:
    """Return the processor seconds that a command takes in a new process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _checking() -> Row:
    """Compare what `verify` of a small release takes with a `scan` of its input."""
    with tempfile.TemporaryDirectory() as folder:
        notes, out = Path(folder) / "notes.jsonl", str(Path(folder) / "out")
        notes.write_text('{"id": "1", "text": "Call Ana on 617-555-0134 on 3 May 2021."}\n')
        _processor("textveil", "release", str(notes), out, "--quiet")
        given = (out, "--input", str(notes), "--quiet")
        calls = {
            "scan": ("textveil", "scan", str(notes), "--quiet"),
            "verify": ("textveil", "verify", *given),
            "certify": ("textveil.certify", *given),
        }
        taken = {
            name: median(_processor(*call) for _ in range(RUNS)) for name, call in calls.items()
        }
    scan, verify, alone = taken["scan"], taken["verify"], taken["certify"]
    return Row(
        "startup",
        "processor time of `textveil verify` of one note, with its input",
        f"{verify:.2f} s (`python -m textveil.certify`: {alone:.2f} s)",
        f"{verify / scan:.2f} of a cold `scan`",
        "at most 0.5",
        verify <= 0.5 * scan,
        RUNS,
    )
