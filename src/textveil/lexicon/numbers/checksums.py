"""Check digits: whether a number has those that its standard or authority defines.

All functions take the letters (as capitals) and digits of a number, nothing else.
"""

from hashlib import sha256

from textveil.lexicon.tables.facts import facts

__all__ = [
    "DNI_LETTERS",
    "aba_holds",
    "australian_medicare_holds",
    "base58_holds",
    "bech32_holds",
    "codice_fiscale_holds",
    "cpf_holds",
    "curp_holds",
    "dea_holds",
    "dni_holds",
    "german_tax_holds",
    "gs1_holds",
    "iban_holds",
    "iban_length",
    "iin_holds",
    "luhn_holds",
    "mod11_10_holds",
    "nhs_holds",
    "nir_holds",
    "npi_holds",
    "nuss_holds",
    "snils_holds",
    "taiwan_holds",
    "tfn_holds",
    "verhoeff_holds",
    "vin_holds",
]

DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
"""Letters of Spanish identity numbers, by remainder."""

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
    length = facts().value("iban-country", country)
    return int(length) if length else None


def iban_holds(iban: str) -> bool:
    """Tell whether the check digits hold: ISO 7064 MOD 97-10, as ISO 13616 applies it.

    Examples
    --------
    >>> iban_holds("GB82WEST12345698765432"), iban_holds("GB83WEST12345698765432")
    (True, False)
    """
    return _as_number(iban[4:] + iban[:4]) % 97 == 1


def _as_number(letters: str) -> int:
    return int("".join(str(int(letter, 36)) for letter in letters))


def _weighted(digits: str, weights: tuple[int, ...]) -> int:
    """Return the sum of the digits, each times its weight; digits without a weight are left out."""
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def gs1_holds(digits: str) -> bool:
    """Tell whether the last digit is the check digit of a GS1 number (General Specifications 7.9).

    Examples
    --------
    >>> gs1_holds("00643169007222"), gs1_holds("00643169007223")
    (True, False)
    """
    return _weighted(digits[::-1], (1, 3) * len(digits)) % 10 == 0


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
    return "0123456789X"[_weighted(values, _VIN_WEIGHTS) % 11] == vin[8]


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


def german_tax_holds(digits: str) -> bool:
    """Tell whether a German tax number holds: of its first ten digits some are equal."""
    return len(set(digits[:10])) < 10 and mod11_10_holds(digits)


def npi_holds(digits: str) -> bool:
    """Tell whether a US provider number has its check digit (45 CFR 162.406: Luhn after 80840).

    Examples
    --------
    >>> npi_holds("1234567893"), npi_holds("1234567890")
    (True, False)
    """
    return luhn_holds("80840" + digits)


def dea_holds(value: str) -> bool:
    """Tell whether the last digit ends the sum of odd places and twice the even ones."""
    digits = value[-7:]
    return _weighted(digits, (1, 2, 1, 2, 1, 2)) % 10 == int(digits[6])


def aba_holds(digits: str) -> bool:
    """Tell whether a US bank routing number is a multiple of ten when weighted with 3, 7 and 1."""
    return _weighted(digits, (3, 7, 1) * 3) % 10 == 0


def nhs_holds(digits: str) -> bool:
    """Tell whether the last digit fits modulo 11 (NHS Data Dictionary, NHS NUMBER)."""
    return (11 - _weighted(digits, (10, 9, 8, 7, 6, 5, 4, 3, 2)) % 11) % 11 == int(digits[9])


