"""The meaning of an expression of time: its value in TIMEX3 and its first and last second.

Both follow from the moment at which the message was written. What has no end ("now and then") has
no seconds.
"""

from calendar import monthrange
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from textveil.lexicon.dates.holidays import easter, holiday
from textveil.lexicon.messages.times.grammar import TimeMatch
from textveil.lexicon.tables.facts import facts

__all__ = ["TimeMeaning", "joined_meaning", "meaning_of"]

_SECOND: Final = timedelta(seconds=1)
_DAY: Final = timedelta(days=1)
_SEASONS: Final = {1: "WI", 2: "SP", 3: "SU", 4: "FA"}
_LENGTHS: Final = {"TS": 1, "TM": 60, "TH": 3600, "D": 86400, "W": 604800, "F": 1209600, "K": 86400}
_MONTHS: Final = {"M": 1, "Q": 3, "Y": 12, "DE": 120, "CE": 1200}
_SIGNS: Final = {"F": (2, "W"), "DE": (10, "Y"), "CE": (100, "Y"), "Q": (3, "M"), "K": (1, "D")}
_YEARS: Final = range(2, 9998)


@dataclass(frozen=True, slots=True)
class TimeMeaning:
    """What an expression means: its value, and its first and last second if it has them."""

    value: str
    since: datetime | None = None
    until: datetime | None = None


Fields = Mapping[str, str]


def meaning_of(found: TimeMatch, at: datetime) -> TimeMeaning:
    """Return what an expression means at a moment; without seconds if the calendar has none."""
    try:
        return _READERS.get(found.name, _bare)(found.fields, at)
    except (ValueError, OverflowError):
        return TimeMeaning("")


def joined_meaning(day: TimeMeaning, clock: TimeMatch, at: datetime) -> TimeMeaning:
    """Return the time of day on a day: "tomorrow" and "6pm"."""
    if day.since is None:
        return meaning_of(clock, at)
    return meaning_of(
        clock, at.replace(year=day.since.year, month=day.since.month, day=day.since.day)
    )


def _number(fields: Fields) -> float | None:
    said = fields.get("N")
    if said is None:
        return 1.0 if "O" in fields or "V" not in fields else None
    word = facts().value("number", said)
    if word is not None:
        return float(word)
    whole, _, part = said.partition("/")
    return float(whole.replace(",", ".")) / float(part or 1)


def _value(role: str, said: str | None) -> str:
    return "" if said is None else facts().value(role, said) or ""


def _midnight(at: datetime) -> datetime:
    return datetime.combine(at.date(), time(), at.tzinfo)


def _days(first: datetime, last: datetime, value: str) -> TimeMeaning:
    """Return whole days, both inside."""
    return TimeMeaning(value, first, last + _DAY - _SECOND)


def _month(year: int, month: int, at: datetime, value: str = "") -> TimeMeaning:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    first = datetime(year, month, 1, tzinfo=at.tzinfo)
    last = first.replace(day=monthrange(year, month)[1])
    return _days(first, last, value or f"{year:04d}-{month:02d}")


def _year(year: int, at: datetime, years: int = 1, value: str = "") -> TimeMeaning:
    first = datetime(year, 1, 1, tzinfo=at.tzinfo)
    last = datetime(year + years - 1, 12, 31, tzinfo=at.tzinfo)
    return _days(first, last, value or f"{year:04d}")


def _day(day: datetime) -> TimeMeaning:
    return _days(day, day, day.date().isoformat())


def _now(fields: Fields, at: datetime) -> TimeMeaning:
    value = _value("moment-now", fields["R"])
    return TimeMeaning(value, at, at) if value == "PRESENT_REF" else TimeMeaning(value)


def _table(role: str) -> Callable[[Fields, datetime], TimeMeaning]:
    return lambda fields, _: TimeMeaning(_value(role, fields["R"]))


def _length(fields: Fields) -> str:
    """Return a length of time in TIMEX3: P3D, PT30M, PXD."""
    sign = _value("moment-unit", fields.get("U")) or fields.get("U", "").upper()
    if sign in ("S", "H"):
        sign = f"T{sign}"
    number = _number(fields)
    times, unit = _SIGNS.get(sign, (1, "D" if sign == "E" else sign.removeprefix("T")))
    spelt = "X" if number is None else f"{number * times:g}"
    if number == 1.0 and "N" not in fields and "O" not in fields and fields["U"].endswith("s"):
        spelt = "X"
    return f"P{'T' if sign.startswith('T') else ''}{spelt}{unit}"


