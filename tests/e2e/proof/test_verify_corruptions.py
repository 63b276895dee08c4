"""Corrupted releases of each kind: every one is told, and with how little is known."""

import shutil
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest
from tests.e2e.proof.corruptions import READERS, corruptions
from tests.e2e.proof.kinds import KEY, KINDS, write_lists

from textveil.certify.__main__ import main
from textveil.certify.check_command import Check
from textveil.certify.document.certificate import read_certificate
from textveil.certify.signatures.signing_pair import SigningKey
from textveil.cli.app import run
from textveil.errors import TextveilError

SIGNING = SigningKey.new()
PAGE = Path(__file__).parents[3] / "docs" / "guides" / "verify-a-release.md"
LISTS = {kind: {one.name: one for one in corruptions(kind)} for kind in KINDS}
ALL = [(kind, name) for kind, some in LISTS.items() for name in some]


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Two signed releases of each kind by one owner; the second has other texts."""
    root = tmp_path_factory.mktemp("corrupted")
    for kind in KINDS.values():
        (root / kind.name).mkdir()
        write_lists(root / kind.name)
        for name in ("one", "two"):
            source = kind.write(root / kind.name / name / kind.file, other=name == "two")
            kind.release(source, root / kind.name / name / "out", sign=SIGNING)
    return root


@pytest.fixture
def one(releases, monkeypatch):
    """The first release of texts, with its input beside it."""
    monkeypatch.chdir(releases / "text")
    return releases / "text" / "one"


def told_on_the_page() -> list[tuple[bool, ...]]:
    """Return the rows of the guide's table: which readers are told."""
    lines = PAGE.read_text("utf-8").splitlines()
    begin = lines.index(f"| what was changed | {' | '.join(READERS)} |")
    rows = takewhile(lambda line: line.startswith("| "), lines[begin + 2 :])
    return [tuple(cell.strip() == "told" for cell in row.split("|")[2:-1]) for row in rows]


def told(out: Path, source: Path, release: str) -> tuple[bool, ...]:
    """Return which readers `verify` tells that a release is not as it was made."""
    given = (
        *({}, {"release": release}, {"signer": SIGNING.public}, {"key": KEY}),
        *({"out": out}, {"out": out, "key": KEY}, {"out": out, "key": KEY, "sources": [source]}),
    )
    return tuple(is_told(**{"out": out / "publish", **one}) for one in given)


def is_told(**given) -> bool:
    try:
        return not Check(**given).run().holds
    except TextveilError:
        return True


def test_the_guide_has_a_row_for_each_way_of_telling_and_no_other():
    rows = told_on_the_page()
    assert len(rows) == len(set(rows))
    assert set(rows) == {one.shown for some in LISTS.values() for one in some.values()}


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_a_hundred_of_each_kind(kind):
    assert len(LISTS[kind]) >= 100


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_corrupted_holds(kind, releases, monkeypatch):
    monkeypatch.chdir(releases / kind)
    for name in ("one", "two"):
        place = releases / kind / name
        release = read_certificate(place / "out")["id"]
        assert not any(told(place / "out", place / KINDS[kind].file, release))


@pytest.mark.parametrize(("kind", "name"), ALL, ids=map(": ".join, ALL))
def test_a_corruption_is_told_to_the_readers_of_its_row_and_to_no_others(
    kind, name, releases, tmp_path, monkeypatch
):
    monkeypatch.chdir(releases / kind)
    made, corruption = releases / kind / "one" / "out", LISTS[kind][name]
    out = Path(shutil.copytree(made, tmp_path / "out"))
    corruption.change(out, releases / kind / "two" / "out")
    source = releases / kind / "one" / KINDS[kind].file
    found = told(out, source, read_certificate(made)["id"])
    assert dict(zip(READERS, found, strict=True)) == dict(
        zip(READERS, corruption.shown, strict=True)
    )


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
    assert found.isdisjoint((*HEAVY, "typer", "rich", "yaml"))
    assert found.isdisjoint(f"textveil.{name}" for name in (*MAKERS, "cli"))
