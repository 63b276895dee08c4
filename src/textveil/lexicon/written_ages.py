"""Written ages: the numbers in them, in digits, words or decades, and what they count."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

__all__ = ["WrittenAge", "in_words", "parse_age"]

_SMALL: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS: Final = (
    *("", "", "twenty", "thirty", "forty", "fifty"),
    *("sixty", "seventy", "eighty", "ninety"),
)
_DECADES: Final = {
    "teens": 10,
    **{f"{ten[:-1]}ies": 10 * at for at, ten in enumerate(_TENS) if ten},
}


def in_words(number: int) -> str:
    """Return a number from 0 to 199 in words.

    Examples
    --------
    >>> in_words(34), in_words(17), in_words(102)
    ('thirty-four', 'seventeen', 'one hundred and two')
    """
    if number < 20:
        return _SMALL[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_SMALL[number % 10]}" if number % 10 else "")
    rest = f" and {in_words(number - 100)}" if number > 100 else ""
    return f"one hundred{rest}"


_WORDS: Final = {in_words(number): number for number in range(130)} | {"a hundred": 100}
_WORD: Final = "|".join(
    word.replace("-", "[- ]") for word in sorted(_WORDS, key=len, reverse=True) if word != "zero"
)
_NUMBER: Final = re.compile(
    rf"(?P<decade>[1-9]0|1[0-2]0)['\u2019]?s\b|\b(?P<named>{'|'.join(_DECADES)})\b"
    rf"|(?P<digits>[0-9]{{1,3}})(?:\.[0-9]|\s?1/2|½)?|\b(?P<word>{_WORD})\b",
    re.IGNORECASE,
)
_UNIT: Final = re.compile(
    r"[\s-]{0,2}(?P<unit>months?|mos?|weeks?|wks?|w|days?|d|hours?|hrs?|years?|yrs?|y)"
    r"(?:\b|(?=[./]?o))",
    re.IGNORECASE,
)
_STAGE: Final = re.compile(
    r"(?:(?:very )?(?:early|mid|middle|late)[\s-]*(?:to[\s-]+(?:mid|late)[\s-]*)?|over\s"
    r"|under\s)\Z",
    re.IGNORECASE,
)
_SHORT_LIVED: Final = {"m": "month", "w": "week", "d": "day", "h": "hour", "y": "year"}


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
    """

    text: str
    low: int
    high: int
    unit: str
    spots: tuple[tuple[int, int, int, str], ...]

    def __repr__(self) -> str:
        return f"WrittenAge(length={len(self.text)})"

    def changed(self, change: Callable[[int], int]) -> str:
        """Return the age with other numbers, written as these are; decades stay decades."""
        pieces, at = [], 0
        for start, end, value, kind in self.spots:
            new = change(value)
            said = self.text[start:end]
            pieces += [self.text[at:start], said if new == value else _written(new, said, kind)]
            at = end
        return "".join([*pieces, self.text[at:]])

    def replaced(self, written: str) -> str:
        """Return the age with one text in place of its numbers and what belongs to them."""
        head = _STAGE.sub("", self.text[: self.spots[0][0]])
        return head + written + self.text[self.spots[-1][1] :].removeprefix("+")


def _written(new: int, said: str, kind: str) -> str:
    if kind == "word":
        word = in_words(new)
        return word.capitalize() if said[:1].isupper() else word
    if kind == "named":
        return next(name for name, low in _DECADES.items() if low == max(10, new // 10 * 10))
    if kind == "decade":
        return re.sub(r"[0-9]+", str(new // 10 * 10), said)
    return re.sub(r"^[0-9]+", str(new), said)


def parse_age(text: str, after: str = "") -> WrittenAge | None:
    """Read an age; None where no number is found.

    Parameters
    ----------
    text
        The passage: a number, two with something between them, or a decade, with or without what
        it counts.
    after
        What follows the passage, where the unit may stand.

    Examples
    --------
    >>> parse_age("thirty-four").low, parse_age("6", "-month-old").unit, parse_age("early 90s").high
    (34, 'month', 99)
    """
    spots = []
    low, high = 1000, -1
    for match in _NUMBER.finditer(text):
        kind = match.lastgroup or ""
        value = _value(match, kind)
        low, high = min(low, value), max(high, value + 9 * (kind in ("decade", "named")))
        spots.append((match.start(), match.end(), value, kind))
    if not spots:
        return None
    unit = _UNIT.match(text, spots[-1][1]) or _UNIT.match(after)
    named = _SHORT_LIVED[unit["unit"][0].lower()] if unit else "year"
    return WrittenAge(text, low, high, named, tuple(spots))


def _value(match: re.Match[str], kind: str) -> int:
    said = match[kind].lower()
    if kind == "named":
        return _DECADES[said]
    if kind == "word":
        plain = said if said in _WORDS else re.sub(r"(?<=ty) ", "-", said)
        return _WORDS[plain]
    return int(said)
