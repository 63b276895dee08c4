"""Initials at the foot of what was dictated: of who spoke, in capitals, and of who typed."""

import re

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Hit, Rule

__all__ = ["rules"]

_MARK = r"(?:/|:| / )"
_AUTHOR = r"[A-Z]{2,4}"
_TYPIST = r"[a-z]{2,4}"
_PAIR = re.compile(rf"\b({_AUTHOR})({_MARK})({_TYPIST})\b".encode())
_ALONE = re.compile(
    rf"[ \t*]*{_AUTHOR}{_MARK}{_TYPIST}".encode()
    + rb"(?:[ \t/,;]+(?i:[0-9][0-9A-Za-z/:.-]*|job|doc|no\.?|#)){0,6}[ \t\r]*"
)
_DAY_AT_END = re.compile(rb"[ \t][0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{2,4}[ \t\r]*$")
_STAMP = re.compile(
    rb"\b(?i:dd?|dt|td?|tr|dict(?:ated)?|trans(?:cribed)?)[:#.][ \t]*"
    rb"(?:[0-9]{1,4}[-/][0-9A-Za-z]|[0-9]{1,2} [A-Z]|(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct"
    rb"|nov|dec)[a-z]{0,6}\.?[ -][0-9])|\b(?i:job|doc)(?: (?i:no\.?|number))?[:# ]{1,3}[0-9A-Z]"
)
"""What a typing pool writes down: when something was dictated or typed, and its number."""
_DICTATED = re.compile(rb"(?i)\b(?:dictated|dictation|transcribed|transcription|typed)\b")
_SIGNED = re.compile(
    rb"\b(?:M\.?D|D\.?O|R\.?N|PhD|Ph\.D|NP|PA-C)\b|(?i:\bc\.?c\.?: |\b(?:signed|sincerely)\b)"
)
_WORDS = frozenset(
    b"md do rn np pa phd neg pos wnl ok no yes na nl nad none inr ptt ot pt st hr bp ip dc or "
    b"and rrr full clear soft intact".split()
)
_AROUND = 240
"""How far from the initials words of dictation may stand."""


def _foot(data: bytes, start: int, end: int) -> Hit | None:
    """Accept initials that stand on a line of their own, or behind the stamps of a dictation."""
    low, high = max(0, start - 160), min(len(data), end + 160)
    begin = data.rfind(b"\n", low, start) + 1 or low
    stop = data.find(b"\n", end, high)
    pair = _PAIR.search(data, max(begin, start - 7), high if stop < 0 else stop)
    if pair is None or pair[3] in _WORDS:
        return None
    if _STAMP.search(data, begin, pair.start()):
        return Hit(start, end, 0.8, (("context:dictation", 0.8),))
    if _ALONE.fullmatch(data, begin, high if stop < 0 else stop) is None:
        return None
    if _DAY_AT_END.search(data, end, high if stop < 0 else stop):
        return Hit(start, end, 0.7, (("context:dictation", 0.7),))
    near = data[max(0, begin - _AROUND) : begin]
    near += data[stop : stop + _AROUND] if stop >= 0 else b""
    told = _DICTATED.search(near) or _STAMP.search(near)
    # "ROS:neg" stands on a line of its own in notes that doctors sign.
    if told or (pair[2] != b":" and _SIGNED.search(near)):
        return Hit(start, end, 0.7, (("context:dictation", 0.7),))
    return None


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - words follow
    """Return the rules of a language."""
    return (
        framed("initials.author", "INITIALS", rf"\b(?P<value>{_AUTHOR}){_MARK}{_TYPIST}\b", _foot),
        framed("initials.typist", "INITIALS", rf"\b{_AUTHOR}{_MARK}(?P<value>{_TYPIST})\b", _foot),
    )
