"""Addresses of wallets: another address of the same kind and length, with a checksum that holds."""

from hashlib import sha256
from random import Random
from typing import Final

__all__ = ["draw_wallet"]

_BASE58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32: Final = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_GENERATORS: Final = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_VERSIONS: Final = {"1": b"\x00", "3": b"\x05"}


def draw_wallet(value: str, rng: Random) -> str | None:
    """Return another wallet address, or None if the value is none.

    Examples
    --------
    >>> fake = draw_wallet("1BoatSLRHtKNngkdXEeobR76b53LETtpyT", Random(1))
    >>> fake[0], len(fake)
    ('1', 34)
    """
    if value[:3].lower() == "bc1" and set(value[3:].lower()) <= set(_BECH32) and len(value) > 11:
        fake = _segwit(value.lower(), rng)
        return fake.upper() if value.isupper() else fake
    if value[:1] in _VERSIONS and 26 <= len(value) <= 35 and set(value) <= set(_BASE58):
        # Digits alone are an account number.
        return None if value.isdecimal() else _legacy(value, rng)
    return None


def _legacy(value: str, rng: Random) -> str:
    while True:
        body = _VERSIONS[value[0]] + rng.randbytes(20)
        data = body + sha256(sha256(body).digest()).digest()[:4]
        number = int.from_bytes(data, "big")
        fake = ""
        while number:
            number, rest = divmod(number, 58)
            fake = _BASE58[rest] + fake
        fake = "1" * (len(data) - len(data.lstrip(b"\0"))) + fake
        # Lengths differ by one or two with the number's size; odd ones are too rare to wait for.
        if fake[0] == value[0] and (len(fake) == len(value) or len(value) < 33 or len(value) > 34):
            return fake


def _segwit(value: str, rng: Random) -> str:
    """Draw the programme and compute the checksum of BIP 173, or BIP 350 from version 1 on."""
    version = _BECH32.index(value[3])
    data = [version, *(rng.randrange(32) for _ in value[4:-6])]
    target = 1 if version == 0 else 0x2BC830A3
    # Padding bits at the end of the programme are zero.
    if len(value) - 10:
        spare = (len(data) - 1) * 5 % 8
        data[-1] &= 31 ^ ((1 << spare) - 1)
    check = _polymod([3, 3, 0, 2, 3, *data, *([0] * 6)]) ^ target
    tail = [(check >> 5 * (5 - place)) & 31 for place in range(6)]
    return "bc1" + "".join(_BECH32[one] for one in (*data, *tail))


def _polymod(values: list[int]) -> int:
    check = 1
    for value in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for place, generator in enumerate(_GENERATORS):
            check ^= generator if top >> place & 1 else 0
    return check
