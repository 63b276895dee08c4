"""The result of a sanitization method."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["MethodResult"]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class MethodResult:
    """Sanitized sequences with the counts that describe them.

    Attributes
    ----------
    codes, offsets
        The result: sequence i is `codes[offsets[i] : offsets[i + 1]]`.
    origin
        For each output symbol the offset in its own input sequence, -1 where it was inserted.
    lengths
        Letters after each step: `W`, `X` (tfs), `Y` (pfs), `Z` (the last, where neither).
    seconds
        Wall time of each step.
    separators
        How many separators there were before any was replaced.
    distortion
        Total weight of the replacements; at most theta.
    cost
        The least total cost of possible ghosts, what MCSR minimises (section 6.2), before the
        choice is refined.
    ghosts
        Distinct tau-ghosts that the replacements made, exactly; 0 for tfs, pfs and etfs, None for
        ba and ph, which do not know.
    proved
        For `ghosts`: whether no choice of replacements has fewer. True elsewhere.
    distance
        For `etfs`: the edit distance from the input, summed over sequences. None elsewhere.
    candidates
        How many letters were looked at for each separator; fewer than the alphabet has where that
        is so large that only the most frequent ones were. 0 if no separator is replaced.
    changed
        For `substitute`: how many letters changed, the fewest there can be. None elsewhere.
    """

    codes: NDArray[np.int32]
    offsets: NDArray[np.int64]
    origin: NDArray[Any]
    lengths: Mapping[str, int]
    seconds: Mapping[str, float]
    separators: int = 0
    distortion: int = 0
    cost: float = 0.0
    ghosts: int | None = 0
    proved: bool = True
    distance: int | None = None
    candidates: int = 0
    changed: int | None = None
