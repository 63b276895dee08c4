"""Substitutions: no text of the same length without patterns differs in fewer letters.

Disjoint occurrences of the input say how many letters must change at least. Where the release
changes more, all texts that could do with fewer are gone through, in an order that forgets what no
pattern can depend on. The release itself says how far it is to be looked; the method's page proves
that this is far enough. Numbers of best texts decide what a lot draws. Nothing is shared with the
algorithms: states are the letters themselves here.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np

from textveil.strings.windows.exact_windows import Numbers, among
from textveil.values.keys.draw import Draw
from textveil.values.verdict import Verdict, Witness
from textveil.verify.sequences.draws import drawn_numbers
from textveil.verify.sequences.windows import Sides

__all__ = ["Substitutions"]

_SHOWN: Final = 10
_BLOCK: Final = 64
_HELD: Final = 256
_NEAR: Final = 2.0**-30
"""Counts are rounded, so that a lot this near to a border may be on either side of it."""

Text = tuple[int, ...]
Lot = Callable[[int], float]
"""The lot of a place, from 0 on and below 1."""

Layer = dict[Text, tuple[int, float]]
"""By what a text ends with: the fewest changes so far, and how many texts have so few."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Letters that could be changed instead: from low to high, felt until stop."""

    owner: int
    low: int
    high: int
    stop: int
    bound: int
    changed: int


