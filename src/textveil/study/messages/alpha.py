"""Thresholds of co-occurrence: precision and recall of the country of a place.

Paper 5, Figure 3.1.

Each place is compared with every country by Co; a pair above alpha is taken for true. The truth is
what our GeoNames lists say. The alpha that is suggested is where precision equals recall.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.lexicon.geography.place_lists import countries, world_cities
from textveil.lexicon.relations.page_index import PageIndex, open_index
from textveil.study.chart import SHARES, Line, Panel
from textveil.study.page import Study
from textveil.study.table import ShownTable

__all__ = ["ALPHA_COLUMNS", "measure_alpha", "places_and_countries", "precision_and_recall"]

ALPHA_COLUMNS: Final = ("alpha", "precision", "recall")
_PLACES: Final = 1589
"""As many as in the paper."""
_POINTS: Final = 60

Pairs = NDArray[np.float64]


def places_and_countries(number: int = _PLACES) -> dict[str, frozenset[str]]:
    """Return the largest cities of the world with the countries that have one of that name."""
    names = {code: name.strip() for code, name in countries().items()}
    found: dict[str, set[str]] = {}
    chosen: list[str] = []
    for place in world_cities():
        if place.country not in names:
            continue
        if place.city not in found and len(chosen) < number:
            chosen.append(place.city)
        found.setdefault(place.city, set()).add(names[place.country])
    return {city: frozenset(found[city]) for city in chosen}


def precision_and_recall(
    scores: Pairs, true: NDArray[np.bool_], alphas: Pairs
) -> list[tuple[float, float, float]]:
    """Return alpha, precision and recall for each alpha; precision is 1 where nothing is above."""
    rows = []
    for alpha in alphas:
        above = scores > alpha
        right = int((above & true).sum())
        rows.append(
            (float(alpha), right / above.sum() if above.any() else 1.0, right / max(1, true.sum()))
        )
    return rows


def _pairs(
    index: PageIndex, truth: Mapping[str, frozenset[str]], lands: Sequence[str]
) -> tuple[Pairs, NDArray[np.bool_], int]:
    """Return Co of all pairs, whether each is true, and how many places the index knows."""
    scores, true, known = [], [], 0
    for city, own in truth.items():
        known += index.frequency(city) > 0
        for land in lands:
            scores.append(index.together(city, land))
            true.append(land in own)
    return np.array(scores), np.array(true), known


def measure_alpha(index: str, number: int = _PLACES) -> Study:
    """Return precision and recall by alpha for an index, and the alpha where they are equal.

    Parameters
    ----------
    index
        `default`, or the path of an index.
    number
        How many places are compared, the largest first.

    Raises
    ------
    InvalidValueError
        If the index knows none of the places.
    """
    opened = open_index(index)
    lands = sorted(name.strip() for name in countries().values())
    scores, true, known = _pairs(opened, places_and_countries(number), lands)
    if not (scores > 0).any():
        raise InvalidValueError("no place stands with a country on a page of the index")
    positive = scores[scores > 0]
    alphas = np.geomspace(positive.min() * 0.99, positive.max(), _POINTS)
    rows = precision_and_recall(scores, true, alphas)
    alpha, precision, recall = min(rows, key=lambda row: (abs(row[1] - row[2]), row[0]))
    numbers = {
        "index": "default" if index == "default" else "own",
        "pages": len(opened),
        "places": number,
        "known": known,
        "countries": len(lands),
        "alpha": alpha,
        "precision": precision,
        "recall": recall,
        "rows": [dict(zip(ALPHA_COLUMNS, row, strict=True)) for row in rows],
    }
    shown = [[f"{a:.6f}", f"{p:.3f}", f"{r:.3f}"] for a, p, r in rows]
    lines = tuple(
        Line(name, [(row[0], row[at]) for row in rows])
        for at, name in ((1, "precision"), (2, "recall"))
    )
    panel = Panel("Countries of places", "alpha", "share", lines, SHARES, ("log", "linear"))
    return Study(
        numbers,
        [ShownTable(ALPHA_COLUMNS, shown)],
        {"profile": [panel]},
        [f"precision equals recall at alpha {alpha:.6f}: {precision:.4f} and {recall:.4f}"],
    )
