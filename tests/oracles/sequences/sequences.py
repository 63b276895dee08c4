"""Sequence sanitization, checked and measured as the definitions say: slow and obvious."""

from collections import Counter
from itertools import pairwise
from math import sqrt


def windows(text, k, separator="#"):
    """Return every (place, window) that holds no separator."""
    found = [(at, tuple(text[at : at + k])) for at in range(len(text) - k + 1)]
    return [(at, window) for at, window in found if separator not in window]


def harmless(text, sensitive, k, separator="#"):
    chosen = {tuple(pattern) for pattern in sensitive}
    return [(at, w) for at, w in windows(text, k, separator) if w not in chosen]


def with_parts(texts, sensitive, k):
    """Return the patterns, and for each that is longer than k the window that stands for it."""
    chosen = [tuple(pattern) for pattern in sensitive]
    occurs = Counter(w for text in texts for _, w in windows(text, k))
    for pattern in sorted((p for p in chosen if len(p) > k), key=len):
        parts = [pattern[at : at + k] for at in range(len(pattern) - k + 1)]
        if not any(part in chosen for part in parts):
            chosen.append(min(parts, key=lambda part: occurs[part]))
    return chosen


def hidden(before, after, sensitive, k):
    length = {len(pattern) for pattern in sensitive}
    shown = {w for size in length for _, w in windows(after, size)}
    return shown.isdisjoint(tuple(pattern) for pattern in sensitive)


def total_order(before, after, sensitive, k):
    return [w for _, w in harmless(before, sensitive, k)] == [
        w for _, w in harmless(after, sensitive, k)
    ]


def chains(text, sensitive, k):
    """Return how many p-chains spell each run of windows (section 3)."""
    found = harmless(text, sensitive, k)
    linked = [left[1:] == right[: k - 1] for (_, left), (_, right) in pairwise(found)]
    counts = Counter()
    for first in range(len(found)):
        for last in range(first, len(found)):
            if last > first and not linked[last - 1]:
                break
            counts[tuple(w for _, w in found[first : last + 1])] += 1
    return counts


def partial_order(before, after, sensitive, k):
    had, has = chains(before, sensitive, k), chains(after, sensitive, k)
    return all(has[chain] >= times for chain, times in had.items())


def frequencies(before, after, sensitive, k):
    had = Counter(w for _, w in harmless(before, sensitive, k))
    has = Counter(w for _, w in harmless(after, sensitive, k))
    return had, has


def equal_frequencies(before, after, sensitive, k):
    had, has = frequencies(before, after, sensitive, k)
    return had == has


def kept_frequencies(before, after, sensitive, k):
    had, has = frequencies(before, after, sensitive, k)
    return all(has[w] >= times for w, times in had.items())


def no_separator(before, after, sensitive, k):
    return "#" not in after


def short_unchanged(before, after, sensitive, k):
    return len(before) >= k or list(before) == list(after)


def equal_lengths(before, after, sensitive, k):
    return len(before) == len(after)


TWINS = {
    "C1": hidden,
    "P1": total_order,
    "Pi1": partial_order,
    "P2": equal_frequencies,
    "not-lowered": kept_frequencies,
    "no-separator": no_separator,
    "short-unchanged": short_unchanged,
    "equal-lengths": equal_lengths,
}


def totals(texts, k):
    return Counter(w for text in texts for _, w in windows(text, k))


def z_score(word, texts):
    """Section 6.3, for words of three letters or more."""
    k = len(word)
    middle = totals(texts, k - 2)[word[1:-1]]
    ends = totals(texts, k - 1)
    expected = ends[word[:-1]] * ends[word[1:]] / middle if middle else 0
    return (totals(texts, k)[word] - expected) / max(sqrt(expected), 1)


def gained(before, after, k):
    """Return how many occurrences each window has gained over a whole collection."""
    return totals(after, k) - totals(before, k)


def distortion(before, after, sensitive, k, tau):
    """Return frequency distortion, lost and ghost patterns (section 8)."""
    chosen = {tuple(pattern) for pattern in sensitive}
    had, has = totals(before, k), totals(after, k)
    kept = [w for w in {*had, *has} if w not in chosen]
    return (
        sum((had[w] - has[w]) ** 2 for w in kept),
        sum(had[w] >= tau > has[w] for w in kept),
        sum(had[w] < tau <= has[w] for w in kept),
    )


def edit_distance(left, right):
    row = list(range(len(right) + 1))
    for at, letter in enumerate(left, 1):
        above, row = row, [at]
        for other, last in enumerate(right, 1):
            change = above[other - 1] + (letter != last)
            row.append(min(above[other] + 1, row[-1] + 1, change))
    return row[-1]


def undone(text, k, separator="#"):
    """Return what undoing spells and how often, as the definition says; absent windows only."""
    text = list(text)
    shown = {w for _, w in windows(text, k, separator)}
    spelled = []
    if separator in text:
        for place, letter in enumerate(text):
            if letter == separator:
                spelled += _joined(text, place, k, separator)
    else:
        for at in range(len(text)):
            for gap in (0, 1):
                head, tail = text[at : at + k - 1], text[at + k - 1 + gap : at + 2 * k - 2 + gap]
                if len(tail) == k - 1 and head[1:] == tail[:-1]:
                    spelled.append((*head, tail[-1]))
    return Counter(window for window in spelled if window not in shown)


def _joined(text, place, k, separator):
    """Return the windows across the joint, once the longest repeat at a separator is taken out."""
    cuts = [at for at, letter in enumerate(text) if letter == separator]
    left = text[max([c + 1 for c in cuts if c < place], default=0) : place]
    right = text[place + 1 : min([c for c in cuts if c > place], default=len(text))]
    most = min(k - 2, len(left), len(right))
    overlap = next((o for o in range(most, 0, -1) if left[-o:] == right[:o]), 0)
    whole = left + right[overlap:]
    first, last = max(0, len(left) - k + 1), len(left) - overlap
    found = [tuple(whole[at : at + k]) for at in range(first, last)]
    return [window for window in found if len(window) == k]


def looks_hidden(text, pattern, separator="#"):
    """Count where a pattern looks hidden: its head, nothing or a letter, its tail."""
    text, k = list(text), len(pattern)
    head, tail = list(pattern[:-1]), list(pattern[1:])
    found = 0
    for at in range(len(text)):
        for gap in (0, 1):
            between = text[at + k - 1 : at + k - 1 + gap]
            if separator in text and between != [separator]:
                continue
            found += (
                text[at : at + k - 1] == head
                and text[at + k - 1 + gap : at + 2 * k - 2 + gap] == tail
            )
    return found
