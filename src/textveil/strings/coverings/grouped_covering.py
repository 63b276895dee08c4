"""Place repeats in groups: a string is kept in k places at once, or nowhere.

Lengths fall from the longest repeat on. At each length every string that k free places
or kept runs can hold is kept in all its free places together; its remaining occurrences
may then be kept wherever and as short as they fit, since the string is supported. What
is kept therefore occurs k times inside kept runs, by construction.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.alphabet import BREAK, Codes
from textveil.strings.coverings.covering import Mask
from textveil.strings.suffixes.branching import Branching
from textveil.strings.suffixes.lcp import Lengths
from textveil.strings.suffixes.suffix_array import Ranks
from textveil.strings.windows.bitmaps import (
    Bits,
    empty_bits,
    is_set,
    next_clear,
    next_set,
    set_bits,
)

# Functions that are called for each string are inlined by numba itself: a call counts the
# references of every array in its arguments, which took a quarter of the time.

_GROWTH = 1.25
"""A string that overlaps itself too much is tried again when it has a quarter more places."""


class Ground(NamedTuple):
    """The state of each position while groups are placed.

    `kept` positions are in runs; `blocked` ones are kept, beside a run, or breaks;
    `shown` ones are never suppressed; `queued` ones wait to be kept on their own, in the
    list that begins with ``first[length]`` and goes on with ``following[position]``.
    """

    kept: Bits
    blocked: Bits
    shown: Bits
    queued: Bits
    first: NDArray[np.int64]
    following: Ranks


class Progress(NamedTuple):
    """What is known of each branching string.

    `supported` strings occur k times in kept runs. The ranks from `settled_first` to
    `settled_last` have been queued for a longer string. `overlapping` is the number of
    places with which a longer string failed only because they overlap, and `fitting` the
    length at which enough of them would not have.
    """

    supported: Ranks
    settled_first: Ranks
    settled_last: Ranks
    overlapping: Ranks
    fitting: Lengths


def place_groups(
    codes: Codes,
    order: Ranks,
    strings: Branching,
    k: int,
    min_length: int = 1,
    shown: Mask | None = None,
) -> Mask:
    """Keep strings, longest first, if all k places of a string can be kept.

    Takes time linear in the total size of the intervals of the branching strings: about
    seven ranks a symbol for English text, k = 2. Needs about 17 bytes a symbol.

    Parameters
    ----------
    codes : array of integers
        The text.
    order : array of int32 or int64
        Its suffix array.
    strings : Branching
        Those that occur at least k times, by LCP values that end at a `BREAK`.
    k : int
        How many occurrences inside kept runs each kept run needs.
    min_length : int
        Kept runs are at least this long.
    shown : array of bool, optional
        Positions that are never suppressed; no run begins or ends beside one. Stretches
        of them that no run takes in are not part of the result.

    Returns
    -------
    array of bool
        The kept positions. Every kept run occurs k times inside kept runs.
    """
    hidden = shown if shown is not None else np.zeros(0, np.bool_)
    kept = np.zeros(codes.size, np.bool_)
    if strings.first.size:
        _place(codes, order, strings, k, max(min_length, 1), hidden, kept)
    return kept


@numba.njit(cache=True, nogil=True)
def _place(
    codes: Codes,
    order: Ranks,
    strings: Branching,
    k: int,
    min_length: int,
    shown: Mask,
    kept: Mask,
) -> None:
    """Go through the lengths; strings wait in lists, one for each length."""
    n = order.size
    ground = _ground(codes, shown, strings.longest[0], order)
    known = np.zeros((strings.first.size, 5), order.dtype)
    progress = Progress(known[:, 0], known[:, 1], known[:, 2], known[:, 3], known[:, 4])
    # Strings that wait for a shorter length; the others come in their own order.
    first = np.full(strings.longest[0] + 1, -1, np.int64)
    following = np.empty(strings.first.size, order.dtype)
    coming = 0
    free, rooms = np.empty(n, order.dtype), np.empty(n, order.dtype)
    for length in range(first.size - 1, min_length - 1, -1):
        _place_queued(ground, length, min_length)
        begin = coming
        while coming < strings.first.size and strings.longest[coming] == length:
            coming += 1
        for s in range(coming - 1, begin - 1, -1):
            following[s] = first[length]
            first[length] = s
        s = first[length]
        while s >= 0:
            after = following[s]
            again = _try(order, strings, s, length, k, min_length, ground, progress, free, rooms)
            if again > strings.floor[s]:
                following[s] = first[again]
                first[again] = s
            s = after
        _place_queued(ground, length, min_length)
    for i in range(n):
        kept[i] = is_set(ground.kept, i)


@numba.njit(cache=True, nogil=True)
def _ground(codes: Codes, shown: Mask, longest: int, order: Ranks) -> Ground:
    """Block the breaks and the end of the text; nothing is kept."""
    n = codes.size
    blocked, guarded = empty_bits(n), empty_bits(n)
    for i in range(n):
        if codes[i] == BREAK:
            set_bits(blocked, i, i + 1)
    set_bits(blocked, n, n + 1)
    for i in range(shown.size):
        if shown[i]:
            set_bits(guarded, i, i + 1)
    lists = np.full(longest + 1, -1, np.int64)
    return Ground(empty_bits(n), blocked, guarded, empty_bits(n), lists, np.empty_like(order))


@numba.njit(cache=True, nogil=True)
def _free_room(blocked: Bits, shown: Bits, start: int, most: int) -> int:
    """Return how long a run may be that begins at a position, up to `most`."""
    if is_set(blocked, start) or (start > 0 and is_set(shown, start - 1)):
        return 0
    end = min(next_set(blocked, start), start + most)
    while end > start and is_set(shown, end):
        end -= 1
    return end - start


@numba.njit(cache=True, nogil=True, inline="always")
def _keep(ground: Ground, start: int, length: int) -> None:
    """Keep a run and block the positions beside it."""
    set_bits(ground.kept, start, start + length)
    set_bits(ground.blocked, max(start - 1, 0), start + length + 1)


@numba.njit(cache=True, nogil=True, inline="always")
def _queue(ground: Ground, position: int, length: int) -> None:
    """Let a position wait to be kept on its own."""
    ground.following[position] = ground.first[length]
    ground.first[length] = position


@numba.njit(cache=True, nogil=True)
def _place_queued(ground: Ground, length: int, min_length: int) -> None:
    """Keep the waiting positions of this length where they still fit; others wait on."""
    position = ground.first[length]
    ground.first[length] = -1
    while position >= 0:
        after = ground.following[position]
        room = _free_room(ground.blocked, ground.shown, position, length)
        if room == length:
            _keep(ground, position, length)
        elif room >= min_length:
            _queue(ground, position, room)
        position = after


@numba.njit(cache=True, nogil=True)
def _try(
    order: Ranks,
    strings: Branching,
    s: int,
    length: int,
    k: int,
    min_length: int,
    ground: Ground,
    progress: Progress,
    free: Ranks,
    rooms: Ranks,
) -> int:
    """Keep a string in all its free places if that supports it.

    Returns the length at which to try again, or 0.
    """
    first, last, floor = strings.first[s], strings.last[s], strings.floor[s]
    parent = strings.parent[s]
    if not progress.supported[s]:
        failed, fitting = progress.overlapping[s], progress.fitting[s]
        if last - first < _GROWTH * failed and length > fitting:
            _warn(progress, parent, failed, fitting)
            return int(fitting)
        inside, open_, closed = _survey(order, first, last, length, floor, k, ground, free, rooms)
        if inside + open_ < k:
            return _best_length(rooms[:closed], k - inside - open_)
        if inside < k:
            free[:open_].sort()
            if inside + _packed(free[:open_], length) < k:
                fitting = _packing_length(free[:open_], k - inside, length)
                _warn(progress, parent, last - first, fitting)
                return fitting
            _keep_apart(ground, free[:open_], length)
    _settle(order, first, last, s, length, min_length, ground, progress)
    if parent >= 0:
        _inherit(progress, parent, first, last)
    return 0


@numba.njit(cache=True, nogil=True, inline="always")
def _survey(
    order: Ranks,
    first: int,
    last: int,
    length: int,
    floor: int,
    k: int,
    ground: Ground,
    free: Ranks,
    rooms: Ranks,
) -> tuple[int, int, int]:
    """Count the places of a string inside kept runs, list the free ones, and the others' room.

    Stops as soon as k lie inside kept runs. Room never grows while runs are placed.
    """
    kept, blocked, shown = ground.kept, ground.blocked, ground.shown
    inside, open_, closed = 0, 0, 0
    for position in order[first:last]:
        is_kept = is_set(kept, position)
        if is_kept:
            room = next_clear(kept, position) - position
        else:
            room = _free_room(blocked, shown, position, length)
        if room < length:
            if room > floor:
                rooms[closed] = room
                closed += 1
        elif is_kept:
            inside += 1
            if inside == k:
                break
        else:
            free[open_] = position
            open_ += 1
    return inside, open_, closed


@numba.njit(cache=True, nogil=True)
def _best_length(rooms: Ranks, missing: int) -> int:
    """Return the greatest length that `missing` more places have room for, or 0."""
    if rooms.size < missing:
        return 0
    rooms.sort()
    return int(rooms[rooms.size - missing])


@numba.njit(cache=True, nogil=True)
def _packed(places: Ranks, length: int) -> int:
    """Count the places, from left to right, that fit with one symbol between them."""
    count, end = 0, -1
    for place in places:
        if place > end:
            count += 1
            end = place + length
    return count


@numba.njit(cache=True, nogil=True)
def _packing_length(places: Ranks, needed: int, length: int) -> int:
    """Return the greatest length below this one at which enough places fit, or 0."""
    low, high = 0, length
    while high - low > 1:
        middle = (low + high) // 2
        if _packed(places, middle) >= needed:
            low = middle
        else:
            high = middle
    return low


@numba.njit(cache=True, nogil=True)
def _keep_apart(ground: Ground, places: Ranks, length: int) -> None:
    """Keep the string in all places that fit, from left to right."""
    end = -1
    for place in places:
        if place > end:
            _keep(ground, place, length)
            end = place + length


@numba.njit(cache=True, nogil=True, inline="always")
def _settle(
    order: Ranks,
    first: int,
    last: int,
    s: int,
    length: int,
    min_length: int,
    ground: Ground,
    progress: Progress,
) -> None:
    """Queue every other place of a supported string that some of it still fits in."""
    blocked, shown, queued = ground.blocked, ground.shown, ground.queued
    settled, unsettled = progress.settled_first[s], progress.settled_last[s]
    r = first
    while r < last:
        if r == settled and unsettled > r:
            r = unsettled
            continue
        position = order[r]
        r += 1
        if not is_set(queued, position):
            room = _free_room(blocked, shown, position, length)
            if room >= min_length:
                set_bits(queued, position, position + 1)
                _queue(ground, position, room)


@numba.njit(cache=True, nogil=True, inline="always")
def _warn(progress: Progress, parent: int, places: int, fitting: int) -> None:
    """Tell the shorter string that so many places failed, and at which length they fit.

    Without this, a long stretch of one symbol would be surveyed at each of its lengths.
    """
    if parent >= 0 and progress.overlapping[parent] < places:
        progress.overlapping[parent] = places
        progress.fitting[parent] = fitting


@numba.njit(cache=True, nogil=True, inline="always")
def _inherit(progress: Progress, parent: int, first: int, last: int) -> None:
    """Tell the shorter string that it is supported and which ranks are settled."""
    progress.supported[parent] = 1
    if last - first > progress.settled_last[parent] - progress.settled_first[parent]:
        progress.settled_first[parent] = first
        progress.settled_last[parent] = last
