"""Metadata: an immutable, hashable mapping of JSON values that keeps its contents out of `repr`.

Tables bring whole rows here, names and birthdays included, so the representation shows keys alone.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from textveil.errors import InvalidValueError

__all__ = ["CLOCK", "EMPTY", "Metadata"]

CLOCK: Final = "clock"
"""Field of a message with its time of day; messages are numbered in the order of time."""


class Metadata(Mapping[str, Any]):
    """A frozen mapping from names to JSON values.

    Lists become tuples and mappings become `Metadata` on the way in; `to_json` gives plain Python
    containers back.

    Parameters
    ----------
    items
        Names with JSON values.

    Raises
    ------
    InvalidValueError
        If a value is none of JSON's.

    Examples
    --------
    >>> row = Metadata({"ward": "B2", "codes": [1, 2]})
    >>> row["codes"]
    (1, 2)
    >>> row
    Metadata(keys=['codes', 'ward'])
    """

    __slots__ = ("_items",)
    _items: dict[str, Any]

    def __init__(self, items: Mapping[str, Any] | None = None) -> None:
        frozen = {_key(name): _freeze(value) for name, value in (items or {}).items()}
        object.__setattr__(self, "_items", frozen)

    def __getitem__(self, name: str) -> Any:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Metadata):
            return bool(self._items == other._items)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"Metadata(keys={sorted(self._items)})"

    def __setattr__(self, name: str, value: object) -> None:
        raise InvalidValueError("metadata cannot be changed", hint="build a new Metadata instead")

    def __reduce__(self) -> tuple[object, ...]:
        return Metadata, (self.to_json(),)

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def sort_key(self) -> tuple[Any, ...]:
        """Return a key that sorts metadata, equal exactly where the metadata are equal."""
        return tuple((name, _order(self._items[name])) for name in sorted(self._items))

    def to_json(self) -> dict[str, Any]:
        """Return plain dictionaries, lists and scalars, ready for `json.dumps`."""
        return {name: _thaw(value) for name, value in self._items.items()}


def _key(name: object) -> str:
    if not isinstance(name, str):
        raise InvalidValueError("a metadata name must be a string", where=type(name).__name__)
    return name


def _freeze(value: object) -> Any:
    if value is None or isinstance(value, str | int | float | bool | Metadata):
        return value
    if isinstance(value, Mapping):
        return Metadata(value)
    if isinstance(value, list | tuple):
        return tuple(_freeze(item) for item in value)
    raise InvalidValueError(
        "metadata holds JSON values only",
        where=type(value).__name__,
        hint="use strings, numbers, booleans, None, lists or mappings",
    )


def _order(value: Any) -> tuple[int, Any]:
    # Values of different kinds do not compare, so each kind has a rank of its own.
    if value is None:
        return (0, 0)
    if isinstance(value, int | float):
        return (1, value)
    if isinstance(value, str):
        return (2, value)
    if isinstance(value, Metadata):
        return (3, value.sort_key())
    return (4, tuple(map(_order, value)))


def _thaw(value: object) -> Any:
    if isinstance(value, Metadata):
        return value.to_json()
    if isinstance(value, tuple):
        return [_thaw(item) for item in value]
    return value


EMPTY = Metadata()
"""The metadata of whatever has none."""
