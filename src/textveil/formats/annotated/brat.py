"""brat standoff: a folder of .txt files, each with its .ann file."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from textveil.errors import FormatError
from textveil.formats.annotated.brat_annotations import BratAnnotations
from textveil.formats.annotated.brat_lines import LAYERS, annotation_lines
from textveil.formats.capacity import EVERYTHING, Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.folders import create_file, file_for, files_in, id_of, plain_suffix
from textveil.formats.inputs import characters, lines, require_folder
from textveil.formats.outputs import new_folder
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Brat"]


@dataclass(frozen=True, slots=True)
class Brat:
    """Texts with standoff annotations; a text without an .ann file was never annotated.

    - T lines are spans. The fragments of a discontinuous one are spans with the same attribute
      `id` and, unless something else is known, with that id as their entity.
    - A lines and the first `AnnotatorNotes` of a span are its attributes.
    - Score, source, entity, explanation and attributes that brat has no line for are written as a
      note of the type `textveil`, which brat shows beside the span.
    - All other lines (R, E, N, *, M, notes on them) are further layers. Spans that they mention
      keep their T number as attribute `id`.

    Attributes
    ----------
    check_text
        Compare the text that a T line quotes with the text at its offsets.
    encoding
        Of the files.
    order
        By path in the folder, the name by which a file is sorted; its own if there is none.
    """

    name: ClassVar[str] = "brat"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["brat"]
    column_roles: ClassVar[Mapping[str, str]] = ROLES["brat"]
    folder: ClassVar[bool] = True
    carries: ClassVar[Carries] = replace(
        EVERYTHING, subject=False, metadata="nothing", layers=frozenset(LAYERS.values())
    )

    check_text: bool = True
    encoding: str = "utf-8"
    order: Mapping[str, str] = field(default_factory=dict, repr=False)

    def read(self, path: Path) -> Iterator[Document]:
        """Yield documents one at a time, in the order of their names; of a text file, just it."""
        reading = Reading(path)
        if path.is_file() and plain_suffix(path) == ".txt":
            notes = path.with_suffix(".ann")
            beside = notes if notes.is_file() else None
            yield self._document(path, beside, id_of(path, None, ".txt"), reading)
            return
        require_folder(path)
        annotated = {id_of(file, path, ".ann"): file for file in files_in(path, (".ann",))}
        for file in files_in(path, (".txt",), self.order):
            document_id = id_of(file, path, ".txt")
            yield self._document(file, annotated.pop(document_id, None), document_id, reading)
        if annotated:
            orphan = min(annotated.values())
            raise FormatError("an .ann file without its .txt file", where=str(orphan))
        reading.finish()

    def write(self, documents: Iterable[Document], path: Path) -> int:
        """Write all documents, or nothing, and return their number."""
        admission = Admission(self.name, self.carries)
        with new_folder(path) as folder:
            for document in admission.of(documents):
                annotations = "".join(annotation_lines(document, admission))
                file = file_for(document.id, folder, ".txt")
                create_file(file, document.text, document.id, self.encoding, keep_mark=True)
                if document.spans is not None:
                    file = file_for(document.id, folder, ".ann")
                    create_file(file, annotations, document.id, self.encoding)
        return admission.count

    def _document(
        self, file: Path, notes: Path | None, document_id: str, reading: Reading
    ) -> Document:
        # brat counts a byte order mark as a character of the text.
        text = "".join(characters(file, self.encoding, keep_mark=True))
        if notes is None:
            return reading.document(None, document_id, text)
        annotations = BratAnnotations(Reading(notes), text, check_text=self.check_text)
        for number, line in lines(notes, self.encoding):
            annotations.add(number, line.removesuffix("\r"))
        spans, layers = annotations.finish()
        return reading.document(None, document_id, text, spans=spans, layers=layers)
