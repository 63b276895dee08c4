"""Run benchmark suites and print their rows; `--write` also puts them into RESULTS.md."""

import argparse
import re
import site
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from benchmarks.measure import Row, machine
from benchmarks.planted import Planted
from benchmarks.readers import Asked, shipped_models

SUITES = (
    "startup",
    "patterns",
    "scan",
    "engine",
    "growth",
    "detect",
    "language",
    "kanon",
    "dictionary",
    "dictionary_large",
    "sanitize",
    "sanitize_growth",
    "sanitize_quality",
    "sanitize_substitution",
    "hiding",
    "protection",
    "distance",
)
MODELS = ("corrections", "genres", "posts", "meaning", "names", "odd", "speed")
"""Suites that compare models; they are run by name, too."""
BY_NAME = (
    "cell",
    "compose",
    "any_text",
    "copies",
    "dictionary_whole",
    "annotating",
    "trials",
    "clock",
    "chats",
    "clusters",
    "decoys",
    "doubt",
    "estimates",
    "exclusion",
    "genomes",
    "hostile",
    "kinds",
    "learning",
    "learning_loop",
    "leaving_out",
    "marking",
    "message_streams",
    "message_tracing",
    "mixed_folder",
    "mutants",
    "peers",
    "plan",
    "planted_names",
    "poisoning",
    "practical",
    "private_messages",
    "publishing",
    "refusals",
    "risk",
    "tables",
    "tracing",
    *MODELS,
)
"""Suites that take too long to be run with the others."""
KNOWN = (*SUITES, *BY_NAME)
RESULTS = Path(__file__).with_name("RESULTS.md")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"of {', '.join(KNOWN)}")
    parser.add_argument(
        "--samples", "--data", type=Path, help="folder with corpora for the larger runs"
    )
    parser.add_argument(
        "--model",
        action="append",
        metavar="NAME|FOLDER",
        help=f"a model to compare, again for each ({', '.join(MODELS)}; default: all shipped ones)",
    )
    parser.add_argument("--reference", default="", help="the model that others are compared with")
    parser.add_argument("--limit", type=int, metavar="N", help="at most N documents of each set")
    parser.add_argument(
        "--packages", type=Path, help="folder with further packages: Presidio, a spaCy model"
    )
    parser.add_argument(
        "--policy", action="append", help="plant defects in releases by it (mutants)"
    )
    parser.add_argument("--sample", type=int, default=1000, help="how many defects (mutants)")
    parser.add_argument("--seed", type=int, default=1, help="chooses the defects (mutants)")
    parser.add_argument("--write", action="store_true", help="update RESULTS.md")
    chosen = parser.parse_args()
    unknown = set(chosen.suites) - set(KNOWN)
    if unknown:
        parser.error(f"there is no suite {', '.join(sorted(unknown))}")
    if chosen.write and chosen.limit:
        parser.error("figures on some of the documents are no results: leave out --limit")
    if chosen.packages:
        site.addsitedir(str(chosen.packages.resolve()))
    models = tuple(chosen.model or shipped_models())
    asked = Asked(chosen.samples, models, chosen.reference, chosen.limit)
    print(f"machine: {machine()}")
    planted = Planted(tuple(chosen.policy or ()), chosen.sample, chosen.seed)
    for suite in chosen.suites or SUITES:
        rows = []
        given = {"mutants": planted}.get(suite, asked if suite in MODELS else chosen.samples)
        for row in import_module(f"benchmarks.{suite}").rows(given):
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
