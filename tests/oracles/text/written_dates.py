"""Dates written the obvious way, and moved by what `datetime` says."""

# ruff: noqa: E501 - the tables are the point

import calendar
from datetime import date, timedelta

MONTH = calendar.month_name
SHORT = calendar.month_abbr
STOPPED = [f"{name}." if name not in ("", "May") else name for name in SHORT]
WEEKDAY = calendar.day_name
SHORT_DAY = calendar.day_abbr
ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
FRENCH = "/janvier/février/mars/avril/mai/juin/juillet/août/septembre/octobre/novembre/décembre"
SPANISH = (
    "/enero/febrero/marzo/abril/mayo/junio/julio/agosto/septiembre/octubre/noviembre/diciembre"
)
GERMAN = "/Januar/Februar/März/April/Mai/Juni/Juli/August/September/Oktober/November/Dezember"


def nth(number):
    if number in (11, 12, 13):
        return f"{number}th"
    return f"{number}" + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


# With a year of four digits: the exact day is said, and nothing has to be guessed.
FULL = {
    "us padded": lambda d: f"{d:%m/%d/%Y}",
    "us dashes": lambda d: f"{d:%m-%d-%Y}",
    "dots": lambda d: f"{d:%d.%m.%Y}",
    "us clock": lambda d: f"{d:%m/%d/%Y} 14:20",
    "iso": lambda d: d.isoformat(),
    "iso slashes": lambda d: f"{d:%Y/%m/%d}",
    "iso dots": lambda d: f"{d:%Y.%m.%d}",
    "iso time": lambda d: f"{d.isoformat()}T14:20:00Z",
    "iso blank time": lambda d: f"{d.isoformat()} 14:20",
    "iso bare": lambda d: f"{d:%Y}-{d.month}-{d.day}" if d.month < 10 or d.day < 10 else "",
    "digits": lambda d: f"{d:%Y%m%d}",
    "iso week": lambda d: "{}-W{:02}-{}".format(*d.isocalendar()),
    "month day": lambda d: f"{MONTH[d.month]} {d.day}, {d.year}",
    "month day blank": lambda d: f"{MONTH[d.month]} {d.day} {d.year}",
    "month nth": lambda d: f"{MONTH[d.month]} {nth(d.day)}, {d.year}",
    "month the nth": lambda d: f"{MONTH[d.month]} the {nth(d.day)}, {d.year}",
    "upper": lambda d: f"{MONTH[d.month]} {d.day}, {d.year}".upper(),
    "lower": lambda d: f"{MONTH[d.month]} {d.day}, {d.year}".lower(),
    "line break": lambda d: f"{MONTH[d.month]}\n{d.day},\n{d.year}",
    "short stop": lambda d: f"{STOPPED[d.month]} {d.day}, {d.year}" if d.month != 5 else "",
    "day month": lambda d: f"{d.day} {MONTH[d.month]} {d.year}",
    "nth month": lambda d: f"{nth(d.day)} {MONTH[d.month]} {d.year}",
    "the nth of": lambda d: f"the {nth(d.day)} of {MONTH[d.month]} {d.year}",
    "nth day of": lambda d: f"{nth(d.day)} day of {MONTH[d.month]}, {d.year}",
    "table": lambda d: f"{d.day:02}-{SHORT[d.month]}-{d.year}",
    "table upper": lambda d: f"{d.day:02}-{SHORT[d.month]}-{d.year}".upper(),
    "table month first": lambda d: f"{SHORT[d.month]}-{d.day:02}-{d.year}",
    "run together": lambda d: f"{d.day:02}{SHORT[d.month]}{d.year}",
    "run together upper": lambda d: f"{d.day:02}{SHORT[d.month]}{d.year}".upper(),
    "year first": lambda d: f"{d.year} {MONTH[d.month]} {d.day}",
    "year first table": lambda d: f"{d.year}-{SHORT[d.month]}-{d.day:02}",
    "weekday": lambda d: f"{WEEKDAY[d.weekday()]}, {d.day} {MONTH[d.month]} {d.year}",
    "weekday month": lambda d: f"{WEEKDAY[d.weekday()]}, {MONTH[d.month]} {d.day}, {d.year}",
    "weekday short": lambda d: f"{SHORT_DAY[d.weekday()]} {SHORT[d.month]} {d.day} {d.year}",
    "weekday stop": lambda d: f"{SHORT_DAY[d.weekday()]}. {STOPPED[d.month]} {d.day}, {d.year}" if d.month != 5 else "",
    "weekday the": lambda d: f"{WEEKDAY[d.weekday()]} the {nth(d.day)} of {MONTH[d.month]} {d.year}",
    "weekday numbers": lambda d: f"{WEEKDAY[d.weekday()]} {d:%m/%d/%Y}",
    "weekday after": lambda d: f"{d.day} {MONTH[d.month]} {d.year} ({WEEKDAY[d.weekday()]})",
    "mail": lambda d: f"{SHORT_DAY[d.weekday()]}, {d.day} {SHORT[d.month]} {d.year} 14:20:05 +0100",
    "clock year": lambda d: f"{SHORT_DAY[d.weekday()]} {SHORT[d.month]} {d.day} 14:20:00 UTC {d.year}",
    "roman": lambda d: f"{d.day}.{ROMAN[d.month]}.{d.year}" if d.day < 10 else "",
    "german": lambda d: f"{d.day}. {GERMAN.split('/')[d.month]} {d.year}",
    "french": lambda d: f"{d.day} {FRENCH.split('/')[d.month]} {d.year}",
    "spanish": lambda d: f"{d.day} de {SPANISH.split('/')[d.month]} de {d.year}",
    "at": lambda d: f"{MONTH[d.month]} {d.day}, {d.year} at 2:30 pm",
    "on": lambda d: f"on {MONTH[d.month]} {d.day}, {d.year}",
}  # fmt: skip

