"""Compile the kernels of sequence sanitization ahead of time."""

import numpy as np

from textveil.strings.sanitization.baseline import replace_greedily
from textveil.strings.sanitization.edit_distance import least_edits
from textveil.strings.sanitization.ghosts import fewest_ghosts
from textveil.strings.sanitization.implausible import forbid_implausible
from textveil.strings.sanitization.knapsack import choose
from textveil.strings.sanitization.partial_order import partial_order
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.strings.sanitization.separator_search import settle
from textveil.strings.sanitization.separators import (
    allowed_options,
    candidate_ghosts,
    count_ghosts,
    ghost_costs,
    options_of,
)
from textveil.strings.sanitization.substitution import BLOCK, fewest_substitutions
from textveil.strings.sanitization.total_order import origins, render, total_order
from textveil.strings.sanitization.undoing import suggested_windows, undone_separators
from textveil.strings.tokens import spell, tokenize
from textveil.strings.windows.exact_windows import (
    differing,
    lay_out,
    ranked,
    window_numbers,
)

__all__ = ["warm_sanitization"]

_TEXT = b"aabaaacbcbbbaabbacaab"


def warm_sanitization() -> None:
    """Compile every kernel of sequence sanitization, for bitmaps, tables and hashes.

    Takes about a minute without a cache and a second with one. Sequences share their codes
    read-only, which is what the kernels are compiled for.
    """
    codes = (np.frombuffer(_TEXT, np.uint8) - ord("a")).astype(np.int32)
    codes.flags.writeable = False
    offsets = np.array([0, codes.size], np.int64)
    # baaa and bbaa, the example of paper 3.
    patterns = np.array([[1, 0, 0, 0], [1, 1, 0, 0]], np.int32)
    for letters in (3, 2_000_000):
        _run(codes, offsets, SensitiveSet.of(patterns, letters), letters)
    _read_and_verify(codes)


def _read_and_verify(codes: np.typing.NDArray[np.int32]) -> None:
    points = np.frombuffer("ab b".encode("utf-32-le"), np.uint32)
    tokens = tokenize(points, np.array([points.size], np.int64))
    ends = np.frombuffer(np.int64(3).tobytes(), np.int64)
    spell(codes[:3], ends, points, np.arange(points.size + 1), spaced=True)
    letters = lay_out(codes[:3], ends, np.arange(2, 5, dtype=np.int32))
    window_numbers(letters, 2)
    ranked(np.array([2**40, 1], np.int64))
    differing(letters, tokens.starts[:1], tokens.starts[:1])
    undone_separators(letters, 3)
    suggested_windows(letters, 3)


def _run(
    codes: np.typing.NDArray[np.int32],
    offsets: np.typing.NDArray[np.int64],
    sensitive: SensitiveSet,
    letters: int,
) -> None:
    k, tau = sensitive.k, 2
    starts = sensitive_starts(codes, offsets, sensitive)
    least_edits(codes, starts, k, letters)
    replace_greedily(codes, offsets, sensitive, letters)
    rows, lots = [sensitive.patterns], np.zeros(BLOCK, np.uint64)
    fewest_substitutions(codes, offsets, rows, letters, np.arange(3), lambda _a, _b: lots)
    total = total_order(codes, offsets, starts, k)
    pieces = partial_order(codes, total, k, letters)
    options = options_of(codes, total, k, sensitive.coding, np.arange(3))
    allowed = allowed_options(options, sensitive)
    forbid_implausible(codes, total, k, letters, options.letters, (codes, offsets), -1.0, allowed)
    found = candidate_ghosts(codes, offsets, options, allowed, sensitive.coding, tau)
    cost, tie = ghost_costs(options, allowed, found)
    weight = np.arange(1, cost.size + 1, dtype=np.int64).reshape(cost.shape)
    weight[~allowed] = 2**62
    theta = int(weight.min(axis=1).sum()) + 1
    chosen = choose(cost, weight, theta, tie)
    settle(options, found, chosen, weight, theta, tau)
    fewest_ghosts(options, allowed, found, [chosen], weight, theta, tau, 10)
    count_ghosts(options, chosen, found.table, found.counts, tau)
    marks = np.full(pieces.separators, letters, np.int32)
    render(codes, pieces, marks)
    origins(pieces, marks)
