"""Pages: what a study found as a value, and as files with numbers and pictures."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textveil.decide.threshold import largest_keeping, suggested_k
from textveil.errors import InvalidValueError, TextveilError
from textveil.formats.display.figures import (
    ONE_VALUE,
    PICTURES,
    draw_panels,
    draw_panels_as,
    require_charts,
)
from textveil.formats.outputs import binary_sink, json_bytes, new_folder
from textveil.study.chart import Drawing
from textveil.study.table import ShownTable
from textveil.values.choice import Choice
from textveil.values.figures.json_fields import plain

__all__ = ["Study", "Suggestion", "check_keep", "suggestion", "write_chart", "write_study"]


@dataclass(frozen=True, slots=True, repr=False)
class Study:
    """What was measured, and how it is shown.

    Attributes
    ----------
    numbers
        Settings and measurements by name; they hold no text of the input.
    tables
        What a terminal shows.
    charts
        Panels by the name of the picture that shows them; only what was measured at two values or
        more has one.
    remarks
        What is said besides, line by line.
    refused
        Why what was asked for cannot be chosen; it is raised when everything else is told.
    undrawn
        Why there is no chart, if there is none.
    """

    numbers: Mapping[str, Any]
    tables: Sequence[ShownTable] = ()
    charts: Mapping[str, Sequence[Drawing]] = field(default_factory=dict)
    remarks: Sequence[str] = ()
    refused: TextveilError | None = None
    undrawn: str = ONE_VALUE

    def __getitem__(self, name: str) -> Any:
        """Return one of the numbers, as it was measured."""
        return self.numbers[name]

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as a JSON object."""
        return {name: plain(value) for name, value in self.numbers.items()}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A k with the reason, or why none fits."""

    choice: Choice | None = None
    refused: InvalidValueError | None = None
    remarks: tuple[str, ...] = ()
    marks: Mapping[float, str] = field(default_factory=dict)


def suggestion(
    kept: Mapping[int, float], keep: float | None, characters: int, named: str
) -> Suggestion:
    """Suggest the largest k that keeps so much, or the knee; `named` is `k` and what it is for."""
    letter, whom = named.split(maxsplit=1)
    try:
        choice = suggested_k(kept, keep, characters)
    except InvalidValueError as error:
        return Suggestion(refused=error)
    told = f"{letter} = {choice.chosen}"
    return Suggestion(
        choice,
        None,
        (f"suggested: {told} for {whom}", f"because: {choice.reason}"),
        {int(choice.chosen): f"suggested for {whom}: {told}"},
    )


def check_keep(keep: float | None) -> None:
    """Raise unless this is a share."""
    if keep is not None:
        # Asked with a curve that keeps everything, only the ratio itself can be wrong.
        largest_keeping({2: 1.0}, keep)


class _NothingToDraw(Exception):  # noqa: N818  (never leaves this module)
    """Takes an output back that has been begun."""


def _unheard(_: str) -> None:
    """Tell nobody."""


def write_study(
    target: Path | None,
    numbers: str,
    measure: Callable[[], Study],
    notice: Callable[[str], None] = _unheard,
) -> Study:
    """Measure something and write it; problems with the output are found first.

    Parameters
    ----------
    target
        A name that ends in .png or .svg gets one picture of everything, one in .json the numbers;
        any other is a folder for the numbers and one picture of each chart in both formats. A
        folder that holds an earlier result is replaced, any other with contents is refused. None
        writes nothing.
    numbers
        The file of a folder that holds the numbers; by it an earlier result is known.
    measure
        Does the work.
    notice
        Is told if there is no chart; then no picture is written.
    """
    if target is None:
        return measure()
    kind = target.suffix.lower()
    if kind != ".json":
        require_charts()
    if kind in (".json", *PICTURES):
        with suppress(_NothingToDraw), binary_sink(target) as sink:
            study = measure()
            sink.write(_in_one_file(study, kind, notice))
        return study
    with new_folder(target, replaces=numbers) as folder:
        study = measure()
        files = {numbers: json_bytes(study.to_json())}
        if not study.charts:
            notice(f"note: {study.undrawn}")
        for name, panels in study.charts.items():
            for kind, picture in draw_panels_as(PICTURES, panels).items():
                files[f"{name}{kind}"] = picture
        for name, data in files.items():
            with binary_sink(folder / name) as sink:
                sink.write(data)
    return study


def write_chart(
    target: Path | None, study: Study, notice: Callable[[str], None] = _unheard
) -> None:
    """Draw everything into one picture, where one is wanted."""
    if target is not None:
        with suppress(_NothingToDraw), binary_sink(target) as sink:
            sink.write(_in_one_file(study, target.suffix.lower(), notice))


def _in_one_file(study: Study, kind: str, notice: Callable[[str], None]) -> bytes:
    if kind == ".json":
        return json_bytes(study.to_json())
    panels = [panel for chart in study.charts.values() for panel in chart]
    if not panels:
        notice(f"note: {study.undrawn}")
        raise _NothingToDraw
    return draw_panels(panels, kind)
