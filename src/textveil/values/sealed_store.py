"""The sealed store: the contract of a place for records that only the key can open."""

from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable

__all__ = ["SealedStore"]


@runtime_checkable
class SealedStore(Protocol):
    """Keeps contents by kind and key, such as the annotation of a document, or a batch.

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

    def fetch_all(self, kind: str) -> dict[str, bytes]:
        """Return all contents of a kind by their keys, sorted by key."""
        ...
