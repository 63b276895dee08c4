"""For which terms a form is a possible choice, and the choices for many terms at once."""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcards.index import TermIndex
from textveil.strings.wildcards.search import best_form

__all__ = ["choices", "possible_sources"]


@numba.njit(cache=True, nogil=True)
def _common(index: TermIndex, one: int, other: int, least: int) -> bool:
    """Say whether two terms begin with the same so many characters; a term must exist."""
    if one < 0 or other >= index.starts.size - 1:
        return False
    i, j = index.starts[one], index.starts[other]
    if index.starts[one + 1] - i < least or index.starts[other + 1] - j < least:
        return False
    for at in range(least):  # noqa: SIM110 - compiled
        if index.codes[i + at] != index.codes[j + at]:
            return False
    return True


@numba.njit(cache=True, nogil=True)
def _keeps_more(index: TermIndex, t: int, remaining: int, k: int) -> bool:
    """Say whether some prefix longer than `remaining` is a form of term t with k terms.

    Terms are in order, so those with a common beginning stand together. Of k + 1 terms that share
    a beginning at most one is no longer than it.
    """
    if index.starts[t + 1] - index.starts[t] <= remaining + 1:
        return False
    return _common(index, t, t + k, remaining + 1) or _common(index, t - k, t, remaining + 1)


@numba.njit(cache=True, nogil=True)
def possible_sources(
    index: TermIndex,
    terms: NDArray[np.int64],
    remaining: int,
    count: int,
    k: int,
    alphabet: int,
    limit: int,
) -> NDArray[np.bool_]:
    """Say for which terms a form is a possible choice; where the search gives up, not.

    Parameters
    ----------
    index
        All terms, in the order of their text.
    terms
        Those that the form matches.
    remaining, count
        How many characters the form keeps, and how many terms it matches.
    k
        The k of the rule.
    alphabet, limit
        As in `best_form`.
    """
    possible = np.zeros(terms.size, np.bool_)
    for i in range(terms.size):
        t = terms[i]
        if _keeps_more(index, t, remaining, k):
            continue
        codes = index.codes[index.starts[t] : index.starts[t + 1]]
        first = np.zeros(codes.size, np.bool_)
        found = best_form(index, codes, k, alphabet, first, limit)
        kept = codes.size - found.deleted.sum()
        possible[i] = found.k.size == 1 and found.k[0] == count and kept == remaining
    return possible


@numba.njit(cache=True, nogil=True)
def choices(
    index: TermIndex,
    terms: NDArray[np.int64],
    firsts: NDArray[np.bool_],
    k: int,
    alphabet: int,
    limit: int,
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return the deletions and the k of the chosen form of each of several terms.

    Parameters
    ----------
    firsts
        For each character of each term, one after another, the order of the search.

    Returns
    -------
    deleted
        For each character, as in `firsts`, whether it is deleted.
    counts
        For each term, k of the form; 0 if there is none, `GAVE_UP` where the limit ended it.
    """
    deleted = np.zeros(firsts.size, np.bool_)
    counts = np.zeros(terms.size, np.int64)
    at = 0
    for i in range(terms.size):
        codes = index.codes[index.starts[terms[i]] : index.starts[terms[i] + 1]]
        end = at + codes.size
        found = best_form(index, codes, k, alphabet, firsts[at:end], limit)
        if found.k.size:
            counts[i] = found.k[0]
            deleted[at:end] = found.deleted[0]
        at = end
    return deleted, counts
