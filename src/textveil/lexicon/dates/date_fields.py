"""Date fields: what stands in the slots of a written date, read and written again.

A slot whose field does not change keeps its characters, whatever they are; so a date that is moved
by nothing is the same text, down to a wrong ordinal. What a value does not show about the habits of
its writer (zeros in 12/25, the short form of May) follows other dates: a zero that stands only
where it was guessed would tell that the value had two digits.
"""

import re
import string
from collections.abc import Mapping
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.date_forms import Form
from textveil.lexicon.dates.written_date_moments import PARTS, Moment, exists
from textveil.lexicon.tables.facts import facts

__all__ = [
    "NO_HABITS",
    "PIVOT",
    "DateReading",
    "Habits",
    "Slot",
    "century_of",
    "dressed",
    "fill",
    "month_named",
    "readings",
    "season_named",
]

PIVOT: Final = 30
"""Two-digit years below this belong to the years from 2000 on, others to those from 1900 on."""

Habits = Mapping[str, str]
"""How dates are written elsewhere: by habit, the style."""
NO_HABITS: Final[Habits] = MappingProxyType({})


class Slot(NamedTuple):
    """One field in a written date.

    `kind` is the letter of `date_forms`; `style` the role or language of a word, or what pads a
    number. `second` is true for the later end of a period. `habit` is the kind of choice that the
    style is, and `shown` tells whether this value shows it or it is a guess.
    """

    start: int
    end: int
    kind: str
    style: str
    second: bool = False
    habit: str = ""
    shown: bool = True


class DateReading(NamedTuple):
    """One meaning of a match."""

    moments: tuple[Moment, ...]
    slots: tuple[Slot, ...]
    impossible: bool
    day_first: bool


_LETTERS: Final = string.ascii_letters
_MARKS: Final = frozenset({"joint", "mark", "tail"})
_LATER: Final = frozenset({"D_2", "O_2", "Y_2", "y_2"})
_ORDERS: Final = ((False, "MD"), (True, "DM"))
_ROLES: Final = {
    "A": ("weekday", "weekday-short"),
    "B": ("month", "month-short"),
    "F": ("foreign-month",),
    "Q": ("year-part-letter", "year-part"),
    "R": ("roman-month",),
    "S": ("season",),
    "W": ("ordinal",),
    "p": ("part-ordinal",),
    "w": ("decade",),
}
_FIELDS: Final = {
    **dict.fromkeys("YGEyew", "year"),
    **dict.fromkeys("MBRF", "month"),
    **dict.fromkeys("DW", "day"),
    **dict.fromkeys("KPnpS", "part"),
    **dict.fromkeys("Ak", "weekday"),
}
_FROM_ZERO: Final = "AkPnpS"
"""Fields that moments count from 0."""
_PADDED: Final = re.compile(r"[^\s]  \Z")
_SHORTENED: Final = re.compile(r"\.(?=[\s,]|\Z)")
_STOP: Final = "."
_QUOTES: Final = "'\u2019"
_MANY_YEARS: Final = 120


def readings(
    form: Form, match: re.Match[str], pivot: int, strict: bool, language: str = "en"
) -> list[DateReading]:
    """Return what a match may mean, month first before day first; empty if it is no date.

    `strict` refuses what is more likely something else: "2015-04" is a month, and no pair of years.
    """
    if strict and not _likely(form, match):
        return []
    groups = [name for name, said in match.groupdict().items() if said and name not in _MARKS]
    orders = _ORDERS if "N_1" in groups else _ORDERS[:1]
    found = []
    for day_first, order in orders:
        kinds = {g: order[int(g[2]) - 1] if g[0] == "N" else g[0] for g in groups}
        moments = _moments(form, match, kinds, pivot, language)
        if moments:
            slots = _slots(form, match, kinds, language)
            found.append(DateReading(moments, slots, any(map(_impossible, moments)), day_first))
    return found


def _likely(form: Form, match: re.Match[str]) -> bool:
    if form.name == "years":
        return _are_years(int(match["Y"]), match["y_2"], match["Y_2"], match["mark"])
    if form.name in ("numeric-month-year", "month-year"):
        short = match["y_b"]
        return short is None or int(short) > 31 or short == "00"
    return True


