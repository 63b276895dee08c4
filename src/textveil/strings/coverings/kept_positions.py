"""Kept positions: from coded documents to kept positions, by guarantee and method.

One entry for every stage that asks what is too rare to share: the suffix array is computed once for
a collection, and then answers for every k, guarantee and method.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.strings.alphabet import Coded
from textveil.strings.coverings.covering import minimum
from textveil.strings.coverings.longest_covering import longest_first, paper
from textveil.strings.coverings.self_covering import self_covering
from textveil.strings.suffixes.lcp import Lengths
from textveil.strings.suffixes.repeats import longest_repeats
from textveil.strings.suffixes.subject_repeats import longest_shared
from textveil.strings.suffixes.suffix_array import suffix_array

__all__ = ["COVERINGS", "CodedDocuments", "Demand"]

COVERINGS: Final = {"minimum": minimum, "longest-first": longest_first, "paper": paper}
"""Coverings that read the longest repeat at each position, by name."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Demand:
    """What kept runs must fulfil.

    Attributes
    ----------
    k
        How often, from 2 on.
    guarantee
        `occurrences` or `subjects` in the input, or `output` for occurrences in the release.
    method
        One of `COVERINGS`; ignored for the guarantee `output`, which has its own.
    min_length
        Kept runs are at least this long.
    """

    k: int
    guarantee: str
    method: str = "minimum"
    min_length: int = 1


class CodedDocuments:
    """Coded documents with their suffix array and the subject of each document.

    Parameters
    ----------
    coded
        The documents.
    subjects : array of int32
        The subject of each document, numbered from 0 without gaps.
    """

    def __init__(self, coded: Coded, subjects: NDArray[np.int32]) -> None:
        self.coded = coded
        self._subjects = subjects
        self._order = suffix_array(coded.codes)
        self._last: tuple[tuple[int, str], Lengths] | None = None

    def kept(self, demand: Demand, shown: Mask | None = None) -> Mask:
        """Return the kept positions; `shown` ones are never suppressed."""
        codes, order = self.coded.codes, self._order
        if demand.guarantee == "output":
            return self_covering(codes, order, demand.k, demand.min_length, shown)
        longest = self._longest(demand.k, demand.guarantee)
        return COVERINGS[demand.method](longest, demand.min_length, shown)

    def _longest(self, k: int, guarantee: str) -> Lengths:
        """Return the longest repeats, remembered from one covering to the next."""
        asked = (k, guarantee)
        if self._last is None or self._last[0] != asked:
            self._last = None
            codes, order = self.coded.codes, self._order
            if guarantee == "subjects":
                found = longest_shared(codes, order, self.coded.starts, self._subjects, k)
            else:
                found = longest_repeats(codes, order, k)
            self._last = (asked, found)
        return self._last[1]
