"""Schemes of check digits by label, so that a new number can be given those that it should have."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from string import ascii_uppercase, digits
from typing import Final

from textveil.lexicon.numbers.checksums import (
    DNI_LETTERS,
    aba_holds,
    australian_medicare_holds,
    codice_fiscale_holds,
    cpf_holds,
    curp_holds,
    dea_holds,
    dni_holds,
    gs1_holds,
    iban_holds,
    iin_holds,
    luhn_holds,
    mod11_10_holds,
    nhs_holds,
    nir_holds,
    npi_holds,
    nuss_holds,
    snils_holds,
    taiwan_holds,
    tfn_holds,
    verhoeff_holds,
    vin_holds,
)
from textveil.lexicon.numbers.national_numbers import NationalNumber, national_numbers

__all__ = ["SCHEMES", "CheckScheme", "schemes_of"]


def _lettered_vin_holds(number: str) -> bool:
    # Seventeen digits are another kind of number.
    return not number.isdecimal() and vin_holds(number)


def _udi_holds(number: str) -> bool:
    return gs1_holds(number[2:16])


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
    form: str
    holds: Callable[[str], bool]
    places: tuple[int, ...] = (-1,)
    alphabet: str = digits

    def fits(self, number: str) -> bool:
        """Tell whether a number has this form and its check characters hold."""
        return re.fullmatch(self.form, number, re.ASCII) is not None and self.holds(number)

    def completed(self, number: str) -> Iterator[str]:
        """Yield the number with every choice of check characters for which it holds."""
        letters = list(number)
        for choice in product(self.alphabet, repeat=len(self.places)):
            for place, letter in zip(self.places, choice, strict=True):
                letters[place] = letter
            if self.fits("".join(letters)):
                yield "".join(letters)


def _national(number: NationalNumber) -> CheckScheme:
    places = tuple(range(-len(number.checks), 0))
    signs = "".join(sorted({sign for _, _, row in number.checks for sign in row}))
    return CheckScheme(number.name, number.form, number.holds, places, signs)


SCHEMES: Final = {
    "ACCOUNT": (
        CheckScheme("aba", r"(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}", aba_holds),
    ),
    "CARD": (CheckScheme("luhn", r"\d{12,19}", luhn_holds),),
    "DEVICE": (
        CheckScheme("imei", r"\d{15}", luhn_holds),
        CheckScheme("udi", r"01\d{14}\w*", _udi_holds, (15,)),
        CheckScheme("gtin", r"0\d{13}", gs1_holds),
    ),
    "IBAN": (CheckScheme("iban", r"[A-Z]{2}\d\d[A-Z0-9]{11,30}", iban_holds, (2, 3)),),
    "LICENSE": (
        CheckScheme("npi", r"[12]\d{9}", npi_holds),
        CheckScheme("dea", r"[A-HJ-MPRSTUX][A-Z9]\d{7}", dea_holds),
    ),
    "MRN": (CheckScheme("nhs", r"\d{10}", nhs_holds), CheckScheme("luhn", r"\d{6,16}", luhn_holds)),
    "OTHER-ID": (
        CheckScheme("verhoeff", r"[2-9]\d{11}", verhoeff_holds),
        CheckScheme("german-tax", r"[1-9]\d{10}", mod11_10_holds),
        CheckScheme("cpf", r"\d{11}", cpf_holds, (9, 10)),
        CheckScheme("sin", r"[1-9]\d{8}", luhn_holds),
        CheckScheme("tfn", r"\d{8,9}", tfn_holds),
        CheckScheme("dni", r"(?:\d{7,8}|[XYZ]\d{7})[A-Z]", dni_holds, (-1,), DNI_LETTERS),
        CheckScheme("curp", r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d", curp_holds),
        CheckScheme(
            "codice-fiscale",
            r"(?=[A-Z]{6,14}\d)[A-Z]{6}[0-9LMNP-V]{2}[A-T][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]",
            codice_fiscale_holds,
            alphabet=ascii_uppercase,
        ),
        CheckScheme("taiwan", r"[A-Z][1289]\d{8}", taiwan_holds),
        CheckScheme("snils", r"\d{11}", snils_holds, (9, 10)),
        CheckScheme("nir", r"[12]\d{4}(?:\d\d|2[AB])\d{8}", nir_holds, (13, 14)),
        CheckScheme("iin", r"\d{12}", iin_holds),
        *map(_national, national_numbers().values()),
    ),
    "PLAN": (
        CheckScheme("medicare-au", r"[2-6]\d{9,10}", australian_medicare_holds, (8,)),
        CheckScheme("nuss", r"(?:0[1-9]|[1-4]\d|5[0-3]|66)\d{10}", nuss_holds, (10, 11)),
    ),
    "VEHICLE": (
        CheckScheme("vin", r"[A-HJ-NPR-Z0-9]{17}", _lettered_vin_holds, (8,), "0123456789X"),
    ),
}
"""For each label the schemes that its numbers may follow."""


def schemes_of(number: str, label: str) -> tuple[CheckScheme, ...]:
    """Return the schemes of a label whose check characters hold for a number, at most two.

    A number has one kind. Others hold by chance, the less likely the more check characters they
    have: so the two with the most are returned.

    Examples
    --------
    >>> [scheme.name for scheme in schemes_of("4111111111111111", "CARD")]
    ['luhn']
    """
    held = (scheme for scheme in SCHEMES.get(label, ()) if scheme.fits(number))
    return tuple(sorted(held, key=lambda scheme: -len(scheme.places))[:2])
