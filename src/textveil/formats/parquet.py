"""Parquet tables with a named text column (pyarrow, an extra)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, ClassVar

from textveil.errors import (
    ExpansionError,
    FormatError,
    InputError,
    MissingExtraError,
    OutputError,
    UsageError,
)
from textveil.formats.carry import Admission, Carries
from textveil.formats.expansion import DEFAULT_LIMIT
from textveil.formats.inputs import Source, require_file
from textveil.formats.json_record import nearest
from textveil.formats.outputs import Target, binary_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Parquet"]

_ROWS = 512


@dataclass(frozen=True, slots=True)
class Parquet:
    """A table; other columns survive as metadata, with types that JSON can carry.

    Strings, integers, floats, booleans, lists and structs of them are read. Columns of other types
    (times, decimals, bytes) are an error, and so is NaN: cast them, or leave the column out with
    `columns`. Types of written columns follow from the first rows; floats and integers are written
    with 64 bits.

    Attributes
    ----------
    text_field, id_field, subject_field
        Names of columns. One that is named must be there; with None it is `id` or `subject` where
        there is one, and rows without an id are known by their number.
    columns
        Other columns to read; None reads all.
    """

    name: ClassVar[str] = "parquet"
    suffixes: ClassVar[tuple[str, ...]] = (".parquet",)
    folder: ClassVar[bool] = False
    carries: ClassVar[Carries] = Carries(subject=True, metadata="json", no_documents=True)

    text_field: str = "text"
    id_field: str | None = None
    subject_field: str | None = None
    columns: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        names = (self.text_field, self.id_field or "id", self.subject_field or "subject")
        if len(set(names)) != len(names):
            raise UsageError("text, id and subject need different columns")

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time."""
        arrow, _ = _pyarrow()
        reading = Reading(path, unit="row")
        with _table(path) as table:
            own, others = self._choose(table.schema_arrow, reading)
            number = 0
            try:
                for batch in table.iter_batches(_ROWS, columns=[*own, *others], use_threads=False):
                    for row in batch.to_pylist():
                        number += 1
                        yield self._document(number, row, reading)
            except (arrow.ArrowException, OSError):
                raise reading.wrong("the Parquet data is damaged", number + 1) from None

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents or nothing, and return how many."""
        if isinstance(path, Path) and path.suffix.lower() in (".gz", ".xz"):
            raise OutputError(
                "Parquet is compressed inside", where=str(path), hint="name it .parquet"
            )
        admission = Admission(self.name, self.carries)
        with binary_sink(path) as sink:
            self._write(admission.of(documents), admission, sink)
        return admission.count

    def _choose(self, schema: Any, reading: Reading) -> tuple[list[str], list[str]]:
        """Return our columns and the others, all of them of types that JSON can carry."""
        names = list(schema.names)
        if len(set(names)) != len(names):
            raise reading.wrong("a column's name occurs twice")
        for name in (self.text_field, self.id_field, self.subject_field, *(self.columns or ())):
            if name is not None and name not in names:
                raise reading.wrong(f"there is no column {name!r}", hint=nearest(name, names))
        own = [self.text_field, self.id_field or "id", self.subject_field or "subject"]
        others = [name for name in self.columns or names if name not in own]
        for name in others:
            if not _is_json(schema.field(name).type):
                raise reading.wrong(
                    f"the column {name!r} has a type that cannot be carried "
                    f"({schema.field(name).type})",
                    hint="cast it to a string, or leave it out with `columns`",
                )
        return [name for name in own if name in names], others

    def _document(self, number: int, row: dict[str, Any], reading: Reading) -> Document:
        text = row.pop(self.text_field)
        document_id = row.pop(self.id_field or "id", number)
        subject = row.pop(self.subject_field or "subject", None)
        if not isinstance(text, str):
            raise reading.wrong("the text is missing or not a string", number)
        for value in (document_id, 0 if subject is None else subject):
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise reading.wrong("an id or subject is neither a string nor an integer", number)
        if not _is_finite(row):
            raise reading.wrong(
                "a value is NaN or infinite", number, "leave its column out with `columns`"
            )
        return reading.document(
            number,
            str(document_id),
            text,
            subject=None if subject is None else str(subject),
            metadata=row,
        )

    def _write(self, documents: Iterator[Document], admission: Admission, sink: IO[bytes]) -> None:
        arrow, parquet = _pyarrow()
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


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError(
            "Parquet needs pyarrow", hint="pip install 'textveil[parquet]'"
        ) from None
    return pa, parquet


def _table(path: Source) -> Any:
    """Open a table; what it says about its own size must keep to the expansion limit."""
    arrow, parquet = _pyarrow()
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


def _is_json(kind: Any) -> bool:
    arrow, _ = _pyarrow()
    types = arrow.types
    if types.is_dictionary(kind):
        return _is_json(kind.value_type)
    if types.is_list(kind) or types.is_large_list(kind):
        return _is_json(kind.value_type)
    if types.is_struct(kind):
        return all(_is_json(kind.field(at).type) for at in range(kind.num_fields))
    plain = (types.is_string, types.is_large_string, types.is_integer, types.is_floating)
    return any(check(kind) for check in (*plain, types.is_boolean, types.is_null))


def _is_finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or -float("inf") < value < float("inf")


def _batch(rows: list[dict[str, Any]], schema: Any, admission: Admission) -> Any:
    """Build a batch, and make sure that it gives back exactly what went in."""
    arrow, _ = _pyarrow()
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
            column = arrow.array(values, type=kind)
        except (arrow.ArrowException, UnicodeError, OverflowError):
            raise admission.refusal(f"these values of {name!r} in one column") from None
        if not _same(column.to_pylist(), values):
            raise admission.refusal(f"these values of {name!r} in one column")
        columns.append(column)
    return arrow.record_batch(columns, schema=schema, names=None if schema is not None else names)


def _same(first: Any, second: Any) -> bool:
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(_same(first[k], second[k]) for k in first)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(_same, first, second))
    numbers = {type(first), type(second)} == {int, float}
    return bool(first == second) and (numbers or type(first) is type(second))
