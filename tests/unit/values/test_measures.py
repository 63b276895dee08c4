import pytest

from textveil.errors import InvalidValueError
from textveil.values.choice import Choice, Option
from textveil.values.figures.score import Score
from textveil.values.link import Link
from textveil.values.span import Explanation
from textveil.values.verdict import Status, Verdict, Witness

WITNESS = Witness("d", 0, 3, "occurs once", 1)


def test_verdicts_follow_their_witnesses():
    assert Verdict.of("residue", 3, []).holds
    refuted = Verdict.of("residue", 3, [WITNESS], failures=7)
    assert refuted.status is Status.REFUTED
    assert not refuted.holds
    assert refuted.failures == 7
    unknown = Verdict.not_checkable("residue", "the input was not given")
    assert not unknown.holds


@pytest.mark.parametrize(
    "fields",
    [
        {"status": Status.HOLDS, "witnesses": (WITNESS,), "failures": 1},
        {"status": Status.HOLDS, "failures": 2},
        {"status": Status.REFUTED},
        {"status": Status.REFUTED, "failures": 2},
        {"status": Status.REFUTED, "witnesses": (WITNESS,), "failures": 0},
        {"status": Status.REFUTED, "witnesses": (WITNESS, WITNESS), "failures": 1},
        {"status": Status.NOT_CHECKABLE},
        {"status": Status.STATED},
        {"status": Status.NOT_CHECKABLE, "reason": "why", "witnesses": (WITNESS,), "failures": 1},
    ],
)
def test_verdicts_that_contradict_themselves_are_refused(fields):
    with pytest.raises(InvalidValueError):
        Verdict("residue", **fields)


def test_a_failure_without_witness_never_holds():
    with pytest.raises(InvalidValueError):
        Verdict.of("residue", 3, [], failures=1)


def test_verdicts_become_json():
    shown = Verdict.of("residue", 3, [WITNESS]).to_json()
    assert shown["status"] == "refuted"
    assert shown["witnesses"] == [WITNESS.to_json()]
    assert WITNESS.to_json()["count"] == 1
    assert "count" not in Witness("d", 0, 3, "gone").to_json()


@pytest.mark.parametrize(("value", "low", "high"), [(0.5, 0.6, 0.7), (0.8, 0.6, 0.7)])
def test_a_score_lies_inside_its_interval(value, low, high):
    with pytest.raises(InvalidValueError, match="recall"):
        Score("recall", value, low, high)


def test_a_score_is_a_number():
    with pytest.raises(InvalidValueError):
        Score.exact("recall", float("nan"))


def test_scores_are_shown_with_their_interval():
    assert str(Score.exact("recall", 0.5)) == "0.500"
    assert str(Score("recall", 0.5, 0.25, 0.75)) == "0.500 [0.250, 0.750]"
    assert Score.exact("recall", 0.5, 4, "NAME").to_json() == {
        "name": "recall",
        "group": "NAME",
        "value": 0.5,
        "low": 0.5,
        "high": 0.5,
        "count": 4,
    }


def test_choices_pick_an_option():
    options = (Option("5", (Score.exact("kept", 0.9),)), Option("10"))
    choice = Choice("k", "5", "knee of the curve", options)
    assert choice.to_json()["options"][1] == {"name": "10", "scores": []}
    with pytest.raises(InvalidValueError):
        Choice("k", "7", "no reason", options)


def test_links_carry_a_probability():
    link = Link("post", "recipient", 0.9, "fingerprint", Explanation("marks"))
    assert link.to_json()["explanation"] == {"rule": "marks", "reasons": []}
    assert Link("post", "recipient", 0.9, "fingerprint").to_json()["explanation"] is None
    with pytest.raises(InvalidValueError):
        Link("post", "recipient", 1.2, "fingerprint")
