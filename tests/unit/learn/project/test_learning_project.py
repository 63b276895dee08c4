"""The loop: what is asked for, what is taken, what is kept, and what is advised."""

from dataclasses import replace

import pytest
from tests.unit.learn.looping import GOLD, KEY, NOTES, QUICK, gold_of, opened, started
from tests.unit.learn.small_corpus import notes

from textveil.errors import (
    DuplicateIdError,
    InputError,
    InvalidValueError,
    UsageError,
    VaultError,
    WrongKeyError,
)
from textveil.learn.project.batch_sizes import ADAPTIVE
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.project_records import EARLIER, read_state
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans


@pytest.fixture
def path(tmp_path):
    return started(tmp_path / "project")


@pytest.fixture
def answered(path):
    with opened(path) as project:
        project.submit(gold_of(project.next()))
        project.learn()
    return path


def state(path):
    with SqliteVault(path, KEY) as store:
        return read_state(store)


def test_a_batch_that_is_asked_for_twice_is_the_same(path):
    with opened(path) as project:
        first = project.next()
        assert project.next() == first
    with opened(path) as project:
        assert project.next() == first
    assert len(first) == 5
    assert all(one.subject is None and not one.metadata for one in first)


def test_the_second_batch_is_annotated_by_the_model(answered):
    with opened(answered) as project:
        batch = project.next()
        status = project.status()
    assert len(batch) == 5
    assert all(GOLD[one.id].text == one.text for one in batch)
    assert sum(len(one.spans) for one in batch) > 10
    assert [one.learnt for one in status.rounds] == [4]
    assert status.corrected.added == sum(
        len(GOLD[name].spans) for name in state(answered).annotations
    )


def test_audited_documents_are_a_fifth_and_share_no_subject_with_others(tmp_path):
    path = started(tmp_path / "project")
    with opened(path) as project:
        while not project.status().advice.stop:
            project.submit(gold_of(project.next()))
            project.learn()
    known = state(path)
    assert (len(known.learnt), len(known.audited)) == (24, 6)
    learnt = {GOLD[name].subject for name in known.learnt}
    assert learnt.isdisjoint({GOLD[name].subject for name in known.audited})
    assert [len(one.audit) for one in known.rounds] == [1] * 6 + [0]
    assert [one.learnt for one in known.rounds] == [0, 4, 8, 12, 16, 20, 24]
    with opened(path) as project, pytest.raises(InputError, match="every document was asked for"):
        project.next()


def test_a_batch_may_come_in_parts_and_twice(path):
    with opened(path) as project:
        batch = gold_of(project.next())
        first = project.submit(batch[:2])
        assert (first.taken, first.missing) == (
            tuple(one.id for one in batch[:2]),
            tuple(one.id for one in batch[2:]),
        )
        assert not project.learn()
        assert [one.id for one in project.next()] == [one.id for one in batch[2:]]
        twice = project.submit(batch[1:3])
        assert (twice.again, twice.taken) == ((batch[1].id,), (batch[2].id,))
        last = project.submit(batch[3:])
        assert not last.missing
        assert project.status().waiting
        assert project.learn()
        assert not project.status().waiting


def test_a_correction_takes_the_place_of_the_first_answer_which_is_kept(answered):
    name = state(answered).learnt[0]
    other = replace(GOLD[name], spans=Spans([Span(0, 3, "CITY")]))
    with opened(answered) as project:
        assert project.submit([other]).changed == (name,)
        assert project.submit([GOLD[name]]).changed == (name,)
    known = state(answered)
    assert known.annotations[name].spans == GOLD[name].spans
    with SqliteVault(answered, KEY) as store:
        assert list(store.fetch_all(EARLIER)) == [f"1 {name}", f"2 {name}"]


def test_documents_that_were_not_asked_for_are_told_apart(path):
    with opened(path) as project:
        batch = gold_of(project.next())
        asked = {one.id for one in batch}
        pool = next(note for note in NOTES if note.id not in asked)
        strange = Document("x1", "Another text.", spans=Spans())
        edited = replace(batch[1], text=batch[1].text + " ")
        unread = replace(batch[2], spans=None)
        done = project.submit([batch[0], strange, pool, edited, unread])
    assert done.taken == (batch[0].id,)
    assert done.foreign == ("x1", batch[1].id)
    assert done.unasked == (pool.id,)
    assert done.unread == (batch[2].id,)
    assert list(state(path).annotations) == [batch[0].id]


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        ([Document("x1", "Another text.", spans=Spans())], "no document of this batch is of this"),
        ([], "has no documents"),
    ],
)
def test_a_batch_of_another_project_changes_nothing(answered, documents, said):
    before = state(answered)
    with opened(answered) as project, pytest.raises(InputError, match=said):
        project.submit(documents)
    after = state(answered)
    assert (after.annotations, after.rounds) == (before.annotations, before.rounds)


