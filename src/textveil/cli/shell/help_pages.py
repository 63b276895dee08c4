"""Help pages: options in groups, with values that a user knows.

What an option is called, where help shows it and what its value is called stands in one table
(`options.tsv`): an option of this name means the same in every verb. Where it cannot, the row has
the name and the value (`--map PAIRS` says what labels mean, `--map FILE` where a map is written).
"""

from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

__all__ = ["Verb", "VerbGroup", "dress", "dressed", "option_table", "row_of"]

_OTHER: Final = "Other"


class ShownOption(NamedTuple):
    """In which panel of a help page an option stands, and what its value is called."""

    panel: str
    value: str


@cache
def option_table() -> dict[str, ShownOption]:
    """Return every option by its long name, panels in the order of help pages."""
    lines = (files("textveil.cli.shell") / "options.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {name: ShownOption(panel, value) for name, panel, value in rows}


def row_of(parameter: Any) -> ShownOption:
    """Return the row of an option: that of its name and value, or of its name."""
    names = [*(f"{name} {parameter.metavar}" for name in parameter.opts), *parameter.opts]
    found = (option_table().get(name) for name in names)
    return next(filter(None, found), ShownOption(_OTHER, ""))


def dressed(parameters: list[Any]) -> list[Any]:
    """Give parameters their panels and values; order them as panels are in the table."""
    panels = [*dict.fromkeys(row.panel for row in option_table().values()), _OTHER]
    order = {}
    for one in parameters:
        if isinstance(one, TyperArgument):
            # Its name says what it is; the type of a program says nothing to a reader.
            one.display_type_rich = lambda ctx: ""  # type: ignore[method-assign]  # noqa: ARG005
            order[id(one)] = -1
            continue
        row = row_of(one)
        one.rich_help_panel = row.panel
        one.metavar = "" if one.is_flag else one.metavar or row.value or None
        order[id(one)] = panels.index(row.panel)
    return sorted(parameters, key=lambda one: order[id(one)])


def _usage(parameters: list[Any]) -> list[str]:
    """Return the arguments as a usage line shows them."""
    shown = []
    for one in parameters:
        if isinstance(one, TyperArgument):
            name = one.metavar or one.name.upper()
            more = "…" if one.nargs != 1 and "…" not in name else ""
            shown.append(f"{name}{more}" if one.required else f"[{name}{more}]")
    return shown


class Verb(TyperCommand):
    """A verb whose help page stands in groups."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return arguments, then options panel by panel."""
        return dressed(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what stands behind the name of the verb in its usage line."""
        return [*_usage(self.get_params(ctx)), "[OPTIONS]"]


class VerbGroup(TyperGroup):
    """A group of verbs whose help page stands in groups."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return options panel by panel."""
        return dressed(super().get_params(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return what stands behind the name of the group in its usage line."""
        return ["COMMAND", "[OPTIONS]"]


def dress(app: typer.Typer) -> typer.Typer:
    """Give every verb of an application and of its groups such a help page; return it."""
    for command in app.registered_commands:
        command.cls = Verb
    for group in app.registered_groups:
        inner = group.typer_instance
        if inner is not None:
            inner.info.cls = inner.info.cls if isinstance(inner.info.cls, type) else VerbGroup
            dress(inner)
    return app
