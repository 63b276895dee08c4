"""The vault: what it keeps, for whom, and what it refuses."""

import hashlib
import multiprocessing
import os
import shutil
import sqlite3
import stat
import zlib
from concurrent.futures import ProcessPoolExecutor
from itertools import chain

import pytest

from textveil.errors import (
    DamagedVaultError,
    OutputError,
    VaultError,
    VaultVersionError,
    WrongKeyError,
)
from textveil.store import connection as files
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault

KEY, OTHER = Secret(b"0123456789abcdef"), Secret(b"fedcba9876543210")
DIGEST = b"d" * 32


@pytest.fixture
def path(tmp_path):
    return tmp_path / "project.vault"


def filled(path, given=KEY):
    with SqliteVault(path, given, create=True) as vault:
        vault.remember("NAME", "Zilpah Quackenbush", "Mary Smith")
        vault.remember_all("PHONE", {f"617-555-{n:04}": f"555-{n:04}" for n in range(20)})
        vault.seal("note-1", DIGEST, b'[1, "Zilpah was here"]')
    return path


def test_it_is_a_vault(path):
    assert isinstance(SqliteVault(path, KEY), Vault)


def test_what_is_remembered_stays(path):
    filled(path)
    with SqliteVault(path, KEY) as vault:
        assert vault.recall("NAME", "Zilpah Quackenbush") == "Mary Smith"
        assert vault.recall("CITY", "Zilpah Quackenbush") is None
        assert vault.original("NAME", "Mary Smith") == "Zilpah Quackenbush"
        assert vault.original("CITY", "Mary Smith") is None
        assert vault.unseal("note-1", DIGEST) == b'[1, "Zilpah was here"]'
        assert vault.check() == {"mapping": 21, "way_back": 1, "record": 0}


def test_the_first_writer_wins(path):
    with SqliteVault(path, KEY, create=True) as one, SqliteVault(path, KEY) as two:
        assert one.remember("NAME", "Ana", "Eva") == "Eva"
        assert two.remember("NAME", "Ana", "Ida") == "Eva"
        assert two.remember_all("NAME", {"Ana": "Ida", "Bo": "Jon"}) == {"Ana": "Eva", "Bo": "Jon"}
        assert one.recall("NAME", "Bo") == "Jon"


def test_many_are_recalled_at_once(path):
    many = {f"v{n}": f"s{n}" for n in range(1201)}
    with SqliteVault(path, KEY, create=True) as vault:
        assert vault.remember_all("MRN", many) == many
        assert vault.recall_all("MRN", [*many, "none"]) == many
        assert vault.recall_all("PHONE", many) == {}
        assert vault.recall_all("MRN", []) == vault.remember_all("MRN", {}) == {}
        changed = dict.fromkeys(many, "x") | {"new": "y"}
        assert vault.remember_all("MRN", changed) == many | {"new": "y"}


def test_every_mapping_is_listed(path):
    filled(path)
    with SqliteVault(path, KEY) as vault:
        listed = set(vault.mappings())
    assert ("NAME", "Zilpah Quackenbush", "Mary Smith") in listed
    assert len(listed) == 21


def test_a_surrogate_of_two_values_has_no_original(path):
    with SqliteVault(path, KEY, create=True) as vault:
        vault.remember_all("DATE", {"3 May": "9 June", "4 May": "9 June"})
        assert vault.original("DATE", "9 June") is None


@pytest.mark.parametrize("text", ["", "\ud800", "\ud83d\ude00", "\U0001f600", "a\0b", "é" * 5000])
def test_every_string_comes_back(path, text):
    with SqliteVault(path, KEY, create=True) as vault:
        assert vault.remember(text, text, text + "x") == text + "x"
        assert vault.recall(text, text) == text + "x"
        assert vault.original(text, text + "x") == text


def test_ways_back_belong_to_a_document_and_a_text(path):
    with SqliteVault(path, KEY, create=True) as vault:
        vault.seal("a", b"1" * 32, b"one")
        vault.seal("a", b"2" * 32, bytes(range(256)))
        vault.seal("b", b"1" * 32, b"three")
        assert vault.unseal("a", b"1" * 32) == b"one"
        assert vault.unseal("a", b"2" * 32) == bytes(range(256))
        assert vault.unseal("b", b"2" * 32) is None
        assert vault.knows("a")
        assert not vault.knows("c")
        vault.seal("a", b"1" * 32, b"again")
        assert vault.unseal("a", b"1" * 32) == b"again"


