"""The chart of one term: its forms by k and remaining characters (paper 2, Figure 2)."""

from collections.abc import Sequence
from pathlib import Path

from textveil.formats.display.figures import check_chart, titled
from textveil.lexicon.forms.wildcard_forms import SHORT, Dictionary, TermForm
from textveil.study.chart import SPOTS, Line, Panel
from textveil.study.page import Study, write_chart

__all__ = ["chart_forms", "forms_behind"]

_GREY = 7
"""The look of what other forms beat."""


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
    """Draw k against remaining characters for the forms of a term.

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
    best = [(form.k, form.remaining) for form in frontier]
    beaten = sorted({(form.k, form.remaining) for form in behind} - set(best))
    lines = [Line("beaten by others", beaten, _GREY, style=SPOTS), Line("frontier", best, 0)]
    if chosen is not None:
        spot = (chosen.k, chosen.remaining)
        lines.append(Line("chosen", [spot], 1, style=SPOTS, texts={0: chosen.form}))
    title = titled("Forms of a term", "up and right", f"K = {k}")
    x, y = "k (terms that the form matches)", "remaining characters"
    panel = Panel(title, x, y, lines, (0, None), ("log", "linear"), {k: ""})
    write_chart(target, Study({}, charts={"forms": [panel]}))
