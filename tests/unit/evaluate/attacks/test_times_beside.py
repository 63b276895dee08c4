"""Attacks on kept dates and on the order of rows: they find what tells, and nothing else."""

from datetime import date, timedelta
from random import Random

from textveil.evaluate.attacks.kept_dates import KeptDates
from textveil.evaluate.attacks.row_order import RowOrder
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen


def notes(shown, frame="Seen {}.", beside=()):
    """Return a view of notes, one of each subject, with a released day in each."""
    texts = {f"n{at}": frame.format(day) for at, day in enumerate(shown)}
    start = frame.index("{")
    passages = (
        Seen(f"n{at}", f"p{at}", "DATE", start, start + len(day), day)
        for at, day in enumerate(shown)
    )
    cells = {f"n{at}": (cell,) for at, cell in enumerate(beside)}
    return Glimpse(texts, tuple(passages), cells)


def test_they_are_attacks():
    assert isinstance(KeptDates(), Attack)
    assert isinstance(RowOrder(), Attack)


def test_a_kept_day_is_taken_for_the_moved_one():
    for view in (
        notes(["2013-03-04"], beside=["3 May 2016"]),
        notes(["2013-03-04"], "Seen {}, paid May 3, 2016."),
        notes(["2013-03-04"], "Paid 05/03/2016 for {}."),
    ):
        [guess] = KeptDates().guesses(view, Knowledge())
        assert (guess.value, guess.passages) == ("2016-05-03", (0,))
        assert KeptDates().is_right(guess, ("5/3/2016",))
        assert not KeptDates().is_right(guess, ("5/4/2016",))


def test_without_kept_days_there_is_nothing_to_guess():
    assert not list(KeptDates().guesses(notes(["2013-03-04"]), Knowledge()))
    # The rewritten cell itself is no kept day.
    again = notes(["2013-03-04"], beside=["2013-03-04"])
    assert not list(KeptDates().guesses(again, Knowledge()))


def ordered(real, shown):
    """Return how many guesses about the order of rows are right, and how many there are."""
    view = notes([day.isoformat() for day in shown])
    made = list(RowOrder().guesses(view, Knowledge(subjects=True)))
    told = [tuple(real[at].isoformat() for at in guess.passages) for guess in made]
    pairs = zip(made, told, strict=True)
    return sum(RowOrder().is_right(guess, days) for guess, days in pairs), len(made)


def test_rows_in_order_of_time_tell_who_came_first():
    rng = Random(1)  # noqa: S311 - made-up days
    real = [date(2016, 1, 1) + timedelta(3 * at) for at in range(100)]
    shown = [date(2010, 1, 1) + timedelta(rng.randrange(3650)) for _ in real]
    assert ordered(real, shown) == (50, 50)
    rng.shuffle(real)
    right, made = ordered(real, shown)
    assert made == 50
    assert 10 < right < 40


def test_few_subjects_tell_nothing():
    days = [date(2016, 1, 1)] * 9
    assert ordered(days, days) == (0, 0)
