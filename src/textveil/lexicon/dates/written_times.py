"""Written times of day: their forms, `data/time_forms.tsv`, and times some whole hours later."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import Final

from textveil.lexicon.dates.date_fields import dressed
from textveil.lexicon.dates.written_forms import table_of, templates
from textveil.lexicon.tables.facts import facts

__all__ = ["TimeForm", "begins_with_time", "later", "time_forms"]

_MARKS: Final = " \t\n,;:.@~(-"
_GOES_ON: Final = re.compile(r"[./-]?[0-9]")


@dataclass(frozen=True)
class TimeForm:
    """One way of writing a time: its finder for RE2, and its reader for whole passages.

    `about` is the template of what may stand before a time.
    """

    finder: str
    about: str
    template: str
    language: str

    @cached_property
    def reader(self) -> re.Pattern[str]:
        """Matches whole passages; made when first asked for."""
        return templates(self.language).reader(self.about + self.template)


@cache
def time_forms(language: str = "en") -> Mapping[str, TimeForm]:
    """Return the forms of a language by name, in the order in which they are tried."""
    made, table = templates(language), dict(table_of("time_forms.tsv"))
    about = table.pop("about")
    return MappingProxyType(
        {
            name: TimeForm(made.finder(template), about, template, language)
            for name, template in table.items()
        }
    )


def begins_with_time(text: str, language: str = "en") -> bool:
    """Tell whether a passage that may be a date is a time of day, or begins with one.

    Examples
    --------
    >>> [begins_with_time(one) for one in ("2 o'clock", "0830", "2015", "3.5.2016")]
    [True, True, False, False]
    """
    bare, table = text.lstrip(_MARKS), time_forms(language)
    for name in ("half-day", "clock", "whole"):
        match = table[name].reader.match(bare)
        if match is not None and not _GOES_ON.match(bare, match.end()):
            return True
    return table["hours"].reader.fullmatch(bare) is not None and bare[:2] not in ("19", "20")


@lru_cache(maxsize=4096)
def later(text: str, hours: int, language: str = "en") -> str | None:
    """Return a time of day some hours later, round the clock; None if it cannot be read.

    Minutes, zone and writing stay. Noon and midnight become an hour with `am` or `pm`.

    Examples
    --------
    >>> later("2:30 p.m.", 3), later("2215", 3), later("half past ten", 3), later("noon", 1)
    ('5:30 p.m.', '0115', 'half past one', '1 pm')
    """
    for name, form in time_forms(language).items():
        match = form.reader.fullmatch(text)
        moved = None if match is None else _moved(name, match, hours, language)
        if moved is not None:
            return moved if hours % 24 else text
    return None


def _moved(name: str, match: re.Match[str], hours: int, language: str) -> str | None:
    known, said = facts(language), match["hour"]
    clock_name = match["name"] if name == "name" else said
    named = known.value("clock-name", clock_name)
    if named is not None:
        hour = (int(named) + hours) % 24
        written = f"{(hour - 1) % 12 + 1}" + (
            f" {'am' if hour < 12 else 'pm'}" if name == "name" else ""
        )
        return match.string[: match.start("hour")] + written
    word = known.value("number", said)
    at = int(said if word is None else word)
    if name == "half-day":
        return _half_day(match, hours)
    if at > 24 or (word and not 0 < at <= 12):
        return None
    if word is not None:
        return _put(match, hour=dressed(known.words("number")[(at + hours - 1) % 12 + 1], said))
    if name in ("words", "whole"):
        return _put(match, hour=str((at + hours - 1) % 12 + 1))
    return _put(match, hour=f"{(at + hours) % 24:0{len(said)}}")


def _half_day(match: re.Match[str], hours: int) -> str | None:
    """Move an hour, or the two of a period, of which the last tells the half of the day."""
    late, last = match["half"].lower() == "p", match["last"] or match["hour"]
    if not all(0 < int(said) <= 12 for said in (match["hour"], last)):
        return None
    first_late = late and int(match["hour"]) % 12 <= int(last) % 12
    first, _ = _twelve(match["hour"], first_late, hours)
    end, now_late = _twelve(last, late, hours)
    half = dressed("p" if now_late else "a", match["half"])
    more = {"last": end} if match["last"] else {}
    return _put(match, hour=first, half=half, **more)


def _twelve(said: str, late: bool, hours: int) -> tuple[str, bool]:
    hour = (int(said) % 12 + 12 * late + hours) % 24
    width = 2 if said.startswith("0") else 1
    return f"{(hour - 1) % 12 + 1:0{width}}", hour >= 12


def _put(match: re.Match[str], **written: str) -> str:
    """Return the text with other values in some groups."""
    text = match.string
    for group in sorted(written, key=match.start, reverse=True):
        text = text[: match.start(group)] + written[group] + text[match.end(group) :]
    return text
