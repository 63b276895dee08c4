"""What a sanitization method hands back."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["MethodOutcome"]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class MethodOutcome:
    """The result of a method; the attributes are those of `Sanitized`."""

    codes: NDArray[np.int32]
    offsets: NDArray[np.int64]
    origin: NDArray[np.int64]
    lengths: Mapping[str, int]
    seconds: Mapping[str, float]
    separators: int = 0
    distortion: int = 0
    cost: float = 0.0
    ghosts: int | None = 0
    proved: bool = True
    distance: int | None = None
    candidates: int = 0
