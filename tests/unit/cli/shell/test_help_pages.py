"""Help pages: every command is in a group, has an example, and calls one thing by one name."""

import re

import pytest
import typer.main
from typer.testing import CliRunner

from textveil.cli.app import app
from textveil.cli.shell.help_pages import Verb, dressed, option_table, row_of

ROOT = typer.main.get_command(app)
WIDE = {"COLUMNS": "160", "NO_COLOR": "1", "TERM": "dumb"}


def walked(path, command):
    yield path, command
    for name, child in getattr(command, "commands", {}).items():
        yield from walked((*path, name), child)


COMMANDS = {" ".join(path): command for path, command in walked((), ROOT)}
VERBS = {path: one for path, one in COMMANDS.items() if isinstance(one, Verb)}


def help_of(path):
    done = CliRunner().invoke(app, [*path.split(), "--help"], env=WIDE)
    assert done.exit_code == 0
    return done.stdout


def options_of(command):
    return [one for one in dressed(command.params) if one.param_type_name == "option"]


def long_names(option):
    return [name for name in option.opts if name.startswith("--")]


def test_all_commands_are_looked_at():
    assert len(VERBS) > 25
    assert {"scan", "kanon run", "policy new", "components"} <= VERBS.keys()


@pytest.mark.parametrize("path", [path for path in COMMANDS if path])
def test_a_page_has_an_example_and_no_types_of_a_program(path):
    page = help_of(path)
    assert f"Example: textveil {path.removesuffix(' run')}" in page
    assert not re.search(r"<(bool|str|int|float|path|list)|\{[a-z]\w*\}", page)


def test_the_first_page_is_short_and_in_groups():
    page = help_of("")
    for panel in ("Protect", "Check", "Measure and learn", "Sequences and terms", "Tools"):
        assert f"─ {panel} ─" in page
    assert "─ Commands ─" not in page
    assert len(page.splitlines()) < 60


@pytest.mark.parametrize("path", VERBS)
def test_every_option_is_in_the_table(path):
    names = {name for one in options_of(VERBS[path]) for name in long_names(one)}
    missing = names - option_table().keys()
    assert not missing, f"add to cli/shell/options.tsv: {sorted(missing)}"
    for one in options_of(VERBS[path]):
        assert one.is_flag or one.metavar


def test_every_row_of_the_table_is_an_option():
    every = [one for verb in VERBS.values() for one in options_of(verb)]
    used = {name for one in every for name in long_names(one)}
    used |= {f"{name} {one.metavar}" for one in every for name in long_names(one)}
    assert option_table().keys() - used == set()


@pytest.mark.parametrize("path", VERBS)
def test_what_writes_has_an_output(path):
    options = {name: one for one in options_of(VERBS[path]) for name in one.opts}
    places = {
        name
        for name in options
        if name in option_table() and row_of(options[name]).panel == "Output"
        if row_of(options[name]).value in ("OUT", "FILE")
    }
    if {"-o", "--force", "--to", *places} & options.keys():
        assert options["-o"] is options["--output"]
