"""What separators may become."""

import numpy as np

from textveil.strings.sanitization.implausible import z_score
from textveil.strings.sanitization.sensitive import SensitiveSet
from textveil.strings.sanitization.separator_search import assemble, settle
from textveil.strings.sanitization.separators import (
    allowed_options,
    candidate_ghosts,
    ghost_costs,
    marked_windows,
    options_of,
)
from textveil.strings.sanitization.total_order import FIRST, SPLIT, Pieces

# ab#ba, patterns of length 2
CODES = np.array([0, 1, 1, 0], np.int32)
PIECES = Pieces(
    np.array([0, 2]), np.array([2, 4]), np.array([FIRST, SPLIT], np.int8), np.array([0, 2])
)
OFFSETS = np.array([0, 4], np.int64)


def test_options_of_one_separator():
    known = SensitiveSet.of(np.array([[1, 1]]), 3)
    options = options_of(CODES, PIECES, 2, known.coding, np.arange(3))
    allowed = allowed_options(options, known)
    # b#b: b and nothing bring bb back, a and c do not.
    assert allowed.tolist() == [[True, False, True, False]]
    found = candidate_ghosts(CODES, OFFSETS, options, allowed, known.coding, 1)
    cost, _ = ghost_costs(options, allowed, found)
    assert cost.tolist() == [[0, np.inf, 2, np.inf]]
    listed = [part.tolist() for part in marked_windows(options, allowed, found)]
    assert listed == [[0, 0], [2, 2], [0, 1]]


def test_a_local_search_keeps_the_budget():
    known = SensitiveSet.of(np.array([[1, 1]]), 3)
    options = options_of(CODES, PIECES, 2, known.coding, np.arange(3))
    allowed = allowed_options(options, known)
    found = candidate_ghosts(CODES, OFFSETS, options, allowed, known.coding, 1)
    weight = np.where(allowed, np.array([[9, 1, 1, 1]]), 2**62)
    start = np.array([2])
    assert settle(options, found, start, weight, 8, 1).tolist() == [2]
    assert settle(options, found, start, weight, 9, 1).tolist() == [0]
    assert assemble(options, found, weight, 8, 1).tolist() == [2]


def test_z_score():
    assert z_score(0, 4, 4, 4) == -2
    assert z_score(0, 0, 0, 0) == 0
    assert z_score(3, 1, 1, 4) == 2.75
