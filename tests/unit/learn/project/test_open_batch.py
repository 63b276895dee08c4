"""The open batch is found without reading the project."""

import pytest
from tests.unit.learn.looping import GOLD, NOTES, QUICK, gold_of, started

from textveil.errors import VaultError
from textveil.learn.project.learning_project import LearningProject
from textveil.learn.project.open_batch import last_round, read_batch
from textveil.learn.project.project_records import ROUND, LoopRound, put_record, read_state
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")


@pytest.fixture
def store(tmp_path):
    with SqliteVault(started(tmp_path / "project"), KEY) as opened:
        yield opened


def test_the_batch_is_that_of_the_whole_state(store):
    project = LearningProject(store, strategy_named)
    batch = gold_of(project.next())
    project.submit(batch[:2])
    part, whole = read_batch(store), read_state(store)
    assert part.open == whole.open
    assert part.waiting == whole.waiting
    assert list(part.documents) == list(whole.rounds[-1].asked)
    assert part.guesses == whole.guesses
    assert part.annotations == whole.annotations


def test_other_documents_come_where_they_are_wanted(store):
    project = LearningProject(store, strategy_named)
    asked = {one.id for one in project.next()}
    other = next(note.id for note in NOTES if note.id not in asked)
    part = read_batch(store, [other, "unknown"])
    assert list(part.documents) == [other]
    assert part.documents[other].text == GOLD[other].text
    assert part.asked == set()
    assert len(part.open) == QUICK.batch


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 8, 9, 33])
def test_the_last_round_is_found_whatever_their_number(store, count):
    for number in range(1, count + 1):
        put_record(store, ROUND, f"{number:06}", LoopRound(number, ("a",), ()).to_json())
    found = last_round(store)
    assert (0 if found is None else found.number) == count


def test_a_store_without_a_project_is_told(tmp_path):
    with (
        SqliteVault(tmp_path / "empty", KEY, create=True) as empty,
        pytest.raises(VaultError, match="no learning project"),
    ):
        read_batch(empty)
