"""What an attacker recovers from a sanitized sequence: paper 3, section 6.1.

A separator tells where rule R1 hid a pattern, and what stands behind it repeats letters from before
it. Taking the separator and the repeated letters out again spells the input, sensitive pattern
included. Where a letter has replaced the separator, the attacker must guess its place first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from textveil.errors import InvalidValueError
from textveil.evaluate.distortion import Laid, z_scores
from textveil.strings.windows import Numbers, firsts_of, mean_scores, ranked
from textveil.values.score import Score
from textveil.values.sequence import Alphabet
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences

__all__ = ["replacement_attack", "reversal_attack"]

_WIDTH: Final = 4
"""Bytes a letter."""


def reversal_attack(
    before: Sequence[Letters],
    after: Sequence[Letters],
    sensitive: Iterable[Sequence[str]],
    k: int,
    *,
    separator: str = "#",
) -> tuple[Score, ...]:
    """Undo rule R1 at every separator and count the sensitive patterns that come out.

    At a separator the attacker looks for the longest stretch of at most k - 2 letters that ends
    before it and is repeated behind it, takes it and the separator out, and guesses every window
    across the joint to be sensitive.

    Parameters
    ----------
    before, after
        Input and release. The attacker sees the release; the input says what there was to recover.
    sensitive
        Patterns as symbols; those of length k count.
    k
        Their length, from 1 on.
    separator
        The symbol between the blocks of the release.

    Returns
    -------
    tuple of Score
        `recovered patterns`: share of the sensitive patterns of the input that come out.
        `recovered places`: share of the separators at which one does. `guess precision`: share of
        the guessed windows that are sensitive. The counts are those of patterns, separators and
        guesses; a share of nothing is 0.

    Examples
    --------
    >>> old = [Letters.of("w", "aabaaacbcbbbaabbacaab")]
    >>> new = [Letters.of("w", "aabaa#aaacbcbbba#baabbacaab")]
    >>> [str(score) for score in reversal_attack(old, new, ["baaa", "bbaa"], 4)]
    ['1.000', '1.000', '1.000']
    """
    released = Sequences.of(after)
    loot = _Loot.of(before, released, sensitive, k, separator)
    for number, places in _places_of(released, separator).items():
        sequence = released[number]
        loot.undo(sequence, places, [-1, *places, len(sequence)])
    return loot.scores()


def replacement_attack(
    before: Sequence[Letters],
    after: Sequence[Letters],
    inserted: Mapping[int, Iterable[int]],
    sensitive: Iterable[Sequence[str]],
    k: int,
) -> tuple[Score, ...]:
    """Guess by implausibility which letters replaced a separator, and undo rule R1 there.

    The attacker has the release alone, and is told how many letters were put in: more than a real
    one knows. A letter is the more suspect, the lower the z-scores (section 6.3) of the windows
    that hold it are on average, with the release itself as the reference. Suspects stand at least
    k letters apart, as separators do.

    Parameters
    ----------
    before, after
        Input and release.
    inserted
        For each sequence, by its number from 0 on, the offsets in the release of the letters that
        were put in; one without any may be left out.
    sensitive, k
        As for `reversal_attack`; k from 3 on.

    Returns
    -------
    tuple of Score
        `found replacements`: share of the replaced letters among the guesses, which is also their
        precision; then the scores of `reversal_attack` for what undoing at the guesses recovers.
    """
    if k < 3:
        raise InvalidValueError("implausible patterns have 3 letters or more", where=f"k = {k}")
    truth = {number: set(places) for number, places in inserted.items()}
    wanted = sum(map(len, truth.values()))
    released = Sequences.of(after)
    loot = _Loot.of(before, released, sensitive, k, "")
    hits = 0
    for number, places in _suspects(released, k, wanted).items():
        hits += len(truth.get(number, set()).intersection(places))
        loot.undo(released[number], places, None)
    found = Score.exact("found replacements", hits / wanted if wanted else 0.0, wanted)
    return (found, *loot.scores())


def _places_of(sequences: Sequences, symbol: str) -> dict[int, list[int]]:
    """Return where a symbol stands, by sequence; those without it are left out."""
    code = sequences.alphabet.index.get(symbol, -1)
    places = np.flatnonzero(np.frombuffer(sequences.buffer, np.int32) == code)
    ends = np.frombuffer(sequences.ends, np.int64)
    owners = np.searchsorted(ends, places, side="right")
    starts = np.concatenate([[0], ends])[owners]
    found: dict[int, list[int]] = {}
    for owner, offset in zip(owners.tolist(), (places - starts).tolist(), strict=True):
        found.setdefault(owner, []).append(offset)
    return found


@dataclass(slots=True)
class _Loot:
    """What undoing has spelled so far."""

    k: int
    known: set[bytes]
    present: int
    found: set[bytes] = field(default_factory=set)
    places: int = 0
    hits: int = 0
    guesses: int = 0
    right: int = 0

    @classmethod
    def of(
        cls,
        before: Sequence[Letters],
        after: Sequences,
        sensitive: Iterable[Sequence[str]],
        k: int,
        separator: str,
    ) -> "_Loot":
        """Note the patterns that occur in the input, in the codes of the release."""
        wanted = [p for p in dict.fromkeys(map(tuple, sensitive)) if len(p) == k]
        alphabet = Alphabet.of(symbol for pattern in wanted for symbol in pattern)
        spelled = [Letters.of(str(at), p, alphabet) for at, p in enumerate(wanted, 1)]
        laid = Laid([before, spelled], separator)
        there = np.isin(laid.numbers(k)[laid.starts[1]], laid.windows(0, k)[1])
        names = after.alphabet
        known = {
            Letters.of("p", pattern, names).buffer
            for pattern, occurs in zip(wanted, there.tolist(), strict=True)
            if occurs and all(symbol in names for symbol in pattern)
        }
        return cls(k, known, int(there.sum()))

    def undo(self, text: Letters, places: list[int], ends: list[int] | None) -> None:
        """Join both sides of each place, and count what the windows across the joint spell.

        Sides end at the neighbours in `ends`, which holds the places and both ends of the text;
        None for ends of the text only.
        """
        self.places += len(places)
        for at, place in enumerate(places):
            first, last = (0, len(text)) if ends is None else (ends[at] + 1, ends[at + 2])
            windows = list(_joined(text.buffer, place, self.k, first, last))
            right = [window for window in windows if window in self.known]
            self.guesses += len(windows)
            self.right += len(right)
            self.hits += bool(right)
            self.found.update(right)

    def scores(self) -> tuple[Score, ...]:
        """Return the shares."""
        return (
            _share("recovered patterns", len(self.found), self.present),
            _share("recovered places", self.hits, self.places),
            _share("guess precision", self.right, self.guesses),
        )


def _joined(buffer: bytes, place: int, k: int, first: int, last: int) -> Iterator[bytes]:
    """Yield the windows that undoing at a place adds, as bytes."""
    most = min(k - 2, place - first, last - place - 1)
    overlap = next((o for o in range(most, 0, -1) if _repeated(buffer, place, o)), 0)
    begin = max(first, place - k + 1)
    resume = place + 1 + overlap
    left = buffer[_WIDTH * begin : _WIDTH * place]
    joined = left + buffer[_WIDTH * resume : _WIDTH * min(last, resume + k - 1)]
    # Windows that start in the repeated letters stand behind the separator already.
    for start in range(0, len(left) - _WIDTH * overlap, _WIDTH):
        window = joined[start : start + _WIDTH * k]
        if len(window) == _WIDTH * k:
            yield window


def _repeated(buffer: bytes, place: int, overlap: int) -> bool:
    before = buffer[_WIDTH * (place - overlap) : _WIDTH * place]
    return before == buffer[_WIDTH * (place + 1) : _WIDTH * (place + 1 + overlap)]


def _suspects(after: Sequences, k: int, wanted: int) -> dict[int, list[int]]:
    """Return the most suspect offsets, by sequence."""
    laid = Laid([after], "")
    places, numbers = laid.windows(0, k)
    values, ranks = ranked(numbers)
    scores = z_scores(laid, k, places[firsts_of(ranks, values.size)])[ranks]
    means = mean_scores(places, scores, k, laid.letters.size)
    held = np.flatnonzero(means < np.inf)
    # One that is taken keeps at most 2k - 1 places from being taken: more are never looked at.
    most = min(held.size, wanted * (2 * k - 1))
    if 0 < most < held.size:
        held = held[means[held] <= np.partition(means[held], most - 1)[most - 1]]
    order = held[np.argsort(means[held], kind="stable")]
    return _apart(order, laid.starts[0], k, wanted)


def _apart(order: Numbers, starts: Numbers, k: int, wanted: int) -> dict[int, list[int]]:
    """Take places in an order, none within k - 1 of one taken before."""
    taken: set[int] = set()
    for place in order.tolist():
        if len(taken) == wanted:
            break
        if taken.isdisjoint(range(place - k + 1, place + k)):
            taken.add(place)
    places = np.array(sorted(taken), np.int64)
    owners = np.searchsorted(starts, places, side="right") - 1
    chosen: dict[int, list[int]] = {}
    for owner, offset in zip(owners.tolist(), (places - starts[owners]).tolist(), strict=True):
        chosen.setdefault(owner, []).append(offset)
    return chosen


def _share(name: str, part: int, whole: int) -> Score:
    return Score.exact(name, part / whole if whole else 0.0, whole)
