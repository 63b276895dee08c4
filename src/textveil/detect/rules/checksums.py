"""Check digits, as the standards define them."""

__all__ = ["iban_holds", "iban_length", "luhn_holds"]

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
