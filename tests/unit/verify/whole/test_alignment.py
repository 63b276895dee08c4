"""Alignment: every kind of change outside the edits is refuted with the place."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.verify.whole.alignment import Alignment

NOTE = Document("n", "Call Ana now, or Ben.")
GOOD = Release.of(NOTE, [Edit(5, 8, "[NAME]", "NAME"), Edit(17, 20, "[NAME]", "NAME")])


def test_a_faithful_release_holds():
    verdict = Alignment().verify([Case(NOTE, GOOD)])
    assert verdict.holds
    assert verdict.checked == 1


def test_without_the_input_it_is_not_checkable():
    verdict = Alignment().verify([Case(None, GOOD)])
    assert verdict.status is Status.NOT_CHECKABLE
    assert verdict.reason


@given(st.integers(0, len(GOOD.text) - 1), st.characters(codec="utf-8"))
def test_one_changed_character_outside_the_edits_is_found_at_its_place(at, letter):
    assume(GOOD.text[at] != letter)
    text = GOOD.text[:at] + letter + GOOD.text[at + 1 :]
    verdict = Alignment().verify([Case(NOTE, Release("n", text, GOOD.edits, len(NOTE.text)))])
    inside = any(start <= at < end for _, start, end in GOOD.placed())
    assert verdict.holds == inside
    if not inside:
        assert (verdict.witnesses[0].document, verdict.witnesses[0].start) == ("n", at)


def test_another_input_is_refuted():
    verdict = Alignment().verify([Case(Document("n", NOTE.text + "!"), GOOD)])
    assert verdict.status is Status.REFUTED


def test_all_failures_are_counted_and_some_are_shown():
    broken = Release("n", GOOD.text.replace("now", "NOW"), GOOD.edits, len(NOTE.text))
    verdict = Alignment().verify([Case(NOTE, broken)] * 25)
    assert verdict.failures == 25
    assert len(verdict.shown) == 10


@pytest.mark.parametrize("text", ["", "x"])
def test_short_texts(text):
    note = Document("n", text)
    assert Alignment().verify([Case(note, Release.of(note))]).holds
