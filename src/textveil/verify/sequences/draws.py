"""Draws made anew: the decoys that a key draws for the sensitive patterns of an input.

The definition stands on the method's page, and the makers have code of their own for it. Lots are
numbers of 64 bits that follow from the key; an order is that of lots. Patterns are numbered windows
here and rows of letters only where they must be spelled.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import shake_256
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.strings.windows.exact_windows import (
    END,
    NOWHERE,
    Flags,
    Numbers,
    among,
    firsts_of,
    ranked,
    window_numbers,
)
from textveil.values.keys.draw import Draw
from textveil.values.sequences import Sequences
from textveil.verify.sequences.hidden import Codes
from textveil.verify.sequences.windows import lay

__all__ = ["DecoyDraw", "drawn_numbers"]

_FIRST: Final = 2
"""The number of the letter with code 0; ends and separators are below it."""
_SPARE: Final = 16
_LISTED: Final = 2**20

Group = frozenset[tuple[int, ...]]


def drawn_numbers(draw: Draw, count: int, *parts: str) -> NDArray[np.uint64]:
    """Return the lots of a key for one purpose."""
    data = shake_256(draw.digest(*parts)).digest(count * 8)
    weights = np.uint64(1) << np.arange(0, 64, 8, dtype=np.uint64)
    octets = np.frombuffer(data, np.uint8).reshape(count, 8)
    return octets.astype(np.uint64) @ weights


@dataclass(frozen=True, slots=True, repr=False)
class _Candidates:
    """Patterns that may be in a group, in the order of their first occurrence.

    With two strands, each stands for itself and its reverse complement.
    """

    places: Numbers
    times: Numbers
    shadowed: Flags
    sensitive: Flags
    turned: Flags

    def where(self, chosen: Flags | Numbers) -> "_Candidates":
        """Return some of them: those that are marked, or those at some places."""
        return _Candidates(
            self.places[chosen],
            self.times[chosen],
            self.shadowed[chosen],
            self.sensitive[chosen],
            self.turned[chosen],
        )


@dataclass(frozen=True, slots=True, repr=False)
class DecoyDraw:
    """Everything that groups of decoys follow from.

    Attributes
    ----------
    before
        The input.
    sensitive
        All patterns of k letters that are hidden for their own sake, a row each.
    decoys
        M: how many patterns a group has.
    incoming
        Codes that decoys may have, rising.
    paired
        What pairs with each code; None for one strand.
    draw
        By the key.
    """

    before: Sequences
    sensitive: Codes
    decoys: int
    incoming: Numbers
    paired: Codes | None
    draw: Draw

    def groups(self, number: int) -> frozenset[Group] | None:
        """Return the groups of one draw; None if there are too few patterns for them."""
        letters, candidates = self._candidates()
        found: list[Group] = []
        for kind, own in (("others", ~candidates.turned), ("palindromes", candidates.turned)):
            made = self._of_kind(letters, candidates.where(own), kind, number)
            if made is None:
                return None
            found += made
        return frozenset(found)

    def _candidates(self) -> tuple[Codes, _Candidates]:
        """Return the letters of the input, laid out, and the patterns of it that may be used."""
        k = self.sensitive.shape[1]
        size = len(self.before.alphabet)
        letters = lay(self.before, np.arange(_FIRST, _FIRST + size, dtype=np.int32))
        ends = np.full((len(self.sensitive), 1), END, np.int32)
        listed = np.concatenate([self.sensitive + np.int32(_FIRST), ends], axis=1).reshape(-1)
        strands = [letters] if self.paired is None else [letters, self._other_strand(letters)]
        numbers = window_numbers(np.concatenate([*strands, listed]), k)
        here, secret = numbers[: letters.size], numbers[len(strands) * letters.size :: k + 1]
        starts = np.flatnonzero(here != NOWHERE)
        values, ranks = ranked(here[starts])
        times = np.bincount(ranks, minlength=values.size)
        firsts = starts[firsts_of(ranks, values.size)]
        shadowed = np.zeros(values.size, np.bool_)
        shadowed[ranks[_in_shadow(times[ranks], starts, letters.size, k)]] = True
        chosen = among(values, secret)
        order = np.argsort(firsts)
        order = order[chosen[order] | self._may_come_in(letters, firsts[order], k)]
        none = np.zeros(values.size, np.bool_)
        found = _Candidates(firsts, times, shadowed, chosen, none).where(order)
        if self.paired is None:
            return letters, found
        # The other strand of the window at p begins where, from the end, that window ends.
        others = numbers[letters.size : 2 * letters.size][letters.size - firsts[order] - k]
        return letters, _in_pairs(found, values[order], others)

    def _other_strand(self, letters: Codes) -> Codes:
        """Return the reverse complement of laid-out letters."""
        names = np.arange(_FIRST + len(self.before.alphabet), dtype=np.int32)
        if self.paired is not None:
            names[_FIRST:] = self.paired + _FIRST
        return names[letters[::-1]]

    def _may_come_in(self, letters: Codes, places: Numbers, k: int) -> Flags:
        """Tell which windows have no letters but those that may come in."""
        strange = np.ones(_FIRST + len(self.before.alphabet), np.bool_)
        strange[self.incoming + _FIRST] = False
        if not strange[_FIRST:].any():
            return np.ones(places.size, np.bool_)
        before = np.concatenate([[0], np.cumsum(strange[letters])])
        free: Flags = before[places + k] == before[places]
        return free

    def _of_kind(
        self, letters: Codes, own: _Candidates, kind: str, number: int
    ) -> list[Group] | None:
        """Return the groups of palindromes, or of others; None if there are too few."""
        wanted = int(own.sensitive.sum())
        if not wanted:
            return []
        k, parts = self.sensitive.shape[1], ("sanitize decoys", str(number), kind)
        spare, absent = _SPARE * self.decoys * wanted, np.zeros((0, k), np.int32)
        if own.places.size < spare:
            rows = letters[own.places[:, None] + np.arange(k)] - _FIRST
            absent = self._absent(rows, spare - own.places.size, kind, parts)
        if own.places.size + len(absent) < self.decoys * wanted:
            return None
        none = np.zeros(len(absent), np.int64)
        times = np.append(own.times, none)
        shadowed, sensitive = (
            np.append(known, none > 0) for known in (own.shadowed, own.sensitive)
        )
        groups: list[Group] = []
        for band_number, band in enumerate(_bands(times, shadowed, spare)):
            held, free = band[sensitive[band]], band[~sensitive[band]]
            if not held.size:
                continue
            chance = drawn_numbers(self.draw, free.size, *parts, "band", str(band_number))
            dealt = iter(free[np.argsort(chance, kind="stable")].tolist())
            for one in held.tolist():
                members = [one, *(next(dealt) for _ in range(self.decoys - 1))]
                groups.append(self._spelled(letters, own.places, absent, members))
        return groups

    def _spelled(self, letters: Codes, places: Numbers, absent: Codes, members: list[int]) -> Group:
        """Return the patterns of a group, with two strands the partners too."""
        k, found = self.sensitive.shape[1], set()
        for one in members:
            known = one < places.size
            row = letters[places[one] :][:k] - _FIRST if known else absent[one - places.size]
            found.add(tuple(row.tolist()))
            if self.paired is not None:
                found.add(tuple(self.paired[row[::-1]].tolist()))
        return frozenset(found)

    def _absent(self, rows: Codes, most: int, kind: str, parts: tuple[str, ...]) -> Codes:
        """Draw patterns that neither occur nor are sensitive, up to a number of them."""
        k = self.sensitive.shape[1]
        found: dict[tuple[tuple[int, ...], ...], Codes] = {}
        known = {self._name(row) for row in (*rows, *self.sensitive)}
        for row in self._tried(kind, most, parts):
            if len(found) == most:
                break
            name = self._name(row)
            turned = self.paired is not None and len(set(name)) == 1
            if name not in known and turned == (kind == "palindromes"):
                found.setdefault(name, row)
        return np.array(list(found.values()), np.int32).reshape(-1, k)

    def _name(self, row: Codes) -> tuple[tuple[int, ...], ...]:
        """Return a name that a pattern shares with its reverse complement, if there are strands."""
        one = tuple(row.tolist())
        return (
            (one,)
            if self.paired is None
            else tuple(sorted([one, tuple(self.paired[row[::-1]].tolist())]))
        )

    def _tried(self, kind: str, most: int, parts: tuple[str, ...]) -> Iterator[Codes]:
        """Yield patterns of letters that may come in: all, in a drawn order, or many drawn ones."""
        k, size = self.sensitive.shape[1], self.incoming.size
        half = kind == "palindromes"
        if half and k % 2:
            return
        length = k // 2 if half else k
        if 0 < size**length <= _LISTED:
            order = np.argsort(
                drawn_numbers(self.draw, size**length, *parts, "absent"), kind="stable"
            )
            digits = np.column_stack(np.unravel_index(order, (size,) * length))
        else:
            drawn = drawn_numbers(self.draw, (4 * most + 64) * length, *parts, "absent")
            digits = (drawn % np.uint64(size)).astype(np.int64).reshape(-1, length)
        for row in self.incoming[digits].astype(np.int32):
            if half and self.paired is not None:
                yield np.concatenate([row, self.paired[row[::-1]]])
            else:
                yield row


def _in_pairs(found: _Candidates, values: Numbers, others: Numbers) -> _Candidates:
    """Put each pattern together with its reverse complement, where the first of them occurs."""
    names, ranks = ranked(np.where((others >= 0) & (others < values), others, values))
    firsts = firsts_of(ranks, names.size)
    order = np.argsort(firsts)
    shadowed = np.bincount(ranks, found.shadowed, names.size) > 0
    sensitive = np.bincount(ranks, found.sensitive, names.size) > 0
    times = np.bincount(ranks, found.times, names.size).astype(np.int64)
    turned = (values == others)[firsts]
    return _Candidates(found.places[firsts], times, shadowed, sensitive, turned).where(order)


def _in_shadow(frequency: Numbers, starts: Numbers, size: int, k: int) -> Flags:
    """Tell which windows overlap, in two letters or more, one that is twice as frequent, or more.

    Windows that overlap are in one sequence.
    """
    here = np.zeros(size, np.int32)
    here[starts] = frequency
    most = here.copy()
    for shift in range(1, k - 1):
        np.maximum(most[shift:], here[:-shift], out=most[shift:])
        np.maximum(most[:-shift], here[shift:], out=most[:-shift])
    dark: Flags = (most > 2 * here)[starts]
    return dark


def _bands(times: Numbers, shadowed: Flags, least: int) -> list[Numbers]:
    """Cut patterns into bands of like frequency; the method's page says how."""
    high = np.zeros(times.size, np.int64)
    for bit in range(int(times.max(initial=0)).bit_length()):
        high += times >= 1 << bit
    every = np.arange(times.size)
    kinds = [every[shadowed], every[~shadowed]]
    if min(map(len, kinds)) < 2 * (least // _SPARE):
        kinds = [every]
    bands: list[Numbers] = []
    for kind in kinds:
        own, waiting = [], []
        for power in sorted(set(high[kind].tolist()), reverse=True):
            waiting.append(kind[high[kind] == power])
            if sum(map(len, waiting)) >= least:
                own.append(np.concatenate(waiting))
                waiting = []
        if waiting and own:
            waiting.insert(0, own.pop())
        bands += own if not waiting else [*own, np.concatenate(waiting)]
    return bands
