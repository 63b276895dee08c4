"""The conditional random field: tags, fitting, judging."""

import numpy as np
import pytest

from textveil.errors import ModelError
from textveil.models.fields.crf import Crf, Settings, fit, tags_of

SETTINGS = Settings(rounds=20, rarest=1)
SEQUENCES = [
    ([["w=see"], ["w=ana", "up"], ["w=ruiz", "up"], ["w=now"]], ["O", "B-NAME", "I-NAME", "O"]),
    ([["w=in"], ["w=lima", "up"], ["w=.", "dot"]], ["O", "B-CITY", "O"]),
    ([["w=ana", "up"], ["w=.", "dot"]], ["B-NAME", "O"]),
] * 5


@pytest.fixture(scope="module")
def crf():
    return Crf(fit(SEQUENCES, SETTINGS))


def test_labels_come_from_the_weights(crf):
    assert crf.labels == ("CITY", "NAME")


def test_equal_sequences_give_equal_weights(crf):
    assert fit(SEQUENCES, SETTINGS) == crf.weights


def test_what_was_learnt_is_said(crf):
    rows = [["w=see"], ["w=ana", "up"], ["w=ruiz", "up"], ["w=now"]]
    chances, begins = crf.judge(rows, 0.0)
    best = chances.argmax(axis=1)
    assert [("", *crf.labels)[at] for at in best] == ["", "NAME", "NAME", ""]
    assert [share > 0.5 for share in begins[1:3]] == [True, False]
    assert np.allclose(chances.sum(axis=1), 1.0, atol=1e-5)
    assert ((chances >= 0.0) & (chances <= 1.0)).all()


def test_labels_of_words_below_the_least_score_are_left_out(crf):
    rows = [["w=see"], ["w=ana", "up"], ["w=ruiz", "up"], ["w=now"]]
    every, _ = crf.judge(rows, 0.0)
    some, _ = crf.judge(rows, 0.5)
    assert (some[:, 0] == every[:, 0]).all()
    assert (some[1:3] == every[1:3]).all()
    assert not some[[0, 3], 1:].any()


def test_features_that_were_never_seen_do_no_harm(crf):
    [chances], _ = crf.judge([["w=zanzibar", "new"]], 0.0)
    assert abs(chances.sum() - 1.0) < 1e-5


def test_a_model_of_tags_without_outside_takes_every_word():
    whole = Crf(fit([([["a"], ["b"]], ["B-NAME", "I-NAME"])] * 3, SETTINGS))
    chances, _ = whole.judge([["a"], ["b"]], 0.5)
    assert chances[:, 0].tolist() == [0.0, 0.0]
    assert np.allclose(chances[:, 1], 1.0, atol=1e-5)


def test_reasons_are_the_features_that_weigh_most(crf):
    reasons = crf.influence(["w=ana", "up", "unheard"], "NAME")
    assert [weight for _, weight in reasons] == sorted((w for _, w in reasons), reverse=True)
    assert "unheard" not in dict(reasons)
    assert dict(reasons)["w=ana"] > 0


def test_nothing_to_learn_is_an_error():
    with pytest.raises(ModelError, match="nothing to learn"):
        fit([([["w=see"]], ["O"])], SETTINGS)


@pytest.mark.parametrize("weights", [b"", b"PK\x03\x04", b"\x80\x04K\x01.", b"xlCRF"])
def test_foreign_weights_are_refused(weights):
    with pytest.raises(ModelError, match="not weights"):
        Crf(weights)


def test_weights_stay_out_of_the_representation(crf):
    assert "lCRF" not in repr(crf)
    assert len(repr(crf)) < 100


def test_two_spans_in_one_word_tag_it_once():
    assert tags_of([0, 8], [7, 9], [(0, 3, "NAME"), (3, 7, "CITY"), (8, 9, "AGE")]) == [
        "B-NAME",
        "B-AGE",
    ]


def test_a_span_between_words_tags_nothing():
    assert tags_of([0, 4], [1, 5], [(2, 3, "NAME")]) == ["O", "O"]
