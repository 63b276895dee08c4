"""Projects that are damaged: an error says where, whatever bytes are changed."""

import sqlite3
from dataclasses import replace
from random import Random

import pytest

from textveil.errors import DamagedVaultError, TextveilError
from textveil.learn.project.learning_project import LearningProject
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.project_records import (
    ANNOTATION,
    DOCUMENT,
    GUESS,
    ROUND,
    SETTINGS,
    put_record,
    read_state,
)
from textveil.learn.project.strategies import LeastConfidence
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

KEY = Secret(b"0123456789abcdef")
NOTES = [Document(f"n{i}", f"Seen by Dr. Ruiz on day {i}. Ana Lima came.") for i in range(30)]
PAGE = 4096


def project_in(store):
    return LearningProject(store, lambda *_: LeastConfidence())


def annotated(documents):
    return [replace(one, spans=Spans([Span(12, 16, "NAME")])) for one in documents]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("project") / "notes.project"
    with SqliteVault(path, KEY, create=True) as store:
        project = project_in(store)
        project.start(NOTES, LoopSettings(batch=5, iterations=3))
        project.submit(annotated(project.next()[:3]))
    return path.read_bytes()


@pytest.fixture
def path(whole, tmp_path):
    place = tmp_path / "notes.project"
    place.write_bytes(whole)
    return place


def used(path):
    """Do everything that the commands do with a project."""
    with SqliteVault(path, KEY) as store:
        project = project_in(store)
        project.status()
        project.submit(annotated(project.next()))
        project.learn()
        return project.status()


def test_a_whole_project_is_used(path):
    assert used(path).batch == 5


def changed(data, rng):
    made = bytearray(data)
    for _ in range(rng.choice((1, 5, 20))):
        # SQLite follows what stands at the beginning of a page.
        page = PAGE * rng.randrange(len(made) // PAGE) + rng.randrange(200)
        at = rng.choice((rng.randrange(len(made)), page))
        made[at] = rng.randrange(256)
    return bytes(made)


@pytest.mark.parametrize("seed", range(6))
def test_changed_bytes_are_an_error_of_ours_or_no_matter(whole, tmp_path, seed):
    rng = Random(seed)  # noqa: S311 - nothing secret
    told = set()
    for number in range(12):
        path = tmp_path / f"{number}.project"
        path.write_bytes(changed(whole, rng))
        try:
            used(path)
        except TextveilError as error:
            told.add(str(path) in error.where and "Ruiz" not in str(error))
    assert told == {True}


def removed(path, kind, key):
    """Remove a record as somebody with an editor for SQLite would."""
    with SqliteVault(path, KEY) as store:
        entry = store._ready().of_record(kind, key)
    connection = sqlite3.connect(path)
    assert connection.execute("DELETE FROM record WHERE entry = ?", (entry,)).rowcount == 1
    connection.commit()
    connection.close()


def keys_of(path, kind):
    with SqliteVault(path, KEY) as store:
        return list(store.fetch_all(kind))


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        (DOCUMENT, "a document of the project is missing"),
        (GUESS, "a document of a round is missing"),
    ],
)
def test_a_record_that_is_missing_is_named(path, kind, what):
    for key in keys_of(path, kind)[:1]:
        removed(path, kind, key)
        with pytest.raises(DamagedVaultError, match=what) as caught:
            used(path)
        assert caught.value.where


def test_a_round_that_is_missing_is_noticed(path):
    with SqliteVault(path, KEY) as store:
        project = project_in(store)
        project.submit(annotated(project.next()))
        project.learn()
    removed(path, ROUND, "000001")
    with pytest.raises(DamagedVaultError, match="a round of the project is missing"):
        used(path)


@pytest.mark.parametrize("value", [None, 7, [], {}, {"batch": 3}, "text"])
@pytest.mark.parametrize("kind", [SETTINGS, DOCUMENT, ROUND, ANNOTATION])
def test_a_record_of_another_shape_is_named(path, kind, value):
    key = "only" if kind == SETTINGS else keys_of(path, kind)[0]
    with SqliteVault(path, KEY) as store:
        put_record(store, kind, key, value)
    with SqliteVault(path, KEY) as store:
        try:
            read_state(store)
        except DamagedVaultError as error:
            said = f"{error.what}: {error.where}"
        else:
            said = "read"
    # Settings without a word are those that every project begins with.
    allowed = {"read"} if (kind, value) == (SETTINGS, {}) else set()
    assert said in {f"a record of the project cannot be read: {kind} {key}", *allowed}


@pytest.mark.parametrize("value", [None, 7, "text"])
@pytest.mark.parametrize("column", ["kind", "sealed"])
def test_a_value_of_another_type_is_damage(path, column, value):
    """A damaged file may hold nothing, or a number, where a table allows bytes alone."""
    with SqliteVault(path, KEY) as store:
        row = store._open().execute("SELECT * FROM record").fetchone()
        odd = (row[0], *(value if name == column else one for name, one in
                         zip(("kind", "sealed"), row[1:], strict=True)))  # fmt: skip
        with pytest.raises(DamagedVaultError, match="table record is damaged"):
            store._opened("record", odd)
