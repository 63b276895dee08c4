"""The simulation of leaks: every rewriting rewrites, and what is counted is what tracing says."""

from random import Random

import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.pipeline.trace.message import MessageTracer
from textveil.study.messages.rewriting import PAIRS, REWRITINGS, interleaved, rewritten
from textveil.study.messages.simulation import (
    ALL_REWRITTEN,
    NOTHING,
    LeakSimulationSettings,
    simulate_leaks,
)
from textveil.trace.messages.kept import KeptMessage, SlotDraw

TEXT = (
    "Last week a tall doctor carried 12 heavy boxes to the old house, and the dog followed him. "
    "My sister bought a big lamp. We were very happy, so three friends helped the nurse."
)
FORMS = ("tall", "heavy", "old", "big", "happy", "friends", "boxes")


def message():
    slots = []
    for form in FORMS:
        start = TEXT.index(form)
        others = ((start, start + len(form), f"{form}{end}") for end in ("en", "ish"))
        slots.append((None, *others))
    words = np.random.default_rng(3).integers(0, 3, (30, len(FORMS))).astype(np.uint8)
    names = tuple(f"f{number}" for number in range(20))
    draw = SlotDraw("friends", names, tuple(range(20)), tuple(slots), 1, words)
    return KeptMessage.of("m", TEXT, [draw])


@pytest.mark.parametrize("way", REWRITINGS)
def test_every_rewriting_rewrites(way):
    results = {rewritten(TEXT, way, 0.5, Random(seed)) for seed in range(6)}  # noqa: S311
    assert results - {TEXT}


def test_rewritings_are_what_they_are_called():
    rng = Random(1)  # noqa: S311
    assert "twelve" in rewritten(TEXT, "numbers as words", 0.5, rng)
    assert "was bought by My sister" in rewritten(TEXT, "active to passive", 1.0, rng)
    told = rewritten("I'm here. My dog and I met us.", "told of somebody else", 0.5, rng)
    assert told == "She's here. Her dog and she met them."
    assert len(rewritten(TEXT, "truncated", 0.5, rng).split()) < len(TEXT.split())
    assert len(rewritten(TEXT, "merged with other text", 0.5, rng)) > len(TEXT)
    assert sorted(rewritten(TEXT, "clauses reordered", 1.0, rng)) == sorted(TEXT)
    assert len(PAIRS) == len(REWRITINGS) * (len(REWRITINGS) - 1) // 2


def test_two_versions_are_interleaved_sentence_by_sentence():
    one, other = "A one. A two. A three.", "B one. B two. B three."
    for seed in range(10):
        shown = interleaved(one, other, Random(seed))  # noqa: S311
        assert {"A", "B"} <= set(shown)
        assert [word for word in shown.split() if word.islower()] == ["one.", "two.", "three."]


def test_the_simulation_counts_found_and_first():
    kept = message()
    tracer = MessageTracer.of([kept])
    study = simulate_leaks([kept], tracer, LeakSimulationSettings((0.2, 0.4), pairs=False))
    points = {(one["way"], one["share"]): one for one in study["points"]}
    assert points[NOTHING, 0.0]["detection"] == points[NOTHING, 0.0]["identification"] == 1.0
    assert (ALL_REWRITTEN, 1.0) in points
    assert all(0 <= one["first"] <= one["detected"] <= one["trials"] for one in study["points"])
    assert tracer.counted == set()
    assert "rewriting" in study.charts
    shown = repr(study.to_json()) + repr(list(study.tables[0].rows))
    assert "doctor" not in shown
    again = simulate_leaks([kept], tracer, LeakSimulationSettings((0.2, 0.4), pairs=False))
    assert again.to_json() == study.to_json()


@pytest.mark.parametrize("shares", [(), (0.0,), (1.0,)])
def test_shares_lie_between_0_and_1(shares):
    with pytest.raises(InvalidValueError):
        LeakSimulationSettings(shares)
