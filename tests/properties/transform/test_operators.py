"""Masks that show either end: as the oracle has them, and accepted by their verifier alone."""

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.oracles.text.operators import masked

from textveil.transform.masks.mask import Mask
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Span, Spans
from textveil.verify.fakes.operators import Operators
from textveil.verify.passages.shown_edges import shows_edges

values = st.text(st.sampled_from("aB7 -(.é９"), min_size=1, max_size=14)
ends = st.integers(0, 6)


def judged(value: str, shown: str, rule: dict) -> bool:
    release = Release.of(Document("n", value), [Edit(0, len(value), shown, "PHONE")])
    rules = {"default": {"use": "textveil.mask.v1"}, "labels": {"PHONE": rule}}
    verdict = Operators(rules).verify([Case(Document("n", value), release)])
    assert verdict.checked == 1
    return verdict.holds


@given(values, ends, ends, st.sampled_from(["character", "blank"]))
def test_a_mask_writes_what_the_oracle_does_and_its_verifier_agrees(value, first, last, style):
    assume(first or last)
    options = {"style": style, "keep_first": first, "keep_last": last}
    document, spans = Document("n", value), Spans([Span(0, len(value), "PHONE")])
    shown = Mask(**options).transform(document, spans).text
    assert shown == masked(value, first, last, "*", spaces_stay=style == "character")
    assert judged(value, shown, {"use": "textveil.mask.v1", **options})


@given(values, ends, ends, values)
def test_anything_else_is_refuted(value, first, last, other):
    assume(first or last)
    rule = {"use": "textveil.mask.v1", "style": "blank", "keep_first": first, "keep_last": last}
    right = masked(value, first, last, "*", spaces_stay=False)
    assert judged(value, other, rule) == (other == right)


@given(values, ends, ends)
def test_what_a_mask_shows_is_known_by_its_form(value, first, last):
    shown = masked(value, first, last, "*", spaces_stay=True)
    left = any(one.isalnum() for one in shown)
    assert shows_edges(value, shown) == (left and shown != value)
