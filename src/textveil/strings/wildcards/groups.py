"""Group terms under shared forms, so that each form is released for at least k of them.

In rounds with more and more deletions allowed, every term without a group spells its forms. Forms
that k such terms share, or that a group has already, take their terms in: those that cost the
terms the fewest characters first. What is left after the last round has no group.

Guarantee
---------
The groups are a function of the terms and of k alone. A term is in one group or in none, and a
group is opened only with k terms that `matches` has confirmed, and never loses one. So at least k
terms are released under the form of each group, for every reader, whatever they know.
"""

from collections.abc import Callable
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcards.index import Codes, TermIndex
from textveil.strings.wildcards.match import STAR, match_counts, matches
from textveil.strings.wildcards.spellings import Hashes, allowed_runs, form_count, spell, spelled

__all__ = ["NO_GROUP", "Groups", "group_terms"]

NO_GROUP = -1
_BUDGET = 3000
"""Forms that one term spells in one round; longer terms delete in fewer runs instead."""
_COUNTERS = 28
"""At most 2**28 counters, of a byte each, tell which forms are worth a second look."""
_FULL = 255

Starts = NDArray[np.int64]


class Groups(NamedTuple):
    """Which group each term is in, and the forms of the groups.

    Group g has the form ``forms[starts[g] : starts[g + 1]]``, in codes and `STAR`, which
    ``counts[g]`` terms match. A group that was dissolved keeps its form and has no term.
    """

    group: NDArray[np.int32]
    forms: NDArray[np.uint32]
    starts: Starts
    counts: NDArray[np.int64]


class _Growing(NamedTuple):
    """Groups while they are made."""

    group: NDArray[np.int32]
    forms: NDArray[np.uint32]
    starts: Starts


class _Shared(NamedTuple):
    """Pairs of a form, as a hash, and a term that has it, in order; where each form begins."""

    hashes: Hashes
    terms: NDArray[np.uint32]
    begins: Starts
    ranks: Starts


def group_terms(
    index: TermIndex, k: int, progress: Callable[[float], object] | None = None
) -> Groups:
    """Group terms under forms that at least k of them share.

    Parameters
    ----------
    index
        The terms.
    k
        The fewest terms of a group, at least 2.
    progress
        Called with the share of the terms that have a group or were given up.
    """
    codes, starts = index.codes, index.starts
    terms = starts.size - 1
    groups = _Growing(
        np.full(terms, NO_GROUP, np.int32), np.zeros(0, np.uint32), np.zeros(1, np.int64)
    )
    hashes = np.zeros(0, np.uint64)
    for most in _rounds(int(np.diff(starts).max(initial=0))):
        left = np.flatnonzero(groups.group == NO_GROUP).astype(np.uint32)
        if left.size < 1:
            break
        if progress is not None:
            progress(1 - left.size / terms)
        shared = _shared(codes, starts, left, k, most, hashes)
        known = _positions(shared.hashes[shared.begins[:-1]], hashes)
        new = _assign(codes, starts, shared, k, most, known, groups)
        hashes = np.concatenate((hashes, shared.hashes[shared.begins[new.shared]]))
        groups = _Growing(
            groups.group,
            np.concatenate((groups.forms, new.forms)),
            np.concatenate((groups.starts, groups.starts[-1] + np.cumsum(new.sizes))),
        )
    return Groups(*groups, match_counts(index, groups.forms, groups.starts))


def _rounds(longest: int) -> list[int]:
    """Return how many deletions each round allows: steps grow with the number."""
    rounds, most = [], 1
    while most < longest - 1:
        rounds.append(most)
        most += 1 + most // 6
    return [*rounds, max(longest - 1, 1)]


