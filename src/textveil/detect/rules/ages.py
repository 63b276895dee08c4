"""Ages of people; those over 89 are marked by a reason, since HIPAA treats them as identifiers."""

import re
from functools import partial

from textveil.detect.rules.introduced import framed
from textveil.detect.rules.rule import GAP, Hit, Rule, goes_on

__all__ = ["rules"]

_UNITS = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_IN_WORDS = (
    rf"(?i:{_TENS}(?:[- ]{_UNITS})?|(?:one|a) hundred(?: and {_UNITS})?|{_UNITS}|ten|eleven|twelve"
    r"|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
)
_COUNT = r"[0-9]{1,3}(?:(?: ?- ?| (?i:to|or|and) )[0-9]{1,3}|\.5| ?1/2|\+)?"
_AGE = rf"(?:{_COUNT}|{_IN_WORDS})"
_OLD = (
    r"(?:[- ]{0,2}(?i:years?|yrs?|months?|mos?|weeks?|wks?|days?)\.?'?[- ]{1,2}(?i:olds?|of age)\b"
    r"|[- ]?(?i:y[./]?o\b\.?|yrs?[./]?o\b|m/o\b|w/o(?:ld)?\b))"
)
_SEX = r"(?i:male|female|man|woman|boy|girl|gentleman|lady|m|f|wm|wf|bm|bf)"
_DECADE = r"(?i:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|teens)"
_STAGE = r"(?:(?i:early|mid|middle|late)(?: to (?i:late|mid))?[- ])?"
_OVER_89 = re.compile(rb"(?i)ninet(?:y|ies)|hundred|(?:9[0-9]|1[0-2][0-9])\b|90'?s")
_NOT_AGES = re.compile(
    rb"(?i) ?(?:%|[:/.,][0-9]|(?:degrees?|mg|ml|kg|lbs?|points?|percent|years?|yrs?|months?|weeks?"
    rb"|days?|hours?|hrs?|minutes?|mins?|times|miles?|km|m|cm|feet|ft|inch(?:es)?|pounds?|people"
    rb"|goals|games|pages|dollars|euros|into|to [0-9]|st|nd|rd|th|of)\b)"
)
_ENDS = re.compile(
    rb"(?i)[.,;!?)'\"](?:\W|\Z)|\r?\n|\Z| ?-- ?| (?:and|when|but|at the time|on|or|now|today|in"
    rb"|the|who|with|because|so|while|as|last|this|next|after|before|years?)\b"
)


def _age(data: bytes, start: int, end: int, score: float, alone: bool = False) -> Hit | None:
    """Accept ages that people reach; 45 CFR 164.514(b)(2)(i)(C) singles out those over 89."""
    numbers = [int(number) for number in re.findall(rb"[0-9]+", data[start:end])]
    if any(number > 125 for number in numbers) or goes_on(data, start, end):
        return None
    if alone and (_NOT_AGES.match(data, end) or not _ENDS.match(data, end)):
        return None
    reasons: tuple[tuple[str, float], ...] = (("form:age", score),)
    if _OVER_89.search(data, start, end):
        score = round(score + 0.05, 2)
        reasons += (("over:89", 0.05),)
    return Hit(start, end, score, reasons)


def _rule(name: str, pattern: str, score: float, alone: bool = False) -> Rule:
    return framed(name, "AGE", pattern, partial(_age, score=score, alone=alone))


_RULES = (
    _rule("age.old", rf"\b(?P<value>{_AGE}){_OLD}", 0.9),
    _rule(
        "age.word",
        rf"\b(?i:ages?|aged)(?:[ :=-]{{1,3}}|{GAP})(?:(?i:of|is|was|between|from|about"
        rf"|approximately)"
        rf"[ :]{{1,2}})?(?P<value>{_AGE})\b",
        0.8,
    ),
    _rule(
        "age.decade",
        rf"\b(?i:in){GAP}(?i:his|her|their|my|your|our|its|(?:the )?(?:pt|patient)'?s?)"
        rf"{GAP}(?P<value>{_STAGE}(?:[1-9]0'?s|1[0-2]0'?s|{_DECADE}))\b",
        0.8,
    ),
    _rule(
        "age.turned",
        rf"\b(?i:turn(?:ed|s|ing)?){GAP}(?:(?i:just|only) )?(?P<value>{_COUNT}|{_IN_WORDS})\b",
        0.7,
        alone=True,
    ),
    _rule(
        "age.being",
        r"\b(?i:he|she|i|they|who|you)(?:'m|'s|'re| (?i:is|was|am|were|are))"
        rf"{GAP}(?:(?i:just|only|about|around|nearly|almost|now|already) )?(?P<value>[1-9][0-9])\b",
        0.6,
        alone=True,
    ),
    _rule(
        "age.sex",
        r"\b(?P<value>[1-9][0-9]?|1[0-2][0-9])(?:[ -]?(?:y|yr|yrs|yo|y/o)?[ -]?(?:M|F|WM|WF|BM|BF)"
        rf"|[ -](?:y|yr|yrs|year)[ -]?{_SEX})\b"
        r",? (?:with|who|presents?|presenting|presented|c/o|s/p|h/o|admitted|status|hx)\b",
        0.75,
    ),
)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - the shape of all modules of rules
    """Return the rules of a language."""
    return _RULES
