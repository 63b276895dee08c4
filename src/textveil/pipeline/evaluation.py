"""Evaluation: predictions in a file against gold documents in another."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from textveil.errors import FormatError, InvalidValueError
from textveil.evaluate.spans import SpanEvaluation, pair_by_id
from textveil.pipeline.sources import Source, Track, untracked
from textveil.values.document import Document
from textveil.values.score import Score
from textveil.values.span import Span, Spans

__all__ = ["ScoreRow", "evaluate_files", "read_predictions", "score_rows"]

Prediction = Document | tuple[str, Spans]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """Precision, recall and F1 of one level and label, side by side."""

    level: str
    label: str
    precision: Score
    recall: Score
    f1: Score


def score_rows(scores: Iterable[Score]) -> list[ScoreRow]:
    """Arrange span scores as a table; rows that lack one of the three are left out."""
    table: dict[tuple[str, str], dict[str, Score]] = {}
    for score in scores:
        name = score.name.removesuffix(" (any label)")
        level, _, measure = name.rpartition(" ")
        level += score.name.removeprefix(name)
        table.setdefault((level, score.group), {})[measure] = score
    return [
        ScoreRow(level, label or "all", row["precision"], row["recall"], row["F1"])
        for (level, label), row in table.items()
        if {"precision", "recall", "F1"} <= row.keys()
    ]


def evaluate_files(
    predictions: Iterable[Prediction],
    gold: Source,
    rng: np.random.Generator,
    track: Track = untracked,
) -> tuple[tuple[Score, ...], int, int]:
    """Return the scores, the number of documents, and how many had no prediction."""
    evaluation = SpanEvaluation()
    for document, found in pair_by_id(gold.tracked(track, "evaluate"), predictions):
        evaluation.add(document, found)
    return evaluation.scores(rng), evaluation.documents, evaluation.missing


def read_predictions(path: Path, format_name: str | None = None) -> Iterable[Prediction]:
    """Return predictions: annotated documents of any format, or what `textveil scan` printed."""
    if format_name is None and path.is_file() and _printed_by_scan(path):
        return _rows(path)
    return Source.open(path, format_name)


def _printed_by_scan(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8") as lines:
            first = json.loads(next(islice(lines, 1), "null"))
    except (ValueError, OSError):
        return False
    return isinstance(first, dict) and {"id", "spans"} <= first.keys() and "text" not in first


def _rows(path: Path) -> Iterator[tuple[str, Spans]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            where = f"{path}, line {number}"
            try:
                row = json.loads(line)
                spans = Spans(
                    Span(s["start"], s["end"], s["label"], s.get("score", 1.0))
                    for s in row["spans"]
                )
                yield str(row["id"]), spans
            except InvalidValueError as error:
                raise FormatError(error.what, where=f"{where}, {error.where}") from None
            except (ValueError, KeyError, TypeError, AttributeError):
                raise FormatError(
                    "this is not a row that `textveil scan` prints", where=where
                ) from None
