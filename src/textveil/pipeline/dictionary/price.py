"""The price of `mutual`: characters that `count` shows and `mutual` hides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.values.figures.json_fields import json_fields

__all__ = ["Price", "marks", "measure_price"]

MEASURED: Final = 300
"""Distinct terms that are looked up under `count`; of more, a random sample."""

_LIMIT: Final = 50_000_000
"""Work for one term: beyond it the term is taken to cost nothing."""


@dataclass(frozen=True, slots=True)
class Price:
    """Characters that the stronger guarantee costs on a text.

    Attributes
    ----------
    characters
        How many fewer are shown than under `count`; an estimate unless `exact`.
    terms, measured
        Distinct terms in the text, and those that were looked up.
    exact
        Whether every term was looked up, and no search ended early.
    """

    characters: int
    terms: int
    measured: int
    exact: bool

    def to_json(self) -> dict[str, Any]:
        """Return the price as a JSON object."""
        return {**json_fields(self, {"measured"}), "terms_measured": self.measured}


def measure_price(
    dictionary: Dictionary, k: int, used: Mapping[str, int], form: Callable[[str], str]
) -> Price:
    """Compare the forms that were written with those of `count`.

    Parameters
    ----------
    dictionary
        Q.
    k
        K of both guarantees.
    used
        How often each term stands in the text.
    form
        What is written for a term.
    """
    terms = sorted(used)
    chosen = terms
    if len(terms) > MEASURED:
        picked = np.random.default_rng(0).choice(len(terms), MEASURED, replace=False)
        chosen = [terms[number] for number in sorted(picked.tolist())]
    known = [(term, number) for term in chosen if (number := dictionary.id_of(term)) is not None]
    best = dictionary.forms([number for _, number in known], k, "count", limit=_LIMIT)
    lost, exact = 0, len(chosen) == len(terms)
    for (term, _), under_count in zip(known, best, strict=True):
        shown = form(term)
        if under_count is not None:
            lost += used[term] * (under_count.remaining - len(shown) + marks(shown))
            exact &= under_count.exact
    measured = sum(used[term] for term in chosen)
    scale = sum(used.values()) / measured if measured else 1.0
    return Price(round(lost * scale), len(terms), len(chosen), exact)


def marks(form: str) -> int:
    r"""Return how many characters of a form are not characters of the term: `*` and escapes."""
    literal = form.count("\\\\") + form.replace("\\\\", "").count("\\*")
    return form.replace("\\\\", "").replace("\\*", "").count("*") + literal
