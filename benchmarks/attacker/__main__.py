"""The standing attacker: try texts, releases, corpora, models and runs for a stated time.

    make nightly                     # an hour; NIGHTLY_MINUTES=5 NIGHTLY_SEED=7 make nightly
    python -m benchmarks.attacker --minutes 8 --seed 7 --kind views --tally tally.json

The seed is printed first. What is found is written to `tests/found/`, a file each, which a test
there tries again. The exit code is 1 if anything was found.
"""

import argparse
import json
import secrets
import sys
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path

from benchmarks.attacker.kinds import KINDS, attack, tried
from benchmarks.attacker.trial import Find

FOUND = Path(__file__).parents[2] / "tests" / "found"
Tally = dict[str, Counter[str]]


def attacked(minutes: float, seed: str, names: list[str], folder: Path) -> Tally:
    """Make trials until the time is over; the kind that is behind its share comes next."""
    end = time.monotonic() + 60 * minutes
    tally: Tally = {name: Counter() for name in names}
    while time.monotonic() < end:
        name = min(names, key=lambda one: tally[one]["ms"] / attack(one).share)
        told, begin = tally[name], time.monotonic()
        made = tried(name, f"{seed} {name} {told['steps']}")
        told.update(steps=1, trials=made.trials, found=len(made.found))
        told["ms"] += 1 + round(1000 * (time.monotonic() - begin))
        for find in made.found:
            print(f"found: {keep(name, find, folder)}: {find['why']}", flush=True)
    return tally


def keep(name: str, find: Find, folder: Path) -> str:
    """Write a find as a file that the tests try again; return its name."""
    content = json.dumps({"attack": name, **find}, indent=1, sort_keys=True)
    path = folder / f"{name}-{sha256(content.encode()).hexdigest()[:12]}.json"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(content + "\n", "utf-8")
    return path.name


def added(tally: Tally, path: Path) -> Tally:
    """Add earlier trials of a file, and write the sum into it."""
    before = json.loads(path.read_text("utf-8")) if path.exists() else {}
    names = [name for name in KINDS if name in {*before, *tally}]
    both = {name: Counter(before.get(name, {})) + tally.get(name, Counter()) for name in names}
    path.write_text(json.dumps(both, indent=1) + "\n", "utf-8")
    return both


def table(tally: Tally) -> str:
    """Return how many trials were made of each kind, as a Markdown table."""
    lines = ["| attack | a trial | trials | found | minutes |", "|---|---|---|---|---|"]
    for name, told in tally.items():
        about, minutes = attack(name).about, told["ms"] / 60_000
        lines.append(f"| {name} | {about} | {told['trials']:,} | {told['found']} | {minutes:.1f} |")
    total = sum(tally.values(), Counter())
    minutes = total["ms"] / 60_000
    lines.append(f"| **all** | | {total['trials']:,} | {total['found']} | {minutes:.1f} |")
    return "\n".join(lines)


def main() -> int:
    """Attack; print the seed, what is found, and a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacker", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", default="", help="chooses all trials (default: a new one)")
    parser.add_argument("--kind", action="append", choices=[*KINDS], help="again for each")
    parser.add_argument("--folder", type=Path, default=FOUND, help="where finds are written")
    parser.add_argument("--tally", type=Path, help="a file in which trials add up over runs")
    asked = parser.parse_args()
    seed = asked.seed or str(secrets.randbelow(10**9))
    print(f"seed {seed}, {asked.minutes:g} minutes", flush=True)
    tally = attacked(asked.minutes, seed, asked.kind or [*KINDS], asked.folder)
    print(table(added(tally, asked.tally) if asked.tally else tally))
    return int(any(told["found"] for told in tally.values()))


if __name__ == "__main__":
    sys.exit(main())
