"""Strands, IUPAC letters, the coordinate map and qualities, against brute force."""

import tempfile
from itertools import pairwise, product
from pathlib import Path

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.oracles.sequences.genomes import (
    fits,
    occurrences,
    on_both_strands,
    reverse_complement,
    rows_of,
)

from textveil.errors import InputError, InvalidValueError
from textveil.formats.sources import Source
from textveil.lexicon.numbers.nucleotides import complements, matching_letters
from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.patterns import read_patterns
from textveil.transform.sanitization.sanitize import ORDERED, Sanitize
from textveil.values.keys.secret import Secret
from textveil.values.sequence import Alphabet, Sequence

LETTERS = "ACGT"
GENOMES = st.lists(st.text("ACGTacgt", min_size=1, max_size=60), min_size=1, max_size=3)
PATTERNS = st.lists(st.text("ACGTRYNacgt", min_size=3, max_size=6), min_size=1, max_size=2)
METHODS = st.sampled_from([*ORDERED, "tpm", "pfs"])


def signs_of(letters):
    return "".join(chr(34 + at % 80) for at in range(len(letters)))


def released(folder, records, patterns, method, decoys=1):
    """Sanitize reads on both strands; return letters and qualities, the map and the report."""
    source, out = folder / "in.fq", folder / "out.fq"
    lines = [f"@r{n}\n{read}\n+\n{signs_of(read)}\n" for n, read in enumerate(records)]
    source.write_text("".join(lines))
    (folder / "patterns").write_text("\n".join(patterns))
    files = SanitizeFiles(
        Source.open(source), folder / "patterns", out, map=folder / "map", strands="both"
    )
    report = sanitize_files(
        files, Sanitize(method, decoys=decoys), key=Secret(b"sixteen bytes or more")
    )
    made = [(document.text, document.metadata["qualities"]) for document in Source.open(out)]
    return made, rows_of((folder / "map").read_text()), report


def check_map(records, made, rows, *, ordered, in_place=False):
    """Every kept letter, its case and its quality stand where the map says; all others came in."""
    for number, (text, qualities) in enumerate(made):
        own = [row[1:] for row in rows if row[0] == f"r{number}"]
        assert own == sorted(own)
        placed = {}
        for start, end, to in own:
            assert start < end
            for at in range(start, end):
                assert at not in placed
                placed[at] = to + at - start
        assert len(set(placed.values())) == len(placed)
        for at, there in placed.items():
            assert text[there] == records[number][at]
            assert qualities[there] == signs_of(records[number])[at]
        come_in = set(range(len(text))) - set(placed.values())
        if in_place:
            assert qualities == signs_of(records[number])
        else:
            assert {qualities[at] for at in come_in} <= {"!"}
        if ordered:
            assert all(a[2] < b[2] for a, b in pairwise(own))


@settings(max_examples=80)
@given(GENOMES, PATTERNS, METHODS)
def test_patterns_are_gone_and_the_map_leads_to_every_kept_letter(records, patterns, method):
    assume(max(map(len, records)) >= min(map(len, patterns)))
    with tempfile.TemporaryDirectory() as name:
        try:
            made, rows, report = released(Path(name), records, patterns, method)
        except (InputError, InvalidValueError):
            # Nothing can replace a separator, or a pattern is N alone; nothing is written.
            assert {path.name for path in Path(name).iterdir()} == {"in.fq", "patterns"}
            return
    for text, _ in made:
        assert not any(on_both_strands(text, pattern) for pattern in patterns)
    in_place = method == "substitute"
    check_map(records, made, rows, ordered=method in ORDERED, in_place=in_place)
    untouched = {
        n for n, r in enumerate(records) if not any(on_both_strands(r, p) for p in patterns)
    }
    if method == "tfs" and min(map(len, patterns)) == max(map(len, patterns)):
        assert {n for n, (text, _) in enumerate(made) if text == records[n]} == untouched
        places = {
            (n, at) for n, r in enumerate(records) for p in patterns for at in on_both_strands(r, p)
        }
        assert report.places == len(places)


@settings(max_examples=6)
@given(st.integers(0, 2**32), st.sampled_from(["tm", "tfs"]))
def test_decoys_come_in_pairs_and_the_map_holds_with_them(seed, method):
    rng = np.random.default_rng(seed)
    genome = list("".join(rng.choice(list("ACGTacgt"), 400)))
    pattern = "".join(rng.choice(list(LETTERS), 6))
    genome[50:56], genome[200:206] = pattern, reverse_complement(pattern)
    with tempfile.TemporaryDirectory() as name:
        made, rows, report = released(Path(name), ["".join(genome)], [pattern], method, decoys=3)
    assert report.groups == 1
    assert on_both_strands(made[0][0], pattern) == []
    check_map(["".join(genome)], made, rows, ordered=True)


@given(st.lists(st.text("ACGTRYSWKMBDHVNU", min_size=2, max_size=4), min_size=1, max_size=3))
def test_letters_of_iupac_stand_for_what_fits_them(patterns):
    assume(not any(set(pattern) == {"N"} for pattern in patterns))
    letters = "ACGNRTY"
    source = JoinedSequences.of([Sequence.of("w", letters, Alphabet(tuple(letters)))])
    k = min(map(len, patterns))
    patterns = [pattern for pattern in patterns if len(pattern) == k]
    settings_of = {"stands_for": matching_letters(letters)}
    for paired in ({}, complements(letters)):
        read = read_patterns(patterns, source, Sanitize(complement=paired, **settings_of))
        spelled = {"".join(letters[code] for code in row) for row in read.patterns.tolist()}
        every = map("".join, product(letters, repeat=k))
        look = on_both_strands if paired else occurrences
        assert spelled == {text for text in every if any(look(text, one) for one in patterns)}


@given(st.text("ACGTRYSWKMBDHVN", min_size=1))
def test_complements_are_those_of_the_table(text):
    paired = complements(text)
    assert "".join(paired[letter] for letter in reversed(text)) == reverse_complement(text)
    assert all(paired[paired[letter]] == letter for letter in paired)
    assert all(fits(letter, "N") for letter in paired)
