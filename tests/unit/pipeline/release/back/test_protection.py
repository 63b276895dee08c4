"""Protect and restore: the input comes back, or nothing is written and the message says why."""

import json
import sqlite3

import pytest

from textveil.errors import (
    ChangedReleaseError,
    OutputError,
    RefutedError,
    UsageError,
    WrongKeyError,
)
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.back.protection import protect
from textveil.pipeline.release.back.restoration import Restoration, restore
from textveil.pipeline.release.run import Run
from textveil.policy.policy import parse_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

KEY, OTHER = Secret(b"0123456789abcdef"), Secret(b"fedcba9876543210")
POLICY = """
name: test
detect: [textveil.patterns.v1]
transform:
  default: {default}
  labels: {labels}
columns: {{'*': {metadata}}}
"""
TEXTS = {
    "a": "Call 617-555-0134 or ana@example.org.\r\nAgain: Ana@Example.org\r",
    "b": "see [NAME:tv1.abc], [PHONE:tv1. and 617-555-0134",
    "sub/c": "\u202e nothing \U0001f600 here e\u0301",
    "d": "",
}


def policy(default="textveil.mask.v1", labels="{}", metadata="keep"):
    return parse_policy(POLICY.format(default=default, labels=labels, metadata=metadata))


MASK, ENCRYPT = policy(), policy("textveil.encrypt.v1")
MIXED = policy(labels="{EMAIL: textveil.encrypt.v1, PHONE: textveil.redact.v1}")


@pytest.fixture
def notes(tmp_path):
    for name, text in TEXTS.items():
        file = tmp_path / "notes" / f"{name}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return tmp_path / "notes"


@pytest.fixture
def vault(tmp_path):
    with SqliteVault(tmp_path / "v", KEY, create=True) as made:
        yield made


def contents(folder):
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


def there(source, target, chosen, vault=None, **options):
    return protect(Run(Source.open(source, **options), target, chosen, KEY, vault=vault))


def back(source, target, key=KEY, vault=None, **options):
    return restore(Restoration(Source.open(source, **options), target, key, vault))


@pytest.mark.parametrize("chosen", [MASK, ENCRYPT, MIXED], ids=["mask", "encrypt", "mixed"])
def test_a_folder_comes_back_from_the_vault(notes, tmp_path, vault, chosen):
    done = there(notes, tmp_path / "safe", chosen, vault)
    assert done.reversible.holds
    assert done.reversible.checked == 4
    assert b"617-555-0134" not in b"".join(contents(tmp_path / "safe").values())
    assert sorted(contents(tmp_path / "safe")) == sorted(contents(notes))
    back(tmp_path / "safe", tmp_path / "back", None, vault)
    assert contents(tmp_path / "back") == contents(notes)


def test_look_alikes_are_left_to_the_transformer_that_they_could_mislead(notes, tmp_path, vault):
    mixed = policy("{use: textveil.mask.v1, style: tag}", "{EMAIL: textveil.encrypt.v1}")
    there(notes, tmp_path / "safe", mixed, vault)
    text = (tmp_path / "safe" / "b.txt").read_text()
    assert text.startswith("see [TOKEN:tv1.")
    assert text.endswith("]PHONE:tv1. and [PHONE]")


def test_tokens_need_no_vault(notes, tmp_path):
    there(notes, tmp_path / "safe", ENCRYPT)
    done = back(tmp_path / "safe", tmp_path / "back")
    assert contents(tmp_path / "back") == contents(notes)
    assert (done.documents, done.passages) == (4, 6)


def test_nothing_is_left_beside_the_output(notes, tmp_path):
    there(notes, tmp_path / "safe", ENCRYPT)
    back(tmp_path / "safe", tmp_path / "back")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["back", "notes", "safe"]


def test_a_single_file_may_take_another_name(tmp_path, vault):
    note = tmp_path / "note.txt"
    note.write_bytes(TEXTS["a"].encode())
    there(note, tmp_path / "safe.txt", MASK, vault)
    back(tmp_path / "safe.txt", tmp_path / "back.txt", None, vault)
    assert (tmp_path / "back.txt").read_bytes() == note.read_bytes()


