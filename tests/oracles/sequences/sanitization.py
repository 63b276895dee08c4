"""Sequence sanitization by the definitions of paper 3: exhaustive, slow and obvious.

A sequence is a string; `#` is the separator. What a definition forbids is tried and discarded.
"""

from collections import Counter
from itertools import pairwise, permutations, product
from math import inf, sqrt

SEPARATOR = "#"


def windows(text, k):
    """All patterns of length k in order; none contains a separator."""
    found = (text[i : i + k] for i in range(len(text) - k + 1))
    return [u for u in found if SEPARATOR not in u]


def counts(texts, k):
    return Counter(u for text in texts for u in windows(text, k))


def shown(text, sensitive, k):
    """The chain of non-sensitive patterns."""
    return [u for u in windows(text, k) if u not in sensitive]


def keeps_order(text, other, sensitive, k):
    """C1, P1 and P2 in one: the same chain of patterns, nothing else."""
    return windows(other, k) == shown(text, sensitive, k)


def valid_strings(text, sensitive, k, letters, longest):
    """Every string over the letters and the separator with C1, P1 and P2, up to a length."""
    goal = shown(text, sensitive, k)
    layer = [("", 0)]
    for length in range(longest + 1):
        yield from (string for string, done in layer if done == len(goal))
        if length == longest:
            return
        following = []
        for (string, done), letter in product(layer, (*letters, SEPARATOR)):
            longer = string + letter
            made = windows(longer[-k:], k)
            if not made:
                following.append((longer, done))
            elif done < len(goal) and made[0] == goal[done]:
                following.append((longer, done + 1))
        layer = following


def shortest(text, sensitive, k, letters, longest):
    """The length of the shortest string with C1, P1 and P2."""
    return len(next(valid_strings(text, sensitive, k, letters, longest)))


def total_order(text, sensitive, k):
    """X by the two rules of section 4; what is shorter than k stays."""
    if len(text) < k:
        return text
    result = ""
    for number, u in enumerate(shown(text, sensitive, k)):
        if number and result[len(result) - k + 1 :] == u[: k - 1]:
            result += u[-1]
        else:
            result += (SEPARATOR if number else "") + u
    return result


def shortest_order(x, k):
    """The least length over all orders of X's blocks and all their merges."""
    blocks = x.split(SEPARATOR)
    best = inf
    for order in permutations(blocks):
        length = len(order[0])
        for before, after in pairwise(order):
            merges = before[len(before) - k + 1 :] == after[: k - 1]
            length += len(after) - (k - 1) if merges else len(after) + 1
        best = min(best, length)
    return best


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def least_distance(text, sensitive, k, letters, at_most):
    """The least edit distance of a string with C1, P1 and P2, if it is at most a number."""
    strings = valid_strings(text, sensitive, k, letters, len(text) + at_most)
    return min(
        (edit_distance(text, s) for s in strings if len(s) >= len(text) - at_most), default=None
    )


def separator_options(y, k, letters):
    """For each separator, the windows that each letter, and nothing in its place, would make."""
    options = []
    for i, letter in enumerate(y):
        if letter == SEPARATOR:
            left, right = y[i - k + 1 : i], y[i + 1 : i + k]
            options.append([windows(left + x + right, k) for x in (*letters, "")])
    return options


def z_score(u, texts):
    """Section 6.3."""
    whole, head, tail = (counts(texts, len(v))[v] for v in (u, u[:-1], u[1:]))
    middle = counts(texts, len(u) - 2)[u[1:-1]]
    expected = head * tail / middle if middle else 0.0
    return (whole - expected) / max(sqrt(expected), 1.0)


def ghost_costs(texts, options, allowed, k, tau):
    """The cost of every option by section 6.2; None where it is not allowed."""
    frequency = counts(texts, k)
    most = Counter()
    for each, open_ in zip(options, allowed, strict=True):
        best = Counter()
        for made, fits in zip(each, open_, strict=True):
            if fits:
                best |= Counter(made)
        most += best
    candidates = {u for u in most if frequency[u] < tau <= frequency[u] + most[u]}
    return [
        [
            sum(u in candidates for u in made) if fits else None
            for made, fits in zip(e, a, strict=True)
        ]
        for e, a in zip(options, allowed, strict=True)
    ]


def knapsack(cost, weight, budget):
    """The least cost of one option of each class within a budget; None if none fits."""
    totals = [
        sum(row[x] for row, x in zip(cost, chosen, strict=True))
        for chosen in product(*(range(len(row)) for row in cost))
        if sum(row[x] for row, x in zip(weight, chosen, strict=True)) <= budget
    ]
    least = min(totals, default=inf)
    return None if least == inf else least


def ghosts(before, after, k, tau):
    """The patterns that only the result shows tau times."""
    old, new = counts(before, k), counts(after, k)
    return {u for u in new if old[u] < tau <= new[u]}


def fewest_ghosts(texts, options, allowed, weights, theta, k, tau):
    """The fewest distinct ghosts over all choices; None if no choice is allowed."""
    frequency = counts(texts, k)
    open_ = [[x for x, fits in enumerate(row) if fits] for row in allowed]
    best = None
    for chosen in product(*open_):
        if sum(row[x] for row, x in zip(weights, chosen, strict=True)) > theta:
            continue
        gained = Counter(u for each, x in zip(options, chosen, strict=True) for u in each[x])
        number = sum(frequency[u] < tau <= frequency[u] + g for u, g in gained.items())
        best = number if best is None else min(best, number)
    return best


def baseline(text, sensitive, k, letters):
    """BA, section 8, ties broken by the first letter and the first place."""
    z = list(text)
    for start in range(len(z) - k + 1):
        r = "".join(z[start : start + k])
        if r not in sensitive:
            continue
        place = max(range(start, start + k), key=lambda i: (z.count(z[i]), -i))
        old, fitting = z[place], []
        frequency = Counter(z[:place] + z[place + 1 :])
        for letter in letters:
            z[place] = letter
            around = "".join(z[max(0, place - k + 1) : place + k])
            if letter not in r and not set(windows(around, k)) & set(sensitive):
                fitting.append((frequency[letter], letters.index(letter), letter))
        z[place] = old
        z[place] = min(fitting)[2] if fitting else SEPARATOR
    return "".join(z)


def is_subsequence(u, text):
    rest = iter(text)
    return all(letter in rest for letter in u)
