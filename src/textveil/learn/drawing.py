"""Drawing: scores by label, and scores by number of documents."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from textveil.formats.figures import LOOKS, draw_panels, titled
from textveil.learn.label_scores import Standing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from textveil.learn.curve import Curve

__all__ = ["draw_curve", "draw_standings"]

_LOOKS: Final = dict(zip(("precision", "recall", "F1"), LOOKS, strict=False))


def draw_standings(rows: Sequence[Standing], kind: str) -> bytes:
    """Draw precision, recall and F1 by label, of words and of passages, as `.png` or `.svg`."""
    height = 0.9 + 0.26 * len(rows)

    def words(axes: "Axes") -> None:
        _by_label(axes, rows, lambda row: row.token)
        axes.set_title(titled("Words that are found", "right"))

    def passages(axes: "Axes") -> None:
        _by_label(axes, rows, lambda row: row.instance)
        axes.set_title(titled("Passages with exactly the gold offsets", "right"))
        axes.set_yticklabels([])
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))

    return draw_panels([words, passages], kind, height)


def draw_curve(curve: "Curve", kind: str) -> bytes:
    """Draw precision, recall and F1 against the number of documents, as `.png` or `.svg`."""

    def words(axes: "Axes") -> None:
        _by_size(axes, curve, "token")
        axes.set_title(titled("Words that are found", "higher"))

    def passages(axes: "Axes") -> None:
        _by_size(axes, curve, "instance")
        axes.set_title(titled("Passages with exactly the gold offsets", "higher"))

    return draw_panels([passages, words], kind)


def _by_label(axes: "Axes", rows: Sequence[Standing], three: Callable[[Standing], Any]) -> None:
    places = range(len(rows))
    for number, (measure, (colour, marker)) in enumerate(_LOOKS.items()):
        scores = [three(row)[number] for row in rows]
        # Side by side, so that no mark covers another.
        heights = [place + 0.22 * (number - 1) for place in places]
        axes.errorbar(
            [score.value for score in scores],
            heights,
            xerr=[
                [score.value - score.low for score in scores],
                [score.high - score.value for score in scores],
            ],
            color=colour,
            marker=marker,
            linestyle="none",
            elinewidth=1.0,
            label=measure,
        )
    axes.set_yticks(list(places), [row.label for row in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 1.02)
    axes.set_xlabel("score, with 95 % intervals")


def _by_size(axes: "Axes", curve: "Curve", level: str) -> None:
    from matplotlib.ticker import NullLocator

    sizes = [point.documents for point in curve.points]
    for measure, (colour, marker) in _LOOKS.items():
        found = [point.at(level, measure) for point in curve.points]
        axes.plot(sizes, [s.value for s in found], color=colour, marker=marker, label=measure)
        low, high = [s.low for s in found], [s.high for s in found]
        axes.fill_between(sizes, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set_xscale("log")
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_ylim(top=1.01)
    axes.set_xlabel("documents for training")
    several = f"mean of {curve.repeats} repetitions, with 95 % interval"
    axes.set_ylabel(several if curve.repeats > 1 else "one repetition")
    axes.legend(frameon=False, loc="lower right")
