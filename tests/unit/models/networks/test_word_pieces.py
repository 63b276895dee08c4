"""Word pieces: the longest parts that a vocabulary has, from left to right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.text import word_pieces as oracle

from textveil.errors import ModelError
from textveil.models.networks.word_pieces import MOST, WordPieces

VOCABULARY = ["[PAD]", "[UNK]", "a", "ab", "abc", "b", "##a", "##bc", "##c", "1", "##12", "'", "_"]
WORDS = st.text("abcABCx12'_äÁ\u0301²½\U0001f600", min_size=1, max_size=12)


@given(WORDS)
def test_pieces_are_those_of_the_definition(word):
    found = WordPieces(VOCABULARY).of(word)
    assert [VOCABULARY[number] for number in found] == oracle.pieces(word, VOCABULARY, MOST)


@given(st.lists(st.text("abc", min_size=1, max_size=3), max_size=12, unique=True), WORDS)
def test_any_vocabulary_will_do(parts, word):
    inside = [f"##{part}" for part in parts[::2]]
    vocabulary = ["[UNK]", *parts, *inside, "[PAD]"]
    found = WordPieces(vocabulary).of(word)
    assert [vocabulary[number] for number in found] == oracle.pieces(word, vocabulary, MOST)


@given(st.text(min_size=1))
def test_every_word_has_a_few_pieces(word):
    pieces = WordPieces(VOCABULARY)
    found = pieces.of(word)
    assert 1 <= len(found) <= MOST
    assert all(0 <= number < len(VOCABULARY) for number in found)
    assert pieces.of(word) == found


@pytest.mark.parametrize("missing", ["[PAD]", "[UNK]"])
def test_a_vocabulary_without_a_piece_for_the_rest_is_refused(missing):
    with pytest.raises(ModelError, match="vocabulary"):
        WordPieces([piece for piece in VOCABULARY if piece != missing])
