"""PFS: paths, cycles, and sequences that stay apart."""

from itertools import pairwise

import numpy as np

from textveil.strings.sanitization.partial_order import partial_order
from textveil.strings.sanitization.total_order import FIRST, SPLIT, Pieces, render


def ordered(texts, k, letters="abcd"):
    """Blocks of each sequence, separated by #, after PFS."""
    blocks = [text.split("#") for text in texts]
    flat = [block for each in blocks for block in each]
    codes = np.array([letters.index(c) for block in flat for c in block], np.int32)
    end = np.cumsum([len(block) for block in flat])
    begin = end - [len(block) for block in flat]
    link = [FIRST if not i else SPLIT for each in blocks for i in range(len(each))]
    first = np.cumsum([0, *map(len, blocks)])
    pieces = Pieces(begin, end, np.array(link, np.int8), first)
    pieces = partial_order(codes, pieces, k, len(letters))
    shown = render(codes, pieces, np.full(pieces.separators, len(letters), np.int32))
    text = "".join((letters + "#")[c] for c in shown)
    return [text[a:b] for a, b in pairwise(pieces.offsets().tolist())]


def test_example_5_1():
    assert ordered(["aabaa#aaacbcbbba#baabbacaab"], 4) == ["aaacbcbbba#aabaabbacaab"]


def test_cycles_are_spliced_into_paths():
    # ab and ba form a cycle through a, which the path from c to a takes in.
    (result,) = ordered(["cxa#ab#ba".replace("x", "d")], 2)
    assert result == "cdaba"


def test_two_cycles_stay_apart():
    (result,) = ordered(["ab#ba#cd#dc"], 2)
    assert len(result) == 7


def test_sequences_stay_apart():
    first, second = ordered(["ab#cb", "bc#da"], 2)
    assert (sorted(first.split("#")), sorted(second.split("#"))) == (["ab", "cb"], ["bc", "da"])
    assert ordered(["aab", "ba#ab", "bbb"], 2) == ["aab", "aba", "bbb"]
