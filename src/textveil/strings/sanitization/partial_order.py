"""PFS: blocks of a sequence in an order that needs the fewest letters.

Paper 3, section 5. The blocks of X, its maximal p-chains, are the edges of a de Bruijn multigraph
from their first k - 1 letters to their last k - 1 letters. A trail through the graph is a chain of
merges, so a decomposition into the fewest trails has the fewest separators and the fewest letters.
Blocks of different sequences never meet, because a node is a sequence and k - 1 letters.
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.total_order import FIRST, MERGED, SPLIT, Pieces
from textveil.strings.windows.kmers import Coding

Codes = NDArray[Any]
Positions = NDArray[np.int64]


def partial_order(codes: Codes, pieces: Pieces, k: int, letters: int) -> Pieces:
    """Reorder and merge the blocks of each sequence so that the result is shortest.

    Takes O(p) time for p pieces, and a sort of the blocks of sequences that have several.

    Parameters
    ----------
    codes
        The input.
    pieces
        Of `total_order`, with the same k.
    k : int
        Length of the patterns.
    letters : int
        Size of the alphabet.

    Returns
    -------
    Pieces
        The shortest sequences with C1, Pi1 and P2 (Theorem 3.2).
    """
    if not pieces.separators:
        return pieces
    # A block is a run of merged pieces; only sequences with a separator have several.
    split = np.concatenate([[0], np.cumsum(pieces.link == SPLIT)])
    several = np.diff(split[pieces.first]) > 0
    owner = np.repeat(np.arange(several.size), np.diff(pieces.first))
    taken = np.flatnonzero((pieces.link != MERGED) & several[owner])
    after = np.flatnonzero(pieces.link != MERGED)
    ends = np.append(after[1:], pieces.link.size)[np.searchsorted(after, taken)]
    heads = pieces.begin[taken]
    tails = pieces.end[ends - 1] - (k - 1)
    nodes = _nodes(codes, np.concatenate([heads, tails]), k - 1, letters, np.tile(owner[taken], 2))
    source, target = nodes[: taken.size], nodes[taken.size :]
    order, joined = _trails(source, target, int(nodes.max()) + 1)
    return _reordered(pieces, several, taken, ends, order, joined, k)


def _nodes(codes: Codes, starts: Positions, length: int, letters: int, owner: Positions) -> Codes:
    """Return a number for each pair of owner and window: by owner first, then by window."""
    coding = Coding.of(letters, length)
    view = np.lib.stride_tricks.sliding_window_view(codes, max(length, 1))
    if not length:
        rank = np.zeros(starts.size, np.int64)
    elif coding.size:
        rank = _keys_at(codes, starts, length, coding.radix)
    else:
        # Too many windows for exact keys: compare them letter by letter.
        rank = np.unique(view[starts], axis=0, return_inverse=True)[1].reshape(-1)
    rank = np.unique(rank, return_inverse=True)[1].reshape(-1)
    both = owner * (int(rank.max()) + 1) + rank
    found: Codes = np.unique(both, return_inverse=True)[1].reshape(-1)
    return found


def _reordered(
    pieces: Pieces,
    several: NDArray[np.bool_],
    starts: Positions,
    ends: Positions,
    order: Positions,
    joined: NDArray[np.bool_],
    k: int,
) -> Pieces:
    begin, end = np.empty_like(pieces.begin), np.empty_like(pieces.end)
    link = np.empty_like(pieces.link)
    arrays = (pieces.begin, pieces.end, pieces.link, pieces.first)
    _emit(*arrays, several, starts, ends, order, joined, k, begin, end, link)
    return Pieces(begin, end, link, pieces.first)


@numba.njit(cache=True, nogil=True)
def _keys_at(codes: Codes, starts: Positions, length: int, radix: int) -> Positions:
    keys = np.empty(starts.size, np.int64)
    for b in range(starts.size):
        key = np.int64(0)
        for i in range(starts[b], starts[b] + length):
            key = key * radix + codes[i]
        keys[b] = key
    return keys


@numba.njit(cache=True, nogil=True)
def _trails(source: Codes, target: Codes, size: int) -> tuple[Positions, NDArray[np.bool_]]:
    """Decompose a multigraph into the fewest trails, in O(edges) time.

    Extra edges lead from nodes where more edges end to nodes where more begin. Degrees balance
    inside each sequence, and nodes are sorted by sequence, so matching both lists in order stays
    inside it. Every component then has an Euler circuit; cut at the extra edges it is as many
    trails as the component has surplus beginnings, or one where it has none.

    Returns the edges in order, and for each whether it goes on from the one before it.
    """
    edges = source.size
    surplus = np.zeros(size, np.int64)
    for e in range(edges):
        surplus[source[e]] += 1
        surplus[target[e]] -= 1
    extra = 0
    for v in range(size):
        extra += max(surplus[v], 0)
    tail, head = np.empty(edges + extra, np.int64), np.empty(edges + extra, np.int64)
    tail[:edges], head[:edges] = source, target
    into, out = edges, edges
    for v in range(size):
        for _ in range(surplus[v]):
            head[into] = v
            into += 1
        for _ in range(-surplus[v]):
            tail[out] = v
            out += 1
    place = np.zeros(size + 1, np.int64)
    for e in range(tail.size):
        place[tail[e] + 1] += 1
    for v in range(size):
        place[v + 1] += place[v]
    leaving = np.empty(tail.size, np.int64)
    cursor = place.copy()
    for e in range(tail.size):
        leaving[cursor[tail[e]]] = e
        cursor[tail[e]] += 1
    return _circuits(head, leaving, place, edges)


@numba.njit(cache=True, nogil=True)
def _circuits(
    head: Positions, leaving: Positions, place: Positions, edges: int
) -> tuple[Positions, NDArray[np.bool_]]:
    """Walk the Euler circuit of each component (Hierholzer) and cut it at the extra edges."""
    cursor = place[:-1].copy()
    stack = np.empty(head.size + 1, np.int64)
    circuit = np.empty(head.size, np.int64)
    order = np.empty(edges, np.int64)
    joined = np.zeros(edges, np.bool_)
    written = 0
    for v in range(cursor.size):
        if cursor[v] == place[v + 1]:
            continue
        depth, length = 1, 0
        stack[0] = -1
        while depth:
            edge = stack[depth - 1]
            node = v if edge < 0 else head[edge]
            if cursor[node] < place[node + 1]:
                stack[depth] = leaving[cursor[node]]
                cursor[node] += 1
                depth += 1
            else:
                depth -= 1
                if edge >= 0:
                    circuit[length] = edge
                    length += 1
        # The circuit is backwards. Begin after an extra edge, where there is one.
        turn = 0
        for i in range(length):
            if circuit[i] >= edges:
                turn = i
                break
        fresh = True
        for i in range(length):
            edge = circuit[(turn - 1 - i + 2 * length) % length]
            if edge >= edges:
                fresh = True
                continue
            order[written], joined[written] = edge, not fresh
            written += 1
            fresh = False
    return order, joined


@numba.njit(cache=True, nogil=True)
def _emit(
    old_begin: Positions,
    old_end: Positions,
    old_link: NDArray[np.int8],
    first: Positions,
    several: NDArray[np.bool_],
    starts: Positions,
    ends: Positions,
    order: Positions,
    joined: NDArray[np.bool_],
    k: int,
    begin: Positions,
    end: Positions,
    link: NDArray[np.int8],
) -> None:
    """Write the pieces of the blocks in their new order."""
    b = 0
    for s in range(first.size - 1):
        at = first[s]
        if not several[s]:
            for p in range(first[s], first[s + 1]):
                begin[p], end[p], link[p] = old_begin[p], old_end[p], old_link[p]
            continue
        while at < first[s + 1]:
            head = at
            for p in range(starts[order[b]], ends[order[b]]):
                begin[at], end[at], link[at] = old_begin[p], old_end[p], old_link[p]
                at += 1
            if joined[b]:
                begin[head] += k - 1
                link[head] = MERGED
            else:
                link[head] = FIRST if head == first[s] else SPLIT
            b += 1
