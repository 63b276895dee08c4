"""What checks a release shares nothing with what made it but tables, values and checked kernels."""

import ast
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from textveil.policy.policy import shipped_policies

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "textveil"
MAKERS = ("detect", "transform", "models")
REACHED = {
    "lexicon.tables.named_arrays",
    "lexicon.tables.packed_table",
    "lexicon.tables.phrases",
    "lexicon.relations.wordnet_forms",
    "strings.suffixes.prefetch",
}
"""What shared tables and kernels import themselves: packed arrays, listed phrases, look-ahead."""
MOST_OUTSIDE, MOST_VALUES = 15, 20


def shared_by_contract():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = {c["id"]: c for c in settings["tool"]["importlinter"]["contracts"]}
    arrows = contracts["shared"]["ignore_imports"]
    return {arrow.split(" -> ")[1].removeprefix("textveil.") for arrow in arrows}


def imports_of(house):
    """Return for each module of textveil the modules that it imports."""
    found = {}
    for file in house.rglob("*.py"):
        name = ".".join(file.relative_to(house).with_suffix("").parts).removesuffix(".__init__")
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        named = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        named += [a.name for node in nodes if isinstance(node, ast.Import) for a in node.names]
        ours = (one.removeprefix("textveil.") for one in named if one.startswith("textveil."))
        found[name] = set(ours)
    return found


def reached_from(packages, imports):
    """Return what the modules of some packages import, directly or through others."""
    todo = [name for name in imports if name.split(".")[0] in packages]
    seen = set()
    while todo:
        more = imports.get(todo.pop(), set()) - seen
        seen |= more
        todo += more
    return seen


def both_reach(house):
    """Return the modules outside `values` that verifiers and makers both reach."""
    imports = imports_of(house)
    both = reached_from(("verify",), imports) & reached_from(MAKERS, imports)
    return {name for name in both if name.split(".")[0] in ("lexicon", "strings", "games")}


def test_what_both_sides_reach_is_a_table_or_a_checked_kernel():
    assert both_reach(HOUSE) <= shared_by_contract() | REACHED


def test_a_table_that_asks_a_rule_is_told(tmp_path):
    for file in HOUSE.rglob("*.py"):
        copy = tmp_path / file.relative_to(HOUSE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    table = tmp_path / "lexicon" / "tables" / "terms.py"
    table.write_text(
        f"{table.read_text('utf-8')}\nimport textveil.lexicon.people.likeness\n", "utf-8"
    )
    assert "lexicon.people.likeness" in both_reach(tmp_path) - shared_by_contract() - REACHED


@pytest.fixture(scope="module")
def hospital(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hospital")
    arguments = ("-m", "textveil", "synth", "hospital", "-n", "18", "--subjects", "6", "-o")
    notes = folder / "notes.jsonl"
    subprocess.run([sys.executable, *arguments, notes], check=True, capture_output=True)
    (folder / "key.txt").write_text("a key for a hospital that nobody knows\n", "utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("policy", shipped_policies())
def test_few_functions_run_on_both_sides_and_all_are_look_ups(hospital, policy):
    program = Path(__file__).with_name("shared_calls.py")
    out = hospital / policy
    asked = ("release", hospital / "notes.jsonl", out, "-q", "-p", policy, "--column", "*=drop")
    key = ("--key", hospital / "key.txt")
    run = subprocess.run(
        [sys.executable, program, *asked, *key], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    both = json.loads(run.stdout.splitlines()[-1])
    values = [name for name in both if name.split("/")[0] in ("values", "formats", "store")]
    others = [name for name in both if name not in values]
    allowed = shared_by_contract() | REACHED
    files = {name.partition(":")[0].removesuffix(".py").replace("/", ".") for name in others}
    assert files <= allowed
    assert len(others) <= MOST_OUTSIDE, "\n".join(others)
    assert len(values) <= MOST_VALUES, "\n".join(values)
