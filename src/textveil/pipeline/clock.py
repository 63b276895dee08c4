"""A clock that remembers how long each part of a run took."""

import time

__all__ = ["Clock"]


class Clock:
    """Seconds between laps, by name."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        """Note the seconds since the last lap under a name."""
        now = time.perf_counter()
        self.laps[name] = round(now - self._last, 6)
        self._last = now
