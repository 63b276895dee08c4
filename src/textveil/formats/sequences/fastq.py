"""FASTQ: reads of a sequencer, each letter with a quality."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from textveil.errors import FormatError
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.inputs import Source, lines
from textveil.formats.one_file import OneFile
from textveil.formats.reading import Reading
from textveil.formats.sequences.fasta import check_head, read_head
from textveil.values.document import Document

__all__ = ["LOWEST", "QUALITIES", "Fastq"]

QUALITIES: Final = "qualities"
"""The metadata with one sign for each letter."""

LOWEST: Final = "!"
"""The sign of the lowest quality."""

_SIGNS = re.compile(r"[!-~]*")
_LINES: Final = 4
_FORM: Final = "a record has four lines: @id, letters, +, and one quality sign for each letter"


@dataclass(frozen=True, slots=True)
class Fastq(OneFile):
    """A record is an id with a description, letters (the text) and a quality sign for each.

    A record has four lines; letters and qualities are not broken into several. Metadata
    `description` is what stands behind the id, `qualities` has the signs, from `!` (the lowest) to
    `~`. The id may be repeated behind `+`; it is not written there. Blank lines between records
    are skipped.

    Attributes
    ----------
    encoding
        Of the file.
    """

    name: ClassVar[str] = "fastq"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["fastq"]
    column_roles: ClassVar[Mapping[str, str]] = ROLES["fastq"]
    carries: ClassVar[Carries] = Carries(metadata="strings")

    encoding: str = "utf-8"

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        record: list[str] = []
        number = 0
        for number, raw in lines(path, self.encoding):
            line = raw.removesuffix("\r")
            if record or line.strip():
                record.append(line)
            if len(record) == _LINES:
                yield _document(record, number - _LINES + 1, reading)
                record = []
        if record:
            raise _wrong(f"the file ends after line {len(record)} of 4", number, reading)

    def _written(self, document: Document, admission: Admission) -> str:
        shown = check_head(document, admission, {"description", QUALITIES})
        qualities = document.metadata.get(QUALITIES)
        if qualities is None:
            raise admission.refusal("letters without `qualities`", document.id, "write fasta")
        if len(qualities) != len(document) or not _SIGNS.fullmatch(qualities):
            raise admission.refusal("qualities that do not fit the letters", document.id)
        if re.search(r"\s", document.text):
            raise admission.refusal("spaces in a sequence", document.id)
        return f"@{shown}\n{document.text}\n+\n{qualities}\n"


def _document(record: list[str], line: int, reading: Reading) -> Document:
    head, letters, plus, qualities = record
    if not head.startswith("@"):
        raise _wrong("it does not begin with @", line, reading)
    document_id, metadata = read_head(head, line, reading)
    if re.search(r"\s", letters):
        raise _wrong("a space among the letters", line + 1, reading)
    if not plus.startswith("+"):
        raise _wrong("its third line does not begin with +", line + 2, reading)
    if plus[1:].strip() and plus[1:].split()[0] != document_id:
        raise _wrong("the id behind + is not that behind @", line + 2, reading)
    if len(qualities) != len(letters):
        counts = f"{len(letters):,} letters and {len(qualities):,} qualities"
        raise _wrong(f"it has {counts}", line + 3, reading)
    if not _SIGNS.fullmatch(qualities):
        raise _wrong("a quality is a sign from ! to ~", line + 3, reading)
    metadata = {**metadata, QUALITIES: qualities}
    return reading.document(line, document_id, letters, metadata=metadata)


def _wrong(what: str, line: int, reading: Reading) -> FormatError:
    return reading.wrong(f"record {reading.count + 1}: {what}", line, hint=_FORM)
