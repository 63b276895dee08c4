"""Decoys: sensitive patterns look hidden exactly as often as others.

With decoys, a method sanitizes the input with *made places*: k letters each, which spell a pattern
of some group. `check_sanitized` checks its promises between that text and the release, with all
patterns of all groups as the sensitive ones; `sequence_made` makes the text. Here is what is
claimed of the groups. Nothing is shared with the algorithms.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from textveil.strings.windows.exact_windows import NOWHERE, SEPARATOR, Numbers
from textveil.values.sequence import Sequence as Letters
from textveil.values.verdict import Verdict, Witness
from textveil.verify.sequences.windows import Sides

__all__ = ["check_decoys"]

Pattern = tuple[str, ...]


def check_decoys(
    before: Sequence[Letters],
    after: Sequence[Letters],
    sensitive: Sequence[Pattern],
    groups: Sequence[Sequence[Pattern]],
    decoys: int,
    *,
    separator: str = "#",
    complement: Mapping[str, str] | None = None,
    claim: str = "decoys",
) -> Verdict:
    """Check that each sensitive pattern of the input is one of M that look hidden equally often.

    A pattern looks hidden wherever its first k - 1 letters stand, then nothing or one letter, then
    its last k - 1. If the release has separators, that letter must be one.

    Parameters
    ----------
    before, after
        Input and release.
    sensitive
        Patterns as symbols, all of the length k.
    groups
        Disjoint groups of such patterns.
    decoys
        M: each group has so many patterns for every sensitive one in it, or more. With two
        strands a pattern and its reverse complement count as one, and a group has either
        palindromes, which are their own reverse complement, or others.
    separator
        The symbol between the blocks of the release.
    complement
        What pairs with each letter if there are two strands.
    claim
        `decoys`, or `groups`, which says nothing about how often patterns look hidden.
    """
    spelled = [pattern for group in groups for pattern in group]
    length = len(spelled[0]) if spelled else 1
    sides = Sides(before, after, [*spelled, *sensitive], length, separator)
    missing = _uncovered(sides, set(sensitive), groups)
    sizes = [
        (len(_pairs(group, complement)), len(_pairs(set(group) & set(sensitive), complement)))
        for group in groups
    ]
    crowded = sum(size < decoys * found for size, found in sizes)
    parted = sum(
        set(group) != set().union(*_pairs(group, complement)) for group in groups if complement
    )
    mixed = sum(len({len(pair) for pair in _pairs(group, complement)}) > 1 for group in groups)
    looked = spelled and claim == "decoys"
    counts = _looks_hidden(sides, spelled) if looked else np.zeros(len(spelled), np.int64)
    parts = np.split(counts, np.cumsum([len(group) for group in groups])[:-1])
    uneven = sum(bool(part.size and part.min() != part.max()) for part in parts)
    repeated = len(spelled) - len(set(spelled))
    reasons = (
        (missing, "sensitive patterns of the input are in no group"),
        (crowded, "groups have too few decoys"),
        (uneven, "groups have patterns that look hidden more often than others"),
        (repeated, "patterns are in two groups"),
        (parted, "groups lack the reverse complement of a pattern"),
        (mixed, "groups have palindromes among patterns that are none"),
    )
    witnesses = [
        Witness(sides.ids[0], 0, 0, reason, int(number)) for number, reason in reasons if number
    ]
    return Verdict.of(claim, len(spelled), witnesses)


def _pairs(
    patterns: Iterable[Pattern], complement: Mapping[str, str] | None
) -> set[frozenset[Pattern]]:
    """Return each pattern, with two strands together with its reverse complement."""
    if not complement:
        return {frozenset([pattern]) for pattern in patterns}
    return {
        frozenset([pattern, tuple(complement[letter] for letter in reversed(pattern))])
        for pattern in patterns
    }


def _uncovered(sides: Sides, sensitive: set[Pattern], groups: Sequence[Sequence[Pattern]]) -> int:
    """Count the sensitive patterns that occur in the input and are in no group."""
    lonely = sensitive - {pattern for group in groups for pattern in group}
    shown = set(sides.windows(0, sides.k).numbers.tolist())
    numbers = sides.numbers(sides.k)[sides.pattern_places()]
    pairs = zip(sides.patterns, numbers.tolist(), strict=True)
    return sum(pattern in lonely and number in shown for pattern, number in pairs)


def _looks_hidden(sides: Sides, patterns: Sequence[Pattern]) -> Numbers:
    """Count where each pattern looks hidden in the release."""
    k, parts = sides.k, sides.numbers(sides.k - 1)
    spelled = dict(zip(sides.patterns, sides.pattern_places().tolist(), strict=True))
    ends = {
        (int(parts[spelled[one]]), int(parts[spelled[one] + 1])): at
        for at, one in enumerate(patterns)
    }
    first, last = sides.part(1)
    shown = sides.letters[first:last]
    here = parts[first:last]
    counts = np.zeros(len(patterns), np.int64)
    for gap in (0, 1):
        if gap == 0 and sides.separators.size:
            continue
        size = max(shown.size - k + 1 - gap, 0)
        behind = here[k - 1 + gap :][:size]
        fits = (here[:size] != NOWHERE) & (behind != NOWHERE)
        if gap:
            between = shown[k - 1 :][:size]
            fits &= between == SEPARATOR if sides.separators.size else between > SEPARATOR
        known = np.isin(here[:size], [head for head, _ in ends])
        for place in np.flatnonzero(fits & known).tolist():
            at = ends.get((int(here[place]), int(behind[place])))
            if at is not None:
                counts[at] += 1
    return counts
