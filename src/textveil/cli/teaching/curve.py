"""`textveil curve`: how many annotated documents are enough."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.options import Shown, keep_apart
from textveil.cli.teaching.corpora import By, Corpora, FittingOptions, LearningOptions

if TYPE_CHECKING:
    from textveil.study.page import Study
    from textveil.values.runs.watch import Track

__all__ = ["curve"]


@dataclass(frozen=True, kw_only=True)
class CurveOptions:
    """What is measured, and where it goes."""

    output: Path | None = option(None, "Write the numbers here, as JSON.", "-o")
    chart: Path | None = option(None, "Draw the curves here: a .png or .svg.")
    sizes: str = option("", "Numbers of documents, such as 10,20,50 (default: 10, 20, 50, …).")
    repeats: int = option(5, "Times that all of it is done, with other documents.", min=1)
    test: float = option(0.2, "Share of the documents that is held out.", "--held-out")


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
    from textveil.formats.display.figures import check_chart
    from textveil.formats.outputs import write_json
    from textveil.study.learning.learning_curve import LearningSettings, measure

    keep_apart([asked.output, asked.chart], corpora)
    check_chart(asked.chart)
    wanted = filled(LearningSettings, asked, threshold=threshold)

    def carried_out(track: "Track") -> "Study":
        read = learning.read(corpora, track, shown.notice)
        study = measure(read.documents, fitting.plan(by), wanted, track, data=read.data)
        if asked.output is not None:
            write_json(asked.output, study.to_json())
        return study

    shown.study(carried_out, chart=asked.chart)
