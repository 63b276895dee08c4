"""Tries the fixed sample, and prints what happened to each mutant as a line of JSON.

It is a program of its own: it forks, and libraries that other tests loaded may have threads.
"""

import json
import sys
from pathlib import Path

from tests.mutants.trials import Bench, Mutant, try_all

SAMPLE = Path(__file__).with_name("sample.tsv")


def sample():
    """Return the mutants of the fixed sample."""
    rows = [row.split("\t") for row in SAMPLE.read_text("utf-8").splitlines() if row[:1] != "#"]
    return [Mutant(*row) for row in rows]


def main():
    bench = Bench(dict.fromkeys(mutant.plan for mutant in sample()), trace=False)
    try:
        for told in try_all(bench, sample()):
            sys.stdout.write(json.dumps(told) + "\n")
    finally:
        bench.close()


if __name__ == "__main__":
    main()
