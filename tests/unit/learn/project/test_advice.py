"""When to stop: intervals of F and of its gain, and the advice that follows from them."""

import pytest

from textveil.learn.project.advice import advise, f_of, gain_of
from textveil.learn.project.batch_sizes import PastRound, TimeLimit, adaptive_size
from textveil.learn.project.corrections import Effort, measured_costs
from textveil.learn.project.loop_settings import LoopSettings
from textveil.values.figures.score import Score


def alone(count):
    return {f"d{n}": f"p{n}" for n in range(count)}


def test_f_is_that_of_all_passages_together():
    counts = {"d0": (8, 10, 10), "d1": (4, 4, 6), "d2": (0, 0, 0)}
    score = f_of(counts, alone(3), 0)
    assert score.value == pytest.approx(2 * 12 / 30)
    assert score.low < score.value < score.high
    assert score.count == 3
    assert f_of({"d2": (0, 0, 0)}, alone(3), 0) is None
    assert f_of({}, {}, 0) is None


def test_documents_of_one_subject_are_one_unit():
    counts = {f"d{n}": (9 + n % 2, 10, 10) for n in range(20)}
    assert f_of(counts, alone(20), 0).count == 20
    assert f_of(counts, dict.fromkeys(counts, "p"), 0).count == 1


def test_a_perfect_model_on_few_passages_is_not_surely_perfect():
    few = f_of({f"d{n}": (2, 2, 2) for n in range(10)}, alone(10), 0)
    many = f_of({f"d{n}": (40, 40, 40) for n in range(10)}, alone(10), 0)
    assert (few.value, many.value) == (1.0, 1.0)
    assert few.low == pytest.approx(0.8389, abs=1e-4)
    assert many.low == pytest.approx(0.9905, abs=1e-4)


def test_a_gain_is_measured_on_documents_that_both_models_saw():
    before = {f"d{n}": (5, 10, 10) for n in range(10)}
    after = {f"d{n}": (8, 10, 10) for n in range(10)} | {"late": (0, 10, 10)}
    gain = gain_of(before, after, alone(10), 0)
    assert gain.value == pytest.approx(0.3)
    assert gain.count == 10


def advice(settings=None, **facts):
    known = {"documents": 50, "left": 10, "cost": 1.0, "f": None, "gain": None} | facts
    return advise(settings or LoopSettings(), **known)


def test_a_plateau_needs_an_upper_end_below_a_point():
    flat = Score("gain", 0.002, -0.004, 0.0099, 12)
    assert advice(gain=flat).stop
    assert not advice(gain=Score("gain", 0.002, -0.004, 0.01, 12)).stop
    assert not advice(gain=Score("gain", 0.002, -0.004, 0.0099, 9)).stop


def test_a_flat_curve_on_few_passages_is_not_surely_flat():
    same = {f"d{n}": (10, 10, 10) for n in range(12)}
    assert not advice(gain=gain_of(same, same, alone(12), 0)).stop
    more = {f"d{n}": (40, 40, 40) for n in range(12)}
    assert advice(gain=gain_of(more, more, alone(12), 0)).stop


def test_a_target_needs_the_lower_end():
    wanted = LoopSettings(target=0.9)
    assert advice(wanted, f=Score("F", 0.93, 0.9, 0.95, 10)).stop
    assert not advice(wanted, f=Score("F", 0.93, 0.899, 0.95, 10)).stop
    few = advice(wanted, f=Score("F", 0.99, 0.95, 1.0, 9))
    assert not few.stop
    assert few.reasons == ("9 of 10 subjects are audited that a measurement needs",)
    assert not advice(LoopSettings(), f=Score("F", 0.99, 0.95, 1.0, 10)).stop


def test_nothing_left_is_a_reason():
    assert advice(left=0).reasons == ("every document was asked for",)
    assert advice(LoopSettings(audit=0.0)).reasons == ()


def test_batches_grow_while_the_curve_is_flat_and_shrink_while_it_is_steep():
    assert adaptive_size([]) == 10
    assert adaptive_size([PastRound(10, 10, 0.4, 1.0)]) == 10
    steep = [PastRound(10, 10, 0.4, 1.0), PastRound(20, 10, 0.6, 1.0)]
    assert adaptive_size(steep) == 5
    middle = [PastRound(100, 10, 0.80, 1.0), PastRound(110, 10, 0.807, 1.0)]
    assert adaptive_size(middle) == 15
    falling = [PastRound(100, 10, 0.81, 1.0), PastRound(110, 10, 0.80, 1.0)]
    assert adaptive_size(falling) == 20
    unknown = [PastRound(10, 10, None, 1.0), PastRound(20, 10, None, 1.0)]
    assert adaptive_size(unknown) == 10


@pytest.mark.parametrize("minutes", [1, 3, 10])
def test_the_time_for_training_is_kept(minutes):
    past = [PastRound(10, 10, 0.4, 1.0)]
    while past[-1].documents < 1000:
        size = min(adaptive_size(past, TimeLimit(60 * minutes, 1000)), 1000 - past[-1].documents)
        documents = past[-1].documents + size
        # A training of n documents takes n / 10 seconds, and the curve is steep to the end.
        past.append(PastRound(documents, size, documents / 1000, documents / 10))
    # The last training cannot be avoided, whatever the limit is.
    assert sum(one.seconds for one in past) <= max(60 * minutes, 101)


def test_costs_are_found_again_with_intervals_that_hold_them():
    told = [
        Effort(w, c, 0.4 * w + 5.0 * c + (3 if n % 2 else -3))
        for n, (w, c) in enumerate((100 + 7 * n % 90, n * 3 % 11) for n in range(40))
    ]
    made = measured_costs(told)
    assert made.documents == 40
    assert made.reading.low < 0.4 < made.reading.high
    assert made.correcting.low < 5.0 < made.correcting.high
    assert made.to_json()["reading"]["count"] == 40


def test_costs_are_never_negative_and_need_enough_documents():
    told = [Effort(100 + n, n % 3, 10.0 - 3 * (n % 3)) for n in range(20)]
    made = measured_costs(told)
    assert made.correcting.value == 0.0
    assert made.reading.value > 0.0
    assert measured_costs(told[:9]) is None
    assert measured_costs([Effort(100, 1, 0.0)] * 20) is None
    assert measured_costs([Effort(100, 0, 5.0)] * 20) is None
