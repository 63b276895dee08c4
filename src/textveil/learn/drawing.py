"""Drawing: scores by label, and scores by number of documents."""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from textveil.errors import MissingExtraError
from textveil.learn.standing import Standing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from textveil.learn.curve import Curve

__all__ = ["draw_curve", "draw_standings", "require_charts"]

# Okabe and Ito's palette, which people with any kind of colour vision can tell apart; the markers
# carry the same information once more.
_LOOKS: Final = {
    "precision": ("#0072B2", "o"),
    "recall": ("#D55E00", "s"),
    "F1": ("#009E73", "^"),
}
_INK: Final = "#444444"

# Any: the keys that matplotlib knows are spelled out in its types, and differ between versions.
_STYLE: Final[Any] = {
    "svg.hashsalt": "textveil",
    # Text stays text: it can be read aloud, searched and copied.
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E4E4E4",
    "grid.linewidth": 0.8,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "lines.linewidth": 1.6,
    "lines.markersize": 4,
}


def require_charts() -> None:
    """Raise if matplotlib is not installed."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise MissingExtraError(
            "charts need matplotlib", hint="pip install 'textveil[charts]'"
        ) from None


def draw_standings(rows: Sequence[Standing], kind: str) -> bytes:
    """Draw precision, recall and F1 by label, of words and of passages, as `.png` or `.svg`."""
    height = 0.9 + 0.26 * len(rows)

    def words(axes: "Axes") -> None:
        _by_label(axes, rows, lambda row: row.token)
        axes.set_title("Words")

    def passages(axes: "Axes") -> None:
        _by_label(axes, rows, lambda row: row.instance)
        axes.set_title("Passages (exactly the gold offsets)")
        axes.set_yticklabels([])
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))

    return _drawn([words, passages], kind, height)


def draw_curve(curve: "Curve", kind: str) -> bytes:
    """Draw precision, recall and F1 against the number of documents, as `.png` or `.svg`."""

    def words(axes: "Axes") -> None:
        _by_size(axes, curve, "token")
        axes.set_title("Words")

    def passages(axes: "Axes") -> None:
        _by_size(axes, curve, "instance")
        axes.set_title("Passages (exactly the gold offsets)")

    return _drawn([passages, words], kind, 3.4)


def _drawn(panels: Sequence[Callable[["Axes"], None]], kind: str, height: float) -> bytes:
    require_charts()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    picture = BytesIO()
    with rc_context(_STYLE):
        figure = Figure(figsize=(5.2 * len(panels), height), dpi=150, layout="constrained")
        for at, panel in enumerate(panels, 1):
            panel(figure.add_subplot(1, len(panels), at))
        nameless = {"Software": None} if kind == ".png" else {"Date": None, "Creator": None}
        figure.savefig(picture, format=kind.removeprefix("."), metadata=nameless)
    return picture.getvalue()


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
    axes.set_ylabel(f"mean of {curve.repeats} repetitions, with 95 % interval")
    axes.legend(frameon=False, loc="lower right")
