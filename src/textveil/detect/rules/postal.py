"""Postal codes of the United States, the United Kingdom and Canada, and others beside a word."""

import re

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import GAP, Context, Hit, Rule

__all__ = ["rules"]

_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM"
    "|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC|PR|GU|VI|AE|AP|AA"
)
_NAMES = (
    "alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia"
    "|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts"
    "|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey"
    "|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania"
    "|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington"
    "|west virginia|wisconsin|wyoming|d\\.c\\."
)
_CODE = r"[0-9]{5}(?:-[0-9]{4})?"
_UK = r"[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][ABD-HJLNP-UW-Z]{2}"
_CANADA = r"[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ -]?[0-9][ABCEGHJ-NPRSTV-Z][0-9]"
_VALUE = re.compile(rb"[0-9]{5}(?:-[0-9]{4})?\Z")
# Postcode areas of the Royal Mail: the letters before the first digit.
_AREAS = frozenset(
    b" AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH"
    b" DL DN DT DY E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA"
    b" KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO"
    b" PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W"
    b" WA WC WD WF WN WR WS WV YO ZE".split()
)


def _after_words(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the code itself; the words before it are its context."""
    found = _VALUE.search(data, start, end)
    if found is None or re.match(rb"[-.,/][0-9]", data[end : end + 2]):
        return None
    return Hit(found.start(), end, 0.85, (("context:before", 0.85),))


def _with_four(data: bytes, start: int, end: int) -> Hit | None:
    if re.match(rb"[-.,/][0-9]", data[end : end + 2]) or (start and data[start - 1] in b"-./$"):
        return None
    return Hit(start, end, 0.65, (("form:zip+4", 0.65),))


def _british(data: bytes, start: int, end: int) -> Hit | None:
    area = re.match(rb"[A-Z]+", data[start:end])
    if area is None or area.group() not in _AREAS:
        return None
    return Hit(start, end, 0.75, (("list:areas", 0.75),))


def _canadian(data: bytes, start: int, end: int) -> Hit | None:
    score = 0.8 if b" " in data[start:end] else 0.5
    return Hit(start, end, score, (("form:postal", score),))


def _any_country(data: bytes, start: int, end: int) -> Hit | None:
    if re.match(rb"[-.,/][0-9]|%", data[end : end + 2]):
        return None
    return Hit(start, end, 0.8, (("context:before", 0.8),))


_NEAR = Context(
    r"postcode|post code|postal|address|street|road|avenue|lane|lives?|london|canada|uk|england",
    window=48,
    weight=0.15,
)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - words follow
    """Return the rules of a language."""
    return (
        Rule(
            id="zip.state",
            label="ZIP",
            pattern=rf"\b(?:{_STATES}|(?i:{_NAMES})),?{GAP}{_CODE}\b",
            check=_after_words,
        ),
        framed(
            "zip.word",
            "ZIP",
            r"\b(?i:zip(?:[ -]?code)?|postal ?code|post ?code|pin ?code|plz)(?:[ :#=]{0,3}|:?\r?\n"
            r"[ ]{0,4})"
            rf"(?:(?i:is|was) )?(?P<value>{_CODE}|[0-9]{{4,6}}|[0-9]{{3}} [0-9]{{2}}|[0-9]{{2,5}}-"
            rf"[0-9]{{3}}"
            rf"|[0-9]{{4}} ?[A-Z]{{2}}|{_UK}|{_CANADA})\b",
            _any_country,
        ),
        Rule(
            id="zip.british",
            label="ZIP",
            pattern=r"\b[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][ABD-HJLNP-UW-Z]{2}\b",
            check=_british,
            before=_NEAR,
        ),
        Rule(
            id="zip.canadian",
            label="ZIP",
            pattern=rf"\b{_CANADA}\b",
            check=_canadian,
            before=_NEAR,
        ),
        framed(
            "zip.country",
            "ZIP",
            r"\b(?:D|A|CH|F|B|L|NL|DK|I|E|PL|CZ|SE|S|FI|FIN)-(?P<value>[0-9]{4,5}|[0-9]{3} [0-9]{2}|"
            r"[0-9]{2}-[0-9]{3})"
            r" [A-Z][a-z\x7f]{2}",
            _any_country,
        ),
        Rule(
            id="zip.plus-four",
            label="ZIP",
            pattern=r"\b[0-9]{5}-[0-9]{4}\b",
            check=_with_four,
        ),
    )
