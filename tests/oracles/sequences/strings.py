"""Slow, obvious twins of the string kernels: count substrings, try everything."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import inf

import numpy as np

Run = tuple[int, int]
Allowed = Callable[[Sequence[int]], bool]


def suffix_array(codes: Sequence[int]) -> list[int]:
    return sorted(range(len(codes)), key=lambda i: list(codes[i:]))


def common_prefix(codes: Sequence[int], i: int, j: int) -> int:
    length = 0
    while max(i, j) + length < len(codes) and codes[i + length] == codes[j + length]:
        length += 1
    return length


def common_prefixes(codes: Sequence[int], gap: int) -> list[int]:
    order = suffix_array(codes)
    found = [0] * len(codes)
    for r in range(len(codes) - gap):
        found[order[r]] = common_prefix(codes, order[r], order[r + gap])
    return found


def substrings(codes: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every substring without a break, with its start."""
    for i in range(len(codes)):
        for j in range(i + 1, len(codes) + 1):
            if codes[j - 1] == 0:
                break
            yield i, tuple(codes[i:j])


def occurrences(codes: Sequence[int]) -> Counter[tuple[int, ...]]:
    return Counter(u for _, u in substrings(codes))


def subject_counts(
    codes: Sequence[int], starts: Sequence[int], subjects: Sequence[int]
) -> Counter[tuple[int, ...]]:
    owner = [subjects[int(np.searchsorted(starts, i, side="right")) - 1] for i in range(len(codes))]
    pairs = {(u, owner[i]) for i, u in substrings(codes)}
    return Counter(u for u, _ in pairs)


def longest(codes: Sequence[int], counts: Counter[tuple[int, ...]], k: int) -> list[int]:
    found = [0] * len(codes)
    for i, u in substrings(codes):
        if counts[u] >= k:
            found[i] = max(found[i], len(u))
    return found


def maximal(lengths: Sequence[int]) -> list[Run]:
    every = [(i, i + length) for i, length in enumerate(lengths) if length]
    return [
        (s, e)
        for s, e in every
        if not any((a, b) != (s, e) and a <= s and e <= b for a, b in every)
    ]


def runs(kept: Sequence[bool]) -> list[Run]:
    found, start = [], None
    for i, is_kept in enumerate([*kept, False]):
        if is_kept and start is None:
            start = i
        elif not is_kept and start is not None:
            found.append((start, i))
            start = None
    return found


def is_covering(
    kept: Sequence[bool], lengths: Sequence[int], min_length: int, shown: Sequence[bool]
) -> bool:
    """Is every run a repeat of the minimum length, or a stretch nobody could shorten?"""
    return all(
        (end - start >= min_length and lengths[start] >= end - start) or all(shown[start:end])
        for start, end in runs(kept)
    )


def fewest(
    codes: Sequence[int], lengths: Sequence[int], min_length: int, shown: Sequence[bool]
) -> int:
    """Try every run that may come next, then suppress the symbol behind it, and so on.

    Returns the fewest suppressed symbols; breaks, which are always suppressed, are not counted.
    """

    @cache
    def after(start: int) -> float:
        if start == len(codes) or is_run(start, len(codes)):
            return 0
        ends = range(start, len(codes))
        return min(
            ((codes[end] != 0) + after(end + 1) for end in ends if may_end(start, end)),
            default=inf,
        )

    def may_end(start: int, end: int) -> bool:
        return not shown[end] and (end == start or is_run(start, end))

    def is_run(start: int, end: int) -> bool:
        kept = [start <= at < end for at in range(len(codes))]
        return all(codes[start:end]) and is_covering(kept, lengths, min_length, shown)

    return int(after(0))


def longest_first(lengths: Sequence[int], min_length: int, shown: Sequence[bool]) -> list[bool]:
    """Again and again keep the longest repeat that still fits, of equal ones the leftmost."""
    n = len(lengths)
    kept = [False] * n

    def fits(s: int, e: int) -> bool:
        beside = [p for p in (s - 1, e) if 0 <= p < n]
        return not any(kept[p] for p in [*range(s, e), *beside]) and not any(
            shown[p] for p in beside
        )

    for length in range(max(lengths, default=0), max(min_length, 1) - 1, -1):
        for s in range(n - length + 1):
            if lengths[s] >= length and fits(s, s + length):
                kept[s : s + length] = [True] * length
    return [a or b for a, b in zip(kept, shown, strict=True)]


def paper(lengths: Sequence[int], min_length: int) -> list[bool]:
    """Paper 1, Algorithms 2 and 3: longest first, what touches a kept repeat is dropped."""
    kept = [False] * len(lengths)
    regions = sorted(maximal(lengths), key=lambda r: (r[0] - r[1], r[0]))
    for s, e in regions:
        touched = any(kept[max(s - 1, 0) : e + 1])
        if e - s >= min_length and not touched:
            kept[s:e] = [True] * (e - s)
    return kept


def released_counts(codes: Sequence[int], kept: Sequence[bool]) -> Counter[tuple[int, ...]]:
    """Count every substring inside the kept runs."""
    return occurrences([code if k else 0 for code, k in zip(codes, kept, strict=True)])
