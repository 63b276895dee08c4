"""Slots: the places of a written date where its fields stand, and how each is written there.

A slot whose field does not change keeps its characters, whatever they are; so a date that is moved
by nothing is the same text, down to a wrong ordinal.
"""

import re
from datetime import date
from typing import Final, NamedTuple

from textveil.lexicon.written_date_moments import Moment
from textveil.lexicon.written_date_words import (
    DAY_WORDS,
    DECADES,
    MONTHS,
    ORDERS,
    ROMAN,
    SEASONS,
    WEEKDAYS,
    dressed,
    foreign_language,
    foreign_month,
    ordinal_ending,
)

__all__ = ["Slot", "fill", "slots_of"]


class Slot(NamedTuple):
    """One field in a written date.

    `kind` is a letter: `D` day, `O` its ordinal ending, `X` the French one, `W` day in words, `M`
    month in digits, `B` its English name, `R` in Roman digits, `F` its foreign name, `Y` and `y`
    year in four and two digits, `G` year of an ISO week, `K` its number, `k` its day, `A` weekday,
    `P`, `n` and `p` part of a year as digit, ordinal and word, `S` season, `E`, `e` and `w` decade
    in four digits, two digits and a word. `second` is true for the later day of a pair.
    """

    start: int
    end: int
    kind: str
    style: str
    second: bool = False


_BLANKS: Final = re.compile(r"[^\s]  \Z")
_CUT_WEEKDAY: Final = re.compile(r"(?i)(?:mon|tue|wed|thu|fri|sat|sun)\b")


def fill(
    text: str, slots: tuple[Slot, ...], old: tuple[Moment, ...], new: tuple[Moment, ...]
) -> str:
    """Return the text with other moments in its slots."""
    pieces, at = [], 0
    for slot in slots:
        was, now = old[slot.second and -1], new[slot.second and -1]
        said = text[slot.start : slot.end]
        same = _value(slot.kind, was) == _value(slot.kind, now)
        pieces += [text[at : slot.start], said if same else _written(slot, said, now)]
        at = slot.end
    return "".join([*pieces, text[at:]])


def _value(kind: str, moment: Moment) -> int | str | None:
    if kind in "DW":
        return moment.day
    if kind in "OX":
        return ordinal_ending(moment.day or 0) if kind == "O" else moment.day == 1
    if kind in "MBRF":
        return moment.month
    if kind in "GK":
        return _iso_week(moment)["GK".index(kind)]
    if kind in "Ak":
        return moment.weekday
    if kind in "PnpS":
        return moment.part
    return moment.year


def _iso_week(moment: Moment) -> tuple[int, int]:
    if moment.precision == "week":
        return moment.year or 0, moment.part or 0
    return date(moment.year or 1, moment.month or 1, moment.day or 1).isocalendar()[:2]


def _written(slot: Slot, said: str, moment: Moment) -> str:
    value = _value(slot.kind, moment)
    if slot.kind in _NUMBERS:
        number = int(value or 0) + (slot.kind in "Pk")
        return _NUMBERS[slot.kind].format(number % 100 if slot.kind in "ye" else number)
    if slot.kind in "DMK":
        return str(value).rjust(2 if slot.style else 1, slot.style or "0")
    if slot.kind == "X":
        return ""
    word = _word(slot, value, moment)
    if slot.kind in "OR":
        return word.upper() if said.isupper() else word
    return dressed(word, said)


_NUMBERS: Final = {"Y": "{:04}", "G": "{:04}", "E": "{:04}", "y": "{:02}", "e": "{:02}"} | {
    "P": "{}",
    "k": "{}",
}


