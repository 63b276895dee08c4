"""A motif that is hidden on both strands of random genomes, and the map to what is kept.

Each genome is a FASTA record of random bases, a tenth of them soft-masked. A motif with a letter of
IUPAC is planted ten times on each strand. The command's defaults hide it: `tm`, five decoys. The
motif and its reverse complement are then looked for in the file by a regular expression, and each
row of the map is followed letter by letter.
"""

import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.measure import Row
from textveil.formats.sources import Source
from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
from textveil.transform.sanitization.sanitize import Sanitize
from textveil.values.keys.secret import Secret

GENOMES, LETTERS, PLANTED = 100, 100_000, 10
MOTIF = 12
"""Letters of the motif; one in the middle is R, which is A or G."""

PAIRED = str.maketrans("ACGTRYacgt", "TGCAYRtgca")
OPEN = {"R": "[AG]", "Y": "[CT]"}


@dataclass(frozen=True)
class Outcome:
    """What became of one genome."""

    left: int
    wrong: int
    kept: int
    grown: float
    seconds: float


def rows(_samples: Path | None) -> Iterator[Row]:
    """Sanitize all genomes."""
    yield measured(GENOMES, LETTERS)


def measured(genomes: int, letters: int) -> Row:
    """Sanitize so many random genomes of so many letters."""
    made = [sanitized(seed, letters) for seed in range(genomes)]
    left, wrong = sum(one.left > 0 for one in made), sum(one.wrong for one in made)
    return Row(
        "genomes",
        f"{genomes} random genomes of {letters:,} letters, a motif planted {PLANTED} times on "
        "each strand, tm with 5 decoys",
        f"{np.mean([one.kept for one in made]) / letters:.3%} of the letters kept, "
        f"{np.mean([one.grown for one in made]):.3f} x the letters, "
        f"{np.median([one.seconds for one in made]):.1f} s a genome",
        f"motif left on a strand of {left} genomes; {wrong} letters not where the map says",
        "0 and 0",
        left == 0 and wrong == 0,
        genomes,
    )


def sanitized(seed: int, letters: int) -> Outcome:
    """Sanitize a random genome, and look into the files."""
    genome, motif = planted(seed, letters)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "in.fa").write_text(f">g\n{genome}\n")
        (folder / "motif.txt").write_text(motif)
        files = SanitizeFiles(
            Source.open(folder / "in.fa"),
            folder / "motif.txt",
            folder / "out.fa",
            map=folder / "map.tsv",
            strands="both",
        )
        start = time.perf_counter()
        key = Secret(f"the genome with the number {seed}".encode())
        sanitize_files(files, Sanitize("tm", decoys=5), key=key)
        seconds = time.perf_counter() - start
        released = "".join((folder / "out.fa").read_text().splitlines()[1:])
        table = (folder / "map.tsv").read_text().splitlines()[1:]
    kept = wrong = 0
    for line in table:
        begin, end, to = map(int, line.split("\t")[1:])
        kept += end - begin
        there = released[to : to + end - begin]
        wrong += sum(
            a != b for a, b in zip(genome[begin:end], there.ljust(end - begin), strict=True)
        )
    return Outcome(count(released, motif), wrong, kept, len(released) / letters, seconds)


def planted(seed: int, letters: int) -> tuple[str, str]:
    """Return a random genome and the motif that was put into it on both strands."""
    rng = np.random.default_rng(seed)
    genome = rng.choice(list("ACGT"), letters)
    motif = rng.choice(list("ACGT"), MOTIF)
    slots = rng.choice(letters // (2 * MOTIF), 2 * PLANTED, replace=False) * 2 * MOTIF
    for number, slot in enumerate(slots.tolist()):
        motif[MOTIF // 2] = rng.choice(["A", "G"])
        spelled = "".join(motif)
        spelled = spelled.translate(PAIRED)[::-1] if number % 2 else spelled
        genome[slot : slot + MOTIF] = list(spelled)
    text = "".join(genome)
    masked = int(rng.integers(letters - letters // 10))
    end = masked + letters // 10
    motif[MOTIF // 2] = "R"
    return text[:masked] + text[masked:end].lower() + text[end:], "".join(motif)


def count(text: str, motif: str) -> int:
    """Count a motif on both strands, in any case."""
    both = (motif, motif.translate(PAIRED)[::-1])
    patterns = ("".join(OPEN.get(letter, letter) for letter in one) for one in both)
    return sum(len(re.findall(f"(?={one})", text, re.IGNORECASE)) for one in patterns)
