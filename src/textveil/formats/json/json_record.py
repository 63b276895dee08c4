"""One JSON object of an input, asked for its fields by type."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from textveil.formats.inputs import Source, lines
from textveil.formats.json.json_array import elements
from textveil.formats.json.json_text import parse
from textveil.formats.reading import Reading

__all__ = ["Record", "merged", "nearest", "records_of_array", "records_of_lines"]


def nearest(name: str, names: list[str]) -> str:
    """Return a hint with the names most like the missing one; other names stay unsaid.

    Where a header is missing, the names of columns are the first row's values.
    """
    near = get_close_matches(name.lower(), [known for known in names if known.isprintable()])
    near += [known for known in names if known.lower() == name.lower() and known not in near]
    return f"did you mean {' or '.join(repr(known) for known in near)}?" if near else ""


class Record:
    """Fields of one JSON object; each read field is removed, `rest` returns the others.

    Parameters
    ----------
    value
        What was decoded; anything but an object is an error.
    reading
        The pass it belongs to.
    line
        Where it begins.
    what
        What errors call it.
    """

    __slots__ = ("_fields", "_reading", "_what", "line")

    def __init__(self, value: Any, reading: Reading, line: int, what: str = "record") -> None:
        self._reading = reading
        self._what = what
        self.line = line
        if not isinstance(value, dict):
            raise self.wrong("is not a JSON object")
        self._fields: dict[str, Any] = dict(value)

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def wrong(self, what: str, hint: str = "") -> Exception:
        """Return the error to raise about this record."""
        return self._reading.wrong(f"this {self._what} {what}", self.line, hint)

    def take(self, name: str, default: Any = None) -> Any:
        """Take a field of any type."""
        return self._fields.pop(name, default)

    def rest(self) -> dict[str, Any]:
        """Return the fields that were not taken."""
        return self._fields

    def _required(self, name: str) -> Any:
        if name not in self._fields:
            raise self.wrong(f"has no {name!r}", nearest(name, list(self._fields)))
        return self._fields.pop(name)

    def string(self, name: str) -> str:
        """Take a string that must be there."""
        value = self._required(name)
        if not isinstance(value, str):
            raise self.wrong(f"has a {name!r} that is not a string")
        return value

    def identifier(self, name: str) -> str | None:
        """Take an id (a string or an integer), if there is one."""
        value = self._fields.pop(name, None)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise self.wrong(f"has a {name!r} that is neither a string nor an integer")
        return str(value)

    def offset(self, name: str) -> int:
        """Take an offset that must be there."""
        value = self._required(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(f"has a {name!r} that is not an integer")
        return value

    def number(self, name: str, default: float) -> float:
        """Take a number; absent or null is the default."""
        value = self._fields.pop(name, None)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(f"has a {name!r} that is not a number")
        return float(value)

    def score(self, name: str) -> float:
        """Take a score; absent or null is 1."""
        return self.number(name, 1.0)

    def mapping(self, name: str) -> dict[str, Any]:
        """Take an object; absent or null is empty."""
        value = self._fields.pop(name, None)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.wrong(f"has a {name!r} that is not an object")
        return value

    def items(self, name: str) -> list[Any] | None:
        """Take a list; absent or null is None."""
        value = self._fields.pop(name, None)
        if value is not None and not isinstance(value, list):
            raise self.wrong(f"has a {name!r} that is not a list")
        return value

    def records(self, name: str, what: str) -> "list[Record] | None":
        """Take a list of objects; absent or null is None."""
        values = self.items(name)
        if values is None:
            return None
        return [
            Record(value, self._reading, self.line, f"{what} ({number})")
            for number, value in enumerate(values, 1)
        ]


def merged(record: Record, first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Return both together; a key in both is an error, not a loss."""
    if first.keys() & second.keys():
        raise record.wrong("names the same key at two levels")
    return {**first, **second}


def records_of_lines(source: Source, encoding: str, reading: Reading) -> Iterator[Record]:
    """Yield one record for each line that is not blank."""
    for number, line in lines(source, encoding):
        if line and not line.isspace():
            yield Record(parse(line, reading.name, number), reading, number)


def records_of_array(source: Source, encoding: str, reading: Reading) -> Iterator[Record]:
    """Yield one record for each element of the array that the source holds."""
    for number, value in elements(source, encoding):
        yield Record(value, reading, number)
