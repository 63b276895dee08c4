"""Bank and wallet addresses beside cards and IBANs: routing numbers, BIC, sort codes, wallets."""

from textveil.detect.rules.introduced import digits_of, framed
from textveil.detect.rules.rule import Context, Hit, Rule, accept, goes_on, named, words
from textveil.lexicon.checksums import aba_holds, base58_holds, bech32_holds
from textveil.lexicon.places import countries

__all__ = ["rules"]

_ROUTING_FIRST = frozenset([*range(13), *range(21, 33), *range(61, 73), 80])


def _routing(data: bytes, start: int, end: int) -> Hit | None:
    """Apply the check digit and the ranges of the American Bankers Association."""
    digits = digits_of(data[start:end])
    if int(digits[:2]) not in _ROUTING_FIRST or goes_on(data, start, end):
        return None
    if not aba_holds(digits):
        return None
    return Hit(start, end, 0.95, (("checksum:aba", 0.95),))


def _bic(data: bytes, start: int, end: int) -> Hit | None:
    country = data[start + 4 : start + 6].decode("ascii")
    if country not in countries():
        return None
    return Hit(start, end, 0.55, (("list:countries", 0.55),))


def _wallet(data: bytes, start: int, end: int) -> Hit | None:
    address = data[start:end].decode("ascii")
    holds = bech32_holds if address[:2].lower() == "bc" else base58_holds
    return Hit(start, end, 0.97, (("checksum:address", 0.97),)) if holds(address) else None


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    number, link = words(language, "number-word"), words(language, "value-link")
    return (
        Rule(
            id="account.bitcoin",
            label="ACCOUNT",
            pattern=r"\b(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71}|BC1"
            r"[02-9AC-HJ-NP-Z]{11,71})\b",
            check=_wallet,
        ),
        Rule(
            id="account.ether",
            label="ACCOUNT",
            pattern=r"\b0x[0-9A-Fa-f]{40}\b",
            check=accept(0.9, ("form:address", 0.9)),
        ),
        framed(
            "account.routing",
            "ACCOUNT",
            rf"\b{named(language, 'routing')}(?: {number}\.?)?"
            rf"[ :#=]{{1,3}}(?:{link} )?(?P<value>[0-9]{{9}})\b",
            _routing,
        ),
        Rule(
            id="account.bic",
            label="ACCOUNT",
            pattern=r"\b[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b",
            check=_bic,
            before=Context(named(language, "bic"), weight=0.3, required=True),
        ),
        framed(
            "account.sort-code",
            "ACCOUNT",
            rf"\b{named(language, 'sort-code')}(?: {link})?[ :#]{{1,2}}"
            r"(?P<value>[0-9]{2}[- ]?[0-9]{2}[- ]?[0-9]{2})\b",
            accept(0.85, ("context:before", 0.85)),
        ),
    )
