"""The error browser: one self-contained HTML page of what detection missed and invented.

The page shows source text. It is made only where the user asks for it, at a path that the user
names, and only the user may read it. Nothing is loaded from anywhere: no script, no font, no image.
"""

from collections import Counter
from typing import Any, Final

from textveil.evaluate.detection.confusion import NOTHING, Confusion
from textveil.evaluate.detection.mistakes import Fault
from textveil.pipeline.evaluation.evaluation import EvaluationResult
from textveil.pipeline.evaluation.group_tables import group_tables
from textveil.pipeline.evaluation.mistake_excerpts import CONTEXT, Excerpts
from textveil.pipeline.pages import render_page
from textveil.values.figures.score import Score
from textveil.values.label import LABELS
from textveil.version import VERSION

__all__ = ["render_mistakes"]

_CUT: Final = "annotated part hidden"
"""Heads the column of words that are missed, and whose annotation is not."""

_ABOUT: Final = {
    Fault.MISSED: "left readable completely",
    Fault.PARTLY: "at least one word is left readable",
    Fault.LABEL: "hidden, under another label",
    Fault.SPURIOUS: "hidden, although it does not identify anyone",
    Fault.LONG: "hides the passage and words beside it",
}


def render_mistakes(result: EvaluationResult, title: str) -> str:
    """Return the page as HTML.

    Parameters
    ----------
    result
        An evaluation that kept excerpts.
    title
        What was evaluated: a file name.
    """
    scores = {(score.name, score.group): score for score in result.scores}
    return render_page(
        "mistakes.html.j2",
        title=title,
        documents=len(result.documents),
        missing=result.missing,
        overlapping=result.overlapping,
        faults=[{"name": f.value, "slug": _slug(f), "about": _ABOUT[f]} for f in Fault],
        totals=_totals(result.mistakes),
        tiles=_tiles(scores),
        sections=_sections(result),
        passages=sum(_gold_passages(result).values()),
        cut=sum(result.confusion.cut.values()),
        matrix=_matrix(result.confusion),
        worst=_worst(result),
        tables=group_tables(result.groups),
        context=CONTEXT,
        version=VERSION,
    )


def _slug(fault: Fault) -> str:
    return fault.value.replace(" ", "-")


def _totals(mistakes: Counter[tuple[str, Fault]]) -> dict[str, int]:
    totals = {fault.value: 0 for fault in Fault}
    for (_, fault), count in mistakes.items():
        totals[fault.value] += count
    return totals


def _tiles(scores: dict[tuple[str, str], Score]) -> list[dict[str, str]]:
    wanted = (
        ("token recall (any label)", "", "of the words to hide are hidden"),
        ("token precision (any label)", "", "of the hidden words were to be hidden"),
        ("entity recall", "DIRECT", "of direct identifiers are hidden everywhere"),
        ("entity recall", "QUASI", "of quasi-identifiers are hidden everywhere"),
        ("instance-strict F1", "", "F1 of passages with label, to the letter"),
    )
    found = ((scores.get((name, group)), words) for name, group, words in wanted)
    return [
        {
            "value": f"{100 * score.value:.1f} %",
            "interval": f"{100 * score.low:.1f} to {100 * score.high:.1f}",
            "words": words,
        }
        for score, words in found
        if score is not None and score.count
    ]


def _gold_passages(result: EvaluationResult) -> dict[str, int]:
    """Return how many passages each gold label has."""
    strict = (score for score in result.scores if score.name == "instance-strict recall")
    return {score.group: score.count for score in strict if score.group}


def _sections(result: EvaluationResult) -> list[dict[str, Any]]:
    """Return the mistakes by label, worst kind first, with what is shown of each."""
    excerpts = result.excerpts or Excerpts(0)
    labels = sorted({label for label, _ in result.mistakes})
    gold = _gold_passages(result)
    return [
        {
            "label": label,
            "anchor": f"type-{number}",
            "meaning": LABELS.get(label, ""),
            "gold": gold.get(label, 0),
            "total": sum(result.mistakes[label, fault] for fault in Fault),
            "counts": [result.mistakes[label, fault] for fault in Fault],
            "groups": [
                {
                    "name": fault.value,
                    "slug": _slug(fault),
                    "count": result.mistakes[label, fault],
                    "excerpts": excerpts.of(label, fault),
                }
                for fault in Fault
                if result.mistakes[label, fault]
            ],
        }
        for number, label in enumerate(labels)
    ]


def _worst(result: EvaluationResult) -> list[dict[str, Any]]:
    """Return the documents with the most passages left readable."""
    ranked = sorted(
        result.documents,
        key=lambda one: (-one.mistakes[Fault.MISSED] - one.mistakes[Fault.PARTLY], one.id),
    )
    return [
        {"id": one.id, "counts": [one.mistakes[fault] for fault in Fault]}
        for one in ranked[:10]
        if one.mistakes.total()
    ]


def _matrix(confusion: Confusion) -> dict[str, Any]:
    """Return the matrix with a shade for each cell: its share of the row.

    Missed words whose annotated part is hidden have a column of their own.
    """
    cells, cut = confusion.cells(), confusion.cut
    for label, count in cut.items():
        cells[label, _CUT] = count
        cells[label, NOTHING] -= count
    columns = [*confusion.predicted_labels, *([_CUT] if cut else []), NOTHING]
    rows = []
    for gold in [*confusion.gold_labels, NOTHING]:
        counts = [cells.get((gold, label), 0) for label in columns]
        total = max(1, sum(counts))
        rows.append(
            {
                "label": gold,
                "cells": [
                    {"count": n, "share": n / total, "right": bool(gold) and gold == label}
                    for n, label in zip(counts, columns, strict=True)
                ],
            }
        )
    return {"columns": columns, "rows": rows if len(columns) > 1 or len(rows) > 1 else []}
