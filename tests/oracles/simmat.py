"""SimMat as section 5.1.1 says it, tried out: every phrase, every assignment, every path."""

from itertools import permutations


def phrases(left, right, same):
    """Longest first, then leftmost; each word once. `same` tells whether two words are equal."""
    used_left, used_right, found = set(), set(), []
    while True:
        best = None
        for start in range(len(left)):
            for there in range(len(right)):
                length = 0
                while (
                    start + length < len(left)
                    and there + length < len(right)
                    and start + length not in used_left
                    and there + length not in used_right
                    and same(left[start + length], right[there + length])
                ):
                    length += 1
                if length and (best is None or length > best[2]):
                    best = (start, there, length)
        if best is None:
            return found
        found.append(best)
        used_left |= set(range(best[0], best[0] + best[2]))
        used_right |= set(range(best[1], best[1] + best[2]))


def greatest(weights):
    """The greatest sum of an assignment of the shorter side to the longer one."""
    if not weights or not weights[0]:
        return 0.0
    if len(weights) > len(weights[0]):
        weights = [list(column) for column in zip(*weights, strict=True)]
    columns = range(len(weights[0]))
    return max(
        sum(weights[row][column] for row, column in enumerate(chosen))
        for chosen in permutations(columns, len(weights))
    )


def metric(phrase_lengths, paths, left_over, right_over, alpha):
    """Eq. 5.2 to 5.4; nothing is taken off if nothing is left on a side."""
    above = sum(phrase_lengths)
    below = sum(phrase_lengths) + len(paths)
    for length in phrase_lengths:
        above += length**alpha
        below += length**alpha
    for path in paths:
        above += path**alpha if path > 0 else 0
        below += 1
    if below == 0:
        return 0.0
    penalty = 0.0
    if left_over and right_over:
        penalty = 0.5 * (abs(left_over - right_over) / max(left_over, right_over)) ** 3
    return above / below * (1 - penalty)


def edges(graph, one, other):
    """Edges of the shortest is-a path between two words, over all senses, level by level."""
    starts = {sense for part in "nvar" for sense in graph.senses(one, part)}
    ends = {sense for part in "nvar" for sense in graph.senses(other, part)}

    def climbed(senses):
        levels, at = {}, set(senses)
        step = 0
        while at:
            for sense in at:
                levels.setdefault(sense, step)
            at = {up for sense in at for up in graph.above(sense)} - levels.keys()
            step += 1
        return levels

    ours, theirs = climbed(starts), climbed(ends)
    return min((ours[s] + theirs[s] for s in ours.keys() & theirs.keys()), default=None)
