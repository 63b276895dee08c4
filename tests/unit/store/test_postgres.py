"""A vault in PostgreSQL does what one in a file does, and keeps the same sealed rows."""

import threading
from pathlib import Path

import pytest
from tests.unit.store.cluster import cluster, needs_postgres

from textveil.errors import DamagedVaultError, UsageError, VaultError, WrongKeyError
from textveil.store.log import LogEntry
from textveil.store.postgres import DatabaseAddress, PostgresVault, _Session
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret

KEY, OTHER = Secret(b"0123456789abcdef"), Secret(b"fedcba9876543210")
CANARY = "Zanzibarquartz"


@pytest.fixture(scope="module")
def database():
    with cluster() as made:
        yield made


@pytest.fixture(params=["file", pytest.param("database", marks=needs_postgres)])
def opened(request, tmp_path):
    """Give a function that opens one vault again and again."""
    if request.param == "file":
        yield lambda key=KEY: SqliteVault(tmp_path / "v", key, create=True)
        return
    url, _ = request.getfixturevalue("database")
    address, name = DatabaseAddress.of(url), f"v{abs(hash(request.node.name))}"
    yield lambda key=KEY: PostgresVault(address, name, key, create=True)
    PostgresVault(address, name, KEY).remove()


def test_records_are_kept_in_order_and_changed_if_unchanged(opened):
    with opened() as vault:
        for n in range(20):
            vault.put("kind", f"k{n}", f"{CANARY} {n}".encode())
        vault.put("kind", "k3", b"new")
        vault.delete("kind", "k4")
        assert vault.put_if("kind", "k5", b"changed", f"{CANARY} 5".encode())
        assert not vault.put_if("kind", "k5", b"again", b"something else")
    with opened() as vault:
        page = vault.page("kind", 5)
        assert list(page) == ["k0", "k1", "k2", "k3", "k5"]
        assert list(vault.page("kind", 2, "k5")) == ["k6", "k7"]
        assert vault.fetch("kind", "k5") == b"changed"
        assert vault.fetch("kind", "k4") is None
        assert len(vault.fetch_all("kind")) == 19
        assert list(vault.fetch_some("kind", ["k9", "none", "k1"])) == ["k9", "k1"]


def test_a_step_stands_as_a_whole_or_not_at_all(opened):
    with opened() as vault:
        vault.put("kind", "a", b"1")

        def fail():
            with vault.step():
                vault.put("kind", "a", b"2")
                vault.put("kind", "b", b"3")
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert vault.fetch_all("kind") == {"a": b"1"}


def test_surrogates_and_ways_back_are_kept(opened):
    with opened() as vault:
        assert vault.remember_all("NAME", {"Ana": "Eva", "Ben": "Ida"}) == {
            "Ana": "Eva",
            "Ben": "Ida",
        }
        assert vault.remember("NAME", "Ana", "Zoe") == "Eva"
        vault.seal("d", b"t" * 32, b"back")
        assert vault.unseal("d", b"t" * 32) == b"back"
        assert vault.check()["mapping"] == 2


def test_the_log_has_every_opening_and_entry(opened):
    with opened() as vault:
        vault.enter(LogEntry.by("ana", "textveil serve", "looked", "job 1"))
    with opened() as vault:
        told = [(entry.user, entry.look_up) for entry in vault.log()]
    assert ("ana", "looked") in told
    assert len(told) == 3


def test_another_key_opens_nothing_and_a_new_one_opens_all(opened):
    with opened() as vault:
        vault.put("kind", "a", b"1")
    with pytest.raises(WrongKeyError), opened(OTHER):
        pass
    with opened() as vault, opened() as slow:
        vault.rotate(OTHER)
        assert vault.fetch("kind", "a") == b"1"
        with pytest.raises(WrongKeyError):
            slow.fetch("kind", "a")
    with opened(OTHER) as vault:
        assert vault.fetch("kind", "a") == b"1"
        assert len(vault.log()) >= 3


