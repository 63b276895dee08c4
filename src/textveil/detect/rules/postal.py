"""Postal codes of the United States."""

import re

from textveil.detect.rules.rule import GAP, Hit, Rule

__all__ = ["RULES"]

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
_VALUE = re.compile(rb"[0-9]{5}(?:-[0-9]{4})?\Z")


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


RULES = (
    Rule(
        id="zip.state",
        label="ZIP",
        pattern=rf"\b(?:{_STATES}|(?i:{_NAMES})),?{GAP}{_CODE}\b",
        first="A-Za-z",
        check=_after_words,
    ),
    Rule(
        id="zip.word",
        label="ZIP",
        pattern=rf"\b(?i:zip(?:[ -]?code)?|postal code|postcode)[ :#=]{{0,3}}"
        rf"(?:(?i:is) )?{_CODE}\b",
        first="ZzPp",
        check=_after_words,
    ),
    Rule(
        id="zip.plus-four",
        label="ZIP",
        pattern=r"\b[0-9]{5}-[0-9]{4}\b",
        first="0-9",
        check=_with_four,
    ),
)
