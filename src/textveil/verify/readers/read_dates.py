"""Dates as verifiers read them: what a written date says, by the table of forms.

The verifiers' own reader for the definition in `docs/methods/date-shifting.md` (Reading). It takes
from `lexicon` the tables alone: `date_forms.tsv` and `date_pieces.tsv`, and the words of the facts.
It reads, and never writes: it knows neither slots nor styles. What the makers' reader takes for
another date shows here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.verify.readers.tables import facts, fold

__all__ = ["DateRead", "SaidMoment", "orders_of_fields", "read_date", "read_like"]

_LONGEST: Final = 120
_MOST: Final = 6
_TWENTY: Final = 30
"""Years of two digits below this belong to 2000 and later, others to 1900 and later."""
_PARTS: Final = {"third": 3, "half": 2, "season": 4, "quarter": 4}
_LONG: Final = 120
_NEVER: Final = r"[^\s\S]"
_PIECE: Final = re.compile(r"(?<!\?P)<(@?)([a-z0-9,-]{1,60})>")
_QUOTE: Final = "[\u2018\u2019`']?"
_SIGNS: Final = {" ": r"\s{1,8}", "-": "[- ]?", "'": _QUOTE}
_WORDS: Final = {
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
_MEANING: Final = {
    **dict.fromkeys("YGEyew", "year"),
    **dict.fromkeys("MBRF", "month"),
    **dict.fromkeys("DW", "day"),
    **dict.fromkeys("KPnpS", "part"),
    **dict.fromkeys("Ak", "weekday"),
}
_COUNTED: Final = "AkPnpS"
"""Fields that tables count from 1, and moments from 0."""
_JOINT: Final = r"<gap>?(?:<dash>{1,2}|/|&|,)<gap>?|<gap><@range><gap>"
_FRAME: Final = r"(?:<@time-preposition,day-preposition,about,year-word><gap>)?(?P<rest>.*?)[,.;:]?"


class SaidMoment(NamedTuple):
    """What one written date says; the verifiers' own value.

    Attributes
    ----------
    precision
        `day`, `week`, `month`, `quarter`, `season`, `third`, `half`, `year`, `decade`, `weekday`,
        `monthday`, or `relative` for what counts from the time of writing.
    year, month, day
        Where they are said.
    part
        Number, from 0, of the part of a year; number, from 1, of an ISO week.
    weekday
        0 for Monday.
    """

    precision: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    part: int | None = None
    weekday: int | None = None

    @property
    def exists(self) -> bool:
        """Whether the calendar has such a day or week."""
        year = 2000 if self.year is None else self.year
        try:
            if self.precision == "day":
                date(year, self.month or 0, self.day or 0)
            elif self.precision == "week":
                date.fromisocalendar(year, self.part or 0, 1)
            elif self.precision == "monthday":
                date(year, 1, self.day or 0)
        except ValueError:
            return False
        return True


@dataclass(frozen=True, slots=True, repr=False)
class DateRead:
    """A date that was read.

    Attributes
    ----------
    text, form
        The writing, and the name of its form; `joined` for several dates, `framed` for one with a
        word before it or a mark after it, `folded` for one with odd characters.
    moments
        What is said, in order.
    impossible
        Whether the calendar lacks one of them.
    day_first, ambiguous, numbers
        Whether numbers were read with the day first, could be read the other way too, and whether
        the form has two numbers of which either may be the day.
    parts
        The dates that make up a joined one, or the one inside a framed or folded one.
    language
        Whose words it has.
    """

    text: str
    form: str
    moments: tuple[SaidMoment, ...]
    impossible: bool = False
    day_first: bool = False
    ambiguous: bool = False
    numbers: bool = False
    parts: tuple["DateRead", ...] = ()
    language: str = ENGLISH

    def __repr__(self) -> str:
        return f"DateRead(form={self.form!r}, length={len(self.text)})"


class _Form(NamedTuple):
    """A row of the table, made into an expression."""

    name: str
    precision: str
    pattern: re.Pattern[str]


class _How(NamedTuple):
    day_first: bool | None
    language: str


def read_date(
    text: str, day_first: bool | None = None, *, language: str = ENGLISH
) -> DateRead | None:
    """Read a passage that is a date and nothing else; None if no form fits.

    Examples
    --------
    >>> read_date("05/03/2016").moments[0][:4], read_date("05.03.2016").moments[0][:4]
    (('day', 2016, 5, 3), ('day', 2016, 3, 5))
    >>> read_date("31 Feb 2016").impossible, read_date("soon")
    (True, None)
    >>> [moment.day for moment in read_date("May 30-31, 2016").moments]
    [30, 31]
    """
    if not 0 < len(text) <= _LONGEST:
        return None
    how = _How(day_first, language)
    found = _read(text, how)
    if found is None and not text.isascii():
        plain = _read(fold(text).text, how)
        found = plain and replace(plain, text=text, form="folded", parts=(plain,))
    return found


def read_like(text: str, like: DateRead) -> DateRead | None:
    """Read a date in the form of another if it fits, else as any date in the same order.

    Examples
    --------
    >>> read_like("10/01/2016", read_date("25/12/2015")).moments[0][:4]
    ('day', 2016, 1, 10)
    """
    how = _How(like.day_first, like.language)
    for form in _forms(like.language) if not like.parts else ():
        found = _in_form(form, text, how, sure=False) if form.name == like.form else None
        if found is not None and not found.impossible:
            return found
    return read_date(text, like.day_first, language=like.language)


@lru_cache(maxsize=1 << 13)
def _read(text: str, how: _How) -> DateRead | None:
    """Return the first reading that the calendar has, else the first one."""
    tries: list[DateRead] = []
    for form in _forms(how.language):
        found = _in_form(form, text, how)
        if found is not None and not found.impossible:
            return found
        tries += [] if found is None else [found]
    if all("days" in one.form for one in tries):
        found = _joined(text, how) or _framed(text, how)
        if found is not None and not (found.impossible and tries):
            return found
    return tries[0] if tries else None


def _in_form(form: _Form, text: str, how: _How, sure: bool = True) -> DateRead | None:
    match = form.pattern.fullmatch(text)
    if match is None or (sure and not _is_likely(form, match)):
        return None
    if form.name == "holiday":
        return _holiday(match, how)
    numbers = "N_1" in match.re.groupindex
    read = {}
    for first in (False, True) if numbers else (False,):
        moments = _moments(form, match, "DM" if first else "MD", how.language)
        if moments:
            read[first] = moments
    if not read:
        return None
    days = match.groupdict().get("D_2")
    turned = days is not None and int(match["D"]) >= int(days)
    possible = [f for f, some in read.items() if all(one.exists for one in some) and not turned]
    possible = [f for f in possible if _weekday_fits(read[f][0])] or possible
    first = _preferred(match, numbers, how)
    chosen = first if first in possible else (possible or list(read))[0]
    return DateRead(
        text,
        form.name,
        read[chosen],
        impossible=not possible,
        day_first=chosen if len(read) > 1 else bool(how.day_first),
        ambiguous=len(possible) > 1 and read[False] != read[True],
        numbers=numbers,
        language=how.language,
    )


def _preferred(match: re.Match[str], numbers: bool, how: _How) -> bool:
    """Tell whether numbers that fit both ways have the day first: between dots, if nobody says."""
    usual = how.day_first
    if usual is None:
        usual = language_named(how.language).day_first
    if usual is None:
        usual = numbers and match.string[match.end("N_1") :].lstrip().startswith(".")
    return usual


def _weekday_fits(one: SaidMoment) -> bool:
    if one.weekday is None or one.year is None or one.precision != "day":
        return True
    return date(one.year, one.month or 1, one.day or 1).weekday() == one.weekday


def _is_likely(form: _Form, match: re.Match[str]) -> bool:
    """Tell whether numbers are years: "2014-15" is a pair, "2015-04" and "May 12" are not."""
    if form.name in ("numeric-month-year", "month-year"):
        short = match["y_b"]
        return short is None or short == "00" or int(short) > 31
    if form.name != "years":
        return True
    first, last = int(match["Y"]), int(match["Y_2"] or match["y_2"])
    if match["Y_2"]:
        return first < last < first + _LONG
    dashed = match["mark"] not in "-/" and last > first % 100
    return dashed or last == (first + 1) % 100 or last > max(first % 100, 12)


def _moments(
    form: _Form, match: re.Match[str], order: str, language: str
) -> tuple[SaidMoment, ...]:
    """Return what the fields of a match say; nothing if they do not agree."""
    said: dict[str, int] = {}
    precision, later = form.precision, {}
    for group, word in match.groupdict().items():
        kind = order[int(group[2]) - 1] if group[0] == "N" else group[0]
        if not word or group in ("joint", "mark", "tail", "rest"):
            continue
        if group.endswith("_2") and group[0] in "DYy":
            later[kind] = word
        elif kind == "Q":
            precision = _word("Q", word, language)
        elif kind in _MEANING:
            said[_MEANING[kind]] = _number(kind, word, language)
    moment = SaidMoment(precision, **said)
    size = _PARTS.get(precision)
    if size and moment.part is not None:
        if moment.part >= size:
            return ()
        moment = moment._replace(part=moment.part % size)
    if form.name == "part-words" and precision != "quarter" and moment.year is None:
        return ()
    if match.groupdict().get("k"):
        moment = _day_of_week(moment)
    return (moment, *_second(moment, later))


def _second(first: SaidMoment, later: Mapping[str, str]) -> Iterator[SaidMoment]:
    """Yield the later end: another day of the month, or another year."""
    if "D" in later:
        yield first._replace(day=int(later["D"]))
    elif later:
        year, begun = int(later.get("Y") or later["y"]), first.year or 0
        year += 0 if "Y" in later else begun - begun % 100
        yield first._replace(year=year + 100 * (year < begun))


def _day_of_week(moment: SaidMoment) -> SaidMoment:
    weekday = moment.weekday or 0
    try:
        day = date.fromisocalendar(moment.year or 0, moment.part or 0, weekday + 1)
    except ValueError:
        return moment._replace(month=0, day=0)
    return SaidMoment("day", day.year, day.month, day.day, None, weekday)


@cache
def _word(kind: str, word: str, language: str) -> str:
    """Return the value of a word in the first of its roles."""
    values = (facts(language).value(role, word) for role in _WORDS[kind])
    return next(filter(None, values), "0")


def _number(kind: str, word: str, language: str) -> int:
    written = _word(kind, word, language).split()[0] if kind in _WORDS else word
    number = int(re.sub(r"[A-Za-z]{1,60}\Z", "", written))
    if kind in "yew":
        return number + (2000 if number < _TWENTY else 1900)
    return number - 1 if kind in _COUNTED and number > 0 else number


def _holiday(match: re.Match[str], how: _How) -> DateRead:
    """Read a holiday; without a year it has no day of its own."""
    said = match["Y"] or match["y"]
    year = None if said is None else _number("Y" if match["Y"] else "y", said, how.language)
    day = _feast(match["H"], 2001 if year is None else year, how.language)
    moment = SaidMoment("day", year, day.month, day.day) if day else SaidMoment("day", year)
    first = bool(how.day_first)
    return DateRead(match.string, "holiday", (moment,), day is None, first, language=how.language)


def _feast(name: str, year: int, language: str) -> date | None:
    """Return the day of a holiday by its rule in the facts; None if it has none that year."""
    known, roles = facts(language), ("holiday", "holiday-bare", "dated-day")
    names = (name, name.replace(" ", "s ", 1))
    rules = (known.value(role, one) for one in names for role in roles)
    rule = next(filter(None, rules), "")
    numbers = [int(one) for one in re.findall(r"(?<![0-9])-?[0-9]+", rule)]
    try:
        if rule.startswith("from"):
            _, month_day, weekday = rule.split()
            day = date(year, *map(int, month_day.split("-")))
            return day + timedelta((int(weekday) - day.isoweekday()) % 7)
        if rule.startswith("easter"):
            return _easter(year) + timedelta(numbers[0])
        if " " not in rule:
            return date(year, *map(int, rule.split("-"))) if rule else None
        month, weekday_number, which = numbers
        days = [date(year, month, 1) + timedelta(at) for at in range(31)]
        fitting = [d for d in days if d.month == month and d.isoweekday() == weekday_number]
        return fitting[which - (which > 0)]
    except ValueError:
        return None


def _easter(year: int) -> date:
    """Return Easter Sunday: the Sunday after the full moon by the tables of Lilius and Clavius."""
    golden, century = year % 19 + 1, year // 100 + 1
    dropped, moon = 3 * century // 4 - 12, (8 * century + 5) // 25 - 5
    epact = (11 * golden + 20 + moon - dropped) % 30
    epact += epact == 24 or (epact == 25 and golden > 11)
    full = 44 - epact + 30 * (epact > 23)
    sunday = 5 * year // 4 - dropped - 10
    return date(year, 3, 1) + timedelta(full + 7 - (sunday + full) % 7 - 1)


def _joined(text: str, how: _How) -> DateRead | None:
    """Read several whole dates with something between them; the first as long as it can be."""
    for joint in reversed([*_pattern(_JOINT, how.language).finditer(text)]):
        left, right = _single(text[: joint.start()], how), text[joint.end() :]
        rest = _read(right, how) if left else None
        if left is None or rest is None or rest.impossible:
            continue
        parts = (left, *(rest.parts if rest.form == "joined" else (rest,)))
        if len(parts) <= _MOST and all(len(part.moments) == 1 for part in parts):
            return DateRead(
                text,
                "joined",
                tuple(part.moments[0] for part in parts),
                day_first=any(part.day_first for part in parts),
                ambiguous=any(part.ambiguous for part in parts),
                parts=parts,
                language=how.language,
            )
    return None


def _single(text: str, how: _How) -> DateRead | None:
    read = (_in_form(form, text, how) for form in _forms(how.language) if "days" not in form.name)
    return next((one for one in read if one is not None and not one.impossible), None)


def _framed(text: str, how: _How) -> DateRead | None:
    """Read a date with a word that leads up to it, or a mark after it."""
    match = _pattern(_FRAME, how.language).fullmatch(text)
    if match is None or match["rest"] in ("", text):
        return None
    inner = _read(match["rest"], how)
    return inner and replace(inner, text=text, form="framed", parts=(inner,))


@cache
def _forms(language: str) -> tuple[_Form, ...]:
    """Return the forms of the table, in its order."""
    return tuple(
        _Form(name, precision.rstrip("*"), _pattern(template, language))
        for name, precision, template in _table("date_forms.tsv")
    )


@cache
def orders_of_fields(language: str) -> frozenset[tuple[str, ...]]:
    """Return the kinds of fields of each form that names a day, in their order."""
    return frozenset(
        tuple(name[0] for name in form.pattern.groupindex)
        for form in _forms(language)
        if form.precision == "day"
    )


@cache
def _pattern(template: str, language: str) -> re.Pattern[str]:
    return re.compile(_expanded(template, language), re.IGNORECASE | re.DOTALL)


def _expanded(template: str, language: str) -> str:
    """Return a template with what stands for its pieces and roles."""

    def piece(match: re.Match[str]) -> str:
        role, name = match.groups()
        if role:
            return _any_of(language, tuple(name.split(",")))
        return "" if name == "only" else f"(?:{_expanded(_pieces()[name], language)})"

    return _PIECE.sub(piece, template)


@cache
def _pieces() -> Mapping[str, str]:
    return {name: said for name, said, *_ in _table("date_pieces.tsv")}


def _table(name: str) -> Iterator[list[str]]:
    return (row for row in rows(name) if not row[0].startswith("#"))


@cache
def _any_of(language: str, roles: tuple[str, ...]) -> str:
    """Return a group for the words of roles, with any blanks, hyphens and apostrophes."""
    words = facts(language).words(*roles)
    spelt = sorted({*words, *(fold(word).text for word in words)}, key=lambda w: (-len(w), w))
    choices = "|".join(_spelt(word) for word in spelt)
    return f"(?:{choices or _NEVER})"


def _spelt(word: str) -> str:
    pieces = [_SIGNS.get(one, re.escape(one)) for one in word]
    for at, one in enumerate(word):
        if one == "s" and word[at - 1 : at] == "'":
            pieces[at] = f"s?{_QUOTE}"
    return "".join(pieces)
