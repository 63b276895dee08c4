"""The eight metrics on examples that can be worked out by hand."""

from collections import Counter
from math import exp, log

import pytest

from textveil.models.paraphrase.analysis import AnalysedWord, Analysis
from textveil.models.paraphrase.features import METRICS, metrics
from textveil.models.paraphrase.metrics.edits import EditCosts, edit_rate
from textveil.models.paraphrase.metrics.matching import maxsim, meteor, terp
from textveil.models.paraphrase.metrics.ngrams import bleu, nist
from textveil.models.paraphrase.metrics.wholes import badger, sepia


def runs(text: str) -> list[Counter[tuple[str, ...]]]:
    words = text.split()
    return [
        Counter(tuple(words[at : at + length]) for at in range(len(words) - length + 1))
        for length in range(1, 6)
    ]


def said(text: str, heads: list[int] | None = None, tag: str = "NN") -> Analysis:
    words = text.split()
    heads = heads or list(range(len(words)))
    return Analysis(
        text,
        tuple(
            AnalysedWord(at, at + 1, word, (word,), tag, heads[at], "dep")
            for at, word in enumerate(words)
        ),
    )


def test_bleu_counts_a_word_as_often_as_the_reference_has_it():
    # Papineni et al. (2002), section 2.1: seven times "the" against two.
    assert bleu(runs("the cat is on the mat"), runs("the " * 7), 1) == pytest.approx(2 / 7)


def test_bleu_of_a_short_translation_is_reduced():
    assert bleu(runs("a b c d"), runs("a b"), 1) == pytest.approx(exp(1 - 4 / 2))


def test_bleu_of_runs_is_the_geometric_mean():
    # Five of six words, three of five pairs.
    found = bleu(runs("the cat is on the mat"), runs("the cat sat on the mat"), 2)
    assert found == pytest.approx((5 / 6 * 3 / 5) ** 0.5)


def test_a_run_that_is_nowhere_counts_as_half_a_match():
    found = bleu(runs("a b c"), runs("c b a"), 2)
    assert found == pytest.approx((1 * (1 / 2) / 2) ** 0.5)
    assert bleu(runs("a b c"), runs("c b a"), 2, smooth=False) == 0.0


def test_bleu_is_that_of_sacrebleu():
    metrics_of = pytest.importorskip("sacrebleu").metrics
    judge = metrics_of.BLEU(tokenize="none", effective_order=True, smooth_method="exp")
    pairs = [
        ("the cat is on the mat today", "the cat sat on the mat"),
        ("one two three four five", "five four three two one"),
        ("a b c d e f", "a b c x e f g"),
    ]
    for reference, translation in pairs:
        wanted = judge.sentence_score(translation, [reference]).score / 100
        assert bleu(runs(reference), runs(translation), 4) == pytest.approx(wanted)


def test_nist_weighs_a_word_by_its_information():
    # "a" stands twice among four words: log2(4 / 2) = 1; "b" once: log2(4) = 2.
    assert nist(runs("a a b c"), runs("a b x y"), 1) == pytest.approx((1 + 2) / 4)


def test_nist_of_two_thirds_of_the_words_is_halved():
    full = log(3, 2)
    assert nist(runs("a b c"), runs("a b"), 1) == pytest.approx(0.5 * full)


def test_the_edits_of_the_example_of_snover():
    paper = "information published in the AMERICAN new york times"
    reference = f"SAUDI ARABIA denied THIS WEEK {paper}"
    translation = f"THIS WEEK THE SAUDIS denied {paper.replace('AMERICAN ', '')}"
    assert edit_rate(reference.split(), translation.split()) == pytest.approx(4 / 13)


def test_a_move_costs_one_edit():
    assert edit_rate(["a", "b", "c", "d", "e"], ["d", "e", "a", "b", "c"]) == pytest.approx(1 / 5)


def test_no_translation_is_all_insertions():
    assert edit_rate(["a", "b"], []) == 1.0
    assert edit_rate([], []) == 0.0


def test_edits_can_cost_differently():
    costs = EditCosts(lambda there, here: 0.25 * (there != here))
    assert edit_rate(["a", "b"], ["x", "y"], costs) == pytest.approx(0.0)
    half = EditCosts(lambda _there, _here: 0.5)
    assert edit_rate(["a", "b"], ["x", "y"], half) == pytest.approx(0.5)


def test_meteor_of_the_same_words_in_one_chunk_is_one():
    assert meteor(said("a b c"), said("a b c")) == 1.0


def test_meteor_takes_off_for_chunks():
    # Two words of two, both matched, in two chunks: 1 less 0.6 * (2/2)^0.2.
    assert meteor(said("zza zzb"), said("zzb zza")) == pytest.approx(0.4)


def test_terp_pays_less_for_a_synonym():
    assert terp(said("car"), said("automobile")) == pytest.approx(0.4)
    assert terp(said("car"), said("zzq")) == pytest.approx(1.0)


def test_maxsim_is_one_for_the_same_and_nothing_for_strangers():
    assert maxsim(said("dog runs home"), said("dog runs home")) == 1.0
    assert maxsim(said("zzq zzp zzo"), said("zza zzb zzc")) == 0.0


def test_sepia_counts_words_and_links():
    # All words are shared; of the links, one of one on either side is another.
    left, right = said("a b", [1, 1]), said("a b", [0, 0])
    assert sepia(left, right) == pytest.approx((1 + 0) / 2)
    assert sepia(left, left) == 1.0


def test_badger_is_higher_for_what_is_alike():
    long = "the quick brown fox jumps over the lazy dog near the river bank"
    alike = badger(said(long), said(long.replace("lazy", "sleepy")))
    other = badger(said(long), said("completely different wording about taxes in march"))
    assert 0.0 <= other < alike <= 1.0


def test_there_are_fifteen_dimensions():
    assert len(metrics(said("dog runs"), said("dog walks"))) == len(METRICS) == 15
