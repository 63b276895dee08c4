"""Accusing: from the marks that stand in a leak to the recipients whose copies they came from.

Two scores are tried; each recipient has the better one. For somebody who has nothing to do with
the leak, every score is a sum of independent terms whose probabilities are known, so the chance
that any innocent recipient is accused is bounded for every leak, however it was made. Definitions
and proof: `docs/methods/marked-copies.md`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.trace.tails import TwoValued
from textveil.values.link import Link
from textveil.values.marking import COLLUSION_SHARE, MarkingCode
from textveil.values.span import Explanation

__all__ = ["Accusation", "Suspicion", "accuse"]

_METHOD: Final = "textveil.marks.v1"
_KEPT: Final = 0.9
"""Share of a single leaker's marks that the first score expects to be left as they were."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Suspicion:
    """How strongly a leak points to one recipient.

    Attributes
    ----------
    recipient
        Name of the recipient.
    score
        Standard deviations above the mean of an innocent recipient, by the score with the lower p.
    p
        Bound on the probability that this or a higher score accuses any innocent recipient.
    """

    recipient: str
    score: float
    p: float

    def to_json(self) -> dict[str, Any]:
        """Return the suspicion as a JSON object."""
        return {"recipient": self.recipient, "score": round(self.score, 3), "p": self.p}


@dataclass(frozen=True, slots=True)
class Accusation:
    """Whose copy leaked, as far as the marks tell.

    Attributes
    ----------
    places
        TracedEntity places that count.
    suspicions
        All recipients, the least p first.
    false_accusation
        Recipients whose p is at most this are accused.
    """

    places: int
    suspicions: tuple[Suspicion, ...]
    false_accusation: float

    @property
    def accused(self) -> tuple[Suspicion, ...]:
        """The recipients who are accused; empty if nobody is."""
        return tuple(one for one in self.suspicions if one.p <= self.false_accusation)

    def links(self, leak: str) -> tuple[Link, ...]:
        """Return a link from the leak to each accused recipient."""
        why = Explanation(_METHOD, (("places", float(self.places)),))
        return tuple(Link(leak, one.recipient, 1 - one.p, _METHOD, why) for one in self.accused)

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object; it holds no text."""
        return {"places": self.places, "accused": [one.to_json() for one in self.accused]}


def accuse(
    code: MarkingCode,
    observed: Mapping[str, frozenset[int]],
    recipients: Sequence[str],
    false_accusation: float = 0.001,
) -> Accusation:
    """Say which recipients' copies the marks of a leak came from.

    Parameters
    ----------
    code
        The code that the copies were marked with.
    observed
        For each place of the leak that counts, which of the two surrogates stand there: one of
        them, or both. Places that are not here count for nothing.
    recipients
        Everybody who got a copy; no name twice.
    false_accusation
        Highest probability that anybody is accused who has nothing to do with the leak.

    Guarantee
    ---------
    Whatever the leak is and whoever made it, the probability that an innocent recipient is among
    the accused is at most `false_accusation`, if `observed` does not depend on the marks of
    innocent recipients. `tests/unit/trace/test_accusing.py` and the benchmark `marking` check it.

    Examples
    --------
    >>> code = MarkingCode(b"k" * 32)
    >>> places = [f"p{number}" for number in range(60)]
    >>> leak = {place: frozenset({code.bit("north", place)}) for place in places}
    >>> [one.recipient for one in accuse(code, leak, ["north", "south", "west"]).accused]
    ['north']
    """
    if len(set(recipients)) < len(recipients):
        raise InvalidValueError("a recipient is named twice")
    if not 0.0 < false_accusation < 1.0:
        raise InvalidValueError("the false accusation rate must lie between 0 and 1")
    biases = {place: code.bias(place) for place, seen in observed.items() if seen}
    marks = _Marks(
        np.array(list(biases.values())),
        np.array([1 in observed[place] for place in biases], dtype=np.bool_),
        np.array([0 in observed[place] for place in biases], dtype=np.bool_),
    )
    rows = [code.bits(one, biases) for one in recipients]
    bits = np.array(rows, dtype=np.bool_).reshape(len(recipients), len(biases))
    best, scores = np.full(len(recipients), 2.0), np.zeros(len(recipients))
    several = max(2, code.colluders)
    for given, rate in ((_KEPT, 1 - COLLUSION_SHARE), (1 / several, COLLUSION_SHARE)):
        chances, standard = _judged(*_weights(marks, given, several), marks.bias, bits)
        # Bounds for one innocent and one score are added up to one for all of both.
        bounds = np.minimum(1.0, chances * len(recipients) / rate)
        scores = np.where(bounds < best, standard, scores)
        best = np.minimum(best, bounds)
    found = map(Suspicion, recipients, scores.tolist(), best.tolist())
    order = sorted(found, key=lambda one: (one.p, -one.score, one.recipient))
    return Accusation(len(biases), tuple(order), false_accusation)


@dataclass(frozen=True, eq=False, slots=True)
class _Marks:
    """What was seen: the bias of each place, and whether 1 and 0 stand there."""

    bias: Numbers
    ones: NDArray[np.bool_]
    zeros: NDArray[np.bool_]


def _judged(
    with_one: Numbers, with_zero: Numbers, bias: Numbers, bits: NDArray[np.bool_]
) -> tuple[Numbers, Numbers]:
    """Return each recipient's tail bound, and the score in standard deviations."""
    scores = np.where(bits, with_one, with_zero).sum(axis=1)
    swapped = with_one < with_zero
    total = TwoValued(
        np.where(swapped, with_zero, with_one),
        np.where(swapped, with_one, with_zero),
        np.where(swapped, 1 - bias, bias),
    )
    return total.reaching(scores), (scores - total.mean) / (total.deviation or 1.0)


def _weights(marks: _Marks, share: float, several: int) -> tuple[Numbers, Numbers]:
    """Return what each place adds to the score of those who have 1 there, and of those who have 0.

    It is the logarithm of how much likelier the leak is if the recipient gave this share of it,
    and others with innocent marks the rest (Laarhoven 2016). Where both surrogates stand, some of
    `several` colluders have the one and some the other.
    """
    bias = marks.bias
    agrees_one = np.log(share / bias + 1 - share)
    agrees_zero = np.log(share / (1 - bias) + 1 - share)
    differs = np.log(1 - share)
    mixed = 1 - bias**several - (1 - bias) ** several
    mixed_one = np.log((1 - bias ** (several - 1)) / mixed)
    mixed_zero = np.log((1 - (1 - bias) ** (several - 1)) / mixed)
    with_one = np.where(marks.ones, agrees_one, differs)
    with_zero = np.where(marks.ones, differs, agrees_zero)
    both = marks.ones & marks.zeros
    return np.where(both, mixed_one, with_one), np.where(both, mixed_zero, with_zero)
