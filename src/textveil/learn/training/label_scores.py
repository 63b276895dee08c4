"""Standings: precision, recall and F by label, of words and of whole passages."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from textveil.evaluate.detection.span_counts import Level
from textveil.evaluate.detection.spans import SpanEvaluation
from textveil.learn.training.judgement import Judged
from textveil.values.figures.score import Score

__all__ = ["ALL", "COLUMNS", "Standing", "rows_of", "standings", "standings_from_json"]

ALL: Final = "all"
ANY: Final = "any label"

COLUMNS: Final = (
    *("label", "tokens", "precision", "recall", "F1"),
    *("spans", "precision", "recall", "F1"),
)
"""Headers of a table of standings."""

_LEVELS: Final = (Level.TOKEN, Level.STRICT)
_MEASURES: Final = ("precision", "recall", "F1")


@dataclass(frozen=True, slots=True)
class Standing:
    """How well one label is found.

    Attributes
    ----------
    label
        The label; `all` for all together with labels compared, `any label` with labels ignored.
    token, instance
        Precision, recall and F1 of words, and of passages with exactly the gold offsets.
    """

    label: str
    token: tuple[Score, Score, Score]
    instance: tuple[Score, Score, Score]

    def row(self) -> tuple[str, ...]:
        """Return the cells of a table; recall with its interval."""
        return (self.label, *_cells(self.token), *_cells(self.instance))

    def to_json(self) -> dict[str, Any]:
        """Return the standing as a JSON object."""
        return {
            "label": self.label,
            "token": {m: _numbers(s) for m, s in zip(_MEASURES, self.token, strict=True)},
            "instance": {m: _numbers(s) for m, s in zip(_MEASURES, self.instance, strict=True)},
        }


def standings(judged: Iterable[Judged], threshold: float, seed: int) -> list[Standing]:
    """Return standings over all labels, with labels ignored, and of each label.

    Intervals are bootstrap intervals over documents with a coverage of 95 %.
    """
    evaluation = SpanEvaluation()
    for one in judged:
        # What is not to be masked was left out before; what is here counts.
        evaluation.add(one.document, one.spans(threshold))
    return rows_of(evaluation.scores(np.random.default_rng(seed)))


def rows_of(scores: Sequence[Score]) -> list[Standing]:
    """Group the scores of an evaluation by label."""
    table = {(score.name, score.group): score for score in scores}
    labels = sorted({group for name, group in table if name == "token precision" and group})
    rows = [_standing(table, ALL, "", ""), _standing(table, ANY, "", " (any label)")]
    return [*rows, *(_standing(table, label, label, "") for label in labels)]


def _standing(table: dict[tuple[str, str], Score], name: str, group: str, suffix: str) -> Standing:
    token, instance = (
        tuple(table[f"{level} {measure}{suffix}", group] for measure in _MEASURES)
        for level in _LEVELS
    )
    return Standing(name, (token[0], token[1], token[2]), (instance[0], instance[1], instance[2]))


def standings_from_json(rows: Iterable[dict[str, Any]]) -> Iterator[Standing]:
    """Yield standings from the output of `Standing.to_json`."""
    for row in rows:
        token, instance = (
            [
                Score(f"{level} {measure}", *numbers)
                for measure, numbers in zip(_MEASURES, row[level].values(), strict=True)
            ]
            for level in ("token", "instance")
        )
        yield Standing(
            row["label"],
            (token[0], token[1], token[2]),
            (instance[0], instance[1], instance[2]),
        )


def _cells(three: tuple[Score, Score, Score]) -> tuple[str, ...]:
    precision, recall, f1 = three
    return (f"{recall.count:,}", f"{precision.value:.3f}", str(recall), f"{f1.value:.3f}")


def _numbers(score: Score) -> list[float]:
    """Return value, low, high and count."""
    return [*(round(number, 4) for number in (score.value, score.low, score.high)), score.count]
