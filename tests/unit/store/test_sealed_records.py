"""Records of a sealed store: kept by kind and key, in steps that stand whole or not at all."""

import sqlite3

import pytest

from textveil.errors import DamagedVaultError, WrongKeyError
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.keys.secret import Secret

KEY, OTHER = Secret(b"0123456789abcdef"), Secret(b"fedcba9876543210")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "project"


def filled(path):
    with SqliteVault(path, KEY, create=True) as store:
        store.put("note", "zilpah-2", b"quackenbush two")
        store.put("note", "zilpah-1", b"quackenbush one")
        store.put("batch", "zilpah-1", b"")
    return path


def test_a_vault_is_a_sealed_store(path):
    assert isinstance(SqliteVault(path, KEY), SealedStore)


def test_records_are_found_by_kind_and_key(path):
    with SqliteVault(filled(path), KEY) as store:
        assert store.fetch("note", "zilpah-2") == b"quackenbush two"
        assert store.fetch("batch", "zilpah-1") == b""
        assert store.fetch("batch", "zilpah-2") is None
        assert list(store.fetch_all("note")) == ["zilpah-1", "zilpah-2"]
        assert store.fetch_all("nothing") == {}
        store.put("note", "zilpah-1", b"new")
        assert store.fetch_all("note") == {"zilpah-1": b"new", "zilpah-2": b"quackenbush two"}
        assert store.check() == {"mapping": 0, "way_back": 0, "record": 3}


def test_a_step_stands_whole_or_not_at_all(path):
    def broken(store):
        with store.step():
            store.put("note", "zilpah-1", b"lost")
            with store.step():
                store.put("note", "zilpah-3", b"lost")
            assert store.fetch("note", "zilpah-3") == b"lost"
            raise ZeroDivisionError

    with SqliteVault(filled(path), KEY) as store:
        with pytest.raises(ZeroDivisionError):
            broken(store)
        assert store.fetch("note", "zilpah-1") == b"quackenbush one"
        assert store.fetch("note", "zilpah-3") is None
        with store.step():
            store.put("note", "zilpah-3", b"kept")
    with SqliteVault(path, KEY) as store:
        assert store.fetch("note", "zilpah-3") == b"kept"


def test_the_file_shows_neither_kinds_nor_keys_nor_contents(path):
    filled(path)
    for file in path.parent.iterdir():
        data = file.read_bytes()
        assert b"zilpah" not in data
        assert b"quackenbush" not in data
        assert b"batch" not in data


def test_records_get_the_new_key_with_everything_else(path):
    with SqliteVault(filled(path), KEY) as store:
        store.rotate(OTHER)
        assert store.fetch("note", "zilpah-1") == b"quackenbush one"
    with SqliteVault(path, OTHER) as store:
        assert list(store.fetch_all("note")) == ["zilpah-1", "zilpah-2"]
    with pytest.raises(WrongKeyError), SqliteVault(path, KEY):
        pass


def test_a_changed_record_is_noticed(path):
    filled(path)
    with sqlite3.connect(path) as raw:
        rows = raw.execute("SELECT entry, sealed FROM record ORDER BY entry").fetchall()
        raw.execute("UPDATE record SET sealed = ? WHERE entry = ?", (rows[0][1], rows[1][0]))
    raw.close()
    with SqliteVault(path, KEY) as store, pytest.raises(DamagedVaultError):
        store.check()
