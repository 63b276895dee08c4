"""Strategies as people write them."""

import pytest

from textveil.errors import UsageError
from textveil.learn.project.strategies import (
    BoundedEntropy,
    BoundedLeastConfidence,
    Diverse,
    GeneralReturn,
    NetReturn,
    RandomOrder,
    WordEntropy,
)
from textveil.pipeline.evaluation.query_strategies import PRESETS, strategies_named, strategy_named


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        ("entropy", WordEntropy()),
        ("textveil.entropy.v1", WordEntropy()),
        ("lcub:0.9", BoundedLeastConfidence(0.9)),
        ("elb:0", BoundedEntropy(0.0)),
        ("roi:0.5, 0.01", NetReturn(0.5, 0.01)),
        ("roi-general:1,2,3,4,5", GeneralReturn(1, 2, 3, 4, 5)),
        ("random", RandomOrder(7)),
        ("diverse:roi:0.5,0.01", Diverse(NetReturn(0.5, 0.01))),
        ("diverse:random", Diverse(RandomOrder(7))),
        ("LCUB_6", BoundedLeastConfidence(0.6)),
        ("LCUB_10", BoundedLeastConfidence(1.0)),
        ("ELB_2", BoundedEntropy(1.0)),
        ("ROI_3", NetReturn(0.5, 0.01)),
    ],
)
def test_a_strategy_is_named_with_its_numbers(text, strategy):
    assert strategy_named(text, seed=7) == strategy


def test_table_14_has_eighteen_settings():
    assert len({repr(strategy_named(name)) for name in PRESETS}) == 18


def test_a_comma_before_a_letter_begins_the_next_strategy():
    found = strategies_named("random,roi:0.1,0.01, diverse:lcub:0.6")
    assert list(found) == ["random", "roi:0.1,0.01", "diverse:lcub:0.6"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lcub:1.5", "at most 1"),
        ("elb:-1", "from 0 on"),
        ("roi:1", "takes 2 numbers"),
        ("lc-sum:1", "takes 0 numbers"),
        ("lcub:much", "not a number"),
        ("lcub:", "not a number"),
        ("entropi", "did you mean entropy"),
        ("diverse:nothing", "no strategy"),
        ("", "no strategy"),
        ("diverse:" * 9 + "entropy", "inside each other"),
    ],
)
def test_a_mistake_says_what_to_write(text, said):
    with pytest.raises(UsageError, match=said):
        strategy_named(text)