@pytest.mark.parametrize("metadata", ["keep", "drop"])
def test_what_the_release_leaves_behind_comes_back(tmp_path, vault, metadata):
    text = "Call 617-555-0134."
    documents = [
        Document("a", text, "p1", Metadata({"ward": "B2"}), Spans([Span(5, 17, "PHONE", 0.5)])),
        Document("b", text, None, Metadata({"ward": "B3"})),
        Document("c", text, spans=Spans()),
    ]
    JsonLines().write(documents, tmp_path / "in.jsonl")
    there(tmp_path / "in.jsonl", tmp_path / "safe.jsonl", policy(metadata=metadata), vault)
    assert ("B2" in (tmp_path / "safe.jsonl").read_text()) is (metadata == "keep")
    back(tmp_path / "safe.jsonl", tmp_path / "back.jsonl", None, vault)
    assert list(JsonLines().read(tmp_path / "back.jsonl")) == documents
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "in.jsonl").read_bytes()


@pytest.mark.parametrize("metadata", ["keep", "drop"])
def test_a_table_comes_back(tmp_path, vault, metadata):
    table = tmp_path / "in.csv"
    table.write_text('id,text,ward\n1,"Call 617-555-0134, now",B2\n2,"a\nb",B3\n')
    chosen = policy(metadata=metadata).with_columns({"ward": metadata})
    there(table, tmp_path / "safe.csv", chosen, vault)
    back(tmp_path / "safe.csv", tmp_path / "back.csv", None, vault)
    assert (tmp_path / "back.csv").read_bytes() == table.read_bytes()


def test_lines_come_back(tmp_path, vault):
    chat = tmp_path / "chat.txt"
    chat.write_text("Call 617-555-0134\n\nCall 617-555-0135\n")
    there(chat, tmp_path / "safe.txt", MASK, vault, format_name="lines")
    assert (tmp_path / "safe.txt").read_text() == "Call [PHONE]\n\nCall [PHONE]\n"
    back(tmp_path / "safe.txt", tmp_path / "back.txt", None, vault, format_name="lines")
    assert (tmp_path / "back.txt").read_bytes() == chat.read_bytes()


def test_packed_files_come_back(tmp_path, vault):
    JsonLines().write([Document("a", TEXTS["a"])], tmp_path / "in.jsonl.gz")
    there(tmp_path / "in.jsonl.gz", tmp_path / "safe.jsonl.gz", MASK, vault)
    back(tmp_path / "safe.jsonl.gz", tmp_path / "back.jsonl.gz", None, vault)
    assert (tmp_path / "back.jsonl.gz").read_bytes() == (tmp_path / "in.jsonl.gz").read_bytes()


def test_a_policy_without_a_way_back_needs_a_vault(notes, tmp_path):
    with pytest.raises(UsageError, match="cannot restore PHONE, labels that it does not name"):
        there(notes, tmp_path / "safe", MIXED)
    assert not (tmp_path / "safe").exists()


def test_a_changed_document_is_refused_by_its_id(notes, tmp_path, vault):
    there(notes, tmp_path / "safe", MASK, vault)
    file = tmp_path / "safe" / "a.txt"
    file.write_text(file.read_text() + "!")
    with pytest.raises(ChangedReleaseError, match="not the one that was protected") as caught:
        back(tmp_path / "safe", tmp_path / "back", None, vault)
    assert caught.value.where == "document a"
    assert not (tmp_path / "back").exists()


def test_a_document_that_is_not_in_the_vault_is_refused(notes, tmp_path, vault):
    there(notes, tmp_path / "safe", MASK, vault)
    (tmp_path / "safe" / "new.txt").write_text("new")
    with pytest.raises(
        ChangedReleaseError, match="the vault knows nothing of 1 of 5 documents"
    ) as e:
        back(tmp_path / "safe", tmp_path / "back", None, vault)
    assert e.value.what.endswith(": new")
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "new.txt").write_text("new")
    with pytest.raises(ChangedReleaseError, match="knows none of these documents"):
        back(tmp_path / "others", tmp_path / "back", None, vault)
    assert not (tmp_path / "back").exists()


