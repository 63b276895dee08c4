"""The field that is fitted in memory: the model is CRFsuite's, whatever features are called."""

import numpy as np
import pytest
from tests.unit.models.fields.test_crf import SEQUENCES

from textveil.errors import ModelError
from textveil.models.fields.crf import Crf, Settings, fit
from textveil.models.fields.descent import least
from textveil.models.fields.field_kernels import FieldWords
from textveil.models.fields.random_field import fit_field

# Four of the five tags follow "up", so that one feature has a weight for every tag.
MORE = [
    ([["w=mr", "up"], ["w=ruiz", "up"], ["w=of"], ["w=lima", "up"], ["w=peru", "up"]], None),
    ([["w=ana", "up"], ["w=see", "up"], ["w=lima", "up"], ["w=."]], None),
]
TAGS = [["O", "B-NAME", "O", "B-CITY", "I-CITY"], ["B-NAME", "I-NAME", "B-CITY", "O"]]
EXAMPLES = [*SEQUENCES, *((rows, tags) for (rows, _), tags in zip(MORE, TAGS, strict=True))] * 2
ASKED = [["w=see"], ["w=ana", "up"], ["w=lima", "up", "new"], ["w=lima"], ["w=."]]


def words_of(sequences, numbers):
    rows = [row for some in sequences for row in some]
    features = [numbers.setdefault(name, len(numbers)) for row in rows for name in row]
    ends = np.cumsum([0, *map(len, rows)]), np.cumsum([0, *map(len, sequences)])
    return FieldWords(
        ends[0].astype(np.uint32), np.array(features, np.uint32), ends[1].astype(np.uint32)
    )


def fitted(settings, examples=EXAMPLES, numbers=None):
    numbers = {} if numbers is None else numbers
    words = words_of([rows for rows, _ in examples], numbers)
    tags = [tag for _, tags in examples for tag in tags]
    return fit_field(words, tags, len(numbers), settings), numbers


# With five tags a gradient may be 0.2 at the start: a penalty of 0.2 would leave it to rounding.
@pytest.mark.parametrize(
    "settings",
    [
        Settings(sparsity=0.21, rounds=5, rarest=1),
        Settings(sparsity=0.21, rounds=40),
        Settings(sparsity=1.0, rarest=3),
        Settings(sparsity=0.05, damping=0.0, rarest=1),
    ],
    ids=["stopped early", "usual", "sparse", "undamped"],
)
def test_the_probabilities_are_those_of_crfsuite(settings):
    field, numbers = fitted(settings)
    theirs = Crf(fit(EXAMPLES, settings))
    assert field.labels == theirs.labels
    for rows in [ASKED, *(rows for rows, _ in EXAMPLES[:17])]:
        chances, begins = field.judge(words_of([rows], numbers))
        others, starts = theirs.judge(rows, 0.0)
        assert np.allclose(chances, others, atol=1e-6)
        sure = others[:, 1:].max(axis=1) > 0.01
        assert np.allclose(begins[sure], starts[sure], atol=1e-4)


def test_a_penalty_of_zero_has_the_same_optimum():
    settings = Settings(sparsity=0.0, rounds=200, rarest=1)
    field, numbers = fitted(settings)
    chances, _ = field.judge(words_of([ASKED], numbers))
    others, _ = Crf(fit(EXAMPLES, settings)).judge(ASKED, 0.0)
    assert np.allclose(chances, others, atol=2e-3)


def test_numbers_of_features_change_no_bit():
    usual = fitted(Settings(rounds=10))
    earlier = {name: at for at, name in enumerate(["new", "w=.", "w=lima", "up", "dot"])}
    other = fitted(Settings(rounds=10), numbers=earlier)
    one, two = (field.judge(words_of([ASKED], numbers)) for field, numbers in (usual, other))
    assert (one[0] == two[0]).all()
    assert (one[1] == two[1]).all()


def test_a_text_without_words_is_judged_as_nothing():
    field, numbers = fitted(Settings(rounds=3))
    chances, begins = field.judge(words_of([], numbers))
    assert chances.shape == (0, 1 + len(field.labels))
    assert begins.shape == (0,)


def test_words_that_are_always_something_are_never_nothing():
    field, numbers = fitted(Settings(rarest=1), [([["a"], ["b"]], ["B-NAME", "I-NAME"])] * 3)
    chances, _ = field.judge(words_of([[["a"], ["b"]]], numbers))
    assert chances[:, 0].tolist() == [0.0, 0.0]
    assert np.allclose(chances[:, 1], 1.0)


def test_without_a_label_there_is_nothing_to_learn():
    with pytest.raises(ModelError, match="nothing to learn"):
        fitted(Settings(), [([["a"], ["b"]], ["O", "O"])])


def test_the_least_of_a_bowl_with_a_penalty_is_known():
    middle = np.array([3.0, 0.4, -2.0, -0.1, 0.0])
    steep = np.array([1.0, 1.0, 4.0, 0.5, 2.0])

    def bowl(at):
        return float((steep * (at - middle) ** 2).sum() / 2), steep * (at - middle)

    found = least(bowl, 5, 0.5, 100)
    shrunk = np.sign(middle) * np.maximum(np.abs(middle) - 0.5 / steep, 0.0)
    assert np.allclose(found, shrunk, atol=1e-3)
    assert found[[1, 3, 4]].tolist() == [0.0, 0.0, 0.0]
    assert np.allclose(least(bowl, 5, 0.0, 100), middle, atol=1e-3)
