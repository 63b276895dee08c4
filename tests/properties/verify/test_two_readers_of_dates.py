"""Two readers of dates: that of the makers and that of the verifiers say the same of one writing.

They are written apart, over one table of forms. Where they differ, the kind of difference stands in
`KINDS`, with the side that is safe.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.properties.lexicon.test_date_grammar_properties import FORMS, LEADS, PIECES, PLAIN

from textveil.lexicon.dates.date_conventions import conventions
from textveil.lexicon.dates.written_ages import parse_age
from textveil.lexicon.dates.written_dates import parse, parse_like
from textveil.verify.readers.date_orders import order_of
from textveil.verify.readers.read_ages import read_age
from textveil.verify.readers.read_dates import read_date, read_like

KINDS = {
    "two days that are no date apart": (
        "The makers read each of two days of a month by itself, too. The verifiers read both at"
        " once. If only one side reads them, `intervals` asks for a tag, which shows nothing."
    ),
}
ORDERS = st.sampled_from([None, True, False])


def said(read):
    """Return what a reading says, by either reader; nothing where it cannot be moved."""
    if read is None:
        return None
    return read.impossible or tuple(tuple(moment) for moment in read.moments)


def assert_alike(text, day_first=None):
    theirs, ours = parse(text, day_first), read_date(text, day_first)
    if said(theirs) == said(ours):
        if ours is not None and not ours.impossible:
            assert (theirs.day_first, theirs.ambiguous) == (ours.day_first, ours.ambiguous), text
        return
    assert any("days" in one.form for one in (theirs, ours) if one is not None), text


@pytest.mark.parametrize("name", FORMS)
@settings(max_examples=12)
@given(st.data(), ORDERS)
def test_both_read_the_same_moments_in_every_form(name, data, day_first):
    text = data.draw(PLAIN[name])
    assert_alike(text, day_first)
    assert_alike(data.draw(LEADS) + text, day_first)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=12).map("".join), ORDERS)
def test_both_read_the_same_moments_in_a_mixture(text, day_first):
    assert_alike(text, day_first)


@settings(max_examples=100)
@given(st.lists(st.one_of(*PLAIN.values()), min_size=1, max_size=5))
def test_both_see_the_same_order_in_the_dates_of_a_document(texts):
    assert conventions(texts).day_first == order_of(texts)


@settings(max_examples=150)
@given(st.sampled_from(sorted(PLAIN)).flatmap(PLAIN.get), st.integers(-800, 800))
def test_both_read_a_moved_date_like_the_original(text, days):
    theirs, ours = parse(text), read_date(text)
    if said(theirs) != said(ours) or theirs is None or theirs.impossible:
        return
    moved = theirs.shifted(days)
    assert said(parse_like(moved, theirs)) == said(read_like(moved, ours)), moved


WORDS = ["thirty", "forty-five", "twenty one", "teens", "month", "year", "weeks", "days", "early "]
SIGNS = [*"0123456789 -+./", "1/2", "90s", "-old", "y.o.", "to ", "\u00bd"]
AGES = st.lists(st.sampled_from([*WORDS, *SIGNS]), max_size=8).map("".join)


@settings(max_examples=300)
@given(AGES, AGES)
def test_both_read_the_same_ages(text, after):
    theirs, ours = parse_age(text, after), read_age(text, after)
    assert (theirs and (theirs.low, theirs.high, theirs.unit)) == (ours and tuple(ours))
