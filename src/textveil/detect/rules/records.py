"""Numbers of records, plans, licences and files, known by the words that introduce them."""

import re
from functools import partial

from textveil.detect.rules.introduced import (
    VALUE,
    Worth,
    digits_of,
    introduced,
    number,
    with_digits,
)
from textveil.detect.rules.rule import Rule, named, valued, words
from textveil.lexicon.checksums import luhn_holds

__all__ = ["rules"]

_JOINED = r"[0-9][0-9A-Za-z]{3,19}(?:-[0-9A-Za-z]{1,12}){0,2}"

_PLATE_VALUE = r"[A-Z0-9]{1,4}(?:[ -]?[A-Z0-9]{1,5}){0,2}"


def _plate(value: bytes) -> float:
    digits = len(digits_of(value))
    letters = len(re.findall(rb"[A-Z]", value))
    return 0.8 if digits and letters and 4 <= digits + letters <= 9 else 0.0


def _serial(value: bytes) -> float:
    digits = digits_of(value)
    if len(digits) == len(value) == 15 and luhn_holds(digits):
        return 0.95
    return with_digits(value, 3)


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    word = number(language)

    def rule(name: str, label: str, worth: Worth, value: str = VALUE, joined: str = "") -> Rule:
        head = valued(language, "number-head", label)
        alone = valued(language, "number-name", label)
        before = rf"(?:{head}[ .-]{{0,2}}{word}|{alone}(?:[ .-]{{0,2}}{word})?)"
        return introduced(language, name, label, before, worth, value, joined)

    biometric = words(language, "biometric")
    kept = words(language, "biometric-record")
    social = named(language, "ssn", "ssn-short")
    last = words(language, "last-four")
    return (
        rule("mrn.words", "MRN", partial(with_digits, least=3), joined=_JOINED),
        rule("plan.words", "PLAN", partial(with_digits, least=4), joined=_JOINED),
        rule("account.words", "ACCOUNT", partial(with_digits, least=4), joined=_JOINED),
        rule("license.words", "LICENSE", partial(with_digits, least=5), joined=_JOINED),
        rule("plate.words", "VEHICLE", _plate, _PLATE_VALUE),
        rule("device.words", "DEVICE", _serial),
        introduced(
            language,
            "biometric.words",
            "BIOMETRIC",
            rf"{biometric}(?:[ -]{kept})?[ -]{word}",
            partial(with_digits, least=3),
        ),
        rule("id.words", "OTHER-ID", partial(with_digits, least=3), joined=_JOINED),
        introduced(
            language,
            "ssn.last-four",
            "SSN",
            rf"(?:{last}(?: [a-z]{{2,5}}){{0,3}} {social}(?: {word})?"
            rf"|{named(language, 'ssn')}(?: {word}\.?)?(?:,? ?\(?(?:[a-z]{{2,5}} )?{last})?\)?)",
            partial(with_digits, least=4, score=0.8),
            value="[0-9]{4}",
        ),
    )
