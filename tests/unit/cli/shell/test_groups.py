"""Option groups: typer sees their fields, the verb gets their values."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from textveil.cli.shell.groups import grouped, option


@dataclass(frozen=True, kw_only=True)
class Place:
    target: Path = option(..., "Where it goes.", "-t")
    min_length: int = option(1, "No less.", min=1)


@dataclass(frozen=True, kw_only=True)
class Named(Place):
    name: str = option("none", "What it is called.", "--call")
    deep: bool = option(False, "Or not.", "--deep/--flat")
    fixed: str = field(default="as it is", init=False)


got = []
app = typer.Typer()


@app.command()
@grouped
def verb(
    source: Annotated[str, typer.Argument(metavar="IN")],
    *,
    loud: Annotated[bool, typer.Option("--loud")] = False,
    asked: Named,
) -> None:
    """Do something."""
    got.append((source, loud, asked))


def run(*arguments):
    got.clear()
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "100"})


def test_a_verb_gets_its_group_with_defaults():
    assert run("in", "--target", "x").exit_code == 0
    assert got == [("in", False, Named(target=Path("x")))]


def test_a_verb_gets_what_was_given():
    arguments = ("in", "--loud", "-t", "x", "--min-length", "3", "--call", "me", "--deep")
    assert run(*arguments).exit_code == 0
    assert got == [("in", True, Named(target=Path("x"), min_length=3, name="me", deep=True))]


@pytest.mark.parametrize("arguments", [("in",), ("in", "-t", "x", "--min-length", "0")])
def test_what_must_be_given_and_bounds_are_checked(arguments):
    assert run(*arguments).exit_code == 2
    assert not got


def test_help_shows_every_field_and_no_other():
    shown = run("--help").stdout
    for word in ("--target", "-t", "--min-length", "--call", "--flat", "Where it goes.", "Do some"):
        assert word in shown
    assert "fixed" not in shown
    assert "asked" not in shown
