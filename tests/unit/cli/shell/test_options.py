"""Options: mistakes are told by the option that they are in."""

import os
import re

import pytest

from textveil.certify.given_keys import read_key
from textveil.cli.app import run
from textveil.cli.shell.choices import ListOptions
from textveil.cli.shell.inputs import Input
from textveil.cli.shell.options import check_recall, read_columns, tuned
from textveil.errors import UsageError
from textveil.policy.policy import load_policy


@pytest.mark.parametrize(
    ("recall", "hint"),
    [
        (95, "did you mean 0.95?"),
        (99.5, "did you mean 0.995?"),
        (1.5, "did you mean 0.015?"),
        (0, "for example 0.95"),
        (-0.5, "for example 0.95"),
        (100, "for example 0.95"),
    ],
)
def test_a_recall_is_a_share(recall, hint):
    with pytest.raises(UsageError, match="between 0 and 1") as caught:
        check_recall(recall)
    assert (caught.value.where, caught.value.hint) == ("--recall", hint)


def test_caution_reaches_the_model_of_a_policy():
    tag_only = load_policy("tag-only")
    hashes = {tuned(tag_only, caution=one).sha256 for one in ("low", "high", "0.95", 0.9)}
    assert len(hashes | {tag_only.sha256}) == 5
    with pytest.raises(UsageError, match="caution is low, normal or high") as caught:
        tuned(tag_only, caution="95")
    assert (caught.value.where, caught.value.hint) == ("--caution", "did you mean 0.95?")
    assert tuned(load_policy("tag-only")) == load_policy("tag-only")
    assert tuned(load_policy("patterns-only"), explain=True) == load_policy("patterns-only")
    with pytest.raises(UsageError, match="uses no trained model") as caught:
        tuned(load_policy("patterns-only"), caution=0.95)
    assert caught.value.where == "--caution"


def test_roles_of_columns():
    assert read_columns(["a=b=DATE", "n=text", "*=drop"]) == {
        "a=b": "DATE",
        "n": "text",
        "*": "drop",
    }
    assert read_columns(["a=X-MINE"]) == {"a": "X-MINE"}
    assert read_columns(None) == {}


@pytest.mark.parametrize(
    ("given", "what", "hint"),
    [
        (["a"], "--column takes a name and a role", "for example"),
        (["a=DATE", "a=keep"], "--column says two things of a", ""),
    ],
)
def test_roles_that_are_none(given, what, hint):
    with pytest.raises(UsageError) as caught:
        read_columns(given)
    assert caught.value.what == what
    assert caught.value.hint.startswith(hint)


def table(tmp_path, header):
    path = tmp_path / "rows.csv"
    path.write_text(f"{header}\n{','.join('x' for _ in header.split(','))}\n")
    return str(path)


@pytest.mark.parametrize(
    ("header", "columns", "given", "text"),
    [
        ("id,note", {"note": "text"}, None, "note"),
        ("id,note,text", {"note": "text"}, None, "text"),
        ("id,note,more", {"note": "text", "more": "text"}, "more", "more"),
        ("id,note,more", {"note": "text", "gone": "text"}, None, "note"),
        ("id,text", {}, None, "text"),
    ],
)
def test_the_column_that_is_text_holds_the_texts(tmp_path, header, columns, given, text):
    source = Input(text_column=given).open(table(tmp_path, header), columns)
    assert source.format.text_field == text
    assert [document.text for document in source] == ["x"]
    named = {"text_field": text} if given or text == "note" else {}
    # The delimiter is told once, so that a table with fewer columns is read as this one is.
    assert source.options == {"delimiter": ",", **named}


def test_two_texts_need_a_main_one(tmp_path):
    path = table(tmp_path, "id,note,more")
    with pytest.raises(UsageError, match="several columns hold text: more, note") as caught:
        Input().open(path, {"more": "text", "note": "text", "id": "keep"})
    assert "--text-column more" in caught.value.hint


