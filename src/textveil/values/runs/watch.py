"""Watching: how a long job shows that it moves on, and how long its steps took."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

__all__ = ["Stopwatch", "Track", "untracked"]

Item = TypeVar("Item")


class Track(Protocol):
    """Watches an iteration, to show progress; must yield every item unchanged."""

    def __call__(
        self,
        items: Iterable[Item],
        stage: str,
        total: int | None,
        weigh: Callable[[Item], int] | None = None,
    ) -> Iterable[Item]:
        """Yield the items of a named stage.

        They weigh `total` together where that is known; each weighs 1 unless `weigh` says more.
        """
        ...


def untracked(
    items: Iterable[Item],
    stage: str,  # noqa: ARG001
    total: int | None,  # noqa: ARG001
    weigh: Callable[[Item], int] | None = None,  # noqa: ARG001
) -> Iterable[Item]:
    """Watch nothing."""
    return items


@dataclass(slots=True)
class Stopwatch:
    """Notes how long each step took, from one lap to the next."""

    seconds: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def lap(self, step: str) -> None:
        """Add the time since the last lap to a step."""
        now = time.perf_counter()
        self.seconds[step] = round(self.seconds.get(step, 0.0) + now - self._since, 6)
        self._since = now
