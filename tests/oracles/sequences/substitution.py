"""Fewest substitutions by trying every text of the same length."""

from itertools import product


def best_texts(text, patterns, incoming):
    """All texts without a pattern that differ from a text in the fewest letters; maybe none."""
    choices = [sorted({letter, *incoming}) for letter in text]
    tried = ("".join(letters) for letters in product(*choices))
    fine = [one for one in tried if not any(pattern in one for pattern in patterns)]
    least = min((changes(text, one) for one in fine), default=0)
    return [one for one in fine if changes(text, one) == least]


def changes(text, other):
    """In how many letters two texts of one length differ."""
    return sum(left != right for left, right in zip(text, other, strict=True))


def least_changes(text, patterns, letters):
    """The fewest changes, by all endings of a length that a pattern can depend on; None if none."""
    longest = max(map(len, patterns))
    ends = {"": 0}
    for letter in text:
        after = {}
        for end, cost in ends.items():
            for other in letters:
                longer = end + other
                if not any(longer.endswith(pattern) for pattern in patterns):
                    short = longer[len(longer) - longest + 1 :] if longest > 1 else ""
                    short = longer if len(longer) < longest else short
                    after[short] = min(after.get(short, len(text)), cost + (other != letter))
        ends = after
    return min(ends.values(), default=None)
