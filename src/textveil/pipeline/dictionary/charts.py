"""Charts of a dictionary: the forms of a term (paper 2, Figure 2), and the text each K keeps."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textveil.errors import InvalidValueError
from textveil.evaluate.utility import KEPT
from textveil.formats.figures import INK, LOOKS, ONE_VALUE, check_chart, titled
from textveil.formats.outputs import binary_sink
from textveil.lexicon.forms import SHORT, Dictionary, TermForm
from textveil.pipeline.dictionary.curve import READABLE, DictionaryCurve
from textveil.pipeline.study.charts import draw, in_one_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["chart_dictionary_curve", "chart_forms", "forms_behind"]

_LINE, _MARKED, _DIM = "#0072B2", "#D55E00", "#B8B8B8"
_COLOURS: Final = dict(zip(("mutual", "count"), LOOKS, strict=False))


@dataclass(frozen=True, slots=True, repr=False)
class _Forms:
    frontier: Sequence[TermForm]
    chosen: TermForm | None
    k: int
    behind: Sequence[TermForm]


def forms_behind(dictionary: Dictionary, term: str) -> tuple[TermForm, ...]:
    """Return all forms of a term, for a chart; none if there are too many to be drawn."""
    return dictionary.every(term) if len(term) <= SHORT else ()


def chart_forms(
    frontier: Sequence[TermForm],
    chosen: TermForm | None,
    k: int,
    target: Path,
    behind: Sequence[TermForm] = (),
) -> None:
    """Draw k against remaining characters for the forms of a term (paper 2, Figure 2).

    Parameters
    ----------
    frontier
        The forms that no other form beats.
    chosen
        The form that is written for the term; None if it is removed.
    k
        The K that was asked for.
    target
        A name that ends in .png or .svg.
    behind
        Further forms, which are drawn dim: those of the term that other forms beat.
    """
    check_chart(target)
    forms = _Forms(frontier, chosen, k, behind)
    with binary_sink(target) as sink:
        sink.write(draw(forms, [_forms_panel], target.suffix.lower()))


def _forms_panel(axes: "Axes", points: _Forms) -> None:
    best = {(form.k, form.remaining) for form in points.frontier}
    beaten = sorted({(form.k, form.remaining) for form in points.behind} - best)
    if beaten:
        spots: Any = dict(zip(("x", "y"), zip(*beaten, strict=True), strict=True))
        axes.scatter(**spots, color=_DIM, s=12, linewidths=0, label="beaten by others")
    counts = [form.k for form in points.frontier]
    left = [form.remaining for form in points.frontier]
    axes.plot(counts, left, color=_LINE, marker="o", label="frontier")
    axes.axvline(points.k, color=INK, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
    if points.chosen is not None:
        spot = (points.chosen.k, points.chosen.remaining)
        axes.plot(*spot, color=_MARKED, marker="D", markersize=7, linestyle="", label="chosen")
        axes.annotate(
            points.chosen.form, spot, xytext=(8, 6), textcoords="offset points", parse_math=False
        )
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    title = titled("Forms of a term", "up and right", f"K = {points.k}")
    axes.set(title=title, ylabel="remaining characters")
    axes.set_xlabel("k (terms that the form matches)")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)


def chart_dictionary_curve(
    curve: DictionaryCurve, target: Path, notice: Callable[[str], None] = lambda _: None
) -> None:
    """Draw remaining characters and readable words against K, or write the numbers as JSON.

    `notice` is told if there is one K only, which makes no chart.
    """
    check_chart(target, ".json")
    if len({point.k for point in curve.points}) < 2 and target.suffix.lower() != ".json":
        notice(f"note: {ONE_VALUE}")
        return
    with binary_sink(target) as sink:
        panels = [_kept_panel, _readable_panel]
        sink.write(in_one_file(curve, panels, target.suffix.lower()))


def _kept_panel(axes: "Axes", curve: DictionaryCurve) -> None:
    _against_k(axes, curve, KEPT)
    axes.set(title=titled("Characters that remain", "higher"), ylabel="share of characters")


def _readable_panel(axes: "Axes", curve: DictionaryCurve) -> None:
    _against_k(axes, curve, READABLE)
    title = titled("Words that can be read", "higher")
    axes.set(title=title, ylabel="share of words, at least half shown")


def _against_k(axes: "Axes", curve: DictionaryCurve, name: str) -> None:
    for guarantee in curve.guarantees:
        points = curve.of(guarantee)
        colour, marker = _COLOURS[guarantee]
        heights = [point.value(name) for point in points.values()]
        axes.plot(list(points), heights, color=colour, marker=marker, label=guarantee)
    with suppress(InvalidValueError):
        suggested = int(curve.suggestion().chosen)
        axes.axvline(suggested, color=INK, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
    axes.set_xscale("log")
    tried = sorted({point.k for point in curve.points})
    axes.set_xticks(tried, [str(k) for k in tried])
    axes.minorticks_off()
    axes.set(xlabel="K", ylim=(0, 1.02))
    axes.legend(frameon=False)
