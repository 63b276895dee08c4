"""Operators: what their rules do not write is refuted, and what they show is counted."""

import pytest
from tests.unit.verify.released import released

from textveil.certify.kinds.fixed_texts import WithoutFixedTexts
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.verify.fakes.coarseness import Coarseness
from textveil.verify.fakes.distance import Distance
from textveil.verify.fakes.operators import Operators
from textveil.verify.leftovers.residue import Residue

LAST = {"use": "textveil.mask.v1", "style": "character", "keep_last": 4}
RULES = {
    "default": {"use": "textveil.mask.v1"},
    "labels": {
        "NAME": {"use": "textveil.replace.v1", "text": "a caller"},
        "PHONE": LAST,
        "MRN": {"use": "textveil.mask.v1", "style": "hash", "digits": 8},
        "EMAIL": {"use": "textveil.function.v1", "function": str.upper},
        "AGE": "keep",
    },
}


def verdict(text):
    return Operators(RULES).verify([released(text)])


@pytest.mark.parametrize(
    "text",
    [
        "{NAME:Ana Ruiz=a caller} came",
        "{NAME:Ana Ruiz=[NAME]} came",
        "{PHONE:617-555-0134=********0134}",
        "{PHONE:4711=****}",
        "{MRN:H-204417=[MRN:0a1b2c3d]}",
        "{EMAIL:ana@example.org=a mail}",
    ],
)
def test_what_a_rule_writes_holds(text):
    found = verdict(text)
    assert (found.holds, found.checked) == (True, 1)


@pytest.mark.parametrize(
    "text",
    [
        "{NAME:Ana Ruiz=another caller} came",
        "{NAME:caller=a caller} came",
        "{PHONE:617-555-0134=*******-0134}",
        "{PHONE:617-555-0134=********013*}",
        "{PHONE:4711=4711}",
        "{MRN:H-204417=[MRN:0a1b2c3d4e]}",
        "{MRN:H-204417=H-204417}",
        "{EMAIL:ana@example.org=mail: ANA@EXAMPLE.ORG}",
        "{EMAIL:a@b=A@B}",
    ],
)
def test_what_no_rule_writes_is_refuted(text):
    found = verdict(text)
    assert found.failures == 1
    assert "Ruiz" not in found.witnesses[0].reason


def test_labels_with_other_rules_are_not_its_concern():
    assert verdict("{DATE:3 May 2016=4 May 2016} {AGE:44=44}").checked == 0


def test_what_is_shown_is_counted():
    text = "{PHONE:617-555-0134=********0134} {PHONE:4711=****} {EMAIL:ana@example.org=at example}"
    counts = {what: count for what, count in verdict(text).exempt if count}
    assert sorted(counts.values()) == [1, 1]
    assert any("mask" in what for what in counts)
    assert any("function" in what for what in counts)


def test_without_the_input_nothing_can_be_said():
    case = released("{NAME:Ana=a caller}")
    assert not Operators(RULES).verify([Case(None, case.release)]).holds


def test_residue_counts_masks_that_show_a_part_and_calls_none_of_it_chance():
    found = Residue(rules={"default": LAST}).verify(
        [released("{NAME:Maria Ruiz=Maria ****} wrote.")]
    )
    counts = {what: count for what, count in found.exempt if count}
    assert found.holds
    assert list(counts.values()) == [1]
    assert "a mask shows a part" in next(iter(counts))


def test_residue_refutes_the_whole_value_beside_its_mask():
    case = released("{PHONE:617-555-0134=********0134} or 617-555-0134")
    assert Residue().verify([case]).failures == 1


def test_distance_believes_a_mask_only_if_the_policy_has_one():
    cases = [released("{PHONE:617-555-0134=********0134}")]
    assert Distance().verify(cases).failures == 1
    assert Distance(rules=RULES).verify(cases).holds


def test_a_fixed_text_is_no_false_date_and_another_text_is_one():
    rules = {"default": {"use": "textveil.replace.v1", "text": "a day"}, "labels": {}}
    verifier = Coarseness()
    for shown, holds in (("a day", True), ("one day", False)):
        case = released("{DATE:3 May 2016=" + shown + "} came")
        left = WithoutFixedTexts([case], rules)
        assert WithoutFixedTexts.concerns(verifier, rules)
        assert verifier.verify(left).holds == holds
    assert not verifier.verify([released("{DATE:3 May 2016=a day} came")]).holds


def test_marks_in_place_of_fixed_texts_leave_offsets_as_they_are():
    case = released("Of {NAME:Ana=a caller}, {DATE:3 May 2016=x} and {NAME:Eva=a caller}.")
    [shown] = WithoutFixedTexts([case], RULES)
    assert shown.release.text == "Of ********, x and ********."
    assert list(shown.release.kept()) == list(case.release.kept())
    assert case.before == Document("n", "Of Ana, 3 May 2016 and Eva.", "s")
