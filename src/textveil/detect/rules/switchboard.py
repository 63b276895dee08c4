"""Numbers that reach somebody inside a house: pagers, extensions, boxes for messages."""

import re

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import Hit, Rule, goes_on

__all__ = ["rules"]

_NUMBER = r"(?:[0-9]-)?[0-9]{3,6}"
_LEADS = (
    r"(?:[ \t.:#=(-]{1,4}(?:\r?\n[ \t]{0,4})?|[ \t:]{0,2}\r?\n[ \t]{0,4})"
    r"(?:(?i:no|nos|number|num|nr|id|box|is|was|at|on)[ \t.:#]{1,3}){0,2}"
)
_INSIDE = (
    r"pagers?|beepers?|bleeps?|voice ?mail(?: box)?|vocera|spectralink"
    r"|direct (?:dial|line|extension)|internal (?:phone|line|extension)"
)
_EXTENSION = r"ext(?:n|ension)?s?"
_COUNTED = re.compile(
    rb" ?(?:(?i:degrees?|deg|%|percent|cm|mm|ft|feet|lbs?|kg|mg|mcg|ml|cc|units?|iu|meq|cells?"
    rb"|copies|times|sec(?:onds?)?|min(?:utes?)?|h(?:ou)?rs?|days?|wks?|weeks?|months?|yrs?|years?"
    rb"|reps?|sets?|mag(?:nification)?|people|patients|pages?)|[dghlmu])\b"
)
_JOINTS = re.compile(
    rb"(?i)\b(?:knee|hip|elbow|wrist|shoulder|ankle|neck|lumbar|cervical|trunk|fingers?|thumb|toes?"
    rb"|mcp|pip|legs?|arms?|quads?|hamstrings?|flex(?:ion)?|[ap]?rom|abd(?:uction)?|strength"
    rb"|rotation)\b"
)
_SPOKEN = re.compile(
    rb"(?i)[0-9]{4}[ \t,;()-]{1,3}(?:at )?\Z|\b(?:call(?:ed|s)?|phones?|tel|telephone|dial|desk"
    rb"|office|operator|page[dr]?|contact|reach|station|hospital|switchboard|message|msg)\b"
)
_LARGEST_ANGLE = 180


def _worth(data: bytes, start: int, end: int, score: float) -> Hit | None:
    if goes_on(data, start, end) or _COUNTED.match(data, end):
        return None
    return Hit(start, end, score, (("context:before", score),))


def _inside(data: bytes, start: int, end: int) -> Hit | None:
    """Accept three to six digits after a word that says what they are."""
    return _worth(data, start, end, 0.85)


def _spoken(data: bytes, start: int) -> bool:
    return _SPOKEN.search(data[max(0, start - 48) : start]) is not None


def _extension(data: bytes, start: int, end: int) -> Hit | None:
    """Accept "ext. 4512"; joints extend by degrees, and what is extended may have a year."""
    if _JOINTS.search(data, max(0, start - 32), start):
        return None
    low = max(0, start - 40)
    word = low + data[low:start].lower().rfind(b"ext")
    value = data[start:end]
    if value.isdigit() and not _spoken(data, word):
        year = len(value) == 4 and value[:2] in (b"19", b"20")
        marked = b":" in data[word:start] or b"." in data[word:start]
        if int(value) <= _LARGEST_ANGLE or (year and not marked):
            return None
    return _worth(data, start, end, 0.8)


def _crossed(data: bytes, start: int, end: int) -> Hit | None:
    """Accept "x4512"; three digits, and thousands, only where a telephone is spoken of."""
    value = data[start:end]
    plain = value.isdigit() and (len(value) == 3 or value.endswith(b"000"))
    if plain and not _spoken(data, start - 1):
        return None
    return _worth(data, start, end, 0.7)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - words follow
    """Return the rules of a language."""
    return (
        framed(
            "phone.internal", "PHONE", rf"\b(?i:{_INSIDE}){_LEADS}(?P<value>{_NUMBER})\b", _inside
        ),
        framed(
            "phone.extension",
            "PHONE",
            rf"\b(?i:{_EXTENSION}){_LEADS}(?P<value>{_NUMBER})\b",
            _extension,
        ),
        framed("phone.x", "PHONE", r"\b[xX](?P<value>(?:[0-9]-)?[0-9]{3,5})\b", _crossed),
    )
