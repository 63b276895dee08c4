"""Sums over all paths of a linear-chain random field, compiled: what fitting and asking share.

Scores are added up in the order of the features of a word, and windows one after the other, so the
same words and weights give the same bits. Two tags that never followed each other have a pair of
weight 0: only pairs with a weight are gone through, and all others are one sum.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

__all__ = ["FieldWeights", "FieldWords", "counts_by_tag", "expectations", "marginals", "numbered"]


class FieldWords(NamedTuple):
    """The words of windows.

    Attributes
    ----------
    rows
        Where the features of each word begin, and where the last end.
    features
        Their numbers.
    windows
        The first word of each window, and the number of words.
    """

    rows: NDArray[np.uint32]
    features: NDArray[np.uint32]
    windows: NDArray[np.uint32]


class FieldWeights(NamedTuple):
    """Weights by the numbers of features, or sums of the same shape.

    Attributes
    ----------
    wide
        Of the first features, which have weights for many tags: one for every tag.
    starts
        Of each other feature, where its weights begin, and where the last end.
    tags
        Of each of these weights, its tag.
    narrow
        These weights.
    before, after
        Pairs of tags.
    pairs
        Their weights.
    """

    wide: NDArray[np.float64]
    starts: NDArray[np.uint32]
    tags: NDArray[np.uint16]
    narrow: NDArray[np.float64]
    before: NDArray[np.uint16]
    after: NDArray[np.uint16]
    pairs: NDArray[np.float64]


@numba.njit(cache=True, nogil=True)
def numbered(features: NDArray[np.uint32], places: NDArray[np.uint32]) -> int:
    """Give features numbers as they come; `places` holds its own length for one without."""
    none = places.shape[0]
    found = 0
    for feature in features:
        if places[feature] == none:
            places[feature] = found
            found += 1
    return found


@numba.njit(cache=True, nogil=True)
def counts_by_tag(words: FieldWords, right: NDArray[np.uint16], counts: NDArray[np.uint32]) -> None:
    """Add up how often each feature stands at a word of each tag."""
    for word in range(np.uint64(right.shape[0])):
        tag = right[word]
        for at in range(words.rows[word], words.rows[word + np.uint64(1)]):
            counts[words.features[at], tag] += 1


@numba.njit(cache=True, nogil=True)
def _longest(windows: Any) -> np.int64:
    """Return the number of words of the longest window; 0 without any."""
    # Compiled, `int` leaves an unsigned number unsigned, and the maximum would be a fraction.
    most = np.int64(0)
    for window in range(windows.shape[0] - 1):
        most = max(most, np.int64(windows[window + 1]) - np.int64(windows[window]))
    return most


@numba.njit(cache=True, nogil=True)
def _grown(words: Any, weights: Any, first: Any, count: Any, out: Any) -> float:
    """Set the exponentials of the scores of words, the highest 1; return what was cut."""
    wide = np.uint64(weights.wide.shape[0])
    tags = out.shape[1]
    cut = 0.0
    for at in range(count):
        row = out[at]
        row[:] = 0.0
        for place in range(words.rows[first + at], words.rows[first + at + np.uint64(1)]):
            feature = np.uint64(words.features[place])
            if feature < wide:
                line = weights.wide[feature]
                for tag in range(tags):
                    row[tag] += line[tag]
            else:
                other = feature - wide
                for one in range(weights.starts[other], weights.starts[other + np.uint64(1)]):
                    row[weights.tags[one]] += weights.narrow[one]
        highest = row.max()
        cut += highest
        for tag in range(tags):
            row[tag] = np.exp(row[tag] - highest)
    return cut


@numba.njit(cache=True, nogil=True)
def _forward(weights: Any, more: Any, grown: Any, count: Any, out: Any, scales: Any) -> float:
    """Set the shares of the paths up to each word; return the logarithm of their sum."""
    tags = out.shape[1]
    total = 0.0
    for at in range(count):
        row = out[at]
        row[:] = 1.0
        if at:
            last = out[at - np.uint64(1)]
            for pair in range(np.uint64(more.shape[0])):
                row[weights.after[pair]] += last[weights.before[pair]] * more[pair]
        together = 0.0
        for tag in range(tags):
            row[tag] *= grown[at, tag]
            together += row[tag]
        total += np.log(together)
        scales[at] = 1.0 / together
        for tag in range(tags):
            row[tag] *= scales[at]
    return total


@numba.njit(cache=True, nogil=True)
def _back(weights: Any, more: Any, grown: Any, scale: float, rest: Any, held: Any) -> None:
    """Turn what comes after a word into what comes after the word before; `held` is in between."""
    together = 0.0
    for tag in range(rest.shape[0]):
        held[tag] = grown[tag] * rest[tag] * scale
        together += held[tag]
    rest[:] = together
    for pair in range(np.uint64(more.shape[0])):
        rest[weights.before[pair]] += more[pair] * held[weights.after[pair]]


@numba.njit(cache=True, nogil=True)
def _added(words: Any, weights: Any, word: Any, chances: Any, sums: Any) -> None:
    """Add the chances of a word's tags to the sums of its features."""
    wide = np.uint64(weights.wide.shape[0])
    for place in range(words.rows[word], words.rows[word + np.uint64(1)]):
        feature = np.uint64(words.features[place])
        if feature < wide:
            line = sums.wide[feature]
            for tag in range(chances.shape[0]):
                line[tag] += chances[tag]
        else:
            other = feature - wide
            for one in range(weights.starts[other], weights.starts[other + np.uint64(1)]):
                sums.narrow[one] += chances[weights.tags[one]]


