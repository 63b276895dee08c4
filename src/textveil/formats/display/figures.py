"""Figures: panels side by side as PNG or SVG, in one look for all charts (matplotlib, an extra).

Equal panels give equal bytes: no date, no random ids. Drawing touches no global state.
"""

from collections.abc import Callable, Sequence
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textveil.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

__all__ = [
    "INK",
    "LOOKS",
    "NO_GUARANTEE",
    "ONE_VALUE",
    "PICTURES",
    "check_chart",
    "draw_panels",
    "draw_panels_as",
    "require_charts",
    "titled",
    "whole_numbers",
]

PICTURES: Final = (".png", ".svg")
"""What the names of charts end in."""

LOOKS: Final = (
    ("#0072B2", "o"),
    ("#D55E00", "s"),
    ("#009E73", "^"),
    ("#CC79A7", "D"),
    ("#56B4E9", "v"),
    ("#E69F00", "P"),
    ("#000000", "X"),
    ("#999999", "x"),
)
"""Colours and markers in their order: Okabe and Ito's palette, which people with any kind of colour
vision can tell apart; the markers carry the same information once more."""

INK: Final = "#444444"
"""Colour of lines and letters that carry no data."""

NO_GUARANTEE: Final = (0, (4, 2))
"""The line of a method without a guarantee: dashes."""

ONE_VALUE: Final = "no chart is drawn, for there is one value only: a line needs two"

_WIDTH: Final = 5.2
_STYLE: Final = files("textveil.formats").joinpath("data/figures.mplstyle")


def titled(shown: str, better: str, fixed: str = "") -> str:
    r"""Return a title: what is shown, which direction is better, and what does not vary.

    Examples
    --------
    >>> titled("Text that is kept", "higher", "k = 3")
    'Text that is kept (higher is better)\nk = 3'
    """
    return f"{shown} ({better} is better)" + (f"\n{fixed}" if fixed else "")


def whole_numbers(axis: "Axis") -> None:
    """Let an axis of documents, or of anything that is counted, show whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator("auto", integer=True))


def check_chart(target: Path | None, *others: str) -> None:
    """Raise if a file name is not for a chart or charts cannot be drawn; `others` may pass."""
    if target is None or (kind := target.suffix.lower()) in others:
        return
    if kind not in PICTURES:
        known = " or ".join((*PICTURES, *others))
        raise UsageError(f"a chart is written to a name that ends in {known}", where=str(target))
    require_charts()


def require_charts() -> None:
    """Raise if matplotlib is not installed."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise MissingExtraError(
            "charts need matplotlib", hint="pip install 'textveil[charts]'"
        ) from None


def draw_panels(
    panels: Sequence[Callable[["Axes"], None]], kind: str, height: float = 3.4
) -> bytes:
    """Draw panels, two in a row, as `.png` or `.svg`; a row is `height` inches high."""
    return draw_panels_as((kind,), panels, height)[kind]


def draw_panels_as(
    kinds: Sequence[str], panels: Sequence[Callable[["Axes"], None]], height: float = 3.4
) -> dict[str, bytes]:
    """Draw panels once, and return them as each kind of picture."""
    require_charts()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    pictures = {}
    with as_file(_STYLE) as style, rc_context(fname=style):
        columns = min(len(panels), 2)
        rows = -(-len(panels) // columns)
        size = (_WIDTH * columns, height * rows)
        figure = Figure(figsize=size, dpi=150, layout="constrained")
        for at, panel in enumerate(panels, 1):
            panel(figure.add_subplot(rows, columns, at))
        for kind in kinds:
            nameless = {"Software": None} if kind == ".png" else {"Date": None, "Creator": None}
            picture = BytesIO()
            figure.savefig(picture, format=kind.removeprefix("."), metadata=nameless)
            pictures[kind] = picture.getvalue()
            # To find out where everything goes takes as long as to draw it.
            figure.set_layout_engine("none")
    return pictures
