"""Which patterns are sensitive: read, reduced to one length, or chosen by support."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError, InvalidValueError
from textveil.strings.sanitization.sensitive import SensitiveSet
from textveil.strings.windows.kmers import Coding, window_keys, window_starts
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.settings import Sanitize
from textveil.values.sequence import Alphabet
from textveil.values.sequence import Sequence as Coded

__all__ = [
    "Pattern",
    "choose_patterns",
    "complement_codes",
    "encode_patterns",
    "incoming_codes",
    "read_patterns",
    "reverse_complement",
]

Pattern = Sequence[str]
"""Symbols; a string is its characters."""

EXPANDED: Final = 2**22
"""The most patterns that letters which stand for several may stand for."""

Codes = NDArray[np.int32]

Places = tuple[tuple[int, ...], ...]
"""A pattern: the codes that each of its places leaves open."""


def read_patterns(
    sensitive: Iterable[Pattern], collection: JoinedSequences, settings: Sanitize
) -> SensitiveSet:
    """Return the sensitive patterns of length k.

    Settings may hide patterns as they are named; then longer ones are kept beside them. Else a
    longer pattern gives one substring of length k (section 1.1 leaves the choice open): none more
    if one of them is hidden anyway, else the one that occurs least, the first of equal ones.
    Shorter patterns are looked at first. With a complement, the reverse complement of each pattern
    is one too, and occurrences of both count.

    Raises
    ------
    InvalidValueError
        If there is no pattern, one has letters outside the alphabet or only wildcards, k is
        larger than the shortest pattern or than every sequence.
    InputError
        If letters that stand for several stand for too many patterns.
    """
    paired, letters = complement_codes(collection.alphabet, settings), len(collection.alphabet)
    encoded = encode_patterns(sensitive, collection, settings)
    if not encoded:
        raise InvalidValueError("there is no sensitive pattern", hint="name at least one")
    shortest = min(map(len, encoded))
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
    hidden = [pattern for pattern in encoded if len(pattern) == k]
    longer = sorted((pattern for pattern in encoded if len(pattern) > k), key=len)
    if not settings.whole:
        hidden += _reduced(longer, hidden, k, collection, paired) if longer else []
        return SensitiveSet.of(_both_strands(_expanded(hidden), paired), letters)
    if k < shortest:
        raise InvalidValueError(
            f"k is {k}, and {settings.method} hides patterns as they are named, of {shortest} "
            "letters or more",
            hint="leave out k",
        )
    _check_number(encoded)
    spelled = [
        np.unique(_both_strands(_expanded(list(same)), paired), axis=0)
        for _, same in groupby(longer, key=len)
    ]
    rows = _both_strands(_expanded(hidden), paired)
    return replace(SensitiveSet.of(rows, letters), longer=tuple(spelled))


def _both_strands(rows: Codes, paired: Codes | None) -> Codes:
    """Return rows, with two strands those of the other one too."""
    return rows if paired is None else np.concatenate([rows, reverse_complement(rows, paired)])


def complement_codes(alphabet: Alphabet, settings: Sanitize) -> Codes | None:
    """Return the code that pairs with each code; None for one strand."""
    if not settings.complement:
        return None
    index, paired = alphabet.index, settings.complement
    codes = [index.get(paired.get(symbol, ""), -1) for symbol in alphabet.symbols]
    if any(code < 0 or codes[code] != at for at, code in enumerate(codes)):
        raise InvalidValueError("the complement must pair all letters of the alphabet")
    return np.array(codes, np.int32)


def incoming_codes(alphabet: Alphabet, settings: Sanitize) -> NDArray[np.int64]:
    """Return the letters that may come in."""
    known = [alphabet.index[symbol] for symbol in settings.incoming if symbol in alphabet]
    return np.array(sorted(known) if settings.incoming else range(len(alphabet)), np.int64)


def reverse_complement(rows: Codes, paired: Codes) -> Codes:
    """Return the reverse complement of each row."""
    reversed_rows: Codes = paired[rows[:, ::-1]]
    return reversed_rows


def encode_patterns(
    patterns: Iterable[Pattern],
    collection: JoinedSequences,
    settings: Sanitize,
    named: str = "pattern",
) -> list[Places]:
    """Return patterns as codes, one or more for each letter."""
    index = collection.alphabet.index
    letters: dict[str, tuple[int, ...]] = {symbol: (code,) for symbol, code in index.items()}
    for symbol, fits in settings.stands_for.items():
        letters[symbol] = tuple(index[one] for one in fits if one in index)
    if settings.wildcard:
        if settings.wildcard in index:
            raise InvalidValueError("the wildcard is a letter of the alphabet")
        letters[settings.wildcard] = tuple(range(len(index)))
    encoded = []
    for number, pattern in enumerate(patterns, 1):
        places = tuple(letters.get(symbol, ()) for symbol in pattern)
        if all(map(_is_any(len(index)), places)):
            raise InvalidValueError("a pattern needs a letter", where=f"{named} {number}")
        if () in places:
            raise InvalidValueError(
                "this pattern cannot occur: one of its letters is in none of the sequences",
                where=f"{named} {number}, letter {places.index(()) + 1}",
                hint="check its spelling, capital and small letters, and what a letter is (--unit)",
            )
        encoded.append(places)
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


def _is_any(letters: int) -> Callable[[tuple[int, ...]], bool]:
    """Return what tells whether a place says nothing; of a single letter it does."""
    return lambda place: len(place) == letters > 1


def _reduced(
    longer: list[Places],
    hidden: list[Places],
    k: int,
    collection: JoinedSequences,
    paired: Codes | None,
) -> list[Places]:
    """Choose a substring of length k from each longer pattern."""
    # Every window of the input as a row would be large; match the windows in question one by one.
    chosen: list[Places] = []
    starts = window_starts(collection.offsets, k)
    taken = {both for pattern in hidden for both in _strands(pattern, paired)}
    says_nothing = _is_any(len(collection.alphabet))

    def counted(window: Places) -> int:
        both = _strands(window, paired)
        return sum(_occurrences(one, collection.codes, starts) for one in both)

    for pattern in longer:
        every = (pattern[at : at + k] for at in range(len(pattern) - k + 1))
        windows = [window for window in every if not all(map(says_nothing, window))]
        if not windows:
            raise InvalidValueError(f"a pattern has {k} wildcards or more between letters")
        if taken.isdisjoint(windows):
            chosen.append(min(dict.fromkeys(windows), key=counted))
            taken.update(_strands(chosen[-1], paired))
    return chosen


def _strands(window: Places, paired: Codes | None) -> list[Places]:
    """Return a window as it is read on each strand that counts."""
    if paired is None:
        return [window]
    return [window, tuple(tuple(paired[list(place)].tolist()) for place in window[::-1])]


def _occurrences(window: Places, codes: Codes, starts: NDArray[np.int64]) -> int:
    """Count where a window matches; each letter thins out the places left."""
    for offset, place in enumerate(window):
        here = codes[starts + offset]
        fits = here == place[0] if len(place) == 1 else np.isin(here, place)
        starts = starts[fits]
    return int(starts.size)


def _expanded(patterns: list[Places]) -> Codes:
    """Write a row for every pattern that is meant."""
    _check_number(patterns)
    return np.concatenate([_spelled(pattern) for pattern in patterns])


def _check_number(patterns: list[Places]) -> None:
    """Make sure that patterns do not stand for too many."""
    total = sum(prod(map(len, pattern)) for pattern in patterns)
    if total > EXPANDED:
        raise InputError(
            f"letters that stand for several make {total:,} patterns, more than {EXPANDED:,}",
            hint="use fewer of them in a pattern, or a smaller k",
        )


def _spelled(pattern: Places) -> Codes:
    """Write a row for every choice of a code at each place."""
    sizes = tuple(map(len, pattern))
    chosen = np.unravel_index(np.arange(prod(sizes)), sizes)
    columns = [np.array(place, np.int32)[at] for place, at in zip(pattern, chosen, strict=True)]
    return np.stack(columns, axis=1)
