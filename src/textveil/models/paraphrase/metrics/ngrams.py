"""BLEU and NIST: how many runs of words the translation shares with the reference."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Final

__all__ = ["bleu", "nist"]

_BETA: Final = log(0.5) / log(1.5) ** 2
"""NIST's penalty is 0.5 where the translation has two thirds of the reference's words."""

Runs = Counter[tuple[str, ...]]


def bleu(
    reference: Sequence[Runs], translation: Sequence[Runs], highest: int, *, smooth: bool = True
) -> float:
    """Return BLEU (Papineni et al. 2002) of runs up to `highest` words, from 0 to 1.

    Parameters
    ----------
    reference, translation
        How often each run of one word, of two, … occurs.
    highest
        Words of the longest run, 1 to 4.
    smooth
        Take a precision of 0 for half a match, the next one for a quarter, and so on (as
        mteval-v13a does for single sentences); a pair without a common word has 0 all the same.

    Examples
    --------
    The first example of Papineni et al.: seven times "the" has a modified precision of 2/7.

    >>> def runs(text):
    ...     words = text.split()
    ...     return [Counter(tuple(words[at:at + n]) for at in range(len(words) - n + 1))
    ...             for n in range(1, 6)]
    >>> round(bleu(runs("the cat is on the mat"), runs("the the the the the the the"), 1), 4)
    0.2857
    """
    words = sum(translation[0].values())
    length = sum(reference[0].values())
    if not words or not (reference[0] & translation[0]):
        return 0.0
    total, halves = 0.0, 1.0
    for order in range(highest):
        count = sum(translation[order].values())
        if not count:
            # A translation that is too short for such runs is judged by the shorter ones.
            return exp(total / order) * _brevity(words, length)
        same = sum((reference[order] & translation[order]).values())
        if not same:
            if not smooth:
                return 0.0
            halves *= 2.0
            total -= log(halves * count)
        else:
            total += log(same / count)
    return exp(total / highest) * _brevity(words, length)


def _brevity(words: int, reference: int) -> float:
    return 1.0 if words > reference else exp(1 - reference / words)


def nist(
    reference: Sequence[Runs],
    translation: Sequence[Runs],
    highest: int,
    information: Mapping[tuple[str, ...], float] | None = None,
) -> float:
    """Return NIST (Doddington 2002) of runs up to `highest` words; 0 or more.

    Each common run counts with its information: the logarithm, to base 2, of how often the run
    without its last word occurs for one time that the whole run does.

    Parameters
    ----------
    reference, translation
        How often each run of one word, of two, … occurs.
    highest
        Words of the longest run, 1 to 5.
    information
        Of runs, from many references; from this reference alone unless given.

    Examples
    --------
    A reference of four different words: each tells log2(4) = 2, and a pair of words nothing more.

    >>> def runs(text):
    ...     words = text.split()
    ...     return [Counter(tuple(words[at:at + n]) for at in range(len(words) - n + 1))
    ...             for n in range(1, 6)]
    >>> nist(runs("a b c d"), runs("a b c d"), 1), nist(runs("a b c d"), runs("a b c d"), 2)
    (2.0, 2.0)
    """
    words = sum(translation[0].values())
    length = sum(reference[0].values())
    if not words or not length:
        return 0.0
    score = 0.0
    for order in range(highest):
        count = sum(translation[order].values())
        if not count:
            break
        common = reference[order] & translation[order]
        score += (
            sum(
                times * _information(run, reference, words=length, known=information)
                for run, times in common.items()
            )
            / count
        )
    return score * exp(_BETA * log(min(words / length, 1.0)) ** 2)


def _information(
    run: tuple[str, ...],
    reference: Sequence[Runs],
    *,
    words: int,
    known: Mapping[tuple[str, ...], float] | None,
) -> float:
    if known is not None and run in known:
        return known[run]
    whole = reference[len(run) - 1][run]
    before = words if len(run) == 1 else reference[len(run) - 2][run[:-1]]
    return log(before / whole, 2) if whole else 0.0
