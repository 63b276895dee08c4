"""Cells of Parquet columns as JSON values, and JSON values as cells of a column's own type.

Days, times and decimal numbers, which JSON does not have, are carried as text: `1950-05-03`,
`2016-06-01 10:15:00` (in UTC, with a `Z`, where the column has a time zone), `12.50`. The text of a
cell that keeps its form, as that of a shifted date does, finds its way back into the type.
"""

import re
from collections.abc import Sequence
from datetime import time
from typing import Any, Final

from textveil.errors import MissingExtraError

__all__ = ["as_column", "as_values", "carried", "mended", "pyarrow", "remembered", "same"]

_NO_FRACTION: Final = re.compile(r"\.0{1,60}(?=Z?$)")
_MIDNIGHT: Final = " 00:00:00"
_ORIGIN: Final = b"textveil.type"
"""Under this name a column says which type it had before its values took another form."""


def pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module; raise if the extra is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError(
            "Parquet needs pyarrow", hint="pip install 'textveil[parquet]'"
        ) from None
    return pa, parquet


def carried(kind: Any) -> bool:
    """Tell whether the cells of a type can be carried, as JSON values or as text."""
    return _as_text(kind) or _as_json(kind)


def _as_json(kind: Any) -> bool:
    arrow, _ = pyarrow()
    types = arrow.types
    if types.is_dictionary(kind) or types.is_list(kind) or types.is_large_list(kind):
        return _as_json(kind.value_type)
    if types.is_struct(kind):
        return all(_as_json(kind.field(at).type) for at in range(kind.num_fields))
    plain = (types.is_integer, types.is_floating, types.is_boolean, types.is_null)
    return _is_string(kind) or any(check(kind) for check in plain)


def _as_text(kind: Any) -> bool:
    types = pyarrow()[0].types
    checks = (types.is_date, types.is_timestamp, types.is_time, types.is_decimal)
    return any(check(kind) for check in checks)


def _is_string(kind: Any) -> bool:
    types = pyarrow()[0].types
    if types.is_dictionary(kind):
        return _is_string(kind.value_type)
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def as_values(column: Any) -> list[Any]:
    """Return the cells of a column as JSON values."""
    arrow, _ = pyarrow()
    if not _as_text(column.type):
        return list(column.to_pylist())
    if arrow.types.is_timestamp(column.type) and column.type.tz is not None:
        column = column.cast(arrow.timestamp(column.type.unit, "UTC"))
    texts = column.cast(arrow.string()).to_pylist()
    if arrow.types.is_decimal(column.type):
        return list(texts)
    return [None if text is None else _shortened(text) for text in texts]


def _shortened(text: str) -> str:
    """Return a moment without zeros that its type adds: a day as a day, a second as a second."""
    return _NO_FRACTION.sub("", text).removesuffix(_MIDNIGHT)


def as_column(values: Sequence[Any], kind: Any) -> Any | None:
    """Return values as a column of a type; None if they would change.

    Parameters
    ----------
    values
        JSON values; text in a column of numbers or moments is read as one of these.
    kind
        The type of the column.
    """
    arrow, _ = pyarrow()
    try:
        column = _converted(values, kind)
        back = as_values(column)
    except (arrow.ArrowException, UnicodeError, OverflowError, ValueError, TypeError):
        return None
    texts = any(isinstance(value, str) for value in values) and not _is_string(kind)
    kept = [_text(v) for v in back] == [_text(v) for v in values] if texts else same(back, values)
    return column if kept else None


def _converted(values: Sequence[Any], kind: Any) -> Any:
    arrow, _ = pyarrow()
    if _is_string(kind) or not any(isinstance(value, str) for value in values):
        return arrow.array(values, type=kind)
    if arrow.types.is_time(kind):
        moments = [None if value is None else time.fromisoformat(value) for value in values]
        return arrow.array(moments, type=kind)
    return arrow.array([_text(value) for value in values], type=arrow.string()).cast(kind)


def _text(value: Any) -> str | None:
    """Return a cell as text; a whole number is written without a fraction."""
    if value is None or isinstance(value, str):
        return value
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def same(first: Any, second: Any) -> bool:
    """Compare JSON values; 1 and 1.0 are the same, and 1 and True are not."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(same(first[k], second[k]) for k in first)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same, first, second))
    numbers = {type(first), type(second)} == {int, float}
    return bool(first == second) and (numbers or type(first) is type(second))


def remembered(field: Any) -> Any:
    """Return a field as text that remembers the type it had."""
    arrow, _ = pyarrow()
    origin = arrow.schema([arrow.field("", field.type)]).serialize().to_pybytes()
    return arrow.field(field.name, arrow.string(), metadata={_ORIGIN: origin})


def mended(field: Any) -> Any:
    """Return a field with the type that it remembers, without other metadata."""
    arrow, _ = pyarrow()
    origin = (field.metadata or {}).get(_ORIGIN)
    kind = field.type
    if origin is not None:
        try:
            kind = arrow.ipc.read_schema(arrow.py_buffer(origin)).field(0).type
        except (arrow.ArrowException, OSError):
            kind = field.type
    return arrow.field(field.name, kind, nullable=True)
