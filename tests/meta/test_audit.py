"""What an auditor has to read: the page about it has the right numbers."""

import ast
import re
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PAGE = ROOT / "docs" / "guides" / "verify-a-release.md"
SKIPPED = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def code_lines(path):
    """Return the lines of a file without blanks, comments and docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {
        line
        for node in ast.walk(tree)
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)
    }
    with path.open("rb") as stream:
        tokens = [one for one in tokenize.tokenize(stream.readline) if one.type not in SKIPPED]
    lines = {line for one in tokens[1:] for line in range(one.start[0], one.end[0] + 1)}
    return len(lines - told)


def file_of(module):
    path = SOURCE.joinpath(*module.split("."))
    found = [one for one in (path / "__init__.py", path.with_suffix(".py")) if one.is_file()]
    return found[0] if found else None


def imported(path):
    """Yield the modules of textveil that a file imports, and the formats that a table names."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textveil."):
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
    if path.name == "catalog.py":
        rows = (path.parent / "data" / "catalog.tsv").read_text("utf-8").splitlines()[1:]
        yield from (row.split("\t")[1].partition(":")[0] for row in rows)


def reached():
    """Return the files of `certify` and `verify`, and all that they import."""
    rooms = (SOURCE / "textveil" / room for room in ("certify", "verify"))
    todo = [path for room in rooms for path in sorted(room.rglob("*.py"))]
    found = set()
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += [one for module in imported(path) if (one := file_of(module))]
    return found


def test_the_page_says_how_many_lines_an_auditor_reads():
    counted = Counter()
    for path in reached():
        counted[path.relative_to(SOURCE / "textveil").parts[0].removesuffix(".py")] += code_lines(
            path
        )
    rows = re.findall(r"^\| `(\w+)` \| about ([0-9,]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    said = {name: int(number.replace(",", "")) for name, number in rows}
    assert said.keys() == counted.keys() - {"__init__"}
    # Rounded, and not renewed for every line that somebody adds.
    assert {name for name in said if not 0.85 < said[name] / counted[name] < 1.15} == set()
    assert counted.keys().isdisjoint({"detect", "transform", "models", "learn", "pipeline"})