def test_a_renamed_document_is_found_by_its_text_where_that_is_unique(path):
    with SqliteVault(path, KEY, create=True) as vault:
        vault.seal("a", b"1" * 32, b"one")
        vault.seal("b", b"2" * 32, b"two")
        vault.seal("c", b"2" * 32, b"three")
        assert vault.unseal("renamed", b"1" * 32) == b"one"
        assert vault.unseal("renamed", b"2" * 32) is None


def test_many_ways_back_are_written_in_parts(path):
    with SqliteVault(path, KEY, create=True) as vault:
        for number in range(600):
            vault.seal(f"n{number}", DIGEST, b"x")
        # Parts are on the disk before the end, so that memory does not grow.
        with SqliteVault(path, KEY) as reader:
            assert 0 < reader.check()["way_back"] < 600
    with SqliteVault(path, KEY) as reader:
        assert reader.check()["way_back"] == 600


def test_a_failed_run_does_not_write_what_is_pending(path):
    filled(path)

    def fails():
        with SqliteVault(path, KEY, create=True) as vault:
            vault.seal("a", DIGEST, b"x")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    with SqliteVault(path, KEY) as vault:
        assert not vault.knows("a")


def test_constructing_touches_nothing(path):
    SqliteVault(path, KEY, create=True)
    assert not path.exists()


def test_the_file_is_the_owners_alone(path):
    old = os.umask(0)
    try:
        with SqliteVault(path, KEY, create=True) as vault:
            vault.remember("NAME", "Ana", "Eva")
            modes = [stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()]
    finally:
        os.umask(old)
    assert len(modes) == 3
    assert set(modes) == {0o600}


VALUES = ("Zilpah Quackenbush", "Mary Smith", "617-555-0007", "note-1", "Zilpah was here", "NAME")


def _guesses(value):
    """Yield what a reader without the key could compute from a guessed value."""
    for data in {value.encode(), value.lower().encode(), value.encode("utf-16-le")}:
        yield data
        for name in (
            "md5",
            "sha1",
            "sha224",
            "sha256",
            "sha384",
            "sha512",
            "sha3_256",
            "blake2b",
            "blake2s",
        ):
            digest = hashlib.new(name, data).digest()
            yield digest[:6]
            yield digest.hex()[:12].encode()
        yield f"{zlib.crc32(data):08x}".encode()


@pytest.mark.parametrize("given", [KEY, Password("correct horse battery")], ids=["key", "password"])
def test_nothing_in_the_file_can_be_read_or_guessed(path, given):
    filled(path, given)
    with SqliteVault(path, given) as vault:
        vault.remember("NAME", "Ana", "Eva")  # so that there is a log beside the file
        stored = b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))
    if isinstance(given, Secret):
        assert given.key not in stored
    else:
        assert given.text.encode() not in stored
    for value in VALUES:
        for guess in _guesses(value):
            assert guess not in stored, value


def test_equal_contents_under_one_key_differ_between_vaults(tmp_path):
    rows = []
    for name in "ab":
        with SqliteVault(tmp_path / name, KEY, create=True) as vault:
            vault.remember("NAME", "Ana", "Eva")
        with sqlite3.connect(tmp_path / name) as raw:
            rows += raw.execute("SELECT * FROM mapping").fetchall()
    one, two = rows
    assert not set(one) & set(two)


def test_short_contents_look_alike(path):
    with SqliteVault(path, KEY, create=True) as vault:
        vault.remember_all("NAME", {"A": "B", "Zilpah": "Mary", "Al Quackenbush": "Joe"})
    with sqlite3.connect(path) as raw:
        assert len(raw.execute("SELECT DISTINCT length(sealed) FROM mapping").fetchall()) == 1


def test_a_wrong_key(path):
    filled(path)
    with pytest.raises(WrongKeyError, match="not the key"), SqliteVault(path, OTHER):
        pass
    with (
        pytest.raises(WrongKeyError, match="opened with a key"),
        SqliteVault(path, Password("x" * 9)),
    ):
        pass


