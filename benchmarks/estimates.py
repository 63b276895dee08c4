"""How right `sanitize` is about the time that it will take, and how fast Ctrl-C stops it."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.measure import Row
from textveil.pipeline.sanitize.estimate import estimate
from textveil.pipeline.sanitize.judging import attack, check
from textveil.pipeline.sanitize.lettering import letters_of
from textveil.transform.sanitization.sanitize import Sanitize, sanitize
from textveil.values.sequences import Sequences

PATTERNS = [tuple("abcda")]
JOBS = (
    ("etfs", 10_000, 1),
    ("etfs", 20_000, 1),
    ("tm", 3_000_000, 1),
    ("tm", 5_000_000, 1),
    ("tfs", 3_000_000, 1),
    ("pfs", 3_000_000, 1),
    ("tpm", 2_000_000, 5),
    ("tm", 3_000_000, 5),
)
STOPPED = 60_000


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - needs no corpus
    for method, letters, decoys in JOBS:
        sequences = letters_of(("1",), [_drawn(letters)], "char")
        settings = Sanitize(method, k=5, decoys=decoys)
        work = partial(_work, settings)
        told = estimate(sequences, PATTERNS, settings, work)
        begun = time.perf_counter()
        work(sequences)
        took = time.perf_counter() - begun
        ratio = told.seconds / took if told is not None else 0.0
        yield Row(
            "estimates",
            f"{method}, {letters:,} letters" + (f", {decoys} decoys" if decoys > 1 else ""),
            f"{told.seconds:.1f} s estimated, {took:.1f} s taken" if told is not None else "none",
            f"{ratio:.2f} x the time taken",
            "0.5 to 2",
            0.5 <= ratio <= 2,
            1,
        )
    yield _stopped()


def _drawn(count: int) -> str:
    drawn = np.random.default_rng(count).choice(np.frombuffer(b"abcd", np.uint8), count)
    return drawn.tobytes().decode("ascii")


def _work(settings: Sanitize, sequences: Sequences) -> None:
    result = sanitize(sequences, PATTERNS, settings)
    check(result, PATTERNS, settings)
    attack(result, result.released, settings, guesses_k=False)


def _stopped() -> Row:
    with TemporaryDirectory() as folder:
        source, sensitive = Path(folder, "w.txt"), Path(folder, "s.txt")
        source.write_text(_drawn(STOPPED))
        sensitive.write_text("abcda\n")
        command = [sys.executable, "-m", "textveil", "sanitize", str(source), "-s", str(sensitive)]
        more = ["-m", "etfs", "-o", str(Path(folder, "out.txt"))]
        running = subprocess.Popen([*command, *more], stderr=subprocess.PIPE, text=True)
        with running:
            if running.stderr is not None:
                running.stderr.readline()
            time.sleep(1)
            begun = time.perf_counter()
            running.send_signal(signal.SIGINT)
            code = running.wait()
            took = time.perf_counter() - begun
        left = len(list(Path(folder).iterdir()))
    return Row(
        "estimates",
        f"etfs, {STOPPED:,} letters, Ctrl-C after a second of work",
        f"{took:.2f} s until it ended",
        f"exit code {code}, {left - 2} files written",
        "within 1 s, nothing written",
        took < 1 and left == 2,
        1,
    )
