"""Codes, suffix arrays of every width, and what the package loads."""

import subprocess
import sys

import numpy as np
import pytest

from textveil.strings.alphabet import encode
from textveil.strings.suffixes.repeats import longest_repeats
from textveil.strings.suffixes.suffix_array import is_suffix_array, suffix_array
from textveil.strings.warm import is_warm, warm


def de_bruijn(letters: int, order: int) -> list[int]:
    """Return the sequence that has each word of a length once, by Lyndon words."""
    sequence, word = [], [-1]
    while word:
        word[-1] += 1
        if order % len(word) == 0:
            sequence += word
        word = [word[i % len(word)] for i in range(order)]
        while word and word[-1] == letters - 1:
            word.pop()
    return sequence


@pytest.mark.parametrize(
    ("documents", "dtype"),
    [
        ([b"abc"], np.uint8),
        ([bytes(range(255))], np.uint8),
        ([bytes(range(256))], np.uint16),
        (["".join(map(chr, range(1000)))], np.uint16),
        ([np.arange(65_535)], np.uint16),
        ([np.arange(65_536)], np.int32),
        ([np.arange(0, 1 << 40, 1 << 24)], np.int32),
        ([], np.uint8),
    ],
)
def test_the_smallest_codes_that_hold_the_alphabet(documents, dtype):
    coded = encode(documents)
    assert coded.codes.dtype == dtype
    assert is_suffix_array(coded.codes, suffix_array(coded.codes))


def test_bytes_share_their_memory():
    text = b"no zero, no mark"
    assert np.shares_memory(encode([text]).codes, np.frombuffer(text, np.uint8))
    assert not np.shares_memory(encode([text], [ord(",")]).codes, np.frombuffer(text, np.uint8))


def test_frequent_symbols_get_small_codes():
    text = "".join(map(chr, range(300, 700))) + "zzz"
    coded = encode([text])
    assert coded.codes[-1] == 1
    assert coded.symbols[1] == ord("z")


def test_empty_documents_keep_their_place():
    coded = encode(["", "a", "", "b", ""])
    assert coded.starts.tolist() == [0, 1, 3, 4, 6]
    assert coded.ends.tolist() == [0, 2, 3, 5, 6]
    assert coded.codes.tolist() == [0, 1, 0, 0, 2, 0]


def test_token_ids_must_be_whole_and_not_negative():
    with pytest.raises(TypeError):
        encode([np.array([1.5])])
    for ids in ([-1, 3], [-1, 1 << 40]):
        with pytest.raises(ValueError, match="negative"):
            encode([np.array(ids)])


@pytest.mark.parametrize(("letters", "order"), [(2, 8), (4, 4), (300, 2)])
def test_suffix_arrays_of_de_bruijn_strings(letters, order):
    coded = encode([np.array(de_bruijn(letters, order))])
    found = suffix_array(coded.codes)
    assert is_suffix_array(coded.codes, found)
    swapped = found.copy()
    swapped[[0, 1]] = swapped[[1, 0]]
    assert not is_suffix_array(coded.codes, swapped)


def test_wide_alphabets_take_up_to_four_bytes_a_code():
    rng = np.random.default_rng(7)
    codes = rng.integers(0, 1 << 25, 5000).astype(np.int32)
    codes[::2] = 1
    assert is_suffix_array(codes, suffix_array(codes))


def test_importing_textveil_loads_no_compiler():
    check = "import sys, textveil; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def compiled():
    """Return how many versions of each kernel this process has."""
    modules = [m for name, m in sorted(sys.modules.items()) if name.startswith("textveil.strings.")]
    return {
        (module.__name__, name): len(kernel.signatures)
        for module in modules
        for name, kernel in vars(module).items()
        if hasattr(kernel, "signatures")
    }


def test_warming_compiles_every_width():
    warm()
    assert is_warm()
    before = compiled()
    wide = "".join(map(chr, range(700, 1400)))
    for texts in ([b"banana"], [b"banana", b"nab"], [wide, "é"], [np.arange(70_000), np.arange(3)]):
        coded = encode(texts)
        longest_repeats(coded.codes, suffix_array(coded.codes), 2)
    assert compiled() == before
