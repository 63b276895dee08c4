"""Check digits of numbers that any country may have, as the standards define them."""

from hashlib import sha256

__all__ = [
    "base58_holds",
    "bech32_holds",
    "gs1_holds",
    "iban_holds",
    "iban_length",
    "luhn_holds",
    "mod11_10_holds",
    "verhoeff_holds",
    "vin_holds",
    "weighted",
]

_IBAN_LENGTHS = {
    country: int(length)
    for length, countries in {
        15: "NO", 16: "BE", 18: "DK FI FO GL NL SD", 19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK", 21: "CH HR LI LV",
        22: "BG BH CR DE GB GE IE ME RS VA", 23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG", 25: "LY PT ST", 26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM", 28: "AL AZ BY CY DO GT HU LB NI PL SV",
        29: "BR EG PS QA UA", 30: "JO KW MU", 31: "MT SC", 32: "LC", 33: "RU",
    }.items()
    for country in countries.split()
}  # fmt: skip
"""Length by country, after the IBAN registry of ISO 13616."""

_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def luhn_holds(digits: str) -> bool:
    """Tell whether the last digit is the Luhn check digit (ISO/IEC 7812-1, annex B).

    Examples
    --------
    >>> luhn_holds("4111111111111111"), luhn_holds("4111111111111112")
    (True, False)
    """
    values = [int(digit) for digit in reversed(digits)]
    return (sum(values[::2]) + sum(_DOUBLED[value] for value in values[1::2])) % 10 == 0


def iban_length(country: str) -> int | None:
    """Return how long an IBAN of a country is, None for a country without IBANs."""
    return _IBAN_LENGTHS.get(country)


def iban_holds(iban: str) -> bool:
    """Tell whether the check digits hold: ISO 7064 MOD 97-10, as ISO 13616 applies it.

    Examples
    --------
    >>> iban_holds("GB82WEST12345698765432"), iban_holds("GB83WEST12345698765432")
    (True, False)
    """
    moved = iban[4:] + iban[:4]
    return int("".join(str(int(letter, 36)) for letter in moved)) % 97 == 1


def weighted(digits: str, weights: tuple[int, ...]) -> int:
    """Return the sum of the digits, each times its weight; digits without a weight are left out.

    Examples
    --------
    >>> weighted("123", (3, 7, 1))
    20
    """
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def gs1_holds(digits: str) -> bool:
    """Tell whether the last digit is the check digit of a GS1 number (General Specifications 7.9).

    Examples
    --------
    >>> gs1_holds("00643169007222"), gs1_holds("00643169007223")
    (True, False)
    """
    return weighted(digits[::-1], (1, 3) * len(digits)) % 10 == 0


_VIN_VALUES = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789", strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def vin_holds(vin: str) -> bool:
    """Tell whether the ninth place of a vehicle number is its check digit (49 CFR 565.15).

    Examples
    --------
    >>> vin_holds("1M8GDM9AXKP042788"), vin_holds("1M8GDM9A1KP042788")
    (True, False)
    """
    values = "".join(_VIN_VALUES.get(letter, letter) for letter in vin)
    return "0123456789X"[weighted(values, _VIN_WEIGHTS) % 11] == vin[8]


def _next_permutation(row: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(row[place] for place in (1, 5, 7, 6, 2, 8, 3, 0, 9, 4))


def _product(left: int, right: int) -> int:
    """Multiply in the dihedral group of order ten: rotations 0-4, reflections 5-9."""
    if left < 5:
        return (left + right) % 5 + 5 * (right >= 5)
    return (left - right) % 5 + 5 * (right < 5)


_PERMUTATIONS = [tuple(range(10))]
for _ in range(7):
    _PERMUTATIONS.append(_next_permutation(_PERMUTATIONS[-1]))


def verhoeff_holds(digits: str) -> bool:
    """Tell whether the last digit is the check digit of Verhoeff (1969), over the dihedral group.

    Examples
    --------
    >>> verhoeff_holds("2363"), verhoeff_holds("2364")
    (True, False)
    """
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = _product(check, _PERMUTATIONS[place % 8][int(digit)])
    return check == 0


def mod11_10_holds(digits: str) -> bool:
    """Tell whether the last digit is the check digit of ISO 7064 MOD 11,10.

    Examples
    --------
    >>> mod11_10_holds("86095742719"), mod11_10_holds("86095742718")
    (True, False)
    """
    product = 10
    for digit in digits[:-1]:
        product = ((product + int(digit)) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[-1])


_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def base58_holds(address: str) -> bool:
    """Tell whether the last four bytes are the double SHA-256 of the others (Base58Check).

    Examples
    --------
    >>> base58_holds("1BoatSLRHtKNngkdXEeobR76b53LETtpyT")
    True
    """
    number = 0
    for letter in address:
        number = number * 58 + _BASE58.index(letter)
    if number >> 200:
        return False
    data = number.to_bytes(25, "big")
    return sha256(sha256(data[:21]).digest()).digest()[:4] == data[21:]


def bech32_holds(address: str) -> bool:
    """Tell whether the checksum of a segregated-witness address holds (BIP 173, and BIP 350).

    Examples
    --------
    >>> bech32_holds("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
    True
    """
    prefix, _, data = address.lower().rpartition("1")
    values = [ord(letter) >> 5 for letter in prefix]
    values += [0, *(ord(letter) & 31 for letter in prefix), *map(_BECH32.index, data)]
    check = 1
    for value in values:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for place, generator in enumerate(
            (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
        ):
            check ^= generator if top >> place & 1 else 0
    return check in {1, 0x2BC830A3}
