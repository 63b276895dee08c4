"""The chart of scores by label."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from textveil.formats.display.figures import LOOKS, draw_panels, titled
from textveil.learn.training.label_scores import Standing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_standings"]

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
