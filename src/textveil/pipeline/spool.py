"""A spool for spans between two passes: offsets and labels on disk, no text."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from textveil.values.span import Span, Spans

__all__ = ["Spool"]


class Spool:
    """Spans written in document order, then read back in the same order.

    Entering the context opens the file and leaving it removes it.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / ".spans"

    def __enter__(self) -> "Spool":
        self._file = self._path.open("w+", encoding="utf-8")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        self._path.unlink(missing_ok=True)

    def add(self, spans: Spans) -> None:
        """Append the spans of the next document."""
        rows = [(span.start, span.end, span.label, span.score, span.source) for span in spans]
        self._file.write(json.dumps(rows) + "\n")

    def __iter__(self) -> Iterator[Spans]:
        self._file.flush()
        with self._path.open(encoding="utf-8") as lines:
            for line in lines:
                yield Spans(Span(*row) for row in json.loads(line))
