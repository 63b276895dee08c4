"""What formats of one file have in common: how they are read and written, document by document."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textveil.formats.capacity import Admission, Carries
from textveil.formats.inputs import Source
from textveil.formats.outputs import Target, text_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["OneFile"]


class OneFile:
    """A format with all documents in one file of text.

    A format says in `_documents` how documents are read, and in `_written` how one is written.
    `_frame` is what stands before, between and after them.
    """

    __slots__ = ()

    name: ClassVar[str]
    folder: ClassVar[bool] = False
    carries: ClassVar[Carries]
    encoding: str | None

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time."""
        reading = Reading(path)
        yield from self._documents(path, reading)
        if not self.carries.no_documents:
            reading.finish()

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        admission = Admission(self.name, self.carries)
        before, between, after = self._frame(path)
        with text_sink(path, self.encoding or "utf-8") as sink:
            sink.write(before)
            for document in admission.of(documents):
                sink.write(between if admission.count > 1 else "")
                sink.write(self._written(document, admission), document.id)
            sink.write(after)
        return admission.count

    def _frame(self, path: Target) -> tuple[str, str, str]:
        del path
        return "", "", ""

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        raise NotImplementedError

    def _written(self, document: Document, admission: Admission) -> str:
        raise NotImplementedError
