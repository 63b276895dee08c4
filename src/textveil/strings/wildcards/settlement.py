"""Settle groups, so that removing a term entirely tells no more than a form does.

A term without a group is removed: a bare star stands for it. If fewer than k terms are removed and
others are not, that star singles them out as a form with too few terms would. Then the cheapest of
three changes is made: some terms join those that are removed, out of groups that have more than k;
or a whole group does; or a group takes in all terms that would be removed, under a form that they
share with it.

Guarantee
---------
Of the terms that count, none or at least k are removed, or all of them are; a group has at least k
terms or none. What comes out is a function of the terms, the groups, k and which terms count.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcards.groups import NO_GROUP, Groups
from textveil.strings.wildcards.index import TermIndex, build_index
from textveil.strings.wildcards.match import STAR, match_counts
from textveil.strings.wildcards.search import GAVE_UP, best_form

__all__ = ["settled", "sizes_of"]

_TRIED = 64
"""Groups, cheapest first, for which a form shared with the terms left over is looked for."""
_LIMIT = 1_000_000
"""Work that each of these searches may take: see `best_form`."""

Ids = NDArray[np.int64]


class _Standing(NamedTuple):
    """Groups as they stand: which each term is in, how many are in each, what each shows."""

    group: NDArray[np.int32]
    sizes: Ids
    shown: Ids
    out: Ids


def sizes_of(groups: Groups) -> Ids:
    """Return how many terms each group has."""
    inside = groups.group[groups.group != NO_GROUP]
    return np.bincount(inside, minlength=groups.starts.size - 1).astype(np.int64)


def settled(
    index: TermIndex, groups: Groups, k: int, counting: NDArray[np.bool_] | None = None
) -> Groups:
    """Return groups so that no term, at least k terms, or all terms are removed.

    Parameters
    ----------
    index
        The terms.
    groups
        As `group_terms` made them.
    k
        The fewest terms of a group, and of those that are removed.
    counting
        Which terms count; the others are never released under a form, and have no group in what
        comes back. All without this.
    """
    standing = _standing(groups, k, counting)
    out, inside = standing.out, int(standing.sizes.sum())
    if out.size == 0 or out.size >= k or inside == 0:
        return groups._replace(group=standing.group)
    # In the order of preference among equally cheap ones: nothing removed comes first.
    ways = [way for way in (_joined(index, standing), _thinned(standing, k)) if way is not None]
    ways.append(_dissolved(standing))
    return _changed(index, groups, standing, min(ways, key=lambda way: way.cost))


def _standing(groups: Groups, k: int, counting: NDArray[np.bool_] | None) -> _Standing:
    group = groups.group.copy()
    if counting is not None:
        group[~counting] = NO_GROUP
    sizes = sizes_of(groups._replace(group=group))
    inside = group != NO_GROUP
    # A group that lost terms to those that do not count may be too small.
    inside[inside] = sizes[group[inside]] >= k
    group[~inside] = NO_GROUP
    left = ~inside if counting is None else ~inside & counting
    before = np.concatenate(([0], np.cumsum(groups.forms != STAR)))
    shown = before[groups.starts[1:]] - before[groups.starts[:-1]]
    return _Standing(group, np.where(sizes < k, 0, sizes), shown, np.flatnonzero(left))


class _Way(NamedTuple):
    """A change: the characters that it costs, the terms that change, their form if they get one."""

    cost: int
    terms: Ids
    form: NDArray[np.uint32] | None = None


def _thinned(standing: _Standing, k: int) -> _Way | None:
    """Take terms out of groups that have more than k, those that show the fewest characters."""
    wanted, cost, taken = k - standing.out.size, 0, []
    spare = np.flatnonzero(standing.sizes > k)
    for g in spare[np.argsort(standing.shown[spare], kind="stable")]:
        some = np.flatnonzero(standing.group == g)[: min(wanted, int(standing.sizes[g]) - k)]
        taken.append(some)
        cost += some.size * int(standing.shown[g])
        wanted -= some.size
        if wanted == 0:
            return _Way(cost, np.concatenate(taken))
    return None


def _costs(standing: _Standing) -> tuple[Ids, Ids]:
    """Return the groups that have terms, and the characters that these show, cheapest first."""
    live = np.flatnonzero(standing.sizes)
    costs = standing.sizes[live] * standing.shown[live]
    order = np.argsort(costs, kind="stable")
    return live[order], costs[order]


def _dissolved(standing: _Standing) -> _Way:
    """Remove the terms of a whole group, the one that shows the fewest characters."""
    live, costs = _costs(standing)
    return _Way(int(costs[0]), np.flatnonzero(standing.group == live[0]))


def _joined(index: TermIndex, standing: _Standing) -> _Way | None:
    """Let a group take in all terms that are left over, under a form that all of them share."""
    best: _Way | None = None
    live, costs = _costs(standing)
    for g, cost in zip(live[:_TRIED], costs[:_TRIED].tolist(), strict=True):
        terms = np.concatenate((np.flatnonzero(standing.group == g), standing.out))
        form = _common(index, terms)
        if form is not None:
            lost = cost - terms.size * int(np.count_nonzero(form != STAR))
            if best is None or lost < best.cost:
                best = _Way(lost, terms, form)
    return best


def _common(index: TermIndex, terms: Ids) -> NDArray[np.uint32] | None:
    """Return the form that keeps most characters among those that all of some terms have."""
    words = [index.codes[index.starts[t] : index.starts[t + 1]] for t in terms]
    starts = np.concatenate(([0], np.cumsum([word.size for word in words]))).astype(np.int64)
    shortest = min(words, key=len)
    codes = np.concatenate(words)
    first = np.zeros(shortest.size, np.bool_)
    alphabet = int(codes.max()) + 1
    some = build_index(codes, starts)
    found = best_form(some, np.ascontiguousarray(shortest), terms.size, alphabet, first, _LIMIT)
    if found.k.size == 0 or found.k[0] == GAVE_UP:
        return None
    gone = found.deleted[0]
    opening = gone & ~np.concatenate(([False], gone[:-1]))
    spelt = np.where(gone, STAR, shortest).astype(np.uint32)
    form: NDArray[np.uint32] = spelt[~gone | opening]
    return form


def _changed(index: TermIndex, groups: Groups, standing: _Standing, way: _Way) -> Groups:
    group = standing.group
    if way.form is None:
        group[way.terms] = NO_GROUP
        return groups._replace(group=group)
    number = _with_form(groups, way.form)
    if number == groups.starts.size - 1:
        bounds = np.array([0, way.form.size], np.int64)
        groups = groups._replace(
            forms=np.concatenate((groups.forms, way.form)),
            starts=np.append(groups.starts, groups.starts[-1] + way.form.size),
            counts=np.append(groups.counts, match_counts(index, way.form, bounds)),
        )
    group[way.terms] = number
    return groups._replace(group=group)


def _with_form(groups: Groups, form: NDArray[np.uint32]) -> int:
    """Return the group that has this form, or the number of the next one where none has it."""
    for g in np.flatnonzero(np.diff(groups.starts) == form.size).tolist():
        if np.array_equal(groups.forms[groups.starts[g] : groups.starts[g + 1]], form):
            return int(g)
    return int(groups.starts.size) - 1
