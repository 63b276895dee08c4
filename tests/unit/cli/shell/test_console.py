"""What is told while a verb works: words that a user knows, and never a stage's own name."""

import ast
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console

import textveil.cli.shell.console as told
from textveil.__main__ import main
from textveil.cli.app import run
from textveil.cli.shell.console import (
    harmless,
    say,
    say_marked,
    show,
    show_table,
    tracked,
)
from textveil.formats.display.stage_words import words_for
from textveil.pipeline.release.engine import Pass
from textveil.policy.registry import ComponentKind, catalogue, load

SOURCE = Path(told.__file__).parents[2]


def stages_in(path):
    """Yield the stages that a module names where it tracks something."""
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)) if "track" in text else ():
        if isinstance(node, ast.Call) and re.search(r"\btrack(ed)?$", ast.unparse(node.func)):
            named = [one for one in node.args if isinstance(one, ast.Constant)]
            yield from (one.value for one in named if isinstance(one.value, str))


NAMED = {stage for path in SOURCE.rglob("*.py") for stage in stages_in(path)}
CLAIMS = {load(ComponentKind.VERIFIER, name).claim for name in catalogue(ComponentKind.VERIFIER)}


def test_stages_are_found_in_the_source():
    assert {"scan", "read", "restore", "fit", "verify reversible"} <= NAMED


@pytest.mark.parametrize("stage", sorted({*NAMED, *Pass, *(f"verify {one}" for one in CLAIMS)}))
def test_every_stage_has_words(stage):
    assert words_for(stage) != stage
    assert not words_for(stage).startswith("checking " + stage.removeprefix("verify "))
    assert len(words_for(stage)) < 60


def test_a_claim_of_a_plug_in_keeps_its_name():
    assert words_for("verify politeness") == "checking politeness"


def test_a_bar_shows_the_words(monkeypatch, tmp_path):
    with (tmp_path / "shown").open("w+", encoding="utf-8") as file:
        monkeypatch.setattr(told, "notes", Console(file=file, force_terminal=True, width=120))
        with tracked() as track:
            assert list(track([1, 2], "link", 2)) == [1, 2]
        file.seek(0)
        assert "linking who is who" in file.read()


def test_a_second_pass_says_so(monkeypatch, tmp_path):
    with (tmp_path / "shown").open("w+", encoding="utf-8") as file:
        monkeypatch.setattr(told, "notes", Console(file=file, force_terminal=True, width=120))
        with tracked() as track:
            for _ in range(2):
                assert list(track([1, 2], "verify residue", 2)) == [1, 2]
        file.seek(0)
        shown = file.read()
    assert "no removed value is left, pass 2" in shown
    assert "pass 1" not in shown


@pytest.mark.parametrize("room", [60, 80])
def test_a_table_fits_on_a_terminal_and_no_word_of_it_is_cut(room, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(room))
    head = ["claim", "checked", "publisher is left with", "why"]
    why = "the certificate says that it holds; the input was not given " * 2
    rows = [["metadata", "1,200", "$12.00", why], ["a-name-that-is-long", "3", "$0.00", ""]]
    show_table(head, rows)
    plain = capsys.readouterr().out
    assert len(plain.splitlines()) == 3
    monkeypatch.setattr(told.sys.stdout, "isatty", lambda: True)
    show_table(head, rows)
    narrow = capsys.readouterr().out
    assert max(map(len, narrow.splitlines())) <= room
    assert sorted(narrow.split()) == sorted(plain.split())
    show_table(head[:2], [row[:2] for row in rows])
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_data_that_goes_into_a_file_is_not_shown_above_the_bar(monkeypatch, tmp_path, capsys):
    with (tmp_path / "shown").open("w+", encoding="utf-8") as file:
        monkeypatch.setattr(told, "notes", Console(file=file, force_terminal=True, width=120))
        with tracked() as track:
            for item in track(["a row"], "scan", 1):
                sys.stdout.write(f"{item}\n")
        file.seek(0)
        assert "a row" not in file.read()
    assert capsys.readouterr().out == "a row\n"


def test_a_name_with_colons_is_shown_as_it_is(capfd):
    say("there is no such file: notes:x:.txt")
    assert capfd.readouterr().err == "there is no such file: notes:x:.txt\n"


def test_a_stop_while_the_command_line_is_loaded_is_no_traceback(monkeypatch, capsys):
    def interrupted(_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("textveil.cli.app.run", interrupted)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 130
    assert capsys.readouterr().err == "stopped; nothing was written\n"


STEERING = ["\x1b", "\x9b", "\r", "\x7f", "\x00", "\u202e", "\u2066", "\u200f", "\u2028"]


@pytest.mark.parametrize("sign", STEERING)
def test_nothing_that_others_wrote_steers_the_terminal(sign, capsys, monkeypatch):
    monkeypatch.setattr(told, "notes", Console(stderr=True, highlight=False, soft_wrap=True))
    given = f"notes{sign}[31m.txt"
    say(f"error: {given}: there is no such file")
    show(given)
    show_table(["leak", "n"], [[given, "1"], ["a\nb\tc", "2"]])
    say_marked(given, [(0, 5)], "red")
    shown = capsys.readouterr()
    assert sign not in shown.out + shown.err
    escape = sign.encode("unicode_escape").decode()
    assert f"notes{escape}[31m.txt: there is no such file" in shown.err
    assert shown.out.count(f"notes{escape}[31m.txt") == 2
    assert "a\\nb\\tc" in shown.out


def test_names_in_every_script_stay_as_they_are():
    text = "Zoë Ñandú, \u05d9\u05d5\u05e1\u05e3, \u0645\u062d\u0645\u062f, \u0928\u200d, 李\n\tnext"
    assert harmless(text) == text


def test_names_of_files_are_told_without_their_control_characters(tmp_path, capsys):
    assert run(["scan", str(tmp_path / "inj\x1b[31m\u202e.txt")]) == 4
    told_now = capsys.readouterr().err
    assert "inj\\x1b[31m\\u202e.txt" in told_now
    assert "\x1b" not in told_now
