"""House numbers: small files, short functions, no junk drawers, nothing about machines."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
JUNK = {"utils", "util", "core", "common", "helpers", "helper", "misc"}


def name_of(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_files_stay_below_the_ceiling(path):
    assert len(path.read_text("utf-8").splitlines()) <= 500


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_functions_stay_short(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            documented = ast.get_docstring(node) is not None
            body = node.body[1:] if documented else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
            assert lines <= 60, node.name


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_module_is_a_junk_drawer(path):
    assert JUNK.isdisjoint(path.relative_to(ROOT / "src").with_suffix("").parts)


def tracked_files():
    shown = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    return [ROOT / line for line in shown.stdout.splitlines() if (ROOT / line).is_file()]


def test_the_project_names_no_machine_and_no_package_host():
    hosts = ["pypi" + ".org", "python" + "hosted", "registry.npm" + "js", "deb.deb" + "ian"]
    paths = ["/wo" + "rk/", "/ro" + "ot/"]
    forbidden = re.compile("|".join(re.escape(word) for word in hosts + paths))
    for path in tracked_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        assert not forbidden.search(text), path.name
