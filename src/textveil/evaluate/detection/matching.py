"""One-to-one matching of overlapping intervals, as many pairs as possible."""

from collections.abc import Iterable
from heapq import heappop, heappush

__all__ = ["count_matched"]


def count_matched(left: Iterable[tuple[int, int]], right: Iterable[tuple[int, int]]) -> int:
    """Return the size of a maximum matching between two sets of half-open intervals.

    Two intervals may be paired when they share at least one offset; each is paired at most once.

    Intervals are visited by their end. The one that ends first, x, may be paired with any open
    interval of the other side that starts before that end; it takes the one y that ends first. No
    matching is larger: where a best matching has the pairs (x, y') and (x', y) instead, x' and y'
    overlap too (y' starts before x ends and x' does not end before that; x' starts before y ends,
    and y' does not end before that), so (x, y) and (x', y') serve as well.

    Parameters
    ----------
    left, right
        Intervals `(start, end)` with `start < end`, in any order; they may overlap and repeat.

    Returns
    -------
    int
        Number of pairs. O(n log n) time, O(n) memory for n intervals in all.

    Examples
    --------
    >>> count_matched([(0, 10), (1, 2)], [(1, 2), (5, 6)])
    2
    """
    intervals = sorted([(*pair, 0) for pair in left] + [(*pair, 1) for pair in right])
    by_start: tuple[list[int], list[int]] = ([], [])
    for number, (_, _, side) in enumerate(intervals):
        by_start[side].append(number)
    waiting = (iter(by_start[0]), iter(by_start[1]))
    upcoming = [next(waiting[0], None), next(waiting[1], None)]
    # Intervals of each side that have begun, as heaps by end. Those that are done stay inside
    # until they reach the top.
    begun: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    done = [False] * len(intervals)
    pairs = 0
    for number in sorted(range(len(intervals)), key=lambda at: intervals[at][1]):
        if done[number]:
            continue
        done[number] = True
        _, end, side = intervals[number]
        other = 1 - side
        while (coming := upcoming[other]) is not None and intervals[coming][0] < end:
            heappush(begun[other], (intervals[coming][1], coming))
            upcoming[other] = next(waiting[other], None)
        while begun[other] and done[begun[other][0][1]]:
            heappop(begun[other])
        if begun[other]:
            done[heappop(begun[other])[1]] = True
            pairs += 1
    return pairs
