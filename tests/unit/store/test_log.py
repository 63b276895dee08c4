"""The log of a vault: what stands in it, who can read it, and what is noticed."""

import os
import pwd
import shutil
import sqlite3
from datetime import datetime, timedelta, timezone

import pytest

import textveil
from textveil.errors import DamagedVaultError, VaultError, WrongKeyError
from textveil.store import log as logs
from textveil.store.log import LookUp
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret

KEY, OTHER = Secret(b"sixteen bytes or more"), Secret(b"fedcba9876543210")


@pytest.fixture
def path(tmp_path):
    """A vault that was opened three times."""
    made = tmp_path / "v"
    for number, look_up in enumerate((LookUp.PROTECT, LookUp.RESTORE, LookUp.CHECK)):
        with SqliteVault(made, KEY, create=True, look_up=look_up, command=f"c{number}") as vault:
            vault.remember("NAME", "Zilpah", "Mary")
    return made


def entries(path, key=KEY):
    with SqliteVault(path, key, look_up=LookUp.READ_LOG) as vault:
        return vault.log()


def changed(path, *statements):
    with sqlite3.connect(path) as raw:
        for statement in statements:
            raw.execute(statement)
    raw.close()


def test_it_tells_who_when_how_and_for_what(path):
    found = entries(path)
    assert [(one.command, one.look_up) for one in found] == [
        ("c0", "protect a batch"),
        ("c1", "restore"),
        ("c2", "check"),
        ("Python", "read the log"),
    ]
    assert {one.user for one in found} == {pwd.getpwuid(os.getuid()).pw_name}


class Clock:
    """Stands for `datetime`: at noon in Auckland it was eleven at night in Greenwich."""

    @staticmethod
    def now(zone):
        auckland = timezone(timedelta(hours=13))
        return datetime(2026, 3, 2, 12, 0, 5, 999, tzinfo=auckland).astimezone(zone)


def test_times_are_utc_wherever_the_machine_stands(path, monkeypatch):
    monkeypatch.setattr(logs, "datetime", Clock)
    assert entries(path)[-1].when == "2026-03-01T23:00:05+00:00"


def test_nobody_names_themselves(path, monkeypatch):
    for name in ("USER", "LOGNAME", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "somebody-else")
    assert entries(path)[-1].user == pwd.getpwuid(os.getuid()).pw_name
    monkeypatch.setattr(logs.os, "getuid", lambda: 4_000_000_001)
    assert entries(path)[-1].user == "user 4000000001"


def test_one_opening_is_one_entry_whatever_is_looked_up(path):
    with SqliteVault(path, KEY) as vault:
        for _ in range(5):
            vault.recall("NAME", "Zilpah")
            vault.original("NAME", "Mary")
        assert len(vault.log()) == 4


@pytest.mark.parametrize(
    ("by_surrogate", "by_original", "told"),
    [
        (True, True, "found by surrogate and by original"),
        (True, False, "found by surrogate"),
        (False, True, "found by original"),
        (False, False, "found nothing"),
    ],
)
def test_the_outcome_of_a_search_is_an_entry(path, by_surrogate, by_original, told):
    with SqliteVault(path, KEY, look_up=LookUp.FIND, command="c") as vault:
        vault.note(LookUp.of_search(by_surrogate=by_surrogate, by_original=by_original))
        assert [(one.command, one.look_up) for one in vault.log()][-2:] == [
            ("c", "find"),
            ("c", told),
        ]


def test_the_file_shows_no_user_and_no_command(path):
    with SqliteVault(path, KEY, command="c" * 40):
        stored = b"".join(file.read_bytes() for file in path.parent.iterdir())
    user = pwd.getpwuid(os.getuid()).pw_name
    for told in (user + "c" * 40, "c" * 40, "restore", "protect a batch", "+00:00"):
        assert told.encode() not in stored


def test_the_wrong_key_leaves_nothing_behind(path):
    before = path.read_bytes()
    with pytest.raises(WrongKeyError), SqliteVault(path, OTHER):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        ("DELETE FROM log WHERE number = 2",),
        ("DELETE FROM log WHERE number = 3",),
        ("DELETE FROM log WHERE number = 2", "UPDATE log SET number = 2 WHERE number = 3"),
        (
            "UPDATE log SET number = 9 WHERE number = 1",
            "UPDATE log SET number = 1 WHERE number = 2",
            "UPDATE log SET number = 2 WHERE number = 9",
        ),
        ("INSERT INTO log SELECT 4, sealed FROM log WHERE number = 3",),
        ("UPDATE log SET sealed = (SELECT sealed FROM log WHERE number = 1) WHERE number = 0",),
        ("DELETE FROM log", "INSERT INTO log VALUES (0, zeroblob(92))"),
    ],
)
def test_without_the_key_no_entry_is_changed_or_removed_unnoticed(path, change):
    changed(path, *change)
    with pytest.raises(DamagedVaultError, match=r"v: .*log") as caught:
        entries(path)
    assert caught.value.hint


