"""Two clear views: makers and verifiers read the same words where writing hides them.

They are written apart, from `docs/methods/hidden-writing.md`. If they differ on a passage that was
replaced, the verifiers see the case as it stands, and ask for no less.
"""

import re2
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.properties.lexicon.test_hidden_properties import hostile, ordinary

from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.values.view import View
from textveil.verify.readers.clear_view import clear_view


@settings(max_examples=400)
@given(hostile)
def test_both_show_the_same_text(text):
    ours, theirs = clear_view(text), unhidden(text)
    assert ours.text == theirs.text
    for at in range(len(ours)):
        assert ours.locate(at, at + 1) == theirs.locate(at, at + 1)


def test_both_agree_on_signs_that_only_one_engine_knows_as_letters():
    """RE2 and Python have tables of different versions of Unicode."""
    letter = re2.compile(r"[\p{L}\p{Nl}\p{No}]")
    signs = (chr(point) for point in range(0x110000) if not 0xD800 <= point < 0xE000)
    differ = [one for one in signs if bool(letter.fullmatch(one)) != one.isalnum()]
    for sign in differ[::20]:
        text = f"Seen: An{sign}na Thistle{sign}wood, {sign}J o h n, J{sign}o{sign}h{sign}n."
        assert clear_view(text).text == unhidden(text).text


@given(hostile)
def test_every_character_of_a_view_leads_to_its_own_place(text):
    view = clear_view(text)
    places = [view.locate(at, at + 1) for at in range(len(view))]
    assert places == sorted(places)
    for at, (start, end) in enumerate(places):
        low, high = view.shown(start, end)
        assert low <= at < high
        assert view.locate(low, high) == (start, end)


@given(ordinary)
def test_words_with_one_blank_between_are_their_own_view(text):
    assert clear_view(text) == View(text)


@settings(max_examples=300)
@given(st.text("JohnSmith0135$@!| ._-*\n<b>/&#;=\u043e\u0430\uff2a", max_size=30))
def test_any_text_has_a_view(text):
    view = clear_view(text)
    assert all(
        0 <= a < b <= len(text) for a, b in (view.locate(n, n + 1) for n in range(len(view)))
    )
