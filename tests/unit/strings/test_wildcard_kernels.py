"""Kernels of wildcard forms that have an answer of their own."""

import re

import numpy as np
import pytest

from textveil.strings.wildcards.index import build_index, letter_bits
from textveil.strings.wildcards.match import STAR, matches
from textveil.strings.wildcards.terms import decode_term, encode_terms


def test_codes_are_by_frequency_and_lead_back():
    codes, starts, alphabet = encode_terms(["aab", "b", "b\U0001f600"])
    assert codes.tolist() == [2, 2, 1, 1, 1, 3]
    assert starts.tolist() == [0, 3, 4, 6]
    assert decode_term(codes[4:], alphabet) == "b\U0001f600"


def test_large_alphabets_take_wider_codes():
    points = (p for p in range(1, 0x11000) if not 0xD800 <= p < 0xE000)
    codes, _, alphabet = encode_terms(["".join(map(chr, points))])
    assert codes.dtype == np.uint32
    assert alphabet.size > 1 << 16


def test_letter_signatures_count_to_two():
    one = letter_bits(np.array([1, 2, 1, 1], np.uint16), 0, 4)
    assert one == (1 << 1) | (1 << 2) | (1 << 33)
    # 1 and 33 share a class, but neither is there twice.
    assert letter_bits(np.array([1, 33], np.uint16), 0, 2) == 1 << 1


def test_a_term_is_once_in_each_list():
    codes, starts, _ = encode_terms(["ababab", "ab"])
    index = build_index(codes, starts)
    for first, listed in ((index.first_2, index.list_2), (index.first_4, index.list_4)):
        for b in range(first.size - 1):
            here = listed[first[b] : first[b + 1]].tolist()
            assert here == sorted(set(here))


@pytest.mark.parametrize("form", ["a*", "*a", "*a*", "a*a", "ab", "*ab*b", "a*b*a", "*ba*ab*"])
def test_matching_agrees_with_regular_expressions(form):
    pattern = re.compile(form.replace("*", ".+"))
    codes = np.array([STAR if c == "*" else ord(c) - 96 for c in form], np.uint32)
    for number in range(2, 1 << 8):
        term = bin(number)[3:].replace("0", "a").replace("1", "b")
        letters = np.array([ord(c) - 96 for c in term], np.uint16)
        assert matches(codes, letters, 0, letters.size) == bool(pattern.fullmatch(term))
