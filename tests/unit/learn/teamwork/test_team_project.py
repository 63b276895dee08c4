"""What several people do in a project, below any page."""

import pytest
from tests.unit.learn.looping import GOLD, KEY, NOTES, QUICK

from textveil.errors import InvalidValueError
from textveil.learn.project.project_records import read_state, spans_to_json
from textveil.learn.teamwork.founding import founded
from textveil.learn.teamwork.marks import DocumentState, PersonMarks, checked_spans
from textveil.learn.teamwork.team_plan import TeamPlan
from textveil.learn.teamwork.team_project import GivenMarks, TeamProject
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document
from textveil.values.span import Span, Spans


@pytest.fixture
def team(tmp_path):
    with SqliteVault(tmp_path / "team", KEY, create=True) as store:
        plain = [Document(one.id, one.text, one.subject) for one in NOTES]
        founded(store, plain, QUICK, strategy_named)
        made = TeamProject(store, strategy_named)
        made.learn()
        yield made


def gold(name):
    return spans_to_json(GOLD[name].spans)


def test_documents_keep_their_numbers(team):
    assert team.records.count() == len(NOTES)
    assert [team.records.id_of(at) for at in (1, 2, 30)] == [NOTES[0].id, NOTES[1].id, NOTES[29].id]
    assert team.records.id_of(31) is None
    assert team.records.numbers([NOTES[4].id]) == {NOTES[4].id: 5}


def test_three_people_share_a_document_until_enough_are_done(team):
    team.records.set_plan(TeamPlan(share=1.0, people=2))
    name = team.queue("ana", 3)[0].id
    team.keep("ana", name, GivenMarks(0, gold(name), 2.0), 3)
    team.keep("bea", name, GivenMarks(0, gold(name), 4.0), 3)
    assert name not in [one.id for one in team.queue("cleo", 3)]
    kept = read_state(team.records.store).annotations[name]
    assert (kept.spans, kept.seconds) == (GOLD[name].spans, 3.0)


def test_a_decision_again_takes_the_place_of_the_first(team):
    team.records.set_plan(TeamPlan(share=1.0))
    name = team.queue("ana", 2)[0].id
    team.keep("ana", name, GivenMarks(0, gold(name)), 2)
    team.keep("bea", name, GivenMarks(0, []), 2)
    assert team.records.disputes(9) == [name]
    assert team.settle("cleo", name, GivenMarks(0, [])).version == 1
    assert team.records.disputes(9) == []
    assert team.news("ana") == [name]
    assert team.settle("cleo", name, GivenMarks(0, gold(name))).stale
    assert team.settle("cleo", name, GivenMarks(1, gold(name))).version == 2
    assert read_state(team.records.store).annotations[name].spans == GOLD[name].spans


def test_who_comes_back_with_other_marks_after_a_decision_asks_for_a_new_one(team):
    team.records.set_plan(TeamPlan(share=1.0))
    name = team.queue("ana", 2)[0].id
    team.keep("ana", name, GivenMarks(0, gold(name)), 2)
    team.keep("bea", name, GivenMarks(0, []), 2)
    team.settle("cleo", name, GivenMarks(0, gold(name)))
    team.reopen(name, "bea")
    assert [one.id for one in team.queue("bea", 2) if one.reopened] == [name]
    team.keep("bea", name, GivenMarks(1, []), 2)
    assert team.records.disputes(9) == [name]
    assert read_state(team.records.store).annotations[name].spans == GOLD[name].spans


def test_a_draft_of_somebody_else_holds_nothing_up(team):
    name = team.queue("ana", 2)[0].id
    team.records.set_plan(TeamPlan(share=0.0))
    team.keep("bea", name, GivenMarks(0, [], 1.0, done=False), 2)
    team.keep("ana", name, GivenMarks(0, gold(name)), 2)
    assert read_state(team.records.store).annotations[name].spans == GOLD[name].spans
    team.keep("bea", name, GivenMarks(1, []), 2)
    assert team.records.disputes(9) == [name]
    assert read_state(team.records.store).annotations[name].spans == GOLD[name].spans


def test_nobody_can_be_asked_to_look_again_who_has_not_looked(team):
    with pytest.raises(InvalidValueError, match="has not annotated"):
        team.reopen(NOTES[0].id, "ana")
    with pytest.raises(InvalidValueError, match="nobody is done"):
        team.settle("ana", NOTES[0].id, GivenMarks(0, []))


def test_a_batch_that_is_complete_is_said_to_be(team):
    told = [
        team.keep("ana", one.id, GivenMarks(0, gold(one.id))).complete
        for one in team.queue("ana", 1)
    ]
    assert told == [False] * (QUICK.batch - 1) + [True]
    assert team.learn() == 1
    fresh = team.queue("ana", 1)
    assert len(fresh) == QUICK.batch
    assert sum(one.score is None for one in fresh) == 1
    assert len(team.scores_of(fresh[0].id)["sure"]) == len(team.shown("ana", fresh[0].id).spans)


def test_values_come_back_as_they_were():
    spans = Spans([Span(0, 3, "NAME")])
    marks = PersonMarks(spans, 3, 2.5, True)
    assert PersonMarks.from_json(marks.to_json()) == marks
    state = DocumentState({"ana": True, "bea": False}, "ana", True, True, True, ("cleo",))
    assert DocumentState.from_json(state.to_json()) == state
    assert state.done == ["ana"]
    plan = TeamPlan(("NAME", "X-CASE"), "Mark names.", 0.5, 3)
    assert TeamPlan.from_json(plan.to_json()) == plan


def test_a_label_of_the_project_alone_is_allowed_in_it():
    assert len(checked_spans([[0, 1, "X-CASE"]], 3, ["X-CASE"])) == 1
    with pytest.raises(InvalidValueError, match="no label"):
        checked_spans([[0, 1, "Case?"]], 3)


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"share": 1.1}, "share"),
        ({"people": 1}, "people"),
        ({"labels": ()}, "labels"),
        ({"labels": ("NAME", "NAME")}, "labels"),
        ({"guideline": "x" * 100_001}, "guideline"),
    ],
)
def test_plans_that_make_no_sense(wrong, where):
    with pytest.raises(InvalidValueError) as caught:
        TeamPlan(**wrong)
    assert caught.value.where == where
