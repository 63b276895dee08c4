"""Rewriting: what changes, what stays, and what is the same for a seed."""

import pytest
from tests.unit.synth.dice import dice

from textveil.synth.rewriting import REWRITINGS, altered, rewriting_pairs, rewritten

TEXT = "Ann Baker moved to Boston in May, after the large wedding of her sister."


@pytest.mark.parametrize("kind", sorted(REWRITINGS))
def test_each_rewriting_changes_words_and_keeps_some(kind):
    made = {rewritten(TEXT, 0.4, dice(seed), [kind]) for seed in range(5)}
    assert any(one != TEXT for one in made)
    assert all(one.strip() for one in made)


def test_words_are_dropped_and_none_is_new():
    made = rewritten(TEXT, 0.5, dice(1), ["dropped"])
    assert set(made.split()) < set(TEXT.split())


def test_a_reordered_sentence_has_the_same_words():
    made = rewritten(TEXT, 0.5, dice(1), ["clauses"])
    assert sorted(made.split()) == sorted(TEXT.split())
    assert made != TEXT


def test_something_else_is_said_by_a_name_of_another_sentence():
    made = {altered("we met Ann.", "he saw Bob.", dice(seed)) for seed in range(5)}
    assert made == {"we met Bob."}


def test_a_sentence_without_names_stays():
    assert altered("she slept well", "he ate", dice(0)) == "she slept well"


def test_pairs_are_the_same_for_a_seed_and_of_both_kinds():
    texts = [TEXT, "Peter sold 3 boats to Mia.", "The train was late again, sadly."]
    one, other = (list(rewriting_pairs(texts, 40, dice(4))) for _ in range(2))
    assert one == other
    assert {same for _, _, same in one} == {True, False}
    assert all(left != right for left, right, same in one if not same)
