"""Verifiers of sequence sanitization: the paper's examples, and what refutes each claim."""

import pytest

from textveil.errors import InvalidValueError
from textveil.transform.sanitization.settings import METHODS
from textveil.values.sequence import Sequence
from textveil.verify.sequences.claims import CLAIMS, MEANINGS, PROMISES, check_sanitized

W = "aabaaacbcbbbaabbacaab"
X = "aabaa#aaacbcbbba#baabbacaab"
Y = "aaacbcbbba#aabaabbacaab"
Z = "aaacbcbbbacaabaabbacaab"
HIDDEN = ["baaa", "bbaa"]


def check(claim, after, before=W, sensitive=HIDDEN, k=4, **more):
    old, new = [Sequence.of("w", before)], [Sequence.of("w", after)]
    (verdict,) = check_sanitized(old, new, sensitive, k, [claim], **more)
    return verdict


@pytest.mark.parametrize(
    ("method", "after"), [("tfs", X), ("pfs", Y), ("tpm", Z), ("etfs", X), ("ghosts", Z)]
)
def test_the_papers_strings_keep_what_their_methods_promise(method, after):
    for claim in PROMISES[method]:
        assert check(claim, after).holds, claim


def test_etfs_of_example_1_4():
    for claim in PROMISES["etfs"]:
        assert check(claim, "aaa#aab", "aaaaaab", ["aaaa", "aaab"]).holds, claim
        assert check(claim, "", "aaaaaab", ["aaaa", "aaab"]).holds, claim


def test_example_4_2():
    for claim in PROMISES["tfs"]:
        assert check(claim, "baaa#aabb#bbba#baba", "baaabbbaba", ["aaab", "abbb", "bbab"]).holds, (
            claim
        )


def test_an_occurrence_refutes_c1_and_the_witness_points_at_it():
    verdict = check("C1", W)
    assert [(w.start, w.end) for w in verdict.witnesses] == [(2, 6), (10, 14)]
    assert verdict.failures == 2


def test_c1_looks_for_longer_and_shorter_patterns_too():
    assert check("C1", "abc", "abc", ["abcd", "bc"]).witnesses[0].start == 1


def test_a_pattern_across_a_separator_does_not_occur():
    assert check("C1", "baa#a").holds


def test_the_partial_order_of_y_is_no_total_one():
    verdict = check("P1", Y)
    assert (verdict.failures, verdict.witnesses[0].start) == (1, 0)
    assert check("Pi1", Y).holds


def test_a_missing_end_refutes_the_total_order():
    verdict = check("P1", X[:-1])
    assert verdict.witnesses[0].start == len(X) - 1


def test_a_chain_that_was_cut_refutes_the_partial_order():
    # All patterns are there as often, and aaba no longer stands before abaa.
    cut = "aaba#abaa#aaacbcbbba#baabbacaab"
    assert check("P2", cut).holds
    assert check("P1", cut).holds
    # Neighbours that overlap are a chain, whatever stands between them (section 3).
    assert check("Pi1", cut).holds
    verdict = check("Pi1", "abaa#aaba#aaacbcbbba#baabbacaab")
    assert (verdict.witnesses[0].start, verdict.witnesses[0].end) == (0, 5)
    assert "input" in verdict.witnesses[0].reason


def test_changed_frequencies_refute_p2_and_only_lower_ones_the_weaker_claim():
    more = check("P2", X + "#aaba")
    assert more.witnesses[0].count == 2
    assert check("not-lowered", X + "#aaba").holds
    less = check("not-lowered", X[:-1])
    assert (less.witnesses[0].start, less.witnesses[0].end, less.witnesses[0].count) == (17, 21, 0)


def test_a_pattern_the_input_has_not_refutes_p2():
    assert "does not occur" in check("P2", X + "#cccc").witnesses[0].reason


def test_a_separator_that_is_left_is_found():
    assert [w.start for w in check("no-separator", X).witnesses] == [5, 16]
    assert check("no-separator", Z).holds


def test_another_separator():
    assert check("P2", X.replace("#", "|"), separator="|").holds
    assert check("no-separator", X, separator="|").holds


def test_short_sequences():
    assert check("short-unchanged", "aba", "aba").holds
    assert not check("short-unchanged", "abb", "aba").holds
    assert not check("short-unchanged", "ab", "aba").holds
    assert check("short-unchanged", "ab", "abab").holds


def test_lengths():
    assert check("equal-lengths", Z[:21]).holds
    assert not check("equal-lengths", Z).holds


def test_frequencies_are_those_of_each_sequence():
    old = [Sequence.of("1", "abcd"), Sequence.of("2", "dcba")]
    new = [Sequence.of("1", "dcba"), Sequence.of("2", "abcd")]
    for claim in ("P1", "Pi1", "P2", "not-lowered"):
        (verdict,) = check_sanitized(old, new, [], 4, [claim])
        assert not verdict.holds, claim
        assert {w.document for w in verdict.witnesses} <= {"1", "2"}


def test_a_created_pattern_that_nobody_expects_is_implausible():
    # ab and bc are common and abc never occurs: whoever sees it knows that something was done.
    before = "abdabdabdebcebcebc"
    assert check("plausible", before + "abc", before, [], 3, rho=-1.0).failures == 1
    assert check("plausible", before + "abd", before, [], 3, rho=-1.0).holds
    assert not check("plausible", before, before, [], 3).holds


def test_another_reference_decides_what_is_implausible():
    # In the input abc is expected and missing; in the other sequences nothing leads to expect it.
    before, created = "abdabdabdebcebcebc", "abdabdabdebcebcebcabc"
    other = [Sequence.of("r", "abcabcabcabc")]
    assert not check("plausible", created, before, [], 3, rho=-1.0).holds
    assert check("plausible", created, before, [], 3, rho=-1.0, reference=other).holds
    odd = [Sequence.of("r", "abxabxabxybcybcybc")]
    verdict = check("plausible", created, created[:-1], [], 3, rho=-1.0, reference=odd)
    assert (verdict.failures, verdict.witnesses[0].start) == (1, 18)


def test_a_pattern_that_was_named_must_not_be_created():
    before = "abcabcabc"
    more = {"sensitive": [], "k": 3, "rho": -9.0, "implausible": ["cab"]}
    assert check("plausible", before, before, **more).holds
    verdict = check("plausible", before + "abc", before, **more)
    assert (verdict.failures, verdict.witnesses[0].start) == (1, 2)
    assert "named" in verdict.witnesses[0].reason
    assert check("plausible", before + "abc", before, **{**more, "implausible": ["caa"]}).holds


def test_large_k_than_everything():
    for claim in CLAIMS:
        verdict = check(claim, "ab", "ab", ["abc"], 9, rho=-1.0)
        assert verdict.holds, claim


@pytest.mark.parametrize(
    ("problem", "more"),
    [
        ("claim with this name", {"claim": "hope"}),
        ("k must be 1", {"claim": "C1", "k": 0}),
        ("separator occurs", {"claim": "C1", "separator": "a"}),
    ],
)
def test_mistakes(problem, more):
    with pytest.raises(InvalidValueError, match=problem):
        check(after=X, **more)


def test_sequences_must_come_in_pairs():
    with pytest.raises(InvalidValueError, match="same sequences"):
        check_sanitized([Sequence.of("1", "a")], [], [], 1, ["C1"])


def test_every_claim_of_a_method_is_promised_and_has_a_verifier():
    assert set(METHODS) == PROMISES.keys()
    for claims in PROMISES.values():
        assert set(claims) <= CLAIMS.keys()
    # Those of decoys, and of what biologists expect, have verifiers of their own.
    others = {"made-places", "decoys", "groups", "motifs", "map", "order", "draws"}
    others |= {"alphabet", "records", "case", "qualities", "rows", "times"}
    assert MEANINGS.keys() == CLAIMS.keys() | others


def test_no_witness_quotes_a_letter():
    for claim in CLAIMS:
        for witness in check(claim, "zebra" * 5, rho=-1.0).witnesses:
            assert "zebra" not in str(witness.to_json())
