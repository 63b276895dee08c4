"""The suite `genomes`, with small genomes; its judges find a motif and a wrong map."""

from benchmarks.genomes import PLANTED, count, measured, planted, sanitized


def test_small_genomes_meet_the_bar():
    row = measured(2, 3000)
    assert row.met, row.ratio
    assert sanitized(3, 3000).kept > 2900


def test_a_planted_motif_is_found_on_both_strands():
    genome, motif = planted(1, 3000)
    assert count(genome, motif) >= 2 * PLANTED
    assert count("ttGATcc", "GGRTCC") == 0
    assert count("ttGATcc", "GGATC") == 1
    assert count("GGGTC", "GGRTC") == 1
