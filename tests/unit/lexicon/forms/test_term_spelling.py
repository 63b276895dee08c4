"""Terms that are spelt differently and mean the same are one term."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.lexicon.forms.term_spelling import _changes, distinct, spelling

ODD = " \t\u00a0\u00ad\u200b\u3000\ufeff\u0301\u0327eéẞßΣς\u1100\u1161\u11a8가\u09c7\u09be\u212b"


@pytest.mark.parametrize(
    ("given_term", "spelt"),
    [
        ("Japan", "Japan"),
        (" Ja\u00adpan\u200b", "Japan"),
        ("New \u00a0\tYork", "New York"),
        ("e\u0301t", "ét"),
        ("\u1100\u1161", "가"),
    ],
)
def test_spellings(given_term, spelt):
    assert spelling(given_term, fold_case=False) == spelt
    assert distinct([given_term, "a"], fold_case=False) == sorted({spelt, "a"})


@pytest.mark.parametrize("fold_case", [False, True])
@given(terms=st.lists(st.text("ab " + ODD, min_size=1, max_size=5), min_size=1, max_size=12))
def test_a_list_is_spelt_as_its_terms_are(terms, fold_case):
    expected = sorted({spelling(term, fold_case) for term in terms})
    if expected[0]:
        assert distinct(terms, fold_case) == expected
    else:
        with pytest.raises(InvalidValueError):
            distinct(terms, fold_case)


def test_every_character_that_normalization_touches_is_looked_at():
    """Over all of Unicode: what changes alone, or together with the character before it."""
    second = set()
    for point in range(sys.maxunicode + 1):
        parts = unicodedata.decomposition(chr(point)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            second.add(int(parts[1], 16))
        # Vowels and final consonants of Hangul have no decomposition in the table.
    second |= {*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)}
    for point in range(sys.maxunicode + 1):
        if 0xD800 <= point < 0xE000:
            continue
        character = chr(point)
        touched = (
            point in second
            or unicodedata.combining(character)
            or unicodedata.normalize("NFC", character) != character
        )
        assert not touched or _changes(character), hex(point)


@pytest.mark.parametrize("terms", [[], ["a\nb"], ["a", ""], [" "], ["\ud800"], ["x" * 300]])
def test_what_is_no_term_is_refused(terms):
    with pytest.raises(InvalidValueError):
        distinct(terms, fold_case=False)
