"""Invented numbers that look like identifiers.

Telephone numbers lie in ranges set aside for fiction (555-01xx in the United States; Ofcom's drama
numbers), social security numbers in ranges that are never issued (900 and above, group 00, or the
withdrawn 987-65-43xx), addresses of networks in ranges for documentation or private use. Checksums
hold where a kind of number has one.
"""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from string import ascii_uppercase, digits
from typing import Final

from textveil.synth.own_lists import common, listed, table

__all__ = [
    "IDENTIFIERS",
    "card",
    "iban",
    "ip",
    "luhn_digit",
    "phone",
    "ssn",
    "vin",
]

_AREA: Final = tuple(
    str(code) for code in range(201, 990) if code // 10 % 10 != 9 and code % 100 != 11
)


def _digits(rng: Random, count: int) -> str:
    return f"{rng.randrange(10**count):0{count}}"


def _shape(shape: str, rng: Random) -> str:
    """Fill a shape: # is a digit, % one from 1 on, @ a capital letter; anything else stays."""
    kinds = {"#": digits, "%": digits[1:], "@": ascii_uppercase}
    return "".join(rng.choice(kinds[c]) if c in kinds else c for c in shape)


def phone(rng: Random, *, abroad: float = 0.1) -> str:
    """Return a telephone number that is reserved for fiction."""
    if rng.random() < abroad:
        numbers = {f"d{count}": _digits(rng, count) for count in (2, 3, 4, 5)}
        return rng.choice(listed("numbers", "phone-abroad")).format(**numbers)
    form = common(listed("numbers", "phone"), rng)
    number = form.format(a=rng.choice(_AREA), l=f"01{_digits(rng, 2)}")
    return number + (f" x{rng.randrange(10, 9999)}" if rng.random() < 0.04 else "")


def ssn(rng: Random) -> str:
    """Return a number of the shape of a US social security number that was never issued."""
    area = rng.randrange(900, 1000) if rng.random() < 0.7 else rng.randrange(1, 900)
    group = rng.randrange(1, 100) if area >= 900 else 0
    parts = (f"{area:03}", f"{group:02}", _digits(rng, 4))
    return (rng.choice(("-", "-", "-", "-", " ", ""))).join(parts)


def luhn_digit(number: str) -> str:
    """Return the digit that makes the Luhn sum of a number a multiple of ten.

    Examples
    --------
    >>> luhn_digit("7992739871")
    '3'
    """
    doubled = [int(d) * (2 - at % 2) for at, d in enumerate(reversed(number))]
    return str(-sum(d - 9 if d > 9 else d for d in doubled) % 10)


def card(rng: Random) -> str:
    """Return a payment card number whose check digit holds."""
    prefix, digits_in_all = rng.choice(listed("numbers", "card")).split()
    length = int(digits_in_all)
    body = prefix + _digits(rng, length - len(prefix) - 1)
    number = body + luhn_digit(body)
    if length == 15:
        cut = [number[:4], number[4:10], number[10:]]
    else:
        cut = [number[at : at + 4] for at in range(0, length, 4)]
    return rng.choice(("", "", " ", "-")).join(cut)


def iban(rng: Random) -> str:
    """Return an international bank account number whose check digits hold."""
    land, shape = rng.choice(tuple(table("numbers", "iban").items()))
    body = _shape(shape, rng)
    number = int("".join(str(int(c, 36)) for c in body + land + "00"))
    whole = f"{land}{98 - number % 97:02}{body}"
    if rng.random() < 0.5:
        return whole
    return " ".join(whole[at : at + 4] for at in range(0, len(whole), 4))


_VIN_LETTERS: Final = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"
_VIN_VALUE: Final = dict(
    zip(
        "ABCDEFGHJKLMNPRSTUVWXYZ",
        (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9),
        strict=True,
    )
)
_VIN_WEIGHT: Final = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def vin(rng: Random) -> str:
    """Return a vehicle identification number whose check digit holds."""
    letters = [rng.choice(_VIN_LETTERS) for _ in range(17)]
    letters[8] = "0"
    total = sum(
        (int(c) if c.isdecimal() else _VIN_VALUE[c]) * weight
        for c, weight in zip(letters, _VIN_WEIGHT, strict=True)
    )
    letters[8] = "X" if total % 11 == 10 else str(total % 11)
    return "".join(letters)


def ip(rng: Random) -> str:
    """Return a network address of a range for documentation or private use."""
    if rng.random() < 0.2:
        count, gap = rng.choice(((2, "::"), (6, ":")))
        return f"2001:db8{gap}" + ":".join(f"{rng.randrange(65536):x}" for _ in range(count))
    prefix = rng.choice(
        ("192.0.2.", "198.51.100.", "203.0.113.", "10.{}.{}.", "172.16.{}.", "192.168.{}.")
    )
    return prefix.format(rng.randrange(256), rng.randrange(256)) + str(rng.randrange(1, 255))


def _npi(rng: Random) -> str:
    body = "1" + _digits(rng, 8)
    # The check digit of a provider number counts a prefix of 80840 that is not written.
    return body + luhn_digit("80840" + body)


def _of_kind(kind: str, rng: Random) -> str:
    return _shape(rng.choice(listed("numbers", kind)), rng)


_SHAPED: Final = (
    *("mrn", "account", "plan", "license", "dea", "plate", "device", "biometric", "accession"),
    *("case", "ticket", "passport", "student", "routing"),
)
IDENTIFIERS: Final[Mapping[str, Callable[[Random], str]]] = {
    **{kind: partial(_of_kind, kind) for kind in _SHAPED},
    "npi": _npi,
    "ssn": ssn,
    "card": card,
    "iban": iban,
    "vin": vin,
    "ip": ip,
}
"""Makers of identifying numbers, by the kind of number."""
