"""Times of the day, in the forms of `lexicon.dates.written_times`."""

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from textveil.detect.rules.dated import Near, near_words
from textveil.detect.rules.rule import GAP, Hit, Rule, framed, goes_on
from textveil.lexicon.dates.written_forms import words_pattern
from textveil.lexicon.dates.written_times import later, time_forms

__all__ = ["rules"]

_MARK_BEFORE: Final = re.compile(rb"[@(,-][ :]{0,2}\Z")

_DIAL: Final = 60
"""How near a word may stand that makes an hour a place on a dial."""

Judge = Callable[[bytes, int, int], float]


def rules(language: str = "en") -> tuple[Rule, ...]:
    """Return the rules for times in the words of a language."""
    forms = {name: form.finder for name, form in time_forms(language).items()}
    unit, at, cue, end = (
        words_pattern(language, role)
        for role in ("hours-word", "hours-cue", "name-cue", "name-end")
    )
    name, digits = forms["name"], "[0-2][0-9][:.]?[0-5][0-9]"
    table: tuple[tuple[str, Judge, str], ...] = (
        ("clock", partial(_clock, language=language), rf"\b(?P<value>{forms['clock']})"),
        ("half-day", _half_day, rf"\b(?P<value>{forms['half-day']})"),
        (
            "hours",
            _hours,
            rf"\b(?P<value>{digits} ?(?i:{unit}))\b|\b(?i:{at})[ :]{{1,2}}(?P<other>{digits})\b",
        ),
        (
            "words",
            partial(_spoken, language=language),
            rf"\b(?P<value>{forms['words']}|{forms['whole']})\b",
        ),
        (
            "noon",
            _named,
            rf"\b(?i:{cue}){GAP}(?P<value>{name})\b|\b(?P<other>{name}){GAP}(?i:{end})\b",
        ),
    )
    veto = Near("ratio-cue", 14).context(language)
    return tuple(
        framed(
            f"time.{form}",
            "TIME",
            pattern,
            partial(_check, judge=judge, reason=f"form:{form}", language=language),
            veto=veto if form == "clock" else None,
        )
        for form, judge, pattern in table
    )


def _check(
    data: bytes, start: int, end: int, judge: Judge, reason: str, language: str
) -> Hit | None:
    """Accept a time that is not part of a longer number."""
    if data[end : end + 1].isdigit() or goes_on(data, start, end):
        return None
    if later(data[start:end].decode("ascii"), 0, language) is None:
        return None
    score = judge(data, start, end)
    return Hit(start, end, score, ((reason, score),)) if score else None


def _clock(data: bytes, start: int, end: int, language: str) -> float:
    """Accept a clock time; an hour of one digit alone needs a word before it or a half after it."""
    value = data[start:end]
    hour = re.split(rb"[:.h]", value, maxsplit=1)[0]
    if data[start - 1 : start] == b":":
        return 0.0
    if value[-1:].isalpha() or value.endswith(b".") or len(value) > 5 + len(hour):
        return 0.85
    close = data[max(0, start - 16) : start].rstrip(b" :")
    words = near_words(
        close, len(close), "time-cue", len(close.split()[-1]) if close else 0, language
    )
    if words or _MARK_BEFORE.search(data[max(0, start - 3) : start]):
        return 0.75
    return 0.6 if len(hour) == 2 else 0.0


def _spoken(data: bytes, _: int, end: int, language: str) -> float:
    """Accept a time in words; "at the 3 o'clock position" is a place."""
    return 0.0 if near_words(data, end + _DIAL, "dial-word", 2 * _DIAL, language) else 0.75


def _half_day(data: bytes, start: int, end: int) -> float:
    return 0.85 if re.search(rb"[:.][0-5]", data[start:end]) else 0.8


def _hours(data: bytes, start: int, end: int) -> float:
    """Accept the four digits of "at 0830", or a time with its unit: "0830 hrs"."""
    if not data[start:end].isdigit():
        return 0.8
    # "at 2010" may be a year, and a number may count something.
    year = data[start : start + 2] in (b"19", b"20")
    if data[start : start + 1] != b"0" and (year or re.match(rb" [a-z]", data[end : end + 2])):
        return 0.0
    return 0.5


def _named(data: bytes, start: int, end: int) -> float:
    """Accept noon or midnight beside a word that makes it a time; with a capital it is a name."""
    return 0.0 if data[start:end].istitle() else 0.6
