"""Files that only the key can open."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import DamagedVaultError
from textveil.store.keys import Derivation, new_salt
from textveil.store.sealed_folder import SealedFolder
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")


@given(st.lists(st.tuples(st.sampled_from("ab"), st.binary(max_size=99)), max_size=5))
def test_files_say_what_a_dict_would(tmp_path_factory, steps):
    folder, known = SealedFolder(tmp_path_factory.mktemp("f") / "in", KEY), {}
    for name, content in steps:
        folder.put(name, content)
        known[name] = content
    assert {name: folder.bytes_of(name) for name in folder.names()} == known
    assert folder.sizes() == {name: len(content) for name, content in known.items()}


def test_large_files_come_back_and_nothing_shows(tmp_path):
    folder = SealedFolder(tmp_path / "in", KEY)
    content = b"zanzibarquartz " * 200_000
    folder.put("zanzibarquartz.txt", content)
    assert folder.bytes_of("zanzibarquartz.txt") == content
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or b"zanzibar" not in path.read_bytes()
        assert "zanzibar" not in path.name


@pytest.mark.parametrize("cut", [1, 70, 1 << 20])
def test_a_file_that_was_cut_is_noticed(tmp_path, cut):
    folder = SealedFolder(tmp_path / "in", KEY)
    folder.put("a", bytes(3 << 20))
    whole = (tmp_path / "in" / "1").read_bytes()
    (tmp_path / "in" / "1").write_bytes(whole[:-cut])
    with pytest.raises(DamagedVaultError):
        folder.bytes_of("a")


def test_what_fails_leaves_nothing(tmp_path):
    folder = SealedFolder(tmp_path / "in", KEY)
    with pytest.raises(TypeError), folder.add("a") as writer:
        writer.write(None)
    assert folder.names() == []
    assert list((tmp_path / "in").iterdir()) == []


def test_several_threads_make_keys_of_passwords_at_once():
    made = []
    threads = [
        threading.Thread(
            target=lambda: made.append(
                Derivation("argon2id", memory_kib=64).root(Password("four plain words"), new_salt())
            )
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
