"""The hook that other repositories can use fails on identifiers, and only on them."""

import shlex
from pathlib import Path

import pytest
import yaml

from textveil.cli.app import run

ROOT = Path(__file__).parents[2]
[HOOK] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("def f():\n    return 1\n", 0),
        ("# Seen on 3 May 2016.\n", 0),
        ('MAIL = "ana.ruiz@example.org"\n', 1),
        ("mrn: 448-2190\n", 1),
    ],
)
def test_the_hook_fails_on_what_it_names(tmp_path, monkeypatch, capfd, text, code):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.py").write_text("x = 1\n", "utf-8")
    (tmp_path / "staged.py").write_text(text, "utf-8")
    program, *arguments = shlex.split(HOOK["entry"])
    assert program == "textveil"
    assert run([*arguments, *HOOK["args"], "clean.py", "staged.py"]) == code
    told = capfd.readouterr()
    assert told.out == ""
    assert ("staged.py: " in told.err) is bool(code)
    assert "ana" not in told.err
    assert "448" not in told.err
