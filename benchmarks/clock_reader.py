"""The best reader of shared days: asked which of two weeks, quarters or years is the true one.

Subjects share a day, a quarter and a year in the same words. The reader sees what is shown for
those who share and for the others, and how the dates of each subject lie to each other. Each half
of the corpora teaches whether the candidate that is shown more often, or less often, is the true
one; the other half is asked.
"""

from collections import Counter
from datetime import date, timedelta
from math import sqrt
from random import Random

from tests.oracles import clock as oracle

from benchmarks.clock_corpora import HOLE, Note, released
from textveil.values.keys.secret import Secret

SUBJECTS = 400
_FRAME = f"Hurt on {HOLE}, after {HOLE} and {HOLE}. Seen {HOLE}."
_OTHER = f"Fell on {HOLE}, after {HOLE} and {HOLE}. Seen {HOLE}."
_NEAR = 45


def asked(sharing: int, corpora: int) -> dict[str, tuple[float, float, float]]:
    """Return, for each unit, how often the reader is right, with a 95 % interval (Wilson)."""
    answers: dict[str, list[tuple[float, bool]]] = {"day": [], "quarter": [], "year": []}
    for number in range(corpora):
        for unit, answer in _corpus(sharing, Random(f"{sharing} {number}")).items():  # noqa: S311
            answers[unit].append(answer)
    return {unit: _judged(some) for unit, some in answers.items()}


def _judged(answers: list[tuple[float, bool]]) -> tuple[float, float, float]:
    """Learn from each half what a higher score means, ask the other, and return the right share."""
    half, right = len(answers) // 2, 0
    for learnt, tested in ((answers[:half], answers[half:]), (answers[half:], answers[:half])):
        agree = sum((score > 0) == first for score, first in learnt)
        means = 2 * agree >= len(learnt)
        right += sum(((score > 0) == first) == means for score, first in tested)
    n, p, z = len(answers), right / len(answers), 1.96
    middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return p, (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def _corpus(sharing: int, rng: Random) -> dict[str, tuple[float, bool]]:
    """Release a corpus; return the score of the first candidate, and whether it is the true one."""
    true = date(2010, 1, 1) + timedelta(rng.randrange(3650))
    apart = {
        "day": timedelta(7 * rng.choice([-8, -4, -2, -1, 1, 2, 4, 8])),
        "quarter": timedelta(91 * rng.choice([-1, 1])),
        "year": timedelta(365 * rng.choice([-1, 1])),
    }
    notes = []
    for at in range(SUBJECTS):
        event = true if at < sharing else date(2010, 1, 1) + timedelta(rng.randrange(3650))
        said = (
            ("words", event), ("quarter", event), ("year", event),
            ("iso", event + timedelta(rng.randrange(1, 200))),
        )  # fmt: skip
        notes.append(Note(f"p{at}", _FRAME if at < sharing else _OTHER, said))
    made = released(notes, Secret(rng.randbytes(16)))
    shown = [note.shown(release.text) or [] for note, (_, release) in zip(notes, made, strict=True)]
    found = {}
    for unit, by in apart.items():
        first = rng.random() < 0.5
        pair = (true, true + by) if first else (true + by, true)
        scores = [_score(unit, one, shown, sharing) for one in pair]
        score = scores[0] - scores[1] or rng.choice((-1.0, 1.0))
        found[unit] = score, first
    return found


def _score(unit: str, candidate: date, shown: list[list[str]], sharing: int) -> float:
    """Return how much more often those who share show a candidate than the others do."""
    counts: Counter[bool] = Counter()
    for at, (day, quarter, year, _) in enumerate(shown):
        if unit == "day":
            apart = abs((oracle.read_day("words", day) - candidate).days)
            fits = max(0.0, 1 - apart / _NEAR) + (apart % 365 < _NEAR) / 2
        elif unit == "quarter":
            fits = (quarter[:2] == oracle.WRITE["quarter"](candidate)[:2]) + (
                quarter == oracle.WRITE["quarter"](candidate)
            )
        else:
            fits = (year == str(candidate.year)) + ((int(year) - candidate.year) % 4 == 0)
        counts[at < sharing] += fits
    return counts[True] / sharing - counts[False] / (SUBJECTS - sharing)
