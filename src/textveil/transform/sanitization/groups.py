"""Groups of patterns that are hidden together, so that nobody can tell the sensitive ones.

The patterns of the input are cut into bands of like frequency before anybody looks which of them
are sensitive. Each sensitive pattern then draws its decoys from its own band, all with the same
probability. So a group is as likely, whichever of its patterns is the sensitive one. With two
strands, a palindrome (its own reverse complement) has palindromes as decoys, and other patterns
have others: a group in which one pattern has one spelling and the rest have two would point to it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError
from textveil.strings.sanitization.sensitive import SensitiveSet
from textveil.strings.windows.kmers import Coding, window_keys, window_starts
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.lots import lots, shuffled
from textveil.transform.sanitization.patterns import (
    complement_codes,
    incoming_codes,
    reverse_complement,
)
from textveil.transform.sanitization.settings import Sanitize
from textveil.values.keys.draw import Draw

__all__ = ["FEWER_DECOYS", "draw_groups"]

FEWER_DECOYS: Final = "use a larger k, or fewer decoys (--decoys 1 hides patterns without any)"
"""What to do if there is no room for decoys."""

Rows = NDArray[np.int32]
Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

_SPARE = 16
"""A band has so many patterns, or more, for each that may be hidden."""

_SPACE: Final = "sanitize decoys"
_KINDS: Final = ("others", "palindromes")

_LISTED = 2**20
"""The most patterns of which all are listed to find those that do not occur."""


def draw_groups(
    collection: JoinedSequences,
    sensitive: SensitiveSet,
    settings: Sanitize,
    draw: Draw,
    number: int,
) -> list[Rows]:
    """Return one group of M patterns for each sensitive pattern that occurs; all are disjoint.

    With two strands, a group has M patterns and the reverse complements of all of them: patterns
    are counted and drawn together with these. Decoys have no letters but those that may come in.
    Groups and their patterns are sorted, so that their order does not tell which patterns they were
    drawn for. `number` tells the draws of one key apart.

    Raises
    ------
    InputError
        If there are too few patterns over the alphabet.
    """
    letters = incoming_codes(collection.alphabet, settings)
    paired = complement_codes(collection.alphabet, settings)
    rows, times, shadowed = _drawable(collection, sensitive, letters, paired)
    groups: list[Rows] = []
    turned = _palindromes(rows, paired)
    for alike, own in ((False, ~turned), (True, turned)):
        chance = _Chance(draw, (str(number), _KINDS[alike]))
        source = _Absent(sensitive, letters, paired, alike)
        groups += _kindred(rows[own], times[own], shadowed[own], source, settings.decoys, chance)
    if paired is not None:
        groups = [_with_partners(group, paired) for group in groups]
    return sorted((np.unique(group, axis=0) for group in groups), key=lambda rows: rows.tolist())


@dataclass(frozen=True, slots=True, repr=False)
class _Chance:
    """What a key draws for the patterns of one kind."""

    draw: Draw
    parts: tuple[str, str]

    def order(self, count: int, *what: str) -> Numbers:
        return shuffled(self.draw, count, _SPACE, *self.parts, *what)

    def numbers(self, count: int, *what: str) -> NDArray[np.uint64]:
        return lots(self.draw, count, _SPACE, *self.parts, *what)


def _kindred(
    rows: Rows,
    times: Numbers,
    shadowed: Mask,
    source: "_Absent",
    decoys: int,
    chance: _Chance,
) -> list[Rows]:
    """Return a group for each sensitive pattern among rows of one kind, palindromes or others."""
    sensitive = source.sensitive
    chosen = _members(rows, sensitive)
    wanted = int(chosen.sum())
    if not wanted:
        return []
    spare = _SPARE * decoys * wanted
    if rows.shape[0] < spare:
        more = source.draw(rows, spare - rows.shape[0], chance)
        rows = np.concatenate([rows, more])
        times = np.append(times, np.zeros(len(more), np.int64))
        none = np.zeros(len(more), np.bool_)
        shadowed, chosen = np.append(shadowed, none), np.append(chosen, none)
    if rows.shape[0] < decoys * wanted:
        kind = "palindromes" if source.palindromes else "patterns"
        raise InputError(
            f"{decoys} {kind} for each of {wanted} sensitive ones are {decoys * wanted:,}, and "
            f"there are {rows.shape[0]:,} {kind} of {sensitive.k} letters",
            where="decoys",
            hint=FEWER_DECOYS,
        )
    groups: list[Rows] = []
    for number, band in enumerate(_bands(times, shadowed, spare)):
        held, others = band[chosen[band]], band[~chosen[band]]
        if not held.size:
            continue
        drawn = others[chance.order(others.size, "band", str(number))]
        dealt = drawn[: (decoys - 1) * held.size].reshape(held.size, decoys - 1)
        groups += (rows[[one, *more]] for one, more in zip(held, dealt, strict=True))
    return groups


def _bands(times: Numbers, shadowed: Mask, least: int) -> list[Numbers]:
    """Cut patterns into bands, the most frequent first, by powers of two of their frequency.

    Shadowed patterns have bands of their own. A band that is too small goes together with the
    next one, the last one with that before it.
    """
    powers = np.frexp(times.astype(np.float64))[1]
    kinds = [np.flatnonzero(shadowed), np.flatnonzero(~shadowed)]
    if min(kind.size for kind in kinds) < least // _SPARE * 2:
        kinds = [np.arange(times.size)]
    bands: list[Numbers] = []
    for kind in kinds:
        open_band, own = np.zeros(0, np.int64), []
        for power in np.unique(powers[kind])[::-1].tolist():
            open_band = np.append(open_band, kind[powers[kind] == power])
            if open_band.size >= least:
                own.append(open_band)
                open_band = np.zeros(0, np.int64)
        last = own.pop() if own else np.zeros(0, np.int64)
        bands += [*own, np.append(last, open_band)]
    return bands


def _occurring(collection: JoinedSequences, k: int) -> tuple[Rows, Numbers, Mask]:
    """Return the distinct patterns of the input, how often each occurs, and if it is shadowed.

    They stand in the order in which they first occur. A pattern is shadowed if one of its
    occurrences overlaps, in two letters or more, an occurrence of a pattern that is more than twice
    as frequent. A decoy of this kind would point to that other pattern.
    """
    codes, offsets = collection.codes, collection.offsets
    keys = window_keys(codes, offsets, Coding.of(len(collection.alphabet), k))
    _, first, names, times = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    names = names.reshape(-1).astype(np.int32)
    starts = window_starts(offsets, k)
    here = times.astype(np.int32)[names]
    most = here.copy()
    for shift in range(1, k - 1):
        # Windows of one sequence that are so far apart.
        near = starts[shift:] - starts[: starts.size - shift] == shift
        np.maximum(most[:-shift], here[shift:], out=most[:-shift], where=near)
        np.maximum(most[shift:], here[:-shift], out=most[shift:], where=near)
    shadowed = np.zeros(first.size, np.bool_)
    shadowed[names[most > 2 * here]] = True
    order = np.argsort(first)
    rows = codes[starts[first[order]][:, None] + np.arange(k)]
    return rows, times[order], shadowed[order]


def _drawable(
    collection: JoinedSequences, sensitive: SensitiveSet, letters: Numbers, paired: Rows | None
) -> tuple[Rows, Numbers, Mask]:
    """Return the patterns that may be in a group, how often each occurs, and if it is shadowed.

    With two strands, one of each pair stands for both.
    """
    rows, times, shadowed = _occurring(collection, sensitive.k)
    plain = np.isin(rows, letters).all(axis=1)
    if not plain.all():
        plain |= _members(rows, sensitive)
        rows, times, shadowed = rows[plain], times[plain], shadowed[plain]
    if paired is None:
        return rows, times, shadowed
    rows = _first_of_pair(rows, paired)
    _, first, names = np.unique(
        _keys(rows, sensitive.coding), return_index=True, return_inverse=True
    )
    order = np.argsort(first)
    rank = np.argsort(order)[names.reshape(-1)]
    both = np.bincount(rank, times, order.size).astype(np.int64)
    either = np.bincount(rank, shadowed, order.size) > 0
    return rows[first[order]], both, either


def _first_of_pair(rows: Rows, paired: Rows) -> Rows:
    """Return of each row and its reverse complement the one that sorts first."""
    others = reverse_complement(rows, paired)
    at = np.argmax(rows != others, axis=1)[:, None]
    later = np.take_along_axis(rows, at, 1) > np.take_along_axis(others, at, 1)
    return np.where(later, others, rows)


def _palindromes(rows: Rows, paired: Rows | None) -> Mask:
    """Tell which rows are their own reverse complement; with one strand none counts as one."""
    if paired is None:
        return np.zeros(len(rows), np.bool_)
    same: Mask = (rows == reverse_complement(rows, paired)).all(axis=1)
    return same


def _with_partners(rows: Rows, paired: Rows) -> Rows:
    return np.concatenate([rows, reverse_complement(rows, paired)])


def _members(rows: Rows, sensitive: SensitiveSet) -> Mask:
    """Tell which rows are sensitive."""
    coding = sensitive.coding
    found: Mask = np.isin(_keys(rows, coding), _keys(sensitive.patterns, coding))
    return found


def _keys(rows: Rows, coding: Coding) -> Numbers:
    """Return the key of each row."""
    keys: Numbers = rows.astype(np.int64) @ coding.powers()[::-1]
    return keys


@dataclass(frozen=True, slots=True, repr=False)
class _Absent:
    """Where patterns come from that neither occur nor are sensitive: palindromes, or others."""

    sensitive: SensitiveSet
    incoming: Numbers
    paired: Rows | None
    palindromes: bool

    def draw(self, rows: Rows, most: int, chance: _Chance) -> Rows:
        """Draw patterns that are not among some, as many as there are up to a number."""
        k, paired = self.sensitive.k, self.paired
        known = {row.tobytes() for row in (*rows, *self.sensitive.patterns)}
        if self.palindromes and paired is not None:
            # The first half says what the second is; a base is no complement of itself.
            half = self._tried(k // 2, most, chance)
            tried = np.concatenate([half, reverse_complement(half, paired)], axis=1)
            tried = tried if k % 2 == 0 else tried[:0]
        else:
            tried = self._tried(k, most, chance)
            tried = tried if paired is None else _first_of_pair(tried, paired)
            tried = tried[~_palindromes(tried, paired)]
        found: dict[bytes, Rows] = {}
        for row in tried:
            if len(found) == most:
                break
            if row.tobytes() not in known:
                found[row.tobytes()] = row
        return np.array(list(found.values()), np.int32).reshape(-1, k)

    def _tried(self, size: int, most: int, chance: _Chance) -> Rows:
        """Return rows of some letters that may come in: all, or enough of very many."""
        letters = self.incoming.size
        if 0 < letters**size <= _LISTED:
            powers = letters ** np.arange(size - 1, -1, -1)
            every = chance.order(letters**size, "absent")
            tried = (every[:, None] // powers) % letters
        else:
            # Of so many patterns a text has few: nearly every draw is a new one.
            drawn = chance.numbers((4 * most + 64) * size, "absent")
            tried = (drawn % np.uint64(letters)).astype(np.int64).reshape(-1, size)
        found: Rows = self.incoming[tried].astype(np.int32)
        return found
