"""The verifiers of decoys find what is planted."""

import pytest

from textveil.errors import InvalidValueError
from textveil.values.sequence import Alphabet, Sequence
from textveil.verify.sequence_decoys import check_decoys, check_made_places

ABC = Alphabet(tuple("abcdefx"))
GROUPS = [[tuple("abc"), tuple("def")]]


def of(text, alphabet=ABC):
    return [Sequence.of("w", text, alphabet)]


def decoys(after, groups=GROUPS, number=2, before="xabcx"):
    named = Alphabet((*ABC.symbols, "#"))
    return check_decoys(of(before), of(after, named), [tuple("abc")], groups, number)


@pytest.mark.parametrize("after", ["abxbcdexef", "abbcxdeef", "xab#bcxde#efx"])
def test_equally_often(after):
    assert decoys(after).holds


@pytest.mark.parametrize("after", ["abxbcdexf", "abxbcabbcdexef", "xab#bcxdexefx"])
def test_more_often_than_another(after):
    verdict = decoys(after)
    assert not verdict.holds
    assert "more often" in verdict.witnesses[0].reason


def test_too_few_decoys():
    verdict = decoys("abxbcdexef", number=3)
    assert [witness.reason for witness in verdict.witnesses] == ["groups have too few decoys"]


def test_a_sensitive_pattern_without_a_group():
    assert not decoys("xx", groups=[]).holds
    assert decoys("xx", groups=[], before="xx").holds
    assert not decoys("abxbcdexef", groups=[*GROUPS, GROUPS[0]]).holds


def test_a_palindrome_among_pairs_is_refuted():
    dna = Alphabet(tuple("ACGT"))
    pair = {"A": "T", "C": "G", "G": "C", "T": "A"}
    found = [
        check_decoys(
            *(of("GGATGG", dna), of("GGGG", dna), [tuple("AT")], [list(map(tuple, group))], 2),
            complement=pair,
        )
        for group in (["AT", "CG"], ["AT", "AC", "GT"])
    ]
    reasons = [{witness.reason for witness in verdict.witnesses} for verdict in found]
    assert reasons == [set(), {"groups have palindromes among patterns that are none"}]


def made_places(made, origin, before="xaxbx"):
    return check_made_places(of(before), of(made), origin, GROUPS)


def test_made_places_spell_patterns_of_a_group():
    assert made_places("xaxbx", [0, 1, 2, 3, 4]).holds
    assert made_places("xaabcxbx", [0, 1, -1, -1, -1, 2, 3, 4]).holds
    assert made_places("xaabcdefxbx", [0, 1, *[-1] * 6, 2, 3, 4]).holds


@pytest.mark.parametrize(
    ("made", "origin"),
    [
        ("xaabdxbx", [0, 1, -1, -1, -1, 2, 3, 4]),
        ("xaabxbx", [0, 1, -1, -1, 2, 3, 4]),
        ("xaabcxb", [0, 1, -1, -1, -1, 2, 3]),
        ("xaabcxax", [0, 1, -1, -1, -1, 2, 3, 4]),
        ("xaabcxbx", [0, 1, -1, -1, -1, 2, 4, 3]),
    ],
)
def test_anything_else_is_refuted(made, origin):
    assert not made_places(made, origin).holds


def test_what_does_not_belong_together():
    with pytest.raises(InvalidValueError, match="sequences and letters"):
        made_places("xaxbx", [0])
