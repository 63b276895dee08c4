"""Scanner: all rules over one text, through one automaton that skips what no rule can match."""

import re
from functools import lru_cache
from typing import Any

from re2 import _re2

from textveil.detect.rules.rule import LONGEST, Check, Hit, Rule, compiled
from textveil.detect.rules.table import rule_table

__all__ = ["Found", "Scanner", "outermost", "scanner"]

_ANYWHERE = _re2.RE2.Anchor.UNANCHORED
_HERE = _re2.RE2.Anchor.ANCHOR_START


Found = tuple[Hit, int]
"""What a rule accepts, and the rule's place in the table."""


class Scanner:
    """Finds every place where a rule accepts something.

    Notes
    -----
    The union of all expressions is searched for the leftmost place where any of them matches;
    there, the rules that can begin with that byte are tried one by one; and the search goes on one
    byte later. So every rule is tried at every place where it matches, as if it ran alone. Two
    short cuts save work and lose nothing but passages inside an accepted one, which are dropped
    anyway: a place whose longest match is smaller than an accepted passage around it is passed
    over, and no further rule is tried where one has accepted the longest match whole.

    A bounded rule that starts more than `LONGEST` before the end of an accepted passage stays
    inside it, and so does an unbounded one, by its contract: the search goes on from there. Each
    byte is therefore read a bounded number of times, and time is linear in the text.

    The calls go to the engine itself (`re2._re2`), not through the match objects of its wrapper,
    which cost more than the search between two matches.
    """

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        union = "|".join(f"(?:{rule.pattern})" for rule in rules)
        self._search = compiled(f"(?:{union})")._regexp.Match
        matchers = [compiled(rule.pattern)._regexp.Match for rule in rules]
        firsts = [re.compile(f"[{rule.first}]".encode("ascii")) for rule in rules]
        # A rule without context words needs no more than its check.
        judges = [rule.judge if rule.has_context else rule.check for rule in rules]
        self._by_first: list[tuple[tuple[int, Any, Check], ...]] = [
            tuple(
                (rank, matchers[rank], judges[rank])
                for rank in range(len(rules))
                if firsts[rank].match(bytes([byte]))
            )
            for byte in range(256)
        ]

    def scan(self, data: bytes, min_score: float = 0.0) -> list[Found]:
        """Return what the rules accept with this score, outermost passages only, in order."""
        search, size = self._search, len(data)
        found: list[Found] = []
        low = high = position = 0
        tangled = False
        while True:
            if position > low:
                position = max(position, high - LONGEST)
            ((start, end),) = search(_ANYWHERE, data, position, size)
            if start < 0:
                return outermost(found) if tangled else found
            position = start + 1
            # Only what is smaller: at the same place another rule may stand earlier in the table.
            if end <= high and (start > low or (start == low and end < high)):
                continue
            for rank, match, judge in self._by_first[data[start]]:
                stop = match(_HERE, data, start, size)[0][1]
                hit = judge(data, start, stop) if stop >= 0 else None
                if hit is None or hit.score < min_score:
                    continue
                found.append((hit, rank))
                tangled = tangled or hit.start < high
                if hit.end > high:
                    low, high = hit.start, hit.end
                if hit.start == start and hit.end == end:
                    break


def outermost(found: list[Found]) -> list[Found]:
    """Drop what lies inside another passage; of equal passages the rule of lower rank stays."""
    kept: list[Found] = []
    reached = -1
    for hit, rank in sorted(found, key=lambda f: (f[0].start, -f[0].end, f[1])):
        if hit.end > reached:
            kept.append((hit, rank))
            reached = hit.end
    return kept


@lru_cache(maxsize=16)
def scanner(region: str, labels: frozenset[str] | None = None, min_score: float = 0.0) -> Scanner:
    """Return the scanner for these rules, built once a process."""
    rules = rule_table(region, labels)
    return Scanner(tuple(rule for rule in rules if rule.ceiling >= min_score))
