"""A page of a kind in order, delete, and put if unchanged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.store.log import LogEntry
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")


@pytest.fixture
def store(tmp_path):
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        yield vault


def test_pages_follow_the_order_in_which_keys_came(store):
    for key in ("c", "a", "b", "d"):
        store.put("note", key, key.encode())
    store.put("other", "x", b"x")
    store.put("note", "a", b"again")
    assert list(store.page("note", 3).items()) == [("c", b"c"), ("a", b"again"), ("b", b"b")]
    assert store.page("note", 3, after="b") == {"d": b"d"}
    assert store.page("note", 3, after="unknown") == {}


def test_what_is_deleted_is_gone_and_comes_back_last(store):
    for key in ("a", "b", "c"):
        store.put("note", key, b"1")
    store.delete("note", "a")
    store.delete("note", "never")
    assert store.fetch("note", "a") is None
    store.put("note", "a", b"2")
    assert list(store.page("note", 9)) == ["b", "c", "a"]


def test_a_content_is_put_only_if_nothing_changed(store):
    assert store.put_if("note", "a", b"1", None)
    assert not store.put_if("note", "a", b"2", None)
    assert not store.put_if("note", "a", b"2", b"0")
    assert store.put_if("note", "a", b"2", b"1")
    assert store.fetch("note", "a") == b"2"


def test_a_rotation_keeps_the_order(store):
    for key in ("c", "a", "b"):
        store.put("note", key, b"1")
    store.rotate(Secret(b"another key of 16 bytes"))
    assert list(store.page("note", 9)) == ["c", "a", "b"]


@given(st.lists(st.tuples(st.sampled_from("pdg"), st.sampled_from("abcde")), max_size=30))
def test_pages_say_what_a_list_would(tmp_path_factory, steps):
    known = {}
    with SqliteVault(tmp_path_factory.mktemp("v") / "v", KEY, create=True) as store:
        for what, key in steps:
            if what == "d":
                store.delete("k", key)
                known.pop(key, None)
            else:
                store.put("k", key, what.encode())
                known[key] = what.encode()
        pages, after = {}, None
        while page := store.page("k", 2, after):
            pages |= page
            after = list(page)[-1]
        assert list(pages.items()) == list(known.items())
        assert store.fetch_some("k", list("edcba")) == {k: known[k] for k in "edcba" if k in known}


def test_records_without_places_come_first_and_stay(store):
    rows = store._ready()
    with store._transaction(write=True) as connection:
        for key in ("b", "a"):
            row = rows.record("note", key, b"old", 0)
            assert row[1] == rows.digest("kind", b"note"), "as they were put before"
            connection.execute("INSERT INTO record VALUES (?, ?, ?)", row)
    store.put("note", "c", b"new")
    store.put("note", "a", b"changed")
    seen, after = [], None
    while page := store.page("note", 1, after):
        [after] = page
        seen.append(after)
    assert sorted(seen[:2]) == ["a", "b"]
    assert seen[2:] == ["c"]
    assert store.fetch_all("note") == {"a": b"changed", "b": b"old", "c": b"new"}
    store.rotate(Secret(b"another key of 16 bytes"))
    assert store.fetch_all("note") == {"a": b"changed", "b": b"old", "c": b"new"}


def test_an_older_version_is_told_that_it_cannot_read_places(store):
    asked = "PRAGMA user_version"
    assert store._open().execute(asked).fetchone() == (1,)
    store.put("note", "a", b"1")
    assert store._open().execute(asked).fetchone() == (2,)


def test_an_entry_may_say_what_it_is_about(store):
    store.enter(LogEntry.by("ana", "serve", "read", "document 7"))
    last = store.log()[-1]
    assert (last.user, last.look_up, last.about) == ("ana", "read", "document 7")
    assert "about" not in store.log()[0].to_json()
