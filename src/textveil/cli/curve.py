"""`textveil curve`: how many annotated documents are enough."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, show_json, show_table
from textveil.cli.corpora import (
    By,
    Corpora,
    FittingOptions,
    LearningOptions,
    intervals_of,
    write_picture,
)
from textveil.cli.groups import grouped, option
from textveil.cli.options import Shown, keep_apart

if TYPE_CHECKING:
    from textveil.learn.curve import Curve

__all__ = ["curve"]


@dataclass(frozen=True, kw_only=True)
class CurveOptions:
    """What is measured, and where it goes."""

    output: Path | None = option(None, "Write the numbers here, as JSON.", "-o")
    chart: Path | None = option(None, "Draw the curves here: a .png or .svg.")
    sizes: str = option("", "Numbers of documents, such as 10,20,50 (default: 10, 20, 50, …).")
    repeats: int = option(5, "Times that all of it is done, with other documents.", min=1)
    held_out: float = option(0.2, "Share of the documents that is held out.")


@grouped
def curve(
    corpora: Corpora,
    *,
    asked: CurveOptions,
    learning: LearningOptions,
    by: By = "subject",
    threshold: Annotated[
        float, typer.Option("--threshold", help="Leave out words with a lower score.")
    ] = 0.5,
    fitting: FittingOptions,
    shown: Shown,
) -> None:
    """Measure how much better a model becomes with more annotated documents.

    Each repetition holds out some documents and trains on the first 10, 20, 50, … of the others.
    Shown are means over the repetitions, with 95 % intervals, of words and of passages with exactly
    the gold offsets.

    **Example:** `textveil curve notes.jsonl -o curve.json --chart curve.svg`
    """
    from textveil.formats.figures import ONE_VALUE, check_chart
    from textveil.formats.outputs import write_json
    from textveil.learn.curve import LearningSettings, measure
    from textveil.learn.drawing import draw_curve
    from textveil.pipeline.study.number_lists import parse_numbers

    keep_apart([asked.output, asked.chart], corpora)
    check_chart(asked.chart)
    numbers = parse_numbers(asked.sizes, "--sizes", least=1) if asked.sizes else ()
    sizes = tuple(sorted(set(numbers)))
    wanted = LearningSettings(sizes, asked.repeats, asked.held_out, threshold)
    plan = fitting.plan(by)
    with shown.tracked() as track:
        read = learning.read(corpora, track, shown.notice)
        measured = measure(read.documents, plan, wanted, track)
    result = {**measured.to_json(), "data": read.data}
    if asked.output is not None:
        write_json(asked.output, result)
    if len(measured.points) > 1:
        write_picture(asked.chart, lambda kind: draw_curve(measured, kind))
    elif asked.chart is not None:
        shown.notice(f"note: {ONE_VALUE}")
    if shown.json_output:
        show_json(result)
    else:
        _show(measured)
    shown.notice(
        f"{counted(measured.documents, 'document')}, {measured.tested:g} of them for testing · "
        f"{intervals_of(measured.repeats, 'repetition')}"
    )


def _show(measured: "Curve") -> None:
    columns = {
        f"{what} {name}": (level, name)
        for what, level in (("spans", "instance"), ("tokens", "token"))
        for name in ("precision", "recall", "F1")
    }
    show_table(
        ("documents", *columns),
        [
            (f"{point.documents:,}", *(str(point.at(*cell)) for cell in columns.values()))
            for point in measured.points
        ],
    )
