"""Streets with house numbers, post boxes, flats, rooms and beds, and coordinates."""

import re
from functools import cache, partial
from typing import Any

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import (
    Context,
    Hit,
    Rule,
    accept,
    choice,
    compiled,
    goes_on,
    words,
)
from textveil.lexicon.facts import facts

__all__ = ["rules"]

_HOUSE = r"[1-9][0-9]{0,4}(?:[A-Za-z]|[-/][0-9]{1,4}[a-z]?)?\b"
_NUMBER = r"[1-9][0-9]{0,5}(?:[A-Za-z]\b|[-/][0-9]{1,4}[A-Za-z]?\b| ?1/2)?"
_ORDINAL = r"[0-9]{1,3}(?:[a-z]{2}|[A-Z]{2})"
_YEAR = re.compile(rb"(?:1[6-9]|20)[0-9]{2}\Z")


@cache
def _before_others(language: str) -> Any:
    """Return an expression for what stands before a number that is not that of a house."""
    return compiled(rf"\b{words(language, 'no-house', 'month')}\.?[ ,]{{1,2}}\z")


def _house(data: bytes, start: int, end: int, clear: bool, language: str) -> Hit | None:
    """Accept a street after its number, where the number is not a year or a paragraph."""
    number = re.match(rb"[0-9]+", data[start:end])
    if number is None or goes_on(data, start, end):
        return None
    before = _before_others(language).search(data[max(0, start - 14) : start])
    year = _YEAR.match(number.group())
    if (before and (year or not clear)) or (year and not clear):
        return None
    score = 0.85 if clear else 0.7
    return Hit(start, end, score, (("form:street", score),))


def _small(data: bytes, start: int, end: int, language: str) -> Hit | None:
    """Accept a street in small letters: a number, one or two words, and a word for streets."""
    number, *parts, _ = data[start:end].decode("ascii").split()
    if goes_on(data, start, end) or data[end : end + 1] == b"-":
        return None
    if any(facts(language).is_a(part, "no-street") for part in parts):
        return None
    if _YEAR.match(number.encode()) or _before_others(language).search(
        data[max(0, start - 14) : start]
    ):
        return None
    return Hit(start, end, 0.55, (("form:street", 0.55),))


