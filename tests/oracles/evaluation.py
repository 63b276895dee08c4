"""Span evaluation, character by character and pair by pair."""

import re
from itertools import combinations


def renamed(spans, labels=None):
    labels = labels or {}
    kept = {(s.start, s.end, labels.get(s.label, s.label)) for s in spans}
    return {span for span in kept if span[2] is not None}


def token_counts(text, gold, found):
    """Hits, predicted, gold over `\\w+` runs: gold if touched, predicted if wholly hidden.

    `gold` and `found` are sets of (start, end, label), already restricted as the caller wants.
    """
    real = {at for start, end, _ in gold for at in range(start, end)}
    masked = {at for start, end, _ in found for at in range(start, end)}
    hits = predicted = expected = 0
    for match in re.finditer(r"\w+", text):
        places = range(match.start(), match.end())
        is_real = any(at in real for at in places)
        is_masked = all(at in masked for at in places)
        hits += is_real and is_masked
        predicted += is_masked
        expected += is_real
    return hits, predicted, expected


def matched(left, right):
    """Size of a maximum matching of overlapping intervals, by augmenting paths."""
    left, right = list(left), list(right)
    partner = {}

    def place(one, tried):
        for other, (start, end) in enumerate(right):
            overlaps = set(range(*left[one])) & set(range(start, end))
            if overlaps and other not in tried:
                tried.add(other)
                if other not in partner or place(partner[other], tried):
                    partner[other] = one
                    return True
        return False

    return sum(place(one, set()) for one in range(len(left)))


def best_matching_by_trying_all(left, right):
    """The same, by trying every set of pairs; for very small inputs."""
    pairs = [
        (i, j)
        for i, one in enumerate(left)
        for j, other in enumerate(right)
        if one[0] < other[1] and other[0] < one[1]
    ]
    for size in range(min(len(left), len(right)), 0, -1):
        for chosen in combinations(pairs, size):
            if len({i for i, _ in chosen}) == size == len({j for _, j in chosen}):
                return size
    return 0


def counts(text, gold, found):
    """Every count that is not zero, as {(level, same label?, label): (hits, predicted, gold)}."""
    table = {}
    for label in {span[2] for span in gold | found}:
        mine = {span for span in gold if span[2] == label}
        theirs = {span for span in found if span[2] == label}
        table["token", True, label] = token_counts(text, mine, theirs)
        hits, _, expected = token_counts(text, mine, found)
        table["token", False, label] = (hits, 0, expected)
        sizes = (len(theirs), len(mine))
        table["instance-strict", True, label] = (len(mine & theirs), *sizes)
        places = [{span[:2] for span in side} for side in (mine, theirs)]
        table["instance-relaxed", True, label] = (matched(*places), *sizes)
    table["token", False, ""] = token_counts(text, gold, found)
    mine, theirs = ({span[:2] for span in side} for side in (gold, found))
    sizes = (len(theirs), len(mine))
    table["instance-strict", False, ""] = (len(mine & theirs), *sizes)
    table["instance-relaxed", False, ""] = (matched(mine, theirs), *sizes)
    return {key: three for key, three in table.items() if any(three)}


def measures(hits, predicted, gold):
    """Precision, recall, F1, F2 of one count, by the textbook and the stated conventions."""
    if not predicted and not gold:
        return 1.0, 1.0, 1.0, 1.0
    p = hits / predicted if predicted else 0.0
    r = hits / gold if gold else 0.0
    f = [(1 + b * b) * p * r / (b * b * p + r) if p + r else 0.0 for b in (1, 2)]
    return p, r, *f
