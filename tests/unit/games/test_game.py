"""The game against the paper's figures and against brute force."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.games.payoff import CASES, Claims, Stakes, claims
from textveil.games.stackelberg import Ending, PublishPolicy, answers, play

SHARES = st.floats(0.05, 1)
PRICES = st.floats(0, 5)


def one_size(
    stakes: Stakes, detector: tuple[float, float], attacker: tuple[float, float]
) -> Claims:
    """Return what is expected with 200 and 10 documents."""
    return claims(
        (np.array([200]), np.array([10])),
        (np.array([detector[0]]), np.array([detector[1]])),
        (np.array([[attacker[0]]]), np.array([[attacker[1]]])),
        stakes,
    )


def test_the_row_of_table_5_without_an_attack() -> None:
    expected = one_size(CASES["low"], (0.86, 0.80), (0.38, 0.99))
    end = play(answers(expected, CASES["low"]), PublishPolicy.TRADITIONAL)
    assert round(end.publisher, 2) == -104.19
    assert (end.gamma, end.attacker) == (0, 0)


def test_the_row_of_table_5_with_an_attack() -> None:
    expected = one_size(CASES["mid-low"], (0.86, 0.80), (0.38, 0.976875))
    end = play(answers(expected, CASES["mid-low"]), PublishPolicy.TRADITIONAL)
    assert (end.gamma, round(end.attacker, 2), round(end.publisher, 2)) == (10, 116.30, -260.49)


# Case, size, loss by needless changes; the attacker's size and gain; fines; what is left (Table 5)
ROWS = [
    ("safe-forward", "low", 30, 141.78, 0, 0.0, 1558.22),
    ("safe-forward", "mid-high", 180, 98.29, 0, 0.0, 101.71),
    ("safe-forward", "high", 190, 96.63, 0, 0.0, 3.37),
    ("attack-forward", "low", 30, 141.78, 0, 0.0, 1558.22),
    ("attack-forward", "mid-low", 10, 155.07, 10, 361.17, 1343.76),
    ("attack-back", "mid-low", 10, 155.07, 10, 361.17, 1343.76),
    ("attack-back", "mid-high", 30, 140.98, 58, 651.34, 675.68),
    ("attack-back", "high", 50, 129.20, 26, 422.17, 688.63),
]


@pytest.mark.parametrize(("policy", "case", "alpha", "loss", "gamma", "gain", "left"), ROWS)
def test_the_arithmetic_of_table_5(
    policy: str, case: str, alpha: int, loss: float, gamma: int, gain: float, left: float
) -> None:
    """Counts that give the printed gain give the printed payoff too: fines paid back and harm."""
    stakes = CASES[case]
    # Under attack-back the publisher pays the attacker's net gain: any split of it will do.
    won = gain + gamma * stakes.attacker_cost
    expected = Claims(
        alpha=np.array([alpha]),
        gamma=np.array([gamma or 10]),
        needless=np.array([loss / stakes.publisher_loss]),
        true=np.array([[won / stakes.value]]),
        false=np.array([[0.0]]),
    )
    end = play(answers(expected, stakes), PublishPolicy(policy))
    assert (end.shares, end.alpha, end.gamma) == (True, alpha, gamma)
    assert end.attacker == pytest.approx(gain, abs=0.005)
    assert end.publisher == pytest.approx(left, abs=0.011)


@st.composite
def games(draw: st.DrawFn) -> tuple[Stakes, list[int], list[int], list[list[float]]]:
    """Draw prices, sizes, and precision and recall of everybody."""
    stakes = Stakes(
        attacker_cost=draw(PRICES),
        attacker_loss=draw(PRICES),
        value=draw(PRICES),
        publisher_cost=draw(PRICES),
        publisher_budget=draw(st.sampled_from([5, 40, 2000])),
        attacker_budget=draw(st.sampled_from([0, 10, 1000])),
        reward=draw(st.sampled_from([0, 0, 50])),
    )
    alpha = sorted(draw(st.sets(st.integers(1, 60), min_size=1, max_size=4)))
    gamma = sorted(draw(st.sets(st.integers(1, 60), min_size=1, max_size=4)))
    shares = st.lists(SHARES, min_size=len(alpha), max_size=len(alpha))
    grid = st.lists(SHARES, min_size=len(alpha) * len(gamma), max_size=len(alpha) * len(gamma))
    return stakes, alpha, gamma, [draw(shares), draw(shares), draw(grid), draw(grid)]


def by_hand(
    game: tuple[Stakes, list[int], list[int], list[list[float]]],
    policy: PublishPolicy,
    back: float,
) -> Ending | None:
    """Play by the formulas of the paper, one pair of sizes at a time."""
    s, alphas, gammas, (pp, rp, pa, ra) = game
    plays = []
    for a, alpha in enumerate(alphas):
        if alpha * s.publisher_cost > s.publisher_budget:
            continue
        best = (0.0, 0, 0.0, 0.0)
        for g, gamma in enumerate(gammas):
            at = a * len(gammas) + g
            if gamma * s.attacker_cost > s.attacker_budget:
                continue
            true = s.instances * s.published * (1 - rp[a]) * ra[at]
            true = min(1.0, true) if s.reward else true
            won, fine = (s.reward or s.value) * true, s.attacker_loss * true * (1 / pa[at] - 1)
            gain = won - fine - gamma * s.attacker_cost
            if gain > best[0]:
                best = (gain, gamma, won, fine)
        needless = s.instances * s.published * rp[a] * (1 / pp[a] - 1)
        left = s.publisher_budget - alpha * s.publisher_cost - s.publisher_loss * needless
        plays.append(Ending(True, alpha, best[1], left - best[2] + back * best[3], best[0]))
    if not plays:
        return None
    if policy is PublishPolicy.TRADITIONAL:
        return plays[-1]
    if policy is PublishPolicy.SAFE_FORWARD:
        plays = [one for one in plays if one.gamma == 0]
    plays = [one for one in plays if one.publisher > 0]
    return max(
        plays, key=lambda one: (one.publisher, -one.alpha), default=Ending(False, 0, 0, 0, 0)
    )


@given(games(), st.sampled_from(list(PublishPolicy)), st.sampled_from([None, 0.0, 0.3, 1.0]))
def test_play_is_what_brute_force_finds(
    game: tuple[Stakes, list[int], list[int], list[list[float]]],
    policy: PublishPolicy,
    share: float | None,
) -> None:
    stakes, alpha, gamma, (pp, rp, pa, ra) = game
    shape = (len(alpha), len(gamma))
    expected = claims(
        (np.array(alpha), np.array(gamma)),
        (np.array(pp), np.array(rp)),
        (np.reshape(pa, shape), np.reshape(ra, shape)),
        stakes,
    )
    back = float(policy is PublishPolicy.ATTACK_BACK) if share is None else share
    wanted = by_hand(game, policy, back)
    if wanted is None:
        with pytest.raises(InvalidValueError):
            play(answers(expected, stakes), policy, share)
        return
    found = play(answers(expected, stakes), policy, share)
    assert found.shares == wanted.shares
    assert found.publisher == pytest.approx(wanted.publisher, abs=1e-6)
    if found.publisher - wanted.publisher == 0:
        # Where payoffs differ by rounding alone, another size may be the best one.
        assert (found.alpha, found.gamma) == (wanted.alpha, wanted.gamma)


def test_less_training_wins_a_tie() -> None:
    """Free training that changes nothing is not done."""
    stakes = Stakes(attacker_cost=0, attacker_loss=0, value=0.1, publisher_cost=0)
    flat = np.full((2, 2), 0.5)
    sizes = np.array([10, 20]), np.array([5, 6])
    expected = claims(sizes, (flat[0], flat[0]), (flat, flat), stakes)
    end = play(answers(expected, stakes), PublishPolicy.ATTACK_FORWARD)
    assert (end.alpha, end.gamma) == (10, 5)


@given(games())
def test_fines_that_come_back_lead_from_forward_to_back(
    game: tuple[Stakes, list[int], list[int], list[list[float]]],
) -> None:
    stakes, alpha, gamma, (pp, rp, pa, ra) = game
    shape = (len(alpha), len(gamma))
    expected = claims(
        (np.array(alpha), np.array(gamma)),
        (np.array(pp), np.array(rp)),
        (np.reshape(pa, shape), np.reshape(ra, shape)),
        stakes,
    )
    answered = answers(expected, stakes)
    if not answered.affordable.any():
        return
    forward, back = PublishPolicy.ATTACK_FORWARD, PublishPolicy.ATTACK_BACK
    assert play(answered, back, 0.0) == play(answered, forward)
    assert play(answered, forward, 1.0) == play(answered, back)
    assert play(answered, forward, 0.5).publisher <= play(answered, back).publisher


@pytest.mark.parametrize("wrong", [{"value": -1}, {"value": float("nan")}, {"published": 0}])
def test_wrong_prices_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidValueError):
        Stakes(**{"attacker_cost": 1, "attacker_loss": 1, "value": 1, **wrong})
