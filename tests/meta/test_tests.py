"""Tests can fail, and neither speed nor the time of day makes them."""

import ast
from pathlib import Path

import textveil.testing

TESTS = Path(__file__).parents[1]
PROFILE = TESTS / "conftest.py"
CLOCKS = {
    *("monotonic", "perf_counter", "process_time", "sleep", "thread_time", "time"),
    *("now", "today", "utcnow"),
}
FILES = {path: ast.parse(path.read_text("utf-8")) for path in sorted(TESTS.rglob("*.py"))}


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def calls(node):
    """Yield the last name of whatever is called: `raises` for `pytest.raises(...)`."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call):
            yield ast.unparse(inner.func).rpartition(".")[2]


def asserts(node):
    return any(isinstance(inner, ast.Assert) for inner in ast.walk(node))


def idle_tests(trees):
    """Return the tests that check nothing: no assertion of their own, and none that they call."""
    checks = {name for name in textveil.testing.__all__ if name.startswith("check_")}
    checks |= {"raises", "fail"}
    checks |= {
        function.name
        for tree in trees
        for function in functions(tree)
        if asserts(function) and not function.name.startswith("test_")
    }
    return [
        function.name
        for tree in trees
        for function in functions(tree)
        if function.name.startswith("test_")
        and not asserts(function)
        and checks.isdisjoint(calls(function))
    ]


def test_every_test_checks_something():
    assert idle_tests(FILES.values()) == []


def test_a_test_without_an_assertion_is_found_out():
    text = "def helper():\n  assert 1\ndef test_a():\n  print(1)\ndef test_b():\n  helper()\n"
    assert idle_tests([ast.parse(text)]) == ["test_a"]


def test_no_test_reads_a_clock():
    reading = [
        f"{path.relative_to(TESTS)}: {name}"
        for path, tree in FILES.items()
        for name in sorted(CLOCKS.intersection(calls(tree)))
    ]
    assert reading == []


def test_time_limits_of_examples_are_said_in_one_place():
    keywords = {
        path: {
            word.arg
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            for word in node.keywords
        }
        for path, tree in FILES.items()
    }
    assert [path for path, found in keywords.items() if "deadline" in found] == [PROFILE]
