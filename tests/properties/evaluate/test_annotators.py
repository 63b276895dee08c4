"""Agreement is what the definitions say, and does not depend on who is called first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.text import agreement as oracle

from textveil.evaluate.detection.annotators import AnnotatedTwice, agreement_of
from textveil.values.span import Span, Spans

TEXT = "Ana Ruiz, 3 May; the ward \U0001f600 of Lima, Ana again."


def some_spans():
    """Return a strategy for a few spans of the text, which may overlap."""
    place = st.integers(0, len(TEXT) - 1)
    one = st.tuples(place, st.integers(1, 9), st.sampled_from(["NAME", "CITY", "DATE"]))
    return st.lists(one, max_size=6).map(
        lambda rows: Spans(Span(a, min(a + n, len(TEXT)), label) for a, n, label in rows)
    )


@given(some_spans(), some_spans())
def test_two_people_agree_as_the_definitions_say(one, other):
    found = agreement_of([AnnotatedTwice("n", TEXT, {"a": one, "b": other})])
    expected = oracle.kappa(TEXT, one, other)
    assert (found.kappa is None) == (expected is None)
    if expected is not None:
        assert found.kappa == pytest.approx(expected, abs=1e-4)
    expected = oracle.f_of(one, other)
    assert found.f == (None if expected is None else pytest.approx(expected, abs=1e-4))


@given(some_spans(), some_spans())
def test_names_do_not_matter(one, other):
    found = agreement_of([AnnotatedTwice("n", TEXT, {"a": one, "b": other})])
    turned = agreement_of([AnnotatedTwice("n", TEXT, {"a": other, "b": one})])
    assert (found.kappa, found.f, found.words) == (turned.kappa, turned.f, turned.words)


@given(some_spans())
def test_who_marks_the_same_agrees(spans):
    found = agreement_of([AnnotatedTwice("n", TEXT, {"a": spans, "b": spans, "c": spans})])
    assert found.kappa in (None, 1.0)
    assert found.f == (1.0 if spans else None)
    assert len(found.by_pair) == 3
