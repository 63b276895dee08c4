"""Ages as verifiers read them: the numbers of a written age, and what they count.

The verifiers' own code for the definition in `docs/methods/generalization.md` (Reading ages).
"""

import re
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH
from textveil.verify.readers.tables import facts

__all__ = ["AgeRead", "read_age"]

_DIGITS: Final = r"[0-9]{1,3}(?:\.[0-9]|\s?1/2|½)?"


class AgeRead(NamedTuple):
    """The lowest and the highest age that a writing allows, and their unit."""

    low: int
    high: int
    unit: str


def read_age(text: str, after: str = "", language: str = ENGLISH) -> AgeRead | None:
    """Read an age; None if it has no number. The unit may stand right after the passage.

    Examples
    --------
    >>> read_age("thirty-four")[:2], read_age("6", "-month-old").unit, read_age("early 90s").high
    ((34, 34), 'month', 99)
    """
    found = list(_number(language).finditer(text))
    if not found:
        return None
    ends = [_ends(match, language) for match in found]
    behind = _unit(language).match(text, found[-1].end()) or _unit(language).match(after)
    unit = facts(language).value("age-unit", behind[1]) if behind else None
    return AgeRead(min(low for low, _ in ends), max(high for _, high in ends), unit or "year")


def _ends(match: re.Match[str], language: str) -> tuple[int, int]:
    known, said = facts(language), match.group()
    if match["decade"]:
        low = int(match["decade"])
        return low, low + 9
    if match["named"]:
        low = int(known.value("age-decade", said) or 0)
        return low, low + 9
    number = re.match("[0-9]+", said)
    value = int(number.group() if number else known.value("number", said) or 0)
    return value, value


@cache
def _number(language: str) -> re.Pattern[str]:
    decades, words = (_words(language, role) for role in ("age-decade", "number"))
    return re.compile(
        rf"(?i)(?P<decade>[1-9]0|1[0-2]0)['\u2019]?s\b|\b(?P<named>{decades})\b"
        rf"|{_DIGITS}|\b{words}\b"
    )


@cache
def _unit(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)[\s-]{{0,2}}({_words(language, 'age-unit')})(?:\b|(?=[./]?o))")


def _words(language: str, role: str) -> str:
    """Return a group for the words of a role; a hyphen may be a blank, or missing."""
    return facts(language).pattern(role).replace(r"\-", "[- ]?")
