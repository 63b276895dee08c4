"""Covers and versions of messages: how many there are (paper 5, Figures 4.3 and 4.4)."""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from statistics import mean, median
from typing import Any, Final

from textveil.detect.messages.temporal import moment_of
from textveil.errors import InputError
from textveil.lexicon.tables.languages import ENGLISH
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.pipeline.messages.composing import written_parse
from textveil.pipeline.messages.counting import VersionCounts, counts_of
from textveil.pipeline.messages.versions import VersionSettings
from textveil.study.chart import Line, Panel
from textveil.study.page import Study
from textveil.study.table import ShownTable
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["measure_covers", "measure_versions"]

PAPER_COVERS: Final = 16.59
PAPER_VERSIONS: Final = 140.91
PAPER_SYNONYMS: Final = 21.29

Count = Callable[[VersionCounts], int]


def measure_covers(documents: Iterable[Document], at: str = "", track: Track = untracked) -> Study:
    """Measure how many combinations of covers messages have (Eq. 4.8)."""
    found = _counted(documents, at, track)
    series: dict[str, Count] = {"covers": lambda one: one.covers}
    return _study(found, series, {"covers": PAPER_COVERS}, "Combinations of covers")


def measure_versions(
    documents: Iterable[Document], at: str = "", track: Track = untracked
) -> Study:
    """Measure how many versions messages have (Eq. 4.9), beside synonyms alone."""
    found = _counted(documents, at, track)
    series: dict[str, Count] = {
        "versions": lambda one: one.versions,
        "synonyms alone": lambda one: one.synonyms,
    }
    printed = {"versions": PAPER_VERSIONS, "synonyms alone": PAPER_SYNONYMS}
    return _study(found, series, printed, "Versions")


def _counted(documents: Iterable[Document], at: str, track: Track) -> list[VersionCounts]:
    moment = moment_of(at)
    checker = Checker(CheckSettings(at=moment.isoformat()))
    settings = VersionSettings(moment)
    found = []
    for document in track(documents, "compose", None):
        checked = checker.check(document)
        if checked.language == ENGLISH and any(one.private for one in checked.passages):
            found.append(counts_of(written_parse(document.text), checked.passages, settings))
    if not found:
        raise InputError("no message has a private passage", hint="give messages of persons")
    return found


def _study(
    found: Sequence[VersionCounts],
    series: dict[str, Count],
    printed: dict[str, float],
    title: str,
) -> Study:
    numbers: dict[str, dict[str, Any]] = {
        name: {
            "mean": mean(map(count, found)),
            "median": median(map(count, found)),
            "paper": printed[name],
            "cumulative": list(accumulate(sorted(map(count, found)))),
        }
        for name, count in series.items()
    }
    rows = [
        [name, f"{told['mean']:.2f}", f"{told['median']:.0f}", f"{told['paper']:.2f}"]
        for name, told in numbers.items()
    ]
    lines = [
        Line(name, [(at, total) for at, total in enumerate(told["cumulative"], 1)], number)
        for number, (name, told) in enumerate(numbers.items())
    ]
    panel = Panel(title, "private messages", "in all", lines)
    return Study(
        {"messages": len(found), **numbers},
        [ShownTable(["a message", "mean", "median", "paper"], rows)],
        {"growth": [panel]} if len(found) > 1 else {},
        [f"{len(found):,} messages with a private passage"],
    )
