"""The exact search for the best form of a term: depth first over its deletion sets.

No form with fewer deletions has k >= K when the search for d deletions starts, so the first number
of deletions with a form is the best. The search decides character by character whether it stays,
carries along the terms that can still match with the deletions that are left, and turns back where
fewer than K are.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.suffixes.prefetch import AHEAD, prefetch
from textveil.strings.wildcards.align import (
    common,
    completions,
    fewest_deletions,
    occurrences,
    places_of,
)
from textveil.strings.wildcards.bit_sets import Sets, Width, above, shift_up
from textveil.strings.wildcards.candidates import Terms, candidates
from textveil.strings.wildcards.index import Codes, TermIndex
from textveil.strings.wildcards.lanes import fewest_deletions_of_short

__all__ = ["GAVE_UP", "LONGEST", "Found", "best_form", "every_form"]

GAVE_UP = -1
"""Stands for the k of a form that a search did not find within its limit."""

_BITS = 64
_ONE_WORD = 63
"""Longest term whose places fit one word."""

LONGEST = 255
"""Longest term whose places fit the four words of the widest search."""

_TABLE = 1 << 24
"""Words of the table of completions; where it would be larger the first rows are left out."""


class Aligned(NamedTuple):
    """Terms near q: which, how long, how many deletions they need, where they have its letters."""

    terms: Terms
    lengths: NDArray[np.int64]
    needed: NDArray[np.int64]
    occurring: Sets


class Asked(NamedTuple):
    """The term that is asked for: its letters numbered, `slots` from codes to these numbers.

    Codes that it does not have share the slot `number`. `places` are for `common`; there are none
    where it is too long.
    """

    letters: NDArray[np.int64]
    slots: NDArray[np.int16]
    number: int
    places: Sets


class Found(NamedTuple):
    """Forms that a search found: deletions of form f are row f of `deleted`, its k is ``k[f]``."""

    deleted: NDArray[np.bool_]
    k: NDArray[np.int64]


@numba.njit(cache=True, nogil=True)
def asked(codes: Codes, alphabet: int) -> Asked:
    """Give the letters of q numbers."""
    letters = np.empty(codes.size, np.int64)
    slots = np.full(alphabet, -1, np.int16)
    number = 0
    for i in range(codes.size):
        if slots[codes[i]] < 0:
            slots[codes[i]] = number
            number += 1
        letters[i] = slots[codes[i]]
    for code in range(alphabet):
        if slots[code] < 0:
            slots[code] = number
    places = np.zeros(0, np.uint64)
    if codes.size <= _BITS:
        places = places_of(codes, alphabet)
    return Asked(letters, slots, number, places)


@numba.njit(cache=True, nogil=True)
def _alike(index: TermIndex, terms: Terms, q: Asked, least: int) -> Terms:
    """Return those of some terms that have enough of q's characters in their order."""
    if q.places.size == 0:
        return terms
    alike = np.empty(terms.size, np.uint32)
    count = 0
    for i in range(terms.size):
        prefetch(index.starts, np.int64(terms[min(i + AHEAD, terms.size - 1)]))
        prefetch(index.codes, index.starts[terms[min(i + AHEAD // 2, terms.size - 1)]])
        t = terms[i]
        alike[count] = t
        found = common(q.places, index.codes, index.starts[t], index.starts[t + 1])
        count += int(found >= least)
    return alike[:count]


@numba.njit(cache=True, nogil=True)
def _needed(index: TermIndex, terms: Terms, q: Asked, most: int) -> NDArray[np.int64]:
    """Return how many deletions q needs for each of some terms, or most + 1."""
    needed = np.empty(terms.size, np.int64)
    four = (0, 0, 0, 0)
    work = np.empty(2 * (most + 1) * len(four), np.uint64)
    here = np.empty((q.number + 1) * len(four), np.uint64)
    short = np.empty(terms.size, np.int64)
    count = 0
    for i in range(terms.size):
        length = index.starts[terms[i] + 1] - index.starts[terms[i]]
        if length <= _ONE_WORD:
            short[count] = i
            count += 1
            continue
        occurrences(four, index, terms[i], q.slots, q.number, here)
        needed[i] = fewest_deletions(four, q.letters, here, length, most, work)
    some = short[:count]
    # Eight terms at once, which is only for short ones.
    needed[some] = fewest_deletions_of_short(index, terms[some], q.letters, q.slots, q.number, most)
    return needed


@numba.njit(cache=True, nogil=True)
def sharing(index: TermIndex, terms: Terms, q: Asked, most: int) -> tuple[Terms, NDArray[np.int64]]:
    """Return the terms that share a form with q of at most `most` deletions, and how many."""
    alike = _alike(index, terms, q, q.letters.size - most)
    needed = _needed(index, alike, q, most)
    count = 0
    for i in range(alike.size):
        alike[count], needed[count] = alike[i], needed[i]
        count += int(needed[i] <= most)
    return alike[:count], needed[:count]


@numba.njit(cache=True, nogil=True)
def aligned_with(
    width: Width, index: TermIndex, terms: Terms, needed: NDArray[np.int64], q: Asked
) -> Aligned:
    """Say of some terms where they have the letters of q."""
    span = (q.number + 1) * len(width)
    occurring = np.empty(terms.size * span, np.uint64)
    lengths = np.empty(terms.size, np.int64)
    for i in range(terms.size):
        here = occurring[i * span : (i + 1) * span]
        occurrences(width, index, terms[i], q.slots, q.number, here)
        lengths[i] = index.starts[terms[i] + 1] - index.starts[terms[i]]
    return Aligned(terms, lengths, needed, occurring)


@numba.njit(cache=True, nogil=True)
def _within(aligned: Aligned, span: int, most: int) -> Aligned:
    """Return the terms that need at most so many deletions."""
    count = 0
    for t in range(aligned.terms.size):
        count += int(aligned.needed[t] <= most)
    if count == aligned.terms.size:
        return aligned
    kept = np.empty(count, np.uint32)
    lengths = np.empty(count, np.int64)
    needed = np.empty(count, np.int64)
    occurring = np.empty(count * span, np.uint64)
    count = 0
    for t in range(aligned.terms.size):
        if aligned.needed[t] <= most:
            kept[count], lengths[count] = aligned.terms[t], aligned.lengths[t]
            needed[count] = aligned.needed[t]
            occurring[count * span : (count + 1) * span] = aligned.occurring[
                t * span : (t + 1) * span
            ]
            count += 1
    return Aligned(kept, lengths, needed, occurring)


class Room(NamedTuple):
    """What a search remembers at each depth: the live terms, their places, the choices."""

    live: NDArray[np.int32]
    places: Sets
    sizes: NDArray[np.int64]
    used: NDArray[np.int64]
    tried: NDArray[np.int64]
    gone: NDArray[np.bool_]


@numba.njit(cache=True, nogil=True)
def _room(width: Width, n: int, terms: int) -> Room:
    room = Room(
        np.empty((n + 1) * terms, np.int32),
        np.zeros((n + 1) * terms * len(width), np.uint64),
        np.zeros(n + 1, np.int64),
        np.zeros(n + 1, np.int64),
        np.zeros(n + 1, np.int64),
        np.zeros(n + 1, np.bool_),
    )
    room.sizes[0] = terms
    for t in range(terms):
        room.live[t] = t
        room.places[t * len(width)] = np.uint64(1)
    return room


@numba.njit(cache=True, nogil=True)
def _keep(
    width: Width, room: Room, i: int, terms: int, occurring: Sets, letter: int, sets: Sets, at: int
) -> int:
    """Keep character i: carry the terms to depth i + 1 that have it there; return how many."""
    words = len(width)
    span = occurring.size // terms
    count = 0
    base, out = i * terms, (i + 1) * terms
    for j in range(room.sizes[i]):
        t = room.live[base + j]
        into = (out + count) * words
        seen = t * span + letter * words
        shift_up(width, room.places, (base + j) * words, occurring, seen, room.places, into)
        some = np.uint64(0)
        for w in range(words):
            if at >= 0:
                room.places[into + w] &= sets[at + t * words + w]
            some |= room.places[into + w]
        room.live[out + count] = t
        count += int(some != 0)
    return count


@numba.njit(cache=True, nogil=True)
def _delete(width: Width, room: Room, i: int, terms: int, sets: Sets, at: int) -> int:
    """Delete character i: carry the terms to depth i + 1 that have a gap there."""
    words = len(width)
    count = 0
    base, out = i * terms, (i + 1) * terms
    opening = i == 0 or not room.gone[i - 1]
    for j in range(room.sizes[i]):
        t = room.live[base + j]
        here, into = (base + j) * words, (out + count) * words
        if opening:
            above(width, room.places, here, room.places, into)
        else:
            for w in range(words):
                room.places[into + w] = room.places[here + w]
        some = np.uint64(0)
        for w in range(words):
            if at >= 0:
                room.places[into + w] &= sets[at + t * words + w]
            some |= room.places[into + w]
        room.live[out + count] = t
        count += int(some != 0)
    return count


@numba.njit(cache=True, nogil=True)
def search(
    width: Width,
    letters: NDArray[np.int64],
    aligned: Aligned,
    most: int,
    k: int,
    first: NDArray[np.bool_],
    every: bool,
    limit: int,
) -> Found:
    """Return the best form with this many deletions, or every form with k terms and more.

    Parameters
    ----------
    letters
        The letters of q, as rows of ``aligned.occurring``.
    aligned
        All terms that need at most `most` deletions.
    most
        How many deletions; no form with fewer may have k terms.
    k
        How many terms a form must match.
    first
        Where deleting is tried before keeping: the order decides between equally good forms.
    every
        Whether to return every form instead of the first one with the smallest k.
    limit
        How many terms the search may carry in all before it gives up: one "form" comes back then,
        with `GAVE_UP` for k.
    """
    n, terms = letters.size, aligned.terms.size
    if terms < k:
        return _nothing(n)
    found, count = Found(np.zeros((1, n), np.bool_), np.zeros(1, np.int64)), 0
    lowest = max(0, n - _TABLE // (2 * (most + 1) * terms * len(width)))
    sets = completions(width, letters, aligned.occurring, aligned.lengths, most, lowest)
    room = _room(width, n, terms)
    i, work = 0, 0
    while i >= 0:
        if room.tried[i] == 2:
            i -= 1
            continue
        deleting = (room.tried[i] == 0) == first[i]
        room.tried[i] += 1
        size = _step(width, room, i, deleting, letters, aligned, most, sets, lowest)
        work += room.sizes[i]
        if work > limit:
            return _gave_up(n)
        if size < k:
            continue
        room.gone[i] = deleting
        if i + 1 < n:
            i += 1
            room.sizes[i], room.tried[i] = size, 0
            room.used[i] = room.used[i - 1] + int(deleting)
        elif room.used[i] + int(deleting) == most:
            found, count = _with(found, count, room.gone[:n], size, every)
            if size == k and not every:
                break
    return Found(found.deleted[:count], found.k[:count])


@numba.njit(cache=True, nogil=True)
def _step(
    width: Width,
    room: Room,
    i: int,
    deleting: bool,
    letters: NDArray[np.int64],
    aligned: Aligned,
    most: int,
    sets: Sets,
    lowest: int,
) -> int:
    """Carry terms from depth i to the next; return how many, 0 if no deletion is left."""
    terms = aligned.terms.size
    left = most - room.used[i] - int(deleting)
    if left < 0:
        return 0
    at = -1
    if i + 1 >= lowest:
        row = (i + 1 - lowest) * (most + 1) + left
        at = (2 * row + int(deleting)) * terms * len(width)
    if deleting:
        return _delete(width, room, i, terms, sets, at)
    return _keep(width, room, i, terms, aligned.occurring, letters[i], sets, at)


@numba.njit(cache=True, nogil=True)
def _with(
    found: Found, count: int, gone: NDArray[np.bool_], size: int, every: bool
) -> tuple[Found, int]:
    """Add a form behind `count` others, or let it take the place of one with more terms."""
    if count and not every:
        if size >= found.k[0]:
            return found, count
        count = 0
    if count == found.k.size:
        found = Found(
            np.concatenate((found.deleted, found.deleted)), np.concatenate((found.k, found.k))
        )
    found.deleted[count], found.k[count] = gone, size
    return found, count + 1


@numba.njit(cache=True, nogil=True)
def _gave_up(n: int) -> Found:
    return Found(np.zeros((1, n), np.bool_), np.full(1, GAVE_UP, np.int64))


@numba.njit(cache=True, nogil=True)
def _nothing(n: int) -> Found:
    return Found(np.zeros((0, n), np.bool_), np.zeros(0, np.int64))


@numba.njit(cache=True, nogil=True)
def _best(
    width: Width,
    index: TermIndex,
    terms: Terms,
    needed: NDArray[np.int64],
    q: Asked,
    tried: int,
    most: int,
    k: int,
    first: NDArray[np.bool_],
    limit: int,
) -> Found:
    """Search with more than `tried` up to `most` deletions."""
    aligned = aligned_with(width, index, terms, needed, q)
    for d in range(tried + 1, most + 1):
        within = _within(aligned, (q.number + 1) * len(width), d)
        if within.terms.size >= k:
            found = search(width, q.letters, within, d, k, first, False, limit)
            if found.k.size:
                return found
    return _nothing(q.letters.size)


@numba.njit(cache=True, nogil=True)
def _longest(index: TermIndex, terms: Terms) -> int:
    longest = 0
    for t in terms:
        longest = max(longest, index.starts[t + 1] - index.starts[t])
    return longest


@numba.njit(cache=True, nogil=True)
def best_form(
    index: TermIndex, codes: Codes, k: int, alphabet: int, first: NDArray[np.bool_], limit: int
) -> Found:
    """Return the form that keeps most characters with k terms or more, then has the fewest.

    Parameters
    ----------
    index
        The terms that count.
    codes
        The characters of q.
    k
        How many terms the form must match, at least 2.
    alphabet
        One more than the greatest code.
    first
        Which of equally good forms is returned: see `search`.
    limit
        How much work the search may take: see `search`.

    Returns
    -------
    Found
        One form, or none, or one whose k is `GAVE_UP`.
    """
    n = codes.size
    q = asked(codes, alphabet)
    tried, most = 0, 1
    while tried < n - 1:
        terms = candidates(index, codes, 0, n, most)
        if terms.size * n * most > limit:
            return _gave_up(n)
        if terms.size < k:
            tried, most = most, min(most + 1, n - 1)
            continue
        near, needed = sharing(index, terms, q, most)
        if near.size >= k:
            if _longest(index, near) <= _ONE_WORD:
                found = _best((0,), index, near, needed, q, tried, most, k, first, limit)
            else:
                four = (0, 0, 0, 0)
                found = _best(four, index, near, needed, q, tried, most, k, first, limit)
            if found.k.size:
                return found
        tried, most = most, min(most + 1, n - 1)
    return _nothing(n)


@numba.njit(cache=True, nogil=True)
def every_form(
    index: TermIndex, codes: Codes, most: int, k: int, alphabet: int, limit: int
) -> Found:
    """Return every form of q with exactly `most` deletions that k terms or more match.

    One form may come several times, from deletions that look the same. Parameters as in
    `best_form`, except that k may be 1.
    """
    n = codes.size
    q = asked(codes, alphabet)
    near, needed = sharing(index, candidates(index, codes, 0, n, most), q, most)
    first = np.zeros(n, np.bool_)
    if _longest(index, near) <= _ONE_WORD:
        aligned = aligned_with((0,), index, near, needed, q)
        return search((0,), q.letters, aligned, most, k, first, True, limit)
    four = (0, 0, 0, 0)
    aligned = aligned_with(four, index, near, needed, q)
    return search(four, q.letters, aligned, most, k, first, True, limit)
