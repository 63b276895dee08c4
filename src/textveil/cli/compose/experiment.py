"""`textveil compose experiment`: the tables of paper 5, chapter 3 and section 4.2, on your data."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.groups import grouped, option
from textveil.cli.inputs import FileInput
from textveil.cli.options import Shown, keep_apart
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.study.page import Study
    from textveil.values.watching import Track

__all__ = ["ExperimentOptions", "experiment"]

_TITLES = {
    "private": "Private messages",
    "profile": "The threshold of co-occurrence",
    "places": "Private places",
    "time": "Expressions of time",
}


@dataclass(frozen=True, kw_only=True)
class ExperimentOptions:
    """Where the tables go, and the seed."""

    output: Path = option(..., "A folder for tables, chart and page.", "-o")
    seed: int = option(0, "Of the folds; the same seed gives the same tables.")


@grouped
def experiment(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="private, profile, places or time.")],
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            help="Labelled messages; for `profile` an index, or `default`; for `time` TimeML.",
        ),
    ],
    *,
    asked: ExperimentOptions,
    given: FileInput,
    shown: Shown,
) -> None:
    """Measure one part of `compose check` beside what the paper compares it with.

    `private`: eleven learners on rows of words. `profile`: precision and recall by alpha.
    `places`: the rule beside four sets of features. `time`: expressions against gold marks.

    **Example:** `textveil compose experiment private labelled.jsonl -o tables`
    """
    from textveil.study.messages.pages import write_experiment

    if kind not in _TITLES:
        raise UsageError("there is no such experiment", hint=f"take {', '.join(_TITLES)}")
    keep_apart([asked.output], [data])
    shown.study(
        lambda track: write_experiment(
            asked.output, _TITLES[kind], _measuring(kind, data, asked.seed, given, track)
        )
    )


def _measuring(
    kind: str, data: str, seed: int, given: FileInput, track: "Track"
) -> "Callable[[], Study]":
    from textveil.study.messages.alpha import measure_alpha
    from textveil.study.messages.places import compare_places
    from textveil.study.messages.private import compare_private
    from textveil.study.messages.times import measure_times

    if kind == "profile":
        return lambda: measure_alpha(data)
    opened = given.open_file(data)
    if kind == "private":
        return lambda: compare_private(opened, seed, track)
    if kind == "places":
        return lambda: compare_places(opened, seed, track)
    return lambda: measure_times(opened, track)
