"""Corrupted releases: every one of a list of 100 is told, and with how little is known."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.corruptions import KEEP, KEY, WITH_INPUT, WITH_KEY, corruptions

from textveil.certify.__main__ import main
from textveil.certify.checking import Check
from textveil.cli.app import run
from textveil.errors import TextveilError
from textveil.formats.sources import Source
from textveil.pipeline.policy import load_policy
from textveil.pipeline.release.run import Run, release

LIST = {one.name: one for one in corruptions()}
NOTES = (
    "Seen on 3 May 2021. Call 617-555-0142.",
    "Write to ana@example.org.",
    "Nothing to report.",
    "MRN 5510477, seen again on 9 May 2021; call 617-555-0199.",
)


def write(path: Path, notes) -> Path:
    rows = (json.dumps({"id": f"n{at}", "text": text}) + "\n" for at, text in enumerate(notes))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(rows), "utf-8")
    return path


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Two releases of one owner; the second has other texts."""
    root = tmp_path_factory.mktemp("corrupted")
    for name, notes in (("one", NOTES), ("two", NOTES[::-2])):
        source = Source.open(write(root / name / "notes.jsonl", notes))
        release(Run(source, root / name / "out", load_policy("patterns-only"), KEY))
    return root


def is_told(out: Path, given: int, releases: Path) -> bool:
    """Tell whether `verify` with so much given says that a release is not as it was made."""
    check = Check(
        out=out if given >= KEEP else out / "publish",
        key=KEY if given >= WITH_KEY else None,
        sources=[releases / "one" / "notes.jsonl"] if given >= WITH_INPUT else [],
    )
    try:
        return not check.run().holds
    except TextveilError:
        return True


def test_there_are_a_hundred():
    assert len(LIST) >= 100


def test_what_is_not_corrupted_holds(releases):
    for name in ("one", "two"):
        assert not is_told(releases / name / "out", WITH_KEY, releases)
    assert not is_told(releases / "one" / "out", WITH_INPUT, releases)


@pytest.mark.parametrize("name", LIST)
def test_a_corruption_is_told_by_the_least_that_it_needs_and_by_all_more(name, releases, tmp_path):
    _, least, change = LIST[name]
    out = Path(shutil.copytree(releases / "one" / "out", tmp_path / "out"))
    change(out, releases / "two" / "out")
    given = range(WITH_INPUT + 1)
    assert [is_told(out, one, releases) for one in given] == [one >= least for one in given]


@pytest.mark.parametrize("name", ["edits.jsonl", "figures.json", "changes.csv"])
def test_a_private_file_that_is_missing_is_named(name, releases, tmp_path):
    out = Path(shutil.copytree(releases / "one" / "out", tmp_path / "out"))
    (out / "keep" / name).unlink()
    [outcome] = Check(out=out, key=KEY).run().outcomes.values()
    [kept] = [verdict for verdict in outcome.verdicts if verdict.claim == "kept"]
    assert (kept.holds, kept.reason) == (False, f"not given: {name}")


def test_both_commands_say_the_same(releases, tmp_path, capsys):
    out = Path(shutil.copytree(releases / "one" / "out", tmp_path / "out"))
    LIST["texts: a byte in the middle"].change(out, releases / "two" / "out")
    said = []
    for call in (lambda given: run(["verify", *given]), main):
        assert call([str(out), "--input", str(releases / "one" / "notes.jsonl")]) == 1
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


def test_verify_loads_no_engine_and_no_model(releases):
    one = releases / "one"
    given = [str(one / "out"), "--input", str(one / "notes.jsonl"), "--quiet"]
    found = loaded("cli.app", "run", ["verify", *given])
    assert found.isdisjoint(HEAVY)
    assert "textveil.models.bundle" not in found


def test_who_audits_the_checks_loads_nothing_that_makes_a_release(releases):
    one = releases / "one"
    given = [str(one / "out"), "--input", str(one / "notes.jsonl"), "--quiet"]
    found = loaded("certify.__main__", "main", given)
    assert found.isdisjoint((*HEAVY, "typer", "rich", "jinja2", "yaml"))
    assert found.isdisjoint(f"textveil.{name}" for name in (*MAKERS, "cli"))
