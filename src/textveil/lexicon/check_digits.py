"""Check digits: what tells a well-formed number from a mistyped one, for each kind of number.

All functions take the letters (as capitals) and digits of a number, nothing else. Every scheme of
the table says which places hold its check characters, so that a new number can be given them.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from string import digits
from typing import Final

__all__ = ["SCHEMES", "CheckScheme", "iban_check", "luhn_holds", "schemes_of", "vin_holds"]

_DOUBLED: Final = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def _weighted(number: str, weights: tuple[int, ...]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(number, weights, strict=False))


def luhn_holds(number: str) -> bool:
    """Tell whether the last digit is the Luhn check digit (ISO/IEC 7812-1, annex B).

    Examples
    --------
    >>> luhn_holds("79927398713"), luhn_holds("79927398710")
    (True, False)
    """
    values = [int(digit) for digit in reversed(number)]
    return (sum(values[::2]) + sum(_DOUBLED[value] for value in values[1::2])) % 10 == 0


def _iban_holds(number: str) -> bool:
    return int("".join(str(int(letter, 36)) for letter in number[4:] + number[:4])) % 97 == 1


def iban_check(country: str, body: str) -> str:
    """Return the two check digits of an account number: ISO 7064 MOD 97-10, after ISO 13616.

    Examples
    --------
    >>> iban_check("GB", "WEST12345698765432")
    '82'
    """
    number = int("".join(str(int(letter, 36)) for letter in f"{body}{country}00"))
    return f"{98 - number % 97:02}"


def _npi_holds(number: str) -> bool:
    # 45 CFR 162.406: the check digit counts a prefix that is not written.
    return luhn_holds("80840" + number)


def _dea_holds(number: str) -> bool:
    return _weighted(number[2:], (1, 2, 1, 2, 1, 2)) % 10 == int(number[8])


def _nhs_holds(number: str) -> bool:
    return (11 - _weighted(number, (10, 9, 8, 7, 6, 5, 4, 3, 2)) % 11) % 11 == int(number[9])


def _aba_holds(number: str) -> bool:
    return _weighted(number, (3, 7, 1) * 3) % 10 == 0


_VIN_VALUES: Final = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789", strict=True))
_VIN_WEIGHTS: Final = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def vin_holds(number: str) -> bool:
    """Tell whether the ninth place of a vehicle number is its check digit (49 CFR 565.15).

    Examples
    --------
    >>> vin_holds("1M8GDM9AXKP042788"), vin_holds("1M8GDM9A1KP042788")
    (True, False)
    """
    values = "".join(_VIN_VALUES.get(letter, letter) for letter in number)
    # The ninth place has no weight, and an X there is no value.
    rest = _weighted(values[:8] + "0" + values[9:], _VIN_WEIGHTS) % 11
    return "0123456789X"[rest] == number[8]


def _lettered_vin_holds(number: str) -> bool:
    # Seventeen digits are another kind of number.
    return not number.isdecimal() and vin_holds(number)


def _gs1_holds(number: str) -> bool:
    return _weighted(number[::-1], (1, 3) * len(number)) % 10 == 0


def _udi_holds(number: str) -> bool:
    return _gs1_holds(number[2:16])


_STEP: Final = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)


def _turned(digit: int, times: int) -> int:
    for _ in range(times):
        digit = _STEP[digit]
    return digit


def _dihedral(left: int, right: int) -> int:
    if left < 5:
        return (left + right) % 5 + 5 * (right >= 5)
    return (left - right) % 5 + 5 * (right < 5)


def _verhoeff_holds(number: str) -> bool:
    check = 0
    for place, digit in enumerate(reversed(number)):
        check = _dihedral(check, _turned(int(digit), place % 8))
    return check == 0


def _mod11_10_holds(number: str) -> bool:
    rest = 10
    for digit in number[:-1]:
        rest = ((rest + int(digit)) % 10 or 10) * 2 % 11
    return (11 - rest) % 10 == int(number[-1])


def _tfn_holds(number: str) -> bool:
    return _weighted(number, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def _medicare_holds(number: str) -> bool:
    return _weighted(number, (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == int(number[8])


def _cpf_holds(number: str) -> bool:
    return all(
        _weighted(number[:length], tuple(range(length + 1, 1, -1))) * 10 % 11 % 10
        == int(number[length])
        for length in (9, 10)
    )


_DNI: Final = "TRWAGMYFPDXBNJZSQVHLCKE"


def _dni_holds(number: str) -> bool:
    return _DNI[int(number[:-1].translate(str.maketrans("XYZ", "012"))) % 23] == number[-1]


@dataclass(frozen=True, slots=True)
class CheckScheme:
    """One kind of check digit.

    Attributes
    ----------
    name
        What it is called.
    form
        Expression for the numbers that may have it, all of letters and digits.
    holds
        Whether a number of that form has the check characters it should.
    places
        Where they stand; negative places count from the end.
    alphabet
        What may stand there.
    """

    name: str
    form: re.Pattern[str]
    holds: Callable[[str], bool]
    places: tuple[int, ...] = (-1,)
    alphabet: str = digits

    def fits(self, number: str) -> bool:
        """Tell whether a number has this form and its check characters hold."""
        return self.form.fullmatch(number) is not None and self.holds(number)

    def completed(self, number: str) -> Iterator[str]:
        """Yield the number with every choice of check characters for which it holds."""
        letters = list(number)
        for choice in product(self.alphabet, repeat=len(self.places)):
            for place, letter in zip(self.places, choice, strict=True):
                letters[place] = letter
            if self.fits("".join(letters)):
                yield "".join(letters)


def _scheme(
    name: str,
    form: str,
    holds: Callable[[str], bool],
    places: tuple[int, ...] = (-1,),
    alphabet: str = digits,
) -> CheckScheme:
    return CheckScheme(name, re.compile(form, re.ASCII), holds, places, alphabet)


SCHEMES: Final = {
    "ACCOUNT": (_scheme("aba", r"(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}", _aba_holds),),
    "CARD": (_scheme("luhn", r"\d{12,19}", luhn_holds),),
    "DEVICE": (
        _scheme("imei", r"\d{15}", luhn_holds),
        _scheme("udi", r"01\d{14}\w*", _udi_holds, (15,)),
        _scheme("gtin", r"0\d{13}", _gs1_holds),
    ),
    "IBAN": (_scheme("iban", r"[A-Z]{2}\d\d[A-Z0-9]{11,30}", _iban_holds, (2, 3)),),
    "LICENSE": (
        _scheme("npi", r"[12]\d{9}", _npi_holds),
        _scheme("dea", r"[A-HJ-MPRSTUX][A-Z9]\d{7}", _dea_holds),
    ),
    "MRN": (_scheme("nhs", r"\d{10}", _nhs_holds), _scheme("luhn", r"\d{6,16}", luhn_holds)),
    "OTHER-ID": (
        _scheme("verhoeff", r"[2-9]\d{11}", _verhoeff_holds),
        _scheme("german-tax", r"[1-9]\d{10}", _mod11_10_holds),
        _scheme("cpf", r"\d{11}", _cpf_holds, (9, 10)),
        _scheme("sin", r"[1-9]\d{8}", luhn_holds),
        _scheme("tfn", r"\d{8,9}", _tfn_holds),
        _scheme("dni", r"(?:\d{8}|[XYZ]\d{7})[A-Z]", _dni_holds, (-1,), _DNI),
    ),
    "PLAN": (_scheme("medicare-au", r"[2-6]\d{9,10}", _medicare_holds, (8,)),),
    "VEHICLE": (_scheme("vin", r"[A-HJ-NPR-Z0-9]{17}", _lettered_vin_holds, (8,), "0123456789X"),),
}
"""For each label the schemes that its numbers may follow."""


def schemes_of(number: str, label: str) -> tuple[CheckScheme, ...]:
    """Return the schemes of a label whose check characters hold for a number.

    Examples
    --------
    >>> [scheme.name for scheme in schemes_of("4111111111111111", "CARD")]
    ['luhn']
    """
    return tuple(scheme for scheme in SCHEMES.get(label, ()) if scheme.fits(number))
