"""What `docs/stability.md` promises by name is still there."""

import json
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "stable_names.py"))
PROMISED = json.loads(SCRIPT["STABLE"].read_text("utf-8"))
NOW = SCRIPT["collected"]()
missing = SCRIPT["missing"]


def test_nothing_that_is_promised_is_gone():
    gone = missing(PROMISED, NOW)
    assert not gone, f"docs/stability.md promises these, and says how one may go: {gone}"


def test_what_is_new_is_promised_from_now_on():
    new = missing(NOW, PROMISED)
    assert not new, f"run scripts/stable_names.py, which adds them to the promised ones: {new}"


def test_the_page_names_every_area_that_is_compared():
    page = (ROOT / "docs" / "stability.md").read_text("utf-8")
    assert [area for area in PROMISED if f"`{area}`" not in page] == []


@pytest.mark.parametrize("area", PROMISED)
def test_a_removal_is_told(area):
    names = dict(PROMISED[area])
    first = next(iter(names))
    del names[first]
    assert f"{area}: {first}" in missing(PROMISED, {**PROMISED, area: names})


def test_a_removed_option_and_a_parameter_at_another_place_are_told():
    then = {"commands": {"textveil scan": ["1 IN", "--json"]}}
    assert missing(then, {"commands": {"textveil scan": ["1 IN", "--json", "--new"]}}) == []
    now = {"commands": {"textveil scan": ["1 OTHER", "2 IN"]}}
    assert missing(then, now) == ["commands: textveil scan 1 IN", "commands: textveil scan --json"]
