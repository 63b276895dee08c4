"""What becomes of sanitized sequences is judged: promises, distortion, what a reader gets back."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.certify.sequences.checking import check_sequences
from textveil.certify.sequences.kept import KeptSequences
from textveil.certify.sequences.reading import Records
from textveil.evaluate.attacks.changed_places import changed_places_attack
from textveil.evaluate.attacks.undoing import quality_attack, undoing_attack
from textveil.evaluate.text.distortion import measure_distortion, measure_edit_distance
from textveil.pipeline.sanitize.coordinates import CoordinateMap
from textveil.pipeline.sanitize.keeping import kept_files, promised
from textveil.pipeline.sanitize.lettering import texts_of
from textveil.pipeline.sanitize.nucleotides import STRANDS
from textveil.pipeline.sanitize.records import QUALITY
from textveil.transform.sanitization.sanitize import Sanitize, Sanitized
from textveil.values.figures.score import Score
from textveil.values.keys.draw import Draw
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict

__all__ = ["attack", "attack_by_quality", "check", "measure"]

_MOST_CELLS: Final = 10**10
"""Largest product of two lengths for which the edit distance is measured: seconds."""

Pattern = tuple[str, ...]


def check(
    result: Sanitized,
    patterns: Sequence[Pattern],
    settings: Sanitize,
    reference: Sequences | None = None,
    draw: Draw | None = None,
) -> list[Verdict]:
    """Check everything that the method promises of a result that is not written anywhere.

    Its letters become texts and are read again, as a file would be; `check_sequences` decides.
    """
    every = (result.sequences, result.released, *([] if reference is None else [reference]))
    plain = all(len(symbol) == 1 for symbol in result.sequences.alphabet.symbols)
    unit = "char" if plain else "token"
    given = [Records(one.ids, tuple(texts_of(one, unit))) for one in every]
    form = "fasta" if settings.stands_for else "lines"
    mapped = form == "fasta"
    claimed = promised(
        settings,
        result.k,
        form=form,
        unit=unit,
        strands=STRANDS[bool(settings.complement)],
        quality=QUALITY[0],
        events=None,
        mapped=mapped,
        reference=reference is not None,
    )
    coordinates = CoordinateMap.of(result) if mapped else None
    files = kept_files(result, patterns, settings, unit, coordinates, {})
    before, after, *other = given
    return check_sequences(
        claimed, before, after, KeptSequences(files), draw, other[0] if other else None
    )


def measure(
    result: Sanitized,
    after: Sequences,
    settings: Sanitize,
    optimal: int | None = None,
    reference: Sequences | None = None,
) -> tuple[Score, ...]:
    """Return the distortion and, where it takes only seconds, the edit distance."""
    scores = measure_distortion(
        result.sequences,
        after,
        _hidden(result),
        result.k,
        tau=settings.tau,
        rho=settings.rho if result.k >= 3 else None,
        separator=settings.separator,
        reference=reference,
    )
    old, new = (
        np.diff(np.frombuffer(s.ends, np.int64), prepend=0) for s in (result.sequences, after)
    )
    if float((old.astype(np.float64) * new).sum()) > _MOST_CELLS:
        return scores
    return scores + measure_edit_distance(result.sequences, after, optimal)


def attack(
    result: Sanitized, after: Sequences, settings: Sanitize, *, guesses_k: bool = True
) -> tuple[Score, ...]:
    """Undo repeats in the release, and count what comes out.

    Where letters changed in their places, near misses are looked for, too.
    """
    given = (result.sequences, after, _hidden(result), result.k)
    found = undoing_attack(*given, separator=settings.separator, guesses_k=guesses_k)
    if result.in_place:
        found += changed_places_attack(*given, separator=settings.separator)
    return found


def attack_by_quality(result: Sanitized, qualities: NDArray[np.uint8], settings: Sanitize) -> Score:
    """Leave out what has the lowest quality in the release, and count what stands there then."""
    return quality_attack(
        *(result.sequences, result.released, qualities, _hidden(result), result.k),
        separator=settings.separator,
    )


def _hidden(result: Sanitized) -> list[Pattern]:
    """Return the sensitive patterns of length k, as symbols."""
    return _spelled(result, result.patterns)


def _spelled(result: Sanitized, rows: NDArray[np.int32]) -> list[Pattern]:
    symbols = result.alphabet.symbols
    return [tuple(symbols[code] for code in row) for row in rows.tolist()]
