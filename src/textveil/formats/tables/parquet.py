"""Parquet tables with a named text column (pyarrow, an extra)."""

import base64
import json
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any, ClassVar

from textveil.errors import (
    ExpansionError,
    FormatError,
    InputError,
    OutputError,
    UsageError,
)
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.expansion import DEFAULT_LIMIT
from textveil.formats.inputs import Source, require_file
from textveil.formats.json.json_record import nearest
from textveil.formats.outputs import Target, binary_sink, explained
from textveil.formats.reading import Reading
from textveil.formats.tables.parquet_cells import (
    as_column,
    as_values,
    carried,
    mended,
    pyarrow,
    remembered,
)
from textveil.values.document import Document

__all__ = ["Parquet", "open_table"]

_ROWS = 512


@dataclass(frozen=True, slots=True)
class Parquet:
    """A table; other columns survive as metadata, as JSON values.

    Strings, integers, floats, booleans, lists and structs of them are read, and days, times and
    decimal numbers, which become text. Columns of other types (bytes, durations) are an error, and
    so is NaN: cast them, or leave the column out with `columns`. A missing text is an empty one.

    Types of written columns follow from the first rows; floats and integers are written with 64
    bits. `like` copies columns, their order and their types from a table instead: a column has its
    type again if all its values fit, and is text otherwise.

    Attributes
    ----------
    text_field, id_field, subject_field
        Names of columns. One that is named must be there; with None it is `id` or `subject` where
        there is one, and rows without an id are known by their number.
    columns
        Other columns to read; None reads all.
    layout
        The Arrow schema of the columns to write, in their order.
    blank
        Numbers of the written rows whose text is missing if it is empty.
    """

    name: ClassVar[str] = "parquet"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["parquet"]
    folder: ClassVar[bool] = False
    carries: ClassVar[Carries] = Carries(subject=True, metadata="json", no_documents=True)
    lists_all_columns: ClassVar[bool] = True

    text_field: str = "text"
    id_field: str | None = None
    subject_field: str | None = None
    columns: tuple[str, ...] | None = None
    layout: Any = field(default=None, repr=False)
    blank: frozenset[int] = field(default=frozenset(), repr=False)

    def __post_init__(self) -> None:
        names = (self.text_field, self.id_field or "id", self.subject_field or "subject")
        if len(set(names)) != len(names):
            raise UsageError("text, id and subject need different columns")

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time."""
        arrow, _ = pyarrow()
        reading = Reading(path, unit="row")
        with open_table(path) as table:
            own, others = self._choose(table.schema_arrow, reading)
            number = 0
            try:
                for batch in table.iter_batches(_ROWS, columns=[*own, *others], use_threads=False):
                    names, cells = batch.schema.names, map(as_values, batch.columns)
                    for values in zip(*cells, strict=True):
                        number += 1
                        row = dict(zip(names, values, strict=True))
                        yield self._document(number, row, reading)
            except (arrow.ArrowException, OSError):
                raise reading.wrong("the Parquet data is damaged", number + 1) from None

    def names(self, path: Path) -> tuple[str, ...]:
        """Return the columns of a table in their order."""
        with open_table(path) as table:
            return tuple(table.schema_arrow.names)

    def others(self, path: Path) -> tuple[str, ...]:
        """Return the columns of a table besides its texts and ids, in their order."""
        own = {self.text_field, self.id_field or "id"}
        return tuple(name for name in self.names(path) if name not in own)

    def like(self, path: Path) -> "Parquet":
        """Return the format that writes a table as one is written: columns, types, missing texts.

        What a table carries besides, such as notes of the program that wrote it, is left behind.
        """
        arrow, _ = pyarrow()
        with open_table(path) as table:
            given = table.schema_arrow
            own, others = self._choose(given, Reading(path, unit="row"))
            names = [name for name in given.names if name in (*own, *others)]
            blank, number = set[int](), 0
            for batch in table.iter_batches(columns=[self.text_field], use_threads=False):
                missing = batch.column(0).is_null().to_pylist()
                blank.update(number + at for at, gone in enumerate(missing, 1) if gone)
                number += batch.num_rows
        layout = arrow.schema([mended(given.field(name)) for name in names])
        return replace(self, layout=layout, blank=frozenset(blank))

    def without(self, names: Collection[str]) -> "Parquet":
        """Return the format that writes its columns but these."""
        arrow, _ = pyarrow()
        kept = [column for column in self.layout if column.name not in names]
        return replace(self, layout=arrow.schema(kept))

    @property
    def header(self) -> tuple[str, ...]:
        """The columns to write, in their order."""
        return () if self.layout is None else tuple(self.layout.names)

    def shape(self) -> dict[str, Any]:
        """Return the columns as JSON values, for `shaped`."""
        packed = base64.b64encode(self.layout.serialize().to_pybytes()).decode("ascii")
        return {"schema": packed, "subject": self.subject_field}

    def shaped(self, shape: Mapping[str, Any]) -> "Parquet":
        """Return the format with the columns of another table."""
        arrow, _ = pyarrow()
        buffer = arrow.py_buffer(base64.b64decode(shape["schema"]))
        layout = arrow.ipc.read_schema(buffer)
        return replace(self, layout=layout, subject_field=shape["subject"])

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        if isinstance(path, Path) and path.suffix.lower() in (".gz", ".xz"):
            raise OutputError(
                "Parquet is compressed inside", where=str(path), hint="name it .parquet"
            )
        admission = Admission(self.name, self.carries)
        with binary_sink(path) as sink:
            given = admission.of(documents)
            if self.layout is None:
                self._write(given, admission, sink)
            else:
                self._write_like(given, admission, sink, path)
        return admission.count

    def _choose(self, schema: Any, reading: Reading) -> tuple[list[str], list[str]]:
        """Return our columns and the others; all have types that JSON can hold."""
        names = list(schema.names)
        if len(set(names)) != len(names):
            raise reading.wrong("a column's name occurs twice")
        for name in (self.text_field, self.id_field, self.subject_field, *(self.columns or ())):
            if name is not None and name not in names:
                raise reading.wrong(f"there is no column {name!r}", hint=nearest(name, names))
        own = [self.text_field, self.id_field or "id", self.subject_field or "subject"]
        others = [name for name in self.columns or names if name not in own]
        for name in others:
            if not carried(schema.field(name).type):
                raise reading.wrong(
                    f"the column {name!r} has a type that cannot be carried "
                    f"({schema.field(name).type})",
                    hint="cast it to text, or take it out of the table first",
                )
        return [name for name in own if name in names], others

    def _document(self, number: int, row: dict[str, Any], reading: Reading) -> Document:
        text = row.pop(self.text_field)
        document_id = row.pop(self.id_field or "id", number)
        subject = row.pop(self.subject_field or "subject", None)
        if text is not None and not isinstance(text, str):
            raise reading.wrong("the text is not a string", number)
        for value in (document_id, 0 if subject is None else subject):
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise reading.wrong("an id or subject is neither a string nor an integer", number)
        if not _is_finite(row):
            raise reading.wrong(
                "a value is NaN or infinite", number, "make it null, or cast its column to text"
            )
        return reading.document(
            number,
            str(document_id),
            text or "",
            subject=None if subject is None else str(subject),
            metadata=row,
        )

    def _write(self, documents: Iterator[Document], admission: Admission, sink: IO[bytes]) -> None:
        arrow, parquet = pyarrow()
        schema: Any = None
        writer: Any = None
        file = arrow.PythonFile(sink, mode="w")
        try:
            while rows := [self._row(one, admission) for one in islice(documents, _ROWS)]:
                batch = _batch(rows, schema, admission)
                if writer is None:
                    schema = batch.schema
                    writer = parquet.ParquetWriter(file, schema, compression="zstd")
                writer.write_batch(batch)
            if writer is None:
                fields = [(name, arrow.string()) for name in ("id", self.text_field)]
                writer = parquet.ParquetWriter(file, arrow.schema(fields))
        except arrow.ArrowException:
            raise admission.refusal("values of these types in one column") from None
        finally:
            if writer is not None:
                writer.close()

    def _write_like(
        self, documents: Iterator[Document], admission: Admission, sink: IO[bytes], path: Target
    ) -> None:
        """Write rows with the types of the layout; columns that do not fit become text.

        That is known when all were seen, so that they wait in a file without a name.
        """
        arrow, parquet = pyarrow()
        place = str(path) if isinstance(path, Path) else "<stream>"
        beside = path.parent if isinstance(path, Path) else None
        misfits: set[str] = set()
        with explained(place):
            waiting = tempfile.TemporaryFile("w+", dir=beside, encoding="ascii")  # noqa: SIM115
        try:
            while rows := [self._laid_out(one, admission) for one in islice(documents, _ROWS)]:
                misfits |= _misfits(rows, self.layout, misfits)
                with explained(place):
                    waiting.writelines(json.dumps(row) + "\n" for row in rows)
            with explained(place):
                waiting.seek(0)
            fields = [remembered(f) if f.name in misfits else f for f in self.layout]
            schema = arrow.schema(fields)
            with parquet.ParquetWriter(
                arrow.PythonFile(sink, mode="w"), schema, compression="zstd"
            ) as writer:
                while rows := [json.loads(line) for line in islice(waiting, _ROWS)]:
                    writer.write_batch(_batch(rows, schema, admission))
        finally:
            # On a full disk, closing complains once more of what was said already.
            with suppress(OSError):
                waiting.close()

    def _laid_out(self, document: Document, admission: Admission) -> dict[str, Any]:
        """Return the row of a document in a table whose columns are given."""
        row = self._row(document, admission)
        own_id, subject = self.id_field or "id", self.subject_field or "subject"
        names = set(self.header)
        if subject not in names and row.pop(subject) is not None:
            raise admission.refusal("a subject where there is no column for it", document.id)
        if own_id not in names and row.pop(own_id) != str(admission.count):
            raise admission.refusal("ids other than the rows' numbers", document.id)
        if row.keys() != names:
            raise admission.refusal("metadata with other names than the columns", document.id)
        if not document.text and admission.count in self.blank:
            row[self.text_field] = None
        return row

    def _row(self, document: Document, admission: Admission) -> dict[str, Any]:
        own = {
            self.id_field or "id": document.id,
            self.subject_field or "subject": document.subject,
            self.text_field: document.text,
        }
        if own.keys() & document.metadata.keys():
            raise admission.refusal("metadata named as its own columns", document.id)
        if not _is_finite(document.metadata.to_json()):
            raise admission.refusal("NaN and infinity", document.id)
        return {**own, **document.metadata.to_json()}


def open_table(path: Source) -> Any:
    """Open a table; raise if its stated size is above the expansion limit."""
    arrow, parquet = pyarrow()
    if not isinstance(path, Path):
        raise InputError("Parquet is read from a file, not from a stream")
    require_file(path)
    try:
        table = parquet.ParquetFile(path, pre_buffer=False)
    except PermissionError:
        raise InputError("you may not read this file", where=str(path)) from None
    except (arrow.ArrowException, OSError):
        raise FormatError("this is not a Parquet file, or a damaged one", where=str(path)) from None
    groups = range(table.metadata.num_row_groups)
    unpacked = sum(table.metadata.row_group(at).total_byte_size for at in groups)
    if not DEFAULT_LIMIT.allows(path.stat().st_size, unpacked):
        table.close()
        raise ExpansionError(
            f"the table grows to {unpacked} bytes, past the limit of {DEFAULT_LIMIT.ratio} times",
            where=str(path),
        )
    return table


def _is_finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or -float("inf") < value < float("inf")


def _batch(rows: list[dict[str, Any]], schema: Any, admission: Admission) -> Any:
    """Build a batch; raise if it does not give back exactly the same values."""
    arrow, _ = pyarrow()
    names = list(schema.names) if schema is not None else list(rows[0])
    for row in rows:
        if row.keys() != set(names):
            raise admission.refusal("metadata with other names than the first document's")
    columns = []
    for at, name in enumerate(names):
        values = [row[name] for row in rows]
        kind = schema.types[at] if schema is not None else None
        if kind is None and all(value is None for value in values):
            kind = arrow.string()
        try:
            column = as_column(values, kind or arrow.array(values).type)
        except (arrow.ArrowException, UnicodeError, OverflowError):
            column = None
        if column is None:
            raise admission.refusal(f"these values of {name!r} in one column")
        columns.append(column)
    return arrow.record_batch(columns, schema=schema, names=None if schema is not None else names)


def _misfits(rows: list[dict[str, Any]], layout: Any, known: Collection[str]) -> set[str]:
    """Return the columns whose text is not a value of their type."""
    found = set()
    for column in layout:
        values = [row[column.name] for row in rows]
        text = all(value is None or isinstance(value, str) for value in values)
        if column.name not in known and text and as_column(values, column.type) is None:
            found.add(column.name)
    return found
