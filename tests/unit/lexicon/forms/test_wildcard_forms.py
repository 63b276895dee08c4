"""Dictionaries of wildcard forms, as stages use them."""

import hashlib

import pytest
from tests.oracles.sequences import wildcard as naive

from textveil.errors import InvalidValueError, UsageError
from textveil.lexicon.forms import wildcard_forms as forms
from textveil.lexicon.forms.wildcard_forms import LONGEST, SHORT, Dictionary, TermForm, written

# JAP*N matches two terms, J*P*N three and JA*AN three, as in Table 1 of the paper.
JAPAN = ["JAPAN", "JAPON", "JUPYN", "JADAN", "JATAN"]


def test_the_selection_example_of_the_paper():
    dictionary = Dictionary.build(JAPAN)
    assert [dictionary.count(form) for form in ("JAP*N", "J*P*N", "JA*AN")] == [2, 3, 3]
    two = dictionary.form("JAPAN", 2, "count")
    three = dictionary.form("JAPAN", 3, "count")
    assert (two.form, two.k, two.remaining) == ("JAP*N", 2, 4)
    assert (three.form, three.k, three.remaining) == ("JA*AN", 3, 4)


def test_effective_k_is_no_more_than_k_and_found_by_brute_force():
    dictionary = Dictionary.build(JAPAN)
    chosen = dictionary.form("JAPAN", 2, "count")
    assert chosen.k_eff == naive.effective(sorted(JAPAN), chosen.form, 2)
    assert dictionary.form("JAPAN", 2, "count", effective=False).k_eff == 0


def test_terms_are_normal_and_sorted_and_once():
    dictionary = Dictionary.build(["e\u0301t", "ét", "b", "a"])
    assert list(dictionary.terms) == ["a", "b", "ét"]
    assert dictionary.terms[2] == "ét"
    assert dictionary.terms[-1] == "ét"
    assert dictionary.terms[:2] == ["a", "b"]
    assert dictionary.id_of("e\u0301t") == 2
    assert "ét" in dictionary
    assert "x" not in dictionary
    assert 7 not in dictionary
    assert len(dictionary) == 3
    assert dictionary.sha256 == hashlib.sha256("a\nb\nét\n".encode()).hexdigest()


def test_case_is_folded_on_request():
    dictionary = Dictionary.build(["Anna", "ANNA", "Hanna"], fold_case=True)
    assert list(dictionary.terms) == ["anna", "hanna"]
    assert dictionary.form("ANNA", 2).form.islower()
    assert dictionary.fold_case


@pytest.mark.parametrize(
    "terms", [[], [""], ["a", ""], ["a\nb"], ["\ud800"], ["x" * (LONGEST + 1)]]
)
def test_what_is_no_term_is_refused(terms):
    with pytest.raises(InvalidValueError):
        Dictionary.build(terms)


def test_a_term_that_is_not_there_is_refused_without_being_named():
    dictionary = Dictionary.build(JAPAN)
    with pytest.raises(InvalidValueError) as caught:
        dictionary.form("SECRET", 2)
    assert "SECRET" not in str(caught.value)


@pytest.mark.parametrize(("k", "guarantee"), [(1, "mutual"), (0, "count"), (2, "other")])
def test_wrong_arguments(k, guarantee):
    with pytest.raises(InvalidValueError):
        Dictionary.build(JAPAN).form("JAPAN", k, guarantee)


def test_a_term_without_a_form_gets_none():
    dictionary = Dictionary.build(["a", "b", "xy", "xz"])
    assert dictionary.form("a", 2) is None
    assert dictionary.form("a", 2, "count") is None
    assert dictionary.form("xy", 3, "count") is None
    assert dictionary.form("xy", 3) is None
    assert dictionary.form("xy", 2).form == "x*"


def test_stars_and_backslashes_are_escaped():
    dictionary = Dictionary.build(["a*b", "a*c", "a\\b", "axb"])
    assert written("a*b\\", [0]) == "*\\*b\\\\"
    assert dictionary.matching("a\\**") == (0, 1)
    assert dictionary.matching("a\\\\b") == (2,)
    assert dictionary.matching("a*b") == (0, 2, 3)
    assert dictionary.matching("?*") == ()


@pytest.mark.parametrize("form", ["a**", "a\\", "a\\b"])
def test_what_is_no_form_is_refused(form):
    with pytest.raises(InvalidValueError):
        Dictionary.build(JAPAN).count(form)


def test_repr_shows_no_text():
    form = Dictionary.build(JAPAN).form("JAPAN", 2)
    assert "JA" not in repr(form)
    assert "JA" not in repr(Dictionary.build(JAPAN))


def test_several_terms_at_once():
    dictionary = Dictionary.build(JAPAN)
    numbers = range(len(dictionary))
    for guarantee in ("mutual", "count"):
        one = [dictionary.form(term, 2, guarantee, 3) for term in dictionary.terms]
        assert dictionary.forms(numbers, 2, guarantee, 3, effective=True) == one
    assert dictionary.forms([], 2, "count") == []


def test_beyond_its_limit_the_search_makes_way_for_the_shared_form(monkeypatch):
    terms = [f"{a}{b}cdefgh" for a in "abcd" for b in "abcd"]
    dictionary = Dictionary.build(terms, mutual=[4])
    monkeypatch.setattr(forms, "LIMIT", 10)
    stood_in = dictionary.form("abcdefgh", 4, "count")
    mutual = dictionary.form("abcdefgh", 4)
    assert not stood_in.exact
    assert (stood_in.form, stood_in.k) == (mutual.form, mutual.k)
    with pytest.raises(UsageError):
        dictionary.frontier("abcdefgh")


def test_all_forms_are_listed_for_short_terms_only():
    long = "x" * (SHORT + 1)
    dictionary = Dictionary.build([long, "ab"])
    assert [form.form for form in dictionary.every("ab")] == ["*b", "a*"]
    with pytest.raises(UsageError):
        dictionary.every(long)


def test_progress_is_told():
    told = []
    Dictionary.build(JAPAN, mutual=[2], progress=told.append)
    assert told[0] == 0
    assert all(0 <= share <= 1 for share in told)


def test_a_form_is_a_value():
    one = TermForm("ab", "a*", 2, 2, 1)
    assert one == TermForm("ab", "a*", 2, 2, 1)
    assert one.exact
