"""A month and a day in numbers: "6/7" is a date only where words, a weekday or a time say so."""

import re
from typing import Final

from textveil.detect.rules.dated import Dated, after_words, dated, near_words, part_of_number
from textveil.detect.rules.rule import Rule, listed
from textveil.lexicon.dates.written_forms import templates, words_pattern
from textveil.lexicon.tables.facts import facts

__all__ = ["rules"]

_DAY: Final = r"[0-3]?[0-9]/[0-3]?[0-9]"
_TIME: Final = (
    r"(?:(?:@ ?|(?i:<at>) )?(?:[01]?[0-9]|2[0-3])(?::[0-5][0-9]| ?(?i:[ap]\.?m\b))"
    r"|(?:[01][0-9]|2[0-3])[0-5][0-9]\b)"
)
_CLOSES: Final = re.compile(rb"[;,)\]]|\.(?:[^0-9]|\Z)|:(?:[^0-9]|\Z)|[ \t]{0,20}(?:\r?\n|\Z)| ?- ")
_SCORES: Final = (2, 3, 4, 5, 6, 10)
"""What scores are out of, and what is cut into."""


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules for days in numbers without a year."""
    cue, thing, joint, at = (
        words_pattern(language, role) for role in ("date-cue", "dated-thing", "range", "clock-cue")
    )
    day, plain = (templates(language).finder(one) for one in (rf"<front>{_DAY}", _DAY))
    period = rf"(?P<value>{plain}(?: ?(?:-|(?i:{joint})) ?{plain})?)"
    between = rf"(?:[,;] ?|\b(?i:{joint})[ \n])"
    of = words_pattern(language, "date-of")
    patterns = (
        ("month-day", _after_cue, rf"\b(?i:{cue})[: ]{{1,2}}{period}\b"),
        ("month-day-of", _of_thing, rf"\b(?i:{thing})(?:[: ]{{1,2}}|,? (?i:{of}) ){period}\b"),
        ("weekday-day", _with_weekday, rf"\b(?P<value>{day})\b"),
        (
            "month-day-time",
            _before_time,
            rf"\b(?P<value>{plain})[ ,]{{1,2}}{_TIME.replace('<at>', at)}",
        ),
        ("month-day-listed", _another, rf"{between}(?P<value>{plain})\b"),
    )
    return tuple(
        dated(f"date.{name}", judge, language, pattern=pattern) for name, judge, pattern in patterns
    )


def _is_day(it: Dated) -> bool:
    """Tell whether numbers are neither part of a longer number nor a share."""
    if part_of_number(it.data, it.low, it.high, b"/."):
        return False
    if it.data[it.high : it.high + 1] in (b"/", b"%"):
        return False
    return not (it.follows("after-share") or it.follows("unit"))


def _is_score(it: Dated) -> bool:
    """Tell whether numbers are scores or shares: "pain went from 8/10 to 3/10"."""
    pairs = [(int(a), int(b)) for a, b in re.findall("([0-9]{1,40})/([0-9]{1,40})", it.text)]
    if not all(a <= b and b in _SCORES for a, b in pairs):
        return False
    return near_words(it.data, it.start, "rating", 40, it.language)


def _after_cue(it: Dated) -> float:
    cue = it.data[it.start : it.low].decode("ascii").strip(" :")
    # These words go with scores as well: "reduced by 1/2".
    scored = facts(it.language).is_a(cue, "weak-cue") and _is_score(it)
    return 0.7 if _is_day(it) and not scored else 0.0


def _of_thing(it: Dated) -> float:
    """Accept "labs 6/7:", but not "CT 4/5 mm": what follows closes the date or goes on with it."""
    closes = _CLOSES.match(it.data, it.high) or it.follows("after-date", r"[ \n]")
    return _after_cue(it) if closes else 0.0


def _with_weekday(it: Dated) -> float:
    weekday = it.word("A")
    # "He sat 1/2 hour": a day that is cut short has a capital.
    sure = weekday[:1].isupper() or facts(it.language).is_a(weekday, "weekday")
    return 0.85 if weekday and sure and _is_day(it) else 0.0


def _before_time(it: Dated) -> float:
    """Accept a date before a time of day; "6/7 0730" only at the start of a line."""
    before = it.data[max(0, it.low - 1) : it.low]
    if before in (b"/", b".", b"-", b"+") or not _is_day(it) or _is_score(it):
        return 0.0
    if it.data[it.end - 4 : it.end].isdigit():
        dose = after_words("dose-unit", " ?", it.language).match(it.data, it.end)
        return 0.75 if before in (b"", b"\n") and not dose else 0.0
    return 0.75


def _another(it: Dated) -> float:
    """Accept a further day of a list: "on 6/7, 6/9 and 6/12"."""
    opening = rf"(?:{words_pattern(it.language, 'list-cue')})[: ]{{1,2}}"
    return 0.65 if _is_day(it) and listed(it.data, it.low, opening, _DAY) else 0.0