def _foreign(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a street of another language if a house number stands on one of its sides."""
    value = data[start:end]
    if not re.match(rb"[0-9]", value) and not re.search(rb"[0-9][A-Za-z]?\Z", value):
        return None
    low, high = re.match(rb"[0-9]*", value), re.search(rb"[0-9]*\Z", value)
    if any(found and _YEAR.match(found.group()) for found in (low, high)):
        return None
    if goes_on(data, start, end):
        return None
    return Hit(start, end, 0.8, (("list:street-words", 0.8),))


def _flat(data: bytes, start: int, end: int, language: str) -> Hit | None:
    """Accept a flat; an engine is flat too, so that word needs the rest of an address after it."""
    vague = compiled(words(language, "flat-vague")).match(data, start)
    if vague and data[end : end + 1] not in (b",", b"\n", b"\r"):
        return None
    return _room(data, start, end, 0.6, language)


def _room(data: bytes, start: int, end: int, score: float, language: str) -> Hit | None:
    counted = words(language, "room-counted")
    amount = compiled(rf"[ -]{counted}\b|[.,:/][0-9]|%|'| & ")
    if amount.match(data, end) or not re.search(rb"[0-9]", data[start:end]):
        return None
    return Hit(start, end, score, (("context:before", score),))


def _coordinates(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a latitude and a longitude that the globe has."""
    numbers = re.findall(rb"-?[0-9]+(?:\.[0-9]+)?", data[start:end])
    if goes_on(data, start, end) or len(numbers) < 2:
        return None
    if len(numbers) == 2 and (abs(float(numbers[0])) > 90 or abs(float(numbers[1])) > 180):
        return None
    return Hit(start, end, 0.75, (("range:globe", 0.75),))


_DEGREES = (
    r"[0-9]{1,3}(?:\.[0-9]{1,8})?\x7f ?(?:[0-9]{1,2}(?:\.[0-9]{1,6})?['\x7f]{1,2} ?(?:"
    r"[0-9]{1,2}(?:\.[0-9]{1,6})?(?:\"|''|[\x7f]{1,2}) ?)?)?"
)


def _ends(language: str, role: str) -> str:
    """Return an expression for words that end the name of a street, whole or short."""
    known = facts(language)
    short = known.values("street")
    return choice(
        form
        for word in known.words(role)
        for form in (word, *short.get(word, "").split(", "))
        if form
    )


def _number_first(language: str, flat: str, word: str) -> tuple[Rule, ...]:
    """Return the rules for streets after the number of the house."""
    side = words(language, "side")
    clear = _ends(language, "street-clear")
    whole = facts(language).words("street-clear")
    small = words(language, "street-small")
    tail = rf"\b\.?(?:,? {side}\b\.?)?{flat}"
    begun = rf"\b{_NUMBER},? (?:{side}\.? )?"
    link = words(language, "street-link")
    return (
        Rule(
            "street.number-first",
            "STREET",
            rf"{begun}{word} (?:(?:{link} )?{word} ){{0,3}}"
            rf"(?:{clear}|{choice(end.lower() for end in whole)}){tail}",
            partial(_house, clear=True, language=language),
        ),
        Rule(
            "street.number-first-other",
            "STREET",
            rf"{begun}(?:{word} ){{1,3}}{_ends(language, 'street-vague')}{tail}"
            rf"|\b[1-9][0-9]{{0,4}} (?:{choice(whole)} [A-Z]\b|{words(language, 'street-whole')}\b"
            rf"|{words(language, 'numbered-road')} [0-9]{{1,4}}\b)",
            partial(_house, clear=False, language=language),
        ),
        Rule(
            "street.small",
            "STREET",
            rf"\b[1-9][0-9]{{0,4}} (?:[a-z]{{2,16}}|[0-9]{{1,3}}[a-z]{{2}}) (?:[a-z]{{2,16}} )?"
            rf"{small}\b",
            partial(_small, language=language),
        ),
    )


def _abroad(language: str, flat: str, word: str) -> tuple[Rule, ...]:
    """Return the rules for streets of other languages."""
    known = facts(language)
    first = known.words("street-before")
    particle = rf"(?:{words(language, 'particle', 'street-particle')} ?){{0,2}}"
    number = rf"(?:{words(language, 'number-word')}\.? ?)?{_HOUSE}"
    house = rf"[1-9][0-9]{{0,4}}(?:[A-Za-z]\b| ?{words(language, 'house-letter')}\b)?"
    ending = words(language, "street-ending")
    return (
        Rule(
            "street.word-first",
            "STREET",
            rf"\b(?:{house},? {choice(first)}|{choice(map(str.capitalize, first))})"
            rf" {particle}{word}(?:[ -]{particle}{word}){{0,3}}(?:,? {number})?{flat}",
            _foreign,
        ),
        Rule(
            "street.ending",
            "STREET",
            rf"\b(?:[A-Z][A-Za-z\x7f-]{{1,24}}{ending}|{word} {words(language, 'street-after')})"
            rf" {_HOUSE}{flat}",
            _foreign,
        ),
    )


def _inside(language: str) -> tuple[Rule, ...]:
    """Return the rules for boxes, flats and rooms."""
    number = words(language, "number-word")
    unit, box = words(language, "box-unit"), words(language, "box")
    return (
        Rule(
            "street.box",
            "STREET",
            rf"\b{words(language, 'post-box')}[ #:.]{{1,3}}(?:{number}\.? ?)?"
            rf"[0-9]{{1,6}}(?:[ -][0-9]{{1,4}})?[A-Z]?\b"
            rf"|\b{unit} ?#? ?[0-9]{{1,5}},? {box} [0-9]{{1,5}}[A-Z]?\b",
            accept(0.85, ("form:box", 0.85)),
        ),
        Rule(
            "street.flat",
            "STREET",
            rf"\b{words(language, 'flat-alone')}\b\.? ?#? ?"
            rf"[0-9]{{1,5}}[A-Za-z]?(?:-[0-9A-Z]{{1,3}})?\b"
            rf"|\b{words(language, 'flat-lettered')}\b\.? ?#? ?[A-Z][0-9]{{0,4}}\b",
            partial(_flat, language=language),
        ),
        framed(
            "room.words",
            "ROOM",
            rf"\b{words(language, 'room-word')}\b\.?[ #:-]{{1,2}}(?:{number}\.? ?)?"
            r"(?P<value>(?:[A-Z]{1,2}-?)?[0-9]{1,4}(?:[A-Za-z]\b)?(?:[-/][0-9A-Z]{1,3})?)\b",
            partial(_room, score=0.7, language=language),
        ),
    )


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    flat = (
        rf"(?:(?:,| -|\r?\n| )[ ]{{0,2}}(?:{words(language, 'flat-word')}|#)"
        r"\.?[ #]{0,2}[0-9A-Za-z]{1,5}(?:-[0-9A-Za-z]{1,4})?\b)?"
    )
    short = words(language, "short-in-street")
    word = rf"(?:[A-Z][A-Za-z'\x7f-]{{1,24}}|[A-Z]\.|{_ORDINAL}|{short}\.)"
    return (
        *_number_first(language, flat, word),
        *_abroad(language, flat, word),
        *_inside(language),
        Rule(
            "address.decimal-degrees",
            "ADDRESS",
            r"(?:\b|-)[0-9]{1,2}\.[0-9]{3,10}(?:\x7f ?)?(?: ?[NS])?(?:, ?|; ?| )-?"
            r"[0-9]{1,3}\.[0-9]{3,10}(?:\x7f ?)?(?: ?[EW])?\b",
            _coordinates,
            before=Context(words(language, "position-word"), weight=0.15),
        ),
        Rule(
            "address.degrees",
            "ADDRESS",
            rf"\b{_DEGREES}[NS][,; ]{{0,2}}{_DEGREES}[EW]\b",
            _coordinates,
        ),
    )
