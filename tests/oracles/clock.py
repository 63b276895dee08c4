"""Judges moved dates the obvious way: `datetime`, one expression a form, every pair of dates."""

import calendar
import re
from datetime import date, timedelta
from functools import cache
from itertools import combinations

MONTHS = list(calendar.month_name)[1:]
SHORT = list(calendar.month_abbr)[1:]
DAYS = list(calendar.day_name)
SEASONS = ["winter", "spring", "summer", "fall"]
MONTH = f"({'|'.join(MONTHS + SHORT)})"
"""May is short and long; so a month may become either."""

# How a day, or the period that holds it, is written.
WRITE = {
    "iso": lambda d: d.isoformat(),
    "stamp": lambda d: f"{d.isoformat()}T10:30:00",
    "us": lambda d: f"{d:%m/%d/%Y}",
    "us bare": lambda d: f"{d.month}/{d.day}/{d.year}",
    "us short": lambda d: f"{d:%m/%d/%y}",
    "words": lambda d: f"{d.day} {MONTHS[d.month - 1]} {d.year}",
    "month first": lambda d: f"{MONTHS[d.month - 1]} {d.day}, {d.year}",
    "weekday": lambda d: f"{DAYS[d.weekday()]}, {d.day} {MONTHS[d.month - 1]} {d.year}",
    "table": lambda d: f"{d:%d}-{SHORT[d.month - 1]}-{d.year}",
    "no year": lambda d: f"{d.day} {MONTHS[d.month - 1]}",
    "no year, month first": lambda d: f"{MONTHS[d.month - 1]} {d.day}",
    "no year, numbers": lambda d: f"{d:%m/%d}",
    "month": lambda d: f"{MONTHS[d.month - 1]} {d.year}",
    "quarter": lambda d: f"Q{(d.month + 2) // 3} {d.year}",
    "half": lambda d: f"H{(d.month + 5) // 6} {d.year}",
    "season": lambda d: f"{SEASONS[(d.month - 1) // 3]} {d.year}",
    "year": lambda d: f"{d.year}",
    "week": lambda d: "{}-W{:02}".format(*d.isocalendar()),
    "decade": lambda d: f"the {d.year // 10 * 10}s",
}
NO_DATES = [date(1900, 1, 1), date(1970, 1, 1), date(2099, 12, 31)]
"""What programs write where there is no date: it must become a tag."""
WITH_YEAR = list(WRITE)[:9]
NO_YEAR = list(WRITE)[9:12]
PERIODS = list(WRITE)[12:]


def month_of(name):
    return SHORT.index(name[:3]) + 1


def read_day(form, text):
    """Return the day that is written in a form; None if it is not written so."""
    if form in ("iso", "stamp"):
        found = re.fullmatch(r"(\d{4}-\d\d-\d\d)(T10:30:00)?", text)
        fits = found and bool(found[2]) == (form == "stamp")
        return date.fromisoformat(found[1]) if fits else None
    if form.startswith("us"):
        found = re.fullmatch(r"(\d\d?)/(\d\d?)/(\d{4}|\d\d)", text)
        if not found:
            return None
        year = int(found[3])
        if len(found[3]) == 2:
            year += 2000 if year < 30 else 1900
        return date(year, int(found[1]), int(found[2]))
    if form == "table":
        found = re.fullmatch(rf"(\d\d?)-{MONTH}-(\d{{4}})", text)
        return found and date(int(found[3]), month_of(found[2]), int(found[1]))
    if form == "month first":
        found = re.fullmatch(rf"{MONTH} (\d\d?), (\d{{4}})", text)
        return found and date(int(found[3]), month_of(found[1]), int(found[2]))
    found = re.fullmatch(rf"(?:(\w+), )?(\d\d?) {MONTH} (\d{{4}})", text)
    day = found and date(int(found[4]), month_of(found[3]), int(found[2]))
    if day and form == "weekday":
        return day if found[1] == DAYS[day.weekday()] else None
    return day


