"""Whether everyday jobs can be done: a folder as it is, chats, tables, and what a release costs.

Each job is one command, as a user gives it. The last one, 50,000 rows, takes many minutes.
"""

import json
import os
import pty
import re
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.measure import Row
from benchmarks.practical_inputs import INPUTS, KINDS, mixed_folder, notes
from textveil.formats.sources import Source
from textveil.formats.tables.text_table import Csv

FILES, LINES, ROWS = 300, 5_000, 50_000
COST_BAR = 1.5
STEPS = 10
"""A stage moves if its bar shows at least so many different shares."""
_SHOWN = re.compile(r"(find|link)ing\b[^%\r\n]*?(\d+)%")


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - needs no corpus
    """Do every job."""
    with TemporaryDirectory() as folder:
        yield folder_as_it_is(Path(folder))
        for name in INPUTS:
            yield with_numbers(Path(folder), name)
        yield from cost(Path(folder))


class Done(NamedTuple):
    """How a command ended, what it showed on a terminal, and its processor time with children."""

    code: int
    shown: str
    seconds: float


def textveil(*arguments: str | Path) -> Done:
    """Run a command whose messages go to a terminal."""
    main, other = pty.openpty()
    shown: list[bytes] = []
    reader = threading.Thread(target=_drain, args=(main, shown), daemon=True)
    reader.start()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "textveil", *map(str, arguments)],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=other,
        env={**os.environ, "COLUMNS": "120", "TERM": "xterm"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    os.close(other)
    reader.join(10)
    os.close(main)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    plain = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", b"".join(shown))
    return Done(done.returncode, plain.decode("utf-8", "replace"), seconds)


def _drain(terminal: int, shown: list[bytes]) -> None:
    try:
        while part := os.read(terminal, 1 << 16):
            shown.append(part)
    except OSError:
        return  # the other end was closed


def folder_as_it_is(folder: Path, files: int = FILES) -> Row:
    """Release a folder of twelve formats, two of whose files are broken, with one command."""
    given, out = folder / "in", folder / "out"
    broken = mixed_folder(given, files)
    done = textveil("release", given, "-o", out, "--skip-unreadable")
    source = Source.open(given, "mixed", {"skip_unreadable": True})
    listed = {given / name for name in source.left_out()}
    there = {path for path in given.rglob("*") if path.is_file() and path.suffix != ".ann"}
    released = {given / path.relative_to(out.joinpath(*_texts(out, path))) for path in _files(out)}
    lost = there - listed - {path for path in released if path.suffix != ".ann"}
    good = done.code == 0 and not lost and listed == set(broken)
    return Row(
        "practical",
        f"a folder of {len(KINDS)} formats and {files} files, two broken, `--skip-unreadable`",
        f"{len(there) - len(listed) - len(lost)} files released, {len(listed)} listed",
        f"{len(lost)} in neither",
        "every file released or listed",
        good,
        1,
    )


def _files(out: Path) -> list[Path]:
    return [path for path in out.rglob("*") if path.is_file() and "texts" in path.parts]


def _texts(out: Path, path: Path) -> tuple[str, ...]:
    """Return the way from a release to the folder that stands for the input."""
    parts = path.relative_to(out).parts
    return parts[: parts.index("texts") + 2]


def with_numbers(folder: Path, name: str, lines: int = LINES) -> Row:
    """Release an input whose ids may equal removed values, and count refuted claims."""
    file, make, options = INPUTS[name]
    make(folder / file, lines)
    out = folder / f"{file}.out"
    done = textveil("release", folder / file, "-o", out, *options)
    refuted, documents = ["nothing was released"], 0
    for path in out.rglob("certificate.json"):
        said = json.loads(path.read_text("utf-8"))
        refuted = [one["claim"] for one in said["verdicts"] if one["status"] == "refuted"]
        documents = sum(1 for path in out.rglob("edits.jsonl") for _ in path.open("rb"))
    return Row(
        "practical",
        f"{lines:,} {name}",
        f"{documents:,} released",
        f"refuted: {', '.join(refuted) or 'nothing'}",
        "released, nothing refuted",
        done.code == 0 and documents == lines and not refuted,
        1,
    )


def cost(folder: Path, count: int = ROWS) -> Iterator[Row]:
    """Compare the processor time of `release` with that of `scan`, and watch the progress."""
    table = folder / "rows.csv"
    Csv().write((replace(one, subject=None) for one in notes(count)), table)
    scan = textveil("scan", table)
    release = textveil("release", table, "-o", folder / "rows.out")
    ratio = release.seconds / scan.seconds
    yield Row(
        "practical",
        f"`release` of {count:,} rows under the default policy, processor time with children",
        f"{release.seconds:.0f} s beside {scan.seconds:.0f} s",
        f"{ratio:.2f} x `scan`",
        f"at most {COST_BAR} x",
        release.code == 0 and ratio <= COST_BAR,
        1,
    )
    shares = {stage: set[str]() for stage in ("find", "link")}
    for stage, share in _SHOWN.findall(release.shown):
        shares[stage].add(share)
    yield Row(
        "practical",
        f"progress of `release` on a terminal, {count:,} rows",
        ", ".join(f"`{stage}` shows {len(seen)} shares" for stage, seen in shares.items()),
        "",
        f"at least {STEPS} each",
        all(len(seen) >= STEPS for seen in shares.values()),
        1,
    )