def test_programs_take_turns(opened):
    with opened() as vault:
        vault.put("kind", "n", b"0")

    def add():
        with opened() as mine:
            for _ in range(10):
                with mine.step():
                    mine.put("kind", "n", str(int(mine.fetch("kind", "n")) + 1).encode())

    threads = [threading.Thread(target=add) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    with opened() as vault:
        assert vault.fetch("kind", "n") == b"30"


@needs_postgres
def test_the_cluster_holds_no_text_and_a_changed_row_shows(database):
    url, data = database
    address = DatabaseAddress.of(url)
    with PostgresVault(address, "canary", KEY, create=True) as vault:
        vault.put(CANARY, CANARY, CANARY.encode())
        vault.enter(LogEntry.by(CANARY, "textveil serve", "looked"))
    session = _Session(address)
    session.execute("CHECKPOINT")
    files = [path for path in Path(data).rglob("*") if path.is_file()]
    assert len(files) > 100
    assert [path for path in files if CANARY.encode() in path.read_bytes()] == []
    session.execute("UPDATE textveil_canary.record SET sealed = sealed || '\\x00'::bytea")
    with PostgresVault(address, "canary", KEY) as vault, pytest.raises(DamagedVaultError):
        vault.fetch(CANARY, CANARY)
    session.execute("DELETE FROM textveil_canary.log WHERE number = 1")
    with PostgresVault(address, "canary", KEY) as vault, pytest.raises(DamagedVaultError):
        vault.log()
    session.execute("CREATE RULE r AS ON DELETE TO textveil_canary.record DO INSTEAD NOTHING")
    with pytest.raises(DamagedVaultError), PostgresVault(address, "canary", KEY) as vault:
        vault.delete(CANARY, CANARY)
    session.close()


@needs_postgres
def test_a_newer_format_is_refused(database):
    from textveil.errors import VaultVersionError

    address = DatabaseAddress.of(database[0])
    with PostgresVault(address, "newer", KEY, create=True):
        pass
    session = _Session(address)
    session.execute("UPDATE textveil_newer.header SET format = 99")
    session.close()
    with pytest.raises(VaultVersionError), PostgresVault(address, "newer", KEY):
        pass


def test_a_database_that_is_not_there_is_told_without_its_words(tmp_path):
    address = DatabaseAddress.of(f"postgresql://ana@/notes?host={tmp_path}")
    with pytest.raises(VaultError) as raised, PostgresVault(address, "v", KEY):
        pass
    assert "cannot be used" in str(raised.value)


@pytest.mark.parametrize(
    "url", ["postgresql://a:secret@h/d", "mysql://h/d", "postgresql://h", "postgresql://h:x/d"]
)
def test_an_address_has_no_password(url):
    with pytest.raises(UsageError) as raised:
        DatabaseAddress.of(url)
    assert "secret" not in str(raised.value)


def test_the_password_file_is_read_as_postgresql_does(tmp_path, monkeypatch):
    path = tmp_path / "pass"
    path.write_text("other:*:*:*:no\nh:5432:d:ana:a\\:b\n*:*:*:*:last\n")
    path.chmod(0o600)
    monkeypatch.delenv("PGPASSWORD", raising=False)
    monkeypatch.setenv("PGPASSFILE", str(path))
    assert DatabaseAddress.of("postgresql://ana@h/d").password() == "a:b"
    assert DatabaseAddress.of("postgresql://ben@h/d").password() == "last"
    path.chmod(0o644)
    with pytest.raises(UsageError):
        DatabaseAddress.of("postgresql://ben@h/d").password()


def test_another_machine_is_spoken_to_under_tls():
    assert DatabaseAddress.of("postgresql://ana@db.example.org/d").encrypted
    assert not DatabaseAddress.of("postgresql://ana@localhost/d").encrypted
