"""Charts: lines of what was measured, in one look for every study.

A panel is a value: what it shows is decided where it is made, how it is drawn is decided here.
Lines that cover each other are drawn with widths that let all of them be seen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from textveil.formats.display.figures import INK, LOOKS, whole_numbers
from textveil.study.table import Cell, Row, cell_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["DOTTED", "SHARES", "SPOTS", "Drawing", "Line", "Panel", "lines_of"]

DOTTED: Final = ":"
"""The line of what stands there to be compared with; it has no marks."""
SPOTS: Final = "none"
"""No line, only its marks."""

SHARES: Final = (0.0, 1.02)
"""The height of a panel that shows shares."""

_TICK_GAP: Final = 45
"""Dots between ticks whose numbers do not touch."""

_DENSE: Final = 40
"""Points of a line that is drawn without marks."""

_FOOT: Final = ("data", "axes fraction")

Drawing = Callable[["Axes"], None]
"""Whatever draws one panel."""

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a panel.

    Attributes
    ----------
    name
        What the legend calls it.
    points
        Where it goes; a line without any is not drawn.
    look
        Its place in `LOOKS`; None for the place among the lines.
    band
        The ends of an interval at each point; empty where none is known.
    style
        As matplotlib names it.
    texts
        What is written at some points, by their numbers.
    """

    name: str
    points: Sequence[Place]
    look: int | None = None
    band: Sequence[Place] = ()
    style: Any = "-"
    texts: Mapping[int, str] = field(default_factory=dict, hash=False)


def lines_of(
    rows: Sequence[Row], by: str, x: Cell, y: Cell, order: Sequence[str] = ()
) -> list[Line]:
    """Return a line for each value of a name, through the rows that have a height.

    `order` gives the same name the same look in every chart.
    """
    drawn: dict[str, list[Place]] = {}
    for row in rows:
        height = cell_of(row, y)
        points = drawn.setdefault(str(row[by]), [])
        if height is not None and height != float("inf"):
            points.append((cell_of(row, x), height))
    known = list(order) or list(drawn)
    return [Line(name, points, known.index(name)) for name, points in drawn.items()]


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines over one axis.

    Attributes
    ----------
    title, x, y
        What is shown, and the names of the axes.
    lines
        At least one.
    span
        Least and greatest height; None to leave it to the lines.
    scales
        Of both axes, as matplotlib names them.
    marks
        Places on the lower axis to be marked, with what is written there.
    foot
        The share of the height at which the first of these texts stands.
    """

    title: str
    x: str
    y: str
    lines: Sequence[Line]
    span: tuple[float | None, float | None] = (None, None)
    scales: tuple[str, str] = ("linear", "linear")
    marks: Mapping[float, str] = field(default_factory=dict, hash=False)
    foot: float = 0.0

    def __call__(self, axes: "Axes") -> None:
        """Draw the panel."""
        axes.set(title=self.title, xlabel=self.x, ylabel=self.y)
        axes.set(xscale=self.scales[0], yscale=self.scales[1])
        shown = [line for line in self.lines if line.points]
        for at, line in enumerate(shown):
            _draw(axes, line, at, at / max(len(shown) - 1, 1))
        axes.set_ylim(*self.span)
        _tick(axes, shown)
        for at, line in enumerate(shown):
            _write(axes, line, _look(line, at)[0])
        for at, (place, text) in enumerate(self.marks.items()):
            _mark(axes, (place, self.foot + 0.08 * at), text)
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5), handlelength=3)


def _look(line: Line, at: int) -> tuple[str, str]:
    return LOOKS[(at if line.look is None else line.look) % len(LOOKS)]


def _draw(axes: "Axes", line: Line, at: int, share: float) -> None:
    colour, marker = _look(line, at)
    xs, ys = zip(*line.points, strict=True)
    axes.plot(
        xs,
        ys,
        label=line.name,
        color=INK if line.style == DOTTED else colour,
        marker="" if line.style == DOTTED or len(line.points) > _DENSE else marker,
        linestyle=line.style,
        # Later lines are thinner, so that those below them are seen.
        linewidth=1.3 + 1.7 * (1 - share),
        markersize=4.5 + 4.0 * (1 - share),
        markerfacecolor="none",
    )
    if line.band:
        lows, highs = zip(*line.band, strict=True)
        axes.fill_between(xs, lows, highs, color=colour, alpha=0.13, linewidth=0)


def _tick(axes: "Axes", lines: Sequence[Line]) -> None:
    """Put ticks at values that are counted, far enough apart to be read."""
    from matplotlib.ticker import NullLocator

    values = sorted({x for line in lines for x, _ in line.points})
    heights = [y for line in lines for _, y in line.points]
    if axes.get_ylim()[1] > 3 and all(float(y).is_integer() for y in heights):
        if axes.get_yscale() == "linear":
            whole_numbers(axes.yaxis)
        axes.yaxis.set_major_formatter("{x:,.0f}")
    if not all(float(x).is_integer() for x in values):
        return
    if len(values) > _DENSE:
        whole_numbers(axes.xaxis)
        return
    shown: list[float] = []
    for value in values:
        before = axes.transData.transform((shown[-1], 0))[0] if shown else float("-inf")
        if axes.transData.transform((value, 0))[0] - before > _TICK_GAP:
            shown.append(value)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticks(shown, [f"{value:,g}" for value in shown])


def _write(axes: "Axes", line: Line, colour: str) -> None:
    for number, text in line.texts.items():
        place = line.points[number]
        # As it is written: a form of a term may hold signs of formulas.
        axes.annotate(
            text, place, color=colour, parse_math=False, **_beside(axes, place[0], 7, 0.9)
        )


def _mark(axes: "Axes", place: Place, text: str) -> None:
    axes.axvline(place[0], color=INK, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
    axes.annotate(text, place, xycoords=_FOOT, color=INK, **_beside(axes, place[0], 8, 0.5))


def _beside(axes: "Axes", place: float, size: int, share: float) -> dict[str, Any]:
    """Return how a text is put beside a place: to its left beyond a share of the axis."""
    left = axes.transAxes.inverted().transform(axes.transData.transform((place, 0)))[0] < share
    offset = {"xytext": (4 if left else -4, 5), "textcoords": "offset points"}
    return {**offset, "ha": "left" if left else "right", "fontsize": size}
