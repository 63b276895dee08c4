"""Compile the kernels ahead of time, so that later processes load them from the cache."""

from pathlib import Path

import numpy as np

from textveil.strings.alphabet import Document, encode
from textveil.strings.coverings.covering import minimum
from textveil.strings.coverings.longest_covering import longest_first, paper
from textveil.strings.coverings.self_covering import self_covering
from textveil.strings.suffixes.lcp import gather, is_lcp_array, lcp_array
from textveil.strings.suffixes.repeats import longest_repeats, maximal_repeats
from textveil.strings.suffixes.subject_repeats import longest_shared
from textveil.strings.suffixes.suffix_array import is_suffix_array, suffix_array

__all__ = ["is_warm", "warm"]


def is_warm() -> bool:
    """Tell whether compiled kernels lie in the cache, so that the first run need not wait."""
    line = gather.py_func.__code__.co_firstlineno
    folder = gather.stats.cache_path
    return folder is not None and any(Path(folder).glob(f"lcp.gather-{line}.*.nbi"))


def warm() -> None:
    """Compile every kernel of substring k-anonymity for every width of codes.

    Takes about a minute without a cache and a second with one. Texts of 2**31 symbols
    and more use 64-bit ranks, which are compiled when they are first needed.
    """
    wide = "".join(map(chr, range(1, 400)))
    collections: tuple[list[Document], ...] = (
        [b"abracadabra"],  # read-only bytes
        [b"abracadabra", b"cadabra"],
        [wide, wide],
        [np.arange(66_000, dtype=np.int32), np.arange(9, dtype=np.int32)],
    )
    for documents in collections:
        coded = encode(documents)
        order = suffix_array(coded.codes)
        if not is_suffix_array(coded.codes, order):
            raise RuntimeError("the suffix array library gives wrong results on this machine")
        is_lcp_array(coded.codes, order, lcp_array(coded.codes, order, within_breaks=True))
        shown = coded.mask([97])
        people = np.arange(len(documents), dtype=np.int32)
        longest_shared(coded.codes, order, coded.starts, people, 1)
        longest = longest_repeats(coded.codes, order, 2)
        maximal_repeats(longest)
        for cover in (minimum, longest_first, paper):
            for length in (1, 2):
                cover(longest, length, None)
                cover(longest, length, shown)
        self_covering(coded.codes, order, 2, 1, shown)
