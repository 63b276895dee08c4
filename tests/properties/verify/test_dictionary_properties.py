"""The verifier agrees with regular expressions, and an attacker finds at least K candidates."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.lexicon.forms.wildcard_forms import Dictionary, written
from textveil.verify.rare.dictionary import Stated, check_forms
from textveil.verify.rare.dictionary_matching import LiteralPieces, TermList

LETTERS = st.sampled_from(["ab", "abc*\\", "aé東.+", "abcdefghijklmnopqrstuvwxyz"])


@st.composite
def lists(draw, longest=7):
    alphabet = draw(LETTERS)
    return draw(st.lists(st.text(alphabet, min_size=1, max_size=longest), min_size=1, max_size=12))


@st.composite
def forms(draw):
    terms = draw(lists())
    term = draw(st.sampled_from(terms))
    if len(term) == 1:
        return terms, term, "*"
    places = st.sets(st.sampled_from(range(len(term))), min_size=1, max_size=len(term) - 1)
    return terms, term, written(term, draw(places))


@given(forms())
def test_counts_equal_those_of_a_regular_expression(given_form):
    terms, term, form = given_form
    if form == "*":
        return
    pattern = "".join(
        ".+" if part == "*" else re.escape(part[-1])
        for part in re.findall(r"\\.|[^\\]", form, re.DOTALL)
    )
    expected = [n for n, t in enumerate(sorted(set(terms))) if re.fullmatch(pattern, t, re.DOTALL)]
    listed = TermList(terms)
    assert listed.matching(LiteralPieces.of(form)) == expected
    assert LiteralPieces.of(form).matches(term)
    assert check_forms(listed, [Stated(form, term, k=len(expected))], 1, "count").holds
    assert not check_forms(listed, [Stated(form, term, k=len(expected) + 1)], 1, "count").holds


@settings(max_examples=40)
@given(lists(longest=5), st.integers(2, 4))
def test_an_attacker_who_knows_everything_finds_k_terms(terms, k):
    dictionary = Dictionary.build(terms)
    chosen = {t: f.form for t in dictionary.terms if (f := dictionary.form(t, k)) is not None}
    forms = {t: dictionary.form(t, k) for t in dictionary.terms}
    said = [Stated(f.form, t, f.k, f.k_eff) if f else Stated("*", t) for t, f in forms.items()]
    verdict = check_forms(dictionary.terms, said, k, chosen=chosen)
    assert verdict.holds, verdict.witnesses
    for form in chosen.values():
        assert sum(other == form for other in chosen.values()) >= k


@settings(max_examples=40)
@given(lists(longest=5), st.integers(2, 4), st.integers(0, 3))
def test_counts_of_the_engine_hold(terms, k, seed):
    dictionary = Dictionary.build(terms)
    found = [dictionary.form(t, k, "count", seed) for t in dictionary.terms]
    said = [Stated(f.form, f.term, f.k) for f in found if f is not None]
    assert check_forms(dictionary.terms, said, k, "count").holds
