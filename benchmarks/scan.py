"""`textveil scan` over 100 MB: throughput beside a bare RE2 pass, and memory that does not grow."""

import json
import lzma
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import re2

from benchmarks.measure import Row
from textveil.detect.rules.table import rule_table

WORDS = (
    "The patient was seen on 3 May 2016 and asked to call (617) 555-0134 if the cough came back. "
    "Blood pressure 120/80, weight 71.5 kg, no fever. Results went to ana.ruiz@example.org. "
)


def rows(samples: Path | None) -> Iterator[Row]:
    """Scan 10 MB and 100 MB, as one text and as many documents."""
    text = corpus(samples)
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("txt", "jsonl"):
            small, large = (write(Path(folder), kind, text, size) for size in (10, 100))
            low, _ = scan(small)
            peak, seconds = scan(large)
            floor = bare(large)
            rate = large.stat().st_size / 1e6 / seconds
            yield Row(
                "scan",
                f"`textveil scan --policy patterns-only` of 100 MB {kind}, start-up included",
                f"{rate:.1f} MB/s",
                f"{floor / seconds:.2f} of a bare RE2 pass",
                "at least 0.60, and 8 MB/s",
                floor / seconds >= 0.60 and rate >= 8,
                1,
            )
            yield Row(
                "scan",
                f"peak memory, {kind}",
                f"{peak / 1e6:.0f} MB at 100 MB, {low / 1e6:.0f} MB at 10 MB",
                f"{peak / low:.2f}",
                "constant: at most 1.3",
                peak / low <= 1.3,
                1,
            )
            small.unlink()
            large.unlink()


def corpus(samples: Path | None) -> str:
    """Return about 10 MB of text: English Wikipedia where there is a sample folder."""
    path = samples / "text" / "enwiki_50MB.txt.xz" if samples else None
    if path and path.exists():
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            return stream.read(10_000_000)
    return WORDS * (10_000_000 // len(WORDS))


def write(folder: Path, kind: str, text: str, megabytes: int) -> Path:
    """Write the text so many times; as JSON lines, a document has about 2,000 characters."""
    path = folder / f"{megabytes}.{kind}"
    documents = [text[at : at + 2000] for at in range(0, len(text), 2000)]
    number = 0
    with path.open("w", encoding="utf-8") as stream:
        while stream.tell() < megabytes * 1_000_000:
            if kind == "txt":
                stream.write(text + "\n")
                continue
            for document in documents:
                stream.write(json.dumps({"id": str(number), "text": document}) + "\n")
                number += 1
    return path


def scan(path: Path) -> tuple[int, float]:
    """Run the command; return its peak memory and its seconds."""
    command = str(Path(sys.executable).with_name("textveil"))
    start = time.perf_counter()
    # The pattern tier: the model of the other policies has rows of its own in `detect`.
    arguments = [command, "scan", str(path), "--policy", "patterns-only"]
    with subprocess.Popen(arguments, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"scan failed on {path.name}")
    return usage.ru_maxrss * 1024, time.perf_counter() - start


def bare(path: Path) -> float:
    """Return the seconds of one alternation of the same patterns over the same text."""
    options = re2.Options()
    options.max_mem = 256 << 20  # what the detector allows its own automata
    union = re2.compile("|".join(f"(?:{rule.pattern})" for rule in rule_table("US")), options)
    seconds = 0.0
    with path.open(encoding="utf-8") as lines:
        while block := lines.readlines(1 << 20):
            texts = block if path.suffix == ".txt" else [json.loads(row)["text"] for row in block]
            start = time.perf_counter()
            for text in texts:
                for _ in union.finditer(text):
                    pass
            seconds += time.perf_counter() - start
    return seconds
