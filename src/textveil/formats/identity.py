"""Distinct ids in little memory: a digest of twelve bytes each, never the id itself."""

from hashlib import blake2b

__all__ = ["DistinctIds"]


class DistinctIds:
    """Remembers which ids were seen.

    With 96 bits, two of a billion ids share a digest with a probability below 1e-10; the outcome
    would be an error, never a lost document.

    Examples
    --------
    >>> seen = DistinctIds()
    >>> seen.add("a"), seen.add("b"), seen.add("a")
    (True, True, False)
    """

    __slots__ = ("_digests",)

    def __init__(self) -> None:
        self._digests: set[bytes] = set()

    def __len__(self) -> int:
        return len(self._digests)

    def add(self, document_id: str) -> bool:
        """Remember an id; False if it was here before."""
        digest = blake2b(document_id.encode("utf-8", "surrogatepass"), digest_size=12).digest()
        before = len(self._digests)
        self._digests.add(digest)
        return len(self._digests) > before