def test_an_annotation_that_cannot_be_learnt_from_changes_nothing(path):
    with opened(path) as project:
        batch = gold_of(project.next())
        wrong = replace(batch[1], spans=Spans([Span(0, 3, "DOG")]))
        with pytest.raises(InputError, match="DOG is not among our labels") as caught:
            project.submit([batch[0], wrong])
        assert batch[1].text[:3] not in str(caught.value)
        with pytest.raises(DuplicateIdError):
            project.submit([batch[0], batch[0]])
        assert not state(path).annotations
        named = replace(batch[1], spans=Spans([Span(0, 3, "PER")]))
        project.submit([named], "btc")
    assert state(path).annotations[batch[1].id].spans == Spans([Span(0, 3, "NAME")])


def test_parts_reopened_files_and_second_answers_end_in_the_same_state(tmp_path):
    smooth, rough = started(tmp_path / "smooth"), started(tmp_path / "rough")
    with opened(smooth) as project:
        for _ in range(2):
            project.submit(gold_of(project.next()))
            project.learn()
    for _ in range(2):
        with opened(rough) as project:
            batch = gold_of(project.next())
        for one in [*reversed(batch), batch[2]]:
            with opened(rough) as project:
                project.submit([one])
    with opened(rough) as project:
        project.learn()
    one, other = state(smooth), state(rough)
    assert one.annotations == other.annotations
    assert one.guesses == other.guesses
    assert one.learnt == other.learnt
    assert [r.asked for r in one.rounds] == [r.asked for r in other.rounds]
    assert [r.counts for r in one.rounds] == [r.counts for r in other.rounds]


def test_the_shipped_model_chooses_and_annotates_the_first_batch_if_asked(tmp_path):
    drawn = started(tmp_path / "drawn")
    chosen = started(tmp_path / "chosen", replace(QUICK, first="fast-en", strategy="lc-sum"))
    with opened(drawn) as project:
        without = project.next()
    with opened(chosen) as project:
        batch = project.next()
    assert {one.id for one in batch} != {one.id for one in without}
    assert not any(one.spans for one in without)
    assert any(span.label == "NAME" for one in batch for span in one.spans)


def test_seconds_come_from_label_studio_and_cost_is_told(path):
    with opened(path) as project:
        batch = gold_of(project.next())
        timed = replace(batch[0], metadata=Metadata({"task": {"lead_time": 12.5}}))
        plain = replace(batch[1], metadata=Metadata({"lead_time": 3}))
        wrong = replace(batch[2], metadata=Metadata({"lead_time": "long"}))
        project.submit([timed, plain, wrong])
        status = project.status()
    known = state(path).annotations
    assert [known[one.id].seconds for one in batch[:3]] == [12.5, 3.0, None]
    assert status.costs is None
    assert status.cost == pytest.approx(0.1 * status.words + status.corrected.added)


def test_adaptive_batches_grow_when_the_curve_is_flat(tmp_path):
    many = {note.id: note for note in notes(50)}
    asked = replace(QUICK, batch=ADAPTIVE, iterations=20)
    path = started(tmp_path / "project", asked, many.values())
    with opened(path) as project:
        for _ in range(2):
            project.submit([many[one.id] for one in project.next()])
            project.learn()
    # These notes are soon learnt by heart.
    assert [len(one.asked) for one in state(path).rounds] == [10, 10, 20]


def test_a_budget_is_said_to_be_spent(tmp_path):
    path = started(tmp_path / "project", replace(QUICK, budget=5, cost_budget=1.0))
    with opened(path) as project:
        assert not project.status().advice.stop
        project.submit(gold_of(project.next()))
        reasons = project.status().advice.reasons
    assert reasons == ("the budget of 5 documents is spent", "the budget of 1 is spent")


def test_a_project_is_started_once_and_opened_with_its_key(path):
    with opened(path) as project, pytest.raises(VaultError, match="was started here before"):
        project.start(NOTES, QUICK)
    with pytest.raises(WrongKeyError), SqliteVault(path, Secret(b"x" * 16)):
        pass


def test_bad_beginnings(tmp_path):
    with opened(tmp_path / "p") as project:
        with pytest.raises(VaultError, match="no learning project was started"):
            project.next()
        with pytest.raises(InputError, match="the first batch has 5 documents, and here are 4"):
            project.start([*NOTES[:4], Document("e", " \n"), Document("f", "")], QUICK)
        with pytest.raises(UsageError, match="theta lies above 0"):
            project.start(NOTES, replace(QUICK, strategy="lcub:1.5"))
        one_person = [replace(note, subject="p") for note in NOTES]
        with pytest.raises(InputError, match="all documents share one subject"):
            project.start(one_person, QUICK)
        with pytest.raises(DuplicateIdError):
            project.start([*NOTES, NOTES[0]], QUICK)
        assert project.start(one_person, replace(QUICK, by=("document",))) == len(NOTES)
        with pytest.raises(InputError, match="nothing was submitted yet"):
            project.model(tmp_path / "m")


@pytest.mark.parametrize(
    "wrong",
    [
        {"batch": 0},
        {"batch": "many"},
        {"audit": 0.9},
        {"target": 1.0},
        {"target": 0.9, "audit": 0.0},
        {"budget": 0},
        {"training_minutes": 5.0},
        {"model": "fast-xx"},
        {"first": "crf"},
        {"threshold": 0.0},
        {"reading": -1.0},
    ],
)
def test_settings_that_make_no_sense(wrong):
    with pytest.raises(InvalidValueError):
        LoopSettings(**wrong)