def test_a_vault_without_its_log_is_damaged(path):
    changed(path, "DROP TABLE log")
    with pytest.raises(DamagedVaultError), SqliteVault(path, KEY):
        pass


def test_a_rotation_keeps_the_log(path):
    before = entries(path)
    with SqliteVault(path, KEY, look_up=LookUp.ROTATE, command="turned") as vault:
        vault.rotate(OTHER)
        assert len(vault.log()) == 5
    with sqlite3.connect(path) as raw:
        count = raw.execute("SELECT count(*) FROM log").fetchone()
    raw.close()
    assert count == (6,)
    after = entries(path, OTHER)
    assert after[:4] == before
    assert [one.look_up for one in after[4:]] == ["change the key", "read the log"]


def test_a_rotation_does_not_pass_over_a_damaged_log(path):
    changed(path, "UPDATE log SET sealed = zeroblob(length(sealed)) WHERE number = 1")
    with pytest.raises(DamagedVaultError), SqliteVault(path, KEY) as vault:
        vault.rotate(OTHER)
    with SqliteVault(path, KEY) as vault:
        assert vault.recall("NAME", "Zilpah") == "Mary"


def test_functions_that_get_a_path_say_which_they_are(tmp_path):
    made, key = tmp_path / "python.vault", "a key of sixteen bytes"
    safe = textveil.protect("Call 617-555-0134.", "patterns-only", key=key, vault=made)
    assert textveil.restore(safe.text, key=key, vault=made) == "Call 617-555-0134."
    textveil.deidentify("Call 617-555-0134.", "patterns-only", key=key, vault=made)
    told = [(one.command, one.look_up) for one in entries(made, Secret(key.encode()))]
    assert told[:3] == [
        ("Python: textveil.protect", "protect a batch"),
        ("Python: textveil.restore", "restore"),
        ("Python: textveil.deidentify", "release a batch"),
    ]


QUIET = "CREATE TRIGGER quiet BEFORE INSERT ON log BEGIN SELECT RAISE(IGNORE); END"


@pytest.mark.parametrize(
    "statement",
    [
        QUIET,
        "CREATE TRIGGER late AFTER INSERT ON mapping BEGIN DELETE FROM log; END",
        "CREATE VIEW more AS SELECT * FROM log",
        "CREATE TABLE more (number INTEGER)",
        "CREATE INDEX more ON log (sealed)",
        "ALTER TABLE log ADD COLUMN more",
        "DROP INDEX by_text",
    ],
)
def test_a_file_that_says_more_than_a_vault_is_not_used(path, statement):
    changed(path, statement)
    with pytest.raises(DamagedVaultError, match=r"v: .*triggers") as caught:
        entries(path)
    assert "backup" in caught.value.hint


def test_a_trigger_that_comes_while_the_vault_is_open_is_noticed(path):
    with SqliteVault(path, KEY) as vault:
        changed(path, QUIET)
        for use in (lambda: vault.recall("NAME", "Zilpah"), lambda: vault.note(LookUp.FIND)):
            with pytest.raises(DamagedVaultError):
                use()


def test_an_entry_that_is_not_kept_is_noticed(path):
    log = logs.Log(Secret(b"another key of a log"))
    with sqlite3.connect(":memory:") as raw:
        log.create(raw)
        raw.execute(QUIET)
        with pytest.raises(DamagedVaultError):
            log.add(raw, logs.LogEntry("", "u", "c", LookUp.FIND.value))
    raw.close()


def test_a_second_name_of_the_file_is_refused(path):
    other = path.parent / "other"
    os.link(path, other)
    for name in (path, other):
        with pytest.raises(VaultError, match="second name"), SqliteVault(name, KEY):
            pass
    other.unlink()
    assert len(entries(path)) == 4


@pytest.mark.parametrize("look_up", [LookUp.OPEN, LookUp.FIND])
def test_an_entry_stands_in_the_file_before_a_look_up(path, look_up):
    """Whoever stops the program and removes the file beside the vault does not get rid of it."""
    taken = path.parent / "taken"
    with SqliteVault(path, KEY, look_up=LookUp.OPEN) as vault:
        if look_up is LookUp.FIND:
            vault.note(look_up)
        shutil.copyfile(path, taken)
    assert [one.look_up for one in entries(taken)][-2:] == [look_up.value, "read the log"]
