"""Private messages by rows of words: the eleven learners of paper 5, Table 3.2, on four models."""

from collections.abc import Iterable
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.learn.training.privacy_model import label_of, privacy_scores
from textveil.lexicon.messages.normal import normal
from textveil.lexicon.relations.page_words import words_of
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.study.chart import SHARES, Line, Panel
from textveil.study.messages.learners import ALL_LEARNERS, crossed
from textveil.study.page import Study
from textveil.study.table import ShownTable
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["PRIVATE_COLUMNS", "compare_private"]

PRIVATE_COLUMNS: Final = ("learner", "words", "precision", "recall", "f1")
_MODELS: Final = (1, 2, 3, 4)
_FOLDS: Final = 10
_SHIPPED: Final = "textveil"


def compare_private(
    documents: Iterable[Document], seed: int = 0, track: Track = untracked
) -> Study:
    """Compare learners on labelled messages, and the shipped classifier beside them.

    Parameters
    ----------
    documents
        With `private` in their metadata.
    seed
        Of the folds.
    track
        Is told of every message and learner.

    Raises
    ------
    InvalidValueError
        If a class has fewer messages than there are folds.
    """
    messages = list(track(documents, "read", None))
    told = [label_of(one) for one in messages]
    if min(sum(told), len(told) - sum(told)) < _FOLDS:
        raise InvalidValueError(f"each class needs {_FOLDS} labelled messages or more")
    texts = [" ".join(words_of(normal(one.text).text)) for one in messages]
    rows: list[dict[str, Any]] = []
    for name, words in track([(n, w) for n in ALL_LEARNERS for w in _MODELS], "fit", None):
        judged = crossed(name, texts, told, words, _FOLDS, seed)
        rows.append({"learner": name, "words": words, **_shares(told, judged)})
    checker = Checker(CheckSettings(at="2020-01-01T12:00"))
    own = [checker.check(one).private for one in messages]
    rows.append({"learner": _SHIPPED, "words": 0, **_shares(told, own)})
    best = max(rows, key=lambda row: row["f1"])
    shown = [[str(row["learner"]), str(row["words"]), *_spelt(row)] for row in rows]
    lines = [
        Line(name, [(row["words"], row["f1"]) for row in rows if row["learner"] == name])
        for name in ALL_LEARNERS
    ]
    panel = Panel("Private messages", "longest row of words", "F1", lines, SHARES)
    return Study(
        {"messages": len(told), "private": sum(told), "folds": _FOLDS, "seed": seed, "rows": rows},
        [ShownTable(PRIVATE_COLUMNS, shown)],
        {"private": [panel]},
        [f"best: {best['learner']}, F1 {best['f1']:.3f}; {_SHIPPED} was trained on other messages"],
    )


def _shares(told: list[bool], judged: list[bool]) -> dict[str, float]:
    scores = privacy_scores(told, judged)
    return {"precision": scores.precision, "recall": scores.recall, "f1": scores.f1}


def _spelt(row: dict[str, Any]) -> list[str]:
    return [f"{row[name]:.3f}" for name in ("precision", "recall", "f1")]