def test_a_wrong_password(path):
    filled(path, Password("correct horse battery"))
    with SqliteVault(path, Password("correct horse battery")) as vault:
        assert vault.recall("NAME", "Zilpah Quackenbush") == "Mary Smith"
    with (
        pytest.raises(WrongKeyError, match="not the key"),
        SqliteVault(path, Password("correct horse")),
    ):
        pass
    with pytest.raises(WrongKeyError, match="with a password"), SqliteVault(path, KEY):
        pass


def test_a_password_is_the_same_however_its_accents_are_written(path):
    filled(path, Password("caf\u00e9 caf\u00e9"))
    with SqliteVault(path, Password("cafe\u0301 cafe\u0301")) as vault:
        assert vault.knows("note-1")


def test_the_password_gives_a_key_for_policies(path):
    filled(path, Password("correct horse battery"))
    with SqliteVault(path, Password("correct horse battery")) as vault:
        one = vault.key
    with SqliteVault(path, Password("correct horse battery")) as vault:
        assert vault.key == one
    filled(path.with_name("other"), Password("correct horse battery"))
    with SqliteVault(path.with_name("other"), Password("correct horse battery")) as vault:
        assert vault.key != one


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE header SET salt = x'00112233445566778899aabbccddeeff'",
        "UPDATE header SET key_check = zeroblob(32)",
        "UPDATE header SET checksum = zeroblob(32)",
        'UPDATE header SET derivation = \'{"method": "argon2id", "memory_kib": 999999999}\'',
        "UPDATE header SET derivation = 'x'",
        "DELETE FROM header",
        "DROP TABLE header",
        "DROP TABLE mapping",
        "UPDATE mapping SET sealed = zeroblob(length(sealed))",
        "UPDATE mapping SET sealed = (SELECT sealed FROM mapping ORDER BY value DESC LIMIT 1)",
        "UPDATE mapping SET surrogate = zeroblob(32)",
        "UPDATE way_back SET sealed = substr(sealed, 1, 20)",
        "DROP TABLE log",
        "DELETE FROM log",
        "DELETE FROM log WHERE number = 0",
        "DELETE FROM log WHERE number = 1",
        "INSERT INTO log VALUES (-1, zeroblob(64))",
        "INSERT INTO log SELECT 2, sealed FROM log WHERE number = 1",
        "UPDATE log SET sealed = zeroblob(length(sealed)) WHERE number = 1",
    ],
)
def test_damage_is_told_apart_from_a_wrong_key(path, change):
    filled(path)
    with sqlite3.connect(path) as raw:
        raw.execute(change)
    raw.close()
    with pytest.raises(DamagedVaultError), SqliteVault(path, KEY) as vault:
        vault.check()


@pytest.mark.parametrize("start", [0, 10, 100, 5000, 10_000])
def test_overwritten_bytes_are_damage_or_without_effect(path, start):
    filled(path)
    data = bytearray(path.read_bytes())
    data[start : start + 3000] = os.urandom(len(data[start : start + 3000]))
    path.write_bytes(data)
    try:
        with SqliteVault(path, KEY) as vault:
            counts = vault.check()
    except (DamagedVaultError, VaultVersionError):
        return
    assert counts == {"mapping": 21, "way_back": 1, "record": 0}


@pytest.mark.parametrize("version", [0, 3, 4])
def test_another_version_is_refused(path, version):
    filled(path)
    with sqlite3.connect(path) as raw:
        raw.execute(f"PRAGMA user_version = {version}")
    raw.close()
    with pytest.raises(VaultVersionError, match=f"format {version}"), SqliteVault(path, KEY):
        pass


def test_other_files_are_no_vaults(tmp_path):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as raw:
        raw.execute("CREATE TABLE t (x)")
    raw.close()
    with pytest.raises(VaultError, match="no textveil vault"), SqliteVault(other, KEY, create=True):
        pass
    text = tmp_path / "notes.txt"
    text.write_text("just some text, and nothing that anyone would call a vault\n" * 20)
    before = text.read_bytes()
    with pytest.raises(DamagedVaultError), SqliteVault(text, KEY, create=True):
        pass
    assert text.read_bytes() == before
    with pytest.raises(VaultError, match="not a file"), SqliteVault(tmp_path, KEY):
        pass
    with (
        pytest.raises(VaultError, match="no vault at this path"),
        SqliteVault(tmp_path / "none", KEY),
    ):
        pass
    assert not (tmp_path / "none").exists()