def _are_years(first: int, short: str | None, long: str | None, mark: str) -> bool:
    if long is not None:
        return 0 < int(long) - first < _MANY_YEARS
    century, last = first % 100, int(short or 0)
    dashed = mark not in "-/" and last > century
    return dashed or last == (century + 1) % 100 or last > max(century, 12)


def _moments(
    form: Form, match: re.Match[str], kinds: dict[str, str], pivot: int, language: str
) -> tuple[Moment, ...]:
    """Return the moment of a match, or both of a period; none if the words do not agree."""
    fields = {kind: match[group] for group, kind in kinds.items() if group not in _LATER}
    precision = _read("Q", fields.pop("Q"), language) if "Q" in fields else form.precision
    said = {
        _FIELDS[kind]: _number(kind, word, pivot, language)
        for kind, word in fields.items()
        if kind in _FIELDS
    }
    moment = Moment(precision, **said)
    if moment.part is not None and precision in PARTS:
        if moment.part >= PARTS[precision]:
            return ()
        moment = moment._replace(part=moment.part % PARTS[precision])
    if form.name == "part-words" and precision != "quarter" and moment.year is None:
        return ()
    if "k" in fields:
        moment = _day_of_week(moment, int(fields["k"]))
    if "D_2" in kinds:
        return moment, moment._replace(day=int(match["D_2"]))
    later = match["y_2"] or match["Y_2"] if {"y_2", "Y_2"} & set(kinds) else None
    if later is None:
        return (moment,)
    last = int(later) if len(later) == 4 else (moment.year or 0) // 100 * 100 + int(later)
    return moment, moment._replace(year=last + 100 * (last < (moment.year or 0)))


def _day_of_week(moment: Moment, weekday: int) -> Moment:
    try:
        day = date.fromisocalendar(moment.year or 0, moment.part or 0, weekday)
    except ValueError:
        return moment._replace(day=0, month=0)
    return Moment("day", day.year, day.month, day.day, None, weekday - 1)


@cache
def _read(kind: str, said: str, language: str) -> str:
    """Return the value of a word."""
    values = (facts(language).value(role, said) for role in _ROLES[kind])
    return next((value for value in values if value), "0")


def _number(kind: str, said: str, pivot: int, language: str) -> int:
    """Return the number that a field stands for, as a moment counts it."""
    word = _read(kind, said, language) if kind in _ROLES else said.rstrip(_LETTERS)
    number = int(word.split()[0])
    if kind in "yew":
        return number + century_of(number, pivot)
    # Of parts of a year the last is -1.
    return number - (kind in _FROM_ZERO and number > 0)


def century_of(number: int, pivot: int = PIVOT) -> int:
    """Return the century in which a year of two digits lies.

    Examples
    --------
    >>> century_of(16), century_of(86)
    (2000, 1900)
    """
    return 2000 if number < pivot else 1900


def _impossible(moment: Moment) -> bool:
    if moment.precision == "day":
        return not exists(moment.day or 0, moment.month or 0, moment.year)
    if moment.precision == "monthday":
        return not 1 <= (moment.day or 0) <= 31
    if moment.precision == "week":
        try:
            date.fromisocalendar(moment.year or 0, moment.part or 0, 1)
        except ValueError:
            return True
    return False


def _slots(
    form: Form, match: re.Match[str], kinds: dict[str, str], language: str
) -> tuple[Slot, ...]:
    """Return the slots of a match, in order."""
    text = match.string
    padding = _padding(form, match, kinds)
    slots = []
    for group, kind in kinds.items():
        start, end = match.span(group)
        if kind in "QH":
            continue
        slot = Slot(start, end, kind, "", group in _LATER)
        if kind in "DMK":
            slot = slot._replace(**padding)
        elif kind == "B":
            slot = _named_month(slot, match, language)
        elif kind in _ROLES:
            slot = slot._replace(style=_style(kind, match, start, end, language))
        if kind == "D" and end - start == 1 and _PADDED.search(text, max(0, start - 3), start):
            # "May  3" is padded with a blank, as clocks of computers write it.
            slot = slot._replace(start=start - 1, style=" ")
        slots.append(slot)
    return tuple(sorted(slots))


