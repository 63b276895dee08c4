"""What a component offers is said in a contract: nobody looks for a method by its name."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "textveil"
USERS = [
    *(
        "certify",
        "cli",
        "pipeline",
        "testing",
        "learn",
        "detect",
        "transform",
        "verify",
        "evaluate",
        "trace",
    ),
    # Of formats, the one that is made of others; of values, what says the contracts.
    *(
        "formats/mixed.py",
        "formats/sources.py",
        "formats/columns.py",
        "values/contracts.py",
        "values/figures/attack.py",
    ),
]
CONTRACTS = SOURCE / "values" / "contracts.py"


def looked_for(tree):
    """Yield the lines that ask an object for an attribute which it may not have, or by a word."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            plain = len(node.args) == 2 and isinstance(node.args[1], ast.Name | ast.Attribute)
            if node.func.id == "hasattr" or (node.func.id == "getattr" and not plain):
                yield node.lineno


def files(place):
    path = SOURCE / place
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


@pytest.mark.parametrize("place", USERS)
def test_no_component_is_asked_for_a_hidden_hook(place):
    read = {path: ast.parse(path.read_text("utf-8")) for path in files(place)}
    assert read
    found = [f"{path.name}:{line}" for path, tree in read.items() for line in looked_for(tree)]
    assert found == []


def test_hidden_hooks_are_seen():
    text = 'getattr(x, "a")\nhasattr(x, y)\ngetattr(x, y, None)\ngetattr(x, f"{y}_z")\n'
    assert list(looked_for(ast.parse(text + "getattr(x, y)\ngetattr(x, y.z)"))) == [1, 2, 3, 4]


def test_every_contract_is_checked_by_something_public():
    protocols = {
        node.name
        for module in ("contracts.py", "terms/format_abilities.py")
        for node in ast.parse((SOURCE / "values" / module).read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and any("Protocol" in ast.dump(b) for b in node.bases)
    }
    checks = " ".join(path.read_text("utf-8") for path in (SOURCE / "testing").glob("*.py"))
    assert len(protocols) > 15
    assert sorted(name for name in protocols if f", {name})" not in checks) == []
