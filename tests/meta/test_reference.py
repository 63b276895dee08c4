"""The reference is what the code says, and nothing that a user can name is left out of the docs."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

import textveil
import textveil.testing
from textveil import errors
from textveil.cli.app import app
from textveil.pipeline.policy import shipped_policies
from textveil.pipeline.registry import ComponentKind, catalogue
from textveil.values.label import LABELS

ROOT = Path(__file__).parents[2]
DOCS = "\n".join(page.read_text("utf-8") for page in sorted((ROOT / "docs").rglob("*.md")))


def commands(path, command):
    yield path, command
    for name, child in getattr(command, "commands", {}).items():
        yield from commands(f"{path} {name}", child)


COMMANDS = dict(commands("textveil", typer.main.get_command(app)))


def test_generated_pages_are_up_to_date():
    script = ROOT / "scripts" / "generate_reference.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", COMMANDS)
def test_every_verb_is_documented_with_an_example(path):
    assert f"## {path}\n" in DOCS
    if not getattr(COMMANDS[path], "commands", {}):
        assert "**Example:**" in COMMANDS[path].help


@pytest.mark.parametrize("path", COMMANDS)
def test_every_option_is_documented_where_its_verb_is(path):
    section = DOCS.split(f"## {path}\n")[1].split("\n## ")[0]
    for parameter in COMMANDS[path].params:
        names = parameter.opts if parameter.param_type_name == "option" else []
        for name in [*names, *parameter.secondary_opts]:
            assert f"`{name}" in section, f"{path} {name}"
        assert getattr(parameter, "help", None), f"{path} {parameter.name} has no help text"


def test_every_component_is_documented():
    for kind in ComponentKind:
        for name, entry in catalogue(kind).items():
            assert entry.package != "textveil" or f"`{name}`" in DOCS, name


def test_every_error_is_documented():
    kinds = [name for name in errors.__all__ if isinstance(getattr(errors, name), type)]
    assert len(kinds) > 10
    for name in kinds:
        assert f"`{name}`" in DOCS, name


def test_every_public_name_is_documented():
    for name in [*textveil.__all__, *textveil.testing.__all__]:
        assert f"`{name}`" in DOCS or f"textveil.{name}" in DOCS, name


def test_every_policy_and_label_is_documented():
    for name in [*shipped_policies(), *LABELS]:
        assert f"`{name}`" in DOCS, name
