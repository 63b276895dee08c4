"""Motifs: no sensitive pattern is left, as biologists read letters and strands.

`C1` of `sequence` looks for the patterns of k letters that were hidden. Here they are looked
for as the user named them: at full length, with the letters of IUPAC, on one strand or both.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.lexicon.iupac import BASES, complements
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict, Witness

__all__ = ["check_motifs"]

_SHOWN: Final = 10
_PAIRED: Final = complements(BASES)


def check_motifs(
    after: Sequence[Letters], patterns: Iterable[Sequence[str]], *, both: bool, wildcard: str = ""
) -> Verdict:
    """Check that no pattern stands in any sequence.

    Parameters
    ----------
    after
        The release, in upper case. Other letters than those of IUPAC fit themselves alone.
    patterns
        As the user named them, in upper case. A letter fits where every base that it may be is
        one that the pattern leaves open.
    both
        Whether the reverse complement of a pattern must not stand there either.
    wildcard
        Fits every letter of IUPAC.

    Examples
    --------
    >>> release = [Letters.of("r", "TTGACCTT")]
    >>> check_motifs(release, ["GRTC"], both=False).holds
    True
    >>> check_motifs(release, ["GGTC"], both=True).failures
    1
    """
    joined = Sequences.of(after)
    ends = np.frombuffer(joined.ends, np.int64)
    # A code behind each sequence that fits nothing.
    letters = np.insert(np.frombuffer(joined.buffer, np.int32), ends, len(joined.alphabet))
    fits: dict[str, NDArray[np.bool_]] = {}
    found: set[tuple[int, int]] = set()
    wanted = {tuple(pattern) for pattern in patterns}
    if both:
        wanted |= {tuple(_PAIRED.get(one, one) for one in reversed(p)) for p in wanted}
    for pattern in wanted:
        starts = np.arange(max(letters.size - len(pattern) + 1, 0))
        for offset, letter in enumerate(pattern):
            if letter not in fits:
                fits[letter] = _fitting(letter, joined.alphabet.symbols, wildcard)[letters]
            starts = starts[fits[letter][starts + offset]]
        found |= {(start, len(pattern)) for start in starts.tolist()}
    begins = np.concatenate([[0], ends[:-1] + np.arange(1, len(ends))]).astype(np.int64)
    witnesses = []
    for start, length in sorted(found)[:_SHOWN]:
        owner = int(np.searchsorted(begins, start, side="right")) - 1
        at = start - int(begins[owner])
        reason = "a sensitive pattern stands here, or its reverse complement"
        witnesses.append(Witness(joined.ids[owner], at, at + length, reason))
    return Verdict.of("motifs", len(joined.codes), witnesses, len(found))


def _fitting(letter: str, symbols: Sequence[str], wildcard: str) -> NDArray[np.bool_]:
    """Tell for each code whether it fits a letter of a pattern; the last one, an end, does not."""
    if letter == wildcard:
        fitting = [symbol in BASES for symbol in symbols]
    else:
        bases = set(BASES.get(letter, letter))
        fitting = [bases.issuperset(BASES.get(symbol, symbol)) for symbol in symbols]
    return np.array([*fitting, False], np.bool_)
