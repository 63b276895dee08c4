"""The curves that come with textveil have the shapes that the page on the game tells of."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from textveil.decide.curves import Curves
from textveil.games.payoff import CASES
from textveil.games.stackelberg import Ending, PublishPolicy, answers, play
from textveil.pipeline.plan.files import SHIPPED, read_curves

POINTS = read_curves(Path(SHIPPED))


def played(attack: str) -> dict[tuple[str, PublishPolicy], Ending]:
    curves = Curves.of(POINTS, attack)
    weights = np.full(curves.repeats, 1 / curves.repeats)
    ends = {}
    for case, stakes in CASES.items():
        answered = answers(curves.expected(stakes).scaled(weights), stakes)
        ends |= {(case, policy): play(answered, policy) for policy in PublishPolicy}
    return ends


def test_the_shapes_of_figures_5_and_6() -> None:
    curves = Curves.of(POINTS, "fake")
    assert list(curves.alpha) == [10, 20, 50, 100, 200]
    assert list(curves.gamma) == [10, 20, 50, 100]
    assert curves.repeats == 5
    hidden = curves.publisher[1].mean(axis=0)[:, 0]
    claimed = curves.attacker[0].mean(axis=0)
    assert (np.diff(hidden) > 0).all()
    assert (np.diff(claimed, axis=1) > 0).all(), "precision rises with the attacker's labels"
    assert (np.diff(claimed, axis=0) < 0).all(), "and falls with the publisher's"


def test_the_pattern_of_the_game() -> None:
    ends = played("fake")
    for case in CASES:
        safe, forward, back = (
            ends[case, policy].publisher
            for policy in (
                PublishPolicy.SAFE_FORWARD,
                PublishPolicy.ATTACK_FORWARD,
                PublishPolicy.ATTACK_BACK,
            )
        )
        assert ends[case, PublishPolicy.TRADITIONAL].publisher < 0
        assert 0 <= safe <= forward <= back
        assert ends[case, PublishPolicy.SAFE_FORWARD].shares is (case != "mid-low")


def test_fines_paid_back_reward_baiting_at_the_prices_that_the_page_names() -> None:
    stakes = replace(CASES["low"], value=0.5, attacker_loss=0.7)
    curves = Curves.of(POINTS, "fake")
    weights = np.full(curves.repeats, 1 / curves.repeats)
    answered = answers(curves.expected(stakes).scaled(weights), stakes)
    bait = play(answered, PublishPolicy.ATTACK_BACK)
    plain = play(answered, PublishPolicy.ATTACK_FORWARD)
    assert (plain.alpha, plain.gamma, round(plain.publisher, 2)) == (77, 0, 1204.3)
    assert (bait.alpha, bait.gamma, round(bait.publisher, 2)) == (34, 100, 1292.45)


@pytest.mark.parametrize("case", CASES)
def test_who_has_a_list_of_all_values_is_never_deterred(case: str) -> None:
    ends = played("linkage")
    assert not ends[case, PublishPolicy.SAFE_FORWARD].shares
    assert ends[case, PublishPolicy.ATTACK_FORWARD].gamma > 0
