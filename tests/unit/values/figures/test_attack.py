"""Results of attacks: when right guesses are more than chance."""

import pytest

from textveil.values.figures.attack import AttackResult, Glimpse, Guess, Knowledge, Seen


@pytest.mark.parametrize(
    ("right", "chance", "beyond"),
    [(0, 0.0, False), (1, 0.0, True), (1, 0.5, False), (5, 0.5, True), (10, 8.0, False)],
)
def test_more_than_chance(right: int, chance: float, beyond: bool) -> None:
    result = AttackResult("exclusion", "STATE", 20, right, chance)
    assert result.beyond_chance is beyond
    assert result.verdict == ("more than chance" if beyond else "no more than chance")


def test_without_the_input_nobody_knows() -> None:
    assert AttackResult("a", "", 3, None, 0.1).verdict == "the input was not given"
    assert AttackResult("a", "", 3, 3, 0.1, "as said").to_json()["verdict"] == "as said"


def test_values_of_attacks_show_no_text() -> None:
    seen = Seen("d", "s", "NAME", 0, 6, "Canary")
    shown = repr([seen, Glimpse({"d": "Canary"}, (seen,)), Guess("x", "Canary", (0,), 0.1)])
    assert "Canary" not in shown + repr(Knowledge(sample={0: "Canary"}))
