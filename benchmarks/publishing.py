"""The simulated attacker: kills at random points, and how long the whole simulation takes."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measure import Row
from textveil.decide.curves import Point
from textveil.formats.plain.jsonl import JsonLines
from textveil.pipeline.plan.files import SHIPPED, read_curves
from textveil.synth.corpus import generate

COMMAND = Path(sys.executable).with_name("textveil")
KILLS = 10
FEW, MANY = 60, 600
SMALL = ["--publisher", "5,10", "--attacker", "5,10", "--published", "30", "--repeats", "4"]
MINUTES = 20


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the shape of a suite
    """Yield whether killed simulations end with the same bytes, and the time of a large one."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield _killed_again_and_again(folder)
        yield _whole(folder)


def _killed_again_and_again(folder: Path) -> Row:
    notes = _notes(folder, FEW)
    begin = time.perf_counter()
    whole = _finished(notes, folder / "whole.csv", SMALL)
    seconds = time.perf_counter() - begin
    rng = Random(17)  # noqa: S311 - reproducible, not secret
    out, kills, ends, equal = folder / "killed.csv", 0, 0, 0
    while kills < KILLS:
        process = _started(notes, out, SMALL)
        try:
            # What was played stays played, so a later start has less to do.
            process.wait(seconds * rng.uniform(0.05, 0.6))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
        if out.exists():
            ends += 1
            equal += out.read_bytes() == whole
            out.unlink()
    ends += 1
    equal += _finished(notes, out, SMALL) == whole
    return Row(
        "publishing",
        f"{kills} kills of `attack simulate` on {FEW} notes at random points",
        f"{equal} of {ends} CURVES of simulations that were killed and went on have the bytes of "
        f"one of {seconds:.0f} s that was not",
        f"{equal}/{ends}",
        "the same CURVES",
        equal == ends,
        1,
    )


def _whole(folder: Path) -> Row:
    notes = _notes(folder, MANY)
    begin, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    _finished(notes, folder / "curves.csv", ["--jobs", "2"])
    minutes = (time.perf_counter() - begin) / 60
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # Beside other work the clock says little: what counts is what two free cores would take.
    needed = worked / 60 / 2
    return Row(
        "publishing",
        f"`attack simulate` on {MANY} generated notes: 25 rounds, 425 measurements, one run, two "
        "processes",
        f"{worked:,.0f} s of processor time; {minutes:.1f} minutes by the clock; "
        f"{_differences(folder / 'curves.csv')}",
        f"{needed:.1f} minutes on two free cores",
        f"{MINUTES} minutes",
        needed < MINUTES,
        1,
    )


def _differences(path: Path) -> str:
    """Say how far measured curves are from those that ship."""
    new, shipped = (
        {_place(one): one for one in read_curves(file)} for file in (path, Path(SHIPPED))
    )
    if new.keys() != shipped.keys():
        return "other sizes than the shipped curves have"
    pairs = [(new[place], shipped[place]) for place in new]
    farthest = max(abs((a.recall or 0) - (b.recall or 0)) for a, b in pairs)
    equal = sum(a == b for a, b in pairs)
    return (
        f"{equal} of {len(pairs)} measurements equal the shipped ones, recall differs by at most "
        f"{farthest:.3f}"
    )


def _place(one: Point) -> tuple[str, str, int, int, int]:
    return one.side, one.attack, one.repeat, one.alpha, one.gamma


def _notes(folder: Path, count: int) -> Path:
    path = folder / f"notes-{count}.jsonl"
    # The notes of `textveil synth hospital -n COUNT --subjects COUNT/2`.
    rng = Random(0)  # noqa: S311 - reproducible, not secret
    JsonLines().write(generate("hospital", count, rng=rng, subjects=count // 2), path)
    return path


def _started(notes: Path, out: Path, sizes: list[str]) -> "subprocess.Popen[bytes]":
    arguments = ["attack", "simulate", str(notes), *sizes, "-o", str(out), "-q"]
    clean = {name: value for name, value in os.environ.items() if name != "TEXTVEIL_KEY"}
    return subprocess.Popen([str(COMMAND), *arguments], env=clean)


def _finished(notes: Path, out: Path, sizes: list[str]) -> bytes:
    if _started(notes, out, sizes).wait():
        raise RuntimeError("the simulation failed")
    return out.read_bytes()
