"""Clocks: transformer, verifier and an oracle that shares nothing with them agree."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from benchmarks.clock import key_of, same_bytes
from benchmarks.clock_corpora import corpus, judged, released
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles import clock as oracle

from textveil.values.contracts import Case
from textveil.values.edit import Release
from textveil.verify.days.intervals import Intervals

SEEDS = st.integers(10**6, 10**9)


def few(seed):
    """Return the notes of the first subjects of a corpus, without cells."""
    notes = corpus(Random(seed))  # noqa: S311 - the seed is drawn
    return [replace(note, cell=None) for note in notes if int(note.subject[1:]) < 5]


@settings(max_examples=25)
@given(SEEDS)
def test_oracle_and_verifier_hold_what_is_released(seed):
    notes, key = few(seed), key_of(seed)
    made = released(notes, key)
    assert judged(notes, [release.text for _, release in made], {}) == []
    verdict = Intervals(key=key).verify([Case(*one) for one in made])
    assert verdict.holds, verdict.witnesses


@settings(max_examples=25)
@given(SEEDS, st.sampled_from([-7, -1, 1, 7, 365]), st.data())
def test_one_day_that_moved_by_more_is_refuted(seed, more, data):
    notes, key = few(seed), key_of(seed)
    made = released(notes, key)
    places = [
        (at, number)
        for at, note in enumerate(notes)
        for number, (form, _) in enumerate(note.said)
        if form in oracle.WITH_YEAR
    ]
    if not places:
        return
    at, number = data.draw(st.sampled_from(places))
    document, release = made[at]
    form = notes[at].said[number][0]
    edits = list(release.edits)
    day = oracle.read_day(form, edits[number].replacement)
    wrong = oracle.WRITE[form](day + timedelta(more))
    edits[number] = replace(edits[number], replacement=wrong)
    made[at] = document, Release.of(document, edits)
    verdict = Intervals(key=key).verify([Case(*one) for one in made])
    assert [witness.document for witness in verdict.witnesses] == [document.id]


@settings(max_examples=25)
@given(SEEDS)
def test_moving_a_subject_by_weeks_changes_no_byte(seed):
    assert same_bytes(seed)
