"""The fields of a value as a JSON object, for values whose fields say it all."""

from collections.abc import Container, Mapping
from dataclasses import fields
from typing import Any

__all__ = ["json_fields"]


def json_fields(value: Any, without: Container[str] = ()) -> dict[str, Any]:
    """Return the fields of a dataclass by name, those inside by their own `to_json`.

    Parameters
    ----------
    value
        A dataclass of plain values, of values with `to_json`, and of tuples and mappings of them.
    without
        Names of fields to leave out.

    Examples
    --------
    >>> from textveil.values.choice import Option
    >>> json_fields(Option("publish"))
    {'name': 'publish', 'scores': []}
    """
    named = (field.name for field in fields(value) if field.name not in without)
    return {name: _plain(getattr(value, name)) for name in named}


def _plain(value: Any) -> Any:
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, Mapping):
        return {key: _plain(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inside) for inside in value]
    return value
