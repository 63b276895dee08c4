"""`textveil policy new`: it asks on a terminal, and nothing if something was said."""

import io
import sys

import pytest

from textveil.cli.app import run
from textveil.policy.policy import load_policy


class Typist(io.StringIO):
    """Somebody at a terminal."""

    def isatty(self):
        return True


def asked(monkeypatch, typed, *arguments):
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", Typist(typed))
        return run(["policy", "new", *map(str, arguments)])


def test_answers_at_a_terminal_become_a_policy(monkeypatch, tmp_path, capfd):
    path = tmp_path / "mine.yaml"
    typed = "logs\nmarks\nKEEP\n\nsomewhere\nstate\n\n\nnumber\n"
    assert asked(monkeypatch, typed, "-o", path) == 0
    made = load_policy(str(path))
    assert (made.name, made.ids, made.default.options["style"]) == ("mine", "number", "character")
    kept = {label: made.rewrites(label) for label in ("DATE", "AGE", "STATE", "CITY")}
    assert kept == {"DATE": False, "AGE": True, "STATE": False, "CITY": True}
    told = capfd.readouterr()
    assert told.out == ""
    assert "What happens to dates?" in told.err
    assert "please answer hide, state, keep" in told.err


def test_an_end_in_the_middle_writes_nothing(monkeypatch, tmp_path, capfd):
    assert asked(monkeypatch, "logs\n", "-o", tmp_path / "mine.yaml") == 2
    assert "the answers ended before the questions" in capfd.readouterr().err
    assert not list(tmp_path.iterdir())


def test_with_options_nothing_is_asked(monkeypatch, tmp_path, capfd):
    (tmp_path / "stays.csv").write_text('id,patient,note\n1,Ana Cruz,"She called us today."\n')
    arguments = ("--hide", "tags", "--rare", 4, "--table", tmp_path / "stays.csv", "--name", "w")
    assert asked(monkeypatch, "", *arguments, "-o", tmp_path / "made.yaml") == 0
    made = load_policy(str(tmp_path / "made.yaml"))
    assert (made.name, made.columns["patient"]) == ("w", "PATIENT")
    assert made.screen[0].options["k"] == 4
    assert "?" not in capfd.readouterr().err


def test_without_a_file_it_is_printed(monkeypatch, tmp_path, capfd):
    assert asked(monkeypatch, "", "--dates", "keep") == 0
    path = tmp_path / "printed.yaml"
    path.write_text(capfd.readouterr().out, "utf-8")
    assert not load_policy(str(path)).rewrites("DATE")


def test_without_a_terminal_and_options_it_says_what_to_do(monkeypatch, tmp_path, capfd):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run(["policy", "new", "-o", str(tmp_path / "mine.yaml")]) == 2
    assert "there is no terminal to ask on" in capfd.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_file_that_exists_is_replaced_only_if_asked(monkeypatch, tmp_path, force):
    path = tmp_path / "mine.yaml"
    path.write_text("mine", "utf-8")
    assert asked(monkeypatch, "", "--hide", "tags", "-o", path, *force) == (0 if force else 5)
    assert (path.read_text("utf-8") == "mine") == (not force)
