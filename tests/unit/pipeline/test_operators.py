"""Operators in Python and in policies: asked for, checked, counted and never believed."""

import json

import pandas as pd
import pytest

import textveil
from textveil.errors import ComponentError, ComponentFailedError, PolicyError, UsageError
from textveil.policy.policy import load_policy

KEY = "a key of more than sixteen bytes"
NOTE = "Ana Ruiz, (617) 555-0134, ana@example.org; 6175550134 again."
LAST = {"use": "textveil.mask.v1", "style": "character", "keep_last": 4}
FIXED = {"use": "textveil.replace.v1", "text": "somebody"}
PATTERNS = {
    "name": "p",
    "detect": ["textveil.patterns.v1"],
    "transform": {"default": "textveil.mask.v1"},
}


def claims(result):
    return {verdict.claim: verdict for verdict in result.verdicts}


def test_operators_rewrite_their_labels_and_the_policy_the_others():
    made = textveil.deidentify(NOTE, operators={"PHONE": LAST, "PERSON": FIXED})
    assert made.text == "somebody, ***** ****0134, [EMAIL]; ******0134 again."
    assert claims(made)["operators"].holds
    assert (
        dict(claims(made)["residue"].exempt)[
            "passages of which a mask shows a part, which the claim operators checks"
        ]
        == 2
    )


def test_a_function_that_keeps_the_value_gives_a_tag():
    made = textveil.deidentify(NOTE, PATTERNS, operators={"PHONE": lambda value: f"tel. {value}"})
    assert "[PHONE]" in made.text
    assert "555" not in made.text
    assert all(verdict.holds for verdict in made.verdicts)


def test_a_function_may_be_the_default_and_keep_a_rule_too():
    made = textveil.deidentify(
        NOTE, PATTERNS, operators={"DEFAULT": lambda _: "#", "EMAIL": "keep"}
    )
    assert made.text == "Ana Ruiz, #, ana@example.org; # again."


def test_a_rule_for_people_is_one_for_patients_too():
    policy = PATTERNS | {"deny": {"PATIENT": ["Ana Ruiz"], "PROVIDER": ["Eva Holt"]}}
    rules = {"labels": {"PROVIDER": "textveil.mask.v1"}, **PATTERNS["transform"]}
    made = textveil.deidentify(
        "Ana Ruiz, Eva Holt", policy | {"transform": rules}, operators={"NAME": FIXED}
    )
    assert made.text == "somebody, [PROVIDER]"


@pytest.mark.parametrize("policy", ["hide-in-plain-sight", "hipaa-safe-harbor", "clinical"])
def test_operators_stand_beside_surrogates_and_all_verdicts_hold(policy):
    operators = {"NAME": FIXED, "DATE": FIXED, "PHONE": LAST}
    text = f"Seen 3 May 2016, back 9 May 2016. {NOTE}"
    made = textveil.deidentify(text, policy, KEY, operators=operators)
    assert made.text.startswith("Seen somebody, back somebody. somebody, ***** ****0134,")
    assert all(verdict.holds for verdict in made.verdicts)


def test_columns_are_rewritten_by_the_operators_of_their_labels():
    frame = pd.DataFrame({"note": ["All well."], "card": ["4111111111111111"], "who": ["Ana"]})
    made = textveil.deidentify(
        frame,
        PATTERNS,
        columns={"note": "text", "card": "CARD", "who": "X-WHO"},
        operators={"CARD": {**LAST, "keep_first": 6}, "X-WHO": FIXED},
    )
    assert list(made.iloc[0]) == ["All well.", "411111******1111", "somebody"]


@pytest.mark.parametrize(
    ("operators", "error", "where"),
    [
        (["PHONE"], UsageError, "operators"),
        ({"PHONE": 3}, UsageError, 'operators["PHONE"]'),
        ({"PHONE": {"use": "textveil.maks.v1"}}, UsageError, 'operators["PHONE"]'),
        ({"PHONE": {**LAST, "keep_lst": 1}}, ComponentError, 'operators["PHONE"]["keep_lst"]'),
        ({"PHONE": {**FIXED, "text": ""}}, ComponentError, 'operators["PHONE"]["text"]'),
        ({"PHON": LAST}, UsageError, "operators"),
    ],
)
def test_wrong_operators_are_told_with_their_place(operators, error, where):
    with pytest.raises(error) as told:
        textveil.deidentify(NOTE, PATTERNS, operators=operators)
    assert told.value.where == where


def test_a_function_that_breaks_ends_the_call_and_its_words_are_not_shown():
    def breaks(value):
        raise ValueError(value)

    with pytest.raises(ComponentFailedError) as told:
        textveil.deidentify(NOTE, PATTERNS, operators={"PHONE": breaks})
    assert "555" not in str(told.value)


def test_every_policy_with_an_operator_has_their_verifier_and_no_other():
    uses = {
        name: [step.use for step in load_policy(name).verify] for name in ("keyed-hash", "tag-only")
    }
    assert "textveil.operators.v1" in uses["keyed-hash"]
    assert "textveil.operators.v1" not in uses["tag-only"]


def test_a_wrong_value_in_a_dict_is_told_by_its_keys_and_words_of_lists_are_not():
    with pytest.raises(PolicyError) as told:
        textveil.deidentify("x", PATTERNS | {"metadata": "burn"})
    assert told.value.where == 'policy["metadata"]'
    with pytest.raises(PolicyError) as told:
        textveil.deidentify("x", PATTERNS | {"deny": {"Zephyrina": ["Quux"]}})
    assert told.value.where == 'policy["deny"]'
    assert "Zephyrina" not in str(told.value)


@pytest.mark.parametrize(
    ("label", "meant"),
    [("IP-ADDRESS", "IP"), ("SURNAME", "NAME"), ("PATEINT", "PATIENT"), ("x-chi", "X-CHI")],
)
def test_a_label_that_does_not_exist_gets_the_one_that_is_meant(label, meant):
    rules = {**PATTERNS["transform"], "labels": {label: "keep"}}
    with pytest.raises(PolicyError) as told:
        textveil.deidentify("x", PATTERNS | {"transform": rules})
    assert told.value.hint == f"did you mean {meant}?"


def test_results_are_plain_data_and_frames():
    made = textveil.deidentify(["Mail ana@example.org.", "All well."], PATTERNS)
    plain = json.loads(made.to_json())
    assert plain == made.to_dict()
    assert [row["text"] for row in plain["texts"]] == ["Mail [EMAIL].", "All well."]
    assert {verdict["status"] for verdict in plain["verdicts"]} == {"holds"}
    assert list(made.to_frame()["edits"]) == [1, 0]
    [edit] = made[0].to_dict()["edits"]
    assert (edit["start"], edit["new_end"], edit["replacement"]) == (5, 12, "[EMAIL]")
    assert made[0].to_frame().attrs["verdicts"] == plain["verdicts"]
    assert "ana@" not in made.to_json() + made[0].to_frame().to_json()


def test_labels_of_ones_own_get_surrogates_of_the_same_shape():
    policy = PATTERNS | {
        "patterns": {"X-CHI": "[0-9]{6} [0-9]{4}"},
        "transform": {"default": "textveil.surrogate.v1"},
        "verify": [f"textveil.{name}.v1" for name in ("alignment", "residue", "distance")],
    }
    made = textveil.deidentify("CHI 010195 1234, again 010195 1234.", policy, KEY)
    first, second = made.text[4:15], made.text[-12:-1]
    assert first == second != "010195 1234"
    assert [part.isdecimal() for part in (first[:6], first[7:])] == [True, True]
    assert first[6] == " "
