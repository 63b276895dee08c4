"""What formats with a file for each document have in common."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from textveil.formats.capacity import Admission, Carries
from textveil.formats.folders import create_file, file_for, files_in, id_of, plain_suffix
from textveil.formats.inputs import Source, is_folder
from textveil.formats.outputs import Target, new_folder, text_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["DocumentFiles"]


class DocumentFiles:
    """A format whose documents are the files of a folder, or one file.

    A document's id is its file's path in the folder without its ending. A format says in
    `_document` how a file is read, and in `_written` how one is written. Writing goes to one file
    if the target is a stream, or if its name ends as those of the format do.
    """

    __slots__ = ()

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    folder: ClassVar[bool] = True
    carries: ClassVar[Carries]
    encoding: str | None
    order: Mapping[str, str]

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time, in the order of their names."""
        whole = Reading(path)
        if not isinstance(path, Path):
            yield self._document(path, whole, whole.name)
            return
        inside = is_folder(path)
        files = files_in(path, self.suffixes, self.order) if inside else [path]
        for file in files:
            document_id = id_of(file, path if inside else None, self.suffixes[0])
            one = self._document(file, Reading(file), document_id)
            # Once more, so that ids are compared across the folder.
            yield whole.document(
                None, one.id, one.text, metadata=one.metadata, spans=one.spans, layers=one.layers
            )
        whole.finish()

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        admission, encoding = Admission(self.name, self.carries), self.encoding or "utf-8"
        if isinstance(path, Path) and (path.is_dir() or not self._is_file(path)):
            with new_folder(path) as folder:
                for document in admission.of(documents):
                    file = file_for(document.id, folder, self.suffixes[0])
                    create_file(file, self._written(document, admission), document.id, encoding)
            return admission.count
        with text_sink(path, encoding) as sink:
            for document in admission.of(documents):
                if admission.count > 1:
                    raise admission.refusal(
                        "several documents in one file", document.id, "name a folder instead"
                    )
                sink.write(self._written(document, admission), document.id)
        return admission.count

    def _is_file(self, path: Path) -> bool:
        return plain_suffix(path) in self.suffixes

    def _document(self, source: Source, reading: Reading, document_id: str) -> Document:
        raise NotImplementedError

    def _written(self, document: Document, admission: Admission) -> str:
        raise NotImplementedError
