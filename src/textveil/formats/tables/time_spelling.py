"""How a column spells times, where a pattern of `strptime` leaves it open.

A pattern reads `1.3.2024` and `01.03.2024`, `MAR` and `Mar`, `.25` and `.250000`. The cells say
which of them the column has, so that new cells look like them.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

__all__ = ["TimeSpelling", "fraction"]

_PIECES: Final = re.compile(r"%(.)|([^%\s]+|\s+)", re.DOTALL)
_FIELDS: Final = {
    **dict.fromkeys("dmHIMS", r"[ 0-9]?[0-9]"),
    **dict.fromkeys("aAbBp", r"[^\W\d_]+"),
    "Y": r"[0-9]{4}",
    "y": r"[0-9]{2}",
    "j": r"[0-9]{1,3}",
    "f": r"[0-9]{1,6}",
    "z": r"Z|[+-][0-9]{2}:?[0-9]{2}",
    "Z": r"[A-Za-z]+",
}
_NUMBERS: Final = tuple("dmHIMSj")
_NAMES: Final = tuple("aAbBp")
_COPIED: Final = ("", "z", "Z")
_CASES: Final[tuple[Callable[[str], str], ...]] = (str, str.upper, str.lower)
_MICRO: Final = 6

Fields = list[tuple[str, str]]


def fraction(part: int, digits: int, lengths: Sequence[int]) -> str:
    """Write a fraction with as few digits as it needs, of the lengths that a column has.

    Parameters
    ----------
    part
        The fraction, in units of the last digit.
    digits
        How many digits it has.
    lengths
        Those that may be written, rising.

    Examples
    --------
    >>> fraction(250, 3, (0, 2, 3)), fraction(0, 3, (0, 2, 3)), fraction(0, 3, (3,))
    ('25', '', '000')
    """
    fitting = (size for size in lengths if part % 10 ** (digits - size) == 0)
    return f"{part:0{digits}}"[: next(fitting, lengths[-1])] if digits else ""


@dataclass(frozen=True, slots=True)
class TimeSpelling:
    """A pattern of `strptime`, and how the cells of a column are spelled.

    Attributes
    ----------
    form
        The pattern.
    fills
        For each number what stands before a single digit: a zero, a blank or nothing.
    places
        How many digits fractions have, rising.
    case
        Which of three ways names of months and days are written: as usual, in capital letters, in
        small ones.
    """

    form: str
    fills: Mapping[str, str]
    places: tuple[int, ...] = (_MICRO,)
    case: int = 0

    @classmethod
    def of(cls, form: str, cells: Sequence[str]) -> "TimeSpelling":
        """Learn from cells that the pattern reads.

        Examples
        --------
        >>> TimeSpelling.of("%d.%m.%Y", ["1.3.2024"]).text(datetime(2024, 4, 5), "1.3.2024")
        '5.4.2024'
        """
        fills: dict[str, Counter[str]] = {}
        places: set[int] = set()
        cases: Counter[int] = Counter()
        for cell in dict.fromkeys(cells):
            for mark, text in _fields(form, cell):
                if mark in _NUMBERS and len(text.lstrip(" 0")) <= 1:
                    shown = text[0] if len(text) > 1 else ""
                    fills.setdefault(mark, Counter())[shown] += 1
                elif mark in _NAMES:
                    usual = datetime.strptime(text, f"%{mark}").strftime(f"%{mark}")
                    cases.update(at for at, write in enumerate(_CASES) if write(usual) == text)
                elif mark == "f":
                    places.add(len(text))
        # Who writes a month without a zero writes days without one.
        every = sum(fills.values(), Counter()) or Counter("0")
        chosen = {mark: fills.get(mark, every).most_common(1)[0][0] for mark in _NUMBERS}
        case = max(range(len(_CASES)), key=lambda at: cases[at])
        return cls(form, chosen, tuple(sorted(places)) or (_MICRO,), case)

    def text(self, moment: datetime, like: str) -> str:
        """Write a moment; what is neither a number nor a name is that of the cell `like`."""
        return "".join(self._field(moment, *field) for field in _fields(self.form, like))

    def _field(self, moment: datetime, mark: str, text: str) -> str:
        if mark in _COPIED:
            return text
        if mark == "f":
            return fraction(moment.microsecond, _MICRO, self.places)
        shown = moment.strftime(f"%{mark}")
        if mark in _NAMES:
            return _CASES[self.case](shown)
        fill = self.fills.get(mark, "0")
        if fill == "0":
            return shown
        bare = shown.lstrip("0") or "0"
        return fill * (len(shown) - len(bare)) + bare


@cache
def _pieces(form: str) -> tuple[Fields, re.Pattern[str]]:
    """Return the parts of a pattern, and what reads a cell with a group for each of them."""
    found = [
        ("", m[2] or "%") if m[1] in (None, "%") else (m[1], m[0]) for m in _PIECES.finditer(form)
    ]
    groups = [
        _FIELDS.get(mark, ".+?") if mark else r"\s+" if text.isspace() else re.escape(text)
        for mark, text in found
    ]
    return found, re.compile("".join(f"({group})" for group in groups), re.IGNORECASE)


def _fields(form: str, cell: str) -> Fields:
    """Return the parts of a cell with the letter of the pattern that each belongs to, or none."""
    pieces, reads = _pieces(form)
    match = reads.fullmatch(cell)
    if match is None:
        return pieces
    return [(mark, text) for (mark, _), text in zip(pieces, match.groups(), strict=True)]
