"""FASTA: biological sequences, or any string of letters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textveil.errors import UsageError
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source, lines
from textveil.formats.one_file import OneFile
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Fasta"]

_NOT_A_LETTER = re.compile(r"[\s>;]")
_HEADER = re.compile(r">(\S+)(?:[ \t](.*))?")


@dataclass(frozen=True, slots=True)
class Fasta(OneFile):
    """A record is an id with a description (metadata `description`) and letters (the text).

    Lines are joined on reading. Letters are any characters but spaces, `>` and `;`. Blank lines
    and old comment lines that begin with `;` are skipped.

    Attributes
    ----------
    width
        Letters on a written line; 0 writes each sequence on one line.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "fasta"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["fasta"]
    carries: ClassVar[Carries] = Carries(metadata="strings")

    width: int = 60
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        if self.width < 0:
            raise UsageError("a line's width is 0 or more", where="width")

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        head: tuple[int, str, str | None] | None = None
        letters: list[str] = []
        for number, raw in lines(path, self.encoding):
            line = raw.removesuffix("\r")
            if line.startswith(">"):
                if head is not None:
                    yield _document(reading, head, letters)
                head, letters = _header(line, number, reading), []
            elif line.strip() and not line.startswith(";"):
                letter_run = line.strip()
                if head is None:
                    raise reading.wrong("letters before the first '>' line", number)
                if _NOT_A_LETTER.search(letter_run):
                    raise reading.wrong("a space, '>' or ';' among the letters", number)
                letters.append(letter_run)
        if head is not None:
            yield _document(reading, head, letters)

    def _written(self, document: Document, admission: Admission) -> str:
        _check(document, admission)
        description = document.metadata.get("description")
        shown = "" if description is None else f" {description}"
        width = self.width or max(len(document), 1)
        rows = [document.text[at : at + width] for at in range(0, len(document), width)]
        return "\n".join((f">{document.id}{shown}", *rows, ""))


def _header(line: str, number: int, reading: Reading) -> tuple[int, str, str | None]:
    match = _HEADER.fullmatch(line)
    if match is None:
        raise reading.wrong("a '>' line without an id", number)
    return number, match.group(1), match.group(2) or None


def _document(reading: Reading, head: tuple[int, str, str | None], letters: list[str]) -> Document:
    line, document_id, description = head
    metadata = None if description is None else {"description": description}
    return reading.document(line, document_id, "".join(letters), metadata=metadata)


def _check(document: Document, admission: Admission) -> None:
    if re.search(r"\s", document.id):
        raise admission.refusal("an id with spaces", ascii(document.id))
    if _NOT_A_LETTER.search(document.text):
        raise admission.refusal("spaces, '>' or ';' in a sequence", document.id)
    if document.metadata.keys() - {"description"}:
        raise admission.refusal("metadata other than `description`", document.id)
    description = document.metadata.get("description", "x")
    # A line is cut at \n and loses a final \r; the pattern's dot stops at \n alone.
    if not description or "\n" in description or description.endswith("\r"):
        raise admission.refusal("a description that is empty or breaks the line", document.id)
