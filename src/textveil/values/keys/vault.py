"""The vault: the contract of a store that only the key can open."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, runtime_checkable

__all__ = ["Vault"]


@runtime_checkable
class Vault(Protocol):
    """Keeps which surrogate stands for which value, and the ways back of released documents.

    A *space* keeps mappings apart that have nothing to do with each other. Mappings are never
    changed, so that everybody who asks gets the same answer from the first one on.
    """

    def recall(self, space: str, value: str) -> str | None:
        """Return the surrogate that stands for a value; None if there is none yet."""
        ...

    def recall_all(self, space: str, values: Iterable[str]) -> dict[str, str]:
        """Return the surrogates of many values at once; values that have none are left out."""
        ...

    def remember(self, space: str, value: str, surrogate: str) -> str:
        """Store a surrogate and return the valid one.

        The first one stays: who comes second gets the first one's, so that writers at the same
        time agree.
        """
        ...

    def remember_all(self, space: str, surrogates: Mapping[str, str]) -> dict[str, str]:
        """Keep many at once, surrogates by their values, and return the ones that stand."""
        ...

    def original(self, space: str, surrogate: str) -> str | None:
        """Return the value that a surrogate stands for; None if there is none, or several."""
        ...

    def mappings(self) -> Iterator[tuple[str, str, str]]:
        """Yield every space, value and surrogate that is kept."""
        ...

    def seal(self, document_id: str, digest: bytes, payload: bytes) -> None:
        """Keep the way back of a released document whose text has this digest.

        It is on the disk once `flush` has returned. A later one for the same document and digest
        takes the place of the earlier one.
        """
        ...

    def unseal(self, document_id: str, digest: bytes) -> bytes | None:
        """Return the way back of a released document; None if there is none for this text.

        A document whose id is not known here is looked for by its text alone, because a file that
        is renamed gives its document another id; where several have that text the answer is None.
        """
        ...

    def knows(self, document_id: str) -> bool:
        """Tell whether any text was sealed for this document."""
        ...

    def flush(self) -> None:
        """Put everything on the disk that was sealed so far."""
        ...