class Substitutions:
    """The changed letters of a release as long as its input.

    Parameters
    ----------
    sides
        Input and release, with all patterns that had to be hidden in their full length.
    incoming
        The letters that a letter may change to.
    """

    def __init__(self, sides: Sides, incoming: Collection[str]) -> None:
        self.sides = sides
        first, last = sides.part(0)
        self.old = sides.letters[first:last]
        self.new = sides.letters[slice(*sides.part(1))]
        spelled = zip(sides.pattern_places().tolist(), map(len, sides.patterns), strict=True)
        self.patterns = {tuple(sides.letters[at : at + n].tolist()) for at, n in spelled}
        self.prefixes = {one[:end] for one in self.patterns for end in range(len(one))}
        self.longest = max(map(len, self.patterns), default=1)
        used = {letter for one in self.patterns for letter in one}
        may = sorted(sides.known[symbol] for symbol in incoming if symbol in sides.known)
        self.letters = [letter for letter in may if letter in used]
        self.others = [letter for letter in may if letter not in used]
        self.used = used
        self._known: dict[tuple[Text, int], Text | None] = {}

    @property
    def comparable(self) -> bool:
        """Whether every sequence is as long as in the input."""
        return bool((self.sides.lengths[0] == self.sides.lengths[1]).all())

    @property
    def changed(self) -> int:
        """How many letters differ from those of the input."""
        return int(np.count_nonzero(self.old != self.new)) if self.comparable else 0

    def fewest(self) -> Verdict:
        """Check that no fewer changes hide all patterns, and that letters became what they may."""
        if not self.comparable:
            return Verdict.not_checkable("fewest", "the release has other lengths than the input")
        wrong = []
        for one in self.stretches:
            reason = self._fault(one)
            if reason:
                wrong.append(self._witness(one, one.low, one.high, reason))
        changed = np.flatnonzero(self.old != self.new)
        strange = changed[~np.isin(self.new[changed], [*self.letters, *self.others])]
        for place in strange.tolist():
            name, start = self.sides.offset(place)
            wrong.append(Witness(name, start, start + 1, "this letter may not come in"))
        return Verdict.of("fewest", int(changed.size), wrong[:_SHOWN], len(wrong))

    def drawn_letters_differ(self, draw: Draw) -> Iterator[Witness]:
        """Yield where the lots of a key lead to other letters."""

        @lru_cache(maxsize=4)
        def block(owner: int, number: int) -> list[int]:
            parts = ("sanitize letters", str(owner + 1), str(number))
            return [int(lot) for lot in drawn_numbers(draw, _BLOCK, *parts)]

        for one in self.stretches if self.comparable else ():
            begin = int(self.sides.starts[0][one.owner])

            def lot(place: int, owner: int = one.owner, begin: int = begin) -> float:
                at = place - begin
                return (block(owner, at // _BLOCK)[at % _BLOCK] >> 11) * 2.0**-53

            wrong = next(self._undrawn(one, lot), None)
            if wrong is not None:
                yield self._witness(one, wrong, wrong + 1, "the key draws another letter")

    @cached_property
    def stretches(self) -> list[_Stretch]:
        """All stretches with occurrences of the input or changed letters, from left to right."""
        starts, ends, real = self._marks
        reach = self.longest - 1
        owners = np.searchsorted(self.sides.starts[0], starts, side="right") - 1
        picked, found = set(self._picks), np.stack([owners, starts, ends, real], axis=1)
        joined: list[list[int]] = []  # owner, first, end, disjoint occurrences, changed letters
        for owner, start, end, occurs in sorted(found.tolist()):
            needed = int(occurs and (start, end) in picked)
            joined.append([owner, start, end, needed, int(not occurs)])
            while len(joined) > 1 and self._touch(joined[-2], joined[-1], reach):
                last = joined.pop()
                joined[-1][2] = max(joined[-1][2], last[2])
                joined[-1][3] += last[3]
                joined[-1][4] += last[4]
        return [self._stretch(row, reach) for row in joined]

    @cached_property
    def _marks(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return where occurrences and changed letters begin and end, and which are the first."""
        changed = np.flatnonzero(self.old != self.new)
        starts, ends = [changed], [changed + 1]
        for length in {len(one) for one in self.patterns}:
            here = self.sides.windows(0, length)
            found = here.places[among(here.numbers, self.sides.pattern_numbers(length))]
            starts.append(found)
            ends.append(found + length)
        every = np.concatenate(starts)
        real = (np.arange(every.size) >= changed.size).astype(np.int64)
        return every, np.concatenate(ends), real

    @staticmethod
    def _touch(left: list[int], right: list[int], reach: int) -> bool:
        """Tell whether letters between two stretches might be changed for both."""
        spare = max(left[4] - left[3], 0) + max(right[4] - right[3], 0) + 1
        return left[0] == right[0] and right[1] - left[2] + 1 <= spare * reach

    def _stretch(self, row: list[int], reach: int) -> _Stretch:
        owner, first, end, bound, changed = row
        begin = int(self.sides.starts[0][owner])
        stop = begin + int(self.sides.lengths[0][owner])
        room = max(changed - bound, 0) * reach
        low, high = max(first - room, begin), min(end + room, stop)
        return _Stretch(owner, low, high, min(high + reach, stop), bound, changed)

    def _fault(self, one: _Stretch) -> str:
        """Say why a stretch has not the fewest changes; empty if it has."""
        if one.changed < one.bound:
            return "fewer letters are changed than patterns need"
        if one.changed == one.bound:
            return ""
        last = self._layers(one)[-1]
        least = min((cost for cost, _ in last[-1].values()), default=one.changed)
        return "fewer changed letters would do" if least < one.changed else ""

    def _next(self, text: Text, letter: int) -> Text | None:
        """Return what a text ends with after one more letter; None if a pattern ends there."""
        asked = (text, letter)
        if asked not in self._known:
            longer = (*text, letter)
            ends = [longer[at:] for at in range(len(longer) + 1)]
            bad = not self.patterns.isdisjoint(ends)
            self._known[asked] = None if bad else next(e for e in ends if e in self.prefixes)
        return self._known[asked]

    def _before(self, one: _Stretch) -> Text:
        """Return what the input ends with before a stretch."""
        begin = max(int(self.sides.starts[0][one.owner]), one.low - self.longest + 1)
        text: Text = ()
        for letter in self.old[begin : one.low].tolist():
            text = self._next(text, letter) or ()
        return text

    def _ways(self, one: _Stretch, place: int, text: Text) -> Iterator[tuple[int, int, Text]]:
        """Yield the letters that may stand at a place: letter, cost and what it leads to.

        Letters of no pattern that may come in are one, the first.
        """
        here = int(self.old[place])
        free = place < one.high and here in self.used
        choices = {here, *self.letters, *self.others[:1]} if free else {here}
        for letter in sorted(choices, key=lambda x: (x not in self.used, x)):
            after = self._next(text, letter)
            if after is not None:
                yield letter, int(letter != here), after

    def _many(self, letter: int, cost: int) -> int:
        """Return how many letters a letter that comes in stands for."""
        return len(self.others) if cost and letter not in self.used else 1

    def _layers(self, one: _Stretch) -> list[list[Layer]]:
        """Return every 256th layer of a stretch as a list of its own, and all behind the last."""
        layer: Layer = {self._before(one): (0, 1.0)}
        kept: list[list[Layer]] = []
        for start in range(one.low, max(one.stop, one.low + 1), _HELD):
            block = self._block(one, start, layer)
            layer = block[-1]
            kept.append(block if start + _HELD >= one.stop else block[:1])
        return kept

    def _block(self, one: _Stretch, start: int, layer: Layer) -> list[Layer]:
        """Return the layers from one on, as far as a block goes."""
        found = [layer]
        picks = self._picks
        for place in range(start, min(start + _HELD, one.stop)):
            # So many disjoint occurrences lie behind this letter, each of which needs a change.
            left = bisect_left(picks, (one.high,)) - bisect_left(picks, (place + 1,))
            limit = one.changed - max(left, 0)
            after: Layer = {}
            for text, (cost, count) in found[-1].items():
                for letter, more, then in self._ways(one, place, text):
                    least, many = after.get(then, (limit + 1, 0.0))
                    total = count * self._many(letter, more)
                    if cost + more < least:
                        after[then] = (cost + more, total)
                    elif cost + more == least <= limit:
                        after[then] = (least, many + total)
            most = max((count for _, count in after.values()), default=0.0)
            if most > 2.0**500:
                after = {text: (cost, count * 2.0**-500) for text, (cost, count) in after.items()}
            found.append(after)
        return found

    @cached_property
    def _picks(self) -> list[tuple[int, int]]:
        """Disjoint occurrences of the input, as many as there can be, from left to right."""
        starts, ends, real = self._marks
        free, picked = 0, []
        both = zip(ends[real > 0].tolist(), starts[real > 0].tolist(), strict=True)
        for end, start in sorted(both):
            if start >= free:
                picked.append((start, end))
                free = end
        return picked

    def _undrawn(self, one: _Stretch, lot: Lot) -> Iterator[int]:
        """Yield places of a stretch, from the last to the first, that were not drawn so."""
        texts: list[Text] = [self._before(one)]
        for letter in self.new[one.low : one.stop].tolist():
            texts.append(self._next(texts[-1], letter) or ())
        cost = one.changed
        kept = self._layers(one)
        last = sorted(kept[-1][-1].items())
        ends = [(text, count) for text, (least, count) in last if least == cost]
        if not _falls(lot, one.stop, ends, texts[-1]):
            yield one.stop - 1
        for number in range(len(kept) - 1, -1, -1):
            start = one.low + number * _HELD
            block = (
                kept[number]
                if number == len(kept) - 1
                else self._block(one, start, kept[number][0])
            )
            for place in range(start + len(block) - 2, start - 1, -1):
                at = place - one.low
                chosen = (texts[at], int(self.new[place]))
                ways = list(self._to(one, place, block[place - start], texts[at + 1], cost))
                if not _falls(lot, place, ways, chosen):
                    yield place
                cost -= int(self.new[place] != self.old[place])

    def _to(
        self, one: _Stretch, place: int, layer: Layer, goal: Text, cost: int
    ) -> Iterator[tuple[tuple[Text, int], float]]:
        """Yield the ways to a text with so few changes, in the order of the draw."""
        for text, (sofar, count) in sorted(layer.items()):
            for letter, more, then in self._ways(one, place, text):
                if then == goal and sofar + more == cost:
                    stands = self.others if more and letter not in self.used else [letter]
                    yield from (((text, other), count) for other in stands)

    def _witness(self, one: _Stretch, first: int, last: int, reason: str) -> Witness:
        name = self.sides.ids[one.owner]
        begin = int(self.sides.starts[0][one.owner])
        return Witness(name, first - begin, last - begin, reason)


def _falls(lot: Lot, place: int, ways: Sequence[tuple[object, float]], chosen: object) -> bool:
    """Tell whether the lot of a place leads to the chosen one of some ways."""
    if len(ways) < 2:
        return [way for way, _ in ways] == [chosen]
    total = sum(count for _, count in ways)
    goal, near, sofar = lot(place) * total, _NEAR * total, 0.0
    for way, count in ways:
        if way == chosen:
            return sofar - near <= goal < sofar + count + near
        sofar += count
    return False
