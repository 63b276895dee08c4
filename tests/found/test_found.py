"""What the standing attacker found: every file here is tried again, and stays mended.

`make nightly` writes a file for each find. Mend the mechanism, and keep the file.
"""

import json
from pathlib import Path

import pytest
from benchmarks.attacker.__main__ import added, keep
from benchmarks.attacker.kinds import KINDS, attack, tried, tried_again

FILES = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_was_found_stays_mended(path):
    find = json.loads(path.read_text("utf-8"))
    assert not tried_again(find)


@pytest.mark.parametrize("name", [name for name in KINDS if name not in ("hostile", "mutants")])
def test_the_same_seed_makes_the_same_trials(name):
    once, again = attack(name).some("a seed"), attack(name).some("a seed")
    assert once == again
    assert once.trials
    assert not once.found


def test_a_find_is_written_once_and_can_be_tried_again(tmp_path):
    find = {"points": [0xD800, 74], "why": "invented"}
    assert keep("views", find, tmp_path) == keep("views", find, tmp_path)
    [path] = tmp_path.iterdir()
    assert attack("views").again(json.loads(path.read_text("utf-8"))) == ""


def test_an_error_that_no_kind_expects_is_a_find(monkeypatch):
    def fail(seed):
        raise KeyError(seed)

    monkeypatch.setattr(attack("models"), "some", fail)
    [find] = tried("models", "a seed").found
    assert tried_again({"attack": "models", **find}) == "not expected: KeyError"
    monkeypatch.undo()
    assert tried_again({"attack": "models", **find}) == ""


def test_a_view_that_is_wrong_is_told(monkeypatch):
    import benchmarks.attacker.any_text as any_text

    monkeypatch.setattr(any_text, "clear_view", lambda text: any_text.fold(text[:-1]))
    assert "differ" in attack("views").again({"points": [74, 111]})


def test_a_release_that_nobody_changed_is_a_find():
    releases = attack("releases")
    releases._listed["text"]["none"] = releases._listed["text"]["cut"] = type(
        "Nothing", (), {"change": staticmethod(lambda out, other: None)}
    )
    assert releases.again({"release": "text", "change": "none"}) == "nobody is told"
    del releases._listed["text"]["none"], releases._listed["text"]["cut"]


def test_a_kill_after_which_other_bytes_are_made_is_told(monkeypatch):
    kills = attack("kills")
    _, steps = kills._unbroken("text")
    monkeypatch.setitem(kills._whole, "text", ({}, steps))
    assert "other bytes" in kills.again({"run": "text", "steps": [1]})


def test_calls_tell_a_square(monkeypatch):
    hostile = attack("hostile")
    find = {"way": "scan", "shape": "repeated", "parts": ["a "], "seed": 0}
    monkeypatch.setattr(hostile._trials, "seconds", lambda way, text: square(len(text) // 100))
    assert "times the calls" in hostile.again(find)
    monkeypatch.setattr(hostile._trials, "seconds", lambda way, text: list(map(abs, range(99))))
    assert hostile.again(find) == ""


def square(size):
    for _ in range(size):
        for _ in range(size):
            abs(1)


def test_trials_of_several_runs_add_up(tmp_path):
    from collections import Counter

    once = {"views": Counter(trials=3, ms=5, found=0)}
    added(once, tmp_path / "tally.json")
    assert added(once, tmp_path / "tally.json")["views"] == {"trials": 6, "ms": 10}
