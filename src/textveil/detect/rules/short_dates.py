"""A month and a day in numbers: "6/7" is a date only where words, a weekday or a time say so."""

import re

from textveil.detect.rules.dates import part_of_number, possible
from textveil.detect.rules.rule import GAP, Hit, Rule, listed

__all__ = ["rules"]

_DAY = r"[0-3]?[0-9]/[0-3]?[0-9]"
_PERIOD = rf"{_DAY}(?: ?(?:-|(?i:to|and|through)) ?{_DAY})?"
_WORDS = (
    r"on|since|until|till|dated?|dob|by|from|through|thru|admitted|discharged|seen"
    r"|do[ais]|adm(?:it|ission)?|d/c(?:'?d)?|dc'?d|f/u|follow[- ]?up|rtc|appt|appointment|visit"
    r"|week of|last (?:dose|visit|seen|inr|period)|next (?:dose|visit|appt|inr)|drawn|collected"
    r"|rec'?d|received|dictated|transcribed|d[dt]:"
)
"""After these a day is what follows."""
_THINGS = (
    r"labs?|cbc|bmp|inr|ekg|ecg|cxr|kub|ct|mri|echo|eeg|x-?rays?|films?|scan|ultrasound|biopsy"
    r"|cultures?|[bu]cx|surgery|or date|procedure|note|letter|report"
)
"""After these it may be: what stands behind it has to agree."""
_LISTING = r"(?:on|since|until|dated?|seen|drawn|collected|admitted|labs?|cultures|films)[: ]{1,2}"
_CLOSES = re.compile(
    rb"[;,)\]]|\.(?:[^0-9]|\Z)|:(?:[^0-9]|\Z)|[ \t]*(?:\r?\n|\Z)| ?- "
    rb"|[ \n](?i:show|was|were|with|reveal|neg|pos|unremarkable|clear|read|and|from|at|by)"
)
_SLASHED = re.compile(rb"[0-9]+/[0-9][\x00-\xff]*")
_MEASURE = re.compile(
    rb"(?i)[ -](?:inch|in\.|cups?|tsp|tbsp|teaspoon|miles?|of|oz|pounds?|the|full|tabs?|tablets?"
    rb"|pills?|caps?|dose|strength|ns\b|pain|power|motor|scale|murmur|systolic|sem|bottles?|nodes?"
    rb"|pulses?|reflex(?:es)?|hpf|percentile|ratio)\b"
)
_RATED = re.compile(
    rb"(?i)\b(?:pain|strength|motor|power|score[sd]?|scale|rat(?:ed|es|ing)|severity|reduced|cut"
    rb"|decreased|increased|improved|down|up|went)\b"
)
_SCORES = (2, 3, 4, 5, 6, 10)
"""What scores are out of, and what is cut into."""
_WEEKDAY = (
    r"(?:(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\.?"
    r"|(?i:monday|tuesday|wednesday|thursday|friday|saturday|sunday))"
)
_TIME = (
    r"(?:(?:@ ?|(?i:at) )?(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9]| ?(?i:[ap]\.?m\b))"
    r"|(?:[01][0-9]|2[0-3])[0-5][0-9]\b)"
)
_MILITARY = re.compile(rb"[0-9]{4}\Z")
_UNIT = re.compile(rb"(?i) ?(?:ml|cc|mg|g|mcg|kcal|units?|l|%|ft|feet|steps?)\b")


def _days(data: bytes, start: int, end: int) -> list[tuple[int, int]] | None:
    """Return the pairs of numbers if each is a day of the calendar and the last one ends there."""
    if part_of_number(data, start, end, b"/."):
        return None
    if data[end : end + 1] in (b"/", b"%") or _MEASURE.match(data, end):
        return None
    pairs = [(int(a), int(b)) for a, b in re.findall(rb"([0-9]+)/([0-9]+)", data[start:end])]
    return pairs if all(possible(a, b) or possible(b, a) for a, b in pairs) else None


