"""Numbers that states give to people, with the check digits that they define."""

import re
from collections.abc import Callable
from functools import partial

from textveil.detect.rules.introduced import digits_of, framed
from textveil.detect.rules.rule import Check, Context, Hit, Rule, goes_on
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


def _named(words: str, weight: float = 0.3, window: int = 32) -> Context:
    return Context(words, window=window, weight=weight, required=True)


def _helped(words: str) -> Context:
    return Context(words, weight=0.15)


_LINK = r"[ :#=]{1,3}(?:(?i:is|was) )?"
_MBI_LETTER = "[AC-HJKMNP-RT-Y]"
_MBI_EITHER = "[AC-HJKMNP-RT-Y0-9]"


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - words follow
    """Return the rules of a language."""
    return (
        Rule(
            id="license.npi",
            label="LICENSE",
            pattern=r"\b[12][0-9]{9}\b",
            check=_numbered(npi_holds, 0.65),
            before=_named(
                r"npi|national provider(?: id"
                r"(?:entifier)?)?"
            ),
            after=_named(r"\(?npi\)?", window=8),
        ),
        Rule(
            id="license.dea",
            label="LICENSE",
            pattern=r"\b[A-HJ-MPRSTUX][A-Z9][0-9]{7}\b",
            check=_lettered(dea_holds, 0.8),
            before=_helped("dea"),
        ),
        Rule(
            id="mrn.nhs",
            label="MRN",
            pattern=r"\b[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}\b",
            check=_numbered(_nhs_holds, 0.65),
            before=_named(r"nhs"),
            after=_named(r"nhs", window=16),
        ),
        Rule(
            id="plan.medicare-us",
            label="PLAN",
            pattern=rf"\b[1-9]{_MBI_LETTER}{_MBI_EITHER}[0-9]-?{_MBI_LETTER}{_MBI_EITHER}"
            rf"[0-9]-?{_MBI_LETTER}{{2}}[0-9]{{2}}\b",
            check=_lettered(bool, 0.75),
            before=_helped(r"medicare|mbi|beneficiary|member"),
        ),
        Rule(
            id="plan.medicare-au",
            label="PLAN",
            pattern=r"\b[2-6][0-9]{3} ?[0-9]{5} ?[0-9](?:[-/ ][1-9])?\b",
            check=_numbered(australian_medicare_holds, 0.65),
            before=_named("medicare"),
        ),
        Rule(
            id="id.nino",
            label="OTHER-ID",
            pattern=r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]\b",
            check=_lettered(_insured, 0.8),
            before=_helped(r"ni(?:no)?|national insurance|nat\.? ins\.?"),
        ),
        Rule(
            id="id.aadhaar",
            label="OTHER-ID",
            pattern=r"\b[2-9][0-9]{3}[ -][0-9]{4}[ -][0-9]{4}\b",
            check=_numbered(verhoeff_holds, 0.6),
            before=Context(r"aadhaa?r|uidai|uid", weight=0.35),
        ),
        Rule(
            id="id.aadhaar-plain",
            label="OTHER-ID",
            pattern=r"\b[2-9][0-9]{11}\b",
            check=_numbered(verhoeff_holds, 0.6),
            before=_named(r"aadhaa?r|uidai|uid"),
        ),
        Rule(
            id="id.pan",
            label="OTHER-ID",
            pattern=r"\b[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]\b",
            check=_lettered(bool, 0.75),
            before=_helped(r"pan|permanent account"),
        ),
        framed(
            "id.sin",
            "OTHER-ID",
            rf"\b(?i:sin|social insurance(?: (?:number|no\.?))?){_LINK}(?P<value>[0-9]{{3}}[ -]?"
            rf"[0-9]{{3}}[ -]?[0-9]{{3}})\b",
            _numbered(luhn_holds, 0.95),
        ),
        framed(
            "id.tfn",
            "OTHER-ID",
            rf"\b(?i:tfn|tax file(?: (?:number|no\.?))?){_LINK}(?P<value>[0-9]{{3}}[ -]?[0-9]{{3}}"
            rf"[ -]?[0-9]{{2,3}})\b",
            _numbered(tfn_holds, 0.95),
        ),
        framed(
            "id.german-tax",
            "OTHER-ID",
            rf"\b(?i:steuer-?id(?:entifikationsnummer|nr)?\.?|steuerliche identifikationsnummer"
            rf"|idnr\.?|tin|tax id(?: (?:number|no\.?))?)"
            rf"{_LINK}(?P<value>[1-9][0-9] ?[0-9]{{3}} ?[0-9]{{3}} ?[0-9]{{3}})\b",
            _numbered(_german_tax_holds, 0.95),
        ),
        Rule(
            id="id.cpf",
            label="OTHER-ID",
            pattern=r"\b[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}\b",
            check=_numbered(_cpf_holds, 0.9),
            before=Context("cpf", weight=0.1),
        ),
        Rule(
            id="id.dni",
            label="OTHER-ID",
            pattern=r"\b(?:[0-9]{8}|[XYZ]-?[0-9]{7})-?[A-HJ-NP-TV-Z]\b",
            check=_lettered(_dni_holds, 0.7),
            before=_helped(r"dni|nif|nie"),
        ),
    )
