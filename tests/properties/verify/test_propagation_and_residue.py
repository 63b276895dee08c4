"""What propagation leaves in its document, residue does not refute, and the other way round."""

from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.propagation.propagate import propagate
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Span, Spans
from textveil.verify.leftovers.residue import Residue

WORDS = ["court", "Court", "the", "of", "appeal", "Appeal", "Kovacs", "grand", "police", "OFFICE"]
LABELS = ["ORGANIZATION", "OTHER", "HOSPITAL"]


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3),
    st.lists(st.sampled_from([*WORDS, "|"]), max_size=12),
    st.sampled_from(LABELS),
)
def test_what_is_not_propagated_does_not_count_as_residue(name, rest, label):
    text = " ".join(["Seen", "by", *name, "yesterday", ".", *rest, "today", "."]).replace("|", ".")
    value = " ".join(name)
    found = Spans([Span(8, 8 + len(value), label)])
    document = Document("a", text)
    every = (found | propagate(document, found)).partition()
    edits = [Edit(span.start, span.end, "[X]", span.label) for span in every]
    verdict = Residue().verify([Case(document, Release.of(document, edits))])
    assert verdict.holds


def test_an_organization_in_everyday_words_goes_where_it_was_found_and_a_name_everywhere():
    text = (
        "Heard by the court in May. The court rose. Court of Appeal sat; the Court of Appeal rose."
    )
    document = Document("a", text)
    assert not propagate(document, Spans([Span(9, 18, "ORGANIZATION")]))
    named = Spans([Span(text.index("Court of"), text.index(" sat"), "ORGANIZATION")])
    again = propagate(document, named)
    assert [document.covered_by(span) for span in again] == ["Court of Appeal"]


def test_a_named_organization_that_was_left_refutes():
    text = "Court of Appeal sat; the Court of Appeal rose."
    document = Document("a", text)
    release = Release.of(document, [Edit(0, 15, "[X]", "ORGANIZATION")])
    assert not Residue().verify([Case(document, release)]).holds
