"""Charts of a dictionary: the forms of a term (paper 2, Figure 2), and what each K leaves."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textveil.errors import InvalidValueError, UsageError
from textveil.evaluate.utility import KEPT
from textveil.formats.figures import require_charts
from textveil.formats.outputs import binary_sink, json_bytes
from textveil.lexicon.forms import SHORT, Dictionary, TermForm
from textveil.pipeline.dictionary.curve import READABLE, DictionaryCurve
from textveil.pipeline.study.charts import draw

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["chart_dictionary_curve", "chart_forms", "check_chart", "forms_behind"]

_SUFFIXES: Final = (".png", ".svg")
_LINE, _MARKED, _DIM = "#0072B2", "#D55E00", "#B8B8B8"
_COLOURS: Final = {"mutual": ("#0072B2", "o"), "count": ("#D55E00", "s")}


def check_chart(target: Path, *, numbers: bool = False) -> None:
    """Raise, before anything is measured, if a chart could not be drawn into this file."""
    known = (*_SUFFIXES, ".json") if numbers else _SUFFIXES
    if target.suffix.lower() not in known:
        raise UsageError(
            "a chart is written to a name that ends in " + " or ".join(known), where=str(target)
        )
    if target.suffix.lower() in _SUFFIXES:
        require_charts()


@dataclass(frozen=True, slots=True, repr=False)
class _Forms:
    frontier: Sequence[TermForm]
    chosen: TermForm | None
    k: int
    behind: Sequence[TermForm]


def forms_behind(dictionary: Dictionary, term: str) -> tuple[TermForm, ...]:
    """Return all forms of a term, for a chart; none where there are too many to be drawn."""
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
        The form that is written for the term; None where it is removed.
    k
        The K that was asked for.
    target
        A name that ends in .png or .svg.
    behind
        Further forms, which are drawn dim: those of the term that other forms beat.
    """
    check_chart(target)
    data: Any = _Forms(frontier, chosen, k, behind)
    with binary_sink(target) as sink:
        sink.write(draw(data, [_forms_panel], target.suffix.lower()))


def _forms_panel(axes: "Axes", given: Any) -> None:
    points: _Forms = given
    best = {(form.k, form.remaining) for form in points.frontier}
    beaten = sorted({(form.k, form.remaining) for form in points.behind} - best)
    if beaten:
        spots: Any = dict(zip(("x", "y"), zip(*beaten, strict=True), strict=True))
        axes.scatter(**spots, color=_DIM, s=12, linewidths=0, label="beaten by others")
    counts = [form.k for form in points.frontier]
    left = [form.remaining for form in points.frontier]
    axes.plot(counts, left, color=_LINE, marker="o", linestyle=(0, (2, 2)), label="frontier")
    axes.axvline(points.k, color="#444444", linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
    if points.chosen is not None:
        spot = (points.chosen.k, points.chosen.remaining)
        axes.plot(*spot, color=_MARKED, marker="D", markersize=7, linestyle="", label="chosen")
        axes.annotate(
            points.chosen.form, spot, xytext=(8, 6), textcoords="offset points", parse_math=False
        )
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_title(f"Forms of a term (K = {points.k})")
    axes.set_xlabel("k (terms that the form matches)")
    axes.set_ylabel("remaining characters")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)


def chart_dictionary_curve(curve: DictionaryCurve, target: Path) -> None:
    """Draw remaining characters and readable words against K, or write the numbers as JSON."""
    check_chart(target, numbers=True)
    kind = target.suffix.lower()
    if kind == ".json":
        data = json_bytes(curve.to_json())
    else:
        given: Any = curve
        data = draw(given, [_kept_panel, _readable_panel], kind)
    with binary_sink(target) as sink:
        sink.write(data)


def _kept_panel(axes: "Axes", given: Any) -> None:
    _against_k(axes, given, KEPT, "Characters that remain")
    axes.set_ylabel("share of characters")


def _readable_panel(axes: "Axes", given: Any) -> None:
    _against_k(axes, given, READABLE, "Words that can be read")
    axes.set_ylabel("share of words, at least half shown")


def _against_k(axes: "Axes", curve: DictionaryCurve, name: str, title: str) -> None:
    for guarantee in curve.guarantees:
        points = curve.of(guarantee)
        colour, marker = _COLOURS[guarantee]
        heights = [point.value(name) for point in points.values()]
        axes.plot(list(points), heights, color=colour, marker=marker, label=guarantee)
    try:
        suggested = int(curve.suggestion().chosen)
        axes.axvline(suggested, color="#444444", linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
    except InvalidValueError:
        pass
    axes.set_xscale("log")
    tried = sorted({point.k for point in curve.points})
    axes.set_xticks(tried, [str(k) for k in tried])
    axes.minorticks_off()
    axes.set_ylim(0, 1.02)
    axes.set_title(title)
    axes.set_xlabel("K")
    axes.legend(frameon=False)
