"""Texts of any code points: what stands in a text never stops a run, and comes back as it was."""

from random import Random

import pytest
from benchmarks.any_text import drawn
from hypothesis import given, settings
from hypothesis import strategies as st

import textveil

KEY = "a key of more than sixteen bytes"

points = st.integers(1, 0x10FFFF).map(chr)
signs = st.sampled_from(
    "\u202e\u202d\u202c\u2067\u2069\u200b\ufeff\u0301\u20dd\ufe0f\U000e0041\ud800\udfff\u2028\x85\x1b"
)
values = st.sampled_from(["John Smith", "Ann/Bob", "3 May 2016", "617-555-0134", "J0hn", " ", "e"])
any_text = st.lists(st.one_of(points, signs, values), max_size=14).map("".join)


@settings(max_examples=60)
@given(any_text)
def test_any_text_is_found_rewritten_and_verified(text):
    made = textveil.deidentify(text, keep_refuted=True)
    assert textveil.scan(text) is not None
    assert made.release.input_length == len(text)


@settings(max_examples=60)
@given(any_text)
def test_any_text_comes_back(text):
    safe = textveil.protect(text, key=KEY)
    assert safe.verdicts[-1].holds
    if safe.release.edits:
        assert textveil.restore(safe.text, key=KEY) == text


@pytest.mark.parametrize("seed", range(40))
def test_drawn_texts_get_surrogates(seed):
    text = drawn(Random(seed))  # noqa: S311 - the same texts every time
    made = textveil.deidentify(text, policy="hide-in-plain-sight", key=KEY, keep_refuted=True)
    assert made.release.input_length == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "Seen: J\u202enho\u202c S\u202etim\u202ch today",
        "\u202eAM/9",
        "\u202eME/b",
        "e" + "\u0301" * 1000 + " John Smith",
        "\ud800\u202e5/\u2066tien",
        "\u202e" * 300 + "htimS nhoJ",
    ],
)
def test_overrides_inside_a_name_end_in_no_error(text):
    made = textveil.deidentify(text, keep_refuted=True)
    safe = textveil.protect(text, key=KEY)
    assert made.release.input_length == len(text)
    assert not safe.release.edits or textveil.restore(safe.text, key=KEY) == text