# Without a year: moved through the year that is assumed.
YEARLESS = {
    "us": lambda d: f"{d:%m/%d}",
    "month day": lambda d: f"{MONTH[d.month]} {d.day}",
    "month nth": lambda d: f"{MONTH[d.month]} {nth(d.day)}",
    "day month": lambda d: f"{d.day} {MONTH[d.month]}",
    "the nth of": lambda d: f"the {nth(d.day)} of {MONTH[d.month]}",
    "weekday": lambda d: f"{WEEKDAY[d.weekday()]}, {MONTH[d.month]} {d.day}",
    "weekday numbers": lambda d: f"{WEEKDAY[d.weekday()]} {d:%m/%d}",
}

# Periods: written from their number in the row of all of their unit.
SEASONS = ("winter", "spring", "summer", "fall")
PERIODS = {
    ("month", 12): {
        "long": lambda y, p: f"{MONTH[p + 1]} {y}",
        "of": lambda y, p: f"{MONTH[p + 1]} of {y}",
        "comma": lambda y, p: f"{MONTH[p + 1]}, {y}",
        "numbers": lambda y, p: f"{p + 1:02}/{y}",
        "iso": lambda y, p: f"{y}-{p + 1:02}" if p + 1 != (y + 1) % 100 else "",
        "stage": lambda y, p: f"early {MONTH[p + 1]} {y}",
        "quote": lambda y, p: f"{MONTH[p + 1]} '{y % 100:02}",
    },
    ("quarter", 4): {
        "q": lambda y, p: f"Q{p + 1} {y}",
        "last": lambda y, p: f"{y}-Q{p + 1}",
        "short": lambda y, p: f"{p + 1}Q{y % 100:02}",
        "words": lambda y, p: f"the {('first', 'second', 'third', 'fourth')[p]} quarter of {y}",
    },
    ("season", 4): {
        "plain": lambda y, p: f"{SEASONS[p]} {y}",
        "of": lambda y, p: f"the {SEASONS[p]} of {y}",
        "title": lambda y, p: f"{SEASONS[p].title()} {y}",
    },
    ("half", 2): {
        "h": lambda y, p: f"H{p + 1} {y}",
        "words": lambda y, p: f"{('first', 'second')[p]} half of {y}",
    },
    ("year", 1): {
        "plain": lambda y, p: f"{y}",
        "stage": lambda y, p: f"mid-{y}",
        "kind": lambda y, p: f"FY {y}",
        "school": lambda y, p: f"{y}-{(y + 1) % 100:02}",
    },
}


def moved_period(year, part, per_year, days):
    """Return the period that holds the middle of another one, so many days later."""
    first, last = bounds(year, part, per_year)
    day = first + timedelta((last - first).days // 2 + days)
    return day.year, (day.month - 1) * per_year // 12


def bounds(year, part, per_year):
    """Return the first and the last day of a period."""
    width = 12 // per_year
    first = date(year, part * width + 1, 1)
    after = date(year + (part + 1) // per_year, (part + 1) * width % 12 + 1, 1)
    return first, after - timedelta(1)


def moved(day, days):
    return date.fromordinal(day.toordinal() + days)


def all_days(first, count):
    return [first + timedelta(at) for at in range(count)]
