"""What becomes of sanitized sequences is judged: promises, distortion, what a reader gets back."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.evaluate.attacks.undoing import quality_attack, undoing_attack
from textveil.evaluate.distortion import measure_distortion, measure_edit_distance
from textveil.transform.sanitize import Sanitize, Sanitized
from textveil.values.score import Score
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict
from textveil.verify.motifs import check_motifs
from textveil.verify.sequence import PROMISES, check_sanitized
from textveil.verify.sequence_decoys import check_decoys, check_made_places

__all__ = ["attack", "attack_by_quality", "check", "measure"]

_MOST_CELLS: Final = 10**10
"""Largest product of two lengths for which the edit distance is measured: seconds."""

Pattern = tuple[str, ...]


def check(
    result: Sanitized,
    after: Sequences,
    patterns: Sequence[Pattern],
    settings: Sanitize,
    reference: Sequences | None = None,
) -> tuple[Verdict, ...]:
    """Check everything that the method promises.

    Patterns longer than k are looked for as well, unless they hold a wildcard: what stands for
    them, a part of length k, always is. Without wildcards, strands and decoys, `check_sanitized`
    says the same of the patterns as they were named: it finds out the parts by itself.

    Of DNA and RNA, all patterns are looked for as they were named, on the strands that were asked
    for. With decoys, the method promises it of the input with made places, for all patterns but the
    sensitive ones and the decoys; the last two verdicts are about these.
    """
    hidden, groups = _hidden(result), [_spelled(result, group) for group in result.groups]
    decoys = [pattern for group in groups for pattern in group]
    several = {settings.wildcard, *settings.stands_for}
    longer = [p for p in patterns if len(p) > result.k and several.isdisjoint(p)]
    verdicts = check_sanitized(
        result.made,
        after,
        [*hidden, *decoys, *longer],
        result.k,
        PROMISES[settings.method],
        separator=settings.separator,
        rho=settings.rho,
        reference=result.sequences if reference is None else reference,
        implausible=settings.implausible,
    )
    if settings.stands_for:
        both, wildcard = bool(settings.complement), settings.wildcard
        verdicts += (check_motifs(after, patterns, both=both, wildcard=wildcard),)
    if settings.decoys == 1:
        return verdicts
    return (
        *verdicts,
        check_made_places(result.sequences, result.made, result.made_origin, groups),
        check_decoys(
            *(result.sequences, after, hidden, groups, settings.decoys),
            separator=settings.separator,
            complement=settings.complement,
        ),
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
    """Undo repeats in the release, and count what comes out."""
    return undoing_attack(
        *(result.sequences, after, _hidden(result), result.k),
        separator=settings.separator,
        guesses_k=guesses_k,
    )


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
