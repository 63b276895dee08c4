"""Charts of what was measured: one picture, the numbers, or a folder with all of them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from textveil.formats.figures import (
    ONE_VALUE,
    PICTURES,
    draw_panels,
    draw_panels_as,
    require_charts,
)
from textveil.formats.outputs import binary_sink, json_bytes, new_folder

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Panel", "draw", "in_one_file", "write_study"]


class _NothingToDraw(Exception):  # noqa: N818  (never leaves this module)
    """Takes an output back that has been begun."""


class _Numbers(Protocol):
    def to_json(self) -> dict[str, Any]: ...


Study = TypeVar("Study", bound=_Numbers)
"""Whatever was measured."""

Panel = Callable[["Axes", Any], None]
"""Draws what was measured, or a part of it."""

Charts = Mapping[str, Sequence[Panel]]
"""Panels by the name of the file that shows them."""


def write_study(
    target: Path,
    numbers: str,
    measure: Callable[[], Study],
    charts: Callable[[Study], Charts],
    notice: Callable[[str], None] = lambda _: None,
) -> Study:
    """Measure something and write it; problems with the output are found first.

    Parameters
    ----------
    target
        A name that ends in .png or .svg gets one picture of everything, one in .json the numbers;
        any other is a folder for the numbers and one picture of each chart in both formats. A
        folder that holds an earlier result is replaced, any other with contents is refused.
    numbers
        The file of a folder that holds the numbers; by it an earlier result is known.
    measure
        Does the work.
    charts
        The charts for which something was measured at two values or more.
    notice
        Is told if there are none; then no picture is written.
    """
    kind = target.suffix.lower()
    if kind != ".json":
        require_charts()
    if kind in (".json", *PICTURES):
        with suppress(_NothingToDraw), binary_sink(target) as sink:
            study = measure()
            panels = [panel for chart in charts(study).values() for panel in chart]
            if not panels and kind != ".json":
                notice(f"note: {ONE_VALUE}")
                raise _NothingToDraw
            sink.write(in_one_file(study, panels, kind))
        return study
    with new_folder(target, replaces=numbers) as folder:
        study = measure()
        files = {numbers: in_one_file(study, (), ".json")}
        drawn = charts(study)
        if not drawn:
            notice(f"note: {ONE_VALUE}")
        for name, chart in drawn.items():
            for kind, picture in draw_panels_as(PICTURES, _panels_of(study, chart)).items():
                files[f"{name}{kind}"] = picture
        for name, data in files.items():
            with binary_sink(folder / name) as sink:
                sink.write(data)
    return study


def in_one_file(study: _Numbers, panels: Sequence[Panel], kind: str) -> bytes:
    """Return everything as `.json`, `.png` or `.svg`."""
    if kind == ".json":
        return json_bytes(study.to_json())
    return draw(study, panels, kind)


def draw(study: object, panels: Sequence[Panel], kind: str) -> bytes:
    """Draw panels of what was measured, two in a row, as `.png` or `.svg`."""
    return draw_panels(_panels_of(study, panels), kind)


def _panels_of(study: object, panels: Sequence[Panel]) -> list[Callable[["Axes"], None]]:
    return [partial(_swapped, panel, study) for panel in panels]


def _swapped(panel: Panel, study: object, axes: "Axes") -> None:
    panel(axes, study)
