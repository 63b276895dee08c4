"""Numbers that states give to people, with the check digits that they define."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Context, Hit, Rule, goes_on, named, words
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

Holds = Callable[[str], bool]

_NOT_INSURED = frozenset(["BG", "GB", "KN", "NK", "NT", "TN", "ZZ"])
_DEA = "[A-HJ-MPRSTUX][A-Z9][0-9]{7}"
_MBI_LETTER = "[AC-HJKMNP-RT-Y]"
_MBI_EITHER = "[AC-HJKMNP-RT-Y0-9]"
_MBI = (
    rf"[1-9]{_MBI_LETTER}{_MBI_EITHER}[0-9]-?{_MBI_LETTER}{_MBI_EITHER}"
    rf"[0-9]-?{_MBI_LETTER}{{2}}[0-9]{{2}}"
)
_AU = "[2-6][0-9]{3} ?[0-9]{5} ?[0-9](?:[-/ ][1-9])?"
_NINO = "[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]"
_PAN = "[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]"
_CPF = r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}"
_DNI = "(?:[0-9]{8}|[XYZ]-?[0-9]{7})-?[A-HJ-NP-TV-Z]"
_SIN = "[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}"
_TFN = "[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{2,3}"
_GERMAN_TAX = "[1-9][0-9] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}"


def _nhs_holds(digits: str) -> bool:
    return nhs_holds(digits) and len(set(digits)) > 1


def _german_tax_holds(digits: str) -> bool:
    return digits[0] != "0" and len(set(digits[:10])) < 10 and mod11_10_holds(digits)


def _cpf_holds(digits: str) -> bool:
    return cpf_holds(digits) and len(set(digits)) > 1


def _insured(value: str) -> bool:
    return value[:2] not in _NOT_INSURED


def _held(data: bytes, start: int, end: int, holds: Holds, score: float) -> Hit | None:
    """Accept a number whose letters and digits fit together."""
    value = re.sub(r"[^0-9A-Za-z]", "", data[start:end].decode("ascii"))
    if goes_on(data, start, end) or not holds(value):
        return None
    return Hit(start, end, score, (("checksum", score),))


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""

    def found(name: str, label: str, form: str, holds: Holds, score: float, near: Context) -> Rule:
        check = partial(_held, holds=holds, score=score)
        return Rule(name, label, rf"\b{form}\b", check, before=near)

    def told(*kinds: str, window: int = 32) -> Context:
        return Context(named(language, *kinds), window, 0.3, required=True)

    def helped(*kinds: str, weight: float = 0.15) -> Context:
        return Context(named(language, *kinds), weight=weight)

    def led(name: str, kind: str, form: str, holds: Holds) -> Rule:
        number, link = words(language, "number-word"), words(language, "value-link")
        before = rf"\b{named(language, kind)}\.?(?: {number}\.?)?[ :#=]{{1,3}}(?:{link} )?"
        check = partial(_held, holds=holds, score=0.95)
        return framed(name, "OTHER-ID", rf"{before}(?P<value>{form})\b", check)

    npi = found("license.npi", "LICENSE", "[12][0-9]{9}", npi_holds, 0.65, told("npi"))
    ten = "[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}"
    nhs = found("mrn.nhs", "MRN", ten, _nhs_holds, 0.65, told("nhs"))
    plain, twelve = "[2-9][0-9]{11}", "[2-9][0-9]{3}[ -][0-9]{4}[ -][0-9]{4}"
    uid = helped("aadhaar", weight=0.35)
    return (
        replace(npi, after=told("npi", window=8)),
        found("license.dea", "LICENSE", _DEA, dea_holds, 0.8, helped("dea")),
        replace(nhs, after=told("nhs", window=16)),
        found("plan.medicare-us", "PLAN", _MBI, bool, 0.75, helped("medicare", "mbi")),
        found("plan.medicare-au", "PLAN", _AU, australian_medicare_holds, 0.65, told("medicare")),
        found("id.nino", "OTHER-ID", _NINO, _insured, 0.8, helped("nino")),
        found("id.aadhaar", "OTHER-ID", twelve, verhoeff_holds, 0.6, uid),
        found("id.aadhaar-plain", "OTHER-ID", plain, verhoeff_holds, 0.6, told("aadhaar")),
        found("id.pan", "OTHER-ID", _PAN, bool, 0.75, helped("pan")),
        led("id.sin", "sin", _SIN, luhn_holds),
        led("id.tfn", "tfn", _TFN, tfn_holds),
        led("id.german-tax", "tax", _GERMAN_TAX, _german_tax_holds),
        found("id.cpf", "OTHER-ID", _CPF, _cpf_holds, 0.9, helped("cpf", weight=0.1)),
        found("id.dni", "OTHER-ID", _DNI, dni_holds, 0.7, helped("dni")),
    )
