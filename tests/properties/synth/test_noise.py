"""Noise keeps annotations exact: each covers exactly what became of what it covered."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.synth.dice import dice

from textveil.synth.layout import break_lines, change_case
from textveil.synth.noise import misread, mistype, spoil
from textveil.values.span import Span, Spans

LETTERS = st.text("ab Cmlß10.,\nÉŁI", max_size=40)


@st.composite
def annotated(draw):
    text = draw(LETTERS)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    return text, Spans(Span(a, b, f"L{at}", entity=f"e{at}") for at, (a, b) in enumerate(pairs))


def marked(text, _rng, _rate):
    """Spoil a piece so that its origin can be seen."""
    return f"<{text}>"


@given(annotated())
def test_annotations_cover_exactly_their_own_pieces(given_):
    text, spans = given_
    spoilt, moved = spoil(text, spans, marked, dice(1), 1.0)
    assert [spoilt[s.start : s.end] for s in moved] == [f"<{text[s.start : s.end]}>" for s in spans]
    assert [(s.label, s.entity) for s in moved] == [(s.label, s.entity) for s in spans]


@given(annotated(), st.sampled_from([mistype, misread]), st.floats(0, 1), st.integers(0, 99))
def test_annotations_stay_disjoint_and_are_never_empty(given_, spoiler, rate, seed):
    text, spans = given_
    spoilt, moved = spoil(text, spans, spoiler, dice(seed), rate)
    moved.within(len(spoilt))
    assert [s.label for s in moved] == [s.label for s in spans]
    assert len(moved.covered()) <= len(spans)
    assert all(a.end <= b.start for a, b in pairwise(moved))


@given(annotated(), st.sampled_from([mistype, misread]))
def test_without_a_rate_nothing_changes(given_, spoiler):
    text, spans = given_
    assert spoil(text, spans, spoiler, dice(1), 0.0) == (text, spans)


@given(st.text("ab \n", max_size=80), st.integers(1, 20))
def test_broken_lines_keep_every_letter_in_its_place(text, width):
    broken = break_lines(text, width)
    assert len(broken) == len(text)
    assert all(a == b or (a, b) == (" ", "\n") for a, b in zip(text, broken, strict=True))


@given(st.text("ab \n", max_size=80), st.integers(3, 20))
def test_lines_are_no_longer_than_they_must_be(text, width):
    for line in break_lines(text, width).split("\n"):
        assert len(line) <= width or " " not in line.strip(" ")


@given(st.text(max_size=30), st.sampled_from(["upper", "lower", ""]))
def test_a_change_of_case_keeps_the_length(text, case):
    assert len(change_case(text, case)) == len(text)
