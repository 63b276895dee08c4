"""Sealing: what opens, what does not, and what lengths tell."""

import pytest
from cryptography.exceptions import UnsupportedAlgorithm

from textveil.errors import ComponentError
from textveil.values.keys import sealing
from textveil.values.keys.sealing import Sealing, joined, padded_length
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")


@pytest.mark.parametrize(
    "content", [b"", b"\0", b"\x80", b"Ana\0\0", b"x" * 15, b"x" * 16, b"\0" * 99]
)
def test_content_comes_back(content):
    made = Sealing(KEY, "test")
    assert made.unseal(made.seal(content, b"row"), b"row") == content


def test_sealing_is_a_function_of_key_purpose_binding_and_content():
    sealed = Sealing(KEY, "test").seal(b"Ana", b"row")
    assert Sealing(KEY, "test").seal(b"Ana", b"row") == sealed
    others = [
        Sealing(Secret(b"fedcba9876543210"), "test").seal(b"Ana", b"row"),
        Sealing(KEY, "other").seal(b"Ana", b"row"),
        Sealing(KEY, "test").seal(b"Ana", b"row 2"),
        Sealing(KEY, "test").seal(b"Ana", b"row", b"apart"),
        Sealing(KEY, "test").seal(b"Anb", b"row"),
    ]
    assert len({sealed, *others}) == 6
    # Nonces differ as well: one under two contents would show where they are equal.
    assert len({one[:12] for one in [sealed, *others]}) == 6


def test_nothing_else_opens():
    made = Sealing(KEY, "test")
    sealed = made.seal(b"Ana", b"row")
    assert Sealing(Secret(b"fedcba9876543210"), "test").unseal(sealed, b"row") is None
    assert Sealing(KEY, "other").unseal(sealed, b"row") is None
    assert made.unseal(sealed, b"row 2") is None
    for short in (b"", sealed[:12], sealed[:28], sealed[:-1]):
        assert made.unseal(short, b"row") is None


def test_every_changed_bit_is_noticed():
    made = Sealing(KEY, "test")
    sealed = made.seal(b"Ana", b"row")
    for at in range(len(sealed) * 8):
        changed = bytearray(sealed)
        changed[at // 8] ^= 1 << at % 8
        assert made.unseal(bytes(changed), b"row") is None


@pytest.mark.parametrize("block", [16, 64])
def test_padding_adds_at_most_a_block_or_an_eighth(block):
    before = 0
    for length in [*range(1, 3000), 10_000, 123_457, 10**7]:
        padded = padded_length(length, block)
        assert padded % block == 0
        assert length <= padded <= max(length + block - 1, length * 1.125)
        assert padded >= before
        before = padded


def test_lengths_below_a_block_look_alike():
    made = Sealing(KEY, "test", 64)
    assert len({len(made.seal(b"x" * n, b"")) for n in range(63)}) == 1


def test_parts_are_kept_apart():
    assert len({joined(b"ab", b"c"), joined(b"a", b"bc"), joined(b"abc"), joined(b"abc", b"")}) == 4


def test_repr_shows_no_key():
    assert "0123456789abcdef" not in repr(Sealing(KEY, "test"))


def test_an_openssl_that_is_too_old_is_named(monkeypatch):
    def missing(key):
        raise UnsupportedAlgorithm("x")

    monkeypatch.setattr(sealing, "AESGCMSIV", missing)
    with pytest.raises(ComponentError, match="no AES-GCM-SIV"):
        Sealing(KEY, "test")
