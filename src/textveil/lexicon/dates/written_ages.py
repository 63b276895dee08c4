"""Written ages: the numbers in them, in digits, words or decades, and what they count."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from textveil.lexicon.dates.date_fields import dressed
from textveil.lexicon.dates.written_forms import words_pattern
from textveil.lexicon.tables.facts import facts

__all__ = ["WrittenAge", "in_words", "parse_age"]


def in_words(number: int, language: str = "en") -> str:
    """Return a number from 0 to 129 in words.

    Examples
    --------
    >>> in_words(34), in_words(17), in_words(102)
    ('thirty-four', 'seventeen', 'one hundred and two')
    """
    return facts(language).words("number")[number]


@cache
def _number(language: str) -> re.Pattern[str]:
    decades, words = (words_pattern(language, role) for role in ("age-decade", "number"))
    return re.compile(
        rf"(?P<decade>[1-9]0|1[0-2]0)['\u2019]?s\b|\b(?P<named>{decades})\b"
        rf"|(?P<digits>[0-9]{{1,3}})(?:\.[0-9]|\s?1/2|½)?|\b(?P<word>{words})\b",
        re.IGNORECASE,
    )


@cache
def _unit(language: str) -> re.Pattern[str]:
    units = words_pattern(language, "age-unit")
    return re.compile(rf"[\s-]{{0,2}}(?P<unit>{units})(?:\b|(?=[./]?o))", re.IGNORECASE)


@cache
def _stage(language: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?:{words_pattern(language, 'stage', 'age-side')}[\s-]{{0,20}})\Z", re.IGNORECASE
    )


@dataclass(frozen=True, slots=True, repr=False)
class WrittenAge:
    """An age as it is written.

    Attributes
    ----------
    text
        The writing.
    low, high
        The ages it allows; equal for one number. A decade goes to its ninth year.
    unit
        What is counted: `year`, unless it says `month`, `week`, `day` or `hour`.
    spots
        Where each number stands, its value, and whether it is in words or names a decade.
    language
        Whose words it has.
    """

    text: str
    low: int
    high: int
    unit: str
    spots: tuple[tuple[int, int, int, str], ...]
    language: str = "en"

    def __repr__(self) -> str:
        return f"WrittenAge(length={len(self.text)})"

    def changed(self, change: Callable[[int], int]) -> str:
        """Return the age with other numbers, written as these are; decades stay decades."""
        pieces, at = [], 0
        for start, end, value, kind in self.spots:
            new = change(value)
            said = self.text[start:end]
            pieces += [
                self.text[at:start],
                said if new == value else self._written(new, said, kind),
            ]
            at = end
        return "".join([*pieces, self.text[at:]])

    def replaced(self, written: str) -> str:
        """Return the age with one text in place of its numbers and what belongs to them."""
        head = _stage(self.language).sub("", self.text[: self.spots[0][0]])
        return head + written + self.text[self.spots[-1][1] :].removeprefix("+")

    def _written(self, new: int, said: str, kind: str) -> str:
        if kind == "word":
            return dressed(in_words(new, self.language), said)
        if kind == "named":
            decades = facts(self.language).values("age-decade")
            return next(
                word for word, low in decades.items() if int(low) == max(10, new // 10 * 10)
            )
        if kind == "decade":
            return re.sub(r"[0-9]+", str(new // 10 * 10), said)
        return re.sub(r"^[0-9]+", str(new), said)


def parse_age(text: str, after: str = "", language: str = "en") -> WrittenAge | None:
    """Read an age; None if no number is found.

    Parameters
    ----------
    text
        The passage: a number, two with something between them, or a decade, with or without what
        it counts.
    after
        What follows the passage, where the unit may stand.
    language
        Whose words the age may have.

    Examples
    --------
    >>> parse_age("thirty-four").low, parse_age("6", "-month-old").unit, parse_age("early 90s").high
    (34, 'month', 99)
    """
    spots = []
    low, high = 1000, -1
    for match in _number(language).finditer(text):
        kind = match.lastgroup or ""
        value = _value(match[kind], kind, language)
        low, high = min(low, value), max(high, value + 9 * (kind in ("decade", "named")))
        spots.append((match.start(), match.end(), value, kind))
    if not spots:
        return None
    units = _unit(language)
    unit = units.match(text, spots[-1][1]) or units.match(after)
    named = facts(language).value("age-unit", unit["unit"]) if unit else None
    return WrittenAge(text, low, high, named or "year", tuple(spots), language)


def _value(said: str, kind: str, language: str) -> int:
    role = {"named": "age-decade", "word": "number"}.get(kind)
    return int(said if role is None else facts(language).value(role, said) or 0)
