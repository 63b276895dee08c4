"""Wildcard forms agree with brute force over all forms, for every kind of small set of terms."""

import unicodedata
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.sequences import wildcard as naive

from textveil.lexicon.forms.shared_forms import SharedForms
from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.strings.wildcards import search as wildcard_search
from textveil.strings.wildcards.groups import group_terms
from textveil.strings.wildcards.index import build_index
from textveil.strings.wildcards.settlement import settled
from textveil.strings.wildcards.spellings import allowed_runs, form_count, spell, spelled
from textveil.strings.wildcards.terms import encode_terms
from textveil.transform.coarser.wildcard import Wildcard

exact = settings(max_examples=60)

ALPHABETS = ["ab", "abc", "a*\\", "aé東\U0001f600", "e\u0301é.+?", "abcdefghijklmnopqrstuvwxyz"]


@st.composite
def collections(draw, longest=6, most=25):
    alphabet = draw(st.sampled_from(ALPHABETS))
    size = draw(st.integers(1, longest))
    return draw(st.lists(st.text(alphabet, min_size=1, max_size=size), min_size=1, max_size=most))


def normal(terms):
    return sorted({unicodedata.normalize("NFC", term) for term in terms})


@exact
@given(collections(), st.data())
def test_the_chosen_form_its_k_and_k_eff(terms, data):
    dictionary, ordered = Dictionary.build(terms), normal(terms)
    assert list(dictionary.terms) == ordered
    term = data.draw(st.sampled_from(ordered))
    k, seed = data.draw(st.integers(2, 5)), data.draw(st.integers(0, 9))
    chosen = dictionary.form(term, k, "count", seed)
    possible = naive.choices(ordered, term, k)
    if chosen is None:
        assert not possible
    else:
        assert (chosen.form, chosen.k, chosen.remaining) in possible
        assert chosen.k_eff == naive.effective(ordered, chosen.form, k)
        assert dictionary.form(term, k, "count", seed) == chosen


@settings(exact, max_examples=25)
@given(collections(longest=9, most=8), st.integers(2, 4))
def test_long_terms_too(terms, k):
    dictionary, ordered = Dictionary.build(terms), normal(terms)
    term = max(ordered, key=len)
    chosen = dictionary.form(term, k, "count", effective=False)
    shown = {(chosen.form, chosen.k, chosen.remaining)} if chosen else set()
    assert shown <= naive.choices(ordered, term, k)
    assert bool(shown) == bool(naive.choices(ordered, term, k))


@exact
@given(collections(longest=5, most=12))
def test_every_possible_choice_is_drawn_for_some_seed(terms):
    dictionary, ordered = Dictionary.build(terms), normal(terms)
    term = max(ordered, key=len)
    possible = {form for form, _, _ in naive.choices(ordered, term, 2)}
    drawn = {dictionary.form(term, 2, "count", seed, effective=False) for seed in range(200)}
    assert {form.form for form in drawn if form} == possible


@exact
@given(collections(longest=6, most=15), st.data())
def test_the_frontier(terms, data):
    dictionary, ordered = Dictionary.build(terms), normal(terms)
    term = data.draw(st.sampled_from(ordered))
    found = dictionary.frontier(term)
    assert {(form.form, form.k, form.remaining) for form in found} == naive.frontier(ordered, term)
    assert len({form.form for form in found}) == len(found)
    every = dictionary.every(term)
    assert {(form.form, form.k, form.remaining) for form in every} == set(
        naive.forms(ordered, term)
    )
    assert len({form.form for form in every}) == len(every)


@exact
@given(collections(), st.data())
def test_which_terms_a_form_matches(terms, data):
    dictionary, ordered = Dictionary.build(terms), normal(terms)
    term = data.draw(st.sampled_from(ordered))
    gone = data.draw(st.sets(st.integers(0, len(term) - 1), max_size=len(term) - 1))
    form = naive.written(term, gone)
    assert list(dictionary.matching(form)) == naive.matching(ordered, form)


@exact
@given(collections(most=40), st.integers(2, 6), st.integers(0, 3))
def test_an_attacker_who_knows_everything_is_left_with_k_candidates(terms, k, seed):
    dictionary, ordered = Dictionary.build(terms), normal(terms)
    forms = {term: dictionary.form(term, k, "mutual", seed) for term in ordered}
    released = {term: form and form.form for term, form in forms.items()}
    for term, form in forms.items():
        candidates = naive.attacked(ordered, released, released[term])
        assert term in candidates
        assert len(candidates) >= min(k, len(ordered))
        if form is not None:
            assert len(candidates) == form.k_eff >= k
            assert form.form in {shown for shown, _, _ in naive.forms(ordered, term)}
            assert form.k == len(naive.matching(ordered, form.form)) >= form.k_eff


@exact
@given(collections(most=30), st.integers(2, 5), st.data())
def test_an_attacker_who_knows_what_is_never_released_is_left_with_k_candidates(terms, k, data):
    ordered = normal(terms)
    left = data.draw(st.sets(st.sampled_from(ordered)))
    wildcard = Wildcard(SharedForms(Dictionary.build(terms), k, left=left))
    open_to_doubt = [term for term in ordered if term not in left]
    released = {term: wildcard.written(term) for term in open_to_doubt}
    for term, shown in released.items():
        assert len(naive.attacked(open_to_doubt, released, shown)) >= min(k, len(open_to_doubt))
        assert shown == "*" or shown in {form for form, _, _ in naive.forms(ordered, term)}
    assert all(wildcard.written(term) == "*" for term in left)


