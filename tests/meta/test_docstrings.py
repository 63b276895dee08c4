"""The examples in docstrings do what they show."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"
PROMPT = re.compile(r"^ *>>> ", re.MULTILINE)
PROMPTS = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): prompts
    for path in sorted(SOURCE.rglob("*.py"))
    if (prompts := len(PROMPT.findall(path.read_text("utf-8"))))
}


@pytest.mark.parametrize("name", PROMPTS)
def test_every_example_of_the_module_prints_what_is_shown(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.DocTestFinder().find(importlib.import_module(name))
    # The finder passes over what it does not take for a function of this module.
    assert sum(len(docstring.examples) for docstring in found) == PROMPTS[name]
    wrong: list[str] = []
    for docstring in found:
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(docstring, out=wrong.append)
    assert not wrong, "".join(wrong)


def test_an_example_that_shows_something_else_is_found_out():
    parsed = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "sum", None, 0)
    wrong: list[str] = []
    doctest.DocTestRunner().run(parsed, out=wrong.append)
    assert "Expected:\n    3\nGot:\n    2" in "".join(wrong)
