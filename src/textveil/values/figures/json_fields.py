"""The fields of a value as a JSON object, for values whose fields say it all."""

from collections.abc import Container, Mapping
from dataclasses import fields
from math import isinf
from typing import Any

__all__ = ["json_fields", "plain"]


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
    return {name: plain(getattr(value, name)) for name in named}


def plain(value: Any) -> Any:
    """Return a value as JSON has it, which knows no infinity."""
    if isinstance(value, float) and isinf(value):
        return None
    if hasattr(value, "to_json"):
        return value.to_json()
    if isinstance(value, Mapping):
        return {key: plain(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inside) for inside in value]
    return value
