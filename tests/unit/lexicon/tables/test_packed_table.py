"""Packed tables: they hold what was put in, equal tables are equal bytes, damage is noticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.lexicon.tables.packed_table import Packed, pack

RECORDS = st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 9))


@given(st.dictionaries(st.text(max_size=8), RECORDS, max_size=40), st.text(max_size=8))
def test_finds_what_a_dictionary_finds(table, other):
    packed = Packed(pack(table))
    assert len(packed) == len(table)
    for key, record in table.items():
        assert packed.find(key) == record
    assert packed.find(other) == table.get(other)


@given(st.dictionaries(st.text(max_size=8), RECORDS, max_size=10))
def test_order_does_not_matter(table):
    assert pack(table) == pack(dict(reversed(table.items())))


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b + b"x", lambda b: b"X" + b[1:]])
def test_damage_is_refused(damage):
    with pytest.raises(InvalidValueError):
        Packed(damage(pack({"a": (1, 2)})))


def test_lone_surrogates_are_keys_like_others():
    assert Packed(pack({"\ud800": (1,)})).find("\ud800") == (1,)


def test_too_many_distinct_records_are_refused():
    with pytest.raises(InvalidValueError):
        pack({str(number): (number,) for number in range(2**16 + 1)})