def _padding(form: Form, match: re.Match[str], kinds: dict[str, str]) -> dict[str, Any]:
    """Return whether numbers below ten are written with two digits, as fields of a slot."""
    text, spots = match.string, [match.span(g) for g, kind in kinds.items() if kind in "DMK"]
    # "12-Mar-98" and "12Jan2015" are tables' ways, which pad; "12 March" is prose.
    tight = not {"O", "O_2"} & set(kinds) and all(_enclosed(text, *spot) for spot in spots)
    habit = ("tight" if tight else "prose") if "B" in kinds.values() else form.name
    habit = "numeric" if habit.startswith("numeric") else habit
    if any(end - start == 1 for start, end in spots):
        return {"style": "", "habit": habit}
    shown = any(text[start] == "0" for start, _ in spots)
    return {"style": "0" if shown or form.padded or tight else "", "habit": habit, "shown": shown}


def _enclosed(text: str, start: int, end: int) -> bool:
    around = text[max(0, start - 1) : start] + text[end:].lstrip(".,")[:1]
    return not any(map(str.isspace, around))


def _style(kind: str, match: re.Match[str], start: int, end: int, language: str) -> str:
    """Return how a word is written: the role that it has, or the language of a foreign month."""
    text, said = match.string, match.string[start:end]
    if kind == "F":
        return _foreign_language(said, text, language)
    long, short = _ROLES[kind][0], _ROLES[kind][-1]
    return long if facts(language).is_a(said, long) else short


def _named_month(slot: Slot, match: re.Match[str], language: str) -> Slot:
    """Return the slot of a month: its name in full, short, or short with a full stop."""
    text, (long, short) = match.string, _ROLES["B"]
    said, known = text[slot.start : slot.end], facts(language)
    stop = text[slot.start - 1 : slot.start] != "." and _SHORTENED.match(text, slot.end)
    tight = _enclosed(text, slot.start, slot.end)
    is_short, slot = known.is_a(said, short), slot._replace(habit=f"month {tight}")
    if not is_short or not known.is_a(said, long):
        if is_short and stop:
            return slot._replace(end=slot.end + 1, style=short + _STOP)
        return slot._replace(style=short if is_short else long)
    # "May" is cut where something else shows that names are.
    before, after = text[max(0, slot.start - 1) : slot.start], text[slot.end : slot.end + 1]
    close = not before.isspace() and bool(after) and not (after.isspace() or after == ",")
    weekday = match.groupdict().get("A") or ""
    cut = after == "." or close or 0 < len(weekday) <= len(said)
    return slot._replace(style=short if cut else long, shown=False)


def _foreign_language(said: str, text: str, language: str) -> str:
    """Return the language of a foreign month.

    A month that languages share goes to the one that writes dates like this: German capitals and a
    full stop after the day, Spanish and Portuguese `de`.
    """
    writing = _read("F", said, language).split()[1:]
    iberian = " de " in text.lower()
    german = said[:1].isupper() or ". " in text
    order = (["es", "pt"] if iberian else ["de"] if german else []) + ["fr", "it", "nl", "es", "pt"]
    return next((one for one in order if one in writing), "de")


def fill(
    text: str,
    slots: tuple[Slot, ...],
    old: tuple[Moment, ...],
    new: tuple[Moment, ...],
    language: str = "en",
    habits: Habits = NO_HABITS,
) -> str:
    """Return the text with other moments in its slots."""
    pieces, at = [], 0
    for slot in slots:
        was, now = old[slot.second and -1], new[slot.second and -1]
        said, before = text[slot.start : slot.end], text[at : slot.start]
        if _value(slot.kind, was) != _value(slot.kind, now):
            style = slot.style if slot.shown else habits.get(slot.habit, slot.style)
            if text[slot.end : slot.end + 1] == _STOP:
                # "May." has its full stop behind the slot: others would write a second one.
                style = style.removesuffix(_STOP)
            written = _written(slot._replace(style=style), said, now, language)
            if slot.kind in "ye" and len(written) > len(said):
                before = before.removesuffix(before[-1:] if before[-1:] in _QUOTES else "")
            said = written
        pieces += [before, said]
        at = slot.end
    return "".join([*pieces, text[at:]])


