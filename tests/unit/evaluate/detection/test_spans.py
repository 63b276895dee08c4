import pickle

import numpy as np
import pytest

from textveil.errors import DuplicateIdError, InputError, InvalidValueError
from textveil.evaluate.bootstrap import bootstrap
from textveil.evaluate.detection.matching import count_matched
from textveil.evaluate.detection.pairs import pair_by_id
from textveil.evaluate.detection.span_counts import count_spans
from textveil.evaluate.detection.spans import SpanEvaluation, evaluate_spans
from textveil.values.document import Document
from textveil.values.span import Span, Spans

CANARY = "Quackenbush"
TEXT = "Ana Ruiz, seen 3 May"
NAME, DATE = Span(0, 8, "NAME"), Span(15, 20, "DATE")
GOLD = Document("n1", TEXT, spans=Spans([NAME, DATE]))


def rng():
    return np.random.default_rng(11)


def three(document, predicted, level, same, label="", labels=None):
    for count in count_spans(document, Spans(predicted), labels):
        if (count.level, count.same_label, count.label) == (level, same, label):
            return count.hits, count.predicted, count.gold
    return 0, 0, 0


def values(pairs, **options):
    scores = evaluate_spans(pairs, rng(), replicates=50, **options)
    return {(score.name, score.group): score for score in scores}


def test_a_token_is_gold_if_touched_and_predicted_only_if_hidden_whole():
    half = Document("n", "Ruiz", spans=Spans([Span(0, 2, "NAME")]))
    assert three(half, [Span(0, 2, "NAME")], "token", False) == (0, 0, 1)
    assert three(half, [Span(0, 4, "NAME")], "token", False) == (1, 1, 1)
    two = [Span(0, 2, "NAME"), Span(2, 4, "NAME")]
    assert three(half, two, "token", False) == (1, 1, 1)


def test_punctuation_is_no_token():
    dots = Document("n", "... !", spans=Spans([Span(0, 3, "NAME")]))
    assert three(dots, [Span(0, 5, "NAME")], "token", False) == (0, 0, 0)


def test_labels_matter_to_one_view_only():
    found = [Span(0, 8, "CITY"), DATE]
    assert three(GOLD, found, "token", True, "NAME") == (0, 0, 2)
    assert three(GOLD, found, "token", True, "CITY") == (0, 2, 0)
    assert three(GOLD, found, "token", False) == (4, 4, 4)
    assert three(GOLD, found, "token", False, "NAME") == (2, 0, 2)
    assert three(GOLD, found, "instance-strict", False) == (2, 2, 2)
    assert three(GOLD, found, "instance-strict", True, "NAME") == (0, 0, 1)


def test_a_word_hidden_by_two_labels_together_is_hidden_by_neither():
    word = Document("n", "Ruiz", spans=Spans([Span(0, 4, "NAME")]))
    found = [Span(0, 2, "NAME"), Span(2, 4, "CITY")]
    assert three(word, found, "token", False) == (1, 1, 1)
    assert three(word, found, "token", True, "NAME") == (0, 0, 1)


def test_relaxed_pairs_each_span_once():
    pieces = [Span(0, 3, "NAME"), Span(4, 8, "NAME")]
    assert three(GOLD, pieces, "instance-relaxed", True, "NAME") == (1, 2, 1)
    assert three(GOLD, [Span(0, 20, "NAME")], "instance-relaxed", False) == (1, 1, 2)
    assert three(GOLD, [Span(8, 15, "NAME")], "instance-relaxed", False) == (0, 1, 2)


def test_matching_beats_taking_the_first_that_fits():
    assert count_matched([(0, 10), (1, 2)], [(1, 2), (5, 6)]) == 2
    assert count_matched([], [(1, 2)]) == 0
    assert count_matched([(0, 2)], [(2, 4)]) == 0


def test_equal_passages_count_once():
    twice = [NAME, Span(0, 8, "NAME", 0.5, source="other")]
    assert three(GOLD, twice, "instance-strict", True, "NAME") == (1, 1, 1)
    both = [NAME, Span(0, 8, "CITY")]
    assert three(GOLD, both, "instance-strict", False) == (1, 1, 2)


def test_labels_are_renamed_on_both_sides_or_left_out():
    labels = {"NAME": "PERSON", "PATIENT": "PERSON", "DATE": None}
    found = [Span(0, 8, "PATIENT"), DATE]
    assert three(GOLD, found, "instance-strict", True, "PERSON", labels) == (1, 1, 1)
    assert three(GOLD, found, "instance-strict", False, "", labels) == (1, 1, 1)


def test_conventions_for_nothing():
    silent = Document("n", TEXT, spans=Spans())
    nothing = values([(silent, Spans())])
    assert {score.value for score in nothing.values()} == {1.0}
    assert {score.count for score in nothing.values()} == {0}
    missed = values([(GOLD, Spans())])
    assert {score.value for score in missed.values()} == {0.0}
    invented = values([(silent, Spans([NAME]))])
    assert {score.value for score in invented.values()} == {0.0}


def test_a_label_that_is_only_predicted_has_no_label_blind_recall():
    shown = values([(GOLD, Spans([Span(0, 8, "CITY")]))])
    assert ("token recall (any label)", "CITY") not in shown
    assert shown["token recall (any label)", "NAME"].value == 1.0
    assert shown["token precision", "CITY"].value == 0.0


def test_f2_weighs_recall():
    shown = values([(GOLD, Spans([NAME]))])
    assert shown["instance-strict precision", ""].value == 1.0
    assert shown["instance-strict recall", ""].value == 0.5
    assert shown["instance-strict F1", ""].value == pytest.approx(2 / 3)
    assert shown["instance-strict F2", ""].value == pytest.approx(5 / 9)
    assert shown["instance-strict recall", ""].count == 2
    assert shown["instance-strict precision", ""].count == 1


