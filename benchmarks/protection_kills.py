"""Releases that are killed at random points and resumed, against one that was not."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measure import Row
from textveil.formats.plain.jsonl import JsonLines
from textveil.synth.corpus import generate

COMMAND = Path(sys.executable).with_name("textveil")
NOTES, KILLS, IN_A_ROW = 300, 20, 2
POLICY = """
name: surrogates of what has a form
detect: [textveil.patterns.v1]
transform: {default: {use: textveil.surrogate.v1, scope: subject}}
verify: [textveil.alignment.v1]
columns: {'*': drop}
"""


def rows() -> Iterator[Row]:
    """Kill a release again and again, each time resume it, and compare all bytes of the output."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        _prepare(folder)
        begin = time.perf_counter()
        whole = _finished(folder)
        seconds = time.perf_counter() - begin
        rng = Random(20)  # noqa: S311 - reproducible, not secret
        kills = ends = equal = early = 0
        while kills < KILLS:
            for _ in range(IN_A_ROW):
                stopped = _killed(folder, seconds * rng.uniform(0.05, 0.95))
                kills += stopped
                early += stopped and (folder / "out").exists()
                shutil.rmtree(folder / "out", ignore_errors=True)
            ends += 1
            equal += _finished(folder) == whole
    yield Row(
        "protection",
        f"{kills} kills of a release of {NOTES} notes at random points, {IN_A_ROW} in a row",
        f"{equal} of {ends} resumed runs equal in all {len(whole)} files to one of {seconds:.1f} s "
        f"that was never stopped; {early} kills left an output in its place",
        f"{equal}/{ends}",
        "all byte-equal",
        equal == ends and not early,
        1,
    )


def _prepare(folder: Path) -> None:
    rng = Random(7)  # noqa: S311 - reproducible, not secret
    JsonLines().write(generate("hospital", NOTES, rng=rng), folder / "notes.jsonl")
    (folder / "key").write_text("a key of more than sixteen bytes\n")
    (folder / "policy.yaml").write_text(POLICY)


def _started(folder: Path) -> "subprocess.Popen[bytes]":
    arguments = ["release", "notes.jsonl", "out", "-p", "policy.yaml", "--key", "key", "-q"]
    clean = {name: value for name, value in os.environ.items() if name != "TEXTVEIL_KEY"}
    return subprocess.Popen([str(COMMAND), *arguments], cwd=folder, env=clean)


def _finished(folder: Path) -> dict[str, bytes]:
    if _started(folder).wait():
        raise RuntimeError("the release failed")
    out = folder / "out"
    found = {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    shutil.rmtree(out)
    return found


def _killed(folder: Path, after: float) -> bool:
    process = _started(folder)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL
