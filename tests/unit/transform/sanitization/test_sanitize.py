"""Sanitizing collections: every method keeps its promise, and bad input is refused."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.oracles.sequences import sanitization as naive

from textveil.errors import DuplicateIdError, InputError, InvalidValueError
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.patterns import read_patterns
from textveil.transform.sanitization.sanitize import METHODS, Sanitize, choose_patterns, sanitize
from textveil.values.sequence import Alphabet, Sequence
from textveil.verify.sequences.claims import PROMISES

W = "aabaaacbcbbbaabbacaab"
SENSITIVE = ("baaa", "bbaa")


def collection(*texts, letters=""):
    alphabet = Alphabet.of("".join(texts) + letters)
    return [Sequence.of(f"s{i}", text, alphabet) for i, text in enumerate(texts)]


def run(texts, sensitive, method, letters="", **options):
    result = sanitize(collection(*texts, letters=letters), sensitive, Sanitize(method, **options))
    return result, ["".join(sequence) for sequence in result.results()]


def hidden(texts, sensitive, letters="", **options):
    """The sensitive patterns of length k, as strings."""
    parts = collection(*texts, letters=letters)
    found = read_patterns(sensitive, JoinedSequences.of(parts), Sanitize(**options))
    symbols = parts[0].alphabet.symbols
    return ["".join(symbols[c] for c in row) for row in found.patterns.tolist()]


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("tfs", "aabaa#aaacbcbbba#baabbacaab"),
        ("pfs", "aaacbcbbba#aabaabbacaab"),
        ("tpm", "aaacbcbbbacaabaabbacaab"),
        ("ghosts", "aaacbcbbbacaabaabbacaab"),
    ],
)
def test_examples_of_the_paper(method, expected):
    result, (text,) = run([W], SENSITIVE, method, k=4, tau=1)
    assert text == expected
    assert result.ghosts == 0
    assert naive.ghosts([W], [text], 4, 1) == set()
    assert result.proved


def test_edit_distance_examples():
    for text, sensitive, distance in (
        ("aaaaaab", ["aaaa", "aaab"], 1),
        ("aaabbaabaccbbb", ["aabb", "abba", "bbaa", "baab", "ccbb"], 4),
    ):
        result, (edited,) = run([text], sensitive, "etfs")
        assert result.distance == distance == naive.edit_distance(text, edited)


@st.composite
def collections(draw):
    texts = draw(st.lists(st.text("abc", max_size=14), min_size=1, max_size=3))
    k = draw(st.integers(2, 4))
    assume(max(map(len, texts)) >= k)
    present = sorted(naive.counts(texts, k))
    return texts, sorted(draw(st.sets(st.sampled_from(present), min_size=1, max_size=4))), k


def check_claims(texts, released, sensitive, k, method):
    for text, other in zip(texts, released, strict=True):
        if len(text) < k:
            assert other == text
            continue
        assert not set(naive.windows(other, k)) & set(sensitive)
        old, new = naive.counts([text], k), naive.counts([other], k)
        if "P1" in PROMISES[method]:
            assert naive.keeps_order(text, other, sensitive, k)
        if "P2" in PROMISES[method]:
            assert new == {u: f for u, f in old.items() if u not in sensitive}
        if "no-separator" in PROMISES[method]:
            assert "#" not in other
        if "not-lowered" in PROMISES[method]:
            assert all(new[u] >= f for u, f in old.items() if u not in sensitive)


@settings(max_examples=150)
@given(collections(), st.sampled_from(METHODS), st.integers(1, 3))
def test_methods_keep_their_promises(instance, method, tau):
    texts, sensitive, k = instance
    try:
        result, released = run(
            texts, sensitive, method, "abcd", k=k, tau=tau, rho=-2.5 if k > 2 else -1.0
        )
    except InputError as error:
        may_fail = method in ("tpm", "tm", "tmi", "ghosts") and "separator" in error.where
        if not may_fail:
            raise
        return
    except InvalidValueError:
        assert method == "tmi"
        assert k < 3
        return
    check_claims(texts, released, sensitive, k, method)
    if result.ghosts is not None:
        assert len(naive.ghosts(texts, released, k, tau)) == result.ghosts
    for release, text in zip(result.releases(), texts, strict=True):
        assert release.input_length == len(text)
        for symbol, source in zip(release.sequence, release.origin, strict=True):
            assert source is None or text[source] == symbol
    if method == "ph":
        pieces = [r for r in released if len(r) <= 15]
        assert not any(naive.is_subsequence(u, r) for u in sensitive for r in pieces)


@given(collections(), st.integers(1, 3))
def test_ghosts_are_never_more_than_with_mcsr(instance, tau):
    texts, sensitive, k = instance
    try:
        found = [
            run(texts, sensitive, method, "abcd", k=k, tau=tau, refine=refine)[0].ghosts
            for method, refine in (
                ("ghosts", True),
                ("ghosts", False),
                ("tpm", True),
                ("tpm", False),
            )
        ]
    except InputError:
        return
    assert found[0] <= min(found[2:])
    assert found[1] <= found[3]
    assert found[0] == found[1]


def test_patterns_of_different_lengths():
    # From abcab the substring that occurs least is hidden: bca (once), not abc or cab.
    assert hidden(["abcxabcxcabxbcab"], ["abcab"], k=3) in (["bca"], ["cab"], ["abc"])
    texts = ["abcabc", "cabxab"]
    assert hidden(texts, ["bca", "cabx"], k=3) == ["abx", "bca"]
    # What a shorter pattern hides anyway adds nothing.
    assert hidden(texts, ["ab", "xabc"]) == ["ab"]


def test_wildcards():
    assert hidden(["abcab"], ["a?c"], wildcard="?") == ["aac", "abc", "acc"]
    _, (text,) = run(["abcabacb"], ["a?a", "c"], "tfs", wildcard="?")
    assert "c" not in text
    with pytest.raises(InvalidValueError, match="needs a letter"):
        hidden(["abc"], ["??"], wildcard="?")


def test_theta_and_weights():
    with pytest.raises(InputError, match="at least 2"):
        run([W], SENSITIVE, "tm", k=4, theta=1)
    budget = {"letters": "d", "k": 4, "theta": 10}
    result, (text,) = run([W], SENSITIVE, "tm", weights={"a": 9, "d": 5}, deletion=None, **budget)
    assert result.distortion <= 10
    assert len(text) == 27
    # Only nothing can stand between these two blocks.
    patterns = ("aaa", "aba", "bab", "bbb")
    assert run(["bbbabbba"], patterns, "tm", k=3)[1] == ["bbaabba"]
    with pytest.raises(InputError, match="weights forbid"):
        run(["bbbabbba"], patterns, "tm", k=3, deletion=None)


def test_implausible_patterns_are_not_made():
    result, (text,) = run([W], SENSITIVE, "tm", "d", k=4, refine=False)
    new = sorted(set(naive.windows(text, 4)) - set(naive.windows(W, 4)))
    _, (other,) = run([W], SENSITIVE, "tmi", "d", k=4, rho=-9.0, implausible=(new[0],))
    assert new[0] not in other
    reference = [Sequence.of("r", "xxaabaaxcbbbab")]
    sequences = collection(W, letters="d")
    found = sanitize(sequences, SENSITIVE, Sanitize("tmi", k=4, rho=-0.9), reference)
    assert found.separators == result.separators


def test_no_replacement():
    # X is aa#ba: either letter, or nothing, in place of the separator brings ab back.
    with pytest.raises(InputError, match="no replacement") as caught:
        run(["aaba"], ["ab"], "tm")
    assert "s0, separator 1 at 2" in str(caught.value)


def test_choice_of_patterns_by_support():
    sequences = collection("abababcc", "abcc")
    rng = np.random.default_rng(1)
    assert choose_patterns(sequences, 2, 9, 2, rng) == [
        ("a", "b"),
        ("b", "a"),
        ("b", "c"),
        ("c", "c"),
    ]
    assert len(choose_patterns(sequences, 2, 3, 2, rng)) == 3
    with pytest.raises(InputError, match="occurs at least"):
        choose_patterns(sequences, 2, 3, 9, rng)


@pytest.mark.parametrize(
    ("texts", "sensitive", "options", "message"),
    [
        (["ab#"], ["ab"], {}, "separator is a letter"),
        (["abc"], ["abca"], {}, "longest sequence has 3"),
        (["abc"], ["ab"], {"k": 3}, "k is 3 and the shortest"),
        (["abc"], ["ax"], {}, "this pattern cannot occur"),
        (["abc"], [], {}, "no sensitive pattern"),
        (["abc"], ["ab"], {"tau": 0}, "tau must"),
        (["abc"], ["ab"], {"rho": 0.0}, "rho must"),
        (["abc"], ["ab"], {"theta": -1}, "theta must"),
        (["abc"], ["ab"], {"method": "none"}, "no method"),
        (["abc"], ["ab"], {"weights": {"a": -1}}, "weight must"),
        (["abcabd"], ["ab"], {"method": "tmi"}, "at least 3 letters"),
    ],
)
def test_bad_input(texts, sensitive, options, message):
    with pytest.raises(InvalidValueError, match=message) as caught:
        sanitize(collection(*texts), sensitive, Sanitize(**options))
    assert "ax" not in str(caught.value)


def test_bad_collections():
    with pytest.raises(InputError, match="no sequences"):
        sanitize([], ["a"], Sanitize())
    a = Sequence.of("a", "ab")
    with pytest.raises(DuplicateIdError):
        sanitize([a, a], ["a"], Sanitize())
    with pytest.raises(InvalidValueError, match="share an alphabet"):
        sanitize([a, Sequence.of("b", "abc")], ["a"], Sanitize())
    with pytest.raises(InputError, match="small collections"):
        sanitize([Sequence.of("b", "ab" * 100)], ["abba"], Sanitize("ph", record=200))
    symbols = [chr(300 + i) for i in range(300)]
    with pytest.raises(
        InputError, match="letters that stand for several make 8,100,000,000 patterns"
    ):
        sanitize([Sequence.of("b", symbols)], [[symbols[0], *"????"]], Sanitize(wildcard="?"))
