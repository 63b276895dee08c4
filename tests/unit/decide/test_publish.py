"""Decisions on measured curves: interpolation, resampling, turns, words."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.decide.paper_curves import measured

from textveil.decide.curves import Curves, Point
from textveil.decide.publish import Decision, decide
from textveil.decide.wording import in_words
from textveil.errors import InvalidValueError
from textveil.games.payoff import CASES
from textveil.games.stackelberg import PublishPolicy, answers, play


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=PublishPolicy)
def decision(case: str, request: pytest.FixtureRequest) -> Decision:
    """What every policy decides in every case."""
    curves = Curves.of(measured(), "fake")
    return decide(curves, CASES[case], request.param, case=case, resamplings=200)


@given(
    st.lists(st.floats(0.05, 1), min_size=6, max_size=6),
    st.lists(st.floats(0, 1), min_size=6, max_size=6),
)
def test_interpolation_stays_between_its_neighbours(
    precision: list[float], recall: list[float]
) -> None:
    points = [Point("publisher", "", 0, a, 0, 0.8, 0.5) for a in (10, 20, 40)]
    grid = [(a, g) for a in (10, 20, 40) for g in (10, 13)]
    points += [
        Point("attacker", "fake", 0, a, g, p, r)
        for (a, g), p, r in zip(grid, precision, recall, strict=True)
    ]
    stakes = CASES["low"]
    expected = Curves.of(points, "fake").expected(stakes)
    true = expected.true[0] / (stakes.total * 0.5)
    for row, alpha in enumerate(expected.alpha):
        near = [
            at for at, (a, _) in enumerate(grid) if abs(a - alpha) < (10 if alpha <= 20 else 20)
        ]
        near += [at for at, (a, _) in enumerate(grid) if a == alpha]
        bounds = [recall[at] for at in near]
        assert min(bounds) - 1e-9 <= true[row].min()
        assert true[row].max() <= max(bounds) + 1e-9
        shown = expected.true[0, row] > 1e-6  # what is nearly nothing has no ratio
        seen = expected.true[0, row][shown] / (expected.true + expected.false)[0, row][shown]
        assert all(min(precision[at] for at in near) - 1e-9 <= one for one in seen)
        assert all(one <= max(precision[at] for at in near) + 1e-9 for one in seen)


def test_measured_sizes_have_their_measured_figures() -> None:
    expected = Curves.of(measured(1), "fake").expected(CASES["low"])
    row, column = list(expected.alpha).index(50), list(expected.gamma).index(40)
    assert expected.true[0, row, column] == pytest.approx(8000 * 0.32 * 0.98)
    assert expected.needless[0, row] == pytest.approx(8000 * 0.68 * (1 / 0.8 - 1))
    assert (expected.alpha[0], expected.alpha[-1]) == (10, 200)


def test_the_pattern_of_table_5() -> None:
    curves = Curves.of(measured(), "fake")
    weights = np.full(curves.repeats, 1 / curves.repeats)
    ends = {}
    for case, stakes in CASES.items():
        answered = answers(curves.expected(stakes).scaled(weights), stakes)
        ends |= {(case, policy): play(answered, policy) for policy in PublishPolicy}
    assert all(ends[case, PublishPolicy.TRADITIONAL].publisher < 0 for case in CASES)
    assert not ends["mid-low", PublishPolicy.SAFE_FORWARD].shares
    assert ends["mid-low", PublishPolicy.ATTACK_FORWARD].gamma > 0
    for case in CASES:
        forward, back = (
            ends[case, PublishPolicy.ATTACK_FORWARD],
            ends[case, PublishPolicy.ATTACK_BACK],
        )
        assert (
            ends[case, PublishPolicy.SAFE_FORWARD].publisher <= forward.publisher <= back.publisher
        )
    # Fines that come back reward baiting: less training, and an attack.
    bait, safe = (
        ends["mid-high", PublishPolicy.ATTACK_BACK],
        ends["mid-high", PublishPolicy.SAFE_FORWARD],
    )
    assert bait.alpha < safe.alpha
    assert bait.gamma > 0


def test_agreement_counts_the_resamplings() -> None:
    """The way of drawing, done again one draw at a time."""
    curves = Curves.of(measured(4, noise=0.06), "fake")
    stakes, policy = CASES["high"], PublishPolicy.ATTACK_FORWARD
    found = decide(curves, stakes, policy, resamplings=300, seed=5)
    expected = curves.expected(stakes)
    draws = np.random.default_rng(5).multinomial(4, [0.25] * 4, size=300)
    ends = [play(answers(expected.scaled(draw / 4), stakes), policy) for draw in draws]
    same = [
        (end.shares, end.gamma > 0) == (found.outcome.shares, found.outcome.gamma > 0)
        for end in ends
    ]
    assert found.agreement == sum(same) / 300
    assert 0 < found.agreement < 1


def test_the_words_tell_units_and_turns(decision: Decision) -> None:
    words = in_words(decision)
    assert not re.search(r"[α-ωΑ-Ω]|alpha|gamma|beta", words)
    # Every number is money, or is followed by what is counted.
    for number in re.finditer(r"(?<![\d.,])-?\$?\d[\d,]*(?:\.\d+)?", words):
        rest = words[number.end() :]
        units = "document|identifier|repetition|resampling"
        counted = re.match(rf"( (and|of) [\d,]+)? ({units})", rest)
        assert "$" in number[0] or counted, words
    for what in ("true claim were worth", "false claim cost", "to label a document"):
        assert what in words
    assert ("publish, after" in words) == decision.outcome.shares


def test_a_turn_is_where_the_answer_changes(decision: Decision) -> None:
    curves = Curves.of(measured(), "fake")

    def answer(**prices: float) -> tuple[bool, bool]:
        stakes = replace(decision.stakes, **prices)
        expected = curves.expected(stakes).scaled(np.full(curves.repeats, 1 / curves.repeats))
        end = play(answers(expected, stakes), decision.policy)
        return end.shares, end.gamma > 0

    assert [turn.price for turn in decision.turns] == ["value", "attacker_loss", "attacker_cost"]
    for turn in decision.turns:
        here = getattr(decision.stakes, turn.price)
        if turn.at is None:
            assert answer(**{turn.price: turn.limit}) == answer()
        else:
            assert answer(**{turn.price: turn.at}) != answer()
            assert answer(**{turn.price: here + 0.98 * (turn.at - here)}) == answer()


def test_no_true_claim_is_no_attack() -> None:
    points = [
        replace(p, precision=None, recall=0.0) if p.side == "attacker" else p for p in measured()
    ]
    curves = Curves.of(points, "fake")
    assert decide(curves, CASES["mid-low"], PublishPolicy.SAFE_FORWARD).outcome.shares


@pytest.mark.parametrize(
    "wrong",
    [
        {"precision": 0.0},
        {"precision": None},
        {"recall": 1.2},
        {"recall": float("nan")},
        {"side": "reader"},
        {"alpha": 0},
        {"gamma": 0},
        {"attack": ""},
    ],
)
def test_wrong_points_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidValueError):
        replace(measured(1)[1], **wrong)


def test_incomplete_curves_are_refused() -> None:
    points = measured()
    with pytest.raises(InvalidValueError, match="at all sizes"):
        Curves.of(points[:-1], "fake")
    with pytest.raises(InvalidValueError, match="measured are: fake"):
        Curves.of(points, "rarity")
    with pytest.raises(InvalidValueError, match="twice"):
        Curves.of([*points, replace(points[0])], "fake")
    with pytest.raises(InvalidValueError, match="two sizes"):
        Curves.of([p for p in points if p.alpha == 10], "fake")


@pytest.mark.parametrize(("smallest", "largest"), [(10, 20_000), (10, 10**12), (1, 10**40)])
def test_sizes_too_far_apart_are_refused_before_a_table_is_made(
    smallest: int, largest: int
) -> None:
    sizes = smallest, largest
    points = [Point("publisher", "", 0, a, 0, 0.8, 0.5) for a in sizes]
    points += [Point("attacker", "fake", 0, a, g, 0.8, 0.5) for a in sizes for g in sizes]
    with pytest.raises(InvalidValueError, match="too far apart"):
        Curves.of(points, "fake")


def test_one_repetition_says_nothing_of_how_firm_it_is() -> None:
    curves = Curves.of(measured(1), "fake")
    words = in_words(decide(curves, CASES["low"], PublishPolicy.SAFE_FORWARD))
    assert "measured only once" in words
    assert "resampling" not in words


def test_a_made_release_takes_attackers_of_a_detector_that_finds_no_more() -> None:
    curves = Curves.of(measured(2), "fake")
    for recall, precision, seen in ((0.9, 0.86, 0.38), (0.68, 0.80, 0.55), (0.1, 0.70, 0.72)):
        one = curves.with_recall(recall)
        assert one.publisher[0].ravel() == pytest.approx(precision)
        assert one.publisher[1].ravel() == pytest.approx(recall)
        assert one.attacker[0][:, 0, 0] == pytest.approx(seen + 10 / 400)
        assert one.expected(CASES["low"]).alpha.tolist() == [0], "training costs nothing any more"
