"""`textveil components`: what a run can be made of."""

from typing import Annotated

import typer

from textveil.cli.shell.console import show_json
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.options import AsJson
from textveil.errors import UsageError, suggest

__all__ = ["components"]


@grouped
def components(
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND|NAME",
            help="Only these: detector, screen, transformer, companion, verifier, attack, "
            "strategy, format, or one by its name.",
        ),
    ] = None,
    *,
    shown: AsJson,
) -> None:
    """List the components that a run can use, with their options.

    Components of installed packages are listed too. The page
    [Components and labels](components.md) has the types of options and their defaults;
    so has `--json`.

    **Example:** `textveil components verifier`
    """
    from textveil.policy.registry import ComponentKind, catalogue, describe

    kinds = list(ComponentKind)
    named = [each for each in kinds if kind in catalogue(each)]
    if named:
        kinds = named
    elif kind is not None:
        asked = kind.lower().removesuffix("s")
        if asked not in kinds:
            names = [name for each in kinds for name in catalogue(each)]
            hint = suggest(asked, kinds) or suggest(kind, names) or f"use {', '.join(kinds)}"
            raise UsageError("there is no such kind or component", where=kind, hint=hint)
        kinds = [ComponentKind(asked)]
    described = [one for each in kinds for one in describe(each) if not named or one.name == kind]
    if shown.json_output:
        show_json([one.to_json() for one in described])
        return
    for one in described:
        typer.echo(f"{one.kind} {one.name}: {one.summary}")
        if one.options:
            typer.echo(f"    options: {', '.join(one.options)}")
