"""Caution: how much a model is to find, as a word that people understand or as a share of words.

More caution finds more, and marks more harmless words. What each level costs was measured when the
model was made; the table of these *prices* stands in `model.json` under the key `prices`::

    "prices": {"high": {"threshold": 0.1, "recall": 0.99, "precision": 0.93, "harmless": 4.1}, …}

Help, report and documentation are written from this table, so that no figure is typed twice.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textveil.errors import InvalidValueError

__all__ = [
    "LEVELS",
    "NORMAL",
    "CautionPrice",
    "OperatingPoint",
    "point_for",
    "prices_of",
    "read_caution",
    "read_prices",
    "stated_prices",
    "threshold_for",
    "write_prices",
]

NORMAL: Final = "normal"
_MISSED: Final = {"low": 2.0, NORMAL: 1.0, "high": 0.5}
"""By level, the words that are missed, as a multiple of those missed at the model's own threshold.

This holds for models that state no price of their own."""

LEVELS: Final = tuple(_MISSED)
"""The levels, from the one that finds least to the one that finds most."""


_SHARES: Final = ("threshold", "recall", "precision")


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """Precision and recall of a threshold on held-out words."""

    threshold: float
    recall: float
    precision: float


def point_for(points: Sequence[OperatingPoint], recall: float) -> OperatingPoint | None:
    """Return the point of highest threshold that reaches a recall; None if none does."""
    reached = [point for point in points if point.recall >= recall]
    return max(reached, key=lambda point: point.threshold, default=None)


@dataclass(frozen=True, slots=True)
class CautionPrice:
    """What a level of caution gives and costs, as measured when the model was made.

    Attributes
    ----------
    level
        `low`, `normal` or `high`.
    threshold
        The score from which a word is marked.
    recall, precision
        Share of identifying words that are found, and of marked words that identify.
    harmless
        Harmless words that are marked in 1,000 words of notes; None if that was not measured.
    """

    level: str
    threshold: float
    recall: float
    precision: float
    harmless: float | None = None

    def __str__(self) -> str:
        told = f"finds {100 * self.recall:.1f} % of words at {100 * self.precision:.1f} % precision"
        return told if self.harmless is None else f"{told}, {self.harmless:.1f} harmless in 1,000"


def read_caution(value: object) -> str | float:
    """Return a level, or a share of words to be found; raise if the value is neither.

    Examples
    --------
    >>> read_caution("high"), read_caution("0.95"), read_caution(0.95)
    ('high', 0.95, 0.95)
    """
    if value in LEVELS:
        return str(value)
    try:
        share = float(str(value))
    except ValueError:
        share = -1.0
    if isinstance(value, bool) or not 0.0 < share < 1.0:
        meant = share / 100
        raise InvalidValueError(
            f"caution is {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, or a share between 0 and 1",
            where="option caution",
            hint=f"did you mean {meant:g}?" if 0.01 <= meant < 1 else "for example 0.95",
        )
    return share


def read_prices(table: object) -> tuple[CautionPrice, ...]:
    """Return the prices that a model states; raise if they are malformed."""
    if not isinstance(table, Mapping) or set(table) - set(LEVELS):
        raise InvalidValueError(f"prices are stated for {', '.join(LEVELS)}")
    return tuple(_price(level, table[level]) for level in LEVELS if level in table)


def write_prices(prices: Sequence[CautionPrice]) -> dict[str, dict[str, float | None]]:
    """Return the table that `read_prices` reads."""
    names = (*_SHARES, "harmless")
    return {price.level: {name: getattr(price, name) for name in names} for price in prices}


def _price(level: str, row: Mapping[str, Any]) -> CautionPrice:
    threshold, recall, precision = (float(row[name]) for name in _SHARES)
    harmless = row.get("harmless")
    if not all(0.0 <= share <= 1.0 for share in (threshold, recall, precision)):
        raise InvalidValueError("a threshold, recall or precision lies outside [0, 1]")
    measured = None if harmless is None else float(harmless)
    return CautionPrice(level, threshold, recall, precision, measured)


def prices_of(
    own: float, points: Sequence[OperatingPoint], stated: Sequence[CautionPrice] = ()
) -> tuple[CautionPrice, ...]:
    """Return the price of each level: the one that the model states, or one read off its points.

    Parameters
    ----------
    own
        The model's own threshold, which is that of `normal`.
    points
        Recall and precision at other thresholds, on held-out words. `high` misses half as many
        words as `normal`, and `low` twice as many, as far as some point does.
    stated
        The prices that the model states.
    """
    known = {price.level: price for price in stated}
    wanted = LEVELS if points else tuple(known)
    return tuple(known.get(level) or _read_off(level, own, points) for level in wanted)


def _read_off(level: str, own: float, points: Sequence[OperatingPoint]) -> CautionPrice:
    normal = min(points, key=lambda point: abs(point.threshold - own))
    wanted = 1.0 - _MISSED[level] * (1.0 - normal.recall)
    lowest = min(points, key=lambda point: point.threshold)
    point = normal if level == NORMAL else point_for(points, wanted) or lowest
    return CautionPrice(
        level, own if level == NORMAL else point.threshold, point.recall, point.precision
    )


def threshold_for(
    caution: str | float,
    own: float,
    points: Sequence[OperatingPoint],
    stated: Sequence[CautionPrice] = (),
) -> float:
    """Return the threshold of a level, or the highest one that finds a share of the words.

    Raises
    ------
    InvalidValueError
        If no threshold finds so much on held-out documents.
    """
    if isinstance(caution, str):
        table = {price.level: price.threshold for price in prices_of(own, points, stated)}
        if caution not in table and caution != NORMAL:
            raise InvalidValueError(
                f"the model does not say what {caution} caution is",
                where="tagger, option caution",
                hint="give a threshold, or train the model again",
            )
        return table.get(caution, own)
    point = point_for(points, caution)
    if point is None:
        best = max((point.recall for point in points), default=0.0)
        raise InvalidValueError(
            f"the model reached a recall of at most {best:.3f} on held-out documents",
            where="tagger, option caution",
            hint="ask for less, or train with more documents",
        )
    return point.threshold


def stated_prices(manifest: Path) -> tuple[CautionPrice, ...]:
    """Return the price of each level, read from the `model.json` of a model alone."""
    content = json.loads(manifest.read_text("utf-8"))
    points = [OperatingPoint(*map(float, point)) for point in content.get("points", ())]
    return prices_of(float(content["threshold"]), points, read_prices(content.get("prices", {})))
