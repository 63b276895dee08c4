"""Plain text: a file is one document, a folder one for each .txt file in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.document_files import DocumentFiles
from textveil.formats.inputs import Source, characters
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["PlainText"]


@dataclass(frozen=True, slots=True)
class PlainText(DocumentFiles):
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
    carries: ClassVar[Carries] = Carries()

    encoding: str = "utf-8"
    order: Mapping[str, str] = field(default_factory=dict, repr=False)

    def _is_file(self, path: Path) -> bool:
        return bool(path.suffix)

    def _document(self, source: Source, reading: Reading, document_id: str) -> Document:
        return reading.document(None, document_id, "".join(characters(source, self.encoding)))

    def _written(self, document: Document, admission: Admission) -> str:
        del admission
        return document.text