def test_a_changed_token_is_refused_by_document_and_offsets(notes, tmp_path):
    there(notes, tmp_path / "safe", ENCRYPT)
    file = tmp_path / "safe" / "a.txt"
    text = file.read_text()
    file.write_text(text[:40] + ("a" if text[40] != "a" else "b") + text[41:])
    with pytest.raises(ChangedReleaseError) as caught:
        back(tmp_path / "safe", tmp_path / "back")
    assert caught.value.where.startswith("document a [5, ")
    assert not (tmp_path / "back").exists()


def test_another_key(notes, tmp_path):
    there(notes, tmp_path / "safe", ENCRYPT)
    with pytest.raises(WrongKeyError) as caught:
        back(tmp_path / "safe", tmp_path / "back", OTHER)
    assert caught.value.where.startswith("document a [5, ")
    with pytest.raises(UsageError, match="a key is required"):
        back(tmp_path / "safe", tmp_path / "back", None)


def test_after_a_rotation_the_new_key_gives_the_input_back(notes, tmp_path, vault):
    there(notes, tmp_path / "safe", ENCRYPT, vault)
    vault.rotate(OTHER)
    with SqliteVault(tmp_path / "v", OTHER) as rotated:
        back(tmp_path / "safe", tmp_path / "back", None, rotated)
    assert contents(tmp_path / "back") == contents(notes)


def test_one_vault_serves_two_releases_of_the_same_documents(notes, tmp_path, vault):
    there(notes, tmp_path / "one", MASK, vault)
    there(notes, tmp_path / "two", policy("{use: textveil.mask.v1, style: blank}"), vault)
    for name in ("one", "two"):
        back(tmp_path / name, tmp_path / f"back-{name}", None, vault)
        assert contents(tmp_path / f"back-{name}") == contents(notes)


def test_a_vault_that_forgets_is_found_out_before_anything_is_written(notes, tmp_path):
    class Forgetful(SqliteVault):
        def seal(self, document_id, digest, payload):
            if document_id != "b":
                super().seal(document_id, digest, payload)

    with (
        Forgetful(tmp_path / "v", KEY, create=True) as vault,
        pytest.raises(RefutedError, match="nothing was written") as caught,
    ):
        there(notes, tmp_path / "safe", MASK, vault)
    assert caught.value.where == "document b"
    assert not (tmp_path / "safe").exists()


def test_the_vault_holds_no_text(notes, tmp_path, vault):
    there(notes, tmp_path / "safe", MASK, vault)
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("v*"))
    for value in (b"617-555-0134", b"ana@example.org", b"nothing", b"[PHONE]"):
        assert value not in stored
    with sqlite3.connect(tmp_path / "v") as raw:
        assert raw.execute("SELECT count(*) FROM way_back").fetchone() == (4,)
    raw.close()


@pytest.mark.parametrize("target", ["notes/inside", "taken", "full"])
def test_targets_that_are_refused(notes, tmp_path, target):
    (tmp_path / "taken").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("mine")
    before = contents(tmp_path)
    with pytest.raises((UsageError, OutputError)):
        there(notes, tmp_path / target, ENCRYPT)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("target", ["in.jsonl", "out.txt", "out.jsonl.gz", "out"])
def test_a_target_that_would_be_read_in_another_way_is_refused(tmp_path, target):
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "a", "text": "x"}) + "\n")
    with pytest.raises(UsageError):
        there(tmp_path / "in.jsonl", tmp_path / target, ENCRYPT)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_an_output_folder_that_does_not_exist(notes, tmp_path):
    with pytest.raises(OutputError, match="does not exist"):
        there(notes, tmp_path / "no" / "safe", ENCRYPT)
