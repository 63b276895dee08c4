"""Predictions to evaluate: annotated documents, or the rows that `textveil scan` prints."""

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from textveil.errors import FormatError, InvalidValueError
from textveil.formats.sources import Source
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["STDIN", "Prediction", "read_predictions"]

Prediction = Document | tuple[str, Spans]
"""An annotated document, or an id with the spans that were found."""

STDIN: Final = Path("-")
"""Stands for rows on standard input."""


def read_predictions(path: Path, format_name: str | None = None) -> Iterable[Prediction]:
    """Return predictions: annotated documents of any format, or what `textveil scan` printed.

    Parameters
    ----------
    path
        A file or folder, or `STDIN` for rows.
    format_name
        The format of annotated documents; guessed without it.
    """
    if path == STDIN and format_name is None:
        return _rows(sys.stdin, "stdin")
    if format_name is None and path.is_file() and _printed_by_scan(path):
        return _rows_of(path)
    return Source.open(path, format_name)


def _printed_by_scan(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8") as lines:
            first = json.loads(next(islice(lines, 1), "null"))
    except (ValueError, OSError, RecursionError):
        return False
    return isinstance(first, dict) and {"id", "spans"} <= first.keys() and "text" not in first


def _rows_of(path: Path) -> Iterator[tuple[str, Spans]]:
    with path.open(encoding="utf-8") as lines:
        yield from _rows(lines, str(path))


def _rows(lines: Iterable[str], name: str) -> Iterator[tuple[str, Spans]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            row = json.loads(line)
            yield str(row["id"]), Spans(_span(one) for one in row["spans"])
        except InvalidValueError as error:
            raise FormatError(error.what, where=f"{where}, {error.where}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise FormatError(
                "this is not a row that `textveil scan` prints", where=where
            ) from None


def _span(fields: dict[str, Any]) -> Span:
    start, end, label = fields["start"], fields["end"], fields["label"]
    # True is a number to Python, and 1.5 compares like one; neither is an offset.
    if type(start) is not int or type(end) is not int or not isinstance(label, str):
        raise TypeError
    return Span(start, end, label, fields.get("score", 1.0))
