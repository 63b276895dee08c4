"""Score rows: scores of one kind of passage side by side, as tables show them."""

from collections.abc import Iterable
from dataclasses import dataclass

from textveil.values.figures.score import Score

__all__ = ["ScoreRow", "score_rows"]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """Precision, recall, F1 and F2 of one level and label, side by side."""

    level: str
    label: str
    precision: Score
    recall: Score
    f1: Score
    f2: Score


def score_rows(scores: Iterable[Score]) -> list[ScoreRow]:
    """Arrange span scores as a table; rows that lack one of the four are left out."""
    table: dict[tuple[str, str], dict[str, Score]] = {}
    for score in scores:
        name, bracket, view = score.name.partition(" (")
        level, _, measure = name.rpartition(" ")
        table.setdefault((level + bracket + view, score.group), {})[measure] = score
    return [
        ScoreRow(level, label or "all", row["precision"], row["recall"], row["F1"], row["F2"])
        for (level, label), row in table.items()
        if {"precision", "recall", "F1", "F2"} <= row.keys()
    ]