def test_scores_are_a_function_of_the_seed():
    pairs = [(GOLD, Spans([NAME])), (GOLD, Spans()), (GOLD, GOLD.spans)]
    assert evaluate_spans(pairs, rng()) == evaluate_spans(pairs, rng())
    # Three documents give few distinct intervals, so two seeds alone may agree by chance.
    seeds = map(np.random.default_rng, range(10))
    assert len({evaluate_spans(pairs, seed, replicates=7) for seed in seeds}) > 1


def test_missing_predictions_count_as_nothing_found_and_are_reported():
    evaluation = SpanEvaluation()
    evaluation.add(GOLD, None)
    evaluation.add(GOLD, Spans())
    assert (evaluation.documents, evaluation.missing) == (2, 1)
    assert repr(evaluation) == "SpanEvaluation(documents=2, missing=1)"
    assert evaluation.scores(rng())[1].value == 0.0


def test_evaluations_survive_pickling():
    evaluation = SpanEvaluation({"X": None})
    evaluation.add(GOLD, Spans([NAME]))
    copy = pickle.loads(pickle.dumps(evaluation))  # noqa: S301
    assert copy.counts() == evaluation.counts()
    assert copy.merge(evaluation).documents == 2


def test_merging_refuses_other_labels():
    with pytest.raises(InvalidValueError):
        SpanEvaluation().merge(SpanEvaluation({"X": None}))


def test_nothing_evaluated_is_no_result():
    with pytest.raises(InvalidValueError, match="no document"):
        SpanEvaluation().scores(rng())


def test_a_gold_document_must_be_annotated():
    with pytest.raises(InvalidValueError, match="n2"):
        SpanEvaluation().add(Document("n2", CANARY), Spans())


def test_predicted_spans_stay_inside_the_text():
    with pytest.raises(InvalidValueError, match=r"n1: NAME \[5, 99\)") as caught:
        SpanEvaluation().add(GOLD, Spans([Span(5, 99, "NAME")]))
    assert "Ruiz" not in str(caught.value)


@pytest.mark.parametrize("options", [{"level": 1.0}, {"level": 0.0}, {"replicates": 0}])
def test_levels_and_replicates_are_checked(options):
    with pytest.raises(InvalidValueError):
        evaluate_spans([(GOLD, Spans())], rng(), **options)


def test_pairs_are_made_by_id():
    gold = [GOLD, Document("n2", "x", spans=Spans()), Document("n3", "y", spans=Spans())]
    predicted = [Document("n3", "y"), Document("n1", TEXT, spans=Spans([NAME]))]
    found = {document.id: spans for document, spans in pair_by_id(gold, predicted)}
    assert found == {"n1": Spans([NAME]), "n2": None, "n3": None}


def test_pairing_refuses_unknown_ids_duplicates_and_other_texts():
    secret = Document("x9", CANARY, spans=Spans())
    for gold, predicted, kind in [
        ([GOLD], [secret], InputError),
        ([GOLD, GOLD], [], DuplicateIdError),
        ([GOLD], [secret, secret], DuplicateIdError),
        ([GOLD], [Document("n1", CANARY, spans=Spans())], InputError),
    ]:
        with pytest.raises(kind, match=r"n1|x9") as caught:
            list(pair_by_id(gold, predicted))
        assert CANARY not in str(caught.value)


def mean(sums):
    return sums[:, :1] / sums[:, 1:]


def test_the_bootstrap_has_the_width_of_theory():
    # A mean of n coin flips: the percentile interval is close to the normal one.
    rows, times = np.array([[0.0, 1.0], [1.0, 1.0]]), np.array([200, 200])
    value, low, high = bootstrap(rows, times, mean, rng(), replicates=4000)
    assert value[0] == 0.5
    half = 1.96 * np.sqrt(0.25 / 400)
    assert low[0] == pytest.approx(0.5 - half, abs=0.008)
    assert high[0] == pytest.approx(0.5 + half, abs=0.008)


def test_batches_do_not_change_the_result(monkeypatch):
    rows, times = np.array([[0.0, 1.0], [1.0, 1.0], [3.0, 1.0]]), np.array([3, 1, 2])
    whole = bootstrap(rows, times, mean, rng(), replicates=50)
    monkeypatch.setattr("textveil.evaluate.bootstrap._BATCH_CELLS", 12)
    assert np.array_equal(whole, bootstrap(rows, times, mean, rng(), replicates=50))


@pytest.mark.parametrize("special", [9.0, -9.0])
def test_the_interval_is_widened_to_hold_the_value(special):
    rows, times = np.array([[0.0], [4.0], [5.0]]), np.array([40, 1, 40])
    total = float((times @ rows)[0])

    def brittle(sums):
        # Not smooth: the true sums give the special value, a resample that differs gives 0.
        return np.where(sums[:, :1] == total, special, 0.0)

    value, low, high = bootstrap(rows, times, brittle, rng(), replicates=20)
    assert value[0] == special
    assert (low[0], high[0]) == (min(special, 0.0), max(special, 0.0))


def test_undefined_resamples_are_left_out():
    def rare(sums):
        return np.where(sums > 0, 1.0, np.nan)

    rows, times = np.array([[0.0], [1.0]]), np.array([9, 1])
    value, low, high = bootstrap(rows, times, rare, rng(), replicates=50)
    assert (value[0], low[0], high[0]) == (1.0, 1.0, 1.0)
