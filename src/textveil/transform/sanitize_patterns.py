"""Which patterns are sensitive: read, reduced to one length, or chosen by support."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError, InvalidValueError
from textveil.strings.kmers import Coding, window_keys, window_starts
from textveil.strings.sensitive import SensitiveSet
from textveil.transform.sanitize_input import JoinedSequences
from textveil.transform.sanitize_settings import Sanitize
from textveil.values.sequence import Sequence as Coded

__all__ = ["Pattern", "choose_patterns", "encode_patterns", "read_patterns"]

Pattern = Sequence[str]
"""Symbols; a string is its characters."""

ANY: Final = -1
"""Code of the wildcard."""

EXPANDED: Final = 2**22
"""The most patterns that wildcards may stand for."""

Codes = NDArray[np.int32]


def read_patterns(
    sensitive: Iterable[Pattern], collection: JoinedSequences, settings: Sanitize
) -> SensitiveSet:
    """Return the sensitive patterns of length k.

    A longer pattern gives one substring of length k: the one that adds the fewest occurrences
    (section 1.1 leaves the choice open), which is none if a shorter pattern hides it anyway;
    the first of equal ones.

    Raises
    ------
    InvalidValueError
        If there is no pattern, one has letters outside the alphabet or only wildcards, k is
        larger than the shortest pattern or than every sequence.
    InputError
        If wildcards stand for too many patterns.
    """
    encoded = encode_patterns(sensitive, collection, settings.wildcard)
    if not encoded:
        raise InvalidValueError("there is no sensitive pattern", hint="name at least one")
    shortest = min(pattern.size for pattern in encoded)
    k = shortest if settings.k is None else settings.k
    if k > shortest:
        raise InvalidValueError(
            f"k is {k} and the shortest sensitive pattern has {shortest} letters",
            hint=f"use k = {shortest} or less",
        )
    if k > collection.longest:
        raise InvalidValueError(
            f"k is {k} and the longest sequence has {collection.longest} letters"
        )
    hidden = [pattern for pattern in encoded if pattern.size == k]
    longer = sorted((p for p in encoded if p.size > k), key=lambda p: p.size)
    if longer:
        hidden += _reduced(longer, hidden, k, collection)
    rows = _expanded(hidden, len(collection.alphabet))
    return SensitiveSet.of(rows, len(collection.alphabet))


def encode_patterns(
    patterns: Iterable[Pattern],
    collection: JoinedSequences,
    wildcard: str = "",
    named: str = "pattern",
) -> list[Codes]:
    """Return patterns as codes, -1 for the wildcard."""
    index = dict(collection.alphabet.index)
    if wildcard:
        if wildcard in index:
            raise InvalidValueError("the wildcard is a letter of the alphabet")
        index[wildcard] = ANY
    encoded = []
    for number, pattern in enumerate(patterns, 1):
        codes = np.array([index.get(symbol, -2) for symbol in pattern], np.int32)
        if not codes.size or (codes == ANY).all():
            raise InvalidValueError("a pattern needs a letter", where=f"{named} {number}")
        if (codes == -2).any():
            raise InvalidValueError(
                "a pattern has a letter outside the alphabet",
                where=f"{named} {number}, letter {int(np.argmax(codes == -2)) + 1}",
                hint="it cannot occur in the sequences; leave the pattern out",
            )
        encoded.append(codes)
    return encoded


def choose_patterns(
    sequences: Sequence[Coded], k: int, count: int, support: int, rng: np.random.Generator
) -> list[tuple[str, ...]]:
    """Draw patterns among those of length k that occur often enough, as in section 8.

    Parameters
    ----------
    sequences
        Sharing one alphabet.
    k
        Letters of a pattern.
    count
        How many to draw; all, in a fixed order, where there are no more.
    support
        The fewest occurrences of a pattern that may be drawn.
    rng
        Decides which.
    """
    if k < 1 or count < 1 or support < 1:
        raise InvalidValueError("k, the number of patterns and the support are at least 1")
    collection = JoinedSequences.of(sequences)
    codes, offsets = collection.codes, collection.offsets
    keys = window_keys(codes, offsets, Coding.of(len(collection.alphabet), k))
    _, at, counts = np.unique(keys, return_index=True, return_counts=True)
    starts = window_starts(offsets, k)[np.sort(at[counts >= support])]
    if not starts.size:
        raise InputError(f"no pattern of length {k} occurs at least {support} times")
    if starts.size > count:
        starts = np.sort(rng.choice(starts, count, replace=False))
    symbols = collection.alphabet.symbols
    return [tuple(symbols[c] for c in codes[s : s + k].tolist()) for s in starts.tolist()]


def _reduced(
    longer: list[Codes], hidden: list[Codes], k: int, collection: JoinedSequences
) -> list[Codes]:
    """Choose a substring of length k from each longer pattern."""
    # Every window of the input as a row would be large; match the windows in question one by one.
    chosen: list[Codes] = []
    starts = window_starts(collection.offsets, k)
    known: dict[bytes, int] = {pattern.tobytes(): 0 for pattern in hidden}
    for pattern in longer:
        best, fewest = pattern[:k], -1
        for at in range(pattern.size - k + 1):
            window = pattern[at : at + k]
            if (window == ANY).all():
                continue
            name = window.tobytes()
            if name not in known:
                known[name] = _occurrences(window, collection.codes, starts)
            if fewest < 0 or known[name] < fewest:
                best, fewest = window, known[name]
        if fewest < 0:
            raise InvalidValueError(f"a pattern has {k} wildcards or more between letters")
        known[best.tobytes()] = 0
        chosen.append(best)
    return chosen


def _occurrences(window: Codes, codes: Codes, starts: NDArray[np.int64]) -> int:
    """Count where a window with wildcards matches; each letter thins out the places left."""
    for offset in np.flatnonzero(window != ANY).tolist():
        starts = starts[codes[starts + offset] == window[offset]]
    return int(starts.size)


def _expanded(patterns: list[Codes], letters: int) -> Codes:
    """Write a row for every pattern that the wildcards stand for."""
    total = sum(letters ** int((pattern == ANY).sum()) for pattern in patterns)
    if total > EXPANDED:
        raise InputError(
            f"the wildcards stand for {total} patterns, more than {EXPANDED}",
            hint="use fewer wildcards in a pattern, or a smaller k",
        )
    rows = []
    for pattern in patterns:
        places = np.flatnonzero(pattern == ANY)
        if not places.size:
            rows.append(pattern[None])
            continue
        filled = np.repeat(pattern[None], letters**places.size, axis=0)
        filled[:, places] = np.array(list(product(range(letters), repeat=places.size)), np.int32)
        rows.append(filled)
    return np.concatenate(rows)
