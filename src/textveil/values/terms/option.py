"""Options: settings of a component, each with its type, default, bounds and a line of help.

Policies and Python give options as plain values. Both are checked here, so both get the same
message: an option that is misspelt and silently ignored would release what it was meant to protect.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, asdict, field, fields
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from textveil.errors import InvalidValueError, suggest

__all__ = ["check_options", "help_of", "option", "read_options", "typed", "typed_inside"]

_HELP: Final = "help"
_BOUNDS: Final = "bounds"
_TYPED: Final = "typed"
_WORDS: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    NoneType: "null",
}


def option(default: Any, told: str, *, bounds: tuple[int, int] | None = None) -> Any:
    """Return the field of an option, for a frozen dataclass.

    Parameters
    ----------
    default
        What it is unless given.
    told
        One line of help.
    bounds
        The least and the greatest value of a number.
    """
    return field(default=default, metadata={_HELP: told, _BOUNDS: bounds})


def typed(options: type[Any]) -> Any:
    """Return the field of a component that holds options of its own, as a mapping."""
    return field(default_factory=dict, metadata={_TYPED: options})


def typed_inside(holder: Field[Any]) -> tuple[Field[Any], ...]:
    """Return the options that a field holds; nothing if it holds none."""
    return fields(holder.metadata[_TYPED]) if _TYPED in holder.metadata else ()


def help_of(options: type[Any]) -> dict[str, str]:
    """Return the line of help of each option of a dataclass."""
    return {one.name: one.metadata[_HELP] for one in fields(options)}


def read_options(options: type[Any], given: Mapping[str, Any], inside: str) -> dict[str, Any]:
    """Return all options by name, those that were not given with their default.

    Parameters
    ----------
    options
        A dataclass whose fields are made by `option`; it may check more when it is made.
    given
        Names and values.
    inside
        Where they stand, for messages: the name of the setting that holds them.

    Raises
    ------
    InvalidValueError
        If an option is unknown, of another type, or out of its bounds; `where` is its path.
    """
    check_options(f"`{inside}`", get_type_hints(options), given, f"{inside}.")
    for one in fields(options):
        low, high = one.metadata[_BOUNDS] or (None, None)
        value = given.get(one.name, one.default)
        if low is not None and not low <= value <= high:
            raise InvalidValueError(
                f"`{one.name}` lies between {low} and {high}", where=f"{inside}.{one.name}"
            )
    return asdict(options(**given))


def check_options(
    owner: str, kinds: Mapping[str, Any], given: Mapping[str, Any], inside: str = ""
) -> None:
    """Raise if an option is unknown, or is a list, say, where a number belongs.

    Parameters
    ----------
    owner
        Whose options they are.
    kinds
        The type of each option that exists.
    given
        Names and values.
    inside
        What the path of an option begins with.
    """
    for name, value in given.items():
        where = f"{inside}{name}"
        if name not in kinds:
            raise InvalidValueError(
                f"{owner} has no option {name}",
                where=where,
                hint=suggest(name, kinds) or _known(name, kinds),
            )
        if not _is_of(value, kinds[name]):
            wanted = _in_words(kinds[name])
            raise InvalidValueError(f"{owner}: {name} must be {wanted}", where=where)


def _known(name: str, kinds: Iterable[str]) -> str:
    from difflib import get_close_matches  # only a mistake needs it

    every = sorted(kinds)
    ordered = get_close_matches(name, every, n=len(every) or 1, cutoff=0.0)
    return f"known, the nearest first: {', '.join(ordered)}" if ordered else "it has no options"


def _is_of(value: Any, kind: Any) -> bool:
    """Tell whether a plain value has a type; types that plain data cannot have are not judged."""
    inside, outside = get_args(kind), get_origin(kind)
    if outside in (Union, UnionType):
        return any(_is_of(value, one) for one in inside)
    if kind in (str, int, bool, NoneType):
        return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if outside is Mapping:
        return isinstance(value, Mapping)
    if outside in (Sequence, tuple, frozenset):
        several = isinstance(value, Iterable) and not isinstance(value, str | Mapping)
        return several and all(_is_of(item, inside[0]) for item in value)
    return True


def _in_words(kind: Any) -> str:
    inside, outside = get_args(kind), get_origin(kind)
    if outside in (Union, UnionType):
        return " or ".join(map(_in_words, inside))
    if outside is Mapping:
        return "a mapping"
    return _WORDS.get(kind, "a list")
