"""The reference is what the code says, and nothing that a user can name is left out of the docs."""

import inspect
import subprocess
import sys
from enum import Enum
from pathlib import Path

import pytest
import typer.main

import textveil
import textveil.testing
from textveil import errors
from textveil.cli.app import app
from textveil.policy.policy import shipped_policies
from textveil.policy.registry import ComponentKind, catalogue
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


PUBLIC = [name for name in textveil.__all__ if name != "__version__"]
PYTHON = (ROOT / "docs" / "reference" / "python.md").read_text("utf-8")


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_what_it_takes_returns_and_raises_and_an_example(name):
    _, _, section = PYTHON.partition(f"\n### {name}\n")
    section = section.split("\n### ")[0].split("\n## ")[0]
    assert ">>> " in section
    thing = getattr(textveil, name)
    if inspect.isfunction(thing):
        assert all(f"| {head} |" in section for head in ("takes", "returns", "raises"))
        for parameter in inspect.signature(thing).parameters:
            assert f"| `{parameter}` |" in section, parameter
    elif not issubclass(thing, Enum):
        assert "| takes |" in section or "| takes and has |" in section


def test_every_policy_and_label_is_documented():
    for name in [*shipped_policies(), *LABELS]:
        assert f"`{name}`" in DOCS, name
