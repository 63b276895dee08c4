"""Scanner: runs all rules over one text; automata skip places that no rule can match."""

from functools import lru_cache
from heapq import heapreplace
from typing import Any

from re2 import _re2

from textveil.detect.rules.rule import (
    LONGEST,
    Hit,
    Rule,
    compiled,
    engine_options,
    refused_expression,
)
from textveil.detect.rules.table import rule_table
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["Found", "Scanner", "outermost", "scanner"]

_ANYWHERE = _re2.RE2.Anchor.UNANCHORED
_HERE = _re2.RE2.Anchor.ANCHOR_START


Found = tuple[Hit, int]
"""What a rule accepts, and the rule's place in the table."""


_TOGETHER = frozenset({"AGE", "DATE", "TIME", "EMAIL", "IP", "URL", "USERNAME"})
"""Labels whose rules are searched for together; the rules of all others are the second group."""


class _Places:
    """The next place where any expression matches, and the end of the longest match.

    One automaton for each group of rules: that of all rules together has a state for every way in
    which their counts can meet, and outgrows its memory on a long text. A search has a cost of its
    own, which short texts feel, so that there are two groups and not more.
    """

    def __init__(self, searches: list[Any], data: bytes) -> None:
        self._searches = searches
        self._data = data
        # Start, end and group, the leftmost first and of those the longest; all to be looked for.
        self._heap = [(-1, 0, at) for at in range(len(searches))]

    def following(self, position: int) -> tuple[int, int]:
        """Return start and end; after the last place, the size of the data twice."""
        heap, data = self._heap, self._data
        size = len(data)
        while heap[0][0] < position:
            at = heap[0][2]
            ((start, end),) = self._searches[at](_ANYWHERE, data, position, size)
            heapreplace(heap, (start, -end, at) if start >= 0 else (size, -size, at))
        return heap[0][0], -heap[0][1]


class _Matchers(dict[int, Any]):
    """The matcher of each rule, made on first use: most are never needed."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._rules = rules

    def __missing__(self, rank: int) -> Any:
        self[rank] = compiled(self._rules[rank].pattern)._regexp.Match
        return self[rank]


class Scanner:
    """Finds every place where a rule accepts something.

    Notes
    -----
    The expressions are searched for the leftmost place where any of them matches; there, one
    automaton of all rules says which of them match, these are tried one by one, and the search goes
    on one byte later. So every rule is tried at every place where it matches, as if it ran alone.
    Two short cuts save work and lose only passages inside an accepted one, which are dropped
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
        # First, since it says which expression the engine refuses.
        self._which = _members(rules)
        groups: dict[bool, list[str]] = {}
        for rule in rules:
            groups.setdefault(rule.label in _TOGETHER, []).append(f"(?:{rule.pattern})")
        self._searches = [
            compiled(f"(?:{'|'.join(group)})")._regexp.Match for group in groups.values()
        ]
        self._matchers = _Matchers(rules)
        # A rule without context words needs no more than its check.
        self._judges = [rule.judge if rule.has_context else rule.check for rule in rules]

    def matching(self, data: bytes, start: int) -> list[int]:
        """Return the rules whose expressions match at a place, in order of the table."""
        # One byte before, for word borders. Unbounded rules match within `LONGEST` or not at all.
        near = data[start - 1 : start + LONGEST] if start else b"\n" + data[:LONGEST]
        ranks: list[int] = self._which(near)
        if len(ranks) > 1:
            ranks.sort()
        # At a place where some rule matches, an empty answer means that memory ran out.
        return ranks or [
            rank
            for rank in range(len(self.rules))
            if self._matchers[rank](_HERE, data, start, len(data))[0][1] >= 0
        ]

    def scan(self, data: bytes, min_score: float = 0.0) -> list[Found]:
        """Return what the rules accept with this score, outermost passages only, in order."""
        size = len(data)
        places = _Places(self._searches, data)
        matchers, judges = self._matchers, self._judges
        found: list[Found] = []
        low = high = position = 0
        tangled = False
        while True:
            if position > low:
                position = max(position, high - LONGEST)
            start, end = places.following(position)
            if start == size:
                return outermost(found) if tangled else found
            position = start + 1
            # Only what is smaller: at the same place another rule may stand earlier in the table.
            if end <= high and (start > low or (start == low and end < high)):
                continue
            ranks = self.matching(data, start)
            for rank in ranks:
                # The longest match of all is that of the only rule.
                stop = end if len(ranks) == 1 else matchers[rank](_HERE, data, start, size)[0][1]
                hit = judges[rank](data, start, stop)
                if hit is None or hit.score < min_score:
                    continue
                found.append((hit, rank))
                tangled = tangled or hit.start < high
                if hit.end > high:
                    low, high = hit.start, hit.end
                if hit.start == start and hit.end == end:
                    break


def _members(rules: tuple[Rule, ...]) -> Any:
    """Return a function that names the rules that match after the first byte of its argument."""
    members = _re2.Set(_HERE, engine_options())
    for rule in rules:
        if members.Add(f"(?s:.)(?:{rule.pattern})".encode("ascii")) < 0:
            raise refused_expression(rule.where)
    members.Compile()
    return members.Match


def outermost(found: list[Found]) -> list[Found]:
    """Drop passages inside others; of equal passages keep the rule of lower rank."""
    kept: list[Found] = []
    reached = -1
    for hit, rank in sorted(found, key=lambda f: (f[0].start, -f[0].end, f[1])):
        if hit.end > reached:
            kept.append((hit, rank))
            reached = hit.end
    return kept


@lru_cache(maxsize=16)
def scanner(
    region: str,
    labels: frozenset[str] | None = None,
    min_score: float = 0.0,
    language: str = ENGLISH,
) -> Scanner:
    """Return the scanner for these rules, built once per process."""
    rules = rule_table(region, labels, language)
    return _built(tuple(rule for rule in rules if rule.ceiling >= min_score))


# Several scores often ask for the same rules.
_built = lru_cache(maxsize=16)(Scanner)
