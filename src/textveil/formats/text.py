"""Plain text: a file is one document, a folder one for each .txt file in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.folders import create_file, file_for, files_in, id_of
from textveil.formats.inputs import Source, characters, is_folder
from textveil.formats.outputs import Target, new_folder, text_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["PlainText"]

_SUFFIX = ".txt"


@dataclass(frozen=True, slots=True)
class PlainText:
    """Plain texts; every character is kept, including line ends.

    A document's id is its file's path in the folder without `.txt`; a slash makes a subfolder. A
    single file gets its name from the caller: its one document has that name as its id. Writing
    goes to a single file where the target's name has a suffix or the target is a stream; to a
    folder where the name has none or an empty folder of that name exists.

    Attributes
    ----------
    encoding
        Of the files.
    order
        By path in the folder, the name by which a file is sorted; its own if there is none.
    """

    name: ClassVar[str] = "text"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["text"]
    folder: ClassVar[bool] = True
    carries: ClassVar[Carries] = Carries()

    encoding: str = "utf-8"
    order: Mapping[str, str] = field(default_factory=dict, repr=False)

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time, in the order of their names."""
        reading = Reading(path)
        if not isinstance(path, Path):
            yield reading.document(None, reading.name, "".join(characters(path, self.encoding)))
        elif not is_folder(path):
            yield self._document(path, None, reading)
        else:
            for file in files_in(path, (_SUFFIX,), self.order):
                yield self._document(file, path, reading)
        reading.finish()

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        admission = Admission(self.name, self.carries)
        if isinstance(path, Path) and (path.is_dir() or not path.suffix):
            with new_folder(path) as folder:
                for document in admission.of(documents):
                    file = file_for(document.id, folder, _SUFFIX)
                    create_file(file, document.text, document.id, self.encoding)
            return admission.count
        with text_sink(path, self.encoding) as sink:
            for document in admission.of(documents):
                if admission.count > 1:
                    raise admission.refusal(
                        "several documents in one file",
                        document.id,
                        "name a folder, which has no suffix",
                    )
                sink.write(document.text, document.id)
        return admission.count

    def _document(self, file: Path, folder: Path | None, reading: Reading) -> Document:
        text = "".join(characters(file, self.encoding))
        return reading.document(None, id_of(file, folder, _SUFFIX), text)
