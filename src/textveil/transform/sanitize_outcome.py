"""What a sanitization method hands back, and the clock that it keeps."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

__all__ = ["Clock", "Outcome"]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Outcome:
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


@dataclass(slots=True)
class Clock:
    """Notes how long each step took, from one lap to the next."""

    seconds: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def lap(self, step: str) -> None:
        """Add the time since the last lap to a step."""
        now = time.perf_counter()
        self.seconds[step] = self.seconds.get(step, 0.0) + now - self._since
        self._since = now
