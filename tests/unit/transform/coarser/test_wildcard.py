"""Wildcard: forms for terms, `*` for everything else, and K counted among what can be meant."""

import pytest

from textveil.errors import InvalidValueError
from textveil.lexicon.forms.shared_forms import SharedForms
from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.testing.transformers import check_transformer
from textveil.transform.coarser.wildcard import Wildcard
from textveil.values.document import Document
from textveil.values.span import Span, Spans

LANDS = ["JAPAN", "JAVAN", "PERU", "CHILI", "NEW YORK", "NEW CORK"]
TEXT = "JAPAN, PERU, NEW\nYORK, SPAIN, JAVAN, JAPAN"
PLACES = [(0, 5), (7, 11), (13, 21), (23, 28), (30, 35), (37, 42)]
NOTE = Document("n", TEXT)
SPANS = Spans(Span(start, end, "QUASI") for start, end in PLACES)


@pytest.fixture(scope="module")
def lands():
    return Dictionary.build(LANDS)


def shown(release):
    return [edit.replacement for edit in release.edits]


@pytest.mark.parametrize("guarantee", ["mutual", "count"])
def test_terms_become_forms_and_the_rest_is_removed(lands, guarantee):
    release = Wildcard(SharedForms(lands, 2, guarantee)).transform(NOTE, SPANS)
    japan, peru, york, spain, javan, again = shown(release)
    assert spain == "*"
    assert peru == "*" or guarantee == "count"
    assert japan == javan == again != "*"
    assert york == lands.form("NEW YORK", 2, guarantee).form
    assert release.text.replace(japan, "X").count("X") >= 3


def test_identifiers_are_removed_even_if_they_are_terms(lands):
    spans = Spans([Span(0, 5, "IDENTIFIER"), Span(30, 35, "QUASI")])
    assert shown(Wildcard(SharedForms(lands, 2)).transform(NOTE, spans))[0] == "*"


def test_terms_that_never_appear_under_a_form_do_not_count(lands):
    # JAVAN is always removed: whoever meets the form of JAPAN would know that it is JAPAN.
    wildcard = Wildcard(SharedForms(lands, 2, left=["JAVAN"]))
    assert wildcard.written("JAPAN") == "*"
    assert wildcard.written("JAVAN") == "*"
    assert wildcard.written("NEW YORK") != "*"
    assert Wildcard(SharedForms(lands, 2, "count", left=["JAVAN"])).written("JAPAN") != "*"


def test_entities_follow_forms_not_terms(lands):
    edits = Wildcard(SharedForms(lands, 2)).transform(NOTE, SPANS).edits
    numbers = {edit.replacement: edit.entity for edit in edits}
    assert all(numbers[edit.replacement] == edit.entity for edit in edits)
    assert len(set(numbers.values())) == len(numbers)


def test_case_is_that_of_the_dictionary():
    folded = Dictionary.build(["japan", "javan"], fold_case=True)
    assert Wildcard(SharedForms(folded, 2)).written("JaPaN") == folded.form("japan", 2).form


def test_a_term_is_looked_up_once(lands, monkeypatch):
    asked = []
    original = Dictionary.form

    def counting(self, term, *rest, **options):
        asked.append(term)
        return original(self, term, *rest, **options)

    monkeypatch.setattr(Dictionary, "form", counting)
    wildcard = Wildcard(SharedForms(lands, 2, "count"))
    for _ in range(3):
        wildcard.transform(NOTE, SPANS)
    assert asked.count("JAPAN") == 1


@pytest.mark.parametrize("options", [{"k": 1}, {"guarantee": "half"}])
def test_bounds(lands, options):
    with pytest.raises(InvalidValueError):
        Wildcard(SharedForms(lands, **options))


def test_the_contract(lands):
    check_transformer(Wildcard(SharedForms(lands, 2)))
    check_transformer(Wildcard(SharedForms(lands, 2)), [Document("n", TEXT, spans=SPANS)])


def test_nothing_shows_a_term(lands):
    assert "JAPAN" not in repr(Wildcard(SharedForms(lands, 2)))
