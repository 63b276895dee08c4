"""Costs of a learning project: what was read and changed so far, and what that cost."""

from typing import NamedTuple

from textveil.learn.project.corrections import (
    Corrections,
    Effort,
    MeasuredCosts,
    Prices,
    corrections,
    measured_costs,
    prices_of,
)
from textveil.learn.project.project_records import ProjectState
from textveil.lexicon.tables.folding import fold
from textveil.models.fields.windows import WORD
from textveil.values.span import Spans

__all__ = ["Spent", "spent_on"]


class Spent(NamedTuple):
    """What the annotators of a project did.

    Attributes
    ----------
    words
        That were read.
    changes
        Spans of the pre-annotations that were changed.
    measured
        What both cost in seconds; None if too few documents brought their time.
    prices
        What a strategy that weighs costs goes by.
    """

    words: int
    changes: Corrections
    measured: MeasuredCosts | None
    prices: Prices


def spent_on(state: ProjectState) -> Spent:
    """Compare all submissions with the pre-annotations."""
    changes, efforts = Corrections(), []
    for name, annotation in state.annotations.items():
        changed = corrections(state.guesses.get(name, Spans()), annotation.spans)
        words = sum(1 for _ in WORD.finditer(fold(state.documents[name].text).text))
        changes = changes.plus(changed)
        efforts.append(Effort(words, sum(changed), annotation.seconds or 0.0))
    settings = state.settings
    measured = measured_costs(efforts, settings.seed)
    prices = prices_of(settings.costs, measured, given=settings.reading is not None)
    return Spent(sum(one.words for one in efforts), changes, measured, prices)
