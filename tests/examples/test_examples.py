"""The examples run, and print what they say."""

import ast
import io
import json
import runpy
import warnings
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples"
SCRIPTS = sorted(FOLDER.glob("*.py"))
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def said(text):
    """Return what an example says that it prints: the comment at its end."""
    return [line[2:] for line in text.partition("\n# prints:\n")[2].splitlines()]


def shown(cell):
    """Return what a cell of a notebook prints and shows, as the file has it."""
    streams = [one["text"] for one in cell["outputs"] if one["output_type"] == "stream"]
    values = [one["data"]["text/plain"] for one in cell["outputs"] if "data" in one]
    return "".join(line for part in streams + values for line in part)


def pictured(cell):
    """Return the HTML that a cell of a notebook shows, as the file has it."""
    found = [one["data"].get("text/html", []) for one in cell["outputs"] if "data" in one]
    return "".join(line for part in found for line in part)


def run_cell(source, names):
    """Run a cell as a notebook does; return what it prints, then the value of its last line."""
    printed, result = carried_out(source, names)
    return printed + ("" if result is None else repr(result))


def carried_out(source, names):
    """Run a cell; return what it prints, and the value of its last line."""
    body = ast.parse(source).body
    value = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)  # noqa: S102 - an example
        result = value and eval(compile(ast.Expression(value.value), "<cell>", "eval"), names)  # noqa: S307
    return printed.getvalue(), result


def test_there_are_ten_scripts_and_three_notebooks():
    assert (len(SCRIPTS) >= 10, len(NOTEBOOKS)) == (True, 3)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_prints_what_it_says(script, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    expected = said(script.read_text("utf-8"))
    assert expected
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runpy.run_path(str(script), run_name="__main__")
    assert capsys.readouterr().out.splitlines() == expected


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_its_cells_give(notebook, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    codes = [cell for cell in cells if cell["cell_type"] == "code"]
    names = {"__name__": "__main__"}
    given = [carried_out("".join(cell["source"]), names) for cell in codes]
    texts = [printed + ("" if value is None else repr(value)) for printed, value in given]
    assert texts == [shown(cell) for cell in codes]
    pages = [value._repr_html_() if hasattr(value, "_repr_html_") else "" for _, value in given]
    assert pages == [pictured(cell) for cell in codes]
    assert any(texts)


def test_notebooks_have_pictures_and_run_no_script():
    cells = [
        cell
        for path in NOTEBOOKS
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    pages = list(filter(None, map(pictured, cells)))
    assert len(pages) >= 5
    assert not any("<script" in page or "http" in page for page in pages)


def test_an_example_that_prints_something_else_is_found_out():
    assert said("print(1)\n\n# prints:\n# 2\n") == ["2"]
    assert run_cell("print(1)\n1 + 1", {}) == "1\n2"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_uses_public_names(script):
    """Only the vault is opened by its class; everything else is a name of `textveil`."""
    nodes = ast.walk(ast.parse(script.read_text("utf-8")))
    inner = {n.module for n in nodes if isinstance(n, ast.ImportFrom) and n.module}
    assert {name for name in inner if name.startswith("textveil")} <= {
        "textveil.store.sqlite_vault"
    }
