"""FASTA: biological sequences, or any string of letters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from textveil.errors import UsageError
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source, lines
from textveil.formats.one_file import OneFile
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["DESCRIPTION", "LENGTHS", "Fasta", "check_head", "read_head", "with_length"]

DESCRIPTION = "description"
"""The metadata with what stands behind the id."""

LENGTHS = ("len=", "length=")
"""Behind these a description says how many letters a record has."""

_WIDTH = 60
_NO_LETTERS = (">", ";")
_NOT_A_LETTER = re.compile(r"[\s>;]")
_HEAD = re.compile(r"[>@](\S+)(?:[ \t](.*))?")


@dataclass(frozen=True, slots=True)
class Fasta(OneFile):
    """A record is an id with a description (metadata `description`) and letters (the text).

    Lines are joined on reading. Letters are any characters but spaces, `>` and `;`. Blank lines
    and old comment lines that begin with `;` are skipped.

    Attributes
    ----------
    width
        Letters on a written line; 0 writes each sequence on one line. None writes as many as the
        input has, and 60 where there is no input.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "fasta"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["fasta"]
    carries: ClassVar[Carries] = Carries(metadata="strings")

    width: int | None = None
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        if self.width is not None and self.width < 0:
            raise UsageError("a line's width is 0 or more", where="width")

    def like(self, path: Path) -> "Fasta":
        """Return the format that writes lines as long as those of a file."""
        return self if self.width is not None else replace(self, width=self._width_of(path))

    def _width_of(self, path: Path) -> int:
        """Return the length of a line that goes on; 0 if only whole sequences stand on lines."""
        before, some = 0, False
        for _, raw in lines(path, self.encoding):
            letters = "" if raw.startswith(_NO_LETTERS) else raw.strip()
            if letters and before:
                return before
            before = len(letters)
            some = some or before > 0
        return 0 if some else _WIDTH

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        head: tuple[int, str, dict[str, str]] | None = None
        letters: list[str] = []
        for number, raw in lines(path, self.encoding):
            line = raw.removesuffix("\r")
            if line.startswith(">"):
                if head is not None:
                    yield _document(reading, head, letters)
                head, letters = (number, *read_head(line, number, reading)), []
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
        shown = check_head(document, admission, {"description"})
        if _NOT_A_LETTER.search(document.text):
            raise admission.refusal("spaces, '>' or ';' in a sequence", document.id)
        width = (_WIDTH if self.width is None else self.width) or max(len(document), 1)
        rows = [document.text[at : at + width] for at in range(0, len(document), width)]
        return "\n".join((f">{shown}", *rows, ""))


def with_length(description: str, before: int, after: int) -> str:
    """Return a description that is true of a record with another number of letters.

    Examples
    --------
    >>> with_length("len=44 contig=44", 44, 47)
    'len=47 contig=44'
    """
    stated = {f"{name}{before}": f"{name}{after}" for name in LENGTHS}
    # Blanks stay as they are: every second part is one.
    return "".join(stated.get(part, part) for part in re.split(r"([\s;,|]+)", description))


def read_head(line: str, number: int, reading: Reading) -> tuple[str, dict[str, str]]:
    """Return id and description (as metadata) of the line that begins a record."""
    match = _HEAD.fullmatch(line)
    if match is None:
        raise reading.wrong(f"a '{line[:1]}' line without an id", number)
    description = match.group(2)
    return match.group(1), {"description": description} if description else {}


def check_head(document: Document, admission: Admission, known: set[str]) -> str:
    """Return the line that begins a record, without its sign; `known` is its metadata."""
    if re.search(r"\s", document.id):
        raise admission.refusal("an id with spaces", ascii(document.id))
    if document.metadata.keys() - known:
        named = " and ".join(f"`{name}`" for name in sorted(known))
        raise admission.refusal(f"metadata other than {named}", document.id)
    description = document.metadata.get("description")
    if description is None:
        return document.id
    # A line is cut at \n and loses a final \r; the pattern's dot stops at \n alone.
    if not description or "\n" in description or description.endswith("\r"):
        raise admission.refusal("a description that is empty or breaks the line", document.id)
    return f"{document.id} {description}"


def _document(
    reading: Reading, head: tuple[int, str, dict[str, str]], letters: list[str]
) -> Document:
    line, document_id, metadata = head
    return reading.document(line, document_id, "".join(letters), metadata=metadata)
