"""Ages of people; those over 89 are marked by a reason, since HIPAA treats them as identifiers."""

import re
from functools import partial
from typing import Final

from textveil.detect.rules.dated import after_words
from textveil.detect.rules.rule import Hit, Rule, framed, goes_on
from textveil.lexicon.dates.written_ages import parse_age
from textveil.lexicon.dates.written_forms import templates

__all__ = ["rules"]

_OLDEST: Final = 129
_SINGLED_OUT: Final = 89
_COUNT: Final = r"[0-9]{1,3}(?:(?: ?- ?| <@range> )[0-9]{1,3}|\.5| ?1/2|\+)?"
_AGE: Final = rf"(?P<value>{_COUNT}|<@number>)"
_TABLE: Final = (
    (
        "old",
        0.9,
        rf"\b{_AGE}(?:[- ]{{0,2}}<@age-unit>\.?'?[- ]{{1,2}}<@old-word>\b|[- ]?<@age-code>\b\.?)",
    ),
    (
        "word",
        0.8,
        rf"\b<@age-word>(?:[ :=-]{{1,3}}|<gap>)(?:<@age-link>[ :]{{1,2}})?{_AGE}\b",
    ),
    (
        "decade",
        0.8,
        r"\b<@date-of><gap><@age-owner><gap>"
        r"(?P<value>(?:<@stage>[- ])?(?:[1-9]0'?s|1[0-2]0'?s|<@age-decade>))\b",
    ),
    ("turned", 0.7, rf"\b<@turned><gap>(?:<@just> )?{_AGE}\b"),
    ("being", 0.6, r"\b<@being><gap>(?:<@just> )?(?P<value>[1-9][0-9])\b"),
    (
        "sex",
        0.75,
        r"\b(?P<value>[1-9][0-9]?|1[0-2][0-9])(?:[ -]?(?:<@age-year>)?[ -]?(?-i:<@sex-code>)"
        r"|[ -]<@age-year>[ -]?<@sex,sex-code>)\b,? <@presenting>\b",
    ),
)
_ALONE: Final = frozenset({"turned", "being"})
_MARKS_AFTER: Final = re.compile(rb" ?(?:%|[:/.,][0-9])| (?:into|to) [0-9]")
_INCHES: Final = (b'"', b"'")
_QUOTED: Final = 80
"""How far back a quotation may begin; without one, its mark stands for inches or feet."""
_ENDS: Final = re.compile(rb"[.,;!?)'\"](?:\W|\Z)|\r?\n|\Z| ?-- ?")


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules for ages in the words of a language."""
    made = templates(language)
    return tuple(
        framed(
            f"age.{name}",
            "AGE",
            made.finder(pattern, groups=True),
            partial(_age, score=score, alone=name in _ALONE, language=language),
        )
        for name, score, pattern in _TABLE
    )


def _age(data: bytes, start: int, end: int, score: float, alone: bool, language: str) -> Hit | None:
    """Accept ages that people reach; 45 CFR 164.514(b)(2)(i)(C) singles out those over 89."""
    age = parse_age(data[start:end].decode("ascii"), language=language)
    if age is None or age.high > _OLDEST or goes_on(data, start, end):
        return None
    if alone and not _ends(data, end, language):
        return None
    reasons: tuple[tuple[str, float], ...] = (("form:age", score),)
    if age.high > _SINGLED_OUT:
        score = round(score + 0.05, 2)
        reasons += (("over:89", 0.05),)
    return Hit(start, end, score, reasons)


def _ends(data: bytes, end: int, language: str) -> bool:
    """Tell whether a number counts nothing, and the sentence ends or goes on behind it."""
    mark = data[end : end + 1]
    if mark in _INCHES and mark not in data[max(0, end - _QUOTED) : end]:
        return False
    if _MARKS_AFTER.match(data, end) or after_words("not-an-age", " ?", language).match(data, end):
        return False
    return bool(_ENDS.match(data, end) or after_words("after-age", " ", language).match(data, end))