def _positions(hashes: Hashes, opened: Hashes) -> NDArray[np.int64]:
    """Return the group that each form has already, or -1."""
    if opened.size == 0:
        return np.full(hashes.size, NO_GROUP, np.int64)
    order = np.argsort(opened, kind="stable")
    at = np.minimum(np.searchsorted(opened, hashes, sorter=order), opened.size - 1)
    return np.where(opened[order[at]] == hashes, order[at], NO_GROUP)


def _shared(
    codes: Codes, starts: Starts, left: NDArray[np.uint32], k: int, most: int, opened: Hashes
) -> _Shared:
    """Return the forms that k of the terms left share or that a group has, best first."""
    total = _total(starts, left, most)
    size = 1 << min(max(total.bit_length(), 10), _COUNTERS)
    counters = np.zeros(size, np.uint8)
    _tally(codes, starts, left, most, counters)
    counters[(opened & np.uint64(size - 1)).astype(np.int64)] = _FULL
    hashes, terms, losses = _collect(codes, starts, left, most, counters, min(k, _FULL))
    order = np.argsort(hashes, kind="stable")
    hashes, terms, losses = hashes[order], terms[order], losses[order]
    edges = np.flatnonzero(np.diff(hashes)) + 1
    begins = np.concatenate(([0], edges, [hashes.size])).astype(np.int64)
    if hashes.size == 0:
        return _Shared(hashes, terms, np.zeros(1, np.int64), np.zeros(0, np.int64))
    sizes = np.diff(begins)
    mean = np.add.reduceat(losses.astype(np.float64), begins[:-1]) / sizes
    # Cheapest first; of equally cheap forms the one that more terms share; then by hash.
    ranks = np.lexsort((-sizes, mean))
    return _Shared(hashes, terms, begins, ranks)


@numba.njit(cache=True, nogil=True)
def _total(starts: Starts, left: NDArray[np.uint32], most: int) -> int:
    total = 0
    for t in left:
        n = starts[t + 1] - starts[t]
        total += form_count(n, most, allowed_runs(n, most, _BUDGET))
    return total


@numba.njit(cache=True, nogil=True)
def _largest(starts: Starts, left: NDArray[np.uint32], most: int) -> int:
    largest = 1
    for t in left:
        n = starts[t + 1] - starts[t]
        largest = max(largest, form_count(n, most, allowed_runs(n, most, _BUDGET)))
    return largest


@numba.njit(cache=True, nogil=True)
def _tally(
    codes: Codes, starts: Starts, left: NDArray[np.uint32], most: int, counters: NDArray[np.uint8]
) -> None:
    """Count hashes, up to a limit; several may share a counter."""
    room = _largest(starts, left, most)
    hashes, losses = np.empty(room, np.uint64), np.empty(room, np.uint16)
    mask = np.uint64(counters.size - 1)
    for t in left:
        n = starts[t + 1] - starts[t]
        runs = allowed_runs(n, most, _BUDGET)
        count = spell(codes, starts[t], n, most, runs, hashes, losses)
        for i in range(count):
            counter = hashes[i] & mask
            if counters[counter] != _FULL:
                counters[counter] += np.uint8(1)


@numba.njit(cache=True, nogil=True)
def _collect(
    codes: Codes,
    starts: Starts,
    left: NDArray[np.uint32],
    most: int,
    counters: NDArray[np.uint8],
    k: int,
) -> tuple[Hashes, NDArray[np.uint32], NDArray[np.uint16]]:
    """Return the pairs of forms and terms whose counters reach k."""
    room = _largest(starts, left, most)
    hashes, losses = np.empty(room, np.uint64), np.empty(room, np.uint16)
    mask = np.uint64(counters.size - 1)
    size, count = 4 * left.size + room, 0
    found, of, cost = (
        np.empty(size, np.uint64),
        np.empty(size, np.uint32),
        np.empty(size, np.uint16),
    )
    for t in left:
        n = starts[t + 1] - starts[t]
        runs = allowed_runs(n, most, _BUDGET)
        spelt = spell(codes, starts[t], n, most, runs, hashes, losses)
        if count + spelt > size:
            size *= 2
            found = np.concatenate((found[:count], np.empty(size - count, np.uint64)))
            of = np.concatenate((of[:count], np.empty(size - count, np.uint32)))
            cost = np.concatenate((cost[:count], np.empty(size - count, np.uint16)))
        for i in range(spelt):
            found[count], of[count], cost[count] = hashes[i], t, losses[i]
            count += int(counters[hashes[i] & mask] >= k)
    return found[:count], of[:count], cost[:count]