def tfn_holds(digits: str) -> bool:
    """Tell whether an Australian tax file number is a multiple of eleven when weighted."""
    return _weighted(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def australian_medicare_holds(digits: str) -> bool:
    """Tell whether the ninth digit is the check digit of an Australian Medicare card."""
    return _weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == int(digits[8])


def cpf_holds(digits: str) -> bool:
    """Tell whether both check digits of a Brazilian taxpayer fit modulo 11."""
    return all(
        _weighted(digits[:length], tuple(range(length + 1, 1, -1))) * 10 % 11 % 10
        == int(digits[length])
        for length in (9, 10)
    )


def dni_holds(value: str) -> bool:
    """Tell whether the letter of a Spanish identity number is the one for its remainder by 23."""
    number = int(value[:-1].translate(str.maketrans("XYZ", "012")))
    return DNI_LETTERS[number % 23] == value[-1]


def nuss_holds(digits: str) -> bool:
    """Tell whether a Spanish number of social security has its two check digits.

    They are the remainder by 97 of province and number; the first digit of a number below ten
    million is left out.

    Examples
    --------
    >>> nuss_holds("281234567840"), nuss_holds("281234567841")
    (True, False)
    """
    province, number = digits[:2], digits[2:10]
    joined = province + (number[1:] if number[0] == "0" else number)
    return int(joined) % 97 == int(digits[10:])


_CURP = "0123456789ABCDEFGHIJKLMN\xd1OPQRSTUVWXYZ"


def curp_holds(value: str) -> bool:
    """Tell whether a Mexican population code has its check digit (Instructivo normativo, DOF).

    Examples
    --------
    >>> curp_holds("HEGG560427MVZRRL04"), curp_holds("HEGG560427MVZRRL05")
    (True, False)
    """
    total = sum(_CURP.index(sign) * (18 - at) for at, sign in enumerate(value[:17]))
    return str(-total % 10) == value[17]


def snils_holds(digits: str) -> bool:
    """Tell whether a Russian insurance number has its two check digits (modulo 101).

    Examples
    --------
    >>> snils_holds("11223344595"), snils_holds("11223344596")
    (True, False)
    """
    return _weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, 1)) % 101 % 100 == int(digits[9:])


def iin_holds(digits: str) -> bool:
    """Tell whether a Kazakh individual number has its check digit: modulo 11, at most two tries."""
    weights = tuple(range(1, 12))
    for row in (weights, weights[2:] + weights[:2]):
        if (rest := _weighted(digits, row) % 11) < 10:
            return rest == int(digits[11])
    return False


def nir_holds(value: str) -> bool:
    """Tell whether a French registration number has its key (modulo 97; Corsica is 19 or 18).

    Examples
    --------
    >>> nir_holds("255081416802538"), nir_holds("255081416802539")
    (True, False)
    """
    number = int(value[:13].replace("2A", "19").replace("2B", "18"))
    return 97 - number % 97 == int(value[13:])


_ODD = (
    1,
    0,
    5,
    7,
    9,
    13,
    15,
    17,
    19,
    21,
    2,
    4,
    18,
    20,
    11,
    3,
    6,
    8,
    12,
    14,
    16,
    10,
    22,
    25,
    24,
    23,
)
"""What letters, and digits as the first ten of them, count at odd places of an Italian tax code."""


def codice_fiscale_holds(value: str) -> bool:
    """Tell whether an Italian tax code has its check letter (Decreto 12 marzo 1974).

    Examples
    --------
    >>> codice_fiscale_holds("RSSMRA85T10A562S"), codice_fiscale_holds("RSSMRA85T10A562T")
    (True, False)
    """
    places = [int(sign) if sign.isdigit() else ord(sign) - 65 for sign in value[:15]]
    total = sum(_ODD[place] for place in places[::2]) + sum(places[1::2])
    return chr(65 + total % 26) == value[15]


_TAIWAN = "ABCDEFGHJKLMNPQRSTUVXYWZIO"
"""Letters of Taiwanese identity numbers; the first is 10."""


def taiwan_holds(value: str) -> bool:
    """Tell whether the weighted digits of a Taiwanese identity number are a multiple of ten.

    Examples
    --------
    >>> taiwan_holds("A123456789"), taiwan_holds("A123456788")
    (True, False)
    """
    digits = f"{10 + _TAIWAN.index(value[0])}{value[1:]}"
    return _weighted(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1)) % 10 == 0


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
