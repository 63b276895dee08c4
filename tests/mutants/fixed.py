"""Tries mutants, and prints what happened to each as a line of JSON.

Without arguments it tries the fixed sample; else it takes how many, the seed, and names of plans.
It is a program of its own because it forks, and libraries that others loaded may have threads.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).with_name("sample.tsv")


def sample():
    """Return plan, function and kind of each mutant of the fixed sample."""
    rows = SAMPLE.read_text("utf-8").splitlines()
    return [tuple(row.split("\t")) for row in rows if row[:1] != "#"]


def told(*arguments):
    """Run this program; return what it tells."""
    # A library with threads of its own does not survive a fork; with one thread it has none.
    single = os.environ | {"OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.mutants.fixed", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, env=single, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def main(arguments):
    from tests.mutants.plans import PLANS
    from tests.mutants.trials import Bench, Mutant, try_all

    if not arguments:
        chosen = [Mutant(*row) for row in sample()]
        bench = Bench(dict.fromkeys(mutant.plan for mutant in chosen), trace=False)
        show(try_all(bench, chosen))
    else:
        number, seed, *names = arguments
        bench = Bench(names or PLANS)
        found = show(try_all(bench, bench.sampled(int(number), seed)))
        # Other defects in the functions that did harm: there the verifiers have most to do.
        show(try_all(bench, bench.followed(found, int(number) // 2, seed)))
        show(try_all(bench, bench.sampled(int(number) // 2, seed, shared=True)))
    bench.close()


def show(found):
    """Print what happened to mutants, one after another, and return it."""
    shown = []
    for one in found:
        sys.stdout.write(json.dumps(one) + "\n")
        sys.stdout.flush()
        shown.append(one)
    return shown


if __name__ == "__main__":
    main(sys.argv[1:])