@numba.njit(cache=True, nogil=True)
def expectations(words: FieldWords, weights: FieldWeights, tags: int, sums: FieldWeights) -> float:
    """Add up how often each weight is expected to count; return the logarithm of all paths' sum."""
    longest = _longest(words.windows)
    grown, paths = np.empty((longest, tags)), np.empty((longest, tags))
    scales, rest, held = np.empty(longest), np.empty(tags), np.empty(tags)
    factors = np.exp(weights.pairs)
    more = factors - 1.0
    total = 0.0
    for window in range(np.uint64(words.windows.shape[0] - 1)):
        first = np.uint64(words.windows[window])
        count = np.uint64(words.windows[window + np.uint64(1)]) - first
        total += _grown(words, weights, first, count, grown)
        total += _forward(weights, more, grown, count, paths, scales)
        rest[:] = 1.0
        for behind in range(count):
            at = count - np.uint64(1) - behind
            _added(words, weights, first + at, paths[at] * rest, sums)
            if at:
                _back(weights, more, grown[at], scales[at], rest, held)
                last = paths[at - np.uint64(1)]
                for pair in range(np.uint64(more.shape[0])):
                    both = last[weights.before[pair]] * held[weights.after[pair]]
                    sums.pairs[pair] += both * factors[pair]
    return total


@numba.njit(cache=True, nogil=True)
def marginals(words: FieldWords, weights: FieldWeights, tags: int) -> NDArray[np.float64]:
    """Return the probability of every tag, a row a word."""
    longest = _longest(words.windows)
    out = np.empty((words.rows.shape[0] - 1, tags))
    grown, paths = np.empty((longest, tags)), np.empty((longest, tags))
    scales, rest, held = np.empty(longest), np.empty(tags), np.empty(tags)
    more = np.exp(weights.pairs) - 1.0
    for window in range(np.uint64(words.windows.shape[0] - 1)):
        first = np.uint64(words.windows[window])
        count = np.uint64(words.windows[window + np.uint64(1)]) - first
        _grown(words, weights, first, count, grown)
        _forward(weights, more, grown, count, paths, scales)
        rest[:] = 1.0
        for behind in range(count):
            at = count - np.uint64(1) - behind
            for tag in range(tags):
                out[first + at, tag] = paths[at, tag] * rest[tag]
            if at:
                _back(weights, more, grown[at], scales[at], rest, held)
    return out