class _Opened(NamedTuple):
    """Forms that were opened in a round: as numbers of shared forms, and spelt out."""

    shared: NDArray[np.int64]
    forms: NDArray[np.uint32]
    sizes: NDArray[np.int64]


@numba.njit(cache=True, nogil=True)
def _assign(
    codes: Codes,
    starts: Starts,
    shared: _Shared,
    k: int,
    most: int,
    known: NDArray[np.int64],
    groups: _Growing,
) -> _Opened:
    """Give terms their groups, form after form; return the forms that are new."""
    opened = np.empty(shared.ranks.size, np.int64)
    sizes = np.empty(shared.ranks.size, np.int64)
    forms = np.empty(1 << 16, np.uint32)
    written, count = 0, 0
    for f in shared.ranks:
        free = _free(shared, f, groups.group)
        if free.size == 0 or (known[f] < 0 and free.size < k):
            continue
        if known[f] >= 0:
            form = groups.forms[groups.starts[known[f]] : groups.starts[known[f] + 1]]
            for t in _fitting(codes, starts, free, form):
                groups.group[t] = known[f]
            continue
        form = _form(codes, starts, free[0], most, shared.hashes[shared.begins[f]])
        fitting = _fitting(codes, starts, free, form)
        if fitting.size < k:
            continue
        for t in fitting:
            groups.group[t] = groups.starts.size - 1 + count
        if written + form.size > forms.size:
            forms = np.concatenate((forms, np.empty(forms.size + form.size, np.uint32)))
        forms[written : written + form.size] = form
        written += form.size
        opened[count], sizes[count] = f, form.size
        count += 1
    return _Opened(opened[:count], forms[:written], sizes[:count])


@numba.njit(cache=True, nogil=True)
def _free(shared: _Shared, f: int, group: NDArray[np.int32]) -> NDArray[np.uint32]:
    """Return the terms of a form that have no group; one may stand there twice."""
    free = np.empty(shared.begins[f + 1] - shared.begins[f], np.uint32)
    count = 0
    for t in shared.terms[shared.begins[f] : shared.begins[f + 1]]:
        free[count] = t
        count += int(group[t] == NO_GROUP)
    return free[:count]


@numba.njit(cache=True, nogil=True)
def _form(codes: Codes, starts: Starts, t: int, most: int, wanted: np.uint64) -> NDArray[np.uint32]:
    """Return the form of a term that has a wanted hash."""
    start, n = starts[t], starts[t + 1] - starts[t]
    gone = spelled(codes, start, n, most, allowed_runs(n, most, _BUDGET), wanted)
    form = np.empty(n, np.uint32)
    count = 0
    for i in range(gone.size):
        if not gone[i]:
            form[count] = codes[start + i]
            count += 1
        elif i == 0 or not gone[i - 1]:
            form[count] = STAR
            count += 1
    return form[:count]


@numba.njit(cache=True, nogil=True)
def _fitting(
    codes: Codes, starts: Starts, terms: NDArray[np.uint32], form: NDArray[np.uint32]
) -> NDArray[np.uint32]:
    """Return those of some terms, each once, that a form really matches."""
    fitting = np.empty(terms.size, np.uint32)
    count = 0
    for t in np.unique(terms):
        if matches(form, codes, starts[t], starts[t + 1]):
            fitting[count] = t
            count += 1
    return fitting[:count]
