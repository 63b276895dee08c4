"""Slow, obvious twins of the sequence model's parts."""

import re


def words_of(text):
    """Return offsets of all words, whatever the lines."""
    pattern = r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|[^\w\s]|_"
    return [found.span() for found in re.finditer(pattern, text)]


def tags(starts, ends, spans):
    """Tag a word by the span it overlaps; the first word of a span that no span before it took."""
    found = []
    begun = set()
    for start, end in zip(starts, ends, strict=True):
        tag = "O"
        for number, (low, high, label) in enumerate(spans):
            if low < end and start < high:
                tag = ("I-" if number in begun else "B-") + label
                begun.add(number)
                break
        found.append(tag)
    return found


def passages(scores, labels, begins, threshold):
    """Return runs of words as lists of places."""
    runs = []
    for at, score in enumerate(scores):
        if score < threshold:
            continue
        goes_on = (
            at > 0
            and scores[at - 1] >= threshold
            and labels[at - 1] == labels[at]
            and not begins[at]
        )
        if goes_on:
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs


def isotonic(truth):
    """Return the rising sequence nearest in squares, by the max-min formula over averages."""

    def mean(a, b):
        return sum(truth[a : b + 1]) / (b + 1 - a)

    n = len(truth)
    return [max(min(mean(a, b) for b in range(i, n)) for a in range(i + 1)) for i in range(n)]
