"""Ward's clusters and Dunn's index, pair by pair, as their definitions have them."""

from itertools import combinations
from math import dist


def squares(points):
    centre = [sum(axis) / len(points) for axis in zip(*points, strict=True)]
    return sum(dist(point, centre) ** 2 for point in points)


def ward(points):
    """Return the height of each join, and the groups after it."""
    groups = [frozenset([at]) for at in range(len(points))]
    steps = []
    while len(groups) > 1:

        def growth(pair):
            one, other = ([points[at] for at in group] for group in pair)
            return squares(one + other) - squares(one) - squares(other)

        best = min(combinations(groups, 2), key=growth)
        height = (2 * growth(best)) ** 0.5
        groups = [group for group in groups if group not in best] + [best[0] | best[1]]
        steps.append((height, set(groups)))
    return steps


def dunn(points, clusters):
    pairs = list(combinations(range(len(points)), 2))
    apart = [dist(points[a], points[b]) for a, b in pairs if clusters[a] != clusters[b]]
    inside = [dist(points[a], points[b]) for a, b in pairs if clusters[a] == clusters[b]]
    return min(apart) / max(inside)
