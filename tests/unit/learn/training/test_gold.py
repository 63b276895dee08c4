"""Gold: annotations that can be learnt from, and those that cannot."""

import pytest

from textveil.errors import InputError, InvalidValueError
from textveil.learn.training.gold import Gold, scheme_of
from textveil.lexicon.tables.schemes import scheme
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

CANARY = "zanzibarquartz"


def document(*spans):
    return Document("n1", f"{CANARY} {CANARY}", spans=Spans(spans))


def test_labels_of_another_scheme_become_ours():
    found = Gold(scheme("presidio")).of(document(Span(0, 3, "PERSON"), Span(4, 6, "EMAIL_ADDRESS")))
    assert found.spans.labels == ("EMAIL", "NAME")


def test_only_some_labels():
    given = document(Span(0, 3, "CITY"), Span(4, 6, "NAME"))
    assert Gold(labels=frozenset({"NAME"})).of(given).spans.labels == ("NAME",)
    assert Gold(families=True, labels=frozenset({"ADDRESS"})).of(given).spans.labels == ("ADDRESS",)


def test_an_unknown_label_is_an_error_with_a_suggestion():
    with pytest.raises(InputError) as error:
        Gold().of(document(Span(0, 3, "PATEINT")))
    assert error.value.where == "n1"
    assert "did you mean PATIENT?" in error.value.hint
    assert "--scheme NAME" in error.value.hint
    assert CANARY not in str(error.value)


def test_a_label_that_the_stated_scheme_lacks():
    with pytest.raises(InputError) as error:
        Gold(scheme("tab")).of(document(Span(0, 3, "PERSONN")))
    assert error.value.where == "n1"
    assert CANARY not in str(error.value)


def test_spans_that_overlap_are_named_by_offsets():
    with pytest.raises(InputError) as error:
        Gold().of(document(Span(0, 5, "NAME"), Span(3, 8, "CITY")))
    assert str(error.value).startswith(
        "n1: gold spans overlap: NAME [0, 5) and CITY [3, 8)\nhint: "
    )
    assert CANARY not in str(error.value)


def test_overlap_is_found_past_a_span_that_is_inside():
    with pytest.raises(InputError, match=r"\[0, 9\) and NAME \[1, 2\)"):
        Gold().of(document(Span(0, 9, "NAME"), Span(1, 2, "NAME"), Span(5, 12, "CITY")))


def test_equal_spans_of_two_annotators_are_one():
    spans = [Span(0, 5, "NAME", source="a1"), Span(0, 5, "NAME", 0.5, source="a2")]
    assert Gold().of(document(*spans)).spans == Spans([Span(0, 5, "NAME")])


def test_the_longest_stays_whole_and_nothing_is_uncovered():
    spans = [Span(0, 9, "NAME"), Span(1, 2, "AGE"), Span(5, 12, "CITY")]
    found = Gold(overlaps="longest").of(document(*spans)).spans
    assert list(found) == [Span(0, 9, "NAME"), Span(9, 12, "CITY")]


def test_what_need_not_be_masked_is_left_out_unless_asked_for():
    spared = Span(0, 5, "NAME", attributes=Metadata({"identifier_type": "NO_MASK"}))
    assert not Gold().of(document(spared)).spans
    assert Gold(every_span=True).of(document(spared)).spans


def test_a_document_that_was_never_annotated():
    with pytest.raises(InputError, match="never annotated"):
        Gold().of(Document("n1", CANARY))


@pytest.mark.parametrize("settings", [{"overlaps": "first"}, {"labels": frozenset({"NAMES"})}])
def test_wrong_settings(settings):
    with pytest.raises(InvalidValueError):
        Gold(**settings)


def test_schemes_are_guessed():
    assert scheme_of([document(Span(0, 5, "NAME"))]).name == "textveil"
    assert scheme_of([document(Span(0, 5, "PER"), Span(6, 7, "LOC"))]).name != "textveil"
    assert scheme_of([document(Span(0, 5, "DOG"))]) is None
    assert scheme_of([document()]) is None
