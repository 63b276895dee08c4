"""Checks of values by their form: any value, numbers of records, court cases, initials."""

import re
from functools import cache

from textveil.detect.rules.rule import Context, Hit, choice, compiled, digits_of, listed, words
from textveil.lexicon.numbers.checksums import luhn_holds
from textveil.lexicon.tables.facts import facts

__all__ = ["accept", "dictated", "digits", "in_list", "numbered", "plate", "serial", "slashed"]

_MARK = r"(?:/|:| / )"
_AUTHOR = r"[A-Z]{2,4}"
_TYPIST = r"[a-z]{2,4}"
_PAIR = re.compile(rf"\b({_AUTHOR})({_MARK})({_TYPIST})\b".encode())
_DAY_AT_END = re.compile(rb"[ \t][0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{2,4}[ \t\r]{0,20}$")
_AROUND = 240
"""How far from the initials words of dictation may stand."""


def accept(_data: bytes, start: int, end: int, *, score: float, reason: str) -> Hit | None:
    """Accept every value."""
    return Hit(start, end, score, ((reason, score),))


def digits(data: bytes, start: int, end: int, *, least: int, score: float = 0.85) -> Hit | None:
    """Accept a value that has enough digits."""
    enough = len(digits_of(data[start:end])) >= least
    return _introduced(data, start, end, score if enough else 0.0)


def plate(data: bytes, start: int, end: int, *, score: float) -> Hit | None:
    """Accept a number plate: four to nine letters and digits."""
    figures = len(digits_of(data[start:end]))
    letters = len(re.findall(rb"[A-Z]", data[start:end]))
    fits = figures and letters and 4 <= figures + letters <= 9
    return _introduced(data, start, end, score if fits else 0.0)


def serial(data: bytes, start: int, end: int) -> Hit | None:
    """Accept three digits; a mobile telephone number is surer."""
    figures = digits_of(data[start:end])
    if len(figures) == end - start == 15 and luhn_holds(figures):
        return _introduced(data, start, end, 0.95)
    return digits(data, start, end, least=3)


def _introduced(data: bytes, start: int, end: int, score: float) -> Hit | None:
    if not score or data[end : end + 1] in (b"%", b"@"):
        return None
    return Hit(start, end, score, (("context:before", score),))


def numbered(data: bytes, start: int, end: int, *, courts: str, score: float) -> Hit | None:
    """Accept "287/03"; a short number needs a word for courts before it: "application no. 1/02"."""
    short = data.index(b"/", start, end) - start < 3
    if short and not Context(courts).near(data, start - 40, start):
        return None
    return Hit(start, end, score, (("form:case", score),))


def slashed(data: bytes, start: int, end: int, *, score: float) -> Hit | None:
    """Accept a number and a year, but not two years of a season."""
    number, year = data[start:end].split(b"/")
    if len(number) == 4 and (int(number) + 1) % 100 == int(year):
        return None
    return Hit(start, end, score, (("form:case", score),))


def in_list(
    data: bytes, start: int, end: int, *, opening: str, item: str, score: float, language: str
) -> Hit | None:
    """Accept an item of a list that begins with an opening word."""
    if not listed(data, start, opening, item, language):
        return None
    return Hit(start, end, score, (("context:list", score),))


@cache
def _alone(language: str) -> re.Pattern[bytes]:
    """Return an expression for a line of only initials and numbers."""
    job, word = words(language, "dictation-job"), words(language, "number-word")
    parts = rf"(?:[ \t/,;]+(?:[0-9][0-9A-Za-z/:.-]*|{job}|(?:{word}|#)\.?)){{0,6}}"
    return re.compile(rf"[ \t*]{{0,20}}{_AUTHOR}{_MARK}{_TYPIST}{parts}[ \t\r]*".encode())


@cache
def _stamp(language: str) -> re.Pattern[bytes]:
    """Return an expression for the notes of a typing pool: time and job number."""
    month = choice(word[:3].lower() for word in facts(language).words("month"))
    job, word = words(language, "dictation-job"), words(language, "number-word")
    expression = (
        rf"\b{words(language, 'dictation-stamp')}[:#.][ \t]*"
        rf"(?:[0-9]{{1,4}}[-/][0-9A-Za-z]|[0-9]{{1,2}} [A-Z]|{month}[a-z]{{0,6}}\.?[ -][0-9])"
        rf"|\b{job}(?: (?:{word}|#)\.?)?[:# ]{{1,3}}[0-9A-Z]"
    )
    return re.compile(expression.encode())


def dictated(data: bytes, start: int, end: int, *, language: str) -> Hit | None:
    """Accept initials that stand on a line of their own, or behind the stamps of a dictation."""
    low, high = max(0, start - 160), min(len(data), end + 160)
    begin = data.rfind(b"\n", low, start) + 1 or low
    stop = data.find(b"\n", end, high)
    pair = _PAIR.search(data, max(begin, start - 7), high if stop < 0 else stop)
    if pair is None or facts(language).is_a(pair[3].decode(), "no-initials"):
        return None
    if _stamp(language).search(data, begin, pair.start()):
        return Hit(start, end, 0.8, (("context:dictation", 0.8),))
    if _alone(language).fullmatch(data, begin, high if stop < 0 else stop) is None:
        return None
    if _DAY_AT_END.search(data, end, high if stop < 0 else stop):
        return Hit(start, end, 0.7, (("context:dictation", 0.7),))
    near = data[max(0, begin - _AROUND) : begin]
    near += data[stop : stop + _AROUND] if stop >= 0 else b""
    typed = compiled(rf"\b{words(language, 'dictation-word')}\b")
    told = typed.search(near) or _stamp(language).search(near)
    # "ROS:neg" stands on a line of its own in notes that doctors sign.
    signed = compiled(rf"\b{words(language, 'credential', 'sign-off')}\b")
    if told or (pair[2] != b":" and signed.search(near)):
        return Hit(start, end, 0.7, (("context:dictation", 0.7),))
    return None
