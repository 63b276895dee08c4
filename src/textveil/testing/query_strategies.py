"""The contract of a query strategy, as something that can be run."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isclose, isfinite

import numpy as np

from textveil.testing.requirement import attempt, copy_of, require, require_silence
from textveil.testing.samples import CANARIES
from textveil.values.contracts import Blind, Priced, Selector, Strategy
from textveil.values.figures.chances import DocumentChances

__all__ = ["check_strategy"]

_LABELS = ("NAME", "DATE", "CITY")


def check_strategy(strategy: Strategy, documents: Iterable[DocumentChances] | None = None) -> None:
    """Raise `AssertionError` if a query strategy breaks its contract.

    Checked: it can be pickled; every score is a finite number; the score of a document is the same
    every time, from a copy, and whatever was seen before; the order of labels does not matter; a
    document without words is fine, and one without calibration or without the words themselves;
    a strategy that selects admits the first document of a batch; one that weighs costs stays a
    strategy; `blind`, if it is there, is True or False; its `repr` shows no text.

    Parameters
    ----------
    strategy
        The strategy, as it would be used.
    documents
        What a model thinks of documents; made-up samples unless given.
    """
    require(isinstance(strategy, Strategy), strategy, "lacks `score`")
    given = _samples() if documents is None else tuple(documents)
    fresh = copy_of(strategy)
    scores = [_score(strategy, document) for document in given]
    for document, score in zip(given, scores, strict=True):
        again = _score(strategy, document)
        require(again == score, strategy, f"another score the second time, for {document.id}")
        turned = _score(strategy, _turned(document))
        same = isclose(turned, score, rel_tol=1e-9, abs_tol=1e-9)
        require(same, strategy, f"the order of labels changes the score of {document.id}")
        _score(strategy, replace(document, calibrated=None))
        _score(strategy, replace(document, words=()))
    # The copy was made before anything was seen, and sees the documents in another order.
    for document, score in zip(reversed(given), reversed(scores), strict=True):
        same = _score(fresh, document) == score
        promise = f"the score of {document.id} depends on the documents seen before"
        require(same, strategy, promise)
    _score(strategy, DocumentChances("empty", _LABELS, np.zeros((0, 1 + len(_LABELS)))))
    if isinstance(strategy, Selector):
        _check_selection(strategy, given)
    if isinstance(strategy, Priced):
        priced = attempt(strategy, lambda: strategy.at_prices(0.5, 2.0), "weighing costs")
        require(isinstance(priced, Strategy), strategy, "`at_prices` does not return a strategy")
    plain = not isinstance(strategy, Blind) or isinstance(strategy.blind, bool)
    require(plain, strategy, "`blind` is not True or False")
    require_silence(strategy, repr(strategy), CANARIES, "`repr`")


def _score(strategy: Strategy, document: DocumentChances) -> float:
    where = f"scoring document {document.id} ({len(document)} words)"
    score = attempt(strategy, lambda: strategy.score(document), where)
    number = isinstance(score, int | float) and not isinstance(score, bool)
    finite = number and isfinite(score)
    require(finite, strategy, f"the score of {document.id} is not a finite number")
    return score


def _check_selection(strategy: Selector, given: Sequence[DocumentChances]) -> None:
    for document in given:
        for batch in ([], list(given)):
            where = f"asking whether {document.id} joins a batch of {len(batch)}"
            admits = attempt(strategy, lambda d=document, b=batch: strategy.admits(d, b), where)  # type: ignore[misc]
            require(isinstance(admits, bool), strategy, "`admits` does not return True or False")
            promise = f"document {document.id} may not join an empty batch, so none ever may"
            require(admits or bool(batch), strategy, promise)


def _turned(document: DocumentChances) -> DocumentChances:
    """Return the same document with its labels in reverse order."""
    columns = [0, *range(len(document.labels), 0, -1)]
    chances = document.chances[:, columns]
    return replace(document, labels=document.labels[::-1], chances=chances)


def _samples() -> tuple[DocumentChances, ...]:
    """Return documents: sure, unsure, mixed, and of a single word."""
    words = (*CANARIES, "was", "here")
    sure, unsure = [0.97, 0.01, 0.01, 0.01], [0.1, 0.5, 0.3, 0.1]
    rows = {
        "sure": [sure] * len(words),
        "unsure": [unsure] * len(words),
        "mixed": [sure, unsure] * (len(words) // 2),
        "certain": [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]],
        "one-word": [[0.25, 0.25, 0.25, 0.25]],
    }
    found = []
    for name, chances in rows.items():
        table = np.array(chances)
        true = (1.0 - table[:, 0]) ** 2
        found.append(DocumentChances(name, _LABELS, table, true, words[: len(table)]))
    return tuple(found)
