"""What a word of a clinical note can be, and that names of people stay names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.tables.clinical import (
    ClinicalKind,
    clinical_kinds,
    clinical_term_at,
    clinical_word,
)
from textveil.lexicon.tables.words import look_up


@pytest.mark.parametrize(
    ("term", "kind"),
    [
        ("metformin", ClinicalKind.DRUG),
        ("Norco", ClinicalKind.DRUG),
        ("Senna", ClinicalKind.DRUG),
        ("aspirin", ClinicalKind.DRUG),
        ("pneumonia", ClinicalKind.DISEASE),
        ("myocardial infarction", ClinicalKind.DISEASE),
        ("Crohn's disease", ClinicalKind.DISEASE),
        ("COPD", ClinicalKind.DISEASE),
        ("hematuria", ClinicalKind.FINDING),
        ("colonoscopy", ClinicalKind.PROCEDURE),
        ("CABG", ClinicalKind.PROCEDURE),
        ("femur", ClinicalKind.ANATOMY),
        ("heart", ClinicalKind.ANATOMY),
        ("WBC", ClinicalKind.TEST),
        ("blood pressure", ClinicalKind.TEST),
        ("Apgar", ClinicalKind.TEST),
        ("mg", ClinicalKind.UNIT),
        ("tabs", ClinicalKind.UNIT),
        ("QHS", ClinicalKind.DOSING),
        ("Parkinson's", ClinicalKind.EPONYM),
        ("Foley", ClinicalKind.EPONYM),
        ("Crohn", ClinicalKind.EPONYM),
        ("catheter", ClinicalKind.EPONYM_HEAD),
        ("Prolene", ClinicalKind.DEVICE),
        ("Foley catheter", ClinicalKind.DEVICE),
    ],
)
def test_kinds(term, kind):
    tokens = term.split()
    found = clinical_term_at(tokens, 0)
    assert found is not None
    assert found[0] == len(tokens)
    assert found[1] & kind


@pytest.mark.parametrize("word", ["chair", "yesterday", "today", "the", "qwertz", ""])
def test_other_words_are_no_terms(word):
    assert clinical_word(word) == 0


@pytest.mark.parametrize("name", ["Foley", "Bell", "Parkinson", "Kelly", "Wilson", "Down"])
def test_an_eponym_stays_a_surname(name):
    assert clinical_word(name) & (ClinicalKind.EPONYM | ClinicalKind.DEVICE)
    assert look_up(name).surname


def test_the_longest_term_decides_and_marks_do_not_count():
    tokens = ["a", "Foley", "catheter", "and", "Crohn", "'s", "disease"]
    kinds = clinical_kinds(tokens)
    assert clinical_word("Foley") & ClinicalKind.EPONYM
    assert kinds[1] == kinds[2] == ClinicalKind.DEVICE
    assert kinds[4] == kinds[6]
    assert kinds[4] & ClinicalKind.DISEASE
    assert kinds[0] == kinds[3] == 0


@given(
    st.lists(st.sampled_from(["Foley", "catheter", "Ana", "'s", "-", "heart", "rate", "5", "mg"]))
)
def test_each_token_has_the_kinds_of_the_leftmost_longest_term(tokens):
    expected = []
    while len(expected) < len(tokens):
        length, kinds = clinical_term_at(tokens, len(expected)) or (1, 0)
        expected += [kinds] * length
    assert clinical_kinds(tokens) == expected
