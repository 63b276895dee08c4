"""`textveil compose experiment`: the tables of paper 5, chapters 3 and 4, on your own texts."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import FileInput
from textveil.cli.shell.options import Shown, keep_apart
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.study.page import Study
    from textveil.values.runs.watch import Track

__all__ = ["ExperimentOptions", "experiment"]

_TITLES = {
    "private": "Private messages",
    "profile": "The threshold of co-occurrence",
    "places": "Private places",
    "time": "Expressions of time",
}
_KINDS = (*_TITLES, "generalize", "time-phrases", "suppress", "versions")


@dataclass(frozen=True, kw_only=True)
class ExperimentOptions:
    """Where the tables go, the seed, and the moment of the messages."""

    output: Path = option(..., "A folder for tables, charts, numbers and page.", "-o")
    seed: int = option(0, "Of the folds; the same seed gives the same tables.")
    at: str = option("", "Moment of the messages (default: now).", metavar="TIME")


@grouped
def experiment(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="private, profile, places, time, generalize, time-phrases, suppress or versions.",
        ),
    ],
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            help="Messages; for `private` and `places` labelled ones; for `profile` an index, or "
            "`default`; for `time` TimeML.",
        ),
    ],
    *,
    asked: ExperimentOptions,
    given: FileInput,
    shown: Shown,
) -> None:
    """Measure one part of `compose` beside what the paper compares it with.

    `private`: eleven learners on rows of words. `profile`: precision and recall by alpha.
    `places`: the rule beside four sets of features. `time`: expressions against gold marks.

    `generalize`: combinations of covers a message. `versions`: versions a message, beside synonyms
    alone. `time-phrases`: phrases that cover one, to the second and by date. `suppress`: posts
    whose times can all be taken out, by the number of posts that patterns were learnt from.

    **Example:** `textveil compose experiment private labelled.jsonl -o tables`
    """
    keep_apart([asked.output], [data])
    if kind in _TITLES:
        _write_tables(kind, data, asked, given, shown)
    elif kind in _KINDS:
        _write_numbers(kind, data, asked, given, shown)
    else:
        raise UsageError("there is no such experiment", hint=f"take {', '.join(_KINDS)}")


def _write_tables(
    kind: str, data: str, asked: ExperimentOptions, given: FileInput, shown: Shown
) -> None:
    from textveil.study.messages.pages import write_experiment

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


def _write_numbers(
    kind: str, data: str, asked: ExperimentOptions, given: FileInput, shown: Shown
) -> None:
    from textveil.study.messages.suppression import measure_leaving_out
    from textveil.study.messages.time_phrases import measure_phrases
    from textveil.study.messages.versions import measure_covers, measure_versions

    measures: dict[str, Callable[..., Study]] = {
        "generalize": measure_covers,
        "versions": measure_versions,
        "time-phrases": measure_phrases,
        "suppress": measure_leaving_out,
    }
    opened = given.open_file(data)
    shown.study(
        lambda track: measures[kind](opened, asked.at, track=track), asked.output, "numbers.json"
    )
