"""Clocks: when a run started, and how long each part of it took."""

import os
import time
from datetime import UTC, datetime

from textveil.errors import UsageError

__all__ = ["Clock", "started_at"]


def started_at() -> str:
    """Return the time in UTC by ISO 8601; `SOURCE_DATE_EPOCH` sets it, so that runs can be equal.

    Raises
    ------
    UsageError
        If the variable is not a number of seconds.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        moment = datetime.fromtimestamp(int(given), UTC) if given else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        raise UsageError(
            "SOURCE_DATE_EPOCH is not a number of seconds since 1970", hint="unset it, or set it"
        ) from None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


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
