"""A covering whose release alone shows k-anonymity.

Every kept run occurs at least k times inside the kept runs of the released text. Keeping
one occurrence depends on keeping others, so the greedy proof of `covering.minimum` does
not apply; that covering remains the lower bound.
"""

from textveil.strings.alphabet import Codes
from textveil.strings.coverings.covering import Mask, minimum
from textveil.strings.coverings.grouped_covering import place_groups
from textveil.strings.coverings.witnesses import choose_witnesses, supported_lengths
from textveil.strings.suffixes.branching import branching_strings
from textveil.strings.suffixes.lcp import lcp_array
from textveil.strings.suffixes.suffix_array import Ranks


def self_covering(
    codes: Codes, order: Ranks, k: int, min_length: int = 1, shown: Mask | None = None
) -> Mask:
    """Keep runs each of which occurs at least k times inside the kept runs.

    Parameters
    ----------
    codes : array of integers
        The text, as `alphabet.encode` gives it.
    order : array of int32 or int64
        Its suffix array.
    k : int
        How many occurrences inside kept runs each kept run needs, from 2 on.
    min_length : int
        Kept runs are at least this long, but for stretches of shown positions.
    shown : array of bool, optional
        Positions that are never suppressed; false at every `BREAK`.

    Returns
    -------
    array of bool
        The kept positions; all shown ones are among them.

    Notes
    -----
    First strings are placed in groups, longest first (`groups`). Then the runs that
    witness all used strings stay, and the rest of the text is covered anew, with the
    fewest suppressed symbols, by strings that the witnesses hold k times (`witnesses`).
    The runs that did not stay are one such covering, so the second step never suppresses
    more. A stretch of shown positions that stands alone is valid if it is a repeat at
    all, because every occurrence of it is kept.
    """
    lcp = lcp_array(codes, order, within_breaks=True)
    strings = branching_strings(lcp, k, min_length)
    placed = place_groups(codes, order, strings, k, min_length, shown)
    del strings
    staying = choose_witnesses(order, lcp, placed, k)
    del lcp, placed
    lengths = supported_lengths(codes, staying, k)
    kept: Mask = staying | minimum(lengths, min_length, shown)
    return kept
