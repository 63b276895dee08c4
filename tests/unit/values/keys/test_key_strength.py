"""The strength of keys: what people make up is weak, what is drawn at random is not."""

import base64
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.values.keys.key_strength import LEAST_BITS, estimated_bits


@pytest.mark.parametrize(
    "key",
    [
        b"0123456789abcdef",
        b"fedcba9876543210",
        b"k" * 200,
        b"password password password password",
        b"my dog is called Rex 2016",
        b"MyDogIsCalledRex2016",
        b"a key of more than sixteen bytes",
        b"correct horse battery staple",
        b"a1b2c3d4e5f6g7h8",
        b"2016-05-03 2016-05-04 2016-05-05",
        bytes(64),
        b"01" * 32,
        bytes(range(100, 164)),
        b"all the words of a note " * 60,
        b"correcthorsebatterystaplecorrecthorsebattery",
    ],
)
def test_what_people_make_up_is_weak(key):
    assert estimated_bits(key) < LEAST_BITS


@pytest.mark.parametrize("seed", range(200))
def test_what_is_drawn_at_random_is_not(seed):
    drawn = Random(seed).randbytes(32)  # noqa: S311 - nothing secret
    for key in (base64.b64encode(drawn), drawn.hex().encode(), base64.urlsafe_b64encode(drawn)):
        assert estimated_bits(key) >= LEAST_BITS
    assert estimated_bits(drawn) >= LEAST_BITS


def test_seven_words_of_a_long_list_are_enough():
    words = b"unwrapped cosmetics overlabor tinfoil gigabyte doorstep headlamp"
    assert estimated_bits(words) >= LEAST_BITS


@given(st.binary(max_size=100))
def test_every_key_has_an_estimate(key):
    assert 0 <= estimated_bits(key) <= 8 * len(key)