def _duration(fields: Fields, at: datetime) -> TimeMeaning:  # noqa: ARG001 - as all readers
    return TimeMeaning(_length(fields) if "U" in fields else "P1D")


def _set(fields: Fields, at: datetime) -> TimeMeaning:  # noqa: ARG001
    if "A" in fields:
        return TimeMeaning(f"XXXX-WXX-{_weekday(fields['A'])}")
    if "U" in fields:
        sign = _value("moment-unit", fields["U"])
        return TimeMeaning("XXXX-WE" if sign == "E" else _length({**fields, "O": "one"}))
    if "P" in fields:
        return TimeMeaning(f"XXXX-XX-XXT{_part_of(fields['P'])[0].lstrip('T')}")
    return TimeMeaning("P1Y")


def _weekday(said: str) -> int:
    bare = said.rstrip(".")
    for one in (bare, bare.removesuffix("s")):
        for role in ("weekday", "weekday-short"):
            found = facts().value(role, one)
            if found is not None:
                return int(found)
    raise ValueError(said and "weekday")


def _part_of(said: str) -> tuple[str, int, int]:
    sign, first, last = _value("moment-part", said).split()
    return sign, int(first), int(last)


def _part(day: datetime, said: str) -> TimeMeaning:
    sign, first, last = _part_of(said)
    value = f"{day.date().isoformat()}T{sign.removeprefix('T')}"
    return TimeMeaning(value, day + timedelta(seconds=first), day + timedelta(seconds=last))


def _shifted(at: datetime, sign: str, steps: float) -> datetime:
    """Return a moment some units later."""
    if sign in _MONTHS:
        months = round(steps * _MONTHS[sign])
        year, month = divmod(at.year * 12 + at.month - 1 + months, 12)
        if year not in _YEARS:
            raise ValueError("year")
        return at.replace(
            year=year, month=month + 1, day=min(at.day, monthrange(year, month + 1)[1])
        )
    return at + timedelta(seconds=steps * _LENGTHS.get(sign, 86400))


