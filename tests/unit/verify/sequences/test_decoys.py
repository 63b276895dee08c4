"""The verifiers of decoys find what is planted."""

import pytest

from textveil.values.sequence import Alphabet, Sequence
from textveil.values.sequences import Sequences
from textveil.verify.sequences.decoys import check_decoys
from textveil.verify.sequences.made_places import check_places, with_places

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


def made(places, before="xaxbx"):
    text = Sequences.of(of(before))
    found = with_places(text, GROUPS, places)
    assert (found is not None) == check_places(text, GROUPS, places).holds
    return None if found is None else "".join(found[0])


def test_places_are_made_between_letters():
    assert made([]) == "xaxbx"
    assert made([(0, 2, 0, 0)]) == "xaabcxbx"
    assert made([(0, 2, 0, 0), (0, 2, 0, 1), (0, 4, 0, 0)]) == "xaabcdefxbabcx"


@pytest.mark.parametrize(
    ("places", "before"),
    [
        ([(0, 0, 0, 0)], "xaxbx"),
        ([(0, 5, 0, 0)], "xaxbx"),
        ([(0, 9, 0, 0)], "xaxbx"),
        ([(1, 2, 0, 0)], "xaxbx"),
        ([(0, 2, 1, 0)], "xaxbx"),
        ([(0, 2, 0, 2)], "xaxbx"),
        ([(0, 3, 0, 0), (0, 2, 0, 0)], "xaxbx"),
        ([(0, 1, 0, 0)], "xx"),
    ],
)
def test_no_place_is_made_elsewhere(places, before):
    assert made(places, before) is None