def test_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(OutputError), SqliteVault(tmp_path / "no" / "v", KEY, create=True):
        pass


def test_a_vault_that_cannot_be_written_is_not_opened(path, monkeypatch):
    filled(path)
    # The superuser may write anywhere, so the answer of the system is put in its mouth.
    monkeypatch.setattr(files.os, "access", lambda *_: False)
    before = path.read_bytes()
    with (
        pytest.raises(OutputError, match=r"may not write.*logs every look-up"),
        SqliteVault(path, KEY),
    ):
        pass
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_vault_in_use(path, monkeypatch):
    filled(path)
    monkeypatch.setattr(files, "_WAIT_SECONDS", 0.05)
    blocker = sqlite3.connect(path, isolation_level=None)
    with SqliteVault(path, KEY) as vault:
        blocker.execute("BEGIN IMMEDIATE")
        assert vault.knows("note-1")  # readers do not wait
        with pytest.raises(VaultError, match="another program"):
            vault.remember("NAME", "Ana", "Eva")
        # Who comes now cannot log the look-up, and does not get in.
        with pytest.raises(VaultError, match="another program"), SqliteVault(path, KEY):
            pass
        blocker.execute("ROLLBACK")
        assert vault.remember("NAME", "Ana", "Eva") == "Eva"
    blocker.close()


def test_a_full_disk(path):
    filled(path)
    with SqliteVault(path, KEY) as vault:
        vault._connection.execute("PRAGMA max_page_count = 1")
        vault.seal("big", DIGEST, b"x" * 100_000)
        with pytest.raises(OutputError, match="disk is full"):
            vault.flush()
        vault._pending.clear()
        assert vault.check() == {"mapping": 21, "way_back": 1, "record": 0}


@pytest.mark.parametrize("new", [OTHER, Password("a new password")], ids=["key", "password"])
def test_rotation(path, new):
    filled(path)
    before = path.read_bytes()
    with sqlite3.connect(path) as raw:
        old = {cell for row in raw.execute("SELECT * FROM mapping") for cell in row}
    raw.close()
    with SqliteVault(path, KEY) as vault:
        vault.rotate(new)
        assert vault.recall("NAME", "Zilpah Quackenbush") == "Mary Smith"
    with SqliteVault(path, new) as vault:
        assert vault.check() == {"mapping": 21, "way_back": 1, "record": 0}
        assert vault.original("NAME", "Mary Smith") == "Zilpah Quackenbush"
        assert vault.unseal("note-1", DIGEST) == b'[1, "Zilpah was here"]'
    with pytest.raises(WrongKeyError), SqliteVault(path, KEY):
        pass
    after = path.read_bytes()
    assert all(cell in before for cell in old)
    assert not any(cell in after for cell in old)


def test_a_rotation_that_fails_changes_nothing(path):
    filled(path)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE way_back SET sealed = zeroblob(99)")
    raw.close()
    with pytest.raises(DamagedVaultError), SqliteVault(path, KEY) as vault:
        vault.rotate(OTHER)
    with SqliteVault(path, KEY) as vault:
        assert vault.recall("NAME", "Zilpah Quackenbush") == "Mary Smith"


def test_whoever_has_the_vault_open_during_a_rotation_is_told(path):
    filled(path)
    with SqliteVault(path, KEY) as one, SqliteVault(path, KEY) as two:
        assert two.knows("note-1")
        one.rotate(OTHER)
        for use in (
            lambda: two.recall("NAME", "Ana"),
            lambda: two.remember("NAME", "Ana", "Eva"),
            lambda: two.unseal("note-1", DIGEST),
        ):
            with pytest.raises(WrongKeyError, match="changed while it was open"):
                use()


def test_a_copy_of_the_file_is_a_vault(path):
    filled(path)
    shutil.copy(path, path.with_name("copy"))
    with SqliteVault(path.with_name("copy"), KEY) as vault:
        assert vault.check() == {"mapping": 21, "way_back": 1, "record": 0}


