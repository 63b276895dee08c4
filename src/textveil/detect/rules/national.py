"""Numbers that states give to people, with the check digits that they define."""

import re
from collections.abc import Callable
from functools import partial

from textveil.detect.rules.introduced import digits_of, framed
from textveil.detect.rules.rule import Check, Context, Hit, Rule, goes_on, named, words
from textveil.lexicon.checksums import (
    australian_medicare_holds,
    cpf_holds,
    dea_holds,
    dni_holds,
    luhn_holds,
    mod11_10_holds,
    nhs_holds,
    npi_holds,
    tfn_holds,
    verhoeff_holds,
)

__all__ = ["rules"]

_NOT_INSURED = frozenset(["BG", "GB", "KN", "NK", "NT", "TN", "ZZ"])


def _nhs_holds(digits: str) -> bool:
    return nhs_holds(digits) and len(set(digits)) > 1


def _german_tax_holds(digits: str) -> bool:
    return digits[0] != "0" and len(set(digits[:10])) < 10 and mod11_10_holds(digits)


def _cpf_holds(digits: str) -> bool:
    return cpf_holds(digits) and len(set(digits)) > 1


def _dni_holds(value: str) -> bool:
    return dni_holds(re.sub(r"\W", "", value))


def _insured(value: str) -> bool:
    return value[:2] not in _NOT_INSURED


def _numbered(holds: Callable[[str], bool], score: float) -> Check:
    """Return a check that accepts digits for which the check digit holds."""
    return partial(_held, holds=holds, score=score, whole=False)


def _lettered(holds: Callable[[str], bool], score: float) -> Check:
    """Return a check that accepts values for which the check digit or letter holds."""
    return partial(_held, holds=holds, score=score, whole=True)


def _held(
    data: bytes, start: int, end: int, holds: Callable[[str], bool], score: float, whole: bool
) -> Hit | None:
    value = data[start:end]
    if goes_on(data, start, end) or not holds(value.decode("ascii") if whole else digits_of(value)):
        return None
    return Hit(start, end, score, (("checksum", score),))


_MBI_LETTER = "[AC-HJKMNP-RT-Y]"
_MBI_EITHER = "[AC-HJKMNP-RT-Y0-9]"


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""

    def told(*kinds: str, weight: float = 0.3, window: int = 32) -> Context:
        return Context(named(language, *kinds), window, weight, required=True)

    def helped(*kinds: str, weight: float = 0.15) -> Context:
        return Context(named(language, *kinds), weight=weight)

    def led(name: str, kind: str, value: str, holds: Callable[[str], bool]) -> Rule:
        number, link = words(language, "number-word"), words(language, "value-link")
        words_before = rf"\b{named(language, kind)}\.?(?: {number}\.?)?[ :#=]{{1,3}}(?:{link} )?"
        pattern = rf"{words_before}(?P<value>{value})\b"
        return framed(name, "OTHER-ID", pattern, _numbered(holds, 0.95))

    three = "[0-9]{3}"
    return (
        Rule(
            "license.npi",
            "LICENSE",
            r"\b[12][0-9]{9}\b",
            _numbered(npi_holds, 0.65),
            before=told("npi"),
            after=told("npi", window=8),
        ),
        Rule(
            "license.dea",
            "LICENSE",
            r"\b[A-HJ-MPRSTUX][A-Z9][0-9]{7}\b",
            _lettered(dea_holds, 0.8),
            before=helped("dea"),
        ),
        Rule(
            "mrn.nhs",
            "MRN",
            r"\b[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}\b",
            _numbered(_nhs_holds, 0.65),
            before=told("nhs"),
            after=told("nhs", window=16),
        ),
        Rule(
            "plan.medicare-us",
            "PLAN",
            rf"\b[1-9]{_MBI_LETTER}{_MBI_EITHER}[0-9]-?{_MBI_LETTER}{_MBI_EITHER}"
            rf"[0-9]-?{_MBI_LETTER}{{2}}[0-9]{{2}}\b",
            _lettered(bool, 0.75),
            before=helped("medicare", "mbi"),
        ),
        Rule(
            "plan.medicare-au",
            "PLAN",
            r"\b[2-6][0-9]{3} ?[0-9]{5} ?[0-9](?:[-/ ][1-9])?\b",
            _numbered(australian_medicare_holds, 0.65),
            before=told("medicare"),
        ),
        Rule(
            "id.nino",
            "OTHER-ID",
            r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]\b",
            _lettered(_insured, 0.8),
            before=helped("nino"),
        ),
        Rule(
            "id.aadhaar",
            "OTHER-ID",
            r"\b[2-9][0-9]{3}[ -][0-9]{4}[ -][0-9]{4}\b",
            _numbered(verhoeff_holds, 0.6),
            before=helped("aadhaar", weight=0.35),
        ),
        Rule(
            "id.aadhaar-plain",
            "OTHER-ID",
            r"\b[2-9][0-9]{11}\b",
            _numbered(verhoeff_holds, 0.6),
            before=told("aadhaar"),
        ),
        Rule(
            "id.pan",
            "OTHER-ID",
            r"\b[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]\b",
            _lettered(bool, 0.75),
            before=helped("pan"),
        ),
        led("id.sin", "sin", rf"{three}[ -]?{three}[ -]?{three}", luhn_holds),
        led("id.tfn", "tfn", rf"{three}[ -]?{three}[ -]?[0-9]{{2,3}}", tfn_holds),
        led("id.german-tax", "tax", rf"[1-9][0-9] ?{three} ?{three} ?{three}", _german_tax_holds),
        Rule(
            "id.cpf",
            "OTHER-ID",
            r"\b[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}\b",
            _numbered(_cpf_holds, 0.9),
            before=helped("cpf", weight=0.1),
        ),
        Rule(
            "id.dni",
            "OTHER-ID",
            r"\b(?:[0-9]{8}|[XYZ]-?[0-9]{7})-?[A-HJ-NP-TV-Z]\b",
            _lettered(_dni_holds, 0.7),
            before=helped("dni"),
        ),
    )
