"""Wildcard forms by their definition: every form of every term, matched with `re.fullmatch`."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

Beaten = tuple[str, int, int]
"""A form as it is written, its k, and how many characters remain."""


def written(term: str, gone: Iterable[int]) -> str:
    deleted = "".join("\0" if i in set(gone) else c for i, c in enumerate(term))
    escaped = deleted.replace("\\", "\\\\").replace("*", "\\*")
    return re.sub("\0+", "*", escaped)


def pattern(form: str) -> re.Pattern[str]:
    parts = re.findall(r"\\[\\*]|.", form, re.DOTALL)
    return re.compile("".join(".+" if p == "*" else re.escape(p[-1]) for p in parts), re.DOTALL)


def matching(terms: Sequence[str], form: str) -> list[int]:
    found = pattern(form)
    return [number for number, term in enumerate(terms) if found.fullmatch(term)]


def forms(terms: Sequence[str], term: str) -> list[Beaten]:
    """Return all forms of a term, each once."""
    remaining: dict[str, int] = {}
    for size in range(1, len(term)):
        for gone in combinations(range(len(term)), size):
            remaining[written(term, gone)] = len(term) - size
    return [(form, len(matching(terms, form)), left) for form, left in remaining.items()]


def frontier(terms: Sequence[str], term: str) -> set[Beaten]:
    """Return the forms that no other form beats strictly in both k and remaining characters."""
    all_forms = forms(terms, term)
    return {
        (form, k, left)
        for form, k, left in all_forms
        if not any(k2 > k and left2 > left for _, k2, left2 in all_forms)
    }


def choices(terms: Sequence[str], term: str, k: int) -> set[Beaten]:
    """Return the forms that the rule may choose: most characters, then smallest k."""
    enough = [(form, count, left) for form, count, left in forms(terms, term) if count >= k]
    best = min(((-left, count) for _, count, left in enough), default=None)
    return {form for form in enough if (-form[2], form[1]) == best}


def effective(terms: Sequence[str], form: str, k: int) -> int:
    """Return k_eff: for how many terms the form is a possible choice."""
    return sum(form in {f for f, _, _ in choices(terms, t, k)} for t in terms)


def most_kept(groups: Sequence[int], shown: Sequence[int], counting: Sequence[bool], k: int) -> int:
    """Return how many characters can be kept if terms are only ever removed from their groups.

    Among the terms that count, each group keeps none or at least k, and none, at least k or all
    are removed.
    """
    everyone = [t for t, counts in enumerate(counting) if counts]
    inside = [t for t in everyone if groups[t] >= 0]
    best = 0
    for size in range(1, len(inside) + 1):
        for stay in combinations(inside, size):
            sizes = Counter(groups[t] for t in stay)
            removed = len(everyone) - size
            if min(sizes.values()) >= k and (removed == 0 or removed >= k):
                best = max(best, sum(shown[groups[t]] for t in stay))
    return best


def attacked(terms: Sequence[str], released: dict[str, str | None], seen: str | None) -> list[str]:
    """Return the candidates of someone who knows Q and the whole released map, given one form.

    None, or `*`, is the form of terms of which nothing is shown.
    """
    return [term for term in terms if released[term] == seen]
