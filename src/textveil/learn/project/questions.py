"""Asking: scores of documents by a strategy, and the batch that is annotated next."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from math import isfinite
from typing import Any

import numpy as np

from textveil.detect.tagging.tagger import hints_for
from textveil.errors import ComponentFailedError, InvalidValueError
from textveil.lexicon.tables.folding import fold
from textveil.models.calibration import Calibration
from textveil.values.contracts import Priced, Selector, Strategy, Tagger
from textveil.values.document import Document
from textveil.values.figures.chances import DocumentChances
from textveil.values.keys.draw import lot

__all__ = ["batch_of", "calibrate", "chances_of", "priced", "ranked", "reseeded", "score_with"]


def chances_of(
    document: Document, tagger: Tagger, hints: tuple[str, ...], *, language: str
) -> DocumentChances:
    """Return what a tagger thinks of every word of a document, uncalibrated."""
    text = fold(document.text).text
    told = hints_for(hints, text, language=language)
    [tagged] = tagger.tag([text], [told])
    return DocumentChances.of(document.id, text, tagged)


def calibrate(document: DocumentChances, calibration: Calibration) -> DocumentChances:
    """Return a document with the probabilities that a model's calibration makes of its own."""
    scores = [calibration(float(score)) for score in document.something]
    return document.with_calibrated(np.array(scores, np.float64))


def score_with(strategy: Strategy, document: DocumentChances) -> float:
    """Return the score of a document; raise if a plug-in gives no finite number."""
    score = float(strategy.score(document))
    if not isfinite(score):
        raise ComponentFailedError(
            f"the strategy {type(strategy).__name__} gives no finite score", where=document.id
        )
    return score


def ranked(scores: Mapping[str, float], seed: int) -> list[str]:
    """Return ids from the highest score down; the seed decides between equal ones.

    Examples
    --------
    >>> ranked({"a": 1.0, "b": 3.0, "c": 2.0}, seed=0)
    ['b', 'c', 'a']
    """
    return sorted(scores, key=lambda one: (-scores[one], lot(seed, one), one))


def reseeded(strategy: Strategy, seed: int) -> Strategy:
    """Return a strategy that draws by another seed, also inside another one.

    Examples
    --------
    >>> from textveil.learn.project.strategies import Diverse, RandomOrder
    >>> reseeded(Diverse(RandomOrder(0)), 7)
    Diverse(strategy=RandomOrder(seed=7), most=0.8)
    """

    def drawn(one: Strategy) -> Strategy:
        known: Any = one
        seeded = is_dataclass(known) and any(part.name == "seed" for part in fields(known))
        return replace(known, seed=seed) if seeded else one

    return _changed(strategy, drawn)


def priced(strategy: Strategy, reading: float, correcting: float) -> Strategy:
    """Return a strategy that weighs these costs of reading a word and of a correction.

    One that has costs of its own keeps them, and so does one that asks for none. Without a cost of
    corrections there is no ratio to go by.

    Examples
    --------
    >>> from textveil.learn.project.strategies import Diverse, NetReturn
    >>> priced(Diverse(NetReturn()), reading=0.5, correcting=2.0)
    Diverse(strategy=NetReturn(net=0.1, cost=0.025), most=0.8)
    >>> priced(NetReturn(0.1, 0.01), reading=0.5, correcting=2.0)
    NetReturn(net=0.1, cost=0.01)
    """
    if correcting <= 0.0:
        return strategy

    def weighed(one: Strategy) -> Strategy:
        return one.at_prices(reading, correcting) if isinstance(one, Priced) else one

    return _changed(strategy, weighed)


def _changed(strategy: Strategy, change: Callable[[Strategy], Strategy]) -> Strategy:
    """Return a strategy with a change to it, and to all strategies inside."""
    known: Any = strategy
    inside = {
        part.name: _changed(value, change)
        for part in (fields(known) if is_dataclass(known) else ())
        if isinstance(value := getattr(strategy, part.name), Strategy)
    }
    return change(replace(known, **inside) if inside else strategy)


def batch_of(
    strategy: Strategy, pool: Iterable[DocumentChances], size: int, seed: int
) -> list[str]:
    """Return the ids of the documents to annotate next, best first.

    Parameters
    ----------
    strategy
        Gives the scores. If it is a `Selector`, it also says which documents may join the batch.
    pool
        Documents that nobody has annotated; their order does not matter.
    size
        Of the batch. It is smaller if the pool is, or if a selector leaves documents out.
    seed
        Decides between documents with equal scores.
    """
    if size < 1:
        raise InvalidValueError("a batch has at least one document", where="batch")
    selects = isinstance(strategy, Selector)
    scores: dict[str, float] = {}
    kept: dict[str, DocumentChances] = {}
    for document in pool:
        scores[document.id] = score_with(strategy, document)
        if selects:
            kept[document.id] = document
    order = ranked(scores, seed)
    if not isinstance(strategy, Selector):
        return order[:size]
    chosen = _admitted(strategy, [kept[one] for one in order], size)
    return [document.id for document in chosen]


def _admitted(
    strategy: Selector, candidates: Sequence[DocumentChances], size: int
) -> list[DocumentChances]:
    batch: list[DocumentChances] = []
    for candidate in candidates:
        if len(batch) == size:
            break
        if strategy.admits(candidate, batch):
            batch.append(candidate)
    return batch