def read_month_and_day(form, text):
    """Return month and number of a day without a year; None if it is not written so."""
    if form == "no year":
        found = re.fullmatch(rf"(\d\d?) {MONTH}", text)
        return found and (month_of(found[2]), int(found[1]))
    if form == "no year, month first":
        found = re.fullmatch(rf"{MONTH} (\d\d?)", text)
        return found and (month_of(found[1]), int(found[2]))
    found = re.fullmatch(r"(\d\d?)/(\d\d?)", text)
    return found and (int(found[1]), int(found[2]))


@cache
def whole(form, day):
    """Return the first and the last day of the period of a form that holds a day."""
    first = last = day
    while WRITE[form](first - timedelta(1)) == WRITE[form](day):
        first -= timedelta(1)
    while WRITE[form](last + timedelta(1)) == WRITE[form](day):
        last += timedelta(1)
    return first, last


def read_period(form, text):
    """Return the first and the last day of a period; None if it is not written so."""
    if form == "week":
        found = re.fullmatch(r"(\d{4})-W(\d\d)", text)
        return found and whole(form, date.fromisocalendar(int(found[1]), int(found[2]), 3))
    if form == "month":
        found = re.fullmatch(rf"{MONTH} (\d{{4}})", text)
        return found and whole(form, date(int(found[2]), month_of(found[1]), 15))
    found = re.search(r"\d{4}", text)
    year = int(found[0]) if found else 0
    for month in range(1, 13):
        if year and WRITE[form](date(year, month, 15)).lower() == text.lower():
            return whole(form, date(year, month, 15))
    return None


def faults(said, shown):
    """Return what is wrong with the dates of one subject.

    `said` has a form and a day for each of its dates, `shown` what was released for each.
    """
    days, periods, bare, untagged = [], [], [], 0
    for (form, day), text in zip(said, shown, strict=True):
        if form in WITH_YEAR and day in NO_DATES:
            untagged += text != "[DATE]"
        elif form in WITH_YEAR:
            days.append((day, read_day(form, text)))
        elif form in NO_YEAR:
            bare.append((day, read_month_and_day(form, text)))
        else:
            periods.append((*whole(form, day), read_period(form, text)))
    found = ["no tag"] * untagged
    found += ["not in its form"] * sum(one[-1] is None for one in days + periods + bare)
    days, periods, bare = ([one for one in some if one[-1]] for some in (days, periods, bare))
    for (one, new), (other, other_new) in combinations(days, 2):
        found += ["interval"] * (other - one != other_new - new)
    offsets = [new - day for day, new in days[:1]] or possible(bare)
    for day, shown_day in bare:
        placed = {((day + by).month, (day + by).day) for by in offsets}
        found += ["day without a year"] * (shown_day not in placed)
    days += [(day, day + by) for day, _ in bare for by in offsets[:1]]
    return found + faults_of_periods(days, periods)


def faults_of_periods(days, periods):
    """Return which orders are reversed, and which periods lost all their days."""
    found = []
    for first, last, (low, high) in periods:
        inside = [new for day, new in days if first <= day <= last]
        lost = inside and not any(low <= new <= high for new in inside)
        found += ["no day is left in its period"] * bool(lost)
        for day, new in days:
            reversed_ = (day < first and new > high) or (day > last and new < low)
            found += ["order with a period"] * reversed_
    for (first, last, (low, high)), (start, end, (new_low, new_high)) in combinations(periods, 2):
        reversed_ = (last < start and low > new_high) or (end < first and new_low > high)
        found += ["order of two periods"] * reversed_
    return found


def possible(bare):
    """Return the offsets that explain all days without a year, if nothing else tells."""
    if not bare:
        return []
    day, (month, number) = bare[0]
    years = [y for y in range(1990, 2040) if number <= calendar.monthrange(y, month)[1]]
    tried = [date(year, month, number) - day for year in years]
    return [
        by
        for by in tried
        if all(((one + by).month, (one + by).day) == shown for one, shown in bare)
    ]
