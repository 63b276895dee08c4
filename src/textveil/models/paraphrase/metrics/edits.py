"""TER and TERp: how many edits turn the translation into the reference.

An edit inserts, deletes or replaces a word, or moves a run of words to another place. Moves are
searched as in Snover et al. (2006): while one helps, the move that helps most is made.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["EditCosts", "edit_rate"]

_LONGEST: Final = 10
"""Words of a run that is moved, at most."""
_FARTHEST: Final = 50
"""Words that a run is moved, at most."""
_MOVES: Final = 10
"""Moves of a pair at most."""
_MOST_WORDS: Final = 120
"""Longer sentences are compared without moves: the search would take seconds."""


class EditCosts(NamedTuple):
    """What edits cost; `replace` says what one word costs for another."""

    replace: Callable[[int, int], float]
    insert: float = 1.0
    delete: float = 1.0
    move: float = 1.0


def edit_rate(
    reference: Sequence[str],
    translation: Sequence[str],
    costs: EditCosts | None = None,
) -> float:
    """Return the cost of the edits for a word of the reference.

    Parameters
    ----------
    reference, translation
        Words.
    costs
        Every edit costs 1 unless given.

    Examples
    --------
    The example of Snover et al. (2006): "this week" is moved, and three words are edited: four
    edits over thirteen words.

    >>> paper = "information published in the AMERICAN new york times"
    >>> reference = f"SAUDI ARABIA denied THIS WEEK {paper}"
    >>> translation = f"THIS WEEK THE SAUDIS denied {paper.replace('AMERICAN ', '')}"
    >>> round(edit_rate(reference.split(), translation.split()), 4)
    0.3077
    """
    if not reference:
        return float(bool(translation))
    table = _replacements(reference, translation, costs)
    insert, delete, move = (1.0, 1.0, 1.0) if costs is None else costs[1:]
    order = list(range(len(translation)))
    total = _distance(table, order, insert, delete)
    moved = 0.0
    if max(len(reference), len(translation)) <= _MOST_WORDS:
        for _ in range(_MOVES):
            best = _best_move(table, order, (reference, translation), total, (insert, delete))
            if best is None or total - best[0] < move:
                break
            total, order = best
            moved += move
    return (total + moved) / len(reference)


def _replacements(
    reference: Sequence[str], translation: Sequence[str], costs: EditCosts | None
) -> NDArray[np.float64]:
    if costs is None:
        ours, theirs = np.array(reference, object), np.array(translation, object)
        other: NDArray[np.bool_] = theirs[:, None] != ours[None, :]
        return other.astype(np.float64)
    rows = [
        [costs.replace(there, here) for here in range(len(reference))]
        for there in range(len(translation))
    ]
    return np.array(rows, np.float64).reshape(len(translation), len(reference))


def _distance(
    table: NDArray[np.float64], order: Sequence[int], insert: float, delete: float
) -> float:
    """Return the least cost without moves, row by row.

    A row is worked out at once: what insertions add is a running minimum of a straight line.
    """
    width = table.shape[1]
    steps = np.arange(width + 1) * insert
    row = steps.copy()
    for at in order:
        new = row + delete
        np.minimum(new[1:], row[:-1] + table[at], out=new[1:])
        row = np.minimum.accumulate(new - steps) + steps
    return float(row[-1])


def _best_move(
    table: NDArray[np.float64],
    order: list[int],
    words: tuple[Sequence[str], Sequence[str]],
    total: float,
    costs: tuple[float, float],
) -> tuple[float, list[int]] | None:
    best: tuple[float, list[int]] | None = None
    for moved in _moves(order, *words):
        cost = _distance(table, moved, *costs)
        if cost < (total if best is None else best[0]):
            best = cost, moved
    return best


def _moves(
    order: list[int], reference: Sequence[str], translation: Sequence[str]
) -> Iterator[list[int]]:
    """Yield orders in which a run that stands in the reference is put where it stands there."""
    places: dict[str, list[int]] = {}
    for at, word in enumerate(reference):
        places.setdefault(word, []).append(at)
    seen: set[tuple[int, ...]] = set()
    for start, at in enumerate(order):
        for there in places.get(translation[at], ()):
            if abs(there - start) > _FARTHEST or there == start:
                continue
            length = 1
            while _goes_on(order, reference, translation, start + length, there + length, length):
                length += 1
            rest = order[:start] + order[start + length :]
            to = min(there, len(rest))
            made = rest[:to] + order[start : start + length] + rest[to:]
            key = tuple(made)
            if key not in seen:
                seen.add(key)
                yield made


def _goes_on(
    order: Sequence[int],
    reference: Sequence[str],
    translation: Sequence[str],
    here: int,
    there: int,
    length: int,
) -> bool:
    inside = here < len(order) and there < len(reference) and length < _LONGEST
    return inside and translation[order[here]] == reference[there]
