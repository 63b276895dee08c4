"""Throughput of the pattern detector beside a bare RE2 pass of the same patterns.

The bare pass is one alternation of every rule's expression, iterated with `re2`'s own `finditer`,
matches counted, with as much memory for its automaton as the detector gives each of its own (the
engine's default of 8 MB holds so few states that it falls back to a slower engine). Both see the
same texts in the same process, as paragraphs and as one text. Times are CPU
times of the process, which runs on one core.
"""

import lzma
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import re2

from benchmarks.measure import Row
from textveil.detect.patterns import Patterns
from textveil.detect.rules.table import rule_table
from textveil.values.document import Document

ROUNDS = 3
WORDS = (
    "The patient was seen on 3 May 2016 and asked to call (617) 555-0134 if the cough came back. "
    "Blood pressure 120/80, weight 71.5 kg, no fever. Results went to ana.ruiz@example.org.\n"
)


def read(path: Path, megabytes: float) -> str:
    size = int(megabytes * 1e6)
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
        return file.read(size).decode("utf-8", "ignore")


def in_turns(works: list[Callable[[], int]], rounds: int) -> list[tuple[float, int]]:
    """Return each one's median time and its count; in turns, since machines are shared."""
    seconds: list[list[float]] = [[] for _ in works]
    counts = [0] * len(works)
    for _ in range(rounds):
        for at, work in enumerate(works):
            begin = time.process_time()
            counts[at] = work()
            seconds[at].append(time.process_time() - begin)
    return [(median(times), count) for times, count in zip(seconds, counts, strict=True)]


def measure(texts: list[str], rounds: int) -> dict[str, float]:
    size = sum(len(text.encode("utf-8")) for text in texts) / 1e6
    union = "|".join(f"(?:{rule.pattern})" for rule in rule_table("US"))
    options = re2.Options()
    options.max_mem = 256 << 20  # what the detector allows its own automata
    options.log_errors = False
    bare = re2.compile(union, options)
    documents = [Document(str(at), text) for at, text in enumerate(texts)]
    detector = Patterns()
    (ours, spans), (theirs, matches) = in_turns(
        [
            lambda: sum(len(detector.detect(document)) for document in documents),
            lambda: sum(1 for text in texts for _ in bare.finditer(text)),
        ],
        rounds,
    )
    return {
        "documents": len(texts),
        "megabytes": round(size, 2),
        "patterns_mb_s": round(size / ours, 2),
        "bare_mb_s": round(size / theirs, 2),
        "ratio": round(theirs / ours, 3),
        "spans": spans,
        "bare_matches": matches,
    }


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield throughput on paragraphs and on one long text."""
    path = samples / "text" / "enwiki_50MB.txt.xz" if samples else None
    text = read(path, 20) if path and path.exists() else WORDS * 40_000
    paragraphs = [line for line in text.split("\n") if line]
    for name, texts in (("paragraphs", paragraphs), ("one text", [text])):
        found = measure(texts, ROUNDS)
        rate, ratio = found["patterns_mb_s"], found["ratio"]
        yield Row(
            "patterns",
            f"`Patterns.detect`, {found['megabytes']:.0f} MB, {name}",
            f"{rate:.1f} MB/s, a bare RE2 pass {found['bare_mb_s']:.1f} MB/s",
            f"{ratio:.2f} of the bare pass",
            "at least 0.60, and 8 MB/s",
            ratio >= 0.6 and rate >= 8,
            ROUNDS,
        )