@exact
@given(collections(longest=5, most=14), st.integers(2, 4), st.data())
def test_settling_costs_no_more_than_the_cheapest_removal(terms, k, data):
    ordered = normal(terms)
    index = build_index(*encode_terms(ordered)[:2])
    counting = np.array([data.draw(st.booleans()) for _ in ordered])
    groups = group_terms(index, k)
    after = settled(index, groups, k, counting)
    shown = [np.count_nonzero(groups.forms[a:b]) for a, b in pairwise(groups.starts.tolist())]
    at_best = naive.most_kept(groups.group.tolist(), shown, counting.tolist(), k)
    kept = sum(
        np.count_nonzero(after.forms[after.starts[g] : after.starts[g + 1]])
        for g in after.group.tolist()
        if g >= 0
    )
    assert kept >= at_best
    assert all(group < 0 for group, counts in zip(after.group, counting, strict=True) if not counts)


def test_a_term_that_is_left_over_joins_a_group_if_that_keeps_more():
    """Of JORDAN nothing could be shown; J*AN shows three characters of each of the three."""
    lands = Dictionary.build(["JAPAN", "JAVAN", "JORDAN"])
    assert [lands.form(term, 2).form for term in lands.terms] == ["J*AN"] * 3
    assert lands.form("JORDAN", 2).k_eff == 3


def test_a_group_gives_up_terms_that_it_can_spare():
    """1 shares nothing: one of the three gives up its form, so that a star may stand for two."""
    terms = Dictionary.build(["1", "abcdx", "abcdy", "abcdz"])
    forms = [terms.form(term, 2) for term in terms.terms]
    assert [form and form.form for form in forms].count("abcd*") == 2
    assert forms[0] is None


def test_a_group_is_dissolved_where_none_can_spare_a_term():
    terms = Dictionary.build(["1", "abcdx", "abcdy", "pq", "pr"])
    shown = {term: form and form.form for term in terms.terms for form in [terms.form(term, 2)]}
    assert shown == {"1": None, "abcdx": "abcd*", "abcdy": "abcd*", "pq": None, "pr": None}


@exact
@given(collections(most=30), st.integers(2, 4), st.randoms())
def test_groups_do_not_depend_on_the_order_of_the_terms(terms, k, random):
    shuffled = list(terms)
    random.shuffle(shuffled)
    one, other = Dictionary.build(terms), Dictionary.build(shuffled)
    assert [one.form(t, k) for t in one.terms] == [other.form(t, k) for t in other.terms]


@exact
@given(st.text("ab", min_size=1, max_size=8), st.integers(1, 8), st.integers(1, 4))
def test_spelling_has_each_form_with_few_deletions(term, most, runs):
    codes = encode_terms([term])[0]
    room = form_count(len(term), most, runs)
    hashes, losses = np.zeros(room + 1, np.uint64), np.zeros(room + 1, np.uint16)
    assert spell(codes, 0, len(term), most, runs, hashes, losses) == room
    expected = {
        form
        for form, _, left in naive.forms([term], term)
        if len(term) - left <= most and form.count("*") <= runs
    }
    assert len(set(hashes[:room].tolist())) == len(expected)
    for wanted, lost in zip(hashes[:room], losses[:room].tolist(), strict=True):
        gone = spelled(codes, 0, len(term), most, runs, wanted)
        assert gone.sum() == lost
        assert naive.written(term, np.flatnonzero(gone).tolist()) in expected


@given(st.integers(2, 40), st.integers(1, 12))
def test_long_terms_spell_no_more_than_they_may(n, most):
    runs = allowed_runs(n, most, 500)
    assert runs == 1 or form_count(n, most, runs) <= 500


@pytest.mark.parametrize("padding", ["", "x" * 70])
def test_wide_terms_are_searched_as_narrow_ones(padding):
    """A term of more than 63 characters makes every search take four words a set."""
    generator = np.random.default_rng(4)
    terms = ["".join(generator.choice(list("abc"), 6)) + padding for _ in range(40)]
    dictionary = Dictionary.build([*terms, "abcabc", "cab"])
    ordered = list(dictionary.terms)
    for term in ("abcabc", "cab"):
        for k in (2, 4):
            chosen = dictionary.form(term, k, "count", effective=False)
            expected = naive.choices(ordered, term, k)
            assert (chosen.form, chosen.k, chosen.remaining) in expected


def test_a_table_that_is_too_large_is_left_out(monkeypatch):
    """Whether completions are known changes the time of a search, not its result."""
    terms = ["abcab", "abcb", "acbab", "bcab", "cabab", "abc"]
    codes, starts, alphabet = encode_terms(sorted(terms))
    q = wildcard_search.asked(codes[starts[1] : starts[2]], alphabet.size + 1)
    index = Dictionary.build(terms).stored.index
    everything = np.arange(len(terms), dtype=np.uint32)
    shared = wildcard_search.sharing(index, everything, q, 3)
    aligned = wildcard_search.aligned_with((0,), index, *shared, q)
    found = []
    for table in (1, 1 << 20):
        monkeypatch.setattr(wildcard_search, "_TABLE", table)
        # Compiled code has the constant in it; the function as written reads it.
        shown = wildcard_search.search.py_func(
            (0,), q.letters, aligned, 3, 2, np.zeros(5, np.bool_), True, 1 << 30
        )
        found.append([(tuple(gone), k) for gone, k in zip(shown.deleted, shown.k, strict=True)])
    assert found[0] == found[1]
    assert found[0]


@exact
@given(collections(most=40), st.integers(2, 6))
def test_terms_without_a_group_could_not_have_had_one(terms, k):
    """For short terms all forms are tried: whoever is left shares no form with enough others."""
    ordered = normal(terms)
    groups = group_terms(build_index(*encode_terms(ordered)[:2]), k)
    left = [term for term, group in zip(ordered, groups.group.tolist(), strict=True) if group < 0]
    for term in left:
        assert all(count < k for _, count, _ in naive.forms(left, term))
