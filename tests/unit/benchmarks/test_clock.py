"""The experiment on clocks, made small; and the oracle finds what is planted."""

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest
from benchmarks.clock import _intervals, _intervals_found, same_bytes
from benchmarks.clock_corpora import HOLE, Note, corpus, judged, released
from benchmarks.clock_reader import _judged, asked
from tests.oracles import clock as oracle

from textveil.values.keys.secret import Secret

KEY = Secret(b"a key for small experiments")


@pytest.mark.parametrize("experiment", [_intervals, _intervals_found])
def test_every_interval_is_kept(experiment):
    told = experiment(range(100, 104))
    assert told.pop("dates") > 20
    assert told.total() == 0, told


def test_moving_a_subject_changes_no_byte():
    assert all(same_bytes(seed) for seed in range(40))


def test_the_reader_guesses():
    for right, least, most in asked(12, 20).values():
        assert least <= right <= most
        assert least <= 0.5 <= most


def test_the_reader_learns_what_tells():
    rng = Random(1)  # noqa: S311 - the same every time
    firsts = [rng.random() < 0.5 for _ in range(200)]
    for sign in (1.0, -1.0):
        told = [(sign if first else -sign, first) for first in firsts]
        assert _judged(told)[0] == 1.0
    assert _judged([(rng.choice((-1.0, 1.0)), first) for first in firsts])[1] < 0.5


VISIT, BORN = date(2016, 5, 3), date(1961, 10, 14)
FRAME = f"Seen {HOLE}, born {HOLE}, first in {HOLE}, called {HOLE}."
SAID = (("iso", VISIT), ("words", BORN), ("month", date(2016, 4, 2)), ("no year", date(2016, 5, 9)))


def shown(*texts):
    note = Note("p", FRAME, SAID)
    text = FRAME
    for one in texts:
        text = text.replace(HOLE, one, 1)
    return judged([note], [text], {})


def test_the_oracle_holds_what_moved_together():
    by = timedelta(-700)
    moved = [oracle.WRITE[form](day + by) for form, day in SAID]
    assert shown(*moved) == []


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        (("2016-05-10", "14 October 1961", "April 2016", "9 May"), "interval"),
        (("2016-05-03", "14 October 1961", "June 2016", "9 May"), "order with a period"),
        (("2016-05-03", "14 October 1961", "April 2016", "10 May"), "day without a year"),
        (("[DATE]", "14 October 1961", "April 2016", "9 May"), "not in its form"),
    ],
)
def test_the_oracle_finds_what_is_planted(texts, fault):
    assert fault in shown(*texts)


def test_the_oracle_sees_that_other_words_changed():
    note = Note("p", FRAME, SAID)
    assert judged([note], ["Seen by somebody."], {}) == ["other words changed"]


def test_a_day_must_stay_in_its_period():
    note = Note("p", f"{HOLE} {HOLE}", (("iso", VISIT), ("month", VISIT)))
    assert judged([note], ["2016-05-03 May 2016"], {}) == []
    assert judged([note], ["2016-05-03 June 2016"], {}) == ["no day is left in its period"]


def test_what_stands_for_no_date_must_be_a_tag():
    note = Note("p", HOLE, (("iso", date(1970, 1, 1)),))
    assert judged([note], ["[DATE]"], {}) == []
    assert judged([note], ["1970-01-01"], {}) == ["no tag"]


def test_corpora_differ_by_what_moved():
    notes = corpus(Random(5))  # noqa: S311 - the same every time
    later = [replace(note).moved(timedelta(7)) for note in notes]
    assert [note.plain for note in notes] != [note.plain for note in later]
    assert len(released(notes[:3], KEY)) == 3