def _word(slot: Slot, value: int | str | None, moment: Moment) -> str:
    kind, style = slot.kind, slot.style
    at = value if isinstance(value, int) else 0
    if kind == "O":
        return str(value)
    if kind == "B":
        name = MONTHS[at - 1]
        if style == "full":
            return name
        return "sept" if at == 9 and style == "sept" else name[:3]
    if kind == "A":
        return WEEKDAYS[at] if style == "full" else WEEKDAYS[at][: _short_day(at, style)]
    if kind == "W":
        return DAY_WORDS[at - 1].replace("-", style or "-")
    if kind == "S":
        return "autumn" if at == 3 and style == "autumn" else SEASONS[at]
    return _rarer_word(kind, style, at, moment)


def _rarer_word(kind: str, style: str, at: int, moment: Moment) -> str:
    if kind == "n":
        return f"{at + 1}{ordinal_ending(at + 1)}"
    if kind == "p":
        return ORDERS[at]
    if kind == "F":
        return foreign_month(style, at)
    if kind == "R":
        return ROMAN[at - 1]
    return DECADES[(moment.year or 0) // 10 % 10 - 2]


def _short_day(at: int, style: str) -> int:
    # "Tues" and "Thurs" go with "Weds"; the other days are cut to three letters in any case.
    if style == "3":
        return 3
    return {1: 4, 3: 5}.get(at, 3)


def slots_of(match: re.Match[str], kinds: dict[str, str], numeric: bool) -> tuple[Slot, ...]:
    """Return the slots of a match, in order.

    Parameters
    ----------
    match
        Of one form; its groups are named by the kind of slot, with a tag after `_` where a kind
        occurs twice.
    kinds
        The kind of each group that took part.
    numeric
        Whether two-digit numbers are taken as padded where nothing tells.
    """
    text = match.string
    padded = _padded(match, kinds, numeric)
    slots = []
    for group, kind in kinds.items():
        start, end = match.span(group)
        style = ""
        if kind in "DMK":
            style = "0" if padded else ""
        elif kind in "BAWSF":
            style = _style(kind, match[group], text, start, end)
        if kind == "D" and end - start == 1 and _BLANKS.search(text, 0, start):
            # "May  3" is padded with a blank, as clocks of computers write it.
            start, style = start - 1, " "
        second = group[-1] in "23" and kind in "DOy"
        slots.append(Slot(start, end, kind, style, second))
    return tuple(sorted(slots))


def _padded(match: re.Match[str], kinds: dict[str, str], numeric: bool) -> bool:
    """Tell whether numbers below ten are written with two digits."""
    spots = [match.span(group) for group, kind in kinds.items() if kind in "DMK"]
    if any(end - start == 1 for start, end in spots):
        return False
    if numeric or any(match.string[start] == "0" for start, _ in spots):
        return True
    # Nothing tells: "12-Mar-98" and "12Jan2015" are tables' ways, which pad; "12 March" is prose.
    return all(_enclosed(match.string, start, end) for start, end in spots)


def _enclosed(text: str, start: int, end: int) -> bool:
    after = text[end:].lstrip(".,")
    around = text[max(0, start - 1) : start] + after[:1]
    ordinal = text[end : end + 2].lower() in {"st", "nd", "rd", "th"}
    return not ordinal and not any(c.isspace() for c in around)


def _style(kind: str, said: str, text: str, start: int, end: int) -> str:
    low = said.lower()
    if kind == "A":
        return "full" if low in WEEKDAYS else "3" if len(low) == 3 else "long"
    if kind == "B":
        if low == "sept":
            return "sept"
        if low == "may":
            # Also the short form, where something else shows that names are cut.
            before, after = text[max(0, start - 1) : start], text[end : end + 1]
            close = not before.isspace() and bool(after) and not (after.isspace() or after == ",")
            cut = after == "." or close or _CUT_WEEKDAY.match(text)
            return "short" if cut else "full"
        return "full" if low in MONTHS else "short"
    if kind == "W":
        return " " if " " in said else "-"
    if kind == "F":
        found = foreign_language(said, text)
        return found[0] if found else ""
    return "autumn" if low == "autumn" else ""
