"""Initials at the foot of what was dictated: of who spoke, in capitals, and of who typed."""

import re
from functools import cache, partial

from textveil.detect.rules.introduced import framed, number
from textveil.detect.rules.rule import Hit, Rule, choice, compiled, words
from textveil.lexicon.facts import facts

__all__ = ["rules"]

_MARK = r"(?:/|:| / )"
_AUTHOR = r"[A-Z]{2,4}"
_TYPIST = r"[a-z]{2,4}"
_PAIR = re.compile(rf"\b({_AUTHOR})({_MARK})({_TYPIST})\b".encode())
_DAY_AT_END = re.compile(rb"[ \t][0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{2,4}[ \t\r]*$")
_AROUND = 240
"""How far from the initials words of dictation may stand."""


@cache
def _alone(language: str) -> re.Pattern[bytes]:
    """Return an expression for a line with initials, numbers and no more."""
    job, word = words(language, "dictation-job"), number(language)
    parts = rf"(?:[ \t/,;]+(?:[0-9][0-9A-Za-z/:.-]*|{job}|{word}\.?)){{0,6}}"
    return re.compile(rf"[ \t*]*{_AUTHOR}{_MARK}{_TYPIST}{parts}[ \t\r]*".encode())


@cache
def _stamp(language: str) -> re.Pattern[bytes]:
    """Return an expression for what a typing pool writes down: when, and the number of the job."""
    month = choice(word[:3].lower() for word in facts(language).words("month"))
    job = words(language, "dictation-job")
    expression = (
        rf"\b{words(language, 'dictation-stamp')}[:#.][ \t]*"
        rf"(?:[0-9]{{1,4}}[-/][0-9A-Za-z]|[0-9]{{1,2}} [A-Z]|{month}[a-z]{{0,6}}\.?[ -][0-9])"
        rf"|\b{job}(?: {number(language)}\.?)?[:# ]{{1,3}}[0-9A-Z]"
    )
    return re.compile(expression.encode())


def _foot(data: bytes, start: int, end: int, language: str) -> Hit | None:
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
    dictated = compiled(rf"\b{words(language, 'dictation-word')}\b")
    told = dictated.search(near) or _stamp(language).search(near)
    # "ROS:neg" stands on a line of its own in notes that doctors sign.
    signed = compiled(rf"\b{words(language, 'credential', 'sign-off')}\b")
    if told or (pair[2] != b":" and signed.search(near)):
        return Hit(start, end, 0.7, (("context:dictation", 0.7),))
    return None


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    check = partial(_foot, language=language)
    return (
        framed("initials.author", "INITIALS", rf"\b(?P<value>{_AUTHOR}){_MARK}{_TYPIST}\b", check),
        framed("initials.typist", "INITIALS", rf"\b{_AUTHOR}{_MARK}(?P<value>{_TYPIST})\b", check),
    )
