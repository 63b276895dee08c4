"""Option groups: several options of a verb as one frozen value.

Typer reads the options of a verb from the parameters of its function, one by one. A verb with many
options takes groups of them instead: frozen dataclasses whose fields are declared by `option`.
`grouped` shows typer the fields, and hands the groups to the verb. Verbs share groups, and what
follows from a group's values is a method of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, field, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar, cast, get_type_hints

import typer

__all__ = ["filled", "grouped", "option"]

Made = TypeVar("Made")

_NAMES, _TOLD = "names", "told"


def option(default: Any, help_text: str, *names: str, **more: Any) -> Any:
    """Declare a field of a group as an option.

    Parameters
    ----------
    default
        Its value unless given; `...` where it must be given.
    help_text
        What `--help` says about it.
    names
        Its names. Without one that begins with `--`, that of the field is added.
    more
        As for `typer.Option`.
    """
    told = {_NAMES: names, _TOLD: {"help": help_text, **more}}
    return field(default=MISSING if default is ... else default, metadata=told)


def grouped(verb: Callable[..., None]) -> Callable[..., None]:
    """Return the verb as typer can read it: every field of its groups is a parameter."""
    hints = get_type_hints(verb, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    shown: list[Parameter] = []
    for name, own in signature(verb).parameters.items():
        flat = _flattened(groups[name]) if name in groups else [own.replace(annotation=hints[name])]
        shown += (parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in flat)

    @wraps(verb)
    def called(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{part.name: given.pop(part.name) for part in _options(kind)})
        verb(**given)

    called.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in shown}
    return called


def filled(kind: type[Made], *groups: Any, **more: Any) -> Made:
    """Return a value whose fields are the options of the same names, and what is said besides."""
    given = {part.name: getattr(group, part.name) for group in groups for part in fields(group)}
    names = {part.name for part in fields(cast("Any", kind))}
    return kind(**{name: given[name] for name in names & given.keys()} | more)


def _options(group: Any) -> list[Field[Any]]:
    return [part for part in fields(group) if part.init]


def _flattened(group: Any) -> Iterator[Parameter]:
    hints = get_type_hints(group)
    for part in _options(group):
        names = part.metadata[_NAMES]
        if not any(name.startswith("--") for name in names):
            names = (f"--{part.name.replace('_', '-')}", *names)
        default = ... if part.default is MISSING else part.default
        told = typer.Option(default, *names, **part.metadata[_TOLD])
        hint = hints[part.name]
        yield Parameter(part.name, Parameter.KEYWORD_ONLY, default=told, annotation=hint)
