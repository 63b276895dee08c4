"""Own kinds: whether a value is of the kind that its label says, as a verifier reads it itself.

Surrogates of ages, rooms, occupations and the like may resemble their values. A record says which
passages are of these kinds, and nobody believes it: what has a word that nobody knows, or a number
that is too long, is judged like a name or a number. The definition stands in
`docs/methods/release-verifiers.md` (Distance).
"""

import re
from functools import cache
from ipaddress import ip_address
from typing import Final

from textveil.lexicon.tables.languages import ENGLISH
from textveil.verify.passages.likeness import EXEMPT, likeness
from textveil.verify.passages.staying import may_stay
from textveil.verify.readers.tables import are_everyday, facts, squeeze_text

__all__ = ["likeness_of_kind"]

_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_DIGITS: Final = re.compile(r"\d+")
_NUMBER: Final = "MRN"
"""A label of which all numbers are judged."""
_NAME: Final = "NAME"
_SHORT, _LONG_NUMBER = 3, 7
_TIMED: Final = frozenset({"AGE", "TIME"})
_JUDGED_ELSEWHERE: Final = "DATE"
"""The claim `intervals` judges every date: one that it cannot read must be a tag."""
_ANY: Final = ("article", "function-word", "joining", "number", "ordinal", "small-word")
_ROLES: Final = {
    "DEMOGRAPHIC": ("kin", "sex", "title", "trait-word"),
    "PROFESSION": ("occupation-rank",),
    "QUANTITY": (
        *("age-unit", "counted", "currency", "currency-code", "currency-of", "dose-unit", "kin"),
        *("scale-word", "some", "time-unit", "unit"),
    ),
    "ROOM": ("house-letter", "room-part", "room-word", "side", "unit-word"),
}
"""Roles of words that may stay."""


def likeness_of_kind(fake: str, real: str, label: str, *, language: str = ENGLISH) -> str:
    """Return what a surrogate shows of its original, as `likeness`, whatever label it has.

    Examples
    --------
    >>> likeness_of_kind("Ana Ruix", "Ana Ruiz", "AGE"), likeness_of_kind("46", "45", "AGE")
    ('word', '')
    >>> likeness_of_kind("$12,510", "$12,500", "QUANTITY")
    ''
    >>> likeness_of_kind("4471990", "4471123", "QUANTITY")
    'digits'
    """
    if label not in EXEMPT:
        return likeness(fake, real, label, language=language)
    if label == _JUDGED_ELSEWHERE or (label in _TIMED and may_stay(label, real, language=language)):
        return ""
    shown = likeness(fake, " ".join(_strange(real, label, language)), _NAME, language=language)
    if shown:
        return shown
    return likeness(fake, real, _NUMBER, language=language) if _is_long(real, label) else ""


def _strange(value: str, label: str, language: str) -> list[str]:
    """Return the words of three letters or more that are neither everyday nor of the kind."""
    words = [word for word in _WORD.findall(value) if len(word) >= _SHORT]
    if label == "INITIALS":
        return [word for word in words if len(word) > _SHORT]
    known = _known(label, language)
    return [
        word
        for word in words
        if squeeze_text(word) not in known and not are_everyday([word.lower()], language)
    ]


@cache
def _known(label: str, language: str) -> frozenset[str]:
    table = facts(language)
    entries = [entry for role in (*_ANY, *_ROLES.get(label, ())) for entry in table.values(role)]
    return frozenset(squeeze_text(word) for entry in entries for word in _WORD.findall(entry))


def _is_long(value: str, label: str) -> bool:
    """Tell whether a value holds a number that is none of its kind: seven digits in a row."""
    if label == "IP":
        return not _is_address(value)
    return any(len(run) >= _LONG_NUMBER for run in _DIGITS.findall(value))


def _is_address(value: str) -> bool:
    bare = value.strip(" []<>()").partition("/")[0]
    try:
        ip_address(bare)
    except ValueError:
        return bool(re.fullmatch(r"\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|[0-9a-fA-F:.-]+", bare))
    return True
