"""Checks of streets, flats, postal codes and coordinates."""

import re
from functools import cache
from typing import Any

from textveil.detect.rules.rule import Hit, compiled, words
from textveil.lexicon.geography.place_lists import zip_state
from textveil.lexicon.tables.facts import facts

__all__ = [
    "british_postcode",
    "canadian_postcode",
    "coordinates",
    "flat",
    "house",
    "small_street",
    "street_abroad",
    "us_postcode",
]

_YEAR = re.compile(rb"(?:1[6-9]|20)[0-9]{2}\Z")
_CODE_BEFORE = re.compile(rb"\b([A-Z]{2})\W{1,60}\Z")


def us_postcode(data: bytes, start: int, end: int, *, score: float, language: str) -> Hit | None:
    """Accept a code behind a state; if that also says "number", as ID does, both must agree."""
    before = _CODE_BEFORE.search(data[max(0, start - 8) : start])
    state = before[1].decode("ascii") if before else ""
    numbered = facts(language).is_a(state, "number-word")
    if numbered and zip_state(data[start:end].decode("ascii")) != state:
        return None
    return Hit(start, end, score, (("context:before", score),))


def british_postcode(
    data: bytes, start: int, end: int, *, score: float, language: str
) -> Hit | None:
    """Accept a code that begins with the letters of a known area."""
    area = re.match(rb"[A-Z]+", data[start:end])
    if area is None or not facts(language).is_a(area.group().decode("ascii"), "postal-area"):
        return None
    return Hit(start, end, score, (("list:areas", score),))


def canadian_postcode(data: bytes, start: int, end: int) -> Hit | None:
    """Accept every code; one without its blank may be another number."""
    score = 0.8 if b" " in data[start:end] else 0.5
    return Hit(start, end, score, (("form:postal", score),))


@cache
def _before_others(language: str) -> Any:
    """Return an expression for what stands before a number that is not that of a house."""
    return compiled(rf"\b{words(language, 'no-house', 'month')}\.?[ ,]{{1,2}}\z")


def house(
    data: bytes, start: int, end: int, *, score: float, language: str, clear: bool = False
) -> Hit | None:
    """Accept a street after its number, unless the number is a year or a paragraph."""
    number = re.match(rb"[0-9]+", data[start:end])
    if number is None:
        return None
    before = _before_others(language).search(data[max(0, start - 14) : start])
    year = _YEAR.match(number.group())
    if (before and (year or not clear)) or (year and not clear):
        return None
    return Hit(start, end, score, (("form:street", score),))


def small_street(data: bytes, start: int, end: int, *, score: float, language: str) -> Hit | None:
    """Accept a street in small letters: a number, one or two words, and a word for streets."""
    number, *parts, _ = data[start:end].decode("ascii").split()
    if any(facts(language).is_a(part, "no-street") for part in parts):
        return None
    if _YEAR.match(number.encode()) or _before_others(language).search(
        data[max(0, start - 14) : start]
    ):
        return None
    return Hit(start, end, score, (("form:street", score),))


def street_abroad(data: bytes, start: int, end: int, *, score: float) -> Hit | None:
    """Accept a street of another language if a house number stands on one of its sides."""
    value = data[start:end]
    if not re.match(rb"[0-9]", value) and not re.search(rb"[0-9][A-Za-z]?\Z", value):
        return None
    low, high = re.match(rb"[0-9]*", value), re.search(rb"[0-9]{0,40}\Z", value)
    if any(found and _YEAR.match(found.group()) for found in (low, high)):
        return None
    return Hit(start, end, score, (("list:street-words", score),))


def flat(data: bytes, start: int, end: int, *, score: float, language: str) -> Hit | None:
    """Accept a flat; vague words need the rest of an address after them."""
    vague = compiled(words(language, "flat-vague")).match(data, start)
    if vague and data[end : end + 1] not in (b",", b"\n", b"\r"):
        return None
    return Hit(start, end, score, (("context:before", score),))


def coordinates(data: bytes, start: int, end: int, *, score: float) -> Hit | None:
    """Accept a possible latitude and longitude."""
    numbers = re.findall(rb"-?[0-9]+(?:\.[0-9]+)?", data[start:end])
    if len(numbers) < 2:
        return None
    if len(numbers) == 2 and (abs(float(numbers[0])) > 90 or abs(float(numbers[1])) > 180):
        return None
    return Hit(start, end, score, (("range:globe", score),))
