"""How far a sanitized sequence is from its input: paper 3, sections 6.3 and 8.

Frequencies are those of a miner: over the whole collection, of patterns of k letters that hold no
separator.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.strings.windows.exact_windows import (
    NOWHERE,
    SEPARATOR,
    Numbers,
    among,
    differing,
    firsts_of,
    lay_out,
    ranked,
    times,
    window_numbers,
)
from textveil.values.figures.score import Score
from textveil.values.sequence import Alphabet
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences

__all__ = [
    "Laid",
    "edit_distance",
    "measure_distortion",
    "measure_edit_distance",
    "z_scores",
]


def measure_distortion(
    before: Sequence[Letters],
    after: Sequence[Letters],
    sensitive: Iterable[Sequence[str]],
    k: int,
    *,
    tau: int = 1,
    rho: float | None = None,
    separator: str = "#",
    reference: Sequence[Letters] | None = None,
) -> tuple[Score, ...]:
    """Compare how often the patterns that are not sensitive occur before and after.

    Parameters
    ----------
    before, after
        Input and release.
    sensitive
        Patterns as symbols; those of length k are left out of account.
    k
        Length of a pattern, from 1 on.
    tau
        The support from which a miner reports a pattern, from 1 on.
    rho
        Threshold below 0 of implausible patterns; without it their share is not measured.
    separator
        The symbol between the blocks of a release.
    reference
        Other sequences that say what is implausible; the input does without them.

    Returns
    -------
    tuple of Score
        `frequency distortion`: the sum of squared changes of frequency. `tau-lost`, `tau-ghost`:
        patterns that a miner no longer finds, or finds only now; their count is that of the
        patterns frequent before, or after. `length`, with that of the input as its count. With
        rho, `implausible share`: of the occurrences that patterns have gained, the share of
        patterns that are rho-implausible in the reference; the count is that of the gained ones.

    Examples
    --------
    >>> old = [Letters.of("w", "aabaaacbcbbbaabbacaab")]
    >>> new = [Letters.of("w", "aabacbcbbbbbcab")]
    >>> for score in measure_distortion(old, new, ["baaa", "bbaa"], 4):
    ...     print(score.name, int(score.value))
    frequency distortion 20
    tau-lost 11
    tau-ghost 6
    length 15
    """
    if tau < 1:
        raise InvalidValueError("tau must be 1 or more", where=f"tau = {tau}")
    groups = [Sequences.of(before), Sequences.of(after), _spelled(sensitive, k)]
    laid = Laid([*groups, *([] if reference is None else [reference])], separator)
    old, new = laid.windows(0, k)[1], laid.windows(1, k)[1]
    values, ranks = ranked(np.concatenate([old, new]))
    had = np.bincount(ranks[: old.size], minlength=values.size)
    has = np.bincount(ranks[old.size :], minlength=values.size)
    counted = ~among(values, laid.windows(2, k)[1])
    was, now = had[counted] >= tau, has[counted] >= tau
    change = (has - had)[counted]
    scores = [
        Score.exact("frequency distortion", float((change.astype(float) ** 2).sum()), change.size),
        Score.exact("tau-lost", float((was & ~now).sum()), int(was.sum())),
        Score.exact("tau-ghost", float((now & ~was).sum()), int(now.sum())),
        Score.exact("length", float(laid.size(1)), laid.size(0)),
    ]
    if rho is not None:
        more = has > had
        known = 0 if reference is None else 3
        scores.append(_implausible_share(laid, k, rho, values[more], (has - had)[more], known))
    return tuple(scores)


def measure_edit_distance(
    before: Sequence[Letters], after: Sequence[Letters], optimal: int | None = None
) -> tuple[Score, ...]:
    """Return the edit distance of all sequences together, and its relative error.

    Takes time of the product of a sequence's two lengths, 64 cells at a time.

    Parameters
    ----------
    before, after
        Input and release.
    optimal
        The least distance that a release with the same promises can have, that of ETFS. With it
        the relative error (d - optimal) / optimal is given too; for an optimal distance of 0 the
        error is 0 where d is 0 too, and infinite elsewhere.
    """
    old, new = Sequences.of(before), Sequences.of(after)
    if len(old) != len(new):
        raise InvalidValueError("input and release must have the same sequences")
    laid = Laid([old, new], "")
    distance = sum(edit_distance(tuple(old[at]), tuple(new[at])) for at in laid.differing())
    letters = laid.size(0)
    scores = [Score.exact("edit distance", float(distance), letters)]
    if optimal is not None:
        above = distance - optimal
        error = above / optimal if optimal else float("inf") if above else 0.0
        scores.append(Score.exact("edit distance relative error", error, optimal))
    return tuple(scores)


def edit_distance(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the fewest insertions, deletions and substitutions that turn one into the other.

    Myers (JACM 1999) in the form of Hyyro: a column of differences is one number of `len(left)`
    bits, so that a step costs as many machine words as 64 letters go into it.

    Examples
    --------
    >>> edit_distance("aaaaaab", "aaa#aab")
    1
    """
    first, size = 0, min(len(left), len(right))
    while first < size and left[first] == right[first]:
        first += 1
    last = 0
    while last < size - first and left[-1 - last] == right[-1 - last]:
        last += 1
    left, right = left[first : len(left) - last], right[first : len(right) - last]
    if not left or not right:
        return max(len(left), len(right))
    places: dict[str, int] = {}
    for at, letter in enumerate(left):
        places[letter] = places.get(letter, 0) | 1 << at
    full, top = (1 << len(left)) - 1, 1 << (len(left) - 1)
    rising, falling, distance = full, 0, len(left)
    for letter in right:
        equal = places.get(letter, 0)
        diagonal = (((equal & rising) + rising) ^ rising) | equal | falling
        up = falling | (full & ~(diagonal | rising))
        down = rising & diagonal
        distance += bool(up & top) - bool(down & top)
        up, down = (up << 1) | 1, down << 1
        vertical = equal | falling
        rising = (down | ~(vertical | up)) & full
        falling = up & vertical & full
    return distance


