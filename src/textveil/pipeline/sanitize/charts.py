"""Charts of a comparison of sanitization methods: the figures of paper 3, section 8."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textveil.formats.figures import NO_GUARANTEE, titled
from textveil.pipeline.sanitize.compare import (
    ComparePoint,
    CompareSettings,
    Comparison,
    compare,
)
from textveil.pipeline.study.charts import Panel, write_study
from textveil.values.sequence import Sequence as Letters
from textveil.values.watching import Track, untracked

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["COMPARISON", "chart_comparison"]

COMPARISON: Final = "comparison.json"
"""The numbers behind the charts; by this file a folder is known to be an earlier result."""

# Okabe and Ito's palette; methods that share a colour differ in marker and in line.
_LOOKS: Final[dict[str, dict[str, Any]]] = {
    "tfs": {"color": "#0072B2", "marker": "o"},
    "pfs": {"color": "#56B4E9", "marker": "s"},
    "tpm": {"color": "#009E73", "marker": "^"},
    "tm": {"color": "#E69F00", "marker": "v"},
    "tmi": {"color": "#CC79A7", "marker": "D"},
    "ghosts": {"color": "#000000", "marker": "P"},
    "etfs": {"color": "#999999", "marker": "x"},
    # These promise nothing about other patterns.
    "ba": {"color": "#D55E00", "marker": "X", "linestyle": NO_GUARANTEE},
    "ph": {"color": "#D55E00", "marker": "+", "linestyle": NO_GUARANTEE},
}
_AXIS_NAMES: Final = {
    "patterns": "sensitive patterns",
    "k": "k (letters of a pattern)",
    "tau": "tau (support of a frequent pattern)",
    "rho": "rho (threshold of an implausible pattern)",
}

_TICK_GAP: Final = 45
"""Dots between ticks whose numbers do not touch."""

Height = Callable[[ComparePoint], float | None]


def _score(name: str) -> Height:
    return lambda point: point.score(name)


_MEASURES: Final[dict[str, tuple[tuple[str, Height], ...]]] = {
    "distortion": (("frequency distortion", _score("frequency distortion")),),
    "lost-and-ghosts": (
        ("tau-lost patterns", _score("tau-lost")),
        ("tau-ghost patterns", _score("tau-ghost")),
    ),
    "length": (("letters of the release", _score("length")),),
    "implausible": (("implausible share of\nwhat was created", _score("implausible share")),),
    "edit-distance": (("edit distance relative error", _score("edit distance relative error")),),
    "attack": (("sensitive patterns recovered\n(share)", _score("recovered patterns")),),
    "time": (("run time (seconds)", lambda point: point.seconds),),
}
"""What is drawn, by file name: the label of an axis and its value at a point."""


def chart_comparison(
    sequences: Sequence[Letters],
    settings: CompareSettings,
    target: Path,
    given: Sequence[tuple[str, ...]] = (),
    track: Track = untracked,
    notice: Callable[[str], None] = lambda _: None,
) -> Comparison:
    """Compare methods and write what was measured.

    `target` and `notice` are as for `write_study`, the others as for `compare`.
    """
    return write_study(
        target, COMPARISON, lambda: compare(sequences, settings, given, track), _charts, notice
    )


def _charts(compared: Comparison) -> dict[str, list[Panel]]:
    """Return one panel for each measure and each number that varies, where there are points."""
    charts: dict[str, list[Panel]] = {}
    for name, measures in _MEASURES.items():
        panels = [
            _panel(axis, label, height)
            for axis in compared.axes
            if len({point.value for point in compared.points if point.axis == axis}) > 1
            for label, height in measures
            if any(_points(compared, axis, method, height) for method in compared.settings.methods)
        ]
        if panels:
            charts[name] = panels
    return charts


def _points(
    compared: Comparison, axis: str, method: str, height: Height
) -> list[tuple[float, float]]:
    measured = [(point.value, height(point)) for point in compared.of(axis, method)]
    finite = [(x, y) for x, y in measured if y is not None and y != float("inf")]
    return sorted(finite)


_BETTER: Final = {
    "frequency": "Change of frequencies",
    "tau-lost": "Frequent patterns that were lost",
    "tau-ghost": "Frequent patterns that are new",
    "implausible": "New patterns that look made up",
    "edit": "Edits beyond the fewest",
    "sensitive": "Patterns that a reader recovers",
    "run": "Time",
}
"""What a chart shows, by the first word of its label; of all of this less is better."""


def _panel(axis: str, label: str, height: Height) -> Panel:
    def panel(axes: "Axes", compared: Comparison) -> None:
        methods = compared.settings.methods
        drawn = {method: _points(compared, axis, method, height) for method in methods}
        highest = 0.0
        for at, method in enumerate(method for method in methods if drawn[method]):
            x, y = zip(*drawn[method], strict=True)
            axes.plot(x, y, label=method, **_LOOKS[method], **_nested(at, len(methods)))
            highest = max(highest, *y)
        if label.startswith("frequency") and highest > 100:
            # Methods differ by orders of magnitude, and some have none at all.
            axes.set_yscale("symlog", linthresh=1)
            axes.yaxis.set_major_formatter("{x:,.0f}")
        elif label.startswith("letters"):
            axes.axhline(compared.letters, color="#444444", linestyle=":", label="input")
            axes.yaxis.set_major_formatter("{x:,.0f}")
        else:
            # A little room below, so that a line of zeros is seen.
            axes.set_ylim(-0.06 * (highest or 1), 1.08 * (highest or 1))
        fixed = _fixed(compared.settings, axis, label)
        shown = _BETTER.get(label.split()[0])
        if shown is None:
            title = f"Length of the release (nearer to the input is better)\n{fixed}"
        else:
            title = titled(shown, "lower", fixed)
        axes.set(title=title, xlabel=_AXIS_NAMES[axis], ylabel=label)
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5), handlelength=3)
        _mark_values(axes, sorted({x for points in drawn.values() for x, _ in points}))

    return panel


def _nested(at: int, methods: int) -> dict[str, Any]:
    """Return line widths so that lines on top of each other can all be seen."""
    share = 1 - at / max(methods - 1, 1)
    return {
        "linewidth": 1.3 + 2.8 * share,
        "markersize": 4.5 + 7.6 * share,
        "markeredgewidth": 1.2,
        "markerfacecolor": "none",
    }


def _fixed(settings: CompareSettings, axis: str, label: str) -> str:
    """Name what does not vary; rho only where it matters."""
    first = settings.at(axis, 0)
    count = first["patterns"]
    parts = [] if axis == "patterns" else [f"{count} pattern{'' if count == 1 else 's'}"]
    judged = "tmi" in settings.methods or label.startswith("implausible")
    named = ("k", "tau", "rho") if judged else ("k", "tau")
    parts += [f"{name} = {first[name]:g}" for name in named if name != axis]
    return ", ".join(parts)


def _mark_values(axes: "Axes", values: Sequence[float]) -> None:
    """Put ticks at measured values, far enough apart to be read."""
    from matplotlib.ticker import NullLocator

    if values[0] > 0 and values[-1] >= 8 * values[0]:
        axes.set_xscale("log")
        axes.xaxis.set_minor_locator(NullLocator())
    to_axis = axes.transData
    shown: list[float] = []
    for value in values:
        before = to_axis.transform((shown[-1], 0))[0] if shown else float("-inf")
        if to_axis.transform((value, 0))[0] - before > _TICK_GAP:
            shown.append(value)
    axes.set_xticks(shown, [f"{value:,g}" for value in shown])
