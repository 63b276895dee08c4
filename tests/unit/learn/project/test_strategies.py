"""Query strategies: the dissertation's example, bounds, ties, and near repetitions."""

import numpy as np
import pytest
from tests.unit.learn.small_corpus import SETTINGS, notes

from textveil.errors import ComponentFailedError, InvalidValueError
from textveil.learn.project.questions import batch_of, calibrate, chances_of, ranked
from textveil.learn.project.strategies import (
    BoundedEntropy,
    BoundedLeastConfidence,
    Diverse,
    GeneralReturn,
    LeastConfidence,
    MeanLeastConfidence,
    NetReturn,
    RandomOrder,
    WordEntropy,
)
from textveil.learn.training.trained_model import TrainingPlan, learn_from
from textveil.models.bundle import load_bundle
from textveil.models.calibration import Calibration
from textveil.values.figures.chances import DocumentChances


def example(name, plain, named):
    """Return a document of Table 12: words that are nothing, and words that are something."""
    rows = [[0.99, 0.01]] * plain + [[0.4, 0.6]] * named
    return DocumentChances(name, ("NAME",), np.array(rows))


LONG, DENSE = example("d1", 1000, 5), example("d2", 100, 10)


def scores(strategy):
    return [strategy.score(LONG), strategy.score(DENSE)]


def test_table_12_has_12_and_5_and_a_bound_turns_the_order():
    assert scores(LeastConfidence()) == pytest.approx([12, 5])
    assert scores(BoundedLeastConfidence(0.9)) == pytest.approx([2, 4])
    assert batch_of(LeastConfidence(), [LONG, DENSE], 1, 0) == ["d1"]
    assert batch_of(BoundedLeastConfidence(0.9), [LONG, DENSE], 1, 0) == ["d2"]


def test_the_mean_does_not_see_the_length():
    assert scores(MeanLeastConfidence()) == pytest.approx([12 / 1005, 5 / 110])


def test_a_word_at_the_bound_itself_does_not_count():
    sure = DocumentChances("d", ("NAME",), np.array([[0.5, 0.5]]))
    assert BoundedLeastConfidence(0.5).score(sure) == 0
    assert BoundedEntropy(float(sure.entropy[0])).score(sure) == 0
    assert WordEntropy().score(sure) == pytest.approx(np.log(2))


def test_a_return_counts_both_kinds_of_corrections_and_every_word_read():
    word = DocumentChances("d", ("NAME",), np.array([[0.4, 0.6]]))
    assert NetReturn(0.1, 0.01).score(word) == pytest.approx(2 * 0.1 * 0.24 - 0.01)
    apart = GeneralReturn(1.0, 0.0, 0.25, 0.0, 0.01)
    # The model says 0.6 and 0.3 is right: 0.4 of what is there is missed.
    known = calibrate(word, Calibration(((0.0, 0.0), (0.6, 0.3), (1.0, 1.0))))
    assert apart.score(known) == pytest.approx(0.75 * 0.4 * 0.3 - 0.01)
    assert apart.score(word) == pytest.approx(0.75 * 0.4 * 0.6 - 0.01)


@pytest.mark.parametrize(
    "make",
    [
        lambda: BoundedLeastConfidence(0.0),
        lambda: BoundedLeastConfidence(1.01),
        lambda: BoundedLeastConfidence(float("nan")),
        lambda: BoundedEntropy(-0.1),
        lambda: BoundedEntropy(float("inf")),
        lambda: BoundedEntropy(float("nan")),
        lambda: NetReturn(float("nan"), 0.0),
        lambda: NetReturn(0.1, -0.01),
        lambda: GeneralReturn(gain_wrong=-1.0),
        lambda: GeneralReturn(reading=float("inf")),
        lambda: Diverse("lc-sum"),
        lambda: Diverse(most=1.5),
    ],
)
def test_a_setting_out_of_range_is_refused(make):
    with pytest.raises(InvalidValueError):
        make()


@pytest.mark.parametrize(
    "rows", [[[0.5, 0.4]], [[1.5, -0.5]], [[float("nan"), 0.5]], [[1.0]], [0.5, 0.5]]
)
def test_what_is_no_distribution_is_refused(rows):
    with pytest.raises(InvalidValueError):
        DocumentChances("d", ("NAME",), np.array(rows))


def test_the_seed_decides_between_equal_scores():
    names = [f"d{at}" for at in range(20)]
    orders = {tuple(ranked(dict.fromkeys(names, 1.0), seed)) for seed in range(4)}
    assert len(orders) == 4
    assert ranked(dict.fromkeys(names, 1.0), 1) == ranked(dict.fromkeys(names[::-1], 1.0), 1)


def test_random_is_the_order_of_the_seed():
    pool = [example(f"d{at}", at, 1) for at in range(20)]
    first, again, other = (batch_of(RandomOrder(seed), pool, 20, 0) for seed in (1, 1, 2))
    assert first == again != other
    assert sorted(first) == sorted(other)


def test_a_strategy_without_a_finite_score_is_named():
    class Endless:
        def score(self, document):
            return float("inf")

    with pytest.raises(ComponentFailedError, match="Endless"):
        batch_of(Endless(), [LONG], 1, 0)


def words(name, text, confidence=0.5):
    given = tuple(text.split())
    rows = [[confidence, 1 - confidence]] * len(given)
    return DocumentChances(name, ("NAME",), np.array(rows).reshape(len(given), 2), None, given)


def test_near_repetitions_are_left_out_of_a_batch():
    first = words("a", "Seen by the team on the ward today without any complaint at all", 0.5)
    same = words("b", "SEEN by the team on the ward today without any complaint at all", 0.6)
    other = words("c", "The knee is swollen and warm after the fall", 0.9)
    assert batch_of(LeastConfidence(), [first, same, other], 2, 0) == ["a", "b"]
    assert batch_of(Diverse(), [first, same, other], 2, 0) == ["a", "c"]
    assert batch_of(Diverse(), [first, same], 2, 0) == ["a"]


def test_exactly_four_fifths_may_be_shared():
    # Seven words are five runs of three; another last word leaves four of them.
    first, near = words("a", "a b c d e f g"), words("b", "a b c d e f h", 0.6)
    nearer = words("c", "a b c d e f g h", 0.7)
    assert batch_of(Diverse(), [first, near], 2, 0) == ["a", "b"]
    assert batch_of(Diverse(), [first, nearer], 2, 0) == ["a"]


def test_what_a_document_says_stays_inside():
    assert repr(words("a", "Zilpah was here")) == "DocumentChances(3 words, 1 labels)"


def test_chances_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        LONG.chances[0, 0] = 0.5


@pytest.fixture(scope="module", params=["crf", "neural-en"])
def tagger(request):
    if request.param == "crf":
        return learn_from(notes(6), TrainingPlan(SETTINGS))
    return load_bundle(request.param).tagger()


def test_every_model_gives_every_word_the_probability_of_nothing_and_of_each_label(tagger):
    document = notes(8)[7]
    found = chances_of(document, tagger, TrainingPlan().hints, language="en")
    assert found.labels == tagger.labels
    assert found.words == tuple(document.text.replace(".", " . ").split())
    assert found.chances.sum(axis=1) == pytest.approx(np.ones(len(found)), abs=1e-3)
    # Labels of unlikely words are worked out too: entropy needs them.
    assert (found.chances[:, 1:].max(axis=1) > 0).all()
    assert 0 < LeastConfidence().score(found) < WordEntropy().score(found)
