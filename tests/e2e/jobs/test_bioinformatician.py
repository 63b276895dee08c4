"""Somebody who shares a genome and reads, by the guide "Hide motifs in a genome"."""

from random import Random

from tests.e2e.textveil_cli import textveil

MOTIF, OTHER = "GATTACA", "TGTAATC"
"""A motif, and the same on the other strand."""


def letters(rng, size):
    return "".join(rng.choice("ACGT") for _ in range(size))


def inputs(folder):
    rng = Random(28)  # noqa: S311 - reproducible, not secret
    contigs = [letters(rng, 600) + one + letters(rng, 600) for one in (MOTIF, OTHER, MOTIF)]
    rows = (f">contig{at} len={len(one)}\n{one}\n" for at, one in enumerate(contigs, 1))
    (folder / "own.fa").write_text("".join(rows))
    reads = [letters(rng, 30) + MOTIF + letters(rng, 30) for _ in range(20)]
    shown = (f"@r{at}\n{one}\n+\n{'I' * len(one)}\n" for at, one in enumerate(reads))
    (folder / "own.fq").write_text("".join(shown))
    (folder / "motifs.txt").write_text(f"{MOTIF}\n")
    assert textveil("key", "new", "-o", "key.txt", cwd=folder).returncode == 0


def test_a_genome_keeps_its_length_and_shows_no_motif(tmp_path):
    inputs(tmp_path)
    asked = ("-s", "motifs.txt", "--method", "substitute", "--strands", "both", "--key", "key.txt")
    done = textveil("sanitize", "own.fa", "fixed", *asked, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    before = (tmp_path / "own.fa").read_text()
    after = (tmp_path / "fixed/publish/texts/own.fa").read_text()
    assert len(before) == len(after)
    assert MOTIF not in after
    assert OTHER not in after
    assert sum(a != b for a, b in zip(before, after, strict=True)) <= 6
    checked = textveil("verify", "fixed", "--input", "own.fa", "--key", "key.txt", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout


def test_reads_keep_length_and_qualities(tmp_path):
    inputs(tmp_path)
    asked = ("-s", "motifs.txt", "--method", "substitute", "--strands", "both", "-o", "shared.fq")
    done = textveil("sanitize", "own.fq", *asked, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    before = (tmp_path / "own.fq").read_text().splitlines()
    after = (tmp_path / "shared.fq").read_text().splitlines()
    assert before[3::4] == after[3::4]
    assert [len(one) for one in before] == [len(one) for one in after]
    assert all(MOTIF not in one and OTHER not in one for one in after[1::4])
