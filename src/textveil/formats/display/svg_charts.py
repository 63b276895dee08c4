"""Charts as SVG for pages: lines, bars and maps of colours, with every value at hand.

They have the colours and titles of `figures`, and need no matplotlib, which takes 60 ms for an
almost empty panel. A point shows its value under the pointer and when it has the focus; the same
numbers are there as a table, as CSV and as a sentence. Equal numbers give equal bytes.
"""

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from typing import Final

from textveil.formats.display.figures import INK, LOOKS

__all__ = ["ChartLine", "ColourMap", "LineChart", "shown_number"]

Place = tuple[float, float]

_WIDTH: Final = 640
_HEIGHT: Final = 300
_LEFT, _RIGHT, _TOP, _FOOT = 64, 12, 26, 44
_MOST_STOPS: Final = 10
"""Points of a line that can have the focus; the table has all."""
_INKS: Final = tuple("currentColor" if colour == "#000000" else colour for colour, _ in LOOKS)
_BELOW: Final = (0, 32, 76)
_ABOVE: Final = (255, 234, 70)
"""The ends of `cividis`, which `figures` uses: equally legible with any kind of colour vision."""


def shown_number(value: float) -> str:
    """Return a number as it is read.

    Examples
    --------
    >>> [shown_number(value) for value in (1234567, 0.51234, 2.0, -0.0001)]
    ['1,234,567', '0.512', '2', '-0.0001']
    """
    if float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:,.2f}" if abs(value) >= 1000 else f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line of a chart.

    Attributes
    ----------
    name
        What the legend calls it.
    points
        Where it goes.
    dotted
        Whether it stands there to be compared with.
    """

    name: str
    points: Sequence[Place]
    dotted: bool = False


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over one axis, or bars that start from 0.

    Attributes
    ----------
    title
        What is shown, and which direction is better.
    x, y
        Names of the axes.
    lines
        At least one that has points.
    marks
        Places on the lower axis to be marked, with what is written there.
    bars
        Whether each point is a bar.
    log
        Whether the lower axis is logarithmic.

    Examples
    --------
    >>> kept = ChartLine("all", [(2, 1), (3, 0.5)])
    >>> chart = LineChart("Kept (higher is better)", "k", "share", [kept])
    >>> chart.summary
    'Kept (higher is better). all: 1 at k 2, 0.5 at k 3.'
    >>> print(chart.csv(), end="")
    k,all
    2,1
    3,0.5
    """

    title: str
    x: str
    y: str
    lines: Sequence[ChartLine]
    marks: Mapping[float, str] = field(default_factory=dict, hash=False)
    bars: bool = False
    log: bool = False

    @property
    def columns(self) -> list[str]:
        """The head of the table."""
        return [self.x, *(line.name for line in self.lines)]

    @property
    def rows(self) -> list[list[str]]:
        """The numbers as a table."""
        return [[shown_number(n) if n is not None else "" for n in row] for row in self._numbers()]

    def csv(self) -> str:
        """Return the numbers as CSV."""
        told = StringIO()
        writer = csv.writer(told, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(["" if n is None else f"{n:.10g}" for n in row] for row in self._numbers())
        return told.getvalue()

    @property
    def summary(self) -> str:
        """What a screen reader says: where each line begins, ends, and is highest and lowest."""
        told = [f"{self.title.replace(chr(10), '. ')}."]
        for line in self.lines:
            if not line.points:
                continue
            ends = [line.points[0], line.points[-1]]
            inner = [f(line.points, key=lambda one: one[1]) for f in (max, min)]
            extra = [
                f"{word} {_at(one, self.x)}"
                for word, one in zip(("highest", "lowest"), inner, strict=True)
                if one[1] not in (ends[0][1], ends[1][1])
            ]
            places = [_at(one, self.x) for one in dict.fromkeys(ends)]
            told.append(f"{line.name}: {', '.join([*places, *extra])}.")
        return " ".join(told)

    @property
    def legend(self) -> list[tuple[str, str]]:
        """The name of each line, and its colour."""
        return [(line.name, _ink(line, at)) for at, line in enumerate(self.lines)]

    def svg(self) -> str:
        """Return the drawing; what surrounds it shows the title, the legend and the table."""
        return "".join(self._drawn())

    def _numbers(self) -> list[list[float | None]]:
        known = [dict(line.points) for line in self.lines]
        places = sorted({x for one in known for x in one})
        return [[x, *(one.get(x) for one in known)] for x in places]

    def _drawn(self) -> Iterator[str]:
        places = [place for line in self.lines for place in line.points]
        across = _Axis.over(
            [x for x, _ in places] + list(self.marks), _LEFT, _WIDTH - _RIGHT, log=self.log
        )
        heights = [y for _, y in places] + ([0.0] if self.bars else [])
        up = _Axis.over(heights, _HEIGHT - _FOOT, _TOP)
        if self.bars:
            across = across.widened((len(places) or 1) * 2)
        yield _opened(self.summary)
        yield from _grid(across, up, self.x, self.y)
        for number, (place, text) in enumerate(self.marks.items()):
            yield _marked(across.at(place), text, number)
        for number, line in enumerate(self.lines):
            yield from self._line(line, number, across, up)
        yield "</svg>"

    def _line(self, line: ChartLine, number: int, across: "_Axis", up: "_Axis") -> Iterator[str]:
        ink = _ink(line, number)
        spots = [(across.at(x), up.at(y)) for x, y in line.points]
        if not self.bars:
            way = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
            dashes = ' stroke-dasharray="2 4"' if line.dotted else ""
            yield f'<polyline points="{way}" fill="none" stroke="{ink}" stroke-width="2"{dashes}/>'
        if line.dotted:
            return
        width = max(2.0, min(60.0, 0.7 * (_WIDTH - _LEFT) / max(len(spots), 1)))
        every = max(1, -(-len(spots) // _MOST_STOPS))
        for at, ((x, y), place) in enumerate(zip(spots, line.points, strict=True)):
            if at % every and not self.bars and at != len(spots) - 1:
                continue
            told = f"{line.name}: {_at(place, self.x)}"
            if self.bars:
                high = up.at(0) - y
                shape = f'<rect x="{x - width / 2:.1f}" y="{y:.1f}" width="{width:.1f}" '
                shape += f'height="{max(high, 0.5):.1f}" fill="{ink}"/>'
            else:
                shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{ink}"/>'
            yield _stop(shape, told, x, y)


@dataclass(frozen=True, slots=True)
class ColourMap:
    """What somebody gains at each place of a plane, as colours.

    Attributes
    ----------
    title, x, y, z
        What is shown, and the names of both axes and of the colours.
    across, up
        The places on both axes, evenly spaced.
    values
        A row for each place of `up`.
    here
        The place that is looked at.
    """

    title: str
    x: str
    y: str
    z: str
    across: Sequence[float]
    up: Sequence[float]
    values: Sequence[Sequence[float]]
    here: Place

    @property
    def summary(self) -> str:
        """What a screen reader says."""
        flat = [value for row in self.values for value in row]
        least, most = shown_number(min(flat)), shown_number(max(flat))
        return f"{self.title}. {self.z}: from {least} to {most}."

    @property
    def legend(self) -> list[tuple[str, str]]:
        """The least and the greatest value, with their colours."""
        flat = [value for row in self.values for value in row]
        return [
            (f"{self.z}: {shown_number(min(flat))}", _colour(0)),
            (shown_number(max(flat)), _colour(1)),
        ]

    @property
    def columns(self) -> list[str]:
        """The head of the table: about ten places of the lower axis."""
        return [f"{self.y} / {self.x}", *(shown_number(self.across[at]) for at in self._some[0])]

    @property
    def rows(self) -> list[list[str]]:
        """About ten rows of the map; the CSV has all."""
        return [
            [
                shown_number(self.up[at]),
                *(shown_number(self.values[at][to]) for to in self._some[0]),
            ]
            for at in self._some[1]
        ]

    @property
    def _some(self) -> tuple[list[int], list[int]]:
        return _about_ten(len(self.across)), _about_ten(len(self.up))

    def csv(self) -> str:
        """Return all numbers as CSV."""
        lines = [",".join([f"{self.y} / {self.x}", *(f"{one:.6g}" for one in self.across)])]
        for at, row in zip(self.up, self.values, strict=True):
            lines.append(",".join(f"{one:.6g}" for one in (at, *row)))
        return "\n".join([*lines, ""])

    def svg(self) -> str:
        """Return the drawing; cells beside each other with one value are drawn as one."""
        return "".join(self._drawn())

    def _drawn(self) -> Iterator[str]:
        across = _Axis(self.across[0], self.across[-1], _LEFT, _WIDTH - _RIGHT)
        up = _Axis(self.up[0], self.up[-1], _HEIGHT - _FOOT, _TOP)
        wide = (_WIDTH - _RIGHT - _LEFT) / len(self.across)
        high = (_HEIGHT - _FOOT - _TOP) / len(self.up)
        flat = [value for row in self.values for value in row]
        least, size = min(flat), (max(flat) - min(flat)) or 1.0
        yield _opened(self.summary)
        for at, row in enumerate(self.values):
            y = _HEIGHT - _FOOT - (at + 1) * high
            begin = 0
            for to in range(1, len(row) + 1):
                if to < len(row) and row[to] == row[begin]:
                    continue
                ink = _colour((row[begin] - least) / size)
                yield (
                    f'<rect x="{_LEFT + begin * wide:.1f}" y="{y:.1f}" '
                    f'width="{(to - begin) * wide + 0.3:.1f}" height="{high + 0.3:.1f}" '
                    f'fill="{ink}"><title>{shown_number(row[begin])}</title></rect>'
                )
                begin = to
        yield from _grid(across, up, self.x, self.y, lines=False)
        x, y = across.at(self.here[0]), up.at(self.here[1])
        told = f"{self.x} {shown_number(self.here[0])}, {self.y} {shown_number(self.here[1])}"
        circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="#ffffff" stroke="{INK}"/>'
        yield _stop(circle, told, x, y)
        yield "</svg>"


@dataclass(frozen=True, slots=True)
class _Axis:
    low: float
    high: float
    start: float
    end: float
    log: bool = False

    @classmethod
    def over(
        cls, values: Sequence[float], start: float, end: float, *, log: bool = False
    ) -> "_Axis":
        low, high = (min(values), max(values)) if values else (0.0, 1.0)
        log = log and low > 0
        if low == high:
            low, high = (low / 2, high * 2) if log else (low - 0.5, high + 0.5)
        return cls(low, high, start, end, log)

    def widened(self, count: int) -> "_Axis":
        """Return the axis with room for half a bar at both ends."""
        room = (self.high - self.low) / count
        return _Axis(self.low - room, self.high + room, self.start, self.end)

    def at(self, value: float) -> float:
        low, high = self.low, self.high
        if self.log:
            low, high, value = math.log(low), math.log(high), math.log(max(value, low))
        return self.start + (value - low) / (high - low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        if self.log:
            return [
                10.0**one
                for one in range(math.ceil(math.log10(self.low)), 1 + int(math.log10(self.high)))
            ]
        step = _step((self.high - self.low) / 5)
        first = math.ceil(self.low / step - 1e-9)
        return [number * step for number in range(first, int(self.high / step + 1e-9) + 1)]


def _step(least: float) -> float:
    """Return a step of 1, 2 or 5 times a power of ten."""
    unit = 10.0 ** math.floor(math.log10(least))
    return next(times * unit for times in (1, 2, 5, 10) if times * unit >= least)


def _opened(summary: str) -> str:
    # A picture with parts that have the focus is a group; its name tells what it shows.
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="group" '
        f'aria-label="{escape(summary)}">'
    )


def _grid(across: _Axis, up: _Axis, x: str, y: str, *, lines: bool = True) -> Iterator[str]:
    foot = _HEIGHT - _FOOT
    for value in up.ticks():
        at = up.at(value)
        if lines:
            yield f'<path class="grid" d="M{_LEFT} {at:.1f}H{_WIDTH - _RIGHT}"/>'
        yield _text(_LEFT - 6, at + 4, "end", shown_number(value))
    for value in across.ticks():
        at = across.at(value)
        yield _text(at, foot + 16, "middle", shown_number(value))
    yield f'<path class="axis" d="M{_LEFT} {_TOP}V{foot}H{_WIDTH - _RIGHT}"/>'
    yield _text(_WIDTH - _RIGHT, _HEIGHT - 8, "end", x)
    yield _text(4, 14, "start", y)


def _text(x: float, y: float, anchor: str, told: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(told)}</text>'


def _marked(at: float, text: str, number: int) -> str:
    side, gap = ("start", 4) if at < _WIDTH / 2 else ("end", -4)
    return (
        f'<path class="grid" stroke-dasharray="3 3" d="M{at:.1f} {_TOP}V{_HEIGHT - _FOOT}"/>'
        + _text(at + gap, _TOP + 12 + 14 * number, side, text)
    )


def _stop(shape: str, told: str, x: float, y: float) -> str:
    """Return a shape that says its value under the pointer and when it has the focus."""
    side = "start" if x < _WIDTH / 2 else "end"
    return (
        f'<g class="stop" tabindex="0" role="img" aria-label="{escape(told)}">{shape}'
        f'<text class="value" x="{x:.1f}" y="{max(y - 8, 14):.1f}" text-anchor="{side}">'
        f"{escape(told)}</text></g>"
    )


def _at(place: Place, x: str) -> str:
    return f"{shown_number(place[1])} at {x} {shown_number(place[0])}"


def _ink(line: ChartLine, at: int) -> str:
    return "currentColor" if line.dotted else _INKS[at % len(_INKS)]


def _colour(share: float) -> str:
    mixed = (round(low + share * (high - low)) for low, high in zip(_BELOW, _ABOVE, strict=True))
    return "#" + "".join(f"{one:02x}" for one in mixed)


def _about_ten(count: int) -> list[int]:
    return list(range(0, count, max(1, count // 10)))
