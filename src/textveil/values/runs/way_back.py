"""The way back: turns a released document into its input again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.edit import Release

__all__ = ["WayBack", "text_digest"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def text_digest(text: str) -> bytes:
    """Return the SHA-256 of a text; of a text with few possible values, nothing to publish."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


@dataclass(frozen=True, slots=True, repr=False)
class WayBack:
    """For each replaced passage, where its replacement stands and what stood there.

    Attributes
    ----------
    length
        Code points of the released text.
    passages
        `(start, end, original)` with half-open offsets in the released text, in order.
    beside
        What the input carried besides its text and the release does not, as JSON values.

    Examples
    --------
    >>> WayBack(10, ((4, 10, "Ana"),)).restored("for [NAME]")
    'for Ana'
    """

    length: int
    passages: tuple[tuple[int, int, str], ...]
    beside: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)

    def __post_init__(self) -> None:
        at = 0
        for start, end, _ in self.passages:
            if not at <= start <= end <= self.length:
                raise InvalidValueError(
                    "the passages of a way back are in order and inside the text",
                    where=f"[{start}, {end})",
                )
            at = end

    def __repr__(self) -> str:
        return f"WayBack(length={self.length}, passages={len(self.passages)})"

    @classmethod
    def of(
        cls, before: Document, release: Release, beside: Mapping[str, Any] = _NOTHING
    ) -> "WayBack":
        """Return the way from a release back to its input."""
        passages = tuple(
            (start, end, before.text[edit.start : edit.end])
            for edit, start, end in release.placed()
        )
        return cls(len(release.text), passages, beside)

    def restored(self, text: str) -> str:
        """Return the input's text from the released one."""
        if len(text) != self.length:
            raise InvalidValueError("this way back belongs to a text of another length")
        pieces, at = [], 0
        for start, end, original in self.passages:
            pieces += [text[at:start], original]
            at = end
        return "".join((*pieces, text[at:]))

    def to_bytes(self) -> bytes:
        """Return the way back as bytes, to be sealed."""
        content = [self.length, [list(passage) for passage in self.passages], dict(self.beside)]
        # As they are, not escaped: two escaped halves of a pair would be read as one character.
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        return text.encode("utf-8", "surrogatepass")

    @classmethod
    def from_bytes(cls, data: bytes) -> "WayBack":
        """Return what `to_bytes` wrote."""
        try:
            length, passages, beside = json.loads(data.decode("utf-8", "surrogatepass"))
            return cls(length, tuple((s, e, original) for s, e, original in passages), beside)
        except (ValueError, TypeError):
            raise InvalidValueError("these bytes are no way back") from None
