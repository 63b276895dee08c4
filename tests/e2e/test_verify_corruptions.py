"""Corrupted releases of each kind: every one is told, and with how little is known."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.corruptions import KEEP, WITH_INPUT, WITH_KEY, corruptions
from tests.e2e.kinds import KEY, KINDS, write_lists

from textveil.certify.__main__ import main
from textveil.certify.checking import Check
from textveil.cli.app import run
from textveil.errors import TextveilError

LISTS = {kind: {one.name: one for one in corruptions(kind)} for kind in KINDS}
ALL = [(kind, name) for kind, some in LISTS.items() for name in some]


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Two releases of each kind by one owner; the second has other texts."""
    root = tmp_path_factory.mktemp("corrupted")
    for kind in KINDS.values():
        (root / kind.name).mkdir()
        write_lists(root / kind.name)
        for name in ("one", "two"):
            source = kind.write(root / kind.name / name / kind.file, other=name == "two")
            kind.release(source, root / kind.name / name / "out")
    return root


@pytest.fixture
def one(releases, monkeypatch):
    """The first release of texts, with its input beside it."""
    monkeypatch.chdir(releases / "text")
    return releases / "text" / "one"


def is_told(out: Path, given: int, source: Path) -> bool:
    """Tell whether `verify` with so much given says that a release is not as it was made."""
    check = Check(
        out=out if given >= KEEP else out / "publish",
        key=KEY if given >= WITH_KEY else None,
        sources=[source] if given >= WITH_INPUT else [],
    )
    try:
        return not check.run().holds
    except TextveilError:
        return True


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_a_hundred_of_each_kind(kind):
    assert len(LISTS[kind]) >= 100


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_corrupted_holds(kind, releases, monkeypatch):
    monkeypatch.chdir(releases / kind)
    for name in ("one", "two"):
        place = releases / kind / name
        for given in range(WITH_INPUT + 1):
            assert not is_told(place / "out", given, place / KINDS[kind].file)


@pytest.mark.parametrize(("kind", "name"), ALL, ids=map(": ".join, ALL))
def test_a_corruption_is_told_by_the_least_that_it_needs_and_by_all_more(
    kind, name, releases, tmp_path, monkeypatch
):
    monkeypatch.chdir(releases / kind)
    _, least, change = LISTS[kind][name]
    out = Path(shutil.copytree(releases / kind / "one" / "out", tmp_path / "out"))
    change(out, releases / kind / "two" / "out")
    given = range(WITH_INPUT + 1)
    source = releases / kind / "one" / KINDS[kind].file
    assert [is_told(out, one, source) for one in given] == [one >= least for one in given]


@pytest.mark.parametrize("name", ["edits.jsonl", "figures.json", "changes.csv"])
def test_a_private_file_that_is_missing_is_named(name, one, tmp_path):
    out = Path(shutil.copytree(one / "out", tmp_path / "out"))
    (out / "keep" / name).unlink()
    [outcome] = Check(out=out, key=KEY).run().outcomes.values()
    [kept] = [verdict for verdict in outcome.verdicts if verdict.claim == "kept"]
    assert (kept.holds, kept.reason) == (False, f"not given: {name}")


def test_both_commands_say_the_same(one, tmp_path, capsys):
    out = Path(shutil.copytree(one / "out", tmp_path / "out"))
    LISTS["text"]["publish/texts/notes.jsonl: a byte in the middle"].change(out, out)
    said = []
    for call in (lambda given: run(["verify", *given]), main):
        assert call([str(out), "--input", str(one / "notes.jsonl")]) == 1
        said.append(capsys.readouterr())
    assert said[0] == said[1]
    assert "witness against integrity: texts/notes.jsonl" in said[0].err


MAKERS = ("detect", "transform", "models", "learn", "pipeline", "evaluate")
HEAVY = ("onnxruntime", "pycrfsuite", "numba", "pydivsufsort", "torch")
LOADED = """
import sys
from textveil.{module} import {call}
code = {call}({given!r})
print(code, *sorted(sys.modules), file=sys.stderr)
"""


def loaded(module: str, call: str, given: list[str]) -> set[str]:
    """Return what a new process has loaded after a command."""
    program = LOADED.format(module=module, call=call, given=given)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    code, *modules = done.stderr.splitlines()[-1].split()
    assert code == "0", done.stderr
    return set(modules)


def test_verify_loads_no_engine_and_no_model(one):
    given = [str(one / "out"), "--input", str(one / "notes.jsonl"), "--quiet"]
    found = loaded("cli.app", "run", ["verify", *given])
    assert found.isdisjoint(HEAVY)
    assert "textveil.models.bundle" not in found


def test_who_audits_the_checks_loads_nothing_that_makes_a_release(one):
    given = [str(one / "out"), "--input", str(one / "notes.jsonl"), "--quiet"]
    found = loaded("certify.__main__", "main", given)
    assert found.isdisjoint((*HEAVY, "typer", "rich", "jinja2", "yaml"))
    assert found.isdisjoint(f"textveil.{name}" for name in (*MAKERS, "cli"))
