"""Before and after: the documents of a release as its owner compares them, piece by piece."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from textveil.certify.document.record import Row, read_record
from textveil.formats.sources import Source
from textveil.pipeline.risk.published import PublishedRelease
from textveil.values.document import Document

__all__ = ["compared_documents"]


@dataclass(frozen=True, slots=True, repr=False)
class _Pair:
    before: Document
    after: Document
    row: Row

    def pieces(self) -> Iterator[tuple[str, str, str]]:
        """Yield what stood, what stands, and the label; the label is empty for what was kept."""
        old, at = self.before.text, 0
        for start, end, new_start, new_end, label, _ in self.row.edits:
            if start >= len(old):
                break
            if at < start:
                yield old[at:start], old[at:start], ""
            yield old[start:end], self.after.text[new_start:new_end], label
            at = end
        if at < len(old):
            yield old[at:], old[at:], ""


def compared_documents(release: PublishedRelease, source: Source) -> Iterator[dict[str, Any]]:
    """Yield each released document with the input's, as JSON.

    Parameters
    ----------
    release
        With what is kept of it.
    source
        The input, in the same order; documents that were left out are passed over.
    """
    skipped, given = release.place.left_out(), iter(source)
    for row, after in zip(read_record(release.place.record), release.released, strict=False):
        before = next(given, None)
        while before is not None and before.id in skipped:
            before = next(given, None)
        if before is None:
            return
        pair = _Pair(before, after, row)
        yield {"id": before.id, "new": after.id, "pieces": list(pair.pieces())}
