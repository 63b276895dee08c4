"""Small versions of the trials on codes."""

import pytest
from benchmarks import marking


def test_one_leaker_is_named_by_60_places_and_by_100_with_30_percent_exchanged() -> None:
    whole = marking.tried(marking.mixed, 1, 60, 20)
    exchanged = marking.tried(marking.exchanged, 1, 100, 20)

    assert (whole.named, whole.innocent) == (20, 0)
    assert (exchanged.named, exchanged.innocent) == (20, 0)


@pytest.mark.parametrize("way", sorted(marking.TOGETHER))
def test_three_colluders_of_few_recipients_do_not_get_an_innocent_accused(way: str) -> None:
    found = marking.tried(marking.TOGETHER[way], 3, 450, 2, recipients=8)

    assert (found.named, found.innocent) == (2, 0)


def test_innocents_are_hardly_ever_accused_even_at_a_high_rate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # At 0.1 a mistake in the bound would show in a few hundred trials.
    monkeypatch.setattr(marking, "RATE", 0.1)

    found = marking.tried(marking.minority, 3, 20, 300, recipients=10)

    assert found.innocent <= 45
