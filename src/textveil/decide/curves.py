"""Curves: how well a publisher's and an attacker's models do after training on so many documents.

Between measured sizes precision and recall lie on a straight line, so they never leave the range of
their neighbours; beyond the smallest and the largest size nothing is said. Every repetition of the
measurement is a curve of its own.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.games.payoff import Claims, Numbers, Stakes, claims

__all__ = ["ATTACKER", "PUBLISHER", "Curves", "Point"]

PUBLISHER: Final = "publisher"
ATTACKER: Final = "attacker"
_LARGEST: Final = 1 << 25
"""Combinations of repetitions and sizes that are played; each takes about a hundred bytes."""


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """One measurement.

    Attributes
    ----------
    side
        `publisher` or `attacker`.
    attack
        Name of the attack; empty for the publisher.
    repeat
        Number of the repetition.
    alpha, gamma
        Documents that publisher and attacker trained on; gamma is 0 for the publisher.
    precision, recall
        What was measured. An attacker without a true claim has no precision (None).

    Raises
    ------
    InvalidValueError
        If the side is unknown, a size is not above 0, or a share is not between 0 and 1; a
        precision of 0 would mean endlessly many false claims for a true one.
    """

    side: str
    attack: str
    repeat: int
    alpha: int
    gamma: int
    precision: float | None
    recall: float

    def __post_init__(self) -> None:
        if self.side not in (PUBLISHER, ATTACKER):
            raise InvalidValueError("the side must be publisher or attacker")
        attacks = self.side == ATTACKER
        if bool(self.attack) != attacks:
            raise InvalidValueError("an attacker needs the name of an attack, a publisher has none")
        if self.alpha < 1 or (self.gamma < 1 if attacks else self.gamma != 0):
            raise InvalidValueError("sizes must be above 0; gamma stays empty for the publisher")
        if not 0 <= self.recall <= 1:
            raise InvalidValueError("recall must lie between 0 and 1")
        if self.precision is None:
            if self.recall > 0:
                raise InvalidValueError("precision may be empty only where recall is 0")
        elif not 0 < self.precision <= 1:
            raise InvalidValueError("precision must lie above 0 and be at most 1")

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 0 for an attacker without a true claim."""
        if self.precision is None or not self.recall:
            return 0.0
        return 2 * self.precision * self.recall / (self.precision + self.recall)


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """Measured precision and recall on a grid of sizes, by repetition.

    Attributes
    ----------
    attack
        Which attack the attacker's figures are of.
    alpha, gamma
        The measured sizes, rising.
    publisher
        Precision and recall by repetition and alpha.
    attacker
        Precision and recall by repetition, alpha and gamma.
    """

    attack: str
    alpha: NDArray[np.int64]
    gamma: NDArray[np.int64]
    publisher: tuple[Numbers, Numbers]
    attacker: tuple[Numbers, Numbers]

    @property
    def repeats(self) -> int:
        """How often everything was measured."""
        return len(self.publisher[0])

    @classmethod
    def of(cls, points: Iterable[Point], attack: str) -> "Curves":
        """Return the curves of one attack.

        Raises
        ------
        InvalidValueError
            If the attack was not measured, a combination of sizes is missing or was measured twice,
            only one size was measured, or the sizes lie so far apart that the game would not fit
            into memory.
        """
        sides: dict[str, dict[tuple[int, int, int], Point]] = defaultdict(dict)
        others: set[str] = set()
        for point in points:
            if point.attack not in ("", attack):
                others.add(point.attack)
                continue
            where = (point.repeat, point.alpha, point.gamma)
            if sides[point.side].setdefault(where, point) is not point:
                raise InvalidValueError("the same sizes stand twice in one repetition")
        if not sides[ATTACKER]:
            known = ", ".join(sorted(others)) or "none"
            raise InvalidValueError(f"this attack was not measured; measured are: {known}")
        repeats, alpha, gamma = (sorted({w[at] for w in sides[ATTACKER]}) for at in range(3))
        if len(alpha) < 2 or len(gamma) < 2:
            raise InvalidValueError("a curve needs at least two sizes of each side")
        table = len(repeats) * (alpha[-1] - alpha[0] + 1) * (gamma[-1] - gamma[0] + 1)
        if table > _LARGEST:
            raise InvalidValueError(
                "the sizes lie too far apart: every whole number between them is played, and a "
                f"game has at most {_LARGEST:,} combinations of repetitions and sizes"
            )
        return cls(
            attack,
            np.array(alpha),
            np.array(gamma),
            _grid(sides[PUBLISHER], repeats, alpha, [0]),
            _grid(sides[ATTACKER], repeats, alpha, gamma),
        )

    def with_recall(self, recall: float) -> "Curves":
        """Return the curves of a release that is made: one detector, and no training to choose.

        Its size is 0: what it cost is spent. Precision, and what attackers get, are those of the
        measured detector that finds nearly as much: of the sizes with a recall of at most this one
        the best, else the one with the lowest. Attackers get more from a detector that finds less.
        """
        sizes = np.arange(self.alpha[0], self.alpha[-1] + 1)
        rows = _weights(self.alpha, sizes)
        found = (self.publisher[1][:, :, 0] @ rows.T).mean(axis=0)
        worse = np.flatnonzero(found <= recall)
        at = worse[found[worse].argmax()] if len(worse) else found.argmin()
        row = rows[at : at + 1]
        attacker = tuple(row @ grid for grid in self.attacker)
        return Curves(
            self.attack,
            np.zeros(1, np.int64),
            self.gamma,
            (row @ self.publisher[0], np.full((self.repeats, 1, 1), recall)),
            (attacker[0], attacker[1]),
        )

    def expected(self, stakes: Stakes) -> Claims:
        """Return the claims at all integer sizes in range; the first axis are repetitions."""
        alpha = np.arange(self.alpha[0], self.alpha[-1] + 1)
        gamma = np.arange(self.gamma[0], self.gamma[-1] + 1)
        rows, columns = _weights(self.alpha, alpha), _weights(self.gamma, gamma)
        precision, recall = (grid[:, :, 0] @ rows.T for grid in self.publisher)
        attacker = tuple(rows @ grid @ columns.T for grid in self.attacker)
        return claims((alpha, gamma), (precision, recall), (attacker[0], attacker[1]), stakes)


def _weights(measured: NDArray[np.int64], wanted: NDArray[np.int64]) -> Numbers:
    """Return how much each measured size counts for each wanted one: lines between two."""
    return np.stack([np.interp(wanted, measured, unit) for unit in np.eye(len(measured))], axis=1)


def _grid(
    points: dict[tuple[int, int, int], Point],
    repeats: list[int],
    alpha: list[int],
    gamma: list[int],
) -> tuple[Numbers, Numbers]:
    wanted = [[[(r, a, g) for g in gamma] for a in alpha] for r in repeats]
    if len(points) != len(repeats) * len(alpha) * len(gamma):
        raise InvalidValueError(
            "publisher and attacker must be measured at all sizes in all repetitions"
        )
    try:
        found = [[[points[place] for place in row] for row in table] for table in wanted]
    except KeyError:
        raise InvalidValueError(
            "publisher and attacker must be measured at all sizes in all repetitions"
        ) from None
    recall = np.array([[[p.recall for p in row] for row in table] for table in found])
    known = [p.precision for p in points.values() if p.precision is not None]
    # Without a true claim there is no precision. With recall 0 any number gives the same payoff
    # there; the best one that was measured favours the attacker between this size and the next.
    best = max(known, default=1.0)
    shown = [[[best if (p := x.precision) is None else p for x in r] for r in t] for t in found]
    return np.array(shown), recall
