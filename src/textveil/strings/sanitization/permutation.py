"""PH: permutation hiding, for small collections of short records.

Paper 3 compares with it (sections 2.1 and 8). A sensitive pattern is hidden wherever it occurs as
a subsequence of a record: the letters of one matching change places, in the way that changes the
set of frequent subsequences of length k least; where no permutation leaves fewer matchings, the
letter that most of them go through is deleted.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.sensitive import SensitiveSet

Codes = NDArray[Any]
Positions = NDArray[np.int64]
Word = tuple[int, ...]
Letters = list[tuple[int, int]]
"""Letters of a record, each with its position in the input."""

_LONG: Final = 6
# Longer patterns try exchanges of two letters only: k! permutations are too many.


def subsequences(lengths: Positions, record: int, k: int) -> int:
    """Return how many subsequences of length k all records have, the measure of the work."""
    full = int((lengths // record).sum()) * comb(record, k)
    return full + sum(comb(rest, k) * int(times) for rest, times in _rests(lengths, record))


def _rests(lengths: Positions, record: int) -> Iterator[tuple[int, int]]:
    rests, times = np.unique(lengths % record, return_counts=True)
    yield from zip(rests.tolist(), times.tolist(), strict=True)


def hide_by_permutation(
    codes: Codes, offsets: Positions, sensitive: SensitiveSet, record: int, tau: int
) -> tuple[Codes, Positions, Positions]:
    """Hide sensitive patterns as subsequences of records, and as substrings of sequences.

    Takes time exponential in k and in the length of a record.

    Parameters
    ----------
    codes, offsets
        Sequence s is ``codes[offsets[s] : offsets[s + 1]]``.
    sensitive
        The patterns.
    record : int
        Longer sequences are cut into records of so many letters.
    tau : int
        A subsequence is frequent if at least so many records have it.

    Returns
    -------
    codes, offsets, origin
        The result, and where in the input each letter comes from.
    """
    k = sensitive.k
    patterns = [tuple(row) for row in sensitive.patterns.tolist()]
    records = [
        [
            _record(codes, start, min(start + record, int(end)))
            for start in range(begin, end, record)
        ]
        for begin, end in zip(offsets.tolist(), offsets[1:].tolist(), strict=False)
    ]
    support: Counter[Word] = Counter()
    for record_ in (r for parts in records for r in parts):
        support.update(_words(record_, k))
    hiding = _Hiding(patterns, support, k, tau)
    joined = [
        _without_substrings([x for r in parts for x in hiding.hide(r)], set(patterns), k)
        for parts in records
    ]
    flat = [x for letters in joined for x in letters]
    ends = np.cumsum([0, *(len(letters) for letters in joined)]).astype(np.int64)
    shown = np.array([letter for letter, _ in flat], np.int32)
    return shown, ends, np.array([source for _, source in flat], np.int64)


def _record(codes: Codes, start: int, end: int) -> Letters:
    return list(zip(codes[start:end].tolist(), range(start, end), strict=True))


def _words(record: Letters, k: int) -> set[Word]:
    return set(combinations([letter for letter, _ in record], k))


class _Hiding:
    """Hides patterns in one record after the other, and keeps the support up to date."""

    def __init__(self, patterns: Sequence[Word], support: Counter[Word], k: int, tau: int) -> None:
        self._patterns, self._support = patterns, support
        self._sensitive = set(patterns)
        self._k, self._tau = k, tau

    def hide(self, record: Letters) -> Letters:
        """Return the record without any sensitive subsequence."""
        words = _words(record, self._k)
        present = sorted(words & self._sensitive)
        while present:
            record = self._permuted(record, words, present) or _thinned(record, present)
            changed = _words(record, self._k)
            self._support.subtract(words - changed)
            self._support.update(changed - words)
            words, present = changed, sorted(changed & self._sensitive)
        return record

    def _permuted(self, record: Letters, words: set[Word], present: list[Word]) -> Letters | None:
        """Return the best permutation of one matching, None if none leaves fewer matchings."""
        places = _first_matching(record, present[0])
        letters = {letter for letter, _ in record}
        possible = [pattern for pattern in self._patterns if letters.issuperset(pattern)]
        now = sum(_matchings(record, pattern) for pattern in possible)
        best, least = None, (now, 0)
        for order in _orders(self._k):
            trial = list(record)
            for place, source in zip(places, order, strict=True):
                trial[place] = record[places[source]]
            left = sum(_matchings(trial, pattern) for pattern in possible)
            if left >= now or left > least[0]:
                continue
            found = (left, self._changes(words, _words(trial, self._k)))
            if best is None or found < least:
                best, least = trial, found
        return best

    def _changes(self, before: set[Word], after: set[Word]) -> int:
        """Count the other subsequences that stop or start being frequent."""
        support, tau = self._support, self._tau
        lost = sum(support[w] == tau for w in before - after if w not in self._sensitive)
        gained = sum(support[w] == tau - 1 for w in after - before if w not in self._sensitive)
        return lost + gained


def _orders(k: int) -> Iterator[tuple[int, ...]]:
    if k <= _LONG:
        yield from permutations(range(k))
        return
    for a, b in combinations(range(k), 2):
        order = list(range(k))
        order[a], order[b] = b, a
        yield tuple(order)


def _first_matching(record: Letters, pattern: Word) -> list[int]:
    places, at = [], 0
    for place, (letter, _) in enumerate(record):
        if at < len(pattern) and letter == pattern[at]:
            places.append(place)
            at += 1
    return places


def _matchings(record: Letters, pattern: Word) -> int:
    """Count the ways to find a pattern as a subsequence."""
    ways = [1] + [0] * len(pattern)
    for letter, _ in record:
        for at in range(len(pattern), 0, -1):
            if pattern[at - 1] == letter:
                ways[at] += ways[at - 1]
    return ways[-1]


def _thinned(record: Letters, present: list[Word]) -> Letters:
    """Delete the letter that most matchings go through."""
    left = [
        sum(_matchings(record[:place] + record[place + 1 :], pattern) for pattern in present)
        for place in range(len(record))
    ]
    place = left.index(min(left))
    return record[:place] + record[place + 1 :]


def _without_substrings(letters: Letters, sensitive: set[Word], k: int) -> Letters:
    """Delete a letter of every sensitive substring that joining records has made."""
    kept: Letters = []
    for letter in letters:
        kept.append(letter)
        if len(kept) >= k and tuple(code for code, _ in kept[-k:]) in sensitive:
            kept.pop()
    return kept
