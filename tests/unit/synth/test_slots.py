"""Slots of hurried notes: numbers of a switchboard, shifts, short dates and initials."""

import re
from datetime import date

import pytest
from tests.unit.synth.dice import dice

from textveil.synth.people.share import ALL
from textveil.synth.people.subjects import World
from textveil.synth.scene import Scene, draw_style
from textveil.synth.slots_people import PEOPLE
from textveil.synth.slots_values import VALUES


def filled(*slots, seed=1):
    """Return what slots write, one after another in one scene: pairs of text and label."""
    world = World(seed, ALL, label="PATIENT", abroad=0.1, lands=())
    scene = Scene(
        rng=dice(seed),
        world=world,
        subject=world.subject(0),
        today=date(2016, 6, 9),
        style=draw_style(dice(seed)),
        slots={**VALUES, **PEOPLE},
    )
    for name, *form in slots:
        scene.fill(name, tuple(form))
    text = scene.page.text
    return [(text[span.start : span.end], span.label) for span in scene.page.spans()], text


@pytest.mark.parametrize(("slot", "lengths"), [("pager", {4, 5, 6}), ("ext", {3, 4, 5})])
def test_numbers_of_a_switchboard_are_short_telephone_numbers(slot, lengths):
    found = [filled((slot,), seed=seed)[0][0] for seed in range(30)]
    assert {label for _, label in found} == {"PHONE"}
    assert {len(number) for number, _ in found} == lengths
    assert all(number.isdigit() and number[0] != "0" for number, _ in found)


def test_a_telephone_number_with_an_extension_is_one_passage():
    for seed in range(20):
        [(number, label)], text = filled(("phone", "ext"), seed=seed)
        assert label == "PHONE"
        assert number == text
        assert re.search(r"(?:x|ext\.?) ?[0-9]{2,5}$", number), number


def test_a_shift_is_two_times_and_the_clock_goes_on_from_the_first():
    for seed in range(20):
        marks, text = filled(("shift",), ("time", "mil"), seed=seed)
        assert [label for _, label in marks] == ["TIME"] * 3
        assert text.startswith(marks[0][0])
        hour = int(re.match("[0-9]{1,2}", marks[0][0]).group()) + 12 * ("p" in marks[0][0])
        assert 0 <= int(marks[2][0][:2]) * 60 + int(marks[2][0][2:]) - hour * 60 < 60


def test_a_short_date_has_neither_year_nor_zeros():
    assert filled(("date", "note", "md"))[0] == [("6/9", "DATE")]


def test_who_dictates_has_capitals_and_who_types_has_none():
    [(author, one), (typist, other)], _ = filled(("doctor", "author"), ("clerk", "typist"))
    assert author.isupper()
    assert typist.islower()
    assert {one, other} == {"INITIALS"}
