"""House numbers: small files, short functions, no junk drawers, nothing about machines."""

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
JUNK = {"utils", "util", "core", "common", "helpers", "helper", "misc"}


def long_functions(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            if body and body[-1].end_lineno - body[0].lineno + 1 > 60:
                yield f"{path.name}: {node.name}"


def test_files_stay_below_the_ceiling():
    assert [p for p in SOURCES if len(p.read_text("utf-8").splitlines()) > 500] == []


def test_functions_stay_short():
    assert [name for path in SOURCES for name in long_functions(path)] == []


def test_no_function_of_the_command_line_has_many_parameters():
    counted = {}
    for path in sorted((ROOT / "src" / "textveil" / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                given = node.args
                count = len(given.posonlyargs + given.args + given.kwonlyargs)
                counted[f"{path.name}: {node.name}"] = count
    assert len(counted) > 100
    assert {name: count for name, count in counted.items() if count > 12} == {}


def test_no_module_is_a_junk_drawer():
    parts = {part for p in SOURCES for part in p.relative_to(ROOT / "src").with_suffix("").parts}
    assert parts.isdisjoint(JUNK)


def public_classes(path):
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def test_no_two_public_classes_share_a_name():
    named = Counter(name for path in SOURCES for name in public_classes(path))
    assert len(named) > 300
    assert [name for name, count in named.items() if count > 1] == []


def test_few_files_stand_on_the_top_of_the_pipeline():
    top = ROOT / "src" / "textveil" / "pipeline"
    assert 1 < len(list(top.glob("*.py"))) <= 15


def test_every_room_is_small_and_says_what_lives_in_it():
    rooms = {path.parent for path in SOURCES}
    assert len(rooms) > 60
    assert {str(room): len(list(room.glob("*.py"))) for room in rooms if crowded(room)} == {}
    assert [room for room in rooms if not said(room)] == []


def crowded(room):
    return len(list(room.glob("*.py"))) > 20


def said(room):
    init = room / "__init__.py"
    return ast.get_docstring(ast.parse(init.read_text("utf-8"))) if init.exists() else ""


def test_folders_of_tests_are_small():
    tests = {path.parent for path in (ROOT / "tests").rglob("*.py")}
    assert len(tests) > 60
    assert [folder for folder in tests if crowded(folder)] == []


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
