"""Charts of the curves of k-anonymity: the figures of paper 1, section 6."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from textveil.errors import InvalidValueError
from textveil.formats.figures import INK, LOOKS, titled
from textveil.pipeline.kanon.curve import CurveSettings, KanonCurve, measure_curve
from textveil.pipeline.study.charts import Panel, write_study
from textveil.values.document import Document
from textveil.values.watching import Track, untracked

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["CURVE", "chart_curve"]

CURVE: Final = "curve.json"
"""The numbers behind the charts; by this file a folder is known to be an earlier result."""

_METHODS: Final = ("minimum", "paper", "words", "hybrid", "longest-first", "groups")
_LOOKS: Final = dict(zip(_METHODS, LOOKS, strict=True))
_KEPT: Final = "kept ratio (share of characters)"


def chart_curve(
    documents: Sequence[Document],
    settings: CurveSettings,
    target: Path,
    track: Track = untracked,
    notice: Callable[[str], None] = lambda _: None,
) -> KanonCurve:
    """Measure curves and write them.

    `target` and `notice` are as for `write_study`, the others as for `measure_curve`.
    """
    return write_study(
        target, CURVE, lambda: measure_curve(documents, settings, track), _charts, notice
    )


def kept_against_k(axes: "Axes", curve: KanonCurve) -> None:
    """Draw the kept ratio against k, with the k that is suggested."""
    from matplotlib.ticker import MaxNLocator

    for method in curve.settings.methods:
        points = curve.of(method)
        _line(axes, method, list(points), [point.kept_ratio for point in points.values()])
    title = titled("Text that is kept", "higher", f"guarantee: {curve.settings.guarantee}")
    axes.set(title=title, xlabel="k", ylabel=_KEPT, ylim=(0, 1.02))
    axes.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True, min_n_ticks=1))
    _name_lines(axes)
    _mark_suggestion(axes, curve)


def kept_against_size(axes: "Axes", curve: KanonCurve) -> None:
    """Draw the kept ratio against the size of the corpus (paper 1, Figure 4)."""
    _against_size(axes, curve, lambda point: point.kept_ratio)
    title = titled("Text that is kept, by size", "higher", f"k = {curve.sizes[0].k}")
    axes.set(title=title, ylabel=_KEPT, ylim=(0, 1.02))
    _name_lines(axes)


def time_against_size(axes: "Axes", curve: KanonCurve) -> None:
    """Draw the time against the size of the corpus (paper 1, Figure 3)."""
    _against_size(axes, curve, lambda point: point.seconds)
    title = titled("Time, by size", "lower", f"k = {curve.sizes[0].k}")
    axes.set(title=title, ylabel="time (seconds)")
    axes.set_ylim(bottom=0)
    _name_lines(axes)


def precision_against_recall(axes: "Axes", curve: KanonCurve) -> None:
    """Draw precision against recall, one point per k (paper 1, Figure 2)."""
    highest = 0.0
    for method in curve.settings.methods:
        # Where nothing is protected there is no precision.
        points = [p for p in curve.of(method).values() if p.scores[0].count]
        recalls = [point.scores[1].value for point in points]
        precisions = [point.scores[0].value for point in points]
        _line(axes, method, recalls, precisions)
        # The smallest k is an open marker: names at every end would cover the lines.
        axes.plot(recalls[:1], precisions[:1], **_open_marker(method))
        highest = max([highest, *precisions])
    smallest, largest = curve.points[0].k, max(point.k for point in curve.points)
    fixed = f"R = {curve.settings.ratio:g} %"
    axes.set_title(titled("Protected words against annotated ones", "up and right", fixed))
    axes.set_xlabel("recall (share of annotated words that are protected)")
    axes.set_ylabel("precision (share of protected\nwords that are annotated)")
    axes.set_xlim(0, 1.02)
    # What is rare is often no name: precision may be low, and would then fill a flat stripe.
    axes.set_ylim(0, min(1.02, max(0.2, 1.25 * highest)))
    named = f"k = {smallest}" if smallest == largest else f"k = {smallest} (open)\nto k = {largest}"
    axes.legend(title=named, frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))


def _charts(curve: KanonCurve) -> dict[str, tuple[Panel, ...]]:
    """Return every chart that has two values or more, by file name."""
    charts: dict[str, tuple[Panel, ...]] = {}
    several = len({point.k for point in curve.points}) > 1
    if several:
        charts["kept-ratio"] = (kept_against_k,)
    if len({point.symbols for point in curve.sizes}) > 1:
        charts["size"] = (kept_against_size, time_against_size)
    if curve.annotated and several:
        charts["precision-recall"] = (precision_against_recall,)
    return charts


def _against_size(axes: "Axes", curve: KanonCurve, height: Callable[[Any], float]) -> None:
    from matplotlib.ticker import EngFormatter, MaxNLocator

    for method in curve.settings.methods:
        points = [point for point in curve.sizes if point.method == method]
        _line(axes, method, [point.symbols for point in points], [height(p) for p in points])
    axes.set_xlabel("size (characters)")
    axes.set_xlim(left=0)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.xaxis.set_major_formatter(EngFormatter(sep=" "))


def _line(axes: "Axes", method: str, x: Sequence[float], y: Sequence[float]) -> None:
    colour, marker = _LOOKS[method]
    axes.plot(x, y, color=colour, marker=marker, label=method)


def _open_marker(method: str) -> dict[str, Any]:
    colour, marker = _LOOKS[method]
    return {"color": colour, "marker": marker, "markerfacecolor": "white", "zorder": 3}


def _mark_suggestion(axes: "Axes", curve: KanonCurve) -> None:
    try:
        k = int(curve.suggestion().chosen)
    except InvalidValueError:
        return
    axes.axvline(k, color=INK, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
    low, high = axes.get_xlim()
    left = k < (low + high) / 2
    axes.annotate(
        f"suggested for {curve.settings.methods[0]}: k = {k}",
        (k, 0),
        xytext=(4 if left else -4, 5),
        textcoords="offset points",
        ha="left" if left else "right",
        fontsize=8,
        color=INK,
    )


def _name_lines(axes: "Axes") -> None:
    """Write each line's name at its right end; names that would collide are moved apart."""
    low, high = axes.get_ylim()
    drawn = [(np.asarray(line.get_xydata()), line) for line in axes.get_lines()]
    # Lines that end in one place are named in the order in which they came there.
    ends = sorted((points[-1, 1], points[:, 1].mean(), at) for at, (points, _) in enumerate(drawn))
    heights = spread([float(end) for end, _, _ in ends], 0.055 * (high - low))
    for height, (_, _, at) in zip(heights, ends, strict=True):
        points, line = drawn[at]
        axes.annotate(
            str(line.get_label()),
            (points[-1, 0], height),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
            color=line.get_color(),
            annotation_clip=False,
        )


def spread(heights: Sequence[float], gap: float) -> list[float]:
    """Move rising heights apart until neighbours keep a gap, each group about its own middle.

    Examples
    --------
    >>> spread([0.0, 5.0, 5.0], 1.0)
    [0.0, 4.5, 5.5]
    """
    groups: list[list[float]] = []
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and _bottom(groups[-1], gap) - _top(groups[-2], gap) < gap:
            last = groups.pop()
            groups[-1] += last
    return [_bottom(group, gap) + gap * at for group in groups for at in range(len(group))]


def _bottom(group: Sequence[float], gap: float) -> float:
    return sum(group) / len(group) - gap * (len(group) - 1) / 2


def _top(group: Sequence[float], gap: float) -> float:
    return _bottom(group, gap) + gap * (len(group) - 1)