class Laid:
    """Groups of sequences laid out as one array of codes that all groups share.

    Parameters
    ----------
    groups
        Such as input, release and patterns.
    separator
        The symbol that no window may hold.

    Attributes
    ----------
    letters
        All sequences, one after the other; 0 after each, 1 for separators.
    starts
        For each group, where its sequences start.
    """

    def __init__(self, groups: Sequence[Sequence[Letters]], separator: str = "#") -> None:
        table = {separator: SEPARATOR}
        pieces: list[NDArray[np.int32]] = []
        self.starts: list[Numbers] = []
        self._edges = [0]
        for group in map(Sequences.of, groups):
            names = [table.setdefault(symbol, len(table) + 1) for symbol in group.alphabet.symbols]
            codes, ends = np.frombuffer(group.buffer, np.int32), np.frombuffer(group.ends, np.int64)
            pieces.append(lay_out(codes, ends, np.array(names, np.int32)))
            # Every sequence before has a letter more, its end.
            starts = np.concatenate([[0], ends[:-1]]) + np.arange(ends.size)
            self.starts.append(self._edges[-1] + starts[: ends.size])
            self._edges.append(self._edges[-1] + pieces[-1].size)
        self.letters = np.concatenate(pieces)
        self._numbers: dict[int, Numbers] = {}
        self._windows: dict[tuple[int, int], tuple[Numbers, Numbers]] = {}

    def size(self, group: int) -> int:
        """Return how many letters a group has."""
        return self._edges[group + 1] - self._edges[group] - self.starts[group].size

    def differing(self) -> list[int]:
        """Return which sequences of the first two groups differ, group against group."""
        return np.flatnonzero(differing(self.letters, *self.starts[:2])).tolist()

    def numbers(self, length: int) -> Numbers:
        """Return for each place the number of the window there: equal ones for equal windows."""
        if length not in self._numbers:
            self._numbers[length] = window_numbers(self.letters, length)
        return self._numbers[length]

    def windows(self, group: int, length: int) -> tuple[Numbers, Numbers]:
        """Return places and numbers of the windows of a group."""
        if (group, length) not in self._windows:
            first, last = self._edges[group], self._edges[group + 1]
            here = self.numbers(length)[first:last]
            places = np.flatnonzero(here != NOWHERE)
            self._windows[group, length] = (places + first, here[places])
        return self._windows[group, length]


def z_scores(laid: Laid, k: int, places: Numbers, reference: int = 0) -> NDArray[np.float64]:
    """Return how much more often the windows at some places occur than their parts suggest.

    Section 6.3: (f - e) / max(sqrt(e), 1), where f is the frequency of the window in the reference
    group and e that of its first k - 1 letters, times that of its last k - 1, divided by that of
    the k - 2 in the middle (0 if those do not occur).

    Raises
    ------
    InvalidValueError
        If k is below 3.
    """
    if k < 3:
        raise InvalidValueError("implausible patterns have 3 letters or more", where=f"k = {k}")
    whole = times(laid.windows(reference, k)[1], laid.numbers(k)[places])
    ends = laid.windows(reference, k - 1)[1]
    left = times(ends, laid.numbers(k - 1)[places])
    right = times(ends, laid.numbers(k - 1)[places + 1])
    middle = times(laid.windows(reference, k - 2)[1], laid.numbers(k - 2)[places + 1])
    product = left.astype(np.float64) * right
    expected = np.divide(product, middle, out=np.zeros(places.size), where=middle > 0)
    score: NDArray[np.float64] = (whole - expected) / np.maximum(np.sqrt(expected), 1)
    return score


def _implausible_share(
    laid: Laid, k: int, rho: float, gained: Numbers, more: Numbers, reference: int
) -> Score:
    if rho >= 0:
        raise InvalidValueError("rho must be below 0", where=f"rho = {rho:g}")
    places, numbers = laid.windows(1, k)
    made = among(numbers, gained)
    values, ranks = ranked(numbers[made])
    shown = places[made][firsts_of(ranks, values.size)]
    bad = more[z_scores(laid, k, shown, reference) < rho].sum()
    total = int(more.sum())
    return Score.exact("implausible share", float(bad / total) if total else 0.0, total)


def _spelled(patterns: Iterable[Sequence[str]], k: int) -> list[Letters]:
    wanted = [tuple(pattern) for pattern in patterns if len(pattern) == k]
    alphabet = Alphabet.of(symbol for pattern in wanted for symbol in pattern)
    return [Letters.of(str(number), p, alphabet) for number, p in enumerate(wanted, 1)]
