"""`protect`, `restore` and `vault` as a user meets them: outputs, exit codes, messages."""

import json
import stat

import pytest
from tests.e2e.textveil_cli import textveil

TEXT = "Write to zanzibarquartz@example.org or call (617) 555-0134.\r\n"
PASSWORD = {"TEXTVEIL_PASSWORD": "correct horse battery"}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("TEXTVEIL_PASSWORD", raising=False)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_bytes(TEXT.encode())
    (tmp_path / "notes" / "b.txt").write_bytes(b"[NAME:tv1.x] nothing")
    (tmp_path / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    (tmp_path / "other").write_text("another key of more than sixteen bytes, 4Rb8nWz5Hd\n")
    (tmp_path / "short").write_text("short\n")
    (tmp_path / "encrypt.yaml").write_text(
        "name: encrypt\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.encrypt.v1}\n"
    )
    return tmp_path


def run(folder, *arguments, code=0, **environment):
    done = textveil(*arguments, cwd=folder, **environment)
    assert done.returncode == code, done.stderr
    assert "zanzibarquartz" not in done.stderr + done.stdout
    return done


def same(folder, name):
    return all(
        (folder / name / file.name).read_bytes() == file.read_bytes()
        for file in (folder / "notes").iterdir()
    )


def test_there_and_back_with_a_vault(folder):
    done = run(folder, "protect", "notes", "-o", "safe", "--vault", "v", "--key", "key")
    assert "2 documents · 2 passages replaced" in done.stderr
    assert "reversible holds (2 checked)" in done.stderr
    assert (folder / "safe" / "a.txt").read_bytes() == b"Write to [EMAIL] or call [PHONE].\r\n"
    assert stat.S_IMODE((folder / "v").stat().st_mode) == 0o600
    done = run(folder, "restore", "safe", "-o", "back", "--vault", "v", "--key", "key")
    assert "2 documents · 2 passages restored: back" in done.stderr
    assert same(folder, "back")


def test_there_and_back_by_tokens(folder):
    run(folder, "protect", "notes", "-o", "safe", "-p", "encrypt.yaml", "--key", "key")
    done = run(folder, "restore", "safe", "-o", "back", "--key", "key", "--json")
    assert json.loads(done.stdout) == {"documents": 2, "passages": 3, "without_a_token": 0}
    assert same(folder, "back")


def test_a_password(folder):
    run(folder, "protect", "notes", "-o", "safe", "--vault", "v", **PASSWORD)
    run(folder, "restore", "safe", "-o", "back", "--vault", "v", "--password", **PASSWORD)
    assert same(folder, "back")
    wrong = {"TEXTVEIL_PASSWORD": "incorrect horse"}
    done = run(folder, "restore", "safe", "-o", "x", "--vault", "v", "--password", code=7, **wrong)
    assert "not the key of the vault; the vault itself is whole" in done.stderr


def test_json(folder):
    done = run(folder, "protect", "notes", "-o", "s", "--vault", "v", "--key", "key", "--json")
    shown = json.loads(done.stdout)
    assert shown["counts"]["documents"] == 2
    assert [verdict["claim"] for verdict in shown["verdicts"]][-1] == "reversible"


def test_wrong_key_damage_and_change_are_told_apart(folder):
    run(folder, "protect", "notes", "-o", "safe", "--vault", "v", "--key", "key")
    done = run(folder, "restore", "safe", "-o", "x", "--vault", "v", "--key", "other", code=7)
    assert "not the key of the vault" in done.stderr
    whole = (folder / "v").read_bytes()
    (folder / "v").write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    done = run(folder, "restore", "safe", "-o", "x", "--vault", "v", "--key", "key", code=7)
    assert "damaged" in done.stderr
    (folder / "v").write_bytes(whole)
    (folder / "safe" / "a.txt").write_text("changed")
    done = run(folder, "restore", "safe", "-o", "x", "--vault", "v", "--key", "key", code=4)
    assert "document a: the text is not the one that was protected" in done.stderr
    assert not (folder / "x").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--vault", "v"], "the vault needs a key"),
        (["-p", "encrypt.yaml"], "encryption needs a key|a key is required"),
        (["--key", "key"], "cannot restore"),
        (["--vault", "v", "--key", "short"], "at least 16 bytes"),
        (["--vault", "v", "--key", "nowhere"], "the key cannot be read"),
        (["--vault", "v", "--key", "key", "--password"], "contradict each other"),
        (["--vault", "v", "--password"], "no terminal"),
        (["--vault", "key", "--key", "key"], "replace an input"),
    ],
)
def test_what_is_missing_is_named(folder, arguments, said):
    done = run(folder, "protect", "notes", "-o", "safe", *arguments, code=2)
    assert any(words in done.stderr for words in said.split("|"))
    assert not (folder / "safe").exists()


