"""`textveil evaluate`: how good was the detection."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.console import counted, say, show_json, show_table, tracked
from textveil.cli.options import Json, Quiet

__all__ = ["evaluate"]


def evaluate(
    predicted: Annotated[
        Path,
        typer.Argument(
            metavar="PRED", help="What `textveil scan` printed, or annotated documents."
        ),
    ],
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="Annotated documents.")],
    format_name: Annotated[
        str | None, typer.Option("--format", help="Format of GOLD; guessed without this.")
    ] = None,
    predicted_format: Annotated[
        str | None, typer.Option("--predicted-format", help="Format of PRED; guessed without this.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the bootstrap.")] = 0,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure predicted spans against gold ones, with intervals.

    Precision, recall and F1 at token level and for whole instances, strict (same offsets) and
    relaxed (any overlap), for all labels and each one. Intervals are 95 % bootstrap intervals over
    documents.

    **Example:** `textveil evaluate spans.jsonl gold.jsonl`
    """
    import numpy as np

    from textveil.pipeline.evaluation import evaluate_files, read_predictions, score_rows
    from textveil.pipeline.sources import Source

    with tracked(quiet=quiet) as track:
        scores, documents, missing = evaluate_files(
            read_predictions(predicted, predicted_format),
            Source.open(gold, format_name),
            np.random.default_rng(seed),
            track,
        )
    if json_output:
        rows = [score.to_json() for score in scores]
        show_json({"documents": documents, "without_prediction": missing, "scores": rows})
        return
    show_table(
        ("level", "label", "precision", "recall", "F1", "gold"),
        [
            (r.level, r.label, str(r.precision), str(r.recall), str(r.f1), f"{r.recall.count:,}")
            for r in score_rows(scores)
        ],
    )
    say(f"{counted(documents, 'document')}, 95 % intervals")
    if missing:
        say(f"{missing:,} of them had no prediction; nothing counts as found in them")
