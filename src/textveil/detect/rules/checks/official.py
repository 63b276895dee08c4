"""Checks of numbers that states, banks and makers give out: check digits and ranges."""

import re
from collections.abc import Callable

from textveil.detect.rules.rule import Hit
from textveil.lexicon.geography.place_lists import countries
from textveil.lexicon.numbers import checksums
from textveil.lexicon.numbers.checksums import (
    base58_holds,
    bech32_holds,
    iban_holds,
    iban_length,
    luhn_holds,
)
from textveil.lexicon.numbers.national_numbers import national_numbers

__all__ = ["bic", "card", "held", "iban", "social_security", "wallet"]

Checksum = Callable[[str], bool]

_PREFIXES = (
    # Issuer number ranges of ISO/IEC 7812 as the card networks publish them: network, first
    # digits, lengths.
    ("visa", r"4", (13, 16, 19)),
    ("mastercard", r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720", (16,)),
    ("amex", r"3[47]", (15,)),
    ("discover", r"6011|64[4-9]|65", (16, 17, 18, 19)),
    ("diners", r"36|38|39|30[0-5]", (14, 16)),
    ("jcb", r"352[89]|35[3-8]", (16, 17, 18, 19)),
    ("jcb", r"1800|2131", (15,)),
    ("unionpay", r"62", (16, 17, 18, 19)),
    ("maestro", r"5018|5020|5038|5893|6304|6759|676[1-3]", (13, 14, 15, 16, 17, 18, 19)),
)
_NETWORKS = tuple((name, re.compile(prefix), lengths) for name, prefix, lengths in _PREFIXES)


def checksum_named(name: str) -> Checksum:
    """Return the check that a file of rules names: a national number, or of `checksums`."""
    if name in national_numbers():
        return national_numbers()[name].holds
    found: Checksum = vars(checksums)[f"{name.replace('-', '_')}_holds"]
    return found


def held(
    data: bytes,
    start: int,
    end: int,
    *,
    checksum: Checksum,
    score: float,
    reason: str = "checksum",
    varied: bool = False,
    skip: int = 0,
    length: int | None = None,
) -> Hit | None:
    """Accept a number whose letters and digits fit together.

    Parameters
    ----------
    data, start, end
        Where the number stands.
    checksum
        Tells whether they fit.
    score, reason
        What is said of the number.
    varied
        Whether the same digit again and again is no number.
    skip, length
        Which of the letters and digits are looked at.
    """
    value = re.sub(r"[^0-9A-Za-z]", "", data[start:end].decode("ascii")).upper()
    value = value[skip:] if length is None else value[skip : skip + length]
    if (varied and len(set(value)) == 1) or not checksum(value):
        return None
    return Hit(start, end, score, ((reason, score),))


def social_security(data: bytes, start: int, end: int) -> Hit | None:
    """Apply the rules of the Social Security Administration (POMS RM 10201.030)."""
    value = data[start:end].decode("ascii")
    digits = re.sub(r"\D", "", value)
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    marks = {gap.strip() for gap in re.findall(r"\D+", value)}
    if len(marks) > 1 or area in {"000", "666"} or group == "00" or serial == "0000":
        return None
    if area[0] == "9":
        # Numbers of the tax office for people without one: Internal Revenue Manual 3.21.263.
        issued = 50 <= int(group) <= 99 and group not in {"66", "67", "68", "69", "89", "93"}
        return Hit(start, end, 0.7, (("range:itin", 0.7),)) if issued else None
    # Blanks and dots also part other numbers; dashes at these places seldom do.
    score = 0.85 if "-" in marks else 0.6
    return Hit(start, end, score, (("range:area-group-serial", score),))


def card(data: bytes, start: int, end: int) -> Hit | None:
    """Find the longest prefix of whole groups that is a card number of a known network."""
    groups = list(re.finditer(rb"[0-9]+", data[start:end]))
    for count in range(len(groups), 0, -1):
        stop = start + groups[count - 1].end()
        digits = b"".join(group.group() for group in groups[:count]).decode("ascii")
        network = _network(digits)
        if network and len(set(digits)) > 1 and luhn_holds(digits):
            return Hit(start, stop, 0.95, (("checksum:luhn", 0.9), (f"range:{network}", 0.05)))
    return None


def _network(digits: str) -> str | None:
    for name, prefix, lengths in _NETWORKS:
        if len(digits) in lengths and prefix.match(digits):
            return name
    return None


def iban(data: bytes, start: int, end: int, *, score: float) -> Hit | None:
    """Accept as many letters and digits as the country has, if the check digits hold."""
    value = data[start:end].decode("ascii")
    length = iban_length(value[:2].upper())
    marks = [at for at, character in enumerate(value) if character.isalnum()]
    if length is None or len(marks) < length:
        return None
    stop = marks[length - 1] + 1
    if value[stop : stop + 1].isalnum() or not iban_holds(re.sub(r"[\W_]", "", value[:stop])):
        return None
    return Hit(start, start + stop, score, (("checksum:mod97", score),))


def bic(data: bytes, start: int, end: int, *, score: float) -> Hit | None:
    """Accept the code of a bank in a country that exists."""
    if data[start + 4 : start + 6].decode("ascii") not in countries():
        return None
    return Hit(start, end, score, (("list:countries", score),))


def wallet(data: bytes, start: int, end: int, *, score: float) -> Hit | None:
    """Accept the address of a wallet by its check digits (BIP 173 and 350, base 58)."""
    address = data[start:end].decode("ascii")
    holds = bech32_holds if address[:2].lower() == "bc" else base58_holds
    return Hit(start, end, score, (("checksum:address", score),)) if holds(address) else None