def _scored(data: bytes, start: int, pairs: list[tuple[int, int]]) -> bool:
    """Tell whether numbers are scores or shares: "pain went from 8/10 to 3/10"."""
    if not all(a <= b and b in _SCORES for a, b in pairs):
        return False
    return _RATED.search(data, max(0, start - 40), start) is not None


def _month_and_day(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the date, or the two dates of a period; the word before it is its context."""
    found = _SLASHED.search(data, start, end)
    pairs = _days(data, found.start(), end) if found else None
    if found is None or pairs is None:
        return None
    # These two words go with scores as well: "reduced by 1/2".
    if data[start : start + 4].lower().startswith((b"from", b"by")) and _scored(data, start, pairs):
        return None
    return Hit(found.start(), end, 0.7, (("context:before", 0.4), ("calendar", 0.3)))


def _of_thing(data: bytes, start: int, end: int) -> Hit | None:
    """Accept "labs 6/7:", but not "CT 4/5 mm": what follows closes the date or goes on with it."""
    if _CLOSES.match(data, end) is None:
        return None
    return _month_and_day(data, start, end)


def _with_weekday(data: bytes, start: int, end: int) -> Hit | None:
    found = _SLASHED.search(data, start, end)
    if found is None or _days(data, found.start(), end) is None:
        return None
    return Hit(start, end, 0.85, (("calendar", 0.85),))


def _before_time(data: bytes, start: int, end: int) -> Hit | None:
    """Keep the date before a time of day; "6/7 0730" only at the beginning of a line."""
    if data[max(0, start - 1) : start] in (b"/", b".", b"-", b"+"):
        return None
    if _MILITARY.search(data[start:end]) and (
        data[max(0, start - 1) : start] not in (b"", b"\n") or _UNIT.match(data, end)
    ):
        return None
    slash = data.index(b"/", start)
    stop = slash + 3 if data[slash + 2 : slash + 3].isdigit() else slash + 2
    pairs = _days(data, start, stop)
    if pairs is None or _scored(data, start, pairs):
        return None
    return Hit(start, stop, 0.75, (("context:after", 0.4), ("calendar", 0.35)))


def _another(data: bytes, start: int, end: int) -> Hit | None:
    """Accept a further day of a list: "on 6/7, 6/9 and 6/12"."""
    found = _SLASHED.search(data, start, end)
    if found is None or _days(data, found.start(), end) is None:
        return None
    if not listed(data, found.start(), _LISTING, _DAY):
        return None
    return Hit(found.start(), end, 0.65, (("context:list", 0.35), ("calendar", 0.3)))


_RULES = (
    Rule(
        id="date.month-day",
        label="DATE",
        pattern=rf"\b(?i:{_WORDS})[: ]{{1,2}}{_PERIOD}\b",
        check=_month_and_day,
    ),
    Rule(
        id="date.month-day-of",
        label="DATE",
        pattern=rf"\b(?i:{_THINGS})(?:[: ]{{1,2}}|,? (?i:of) ){_PERIOD}\b",
        check=_of_thing,
    ),
    Rule(
        id="date.weekday-day",
        label="DATE",
        pattern=rf"\b{_WEEKDAY},?{GAP}{_DAY}\b",
        check=_with_weekday,
    ),
    Rule(
        id="date.month-day-time",
        label="DATE",
        pattern=rf"\b{_DAY}[ ,]{{1,2}}{_TIME}",
        check=_before_time,
    ),
    Rule(
        id="date.month-day-listed",
        label="DATE",
        pattern=rf"(?:[,;] ?|\b(?i:and|or|to)[ \n]){_DAY}\b",
        check=_another,
    ),
)


def rules(language: str = "en") -> tuple[Rule, ...]:  # noqa: ARG001 - the shape of all modules of rules
    """Return the rules of a language."""
    return _RULES
