"""Fewest substitutions beside TFS: time and memory, distortion on a genome, what a reader tells."""

import lzma
import tracemalloc
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.measure import Row, medians
from textveil.evaluate.attacks.changed_places import changed_places_attack
from textveil.evaluate.attacks.undoing import undoing_attack
from textveil.evaluate.text.distortion import measure_distortion
from textveil.pipeline.sanitize.coordinates import CoordinateMap
from textveil.transform.sanitization.sanitize import Sanitize, choose_patterns, sanitize
from textveil.values.sequence import Alphabet, Sequence
from textveil.values.sequences import Sequences

SUITE = "sanitize_substitution"
SIZE, PATTERNS, RUNS = 20_000_000, 20, 5
LENGTHS = (8, 6, 4)
MOST_TIME, MOST_BYTES = 3.0, 12.0
COMPARED = ("tfs", "pfs", "tm", "tpm", "ba", "substitute")
KINDS = ((3_000, 4, 10), (3_000, 6, 4), (30_000, 8, 4), (3_000, 4, 20))
DRAWS = 20


def genome(n: int) -> Sequences:
    """Return random bases."""
    codes = np.random.default_rng(1).integers(0, 4, n, dtype=np.int32)
    ends = np.array([n], np.int64).tobytes()
    return Sequences(("g",), codes.tobytes(), ends, Alphabet(tuple("ACGT")))


def drawn(source: Sequences, k: int) -> list[tuple[str, ...]]:
    """Return patterns that stand in a text."""
    rng = np.random.default_rng(2)
    codes = np.frombuffer(source.buffer, np.int32)
    starts = rng.integers(0, codes.size - k, PATTERNS)
    symbols = source.alphabet.symbols
    return [tuple(symbols[c] for c in codes[s : s + k]) for s in starts.tolist()]


def times(n: int) -> Iterator[Row]:
    """Compare the whole call for one text and the same patterns."""
    source, small = genome(n), genome(5_000)
    for k in LENGTHS:
        patterns = drawn(source, k)
        for method in ("tfs", "substitute"):
            sanitize(small, patterns, Sanitize(method))
        tasks = {
            method: partial(sanitize, source, patterns, Sanitize(method))
            for method in ("tfs", "substitute")
        }
        found = medians(tasks, RUNS)
        ratio = found["substitute"] / found["tfs"]
        tracemalloc.start()
        made = sanitize(source, patterns, Sanitize("substitute"))
        used = tracemalloc.get_traced_memory()[1] / n
        tracemalloc.stop()
        name = f"{n:,} bases, {PATTERNS} patterns of {k} letters, {made.changed:,} changed letters"
        seconds = f"{found['substitute']:.2f} s, TFS {found['tfs']:.2f} s"
        bar = f"at most {MOST_TIME:.0f} times TFS"
        yield Row(SUITE, name, seconds, f"{ratio:.2f} x TFS", bar, ratio <= MOST_TIME, RUNS)
        bar = f"at most {MOST_BYTES:.0f} bytes a letter"
        yield Row(SUITE, name, f"{used:.1f} bytes a letter", "", bar, used <= MOST_BYTES, 1)


def genomes(samples: Path) -> Iterator[Row]:
    """Compare distortion and letters that came in on E. coli, patterns of support 20."""
    path = samples / "ecoli536.txt.xz"
    if not path.exists():
        return
    with lzma.open(path, "rt") as opened:
        source = Sequences.of([Sequence.of("ecoli", opened.read().strip())])
    for k, count in ((13, 100), (11, 100)):
        patterns = choose_patterns(source, k, count, 20, np.random.default_rng(0))
        told = []
        for method in COMPARED:
            made = sanitize(source, patterns, Sanitize(method, k=k, tau=20))
            scores = measure_distortion(source, made.released, patterns, k, tau=20)
            came = int(np.count_nonzero(~CoordinateMap.of(made).kept))
            told.append(f"{method} {int(scores[0].value):,} / {came:,} / {made.codes.size:,}")
        name = f"E. coli, {count} patterns, k = {k}, support 20: distortion / letters that came in"
        yield Row(SUITE, f"{name} / length", "; ".join(told), "", "", None, 1)


def attacks() -> Iterator[Row]:
    """Say what a reader tells of texts in which two patterns were planted eight times each."""
    for decoys in (1, 5):
        for n, k, size in KINDS:
            rows = []
            for seed in range(DRAWS):
                rng = np.random.default_rng(seed)
                letters = [chr(65 + at) for at in range(size)]
                text = list(rng.choice(letters, n))
                patterns = ["".join(rng.choice(letters, k)) for _ in range(2)]
                for pattern in patterns:
                    for at in rng.integers(0, n - k, 8).tolist():
                        text[at : at + k] = pattern
                source = [Sequence.of("w", text)]
                made = sanitize(source, patterns, Sanitize("substitute", k=k, decoys=decoys))
                given = (source, list(made.results()), patterns, k)
                by_parts = undoing_attack(*given, guesses_k=False)[0]
                found = (by_parts, *changed_places_attack(*given))
                rows.append([score.value for score in found])
            mean = np.mean(rows, axis=0)
            name = f"{n:,} letters over {size}, k = {k}, {decoys - 1} decoys each"
            figure = (
                f"patterns found: {mean[3]:.2f} by near misses, {mean[0]:.2f} by parts; of places "
                f"that a reader suspects {mean[1]:.2f} changed (knows the patterns), "
                f"{mean[4]:.2f} (guesses them); of all {mean[6]:.3f}"
            )
            yield Row(SUITE, name, figure, "", "", None, DRAWS)


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield all rows."""
    yield from times(SIZE)
    if samples is not None:
        yield from genomes(samples)
    yield from attacks()
