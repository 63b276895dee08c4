"""`textveil components`: what a policy can be made of."""

from typing import Annotated

import typer

from textveil.cli.console import show_json
from textveil.cli.groups import grouped
from textveil.cli.options import AsJson
from textveil.errors import UsageError, suggest

__all__ = ["components"]


@grouped
def components(
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND", help="Only these: detector, screen, transformer, verifier or format."
        ),
    ] = None,
    *,
    shown: AsJson,
) -> None:
    """List the components that a policy can use, with their options.

    Components of installed packages are listed too. The page
    [Components and labels](components.md) has the types of options and their defaults;
    so has `--json`.

    **Example:** `textveil components verifier`
    """
    from textveil.pipeline.registry import ComponentKind, describe

    kinds = list(ComponentKind)
    if kind is not None:
        asked = kind.lower().removesuffix("s")
        if asked not in kinds:
            hint = suggest(asked, kinds) or f"use {', '.join(kinds)}"
            raise UsageError("there are no components of this kind", where=kind, hint=hint)
        kinds = [ComponentKind(asked)]
    described = [one for each in kinds for one in describe(each)]
    if shown.json_output:
        show_json([one.to_json() for one in described])
        return
    for one in described:
        typer.echo(f"{one.kind} {one.name}: {one.summary}")
        if one.options:
            typer.echo(f"    options: {', '.join(one.options)}")
