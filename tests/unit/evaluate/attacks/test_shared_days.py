"""The attack on shared days: it finds days that were not hidden, and guesses else."""

from datetime import date, timedelta
from random import Random

import pytest

from textveil.evaluate.attacks.shared_days import SharedDays, halves
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen

FRAME = "Injured in the crash on {}."
REAL = date(2016, 5, 3)


def view(days, first=0):
    texts = {f"n{at}": FRAME.format(day.isoformat()) for at, day in enumerate(days, first)}
    start = FRAME.index("{")
    return Glimpse(
        texts,
        tuple(
            Seen(f"n{at}", f"p{at}", "DATE", start, start + 10, day.isoformat())
            for at, day in enumerate(days, first)
        ),
    )


def right(days):
    attack = SharedDays()
    guesses = list(attack.guesses(view(days), Knowledge(subjects=True)))
    assert [guess.chance for guess in guesses] == [0.5] * len(guesses)
    return [attack.is_right(guess, (REAL.isoformat(),) * len(days)) for guess in guesses]


def test_it_is_an_attack_that_needs_several_subjects():
    assert isinstance(SharedDays(), Attack)
    assert right([REAL] * 5) == []


def test_days_that_did_not_move_are_found():
    assert right([REAL] * 12) == [True] * 3
    rng = Random(3)  # noqa: S311 - made-up days
    others = [date(2010, 1, 1) + timedelta(rng.randrange(3650)) for _ in range(80)]
    assert right([REAL] * 10 + others) == [True] * 3


def test_days_around_the_real_one_are_found():
    rng = Random(5)  # noqa: S311 - made-up days
    offsets = [rng.choice((-1, 1)) * 7 * rng.randrange(5, 52) for _ in range(301)]
    quarter, year = right([REAL + timedelta(days) for days in offsets])[1:]
    assert year or quarter


def test_days_drawn_from_a_window_are_right_half_of_the_time():
    rng = Random(7)  # noqa: S311 - made-up days
    found = []
    for _ in range(300):
        days = [date(2010, 1, 5) + timedelta(7 * rng.randrange(521)) for _ in range(12)]
        found.append(right(days))
    for unit in zip(*found, strict=True):
        # Four standard deviations.
        assert abs(sum(unit) - 150) < 35


def test_a_subject_counts_once():
    one = view([REAL] * 8)
    texts = {name: f"{text} Back on {REAL}." for name, text in one.texts.items()}
    at = FRAME.index("{") + 20
    more = tuple(Seen(s.document, s.subject, "DATE", at, at + 10, s.shown) for s in one.passages)
    both = Glimpse(
        texts, tuple(sorted((*one.passages, *more), key=lambda s: (s.document, s.start)))
    )
    assert len(list(SharedDays().guesses(both, Knowledge(subjects=True)))) == 3


@pytest.mark.parametrize("days", [7, 21])
def test_weeks_are_even_and_odd_in_turn(days):
    day = REAL.toordinal()
    assert halves(day)["week"] != halves(day + days)["week"]
