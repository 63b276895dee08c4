"""Tables of comma- or tab-separated values, with a named text column."""

import codecs
import csv
import io
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

from textveil.errors import UsageError
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source, characters, lines
from textveil.formats.json.json_record import nearest
from textveil.formats.outputs import Target, TextSink, text_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Csv", "Tsv"]

_LONGEST_FIELD = 2**31 - 1
_DELIMITERS = ",;\t|"
_MARK = "\ufeff"
_ASK = (
    "a table begins with a row of names; say which columns are which with --text-column, "
    "--id-column …; `textveil policy columns TABLE` lists them"
)
_FIELD_LIMIT = threading.Lock()


@dataclass(frozen=True, slots=True)
class HeaderColumns:
    """Which column of a header is what; `others` keeps the header's order."""

    text: int
    document_id: int | None
    subject: int | None
    others: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Csv:
    r"""A table with a header; other columns survive as metadata, in their order.

    Rows end with `\n` or `\r\n`; a field may hold line breaks inside quotes. Lines without any
    character are skipped. Written tables have the id column, the subject column (where it is
    named, or the first document has a subject), the text column and the others; `like` copies
    columns, delimiter, line ends and byte order mark from a table instead. An empty subject cell
    means no subject.

    Attributes
    ----------
    text_field, id_field, subject_field
        Names of columns. One that is named must be there; with None it is `id` or `subject` where
        there is one, and rows without an id are known by their number.
    delimiter
        Between fields. With None the header tells: a comma, semicolon, tab or bar; commas are
        written.
    quoting
        Whether double quotes enclose fields; without it they are ordinary characters.
    encoding
        Of the file.
    header
        Columns to write, in this order; without a column for ids, these must be the rows' numbers.
    line_end
        After each written row.
    mark
        Whether a byte order mark is written before a table in UTF-8.
    """

    name: ClassVar[str] = "csv"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["csv"]
    folder: ClassVar[bool] = False
    carries: ClassVar[Carries] = Carries(subject=True, metadata="strings", no_documents=True)
    lists_all_columns: ClassVar[bool] = True
    """Whether no document has a field that `others` does not name."""

    text_field: str = "text"
    id_field: str | None = None
    subject_field: str | None = None
    delimiter: str | None = None
    quoting: bool = True
    encoding: str = "utf-8"
    header: tuple[str, ...] = ()
    line_end: str = "\n"
    mark: bool = False

    def __post_init__(self) -> None:
        between = "," if self.delimiter is None else self.delimiter
        if len(between) != 1 or between in '"\r\n\0':
            raise UsageError("a delimiter is one character, and no quote or line break")
        names = (self.text_field, self.id_field or "id", self.subject_field or "subject")
        if len(set(names)) != len(names):
            raise UsageError("text, id and subject need different columns")

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time."""
        reading = Reading(path)
        rows = self.rows(path)
        line, header = next(rows)
        columns = self._columns(header, line, reading)
        for number, (line, row) in enumerate(rows, 1):
            document_id = str(number) if columns.document_id is None else row[columns.document_id]
            subject = None if columns.subject is None else row[columns.subject]
            yield reading.document(
                line,
                document_id,
                row[columns.text],
                subject=subject or None,
                metadata={name: row[at] for at, name in columns.others},
            )

    def rows(self, path: Source) -> Iterator[tuple[int, list[str]]]:
        """Yield the header, then each row, with the number of its first line."""
        reading = Reading(path)
        rows = self._rows(path, reading)
        line, header = next(rows, (1, []))
        if not header:
            raise reading.wrong("the file is empty; a table begins with a header")
        if len(set(header)) != len(header):
            raise reading.wrong("the header names a column twice", line)
        yield line, header
        for line, row in rows:
            if len(row) != len(header):
                raise reading.wrong(
                    f"this row has {len(row)} fields and the header {len(header)}", line
                )
            yield line, row

    def write_rows(self, rows: Iterable[list[str]], path: Target) -> None:
        """Write rows, the header first, or nothing."""
        admission = Admission(self.name, self.carries)
        with self._sink(path) as sink:
            for number, row in enumerate(rows):
                where = f"row {number}" if number else "the header"
                sink.write(self._line(row, admission, where))

    def names(self, path: Path) -> tuple[str, ...]:
        """Return the columns of a table in their order."""
        _, header = next(self._rows(path, Reading(path)), (1, []))
        return tuple(header)

    def others(self, path: Path) -> tuple[str, ...]:
        """Return the columns of a table besides its texts and ids, in their order.

        Without the named columns the first row may be no header but values, which nobody may see.
        """
        line, header = next(self.rows(path))
        self._columns(header, line, Reading(path))
        own = {self.text_field, self.id_field or "id"}
        return tuple(name for name in header if name not in own)

    def delimiter_of(self, path: Path) -> str:
        """Return the delimiter of a table: the one that was named, or that parts its header."""
        return self._told(_first_line(path, self.encoding).removeprefix(_MARK))

    def like(self, path: Path) -> "Csv":
        """Return the format that writes a table as one is written: columns, delimiter, line ends.

        Fields are quoted where they must be.
        """
        line, header = next(self.rows(path))
        self._columns(header, line, Reading(path))
        return replace(self.written_as(path), header=tuple(header))

    def written_as(self, path: Path) -> "Csv":
        """Return the format with the delimiter, line ends and byte order mark of a table."""
        first = _first_line(path, self.encoding)
        return replace(
            self,
            delimiter=self._told(first.removeprefix(_MARK)),
            line_end="\r\n" if first.endswith("\r") else "\n",
            mark=first.startswith(_MARK),
        )

    def without(self, names: Collection[str]) -> "Csv":
        """Return the format that writes its columns but these."""
        return replace(self, header=tuple(name for name in self.header if name not in names))

    def shape(self) -> dict[str, Any]:
        """Return the columns as JSON values, for `shaped`."""
        return {"header": list(self.header), "subject": self.subject_field}

    def shaped(self, shape: Mapping[str, Any]) -> "Csv":
        """Return the format with the columns of another table."""
        return replace(self, header=tuple(shape["header"]), subject_field=shape["subject"])

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        admission = Admission(self.name, self.carries)
        header: list[str] | None = None
        with self._sink(path) as sink:
            for document in admission.of(documents):
                if header is None:
                    header = self._header(document, admission)
                    sink.write(self._line(header, admission, "the header"))
                row = self._row(document, header, admission)
                sink.write(self._line(row, admission, document.id), document.id)
            if header is None:
                sink.write(self._line(self._header(None, admission), admission, "the header"))
        return admission.count

    def _sink(self, path: Target) -> AbstractContextManager[TextSink]:
        marked = self.mark and codecs.lookup(self.encoding).name == "utf-8"
        return text_sink(path, "utf-8-sig" if marked else self.encoding)

    def _dialect(self, delimiter: str) -> dict[str, Any]:
        quoted = {"quoting": csv.QUOTE_MINIMAL, "quotechar": '"', "doublequote": True}
        plain = {"quoting": csv.QUOTE_NONE, "quotechar": None}
        return {"delimiter": delimiter, "strict": True, **(quoted if self.quoting else plain)}

    def _told(self, header: str) -> str:
        """Return the delimiter: the one that was named, or the one that parts the header."""
        if self.delimiter is not None:
            return self.delimiter
        wanted = {name for name in (self.text_field, self.id_field, self.subject_field) if name}

        def fit(delimiter: str) -> tuple[bool, int]:
            # Not strictly: the name of a column may go on in the next line.
            dialect = {**self._dialect(delimiter), "strict": False}
            reader = csv.reader([header.removesuffix("\r")], **dialect)
            try:
                cells = _next_row(reader) or []
            except csv.Error:
                return False, 0
            return wanted <= set(cells), len(cells)

        return max(_DELIMITERS, key=fit)

    def _rows(self, path: Source, reading: Reading) -> Iterator[tuple[int, list[str]]]:
        source = (line for _, line in lines(path, self.encoding))
        begun: list[str] = []
        for line in source:
            begun.append(line)
            if line.strip("\r"):
                break
        delimiter = self._told(begun[-1] if begun else "")
        given = (line + "\n" for line in chain(begun, source))
        reader = csv.reader(given, **self._dialect(delimiter))
        while True:
            number = reader.line_num + 1
            try:
                row = _next_row(reader)
            except csv.Error:
                raise reading.wrong(
                    "a quoted field does not end as it should, or a stray carriage return",
                    number,
                    "if quotes are ordinary characters here, set `quoting` to false",
                ) from None
            if row is None:
                return
            if row:
                yield number, row

    def _columns(self, header: list[str], line: int, reading: Reading) -> HeaderColumns:
        places = {name: at for at, name in enumerate(header)}
        for name in (self.text_field, self.id_field, self.subject_field):
            if name is not None and name not in places:
                hint = nearest(name, header) or _ASK
                raise reading.wrong(f"there is no column {name!r}", line, hint)
        text = places.pop(self.text_field)
        document_id = places.pop(self.id_field or "id", None)
        subject = places.pop(self.subject_field or "subject", None)
        others = tuple((at, name) for name, at in places.items())
        return HeaderColumns(text, document_id, subject, others)

    def _header(self, first: Document | None, admission: Admission) -> list[str]:
        if self.header:
            return list(self.header)
        own = [self.id_field or "id"]
        if self.subject_field is not None or (first is not None and first.subject is not None):
            own.append(self.subject_field or "subject")
        own.append(self.text_field)
        if first is not None and {*own, self.subject_field or "subject"} & first.metadata.keys():
            raise admission.refusal("metadata named as its own columns", first.id)
        return [*own, *(first.metadata if first is not None else ())]

    def _row(self, document: Document, header: list[str], admission: Admission) -> list[str]:
        own: dict[str, str] = {self.id_field or "id": document.id, self.text_field: document.text}
        subject_field = self.subject_field or "subject"
        if document.subject == "":
            raise admission.refusal("an empty subject", document.id)
        if subject_field in header:
            own[subject_field] = document.subject or ""
        elif document.subject is not None:
            raise admission.refusal(
                "a subject where the first document has none", document.id, "set `subject_field`"
            )
        if (self.id_field or "id") not in header and document.id != str(admission.count):
            raise admission.refusal("ids other than the rows' numbers", document.id)
        if document.metadata.keys() != set(header) - own.keys():
            raise admission.refusal(
                "metadata with other names than the first document's", document.id
            )
        return [own[name] if name in own else document.metadata[name] for name in header]

    def _line(self, row: list[str], admission: Admission, where: str) -> str:
        buffer = io.StringIO(newline="")
        # With both characters in the terminator the writer quotes either of them in a field.
        dialect = self._dialect("," if self.delimiter is None else self.delimiter)
        writer = csv.writer(buffer, lineterminator="\r\n", **dialect)
        try:
            writer.writerow(row)
        except csv.Error:
            raise admission.refusal(
                "a delimiter or line break in a field that may not be quoted",
                where,
                "set `quoting` to true",
            ) from None
        return buffer.getvalue().removesuffix("\r\n") + self.line_end


@dataclass(frozen=True, slots=True)
class Tsv(Csv):
    """The same with tabs between fields."""

    name: ClassVar[str] = "tsv"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["tsv"]

    delimiter: str | None = "\t"


def _first_line(path: Path, encoding: str) -> str:
    """Return the line that the header begins with, byte order mark and carriage return included."""
    held = ""
    for text in characters(path, encoding, keep_mark=True):
        held += text
        lines_so_far = held.split("\n")
        for line in lines_so_far[:-1]:
            if line.strip(f"\r{_MARK}"):
                mark = _MARK if held.startswith(_MARK) else ""
                return mark + line.removeprefix(_MARK)
    return held


def _next_row(reader: Any) -> list[str] | None:
    # The limit on fields is a global of the csv module; it is ours for one row and then as before.
    with _FIELD_LIMIT:
        before = csv.field_size_limit(_LONGEST_FIELD)
        try:
            row: list[str] | None = next(reader, None)
        finally:
            csv.field_size_limit(before)
    return row
