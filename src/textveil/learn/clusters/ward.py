"""Ward's clustering: join the two groups that make the squares inside groups grow least.

The nearest-neighbour chain (Murtagh 1983, Müllner 2011) finds the same tree as joining the nearest
pair of all again and again, because Ward's distance is reducible.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

__all__ = ["cut_tree", "top_of_tree", "ward_tree"]


def ward_tree(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the joins of points, lowest first.

    Parameters
    ----------
    points
        Shape (n, d), n at least 1.

    Returns
    -------
    array of shape (n - 1, 4)
        The two groups that are joined, the height, and the size of the new group. Group i below n
        is point i; group n + j comes from row j. The height is the root of twice the growth of the
        sum of squares; two points are joined at their distance. Of equal distances the first
        decides. Time O(n² d), memory O(n d).
    """
    count = len(points)
    centres, sizes = points.astype(np.float64), np.ones(count)
    alive = np.ones(count, np.bool_)
    joins, chain = list[tuple[int, int, float]](), list[int]()
    while len(joins) < count - 1:
        if not chain:
            chain.append(int(alive.argmax()))
        tip = chain[-1]
        growth = ((centres - centres[tip]) ** 2).sum(axis=1) * (sizes[tip] * sizes)
        growth /= sizes[tip] + sizes
        growth[~alive] = growth[tip] = np.inf
        nearest = int(growth.argmin())
        if len(chain) < 2 or growth[nearest] < growth[chain[-2]]:
            chain.append(nearest)
            continue
        chain.pop()
        kept, gone = sorted((tip, chain.pop()))
        joins.append((kept, gone, float(np.sqrt(2 * growth[gone if kept == tip else kept]))))
        both = sizes[kept] + sizes[gone]
        centres[kept] = (sizes[kept] * centres[kept] + sizes[gone] * centres[gone]) / both
        sizes[kept], alive[gone] = both, False
    return _numbered(joins, count)


def _numbered(joins: list[tuple[int, int, float]], count: int) -> NDArray[np.float64]:
    """Return joins by height, with groups numbered in the order of their making."""
    owner, number, size = list(range(count)), list(range(count)), [1] * count
    tree = np.zeros((max(0, count - 1), 4))
    for row, (one, other, height) in enumerate(sorted(joins, key=lambda join: join[2])):
        low, high = _root(owner, one), _root(owner, other)
        first, second = sorted((number[low], number[high]))
        owner[high] = low
        number[low], size[low] = count + row, size[low] + size[high]
        tree[row] = first, second, height, size[low]
    return tree


def _root(owner: list[int], at: int) -> int:
    while owner[at] != at:
        owner[at] = owner[owner[at]]
        at = owner[at]
    return at


def cut_tree(tree: NDArray[np.float64], clusters: int) -> NDArray[np.intp]:
    """Return the cluster of each point after the tree is cut into a number of clusters.

    Clusters are numbered from 0 by their size, the largest first; of equal ones, that with the
    first point.
    """
    roots = _roots(tree, clusters)
    sizes = Counter(roots)
    # A counter keeps the order of first points, and so does sorting.
    order = {root: at for at, root in enumerate(sorted(sizes, key=lambda root: -sizes[root]))}
    return np.array([order[root] for root in roots], np.intp)


def top_of_tree(tree: NDArray[np.float64], clusters: int) -> NDArray[np.float64]:
    """Return the joins above a cut; its clusters are the leaves, numbered as `cut_tree` does."""
    cut = cut_tree(tree, clusters).tolist()
    numbers = dict(zip(_roots(tree, clusters), cut, strict=True))
    top = tree[len(tree) + 1 - clusters :].copy()
    for row, join in enumerate(top):
        join[:2] = sorted((numbers[int(join[0])], numbers[int(join[1])]))
        numbers[2 * len(tree) + 2 - clusters + row] = clusters + row
    return top


def _roots(tree: NDArray[np.float64], clusters: int) -> list[int]:
    """Return the group of each point after all but the last joins."""
    count = len(tree) + 1
    owner = list(range(count + len(tree)))
    for row, (one, other, _, _) in enumerate(tree[: count - clusters]):
        owner[_root(owner, int(one))] = owner[_root(owner, int(other))] = count + row
    return [_root(owner, point) for point in range(count)]
