"""What a reader who undoes repeats gets back of sanitized sequences, without decoys and with them.

Random letters, in which two patterns are planted eight times each. Three readers guess two
patterns: by how often undoing spells what does not occur, by how often its parts suggest it, and
by both (the attack of the report). Ties are left to chance.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.measure import Row
from textveil.errors import InputError
from textveil.evaluate.attacks.undoing import Undone, undo_repeats
from textveil.evaluate.text.distortion import measure_distortion
from textveil.transform.sanitization.sanitize import Sanitize, sanitize
from textveil.values.keys.draw import Draw
from textveil.values.sequence import Alphabet, Sequence

METHODS = ("tpm", "tm", "tmi", "ghosts", "tfs", "pfs")
DECOYS = (1, 2, 5, 10)
LETTERS, LENGTHS = (4, 10, 20, 52), (4, 6)
TRIALS = 120
"""For each alphabet and length: 960 a method."""

Pattern = tuple[str, ...]


def rows(_samples: Path | None) -> Iterator[Row]:
    """Attack every method, without decoys and with them."""
    for method in METHODS:
        for decoys in DECOYS:
            yield measured(method, decoys)


def measured(method: str, decoys: int, trials: int = TRIALS) -> Row:
    """Attack a method on all alphabets and lengths."""
    shares: dict[str, list[float]] = defaultdict(list)
    refused = 0
    for letters in LETTERS:
        for k in LENGTHS:
            for seed in range(trials):
                source, patterns = planted(letters, k, seed)
                draw = Draw(f"{method} {letters} {k} {seed} {decoys}".encode())
                chosen = Sanitize(method, k=k, tau=3, decoys=decoys)
                try:
                    made = sanitize(source, patterns, chosen, draw=draw)
                except InputError:
                    refused += 1
                    continue
                found = undo_repeats(made.released, k)
                for reader, share in guessed(found, patterns).items():
                    shares[reader].append(share)
                scores = measure_distortion(source, made.released, patterns, k, tau=3)
                for score in scores:
                    shares[score.name].append(score.value)
                shares["letters"].append(made.codes.size / 3000)
    mean = {name: float(np.mean(values)) for name, values in shares.items()}
    bar = 1 / decoys + 0.05
    readers = (mean["undone"], mean["suggested"], mean["both"])
    figure = (
        f"distortion {mean['frequency distortion']:,.0f}, lost {mean['tau-lost']:.1f}, ghosts "
        f"{mean['tau-ghost']:.1f}, {mean['letters']:.2f} x the letters; {refused} refused"
    )
    return Row(
        "decoys",
        f"{method}, {'no decoys' if decoys == 1 else f'{decoys} decoys'}",
        figure,
        "of two guesses right: " + ", ".join(f"{share:.3f}" for share in readers),
        "more than 0.5 by both" if decoys == 1 else f"at most {bar:.2f} by undoing",
        readers[2] > 0.5 if decoys == 1 else readers[0] <= bar,
        len(shares["both"]),
    )


def planted(letters: int, k: int, seed: int) -> tuple[list[Sequence], list[Pattern]]:
    """Return 3,000 random letters with two patterns put in eight times each, and the patterns."""
    rng = np.random.default_rng([letters, k, seed])
    text = rng.integers(0, letters, 3000)
    patterns = rng.integers(0, letters, (2, k))
    for number, slot in enumerate(rng.choice(3000 // (2 * k), 16, replace=False)):
        text[2 * k * slot :][:k] = patterns[number % 2]
    names = Alphabet(tuple(chr(65 + code) for code in range(letters)))
    spelled = [tuple(names.symbols[code] for code in row) for row in patterns.tolist()]
    return [Sequence("w", text.astype(np.int32).tobytes(), names)], spelled


def guessed(found: Undone, patterns: list[Pattern]) -> dict[str, float]:
    """Return which share of its guesses each reader has right."""
    times, both = np.array(found.times, np.float64), np.array(found.scores)
    readers = {"undone": times, "suggested": both / (1 + times), "both": both}
    return {
        name: _ranked(found, scores).expected_hits(patterns) / len(set(patterns))
        for name, scores in readers.items()
    }


def _ranked(found: Undone, scores: np.typing.NDArray[np.float64]) -> Undone:
    order = np.argsort(-scores, kind="stable").tolist()
    return replace(
        found,
        patterns=tuple(found.patterns[at] for at in order),
        scores=tuple(scores[order].tolist()),
    )
