"""Charts of clusters: the tree, a map of the documents, types by cluster, Dunn's index."""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np

from textveil.formats.display.figures import INK, LOOKS, draw_panels
from textveil.learn.clusters.clustering import Clustering
from textveil.learn.clusters.flat_map import flat_places

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_clusters"]

_TYPES: Final = 40
"""Types that have a column of their own; the others are drawn together."""
_SMALL: Final = 7


def draw_clusters(found: Clustering, kind: str) -> bytes:
    """Draw the clusters as `.png` or `.svg`."""
    panels: list[Callable[[Axes], None]] = [
        lambda axes: _tree(axes, found),
        lambda axes: _map(axes, found),
        lambda axes: _dunn(axes, found),
    ]
    if any(one.types for one in found.facts):
        panels.insert(2, lambda axes: _types(axes, found))
    return draw_panels(panels, kind, 4.6)


def _look(at: int) -> tuple[str, str]:
    """Return colour and marker of a cluster; none of the first 64 look alike."""
    return LOOKS[at % len(LOOKS)][0], LOOKS[(at + at // len(LOOKS)) % len(LOOKS)][1]


def _tree(axes: "Axes", found: Clustering) -> None:
    leaves = len(found.leaves)
    inside: dict[int, list[int]] = {at: [at] for at in range(leaves)}
    for row, (one, other, _, _) in enumerate(found.tree):
        inside[leaves + row] = inside[int(one)] + inside[int(other)]
    order = inside[leaves + len(found.tree) - 1]
    places = {leaf: (float(at), 0.0) for at, leaf in enumerate(order)}
    for row, (one, other, height, _) in enumerate(found.tree):
        (x_one, y_one), (x_other, y_other) = places[int(one)], places[int(other)]
        clusters = {found.leaf_clusters[leaf] for leaf in inside[leaves + row]}
        axes.plot(
            [x_one, x_one, x_other, x_other],
            [y_one, height, height, y_other],
            color=INK if len(clusters) > 1 else _look(clusters.pop())[0],
            marker="",
        )
        places[leaves + row] = ((x_one + x_other) / 2, float(height))
    named = [f"{_cluster_of(found, leaf)} · {found.leaves[leaf]:,}" for leaf in order]
    axes.set_xticks(range(leaves), named, rotation=90)
    axes.grid(visible=False, axis="x")
    _line_of_cut(axes, found)
    axes.set_title("Tree (Ward)")
    axes.set_xlabel(f"the last {leaves} groups: their cluster and their documents")
    axes.set_ylabel("height of the join")


def _cluster_of(found: Clustering, leaf: int) -> str:
    return found.facts[found.leaf_clusters[leaf]].name


def _line_of_cut(axes: "Axes", found: Clustering) -> None:
    """Draw the height at which the tree is cut, if it is cut above its leaves."""
    heights = found.tree[:, 2].tolist()
    above = len(found.facts) - 1
    if above <= len(heights):
        below = heights[-above - 1] if above < len(heights) else 0.0
        middle = (heights[-above] + below) / 2
        axes.axhline(middle, color=INK, linewidth=0.8, linestyle="--")


def _map(axes: "Axes", found: Clustering) -> None:
    flat = flat_places(found.points)
    for at, _ in enumerate(found.facts):
        colour, marker = _look(at)
        x, y = flat[found.places == at].T
        axes.plot(x, y, color=colour, marker=marker, linestyle="none", markersize=2, alpha=0.4)
    # Names come last, on white, so that no document hides them.
    for at, one in enumerate(found.facts):
        x, y = flat[found.places == at].T
        middle = float(np.median(x)), float(np.median(y))
        looks = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": _look(at)[0], "alpha": 0.85}
        axes.annotate(
            one.name, middle, ha="center", va="center", color=INK, fontsize=_SMALL, bbox=looks
        )
    axes.set_title("Map of the documents")
    axes.set_xlabel("first principal component")
    axes.set_ylabel("second principal component")


def _types(axes: "Axes", found: Clustering) -> None:
    total: Counter[str] = Counter()
    for one in found.facts:
        total.update(one.types)
    named = sorted(total, key=lambda kind: (-total[kind], kind))[:_TYPES]
    shares = [[one.types.get(kind, 0) / one.documents for kind in named] for one in found.facts]
    if len(total) > len(named):
        named.append(f"{len(total) - len(named)} more")
        for row, one in zip(shares, found.facts, strict=True):
            row.append(sum(one.types.values()) / one.documents - sum(row))
    image = axes.imshow(shares, cmap="Blues", vmin=0.0, aspect="auto")
    axes.set_xticks(range(len(named)), named, rotation=90, fontsize=_SMALL)
    axes.set_yticks(range(len(found.facts)), [one.name for one in found.facts], fontsize=_SMALL)
    axes.grid(visible=False)
    axes.set_title("Types of documents by cluster")
    axes.figure.colorbar(image, ax=axes, label="share of the cluster's documents")


def _dunn(axes: "Axes", found: Clustering) -> None:
    known = {number: value for number, value in found.dunn.items() if np.isfinite(value)}
    axes.plot(list(known), list(known.values()), color=LOOKS[0][0], marker=LOOKS[0][1])
    axes.set_xticks(list(known)[::2])
    axes.axvline(len(found.facts), color=INK, linewidth=0.8, linestyle="--")
    axes.set_title("Dunn index")
    axes.set_xlabel("clusters")
    axes.set_ylabel("least distance apart / greatest inside")