def test_a_password_without_a_vault(folder):
    done = run(folder, "protect", "notes", "-o", "s", "-p", "encrypt.yaml", code=2, **PASSWORD)
    assert "a password needs a vault" in done.stderr


def test_what_was_never_protected_is_not_restored(folder):
    run(folder, "protect", "notes", "-o", "safe", "--vault", "v", "--key", "key")
    (folder / "safe" / "b.txt").unlink()
    done = run(folder, "restore", "safe", "-o", "back", "--key", "key", code=4)
    assert "no text holds a token, so there is nothing to restore" in done.stderr
    assert "give --vault FILE" in done.stderr
    done = run(folder, "restore", "notes", "-o", "back", "--vault", "v", "--key", "key", code=4)
    assert not (folder / "back").exists()


def test_documents_without_a_token_are_named(folder):
    run(folder, "protect", "notes", "-o", "safe", "-p", "encrypt.yaml", "--key", "key")
    (folder / "safe" / "more.txt").write_text("Nothing here.")
    done = run(folder, "restore", "safe", "-o", "back", "--key", "key")
    assert "1 document held no token and stayed as given: more" in done.stderr
    assert (folder / "back" / "more.txt").read_text() == "Nothing here."


def test_a_vault_is_checked_and_gets_another_key(folder):
    run(folder, "protect", "notes", "-o", "safe", "--vault", "v", "--key", "key")
    assert "v is whole: 2 documents" in run(folder, "vault", "check", "v", "--key", "key").stderr
    run(folder, "vault", "rotate", "v", "--key", "key", "--new-key", "other")
    run(folder, "vault", "check", "v", "--key", "key", code=7)
    run(folder, "restore", "safe", "-o", "back", "--vault", "v", "--key", "other")
    assert same(folder, "back")
    new = {"TEXTVEIL_NEW_PASSWORD": "correct horse battery"}
    run(folder, "vault", "rotate", "v", "--key", "other", "--new-password", **new)
    done = run(folder, "vault", "check", "v", "--json", **PASSWORD)
    assert json.loads(done.stdout) == {"mapping": 0, "way_back": 2, "record": 0, "surrogates": 0}
    run(folder, "vault", "rotate", "v", code=2)


def test_a_key_is_made_checked_and_never_replaced(folder):
    done = run(folder, "key", "new", "-o", "fresh")
    made = (folder / "fresh").read_text().strip()
    assert made not in done.stderr
    [shown] = [line for line in done.stderr.splitlines() if "fingerprint" in line]
    done = run(folder, "key", "check", "fresh")
    assert "fresh is a secret key, and is fit for use" in done.stderr
    assert shown.rpartition(" is ")[2] in done.stderr
    assert made not in done.stderr
    run(folder, "key", "new", "-o", "fresh", code=5)
    assert (folder / "fresh").read_text().strip() == made
    (folder / "fresh").chmod(0o644)
    done = run(folder, "key", "check", "fresh", "--json", code=1)
    assert json.loads(done.stdout)["usable"] is False
    assert "at least 16 bytes" in run(folder, "key", "check", "short", code=2).stderr


def test_a_vault_of_another_version(folder):
    run(folder, "protect", "notes", "-o", "safe", "--vault", "v", "--key", "key")
    data = bytearray((folder / "v").read_bytes())
    data[60:64] = (9).to_bytes(4, "big")  # the user version of a SQLite file
    (folder / "v").write_bytes(data)
    done = run(folder, "protect", "notes", "-o", "x", "--vault", "v", "--key", "key", code=7)
    assert "the vault has format 9" in done.stderr
    assert not (folder / "x").exists()


def test_a_file_that_exists_is_not_replaced_unless_asked(tmp_path):
    (tmp_path / "in.txt").write_text("Call (617) 555-0134.\n", "utf-8")
    (tmp_path / "safe.txt").write_text("something else\n", "utf-8")
    (tmp_path / "key").write_text("k7Qx2mVt9Lk4Rb8nWz5Hd", "utf-8")
    given = ("protect", "in.txt", "-o", "safe.txt", "--vault", "v", "--key", "key")
    done = textveil(*given, cwd=tmp_path)
    assert done.returncode != 0
    assert "--force" in done.stderr
    assert (tmp_path / "safe.txt").read_text("utf-8") == "something else\n"
    assert textveil(*given, "--force", cwd=tmp_path).returncode == 0
    assert (tmp_path / "safe.txt").read_text("utf-8") == "Call [PHONE].\n"