def _write(path, given, number):
    told = []
    with SqliteVault(path, given, create=True) as vault:
        for turn in range(30):
            vault.seal(f"{number}-{turn}", DIGEST, b"payload")
            told.append((turn, vault.remember("NAME", f"value {turn}", f"by {number}")))
    return told


@pytest.mark.parametrize("given", [KEY, Password("correct horse battery")], ids=["key", "password"])
def test_several_processes_agree(path, given):
    # They also race to make the vault: there is none yet.
    with ProcessPoolExecutor(4, multiprocessing.get_context("spawn")) as pool:
        told = list(chain(*pool.map(_write, [path] * 4, [given] * 4, range(4))))
    assert len(told) == 120
    assert len(set(told)) == 30
    with SqliteVault(path, given) as vault:
        assert vault.check() == {"mapping": 30, "way_back": 120, "record": 0}
        assert all(vault.recall("NAME", f"value {turn}") == name for turn, name in told)


def test_repr_shows_no_key(path):
    assert "0123456789abcdef" not in repr(SqliteVault(path, KEY))


def failing(path, *, use=lambda vault: None, error=ValueError):
    """Open a vault, and fail."""

    def run():
        with SqliteVault(path, KEY, create=True) as vault:
            use(vault)
            raise error

    with pytest.raises(error):
        run()


def test_a_new_vault_goes_again_if_its_first_run_fails_and_kept_nothing(path, tmp_path):
    failing(path, use=lambda vault: vault.recall("NAME", "Ana"))
    assert list(tmp_path.iterdir()) == []
    failing(path, use=lambda vault: vault.seal("note-1", DIGEST, b"of a release nobody sees"))
    assert list(tmp_path.iterdir()) == []
    filled(path)


@pytest.mark.parametrize(
    "use",
    [
        lambda vault: vault.remember("NAME", "Ana", "Eva"),
        lambda vault: vault.put("kind", "key", b"content"),
    ],
    ids=["mapping", "record"],
)
def test_a_new_vault_stays_if_it_keeps_anything(path, use):
    failing(path, use=use)
    with SqliteVault(path, KEY) as vault:
        assert sum(vault.check().values()) == 1


def test_a_vault_stays_that_was_there_before_or_whose_run_was_interrupted(path, tmp_path):
    with SqliteVault(path, KEY, create=True):
        pass
    failing(path)
    assert path.exists()
    failing(tmp_path / "other.vault", error=KeyboardInterrupt)
    assert (tmp_path / "other.vault").exists(), "the run goes on with its salt"


def test_a_new_vault_stays_if_another_program_has_it_open(path):
    other = SqliteVault(path, KEY)
    failing(path, use=lambda _: other.recall("NAME", "Ana"))
    with other:
        other.remember("NAME", "Ana", "Eva")
    with SqliteVault(path, KEY) as vault:
        assert vault.recall("NAME", "Ana") == "Eva"


def test_a_new_vault_stays_if_another_program_has_used_it(path):
    def opened_elsewhere(_):
        with SqliteVault(path, KEY) as other:
            other.recall("NAME", "Ana")

    failing(path, use=opened_elsewhere)
    with SqliteVault(path, KEY) as vault:
        assert len(vault.log()) == 3


def test_a_new_vault_stays_while_another_program_is_about_to_open_it(path):
    opened = []

    def looked_at(_):
        opened.append(sqlite3.connect(path))
        opened[0].execute("SELECT count(*) FROM header").fetchone()

    failing(path, use=looked_at)
    opened[0].close()
    assert path.exists()


def test_a_program_that_waits_for_a_vault_that_goes_makes_its_own(path, monkeypatch):
    gone, unlock = [], SqliteVault._unlock

    def late(self, connection):
        unlocked = unlock(self, connection)
        if not gone:
            gone.append(path)
            path.unlink()
        return unlocked

    monkeypatch.setattr(SqliteVault, "_unlock", late)
    filled(path)
    assert gone
    with SqliteVault(path, KEY) as vault:
        assert vault.recall("NAME", "Zilpah Quackenbush") == "Mary Smith"
