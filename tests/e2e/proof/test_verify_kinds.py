"""What `verify` can say of each kind of release, by what it is given, row by row."""

import json
import shutil
from functools import partial
from itertools import takewhile
from pathlib import Path

import pytest
from tests.e2e.proof.corruptions import edited, told_otherwise
from tests.e2e.proof.kinds import KEY, KINDS, write_lists

from textveil.certify.check_command import Check
from textveil.certify.signatures.signing_pair import SigningKey
from textveil.errors import TextveilError

SIGNING = SigningKey.new()
GIVEN = ("publish", "keep", "input", "key", "signer", "beside", "all")
"""What is given: the columns of the table on the page of the certificate."""
PAGE = Path(__file__).parents[3] / "docs" / "methods" / "certificate.md"
SHOWN = {"not checkable": "–"}


def told_on_the_page(kind: str) -> dict[str, list[str]]:
    """Return the rows of a kind: what the page says of each claim."""
    lines = PAGE.read_text("utf-8").splitlines()
    begin = lines.index(f"| release | claim | {' | '.join(GIVEN)} |")
    rows = takewhile(lambda line: line.startswith("| "), lines[begin + 2 :])
    cells = [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in rows]
    return {claim: said for of, claim, *said in cells if of in ("all", kind)}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A signed release of each kind, and a single result with its certificate."""
    root = tmp_path_factory.mktemp("kinds")
    for kind in KINDS.values():
        folder = root / kind.name
        folder.mkdir()
        write_lists(folder)
        source = kind.write(folder / "in" / kind.file)
        kind.release(source, folder / "out", sign=SIGNING)
        beside = folder / "single" / "certificate.json"
        beside.parent.mkdir()
        result = beside.with_name(kind.file)
        kind.release(source, result, single=True, certificate=beside, sign=SIGNING)
    return root


def check(folder: Path, kind: str, given: str):
    """Return what `verify` finds with so much given, in the folder of the lists."""
    source = folder / "in" / KINDS[kind].file
    everything = {"key": KEY, "sources": [source], "signer": SIGNING.public}
    alone = folder / "single-alone" / "certificate.json"
    asked = {
        "publish": {},
        "keep": {"out": folder / "out"},
        "input": {"sources": [source]},
        "key": {"key": KEY},
        "signer": {"signer": SIGNING.public},
        "beside": {"out": alone},
        "all": {"out": folder / "out", **everything},
        "all beside": {"out": folder / "single" / "certificate.json", **everything},
    }[given]
    if given == "beside" and not alone.exists():
        shutil.copytree(folder / "single", alone.parent)
        shutil.rmtree(alone.with_name("certificate.json.keep"))
    return Check(**({"out": folder / "out" / "publish"} | asked)).run().outcomes[""]


@pytest.mark.parametrize("kind", KINDS)
def test_what_each_reader_can_check_stands_on_the_page(kind, made, monkeypatch):
    monkeypatch.chdir(made / kind)
    found: dict[str, list[str]] = {}
    for given in (*GIVEN, "all beside"):
        outcome = check(made / kind, kind, given)
        assert outcome.holds, (given, outcome.differences)
        for verdict in outcome.verdicts:
            shown = SHOWN.get(verdict.status, str(verdict.status))
            found.setdefault(verdict.claim, []).append(shown)
    told = told_on_the_page(kind)
    # Everything about a single result says what everything about a folder does.
    assert found == {claim: [*said, said[-1]] for claim, said in told.items()}


OTHERS = {
    "rare": {"k": 3, "guarantee": "output", "method": "longest-first", "unit": "char",
             "min_length": 2, "show": "e", "mark": "#", "claim": "not claimed", "listed": True},
    "sequences": {"method": "tmi", "k": 5, "tau": 5, "rho": -2.0, "separator": "%",
                  "format": "text", "unit": "token", "wildcard": "N", "strands": "one",
                  "nucleic": False, "decoys": 3, "quality": "drawn", "mapped": False,
                  "reference": True, "events": {"who": "a", "when": "b", "what": "c",
                                                "form": "", "kept": []}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, some in OTHERS.items() for name in some]
)
def test_a_setting_is_checked_or_named_as_stated(kind, name, made, tmp_path, monkeypatch):
    """Who has the key can seal other settings; `verify` refutes them or vouches for none."""
    monkeypatch.chdir(made / kind)
    folder = made / kind
    settings = json.loads((folder / "out/publish/certificate.json").read_text("utf-8"))["settings"]
    assert settings.keys() == OTHERS[kind].keys()
    out = Path(shutil.copytree(folder / "out", tmp_path / "out"))
    # A signature is another matter: its holder need not be who has the key.
    content = partial(without_signature, partial(told_otherwise, ("settings", name)))
    edited(partial(content, OTHERS[kind][name]), "sealed", out, out)
    source = folder / "in" / KINDS[kind].file
    try:
        outcome = Check(out=out, key=KEY, sources=[source]).run().outcomes[""]
    except TextveilError:
        return
    assert not outcome.holds or f"settings: {name}" in outcome.stated


def without_signature(change, value, content):
    change(value, content)
    del content["signer"], content["signature"]
