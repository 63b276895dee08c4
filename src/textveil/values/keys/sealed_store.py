"""The sealed store: the contract of a place for records that only the key can open."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable

__all__ = ["SealedStore"]


@runtime_checkable
class SealedStore(Protocol):
    """Keeps contents by kind and key, such as the annotation of a document, or a batch.

    Records of a kind have an order: that in which their keys were first put.

    What is put is on the disk when the call returns, or, in a step, when the step ends.
    """

    def step(self) -> AbstractContextManager[None]:
        """Return a block whose changes stand all together, or not at all.

        Nobody else changes the store meanwhile, so keep a step short.
        """
        ...

    def put(self, kind: str, key: str, content: bytes) -> None:
        """Keep a content, in place of an earlier one of this kind and key."""
        ...

    def fetch(self, kind: str, key: str) -> bytes | None:
        """Return a content; None if there is none."""
        ...

    def put_if(self, kind: str, key: str, content: bytes, before: bytes | None) -> bool:
        """Keep a content if the standing one is `before` (None: if there is none); tell whether."""
        ...

    def delete(self, kind: str, key: str) -> None:
        """Remove a content; nothing happens if there is none."""
        ...

    def fetch_some(self, kind: str, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of some keys of a kind; keys without one are left out."""
        ...

    def page(self, kind: str, size: int, after: str | None = None) -> dict[str, bytes]:
        """Return the next contents of a kind, in order: from the first, or behind a key.

        Nothing is behind a key that is not there. Cost: what the page holds, not what the kind has.
        """
        ...

    def fetch_all(self, kind: str) -> dict[str, bytes]:
        """Return all contents of a kind by their keys, sorted by key."""
        ...
