"""Throughput of the pattern detector beside a bare RE2 pass of the same patterns.

Run as `python -m benchmarks.patterns --text FILE [--megabytes 20] [--json]`. The bare pass is one
alternation of every rule's expression, iterated with `re2`'s own `finditer`, matches counted: once
with the engine's default memory for its automaton (8 MB) and once with as much as the detector
gives its own. All see the same texts in the same process, as paragraphs and as one text. Times are
CPU times of the process, which runs on one core.
"""

import argparse
import json
import lzma
import time
from collections.abc import Callable
from pathlib import Path

import re2

from textveil.detect.patterns import Patterns
from textveil.detect.rules.table import rule_table
from textveil.values.document import Document


def read(path: Path, megabytes: float) -> str:
    size = int(megabytes * 1e6)
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
        return file.read(size).decode("utf-8", "ignore")


def best(works: list[Callable[[], int]], rounds: int) -> list[tuple[float, int]]:
    """Return each one's shortest CPU time and count; in turns, since the machine is shared."""
    results = [(float("inf"), 0)] * len(works)
    for _ in range(rounds):
        for at, work in enumerate(works):
            begin = time.process_time()
            count = work()
            results[at] = (min(results[at][0], time.process_time() - begin), count)
    return results


def measure(texts: list[str], rounds: int) -> dict[str, float]:
    size = sum(len(text.encode("utf-8")) for text in texts) / 1e6
    union = "|".join(f"(?:{rule.pattern})" for rule in rule_table("US"))
    roomy = re2.Options()
    roomy.max_mem = 256 << 20  # what the detector allows its own automaton
    bare, tuned = re2.compile(union), re2.compile(union, roomy)
    documents = [Document(str(at), text) for at, text in enumerate(texts)]
    detector = Patterns()
    (ours, spans), (default, matches), (memory, _) = best(
        [
            lambda: sum(len(detector.detect(document)) for document in documents),
            lambda: sum(1 for text in texts for _ in bare.finditer(text)),
            lambda: sum(1 for text in texts for _ in tuned.finditer(text)),
        ],
        rounds,
    )
    return {
        "documents": len(texts),
        "megabytes": round(size, 2),
        "patterns_mb_s": round(size / ours, 2),
        "bare_mb_s": round(size / default, 2),
        "bare_256mb_mb_s": round(size / memory, 2),
        "ratio": round(default / ours, 3),
        "ratio_256mb": round(memory / ours, 3),
        "spans": spans,
        "bare_matches": matches,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", type=Path, required=True, help="UTF-8 text, plain or .xz")
    parser.add_argument("--megabytes", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    text = read(arguments.text, arguments.megabytes)
    paragraphs = [line for line in text.split("\n") if line]
    result = {
        "paragraphs": measure(paragraphs, arguments.rounds),
        "whole": measure([text], arguments.rounds),
    }
    if arguments.json:
        print(json.dumps(result, indent=2))
        return
    for name, row in result.items():
        print(f"{name:10}", "  ".join(f"{key}={value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
