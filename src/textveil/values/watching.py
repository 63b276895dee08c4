"""Watching: how a long job shows that it moves on."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

__all__ = ["Track", "untracked"]

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
