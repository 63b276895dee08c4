"""Agreement of two annotators, word by word, straight from the definitions."""

import re


def kappa(text, one, other):
    """Return Cohen's kappa of the words of a text; None where chance alone makes both agree."""
    words = [match.span() for match in re.finditer(r"\w+", text)]
    first = [label_of(place, one) for place in words]
    second = [label_of(place, other) for place in words]
    if not words:
        return None
    agreed = sum(a == b for a, b in zip(first, second, strict=True)) / len(words)
    chance = sum(
        first.count(label) / len(words) * second.count(label) / len(words) for label in set(first)
    )
    return None if len(set(first + second)) == 1 else (agreed - chance) / (1 - chance)


def label_of(place, spans):
    """Return the label that covers most of a word; empty without one."""
    low, high = place
    covered = {}
    for span in spans:
        shared = len(set(range(low, high)) & set(range(span.start, span.end)))
        if shared:
            covered[span.label] = covered.get(span.label, 0) + shared
    most = max(covered.values(), default=0)
    return min((label for label, size in covered.items() if size == most), default="")


def f_of(one, other):
    """Return F of equal passages; None without any."""
    left = {(span.start, span.end, span.label) for span in one}
    right = {(span.start, span.end, span.label) for span in other}
    if not left and not right:
        return None
    precision = len(left & right) / len(right) if right else 0.0
    recall = len(left & right) / len(left) if left else 0.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
