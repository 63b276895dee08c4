"""`textveil components`: every component with its options."""

import json

import pytest

from textveil.cli.app import run
from textveil.policy.registry import ComponentKind, catalogue


def test_every_component_is_listed_with_its_options(capsys):
    assert run(["components"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for kind in ComponentKind:
        for name in catalogue(kind):
            assert any(line.startswith(f"{kind.value} {name}: ") for line in lines)
    at = next(i for i, line in enumerate(lines) if "textveil.mask.v1" in line)
    assert (
        lines[at + 1] == "    options: style, character, keep_first, keep_last, digits, salt, scope"
    )


@pytest.mark.parametrize("kind", ["verifier", "verifiers", "VERIFIER"])
def test_one_kind_alone(kind, capsys):
    assert run(["components", kind]) == 0
    listed = [line for line in capsys.readouterr().out.splitlines() if line[0] != " "]
    assert len(listed) == len(catalogue(ComponentKind.VERIFIER))


def test_json_has_types_and_defaults(capsys):
    assert run(["components", "transformer", "--json"]) == 0
    rows = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert rows["textveil.mask.v1"]["options"]["style"] == {"type": "str", "default": "'tag'"}
    assert rows["textveil.surrogate.v1"]["needs_key"] is True
    assert not {"key", "vault", "lists"} & rows["textveil.surrogate.v1"]["options"].keys()


def test_a_kind_that_there_is_not(capfd):
    assert run(["components", "detektor"]) == 2
    assert "did you mean detector?" in capfd.readouterr().err


def test_one_component_by_its_name(capfd):
    assert run(["components", "textveil.mask.v1"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert [line for line in lines if line[0] != " "] == lines[:1]
    assert lines[0].startswith("transformer textveil.mask.v1: ")
    assert run(["components", "textveil.mark.v1"]) == 2
    assert "did you mean textveil.mask.v1?" in capfd.readouterr().err
