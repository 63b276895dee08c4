"""Completions: the index agrees with comparing letter by letter."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.people.completions import FittingWords, name_words, plain_letters, words_of

WORDS = st.lists(st.text("abé", min_size=1, max_size=4), max_size=12)
SHAPES = st.text("ab*", min_size=1, max_size=4)


@given(WORDS, SHAPES)
def test_the_index_finds_what_a_pattern_finds(words, shape):
    pattern = re.compile(shape.replace("*", "."))
    fit = sorted({w for w in map(plain_letters, words) if pattern.fullmatch(w)})
    listed = FittingWords(words)
    assert listed.count(shape) == len(fit)
    assert listed.only(shape) == (fit[0] if len(fit) == 1 else None)


@pytest.mark.parametrize(
    ("word", "plain"), [("José", "jose"), ("ŁÓDŹ", "lodz"), ("日本", "日本"), ("ß", "s")]
)
def test_case_and_accents_do_not_count_and_lengths_stay(word, plain):
    assert plain_letters(word) == plain
    assert len(plain) == len(word)


def test_an_entry_of_several_words_counts_as_its_words():
    assert list(words_of(["Ana-María de Ruiz"])) == ["ana", "maria", "de", "ruiz"]
    assert len(FittingWords(["Ana Ruiz", "ANA"])) == 2


def test_the_shipped_names_are_there_once_each():
    names = name_words()
    assert len(names) == len(set(names)) > 25_000
    assert {"smith", "maria", "nguyen"} <= set(names)
