"""Tests can fail, and neither speed nor the time of day makes them."""

import ast
from itertools import pairwise
from pathlib import Path

from tests.tiers import CORE, LONG, TIERS, left_out, reads

import textveil.testing

TESTS = Path(__file__).parents[1]
PROFILE = "conftest.py"
"""Says for all examples that they have no deadline."""
TIMED = {"deadline", "timeout"}
TOLD = {"now", "today", "utcnow"}
FILES = {
    str(path.relative_to(TESTS)): ast.parse(path.read_text("utf-8"))
    for path in sorted(TESTS.rglob("*.py"))
}


def nodes(tree, kind):
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


def functions(tree):
    return nodes(tree, ast.FunctionDef)


def called(tree):
    """Return the last names of what is called: `raises` for `pytest.raises(...)`."""
    return {ast.unparse(call.func).rpartition(".")[2] for call in nodes(tree, ast.Call)}


def idle_tests(trees):
    """Return the tests that check nothing: no assertion of their own, and none that they call."""
    checks = {name for name in textveil.testing.__all__ if name.startswith("check_")}
    checks |= {"raises", "warns", "fail"}
    checks |= {
        function.name
        for tree in trees
        for function in functions(tree)
        if nodes(function, ast.Assert) and not function.name.startswith("test_")
    }
    return [
        function.name
        for tree in trees
        for function in functions(tree)
        if function.name.startswith("test_")
        and not nodes(function, ast.Assert)
        and checks.isdisjoint(called(function))
    ]


def clocks(tree):
    """Return what reads a clock or sets a time limit."""
    modules = {alias.name for node in nodes(tree, ast.Import) for alias in node.names}
    modules |= {node.module for node in nodes(tree, ast.ImportFrom)}
    words = {word.arg for call in nodes(tree, ast.Call) for word in call.keywords}
    return sorted((modules & {"time", "timeit"}) | (words & TIMED) | (called(tree) & TOLD))


def test_every_test_checks_something():
    assert idle_tests(FILES.values()) == []


def test_a_test_without_an_assertion_is_found_out():
    text = "def helper():\n  assert 1\ndef test_a():\n  print(1)\ndef test_b():\n  helper()\n"
    assert idle_tests([ast.parse(text)]) == ["test_a"]


def test_no_test_depends_on_a_clock():
    found = {name: clocks(tree) for name, tree in FILES.items()}
    assert {name: what for name, what in found.items() if what} == {PROFILE: ["deadline"]}


def test_a_clock_is_found_out():
    text = "import time\nfrom datetime import date\nrun(timeout=9)\ndate.today()\n"
    assert clocks(ast.parse(text)) == ["time", "timeout", "today"]


def test_each_tier_runs_what_the_one_before_it_runs():
    assert tuple(LONG) == TIERS
    for less, more in pairwise(TIERS):
        assert set(LONG[more]) < set(LONG[less])
        assert set(left_out(more)) <= set(left_out(less))
    assert left_out(TIERS[-1]) == []


def test_the_core_is_there_and_all_else_is_named():
    there = {path.parent.relative_to(TESTS.parent) for path in TESTS.rglob("test_*.py")}
    named = {name for name in left_out("quick") if name.startswith("tests/")}
    for folder in there:
        if folder != Path("tests"):
            inside = reads("quick", TESTS.parent / folder)
            parts = {folder.as_posix(), *(one.as_posix() for one in folder.parents)}
            assert inside == parts.isdisjoint(named), folder
    assert "tests/e2e" in named
    assert parts_of_core_without_tests() <= {"tests/unit/policy"}


def parts_of_core_without_tests():
    return {name for name in CORE if not any((TESTS.parent / name).rglob("test_*.py"))}
