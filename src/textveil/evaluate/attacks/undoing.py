"""What a reader of sanitized sequences gets back who undoes repeated letters.

Paper 3, section 6.1, carried on. Hiding a pattern repeats the k - 2 letters in its middle on both
sides of a separator, and they still repeat where the separator was replaced or taken out. The
reader undoes every such repeat. What a repeat by chance spells mostly occurs in the release as
well; a hidden pattern never does, and comes out again and again. The reader needs the release and
the program, nothing else: k too can be guessed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.evaluate.text.distortion import Laid
from textveil.strings.sanitization.undoing import (
    Rows,
    number_rows,
    spelled_repeats,
    suggested_windows,
    undone_repeats,
    undone_separators,
)
from textveil.strings.windows.exact_windows import (
    NOWHERE,
    SEPARATOR,
    Numbers,
    firsts_of,
    ranked,
    times,
)
from textveil.values.figures.score import Score
from textveil.values.sequence import Alphabet
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences

__all__ = [
    "Undone",
    "guess_length",
    "quality_attack",
    "undo_repeats",
    "undoing_attack",
    "without_lowest",
]

_LENGTHS: Final = range(3, 17)
"""Lengths that a reader tries who does not know k."""

_SAMPLE: Final = 200_000
"""Letters that are enough to tell k from other lengths."""

_KEPT: Final = 10_000
"""How many guesses are handed back, and those that are as good as the last one."""

Pattern = tuple[str, ...]
Shares = NDArray[np.float64]


class _Spelled(NamedTuple):
    """Windows that do not occur: letters, how often undone, how often suggested; how many do."""

    rows: Rows
    undone: Numbers
    expected: Shares
    present: int

    @property
    def scores(self) -> Shares:
        """How good a guess each one is."""
        scores: Shares = (1 + self.undone) * (0.1 + self.expected)
        return scores


@dataclass(frozen=True, slots=True, repr=False)
class Undone:
    """The guesses of a reader who undid every repeat, the best first.

    Attributes
    ----------
    k
        Length of the guessed patterns.
    patterns
        What was spelled, or what the parts of others suggest, and does not occur in the release:
        the 10,000 best.
    times
        How often undoing spelled each of them.
    scores
        How good a guess each is: (1 + times) (1 + how often its parts suggest it), falling.
    absent
        How many patterns over the alphabet of the release do not occur in it, spelled or not.
    """

    k: int
    patterns: tuple[Pattern, ...]
    times: tuple[int, ...]
    scores: tuple[float, ...]
    absent: int

    def __repr__(self) -> str:
        return f"Undone(k={self.k}, patterns={len(self.patterns)})"

    def expected_hits(self, wanted: Iterable[Pattern]) -> float:
        """Return how many of n wanted patterns are among the n best guesses.

        Of guesses that are equally good, which ones come first is left to chance: their share
        counts.
        """
        sought = set(wanted)
        room, hits, at = len(sought), 0.0, 0
        while room and at < len(self.scores):
            end = at
            while end < len(self.scores) and self.scores[end] == self.scores[at]:
                end += 1
            right = sum(pattern in sought for pattern in self.patterns[at:end])
            taken = min(room, end - at)
            hits += right * taken / (end - at)
            room -= taken
            at = end
        return hits


def undo_repeats(after: Sequence[Letters], k: int | None = None, *, separator: str = "#") -> Undone:
    """Undo every repeat of a release and return what comes out.

    Parameters
    ----------
    after
        The release.
    k
        Length of the hidden patterns; None for a reader who has to guess it.
    separator
        The symbol between the blocks of a release, where it has any.

    Examples
    --------
    >>> found = undo_repeats([Letters.of("w", "cabcdxbcdeacabcdbcdea")], 5)
    >>> ["".join(pattern) for pattern in found.patterns], found.times
    (['abcde'], (2,))
    """
    released = Sequences.of(after)
    length = guess_length(released, separator=separator) if k is None else k
    if length < 1:
        raise InvalidValueError("k must be 1 or more", where=f"k = {length}")
    spelled = _spelled(released, length, separator)
    scores = spelled.scores
    order = np.argsort(-scores, kind="stable")
    if order.size > _KEPT:
        # Whatever is as good as the last one that is kept is kept, too.
        order = order[: np.count_nonzero(scores >= scores[order[_KEPT - 1]])]
    letters = [symbol for symbol in released.alphabet.symbols if symbol != separator]
    names = (separator, *letters)
    rows = spelled.rows[order].tolist()
    return Undone(
        length,
        tuple(tuple(names[code - 1] for code in row) for row in rows),
        tuple(spelled.undone[order].tolist()),
        tuple(scores[order].tolist()),
        max(len(letters) ** length - spelled.present, 0),
    )


def guess_length(after: Sequence[Letters], *, separator: str = "#") -> int:
    """Return the length of hidden patterns that a release itself suggests.

    Of the lengths from 3 to 16, the one at which undoing spells one pattern most often. With
    another length the repeats of rule R1 do not fit, and only chance repeats are left.
    """
    released = Sequences.of(after)
    # Whole sequences are cut off, and the last one where it is too long.
    kept: list[Letters] = []
    room = _SAMPLE
    for sequence in released:
        if room <= 0:
            break
        buffer = sequence.buffer[: 4 * room]
        kept.append(Letters(sequence.id, buffer, sequence.alphabet))
        room -= len(buffer) // 4
    best, most = _LENGTHS[0], 0.0
    for length in _LENGTHS:
        top = float(_spelled(Sequences.of(kept), length, separator).scores.max(initial=0))
        if top >= most:
            best, most = length, top
    return best


def undoing_attack(
    before: Sequence[Letters],
    after: Sequence[Letters],
    sensitive: Iterable[Sequence[str]],
    k: int,
    *,
    separator: str = "#",
    guesses_k: bool = True,
) -> tuple[Score, ...]:
    """Undo every repeat and count the sensitive patterns among the best guesses.

    Parameters
    ----------
    before, after
        Input and release. The attacker sees the release; the input says what there was to recover.
    sensitive
        Patterns as symbols; those of length k that occur in the input count.
    k
        Their length, from 1 on.
    separator
        The symbol between the blocks of the release.
    guesses_k
        Whether a second attacker, who has to guess k, is tried as well.

    Returns
    -------
    tuple of Score
        `recovered patterns`: which share of the N sensitive patterns is among the N best guesses;
        `chance`: which share N guesses hold on average that are drawn among the patterns that do
        not occur in the release; `recovered without k`: as the first, with a guessed k. All are
        counted on the N patterns; a share of nothing is 0.

    Examples
    --------
    >>> old = [Letters.of("w", "aabaaacbcbbbaabbacaab")]
    >>> new = [Letters.of("w", "aabaa#aaacbcbbba#baabbacaab")]
    >>> [str(score) for score in undoing_attack(old, new, ["baaa", "bbaa"], 4)]
    ['1.000', '0.031', '1.000']
    """
    wanted = _occurring(before, sensitive, k, separator)
    size = len(wanted)
    found = undo_repeats(after, k, separator=separator)
    chance = min(size / found.absent, 1.0) if found.absent else 0.0
    scores = [
        _share("recovered patterns", found.expected_hits(wanted), size),
        Score.exact("chance", chance if size else 0.0, size),
    ]
    if guesses_k:
        length = guess_length(after, separator=separator)
        # A guess of another length is no sensitive pattern.
        hits = found.expected_hits(wanted) if length == k else 0.0
        scores.append(_share("recovered without k", hits, size))
    return tuple(scores)


def quality_attack(
    before: Sequence[Letters],
    after: Sequence[Letters],
    qualities: NDArray[np.uint8],
    sensitive: Iterable[Sequence[str]],
    k: int,
    *,
    separator: str = "#",
) -> Score:
    """Leave out letters of the lowest quality and count the sensitive patterns that stand there.

    Parameters
    ----------
    before, after
        Input and release; the input says what there was to recover.
    qualities
        A sign for each letter of the release.
    sensitive, k, separator
        As for `undoing_attack`.

    Returns
    -------
    Score
        `recovered by quality`: which share of the sensitive patterns of the input occurs in the
        letters that are left.

    Examples
    --------
    >>> old, new = [Letters.of("w", "TTGATCC")], [Letters.of("w", "TTGAT#ATCC")]
    >>> signs = np.frombuffer(b"IIIII!!!II", np.uint8)
    >>> str(quality_attack(old, new, signs, ["GATC"], 4))
    '1.000'
    """
    wanted = _occurring(before, sensitive, k, separator)
    shown = without_lowest(Sequences.of(after), qualities)
    return _share("recovered by quality", len(_occurring(shown, wanted, k, separator)), len(wanted))


def without_lowest(released: Sequences, qualities: NDArray[np.uint8]) -> Sequences:
    """Return sequences without the letters of the lowest quality that occurs in them.

    Examples
    --------
    >>> new = Sequences.of([Letters.of("w", "TTGAT#ATCC")])
    >>> [*map("".join, without_lowest(new, np.frombuffer(b"IIIII!!!II", np.uint8)))]
    ['TTGATCC']
    """
    left = qualities > qualities.min(initial=255)
    codes = np.frombuffer(released.buffer, np.int32)[left]
    ends = np.concatenate([[0], np.cumsum(left)])[np.frombuffer(released.ends, np.int64)]
    kept = ends.astype(np.int64).tobytes()
    return Sequences(released.ids, codes.tobytes(), kept, released.alphabet)


def _spelled(released: Sequences, k: int, separator: str) -> "_Spelled":
    """Return the absent windows that undoing spells or that the parts of others suggest."""
    letters = Laid([released], separator).letters
    rows = np.zeros((0, k), np.int32)
    undone = 0
    if k >= 2:
        shown = (letters == SEPARATOR).any()
        repeats = undone_separators(letters, k) if shown else _repeats(letters, k)
        undone = repeats.shape[0]
        rows = np.concatenate([repeats, suggested_windows(letters, k)]) if k >= 3 else repeats
    numbers, spelled = number_rows(letters, rows)
    occurring = numbers[numbers != NOWHERE]
    absent = np.flatnonzero(times(occurring, spelled) == 0)
    values, ranks = ranked(spelled[absent])
    counts = np.bincount(ranks[absent < undone], minlength=values.size)
    chosen = rows[absent[firsts_of(ranks, values.size)]]
    return _Spelled(chosen, counts, _expected(letters, chosen), ranked(occurring)[0].size)


def _repeats(letters: NDArray[np.int32], k: int) -> Rows:
    return spelled_repeats(letters, k, *undone_repeats(letters, k))


def _expected(letters: NDArray[np.int32], rows: Rows) -> Shares:
    """Return how often the parts of each row that a text has suggest it."""
    if rows.shape[1] < 3:
        return np.zeros(rows.shape[0])
    heads, tails = (_frequencies(letters, part) for part in (rows[:, :-1], rows[:, 1:]))
    middles = _frequencies(letters, rows[:, 1:-1])
    return np.divide(heads * tails, middles, out=np.zeros(rows.shape[0]), where=middles > 0)


def _frequencies(letters: NDArray[np.int32], rows: Rows) -> Shares:
    numbers, asked = number_rows(letters, rows)
    found: Shares = times(numbers[numbers != NOWHERE], asked).astype(np.float64)
    return found


def _occurring(
    before: Sequence[Letters], sensitive: Iterable[Sequence[str]], k: int, separator: str
) -> list[Pattern]:
    """Return the sensitive patterns of length k that occur in the input."""
    wanted = [p for p in dict.fromkeys(map(tuple, sensitive)) if len(p) == k]
    alphabet = Alphabet.of(symbol for pattern in wanted for symbol in pattern)
    spelled = [Letters.of(str(at), p, alphabet) for at, p in enumerate(wanted, 1)]
    laid = Laid([before, spelled], separator)
    there = np.isin(laid.numbers(k)[laid.starts[1]], laid.windows(0, k)[1])
    return [p for p, occurs in zip(wanted, there.tolist(), strict=True) if occurs]


def _share(name: str, part: float, whole: int) -> Score:
    return Score.exact(name, part / whole if whole else 0.0, whole)
