"""Numbers that states and banks give out: social security, payment cards, bank accounts."""

import re

from textveil.detect.rules.rule import Context, Hit, Rule, accept, named
from textveil.lexicon.checksums import iban_holds, iban_length, luhn_holds

__all__ = ["rules"]

# Between the groups of a number: one mark or blank, or a line end where the number is split.
_SEPARATOR = r"(?:[-. ]|-?[ \t]?\r?\n[ \t]{0,2})"
_PREFIXES = (
    # Issuer number ranges of ISO/IEC 7812 as the card networks publish them: network, first
    # digits, lengths.
    ("visa", r"4", (13, 16, 19)),
    ("mastercard", r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720", (16,)),
    ("amex", r"3[47]", (15,)),
    ("discover", r"6011|64[4-9]|65", (16, 17, 18, 19)),
    ("diners", r"36|38|39|30[0-5]", (14, 16)),
    ("jcb", r"352[89]|35[3-8]", (16, 17, 18, 19)),
    ("jcb", r"1800|2131", (15,)),
    ("unionpay", r"62", (16, 17, 18, 19)),
    ("maestro", r"5018|5020|5038|5893|6304|6759|676[1-3]", (13, 14, 15, 16, 17, 18, 19)),
)
_NETWORKS = tuple((name, re.compile(prefix), lengths) for name, prefix, lengths in _PREFIXES)


def _continues_left(data: bytes, start: int) -> bool:
    """Tell whether a number or an amount begins before the match: `1-` or `$`."""
    before = data[max(0, start - 2) : start]
    return before[-1:] == b"$" or re.fullmatch(rb"[0-9][-./]", before) is not None


def _continues_right(data: bytes, end: int) -> bool:
    """Tell whether a number goes on after the match: `-1`."""
    return re.fullmatch(rb"[-/.][0-9]", data[end : end + 2]) is not None


def _ssn(data: bytes, start: int, end: int) -> Hit | None:
    """Apply the rules of the Social Security Administration (POMS RM 10201.030)."""
    value = data[start:end].decode("ascii")
    digits = re.sub(r"\D", "", value)
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    marks = {gap.strip() for gap in re.findall(r"\D+", value)}
    if _continues_left(data, start) or _continues_right(data, end) or len(marks) > 1:
        return None
    if area in {"000", "666"} or group == "00" or serial == "0000":
        return None
    if area[0] == "9":
        # Numbers of the tax office for people without one: Internal Revenue Manual 3.21.263.
        issued = 50 <= int(group) <= 99 and group not in {"66", "67", "68", "69", "89", "93"}
        return Hit(start, end, 0.7, (("range:itin", 0.7),)) if issued else None
    # Blanks and dots also part other numbers; dashes at these places seldom do.
    score = 0.85 if "-" in marks else 0.6
    return Hit(start, end, score, (("range:area-group-serial", score),))


def _card(data: bytes, start: int, end: int) -> Hit | None:
    """Find the longest prefix of whole groups that is a card number of a known network."""
    if _continues_left(data, start):
        return None
    groups = list(re.finditer(rb"[0-9]+", data[start:end]))
    for count in range(len(groups), 0, -1):
        stop = start + groups[count - 1].end()
        digits = b"".join(group.group() for group in groups[:count]).decode("ascii")
        network = _network(digits)
        if network and len(set(digits)) > 1 and luhn_holds(digits):
            return Hit(start, stop, 0.95, (("checksum:luhn", 0.9), (f"range:{network}", 0.05)))
    return None


def _named_card(data: bytes, start: int, end: int) -> Hit | None:
    """Beside a word for a card, the check digit is enough: ranges change, and few are listed."""
    digits = data[start:end].decode("ascii")
    if _continues_left(data, start) or len(set(digits)) == 1 or not luhn_holds(digits):
        return None
    return Hit(start, end, 0.6, (("checksum:luhn", 0.6),))


def _network(digits: str) -> str | None:
    for name, prefix, lengths in _NETWORKS:
        if len(digits) in lengths and prefix.match(digits):
            return name
    return None


def _iban(data: bytes, start: int, end: int) -> Hit | None:
    value = data[start:end].decode("ascii")
    length = iban_length(value[:2].upper())
    marks = [at for at, character in enumerate(value) if character.isalnum()]
    if length is None or len(marks) < length:
        return None
    stop = marks[length - 1] + 1
    if value[stop : stop + 1].isalnum() or not iban_holds(re.sub(r"[\W_]", "", value[:stop])):
        return None
    return Hit(start, start + stop, 0.98, (("checksum:mod97", 0.98),))


_FOUR = rf"[0-9]{{4}}{_SEPARATOR}"


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    social = named(language, "ssn")
    return (
        Rule(
            id="ssn.grouped",
            label="SSN",
            pattern=rf"\b[0-9]{{3}}{_SEPARATOR}[0-9]{{2}}{_SEPARATOR}[0-9]{{4}}\b",
            check=_ssn,
            before=Context(named(language, "ssn", "tax"), weight=0.15),
            veto=Context(named(language, "book"), window=16),
        ),
        Rule(
            id="ssn.plain",
            label="SSN",
            pattern=r"\b[0-9]{9}\b",
            check=_ssn,
            before=Context(social, window=28, weight=0.3, required=True),
        ),
        Rule(
            id="ssn.masked",
            label="SSN",
            pattern=r"(?:\b[Xx]{3}[- ]?[Xx]{2}[- ]?|\*{3}[- ]?\*{2}[- ]?|#{3}-##-)[0-9]{4}\b",
            check=accept(0.85, ("form:last-four", 0.85)),
        ),
        Rule(
            id="card.grouped",
            label="CARD",
            pattern=rf"\b[2-6][0-9]{{3}}{_SEPARATOR}(?:{_FOUR}{_FOUR}[0-9]{{4}}(?:{_SEPARATOR}"
            rf"[0-9]{{1,3}})?"
            rf"|[0-9]{{6}}{_SEPARATOR}[0-9]{{4,5}})\b",
            check=_card,
        ),
        Rule(
            id="card.plain",
            label="CARD",
            pattern=r"\b[1-6][0-9]{12,18}\b",
            check=_card,
        ),
        Rule(
            id="card.named",
            label="CARD",
            pattern=r"\b[0-9]{12,19}\b",
            check=_named_card,
            before=Context(named(language, "card"), window=28, weight=0.3, required=True),
        ),
        Rule(
            id="iban.any",
            label="IBAN",
            pattern=r"\b[A-Za-z]{2}[0-9]{2}(?:(?:[ -]|\r?\n)?[A-Za-z0-9]{4}){2,7}"
            r"(?:(?:[ -]|\r?\n)?[A-Za-z0-9]{1,4})?\b",
            check=_iban,
        ),
    )
