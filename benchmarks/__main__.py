"""Run benchmark suites and print their rows; `--write` also puts them into RESULTS.md."""

import argparse
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from benchmarks.measure import Row, machine

SUITES = (
    "startup",
    "patterns",
    "scan",
    "engine",
    "detect",
    "language",
    "kanon",
    "dictionary",
    "dictionary_large",
    "sanitize",
    "sanitize_growth",
    "sanitize_quality",
    "protection",
)
BY_NAME = ("dictionary_whole", "learning", "refusals")
"""Suites that take too long to be run with the others."""
KNOWN = (*SUITES, *BY_NAME)
RESULTS = Path(__file__).with_name("RESULTS.md")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"of {', '.join(KNOWN)}")
    parser.add_argument("--samples", type=Path, help="folder with corpora for the larger runs")
    parser.add_argument("--write", action="store_true", help="update RESULTS.md")
    chosen = parser.parse_args()
    unknown = set(chosen.suites) - set(KNOWN)
    if unknown:
        parser.error(f"there is no suite {', '.join(sorted(unknown))}")
    print(f"machine: {machine()}")
    for suite in chosen.suites or SUITES:
        rows = []
        for row in import_module(f"benchmarks.{suite}").rows(chosen.samples):
            rows.append(row)
            print(f"{row.name}: {row.figure} {row.ratio} (bar: {row.bar or 'none'})", flush=True)
        table = markdown(rows)
        if chosen.write:
            command = f"python -m benchmarks {suite} --samples FOLDER"
            write(suite, table, command if suite in BY_NAME else f"make bench  # or: {command}")


def markdown(rows: Iterable[Row]) -> str:
    """Return rows as a Markdown table."""
    head = "| what | figure | ratio | bar | met | runs |\n|---|---|---|---|---|---|"
    mark = {True: "yes", False: "**no**", None: ""}
    lines = [
        f"| {r.name} | {r.figure} | {r.ratio} | {r.bar} | {mark[r.met]} | {r.runs} |" for r in rows
    ]
    return "\n".join([head, *lines])


def write(suite: str, table: str, command: str) -> None:
    """Replace a suite's part of RESULTS.md, or add it."""
    part = (
        f"<!-- {suite} -->\n## {suite}\n\n`{command}`\n\nmedian of the runs stated; {machine()}"
        f"\n\n{table}\n<!-- end {suite} -->"
    )
    text = RESULTS.read_text("utf-8")
    old = re.compile(rf"<!-- {suite} -->.*?<!-- end {suite} -->", re.DOTALL)
    new = old.sub(lambda _: part, text) if old.search(text) else f"{text.rstrip()}\n\n{part}\n"
    RESULTS.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
