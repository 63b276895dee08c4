"""Initials at the foot of what was dictated: of who spoke, in capitals, and of who typed."""

import re
from functools import cache, partial
from typing import NamedTuple

from textveil.detect.rules.introduced import framed, number
from textveil.detect.rules.rule import Hit, Rule, choice, words
from textveil.lexicon.facts import facts

__all__ = ["rules"]

_MARK = r"(?:/|:| / )"
_AUTHOR = r"[A-Z]{2,4}"
_TYPIST = r"[a-z]{2,4}"
_PAIR = re.compile(rf"\b({_AUTHOR})({_MARK})({_TYPIST})\b".encode())
_DAY_AT_END = re.compile(rb"[ \t][0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{2,4}[ \t\r]*$")
_AROUND = 240
"""How far from the initials words of dictation may stand."""


class _Words(NamedTuple):
    """What a typing pool writes down, in one language.

    Attributes
    ----------
    alone
        A line with initials, numbers and no more.
    stamp
        When something was dictated or typed, or its number.
    dictated, signed
        Says that something was dictated; ends a letter.
    no_initials
        What stands in the place of a typist's initials, and is none.
    """

    alone: re.Pattern[bytes]
    stamp: re.Pattern[bytes]
    dictated: re.Pattern[bytes]
    signed: re.Pattern[bytes]
    no_initials: frozenset[bytes]


@cache
def _words(language: str) -> _Words:
    job, word = words(language, "dictation-job"), number(language)
    month = choice(word[:3].lower() for word in facts(language).words("month"))
    alone = (
        rf"[ \t*]*{_AUTHOR}{_MARK}{_TYPIST}"
        rf"(?:[ \t/,;]+(?:[0-9][0-9A-Za-z/:.-]*|{job}|{word}\.?)){{0,6}}[ \t\r]*"
    )
    stamp = (
        rf"\b{words(language, 'dictation-stamp')}[:#.][ \t]*"
        rf"(?:[0-9]{{1,4}}[-/][0-9A-Za-z]|[0-9]{{1,2}} [A-Z]|{month}[a-z]{{0,6}}\.?[ -][0-9])"
        rf"|\b{job}(?: {word}\.?)?[:# ]{{1,3}}[0-9A-Z]"
    )
    return _Words(
        re.compile(alone.encode()),
        re.compile(stamp.encode()),
        re.compile(rf"\b{words(language, 'dictation-word')}\b".encode()),
        re.compile(rf"\b{words(language, 'credential', 'sign-off')}\b".encode()),
        frozenset(word.encode() for word in facts(language).words("no-initials")),
    )


def _foot(data: bytes, start: int, end: int, language: str) -> Hit | None:
    """Accept initials that stand on a line of their own, or behind the stamps of a dictation."""
    low, high = max(0, start - 160), min(len(data), end + 160)
    begin = data.rfind(b"\n", low, start) + 1 or low
    stop = data.find(b"\n", end, high)
    known = _words(language)
    pair = _PAIR.search(data, max(begin, start - 7), high if stop < 0 else stop)
    if pair is None or pair[3] in known.no_initials:
        return None
    if known.stamp.search(data, begin, pair.start()):
        return Hit(start, end, 0.8, (("context:dictation", 0.8),))
    if known.alone.fullmatch(data, begin, high if stop < 0 else stop) is None:
        return None
    if _DAY_AT_END.search(data, end, high if stop < 0 else stop):
        return Hit(start, end, 0.7, (("context:dictation", 0.7),))
    near = data[max(0, begin - _AROUND) : begin]
    near += data[stop : stop + _AROUND] if stop >= 0 else b""
    told = known.dictated.search(near) or known.stamp.search(near)
    # "ROS:neg" stands on a line of its own in notes that doctors sign.
    if told or (pair[2] != b":" and known.signed.search(near)):
        return Hit(start, end, 0.7, (("context:dictation", 0.7),))
    return None


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules of a language."""
    check = partial(_foot, language=language)
    return (
        framed("initials.author", "INITIALS", rf"\b(?P<value>{_AUTHOR}){_MARK}{_TYPIST}\b", check),
        framed("initials.typist", "INITIALS", rf"\b{_AUTHOR}{_MARK}(?P<value>{_TYPIST})\b", check),
    )