def _value(kind: str, moment: Moment) -> int:
    """Return the number that a slot shows; words and numbers count from 1."""
    if kind in "OX":
        # Of the ordinal ending the last digit tells; 11 to 19 have that of 0.
        return _last_digit(moment.day or 0) if kind == "O" else int(moment.day == 1)
    if kind in "GK":
        return _iso_week(moment)["GK".index(kind)]
    return (getattr(moment, _FIELDS[kind]) or 0) + (kind in _FROM_ZERO)


def _iso_week(moment: Moment) -> tuple[int, int]:
    if moment.precision == "week":
        return moment.year or 0, moment.part or 0
    return date(moment.year or 1, moment.month or 1, moment.day or 1).isocalendar()[:2]


def _written(slot: Slot, said: str, moment: Moment, language: str) -> str:
    kind, number = slot.kind, _value(slot.kind, moment)
    if kind == "X":
        return ""
    if kind == "O":
        ending = _ending(number, language)
        return ending.upper() if said.isupper() else ending
    if kind in "YGE":
        return f"{number:04}"
    if kind in "yew" and not slot.second and number - number % 100 != century_of(number % 100):
        # Two digits would be read as another century; those of a later end follow the first.
        if kind == "w":
            raise InvalidValueError("the language has no word for this decade")
        return f"{number:04}"
    if kind in "ye":
        return f"{number % 100:02}"
    if kind in "DMKPk":
        return str(number).rjust(2 if slot.style else 1, slot.style or "0")
    if kind == "n":
        return f"{number}{_ending(_last_digit(number), language)}"
    word = _word(slot, said, number // 10 * 10 % 100 if kind == "w" else number, language)
    if kind == "R":
        return word.upper() if said.isupper() else word.lower()
    return dressed(word, said)


def _word(slot: Slot, said: str, value: int, language: str) -> str:
    """Return the word of a value that is written most like another: `Sept` goes with `Tues`."""
    if slot.kind == "F":
        months = facts(language).values("foreign-month").items()
        told = {word: value.split() for word, value in months}
        return next(w for w, t in told.items() if t[0] == str(value) and slot.style in t)
    known, style, said = facts(language), slot.style.rstrip(_STOP), said.rstrip(_STOP)
    values = known.values(style)
    mine = [word.lower() for word in _alike(values, _read(slot.kind, said, language))]
    others = _alike(values, str(value))
    if not others:
        raise InvalidValueError("the language has no word for this date")
    at = mine.index(said.lower()) if said.lower() in mine else 0
    word = others[min(at, len(others) - 1)]
    if style != slot.style and not known.is_a(word, _ROLES[slot.kind][0]):
        return word + _STOP
    return word.replace("-", " ") if " " in said else word


def _alike(values: Mapping[str, str], value: str) -> list[str]:
    return [word for word, told in values.items() if told == value]


def _last_digit(number: int) -> int:
    """Return the digit that tells what makes a number an ordinal: of 11th and 24th it is 0."""
    return number % 10 if number % 10 < 4 and not 10 <= number % 100 <= 20 else 0


def _ending(digit: int, language: str) -> str:
    return _alike(facts(language).values("ordinal-ending"), str(digit))[0]


def month_named(number: int, language: str = "en") -> str:
    """Return the name of a month, 1 to 12."""
    return facts(language).words("month")[number - 1]


def season_named(part: int, language: str = "en") -> str:
    """Return the name of a season, counted from 0 within a year."""
    return facts(language).words("season")[part]


def dressed(word: str, like: str) -> str:
    """Return the word in the case of another: capitals, small letters, or a capital first.

    Examples
    --------
    >>> dressed("june", "MAY"), dressed("june", "may"), dressed("june", "May")
    ('JUNE', 'june', 'June')
    """
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word.capitalize() if like[:1].isupper() else word.lower()