def _around(moment: datetime, sign: str) -> TimeMeaning:
    """Return the unit that holds a moment."""
    day = _midnight(moment)
    if sign == "TS":
        return TimeMeaning(moment.isoformat(), moment, moment)
    if sign in ("TM", "TH"):
        first = moment.replace(second=0, microsecond=0)
        first = first if sign == "TM" else first.replace(minute=0)
        length = timedelta(seconds=_LENGTHS[sign])
        value = first.isoformat(timespec="minutes")[:16]
        return TimeMeaning(value, first, first + length - _SECOND)
    if sign in ("W", "F"):
        monday = day - timedelta(day.weekday())
        year, week, _ = monday.isocalendar()
        return _days(monday, monday + 6 * _DAY, f"{year:04d}-W{week:02d}")
    if sign == "E":
        saturday = day + timedelta(5 - day.weekday())
        year, week, _ = saturday.isocalendar()
        return _days(saturday, saturday + _DAY, f"{year:04d}-W{week:02d}-WE")
    if sign == "M":
        return _month(day.year, day.month, moment)
    if sign == "Q":
        quarter = (day.month - 1) // 3
        begin, end = (_month(day.year, 3 * quarter + k, moment) for k in (1, 3))
        return TimeMeaning(f"{day.year:04d}-Q{quarter + 1}", begin.since, end.until)
    if sign == "Y":
        return _year(day.year, moment)
    if sign == "DE":
        return _year(day.year // 10 * 10, moment, 10, f"{day.year // 10:03d}")
    if sign == "CE":
        return _year(day.year // 100 * 100, moment, 100, f"{day.year // 100:02d}")
    return _day(day)


def _ago(fields: Fields, at: datetime) -> TimeMeaning:
    sign = _value("moment-unit", fields["U"])
    number = _number(fields)
    way = int(_value("moment-shift", fields["X"]))
    if number is None:
        return TimeMeaning("PAST_REF" if way < 0 else "FUTURE_REF")
    steps = number + (0.5 if "half" in fields else 0.0)
    return _around(_shifted(at, sign, way * steps), sign)


def _which_unit(fields: Fields, at: datetime) -> TimeMeaning:
    sign, way = _value("moment-unit", fields["U"]), int(_value("moment-which", fields["W"]))
    if "N" in fields or "V" in fields:
        number, value = _number(fields), _length(fields)
        if number is None:
            return TimeMeaning(value)
        other = _shifted(at, sign, (way or -1) * number)
        return TimeMeaning(value, min(at, other), max(at, other))
    if fields["U"].endswith("s"):
        return TimeMeaning(_length(fields))
    if sign == "E":
        return _around(at + timedelta(weeks=way), sign)
    return _around(_shifted(at, sign, way), sign)


def _which_day(fields: Fields, at: datetime) -> TimeMeaning:
    way = int(_value("moment-which", fields.get("W")) or 0)
    day = _midnight(at)
    ahead = (_weekday(fields["A"]) - day.isoweekday()) % 7
    days = ahead - 7 if way < 0 else ahead + (7 if way > 0 and ahead == 0 else 0)
    day += timedelta(days)
    return _part(day, fields["P"]) if "P" in fields else _day(day)


def _calendar_month(said: str) -> int:
    bare = said.rstrip(".")
    return int(facts().value("month", bare) or facts().value("month-short", bare) or 0)


def _nearest_year(at: datetime, month: int, day: int = 15, way: int = 0) -> int:
    """Return the year in which a month lies nearest to a moment, or next in a direction."""
    if way:
        beyond = (month, day) > (at.month, at.day)
        return at.year + (0 if beyond else 1) if way > 0 else at.year - (1 if beyond else 0)
    middle = at.date()
    day = min(day, 28)
    return min(
        (at.year + k for k in (0, -1, 1)), key=lambda y: abs((date(y, month, day) - middle).days)
    )


def _named_month(fields: Fields, at: datetime) -> TimeMeaning:
    month = _calendar_month(fields["B"])
    way = int(_value("moment-which", fields.get("W")) or 0)
    year = int(fields["Y"]) if "Y" in fields else _nearest_year(at, month, 15, way)
    return _month(year, month, at)


def _dated(fields: Fields, at: datetime) -> TimeMeaning:
    month, day = _calendar_month(fields["B"]), int(fields["D"])
    year = int(fields["Y"]) if "Y" in fields else _nearest_year(at, month, day)
    return _day(datetime(year, month, day, tzinfo=at.tzinfo))


def _numeric(fields: Fields, at: datetime) -> TimeMeaning:
    # The first number is the day between dots, else the month, unless the calendar says otherwise.
    one, two, year = int(fields["N"]), int(fields["N2"]), int(fields["Y"])
    year += 2000 if year < 70 else 1900 if year < 100 else 0
    first = fields.get("mark") == "." or one > 12
    month, day = (two, one) if first else (one, two)
    return _day(datetime(year, month, day, tzinfo=at.tzinfo))


def _iso(fields: Fields, at: datetime) -> TimeMeaning:
    day = datetime(int(fields["Y"]), int(fields["N"]), int(fields["N2"]), tzinfo=at.tzinfo)
    return _day(day)


def _season(fields: Fields, at: datetime) -> TimeMeaning:
    number = int(_value("season", fields["Z"]) or 1)
    way = int(_value("moment-which", fields.get("W")) or 0)
    month = 3 * number - 3 or 12
    middle = month % 12 + 1
    year = int(fields["Y"]) if "Y" in fields else _nearest_year(at, middle, 15, way)
    if month == 12:
        year -= "Y" not in fields
    first, last = _month(year, month, at), _month(year, month + 2, at)
    return TimeMeaning(f"{year:04d}-{_SEASONS[number]}", first.since, last.until)


def _holiday(fields: Fields, at: datetime) -> TimeMeaning:
    way = int(_value("moment-which", fields.get("W")) or 0)
    days = [d for y in (at.year - 1, at.year, at.year + 1) if (d := _feast(fields["K"], y))]
    if way > 0:
        days = [d for d in days if d > at.date()][:1]
    elif way < 0:
        days = [d for d in days if d < at.date()][-1:]
    if not days:
        return TimeMeaning("")
    day = min(days, key=lambda d: abs((d - at.date()).days))
    return _day(datetime.combine(day, time(), at.tzinfo))


def _feast(name: str, year: int) -> date | None:
    rule = facts().value("moment-holiday", name)
    if not rule:
        return holiday(name, year)
    if rule.startswith("easter"):
        return easter(year) + timedelta(int(rule.split()[1]))
    if " " in rule:
        return holiday("Thanksgiving", year)
    month, day = map(int, rule.split("-"))
    return date(year, month, day)


def _day_word(fields: Fields, at: datetime) -> TimeMeaning:
    day = _midnight(at) + timedelta(int(_value("moment-day", fields["T"])))
    if "J" in fields:
        day += _DAY if fields["J"].lower() == "after" else -_DAY
    return _part(day, fields["P"]) if "P" in fields else _day(day)


def _night(fields: Fields, at: datetime) -> TimeMeaning:  # noqa: ARG001
    return _part(_midnight(at), facts().words("moment-part")[7])


def _which_part(fields: Fields, at: datetime) -> TimeMeaning:
    way = int(_value("moment-which", fields.get("W")) or 0)
    return _part(_midnight(at) + timedelta(way), fields["P"])


def _clock(fields: Fields, at: datetime) -> TimeMeaning:
    said = fields["H"]
    hour = int(facts().value("number", said) or said)
    minute, second = int(fields.get("I", 0)), int(fields.get("S", 0))
    half = fields.get("half", "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    first = _midnight(at) + timedelta(hours=hour, minutes=minute, seconds=second)
    if hour > 24:
        raise ValueError("hour")
    value = f"{first.date().isoformat()}T{first:%H:%M}"
    value += f":{second:02d}" if "S" in fields else ""
    # A time of the day is the second that it names (paper 5, section 4.2.1).
    return TimeMeaning(value, first, first)


def _nth(fields: Fields, at: datetime) -> TimeMeaning:  # noqa: ARG001
    sign = _value("moment-unit", fields["U"])
    number = fields.get("M") or _value("ordinal", fields.get("E")) or "1"
    if sign == "CE":
        return TimeMeaning(f"{int(number) - 1:02d}")
    return TimeMeaning(f"P1{sign.removeprefix('T')}-#{number}")


def _decade(fields: Fields, at: datetime) -> TimeMeaning:
    year = int(fields["Y"])
    year += 0 if year > 99 else 2000 if year < 20 else 1900
    return _year(year, at, 10, f"{year // 10:03d}")


def _stage_unit(fields: Fields, at: datetime) -> TimeMeaning:
    if "Z" in fields:
        return _season(fields, at)
    return _around(at, _value("moment-unit", fields["U"]))


def _bare(fields: Fields, at: datetime) -> TimeMeaning:  # noqa: ARG001
    return TimeMeaning("")


_READERS: Final[Mapping[str, Callable[[Fields, datetime], TimeMeaning]]] = {
    "now": _now,
    "set-word": _table("moment-set"),
    "vague": _table("vague-duration"),
    **dict.fromkeys(("set", "often", "per", "weekly"), _set),
    "ago": _ago,
    "which-unit": _which_unit,
    **dict.fromkeys(("which-day", "weekday", "weekday-part"), _which_day),
    **dict.fromkeys(("which-month", "month", "month-year"), _named_month),
    **dict.fromkeys(("which-season", "season"), _season),
    **dict.fromkeys(("which-part", "part"), _which_part),
    "which-holiday": _holiday,
    **dict.fromkeys(("day-word", "day-word-part", "after-tomorrow", "part-that"), _day_word),
    "night-word": _night,
    **dict.fromkeys(("duration", "duration-tight", "all-part", "half", "bare"), _duration),
    "day-number": _nth,
    "nth": _nth,
    "same": _which_unit,
    "day-month": _dated,
    "month-day": _dated,
    "numeric": _numeric,
    "iso": _iso,
    "year": lambda fields, at: _year(int(fields["Y"]), at),
    "decade": _decade,
    "stage-unit": _stage_unit,
    "clock": _clock,
    "clock-words": _clock,
}
