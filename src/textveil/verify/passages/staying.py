"""Values that may stay as they are: ages and times of the day, as a verifier reads them itself.

A record says of a passage that it is an age or a time. Nobody believes this: a name, a number or a
day that was recorded so must change like any other. The definition stands in
`docs/methods/release-verifiers.md` (What may stay).
"""

import re
from functools import cache
from typing import Final

from textveil.lexicon.tables.languages import ENGLISH
from textveil.verify.readers.read_ages import read_age
from textveil.verify.readers.tables import are_everyday, facts, key_of

__all__ = ["may_stay"]

_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_DIGITS: Final = re.compile(r"\d+")
_HALF: Final = re.compile(r"(?<=\d)\s?1/2\b")
_JOINED: Final = re.compile(r"\d\s?/\s?\d|\d[.:]\d\d")
"""Digits with a stroke, a colon or two decimals between them are no age."""
_TIME: Final = re.compile(
    r"(?<![\d.:/])(?:(?:[01]?\d|2[0-4])[:.hH][0-5]\d(?::[0-5]\d(?:[.,]\d{1,6})?)?"
    r"|(?:[01]\d|2[0-4])[0-5]\d|[01]?\d|2[0-4])(?![\d:/]|\.\d)"
)
_HALF_DAY: Final = re.compile(r"(?i)(?<![^\W\d_])[ap]\.?\s?m\b\.?")
_NUMBERS, _AGE_DIGITS, _AGE_RUN, _TIMES = 2, 5, 3, 3
_AGE_ROLES: Final = ("number", "age-unit", "age-decade")
_TIME_ROLES: Final = (
    *("number", "time-zone", "hours-word", "hours-cue", "clock-name", "clock-cue", "clock-lead"),
    *("clock-side", "clock-word", "time-cue"),
)


def may_stay(label: str, value: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a value is an age or a time of the day, and nothing else beside it.

    Each word is a word of ages or of the clock, one letter, or an everyday word in small letters;
    digits are at most two ages, or times of the day.

    Examples
    --------
    >>> may_stay("AGE", "45-year-old"), may_stay("AGE", "Kowalczyk"), may_stay("AGE", "4471123")
    (True, False, False)
    >>> may_stay("TIME", "7:30 pm"), may_stay("TIME", "noon"), may_stay("TIME", "(617) 555-0134")
    (True, True, False)
    """
    match label:
        case "AGE":
            return _is_age(value, language) and _tells_nobody(value, _AGE_ROLES, language)
        case "TIME":
            bare = _HALF_DAY.sub(" ", value)
            return _is_time(bare) and _tells_nobody(bare, _TIME_ROLES, language)
    return False


def _is_age(value: str, language: str) -> bool:
    bare = _HALF.sub("", value)
    runs = _DIGITS.findall(bare)
    fits = len(runs) <= _NUMBERS + 1 and sum(map(len, runs)) <= _AGE_DIGITS
    fits = fits and all(len(run) <= _AGE_RUN for run in runs) and not _JOINED.search(bare)
    return fits and (not runs or read_age(value, language=language) is not None)


def _is_time(value: str) -> bool:
    bare, times = _TIME.subn(" ", value)
    return times <= _TIMES and not _DIGITS.search(bare)


def _tells_nobody(value: str, roles: tuple[str, ...], language: str) -> bool:
    return all(
        len(word) == 1
        or key_of(word) in _known(roles, language)
        or (word.islower() and are_everyday([word], language))
        for word in _WORD.findall(value)
    )


@cache
def _known(roles: tuple[str, ...], language: str) -> frozenset[str]:
    """Return every single word of these roles, by its key."""
    entries = (entry for role in roles for entry in facts(language).values(role))
    return frozenset(key_of(word) for entry in entries for word in _WORD.findall(entry))
