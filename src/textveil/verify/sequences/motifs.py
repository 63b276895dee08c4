"""Motifs: no sensitive pattern is left, as it was named.

`C1` of `sequence` looks for the patterns of k letters that were hidden, which follow from the
input. Here patterns are looked for as the user named them: at full length, with open letters, on
one strand or both. This needs the release and the patterns alone.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.lexicon.numbers.nucleotides import BASES
from textveil.strings.windows.exact_windows import END, NOWHERE, SEPARATOR, among, window_numbers
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict, Witness
from textveil.verify.sequences.nucleotides import four_bases, may_be, partner
from textveil.verify.sequences.windows import lay

__all__ = ["check_motifs"]

_SHOWN: Final = 10
_FEW: Final = 8
"""So many patterns of one length are looked for one by one, more by their numbers."""

Pattern = tuple[str, ...]


def check_motifs(
    after: Sequence[Letters],
    patterns: Iterable[Sequence[str]],
    *,
    both: bool,
    wildcard: str = "",
    nucleic: bool = True,
    separator: str = "#",
) -> Verdict:
    """Check that no pattern stands in any sequence.

    Parameters
    ----------
    after
        The release; records of biologists in upper case.
    patterns
        As the user named them; of biologists in upper case. A letter fits where every base that it
        may be is one that the pattern leaves open.
    both
        Whether the reverse complement of a pattern must not stand there either.
    wildcard
        Fits every letter.
    nucleic
        Whether letters are those of IUPAC; others fit themselves alone.
    separator
        Is no letter.

    Examples
    --------
    >>> release = [Letters.of("r", "TTGACCTT")]
    >>> check_motifs(release, ["GRTC"], both=False).holds
    True
    >>> check_motifs(release, ["GGTC"], both=True).failures
    1
    """
    joined = Sequences.of(after)
    symbols = joined.alphabet.symbols
    ends = np.frombuffer(joined.ends, np.int64)
    # A letter of the release is a number above the separator's.
    names = np.arange(SEPARATOR + 1, SEPARATOR + 1 + len(symbols), dtype=np.int32)
    names[[symbol == separator for symbol in symbols]] = SEPARATOR
    letters = lay(joined, names)
    wanted = {tuple(pattern) for pattern in patterns}
    if both:
        bases = four_bases(symbols)
        wanted |= {tuple(partner(one, bases) for one in reversed(p)) for p in wanted}
    reader = _Reader(symbols, separator, wildcard, nucleic=nucleic)
    found = reader.found(letters, wanted)
    begins = np.concatenate([[0], ends[:-1] + np.arange(1, len(ends))]).astype(np.int64)
    witnesses = []
    for start, length in sorted(found)[:_SHOWN]:
        owner = int(np.searchsorted(begins, start, side="right")) - 1
        at = start - int(begins[owner])
        reason = "a sensitive pattern stands here, or its reverse complement"
        witnesses.append(Witness(joined.ids[owner], at, at + length, reason))
    return Verdict.of("motifs", len(joined.codes), witnesses, len(found))


class _Reader:
    """Tells where patterns stand among laid-out letters."""

    def __init__(
        self, symbols: Sequence[str], separator: str, wildcard: str, *, nucleic: bool
    ) -> None:
        self._symbols, self._separator = symbols, separator
        self._wildcard, self._nucleic = wildcard, nucleic

    def found(
        self, letters: NDArray[np.int32], patterns: Collection[Pattern]
    ) -> set[tuple[int, int]]:
        """Return start and length of everything that a pattern fits."""
        fitting = {p: [self._fitting(letter) for letter in p] for p in patterns}
        possible = {p: places for p, places in fitting.items() if all(places)}
        exact: dict[int, list[list[int]]] = {}
        found: set[tuple[int, int]] = set()
        for pattern, places in possible.items():
            if all(len(place) == 1 for place in places):
                exact.setdefault(len(pattern), []).append([place[0] for place in places])
            else:
                found |= _scanned(letters, places)
        for length, rows in exact.items():
            if len(rows) > _FEW:
                found |= _numbered(letters, np.array(rows, np.int32), length)
                continue
            for row in rows:
                found |= _scanned(letters, [[letter] for letter in row])
        return found

    def _fitting(self, letter: str) -> list[int]:
        """Return the letters of the release that fit a letter of a pattern."""
        pairs = [
            (at, symbol)
            for at, symbol in enumerate(self._symbols, SEPARATOR + 1)
            if symbol != self._separator
        ]
        if letter == self._wildcard:
            return [at for at, symbol in pairs if not self._nucleic or symbol in BASES]
        if not self._nucleic:
            return [at for at, symbol in pairs if symbol == letter]
        return [at for at, symbol in pairs if may_be(symbol) <= may_be(letter)]


def _scanned(letters: NDArray[np.int32], places: Sequence[list[int]]) -> set[tuple[int, int]]:
    """Thin out the starts of a pattern, letter by letter."""
    size = letters.size - len(places) + 1
    if size < 1:
        return set()
    top = max(int(letters.max()), *map(max, places)) + 1
    starts: NDArray[np.int64] | None = None
    for offset, place in enumerate(places):
        fits = np.zeros(top, np.bool_)
        fits[place] = True
        if starts is None:
            starts = np.flatnonzero(fits[letters[:size]])
        else:
            starts = starts[fits[letters[starts + offset]]]
    return set() if starts is None else {(start, len(places)) for start in starts.tolist()}


def _numbered(
    letters: NDArray[np.int32], rows: NDArray[np.int32], length: int
) -> set[tuple[int, int]]:
    """Compare windows with many patterns at once."""
    spelled = np.concatenate([rows, np.full((len(rows), 1), END, np.int32)], axis=1)
    numbers = window_numbers(np.concatenate([letters, spelled.reshape(-1)]), length)
    here, wanted = numbers[: letters.size], numbers[letters.size :: length + 1]
    hits = np.flatnonzero(among(here, wanted[wanted != NOWHERE]))
    return {(start, length) for start in hits.tolist()}
