"""Messages: what is packed is unpacked, and bytes that are no message are refused."""

import json
from io import BytesIO
from struct import error

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import FormatError
from textveil.models.cell.messages import HEAD, packed, unpacked

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda some: st.lists(some, max_size=3)
)


@given(
    st.dictionaries(st.text().filter(lambda key: key != "lengths"), VALUES), st.lists(st.binary())
)
def test_messages_come_out_as_they_went_in(told, arrays):
    read, held = unpacked(BytesIO(packed(told, arrays)).read, 1 << 20)
    assert read.pop("lengths") == [len(one) for one in arrays]
    assert read == told
    assert [bytes(one) for one in held] == arrays


def test_arrays_are_plain_numbers():
    _, [held] = unpacked(BytesIO(packed({}, [np.array([1, 2], "<i4")])).read, 100)
    assert bytes(held) == b"\x01\0\0\0\x02\0\0\0"


def test_a_message_that_is_too_long_is_refused_before_it_is_read():
    source = BytesIO(packed({}, [b"x" * 100]))
    with pytest.raises(FormatError, match="longer"):
        unpacked(source.read, 99)
    assert source.tell() == HEAD.size


@given(st.binary(max_size=60))
def test_other_bytes_are_refused(data):
    try:
        told, _ = unpacked(BytesIO(HEAD.pack(len(data), 0) + data).read, 100)
    except FormatError:
        return
    assert not sum(told["lengths"])


@pytest.mark.parametrize("lengths", [[-1, 1], ["a"], [0.5], None, 7, [3]])
def test_lengths_that_do_not_fit_are_refused(lengths):
    text = json.dumps({"lengths": lengths}).encode()
    with pytest.raises((FormatError, error)):
        unpacked(BytesIO(HEAD.pack(len(text), 0) + text).read, 1000)
