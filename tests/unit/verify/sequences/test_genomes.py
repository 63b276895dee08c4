"""The verifiers for biologists find what is wrong."""

import pytest

from textveil.lexicon.numbers.nucleotides import complements
from textveil.values.sequence import Sequence
from textveil.verify.sequences.coordinates import check_coordinates
from textveil.verify.sequences.decoys import check_decoys
from textveil.verify.sequences.motifs import check_motifs

OLD, NEW = [Sequence.of("r", "GATTACA")], [Sequence.of("r", "GATCTACA")]


@pytest.mark.parametrize(
    ("text", "pattern", "both", "failures"),
    [
        ("TTGACCTT", "GACC", False, 1),
        ("TTGACCTT", "GGTC", False, 0),
        ("TTGACCTT", "GGTC", True, 1),
        ("TTGACCTT", "GRCC", False, 1),
        ("TTGANCTT", "GACC", False, 0),
        ("TTGANCTT", "GANC", False, 1),
        ("AAGACCAAGACC", "GGUY", True, 2),
        ("GA#CC", "GANCC", False, 0),
        ("GACC", "GACC", True, 1),
        ("ACGT", "ACGT", True, 1),
        ("GAC", "GACC", True, 0),
        ("GA-CC", "GA?CC", False, 1),
    ],
)
def test_motifs(text, pattern, both, failures):
    release = [Sequence.of("a", "TT"), Sequence.of("b", text), Sequence.of("c", "CC")]
    verdict = check_motifs(release, [pattern], both=both, wildcard="?")
    assert verdict.failures == failures
    if failures:
        first = verdict.witnesses[0]
        assert (first.document, first.end - first.start) == ("b", len(pattern))


def test_a_motif_does_not_span_records():
    release = [Sequence.of("a", "TTGA"), Sequence.of("b", "CCTT")]
    assert check_motifs(release, ["GACC"], both=True).holds


@pytest.mark.parametrize(
    ("rows", "wrong", "moved"),
    [
        ([(0, 0, 3, 0), (0, 3, 7, 4)], 0, 0),
        ([(0, 0, 4, 0), (0, 4, 7, 5)], 1, 0),
        ([(0, 0, 3, 0), (0, 2, 7, 3)], 1, 0),
        ([(0, 0, 3, 0), (0, 3, 8, 4)], 1, 0),
        ([(0, 2, 3, -1)], 1, 0),
        ([(0, 3, 3, 0)], 1, 0),
        ([(0, 2, 3, 4), (0, 3, 4, 4)], 1, 0),
        ([(0, 2, 3, 4), (0, 3, 4, 2)], 0, 1),
    ],
)
def test_coordinates(rows, wrong, moved):
    found = check_coordinates(OLD, NEW, rows, ordered=True)
    assert [verdict.failures for verdict in found] == [wrong, moved]
    assert [v.claim for v in check_coordinates(OLD, NEW, rows, ordered=False)] == ["map"]


@pytest.mark.parametrize(
    ("group", "reason"),
    [
        (["ACC", "GGT", "AAC", "GTT"], ""),
        (["ACC", "GGT", "AAC"], "groups lack the reverse complement of a pattern"),
        (["ACC", "GGT"], "groups have too few decoys"),
    ],
)
def test_decoys_on_two_strands(group, reason):
    before, after = [Sequence.of("w", "TACCT")], [Sequence.of("w", "TTTTT")]
    sensitive, groups = [tuple("ACC"), tuple("GGT")], [[tuple(one) for one in group]]
    paired = complements("ACGT")
    verdict = check_decoys(before, after, sensitive, groups, 2, complement=paired)
    assert [witness.reason for witness in verdict.witnesses] == ([reason] if reason else [])