def test_a_format_that_cannot_be_guessed_in_its_encoding(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_bytes('{"id": "a", "text": "caf\u00e9"}\n'.encode("latin-1"))
    for given in (Input(), Input(encoding=["latin-1"]), Input(encoding=["latin-1"], lines=False)):
        [document] = given.open(str(path))
        assert document.text == "caf\u00e9"
    path.write_bytes(
        '{"id": "a", "text": "\u0434\u0430 \u043d\u0435\u0442 \u0434\u0430"}\n'.encode("cp1251")
    )
    with pytest.raises(UsageError, match="cannot be guessed in this encoding") as caught:
        Input(encoding=["cp1251"]).open(str(path))
    assert "--format" in caught.value.hint


def test_a_key_that_is_none_is_told_by_its_file(tmp_path, monkeypatch):
    monkeypatch.delenv("TEXTVEIL_KEY", raising=False)
    assert read_key(None) is None
    for name, content in (("short", b"short\n"), ("gone", None)):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(UsageError) as caught:
            read_key(tmp_path / name)
        assert caught.value.where == str(tmp_path / name)
        assert "textveil key new" in caught.value.hint
    monkeypatch.setenv("TEXTVEIL_KEY", "short")
    with pytest.raises(UsageError) as caught:
        read_key(None)
    assert caught.value.where == "TEXTVEIL_KEY"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["a.txt"], "1 file without any content: a.txt\n"),
        (["a.txt", "b.txt"], "2 files without any content: a.txt, b.txt\n"),
        ([], ""),
    ],
)
def test_empty_files_are_told(tmp_path, capfd, names, told):
    (tmp_path / "full.txt").write_text("A note.")
    for name in names:
        (tmp_path / name).touch()
    Input().open(str(tmp_path))
    assert capfd.readouterr().err == told
    Input().open_all([str(tmp_path / name) for name in ("full.txt", *names)])
    assert capfd.readouterr().err == told


def test_files_that_are_left_out_are_named_by_every_command(tmp_path, capfd):
    for at in range(7):
        (tmp_path / f"{at}.csv").write_text("id,text\n1,x,too many\n")
    (tmp_path / "full.txt").write_text("A note.")
    run(["scan", str(tmp_path), "--skip-unreadable", "--policy", "patterns-only"])
    told = "0.csv, 1.csv, 2.csv, 3.csv, 4.csv and 2 more"
    assert f"7 files left out that textveil cannot read: {told}\n" in (capfd.readouterr().err)


def test_an_empty_file_of_annotations_marks_nothing(tmp_path, capfd):
    (tmp_path / "full.txt").write_text("A note.")
    (tmp_path / "full.ann").touch()
    Input().open(str(tmp_path))
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("arguments", [("scan",), ("attack",), ("policy", "check")])
@pytest.mark.parametrize("name", ["pipe", "pipe.yaml"])
def test_a_pipe_is_called_one(tmp_path, capfd, arguments, name):
    path = tmp_path / name
    os.mkfifo(path)
    assert run([*arguments, str(path)]) in (3, 4)
    assert re.search("this is a (folder, )?pipe or", capfd.readouterr().err)


def test_attack_takes_no_stdin(capfd):
    assert run(["attack", "-"]) == 2
    assert "give a file or folder, not stdin" in capfd.readouterr().err


def test_a_file_without_an_ending_is_told_so(tmp_path, capfd):
    (tmp_path / "note").write_text("A note.")
    assert run(["scan", str(tmp_path / "note")]) == 4
    assert "a name without an ending does not tell the format" in capfd.readouterr().err


def test_broken_json_is_told_in_good_english(tmp_path, capfd):
    (tmp_path / "notes.jsonl").write_text('{"id": "a\tb", "text": "c"}\n')
    assert run(["scan", str(tmp_path / "notes.jsonl")]) == 4
    assert "Invalid control character at column 10" in capfd.readouterr().err


def test_a_model_that_there_is_not_is_an_error_of_the_call(tmp_path):
    with pytest.raises(UsageError, match="there is no model neural-em") as caught:
        tuned(load_policy("tag-only"), model="neural-em")
    assert (caught.value.where, caught.value.hint) == ("--model", "did you mean neural-en?")
    assert tuned(load_policy("tag-only"), model=str(tmp_path)).uses("textveil.tagger.v1")


@pytest.mark.parametrize("option", ["deny", "pattern"])
def test_a_label_that_there_is_not_is_told_with_its_option(option):
    with pytest.raises(UsageError, match="there is no label Q7") as caught:
        _ = ListOptions(**{option: ["Q7=b"]}).lists
    assert caught.value.where == f"--{option}"
    assert f"--{option} X-Q7=" in caught.value.hint


def test_columns_may_have_the_names_of_presidio():
    assert load_policy("tag-only").with_columns({"who": "PERSON"}).columns == {"who": "NAME"}
