"""A clock for every subject: all days of a subject move together, to a day that the key draws.

The latest day of a subject, its *anchor*, goes to a day that is drawn evenly from a window of whole
years; every other day of the subject goes with it. The window is the same for everybody, so what is
shown tells only how far the days of a subject lie apart, and the weekday of the anchor. Definition
and proof stand in `docs/methods/date-shifting.md`.
"""

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.calendar_words import calendar_words
from textveil.lexicon.dates.date_conventions import (
    ColumnOrders,
    Conventions,
    conventions,
    order_shown,
)
from textveil.lexicon.dates.placed_dates import PlacedDate, dated_days, placed_dates
from textveil.lexicon.dates.written_date_moments import Reach, middle
from textveil.lexicon.tables.facts import facts
from textveil.values.document import Document
from textveil.values.keys.draw import Draw
from textveil.values.keys.vault import Vault

__all__ = ["Clocks", "target_of"]

_TAG: Final = "[DATE]"
_ALL: Final = "\n"
"""Stands for all subjects; no subject is called so."""
_CLOCKS: Final = "clock"
_PERIODS: Final = "clock-periods"
_WORD: Final = re.compile(r"[^\W\d_]+")
_SEASON: Final = 3
"""How many days the time of the year may differ where seasons are kept."""


def target_of(draw: Draw, subject: str, anchor: int, options: Mapping[str, Any]) -> int:
    """Return the day to which the anchor of a subject goes, as an ordinal.

    It depends on the anchor's weekday alone; with `season: keep`, on the day of the year, too.

    Parameters
    ----------
    draw
        Keyed randomness.
    subject
        Whose clock it is; empty for the corpus.
    anchor
        The latest day of the subject.
    options
        `window`, `season` and `keep_weekday`.

    Examples
    --------
    >>> anchor, draw = date(2026, 11, 17).toordinal(), Draw(b"k" * 32)
    >>> options = {"window": "2010-2019", "season": None, "keep_weekday": True}
    >>> target = target_of(draw, "p1", anchor, options)
    >>> date.fromordinal(target).year in range(2010, 2020), (target - anchor) % 7
    (True, 0)
    """
    days = _candidates(anchor, options)
    digest = draw.digest("date-clock", subject)
    return days[int.from_bytes(digest, "big") % len(days)]


def _candidates(anchor: int, options: Mapping[str, Any]) -> Sequence[int]:
    """Return the days of the window to which an anchor may go, in order."""
    first, last = map(int, options["window"].split("-"))
    step = 7 if options["keep_weekday"] else 1

    def fitting(low: int, high: int) -> range:
        return range(low + (anchor - low) % step, high + 1, step)

    if options["season"] is None:
        return fitting(date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal())
    around = (_same_day(anchor, year) for year in range(first, last + 1))
    return [day for at in around for day in fitting(at - _SEASON, at + _SEASON)]


def _same_day(day: int, year: int) -> int:
    """Return the same day of another year; 28 February for the 29th where there is none."""
    moved = date.fromordinal(day)
    leap = (moved.month, moved.day) == (2, 29)
    number = date(year, 2, 28).toordinal() if leap else moved.replace(year=year).toordinal()
    return number + (leap and (date.fromordinal(number + 1).month == 2))


class _Row(NamedTuple):
    """The dates of a document, those that are values of columns, and the language."""

    dates: list[str]
    cells: Mapping[str, Any]
    language: str


@dataclass(slots=True, repr=False)
class _Clock:
    """What is known of a subject: how far it moves, its days, and the days of its periods."""

    offset: int | None = None
    dated: set[int] = field(default_factory=set)
    days: list[int] = field(default_factory=list)
    chosen: dict[tuple[str, int], int] = field(default_factory=dict)

    def choose(self, kind: str, reach: Reach) -> int:
        """Return the day of a period that counts: the subject's nearest to its middle, or that."""
        known = self.chosen.get((kind, reach[0]))
        if known is not None:
            return known
        at, low = middle(kind, reach), bisect_left(self.days, reach[0])
        inside = self.days[low : bisect_left(self.days, reach[1] + 1)]
        return min(inside, key=lambda day: (abs(day - at), day), default=at)


@dataclass(slots=True, repr=False)
class Clocks:
    """The clocks of all subjects.

    Attributes
    ----------
    options
        All options of surrogates; dates have `window`, `season`, `keep_weekday` and `day_first`.
    scope
        `corpus` for one clock of all documents; else each subject has one.
    vault
        Keeps clocks and chosen days for later batches; None if every run stands for itself.
    """

    options: Mapping[str, Any]
    scope: str = "subject"
    vault: Vault | None = None
    _columns: ColumnOrders = field(default_factory=ColumnOrders)
    _rows: dict[str, list[_Row]] = field(default_factory=dict)
    _clocks: dict[str, _Clock] = field(default_factory=dict)
    _habits: Counter[tuple[str, str]] = field(default_factory=Counter)
    _usual: Mapping[str, str] = field(default_factory=dict)
    _orders: Counter[str] = field(default_factory=Counter)
    """How many more dates have the day first than the month, by subject, and in all."""

    @property
    def unsure(self) -> Mapping[str, bool]:
        """Columns whose dates fit both orders, each with whether the day is taken to come first."""
        return {} if self.options["day_first"] is not None else self._columns.unsure

    def learn(self, document: Document, dates: Sequence[str], language: str) -> None:
        """Take in the dates of a document, before any date is moved."""
        if not dates:
            return
        cells = {name: value for name, value in document.metadata.items() if value in dates}
        self._columns.learn(document.metadata, dates, at=document.id, language=language)
        shown = order_shown(dates, language)
        self._orders[self._subject(document)] += shown
        self._orders[_ALL] += shown
        # How the dates of a table are read is known when every row was seen.
        row = _Row(list(dates), cells, language)
        self._rows.setdefault(self._subject(document), []).append(row)

    def settle(self, draw: Draw) -> None:
        """Give every subject that waits its clock; who has one keeps it."""
        rows, self._rows = self._rows, {}
        read = {
            subject: [(one, self._shown(one, subject)) for one in theirs]
            for subject, theirs in rows.items()
        }
        periods: dict[str, set[tuple[str, Reach]]] = {}
        for subject, theirs in read.items():
            clock = self._clocks.setdefault(subject, _Clock())
            clock.dated |= {day for row, shown in theirs for day in dated_days(row.dates, shown)}
            dated = sorted(clock.dated)
            placed = [p for r, s in theirs for p in placed_dates(r.dates, s, dated) if p]
            self._habits.update(habit for one in placed for habit in one.date.habits)
            clock.days = sorted({*clock.days, *(day for one in placed for day in one.days())})
            periods[subject] = {period for one in placed for period in one.periods()}
        self._usual = _most(self._habits)
        self._set(draw, periods)

    def _set(self, draw: Draw, periods: Mapping[str, set[tuple[str, Reach]]]) -> None:
        asked: dict[str, tuple[int, ...]] = {}
        for subject, theirs in periods.items():
            clock = self._clocks[subject]
            middles = [middle(*period) for period in theirs]
            if clock.offset is None and (clock.days or middles):
                anchor = clock.days[-1] if clock.days else max(middles)
                asked[subject] = anchor, target_of(draw, subject, anchor, self.options)
        for subject, (anchor, target) in self._kept(_CLOCKS, asked).items():
            self._clocks[subject].offset = target - anchor
        chosen = {
            (subject, kind, reach[0]): (self._clocks[subject].choose(kind, reach),)
            for subject, theirs in periods.items()
            for kind, reach in theirs
        }
        for (subject, kind, first), (day,) in self._kept(_PERIODS, chosen).items():
            self._clocks[subject].chosen[kind, first] = day

    def _kept(self, space: str, asked: Mapping[Any, tuple[int, ...]]) -> dict[Any, Sequence[int]]:
        """Store numbers in the vault if there is one; return those that stand there."""
        if self.vault is None or not asked:
            return dict(asked)
        keys = {json.dumps([self.scope, *_parts(one)]): one for one in asked}
        # With what they are about, so that no two rows hold the same.
        rows = {key: json.dumps([*json.loads(key), *asked[one]]) for key, one in keys.items()}
        standing = self.vault.remember_all(space, rows)
        told = {keys[key]: json.loads(row) for key, row in standing.items()}
        return {one: row[-len(asked[one]) :] for one, row in told.items()}

    def written(
        self, document: Document, dates: Sequence[str], language: str, draw: Draw
    ) -> Iterator[str]:
        """Yield the dates of a document as the clock of its subject shows them."""
        subject = self._subject(document)
        if self._rows:
            self.settle(draw)
        if subject not in self._clocks:
            self.learn(document, dates, language)
            self.settle(draw)
        shown = self._shown(_Row(list(dates), document.metadata, language), subject)
        clock = self._clocks.get(subject, _Clock())
        placed = placed_dates(dates, shown, sorted(clock.dated))
        own = _most(Counter(habit for one in placed if one for habit in one.date.habits))
        habits = {**self._usual, **own}
        for text, one in zip(dates, placed, strict=True):
            stays = one is None and self._stays(text, language)
            named = _has_name(text, language)
            yield text if stays else _moved(None if named else one, clock, habits)

    def _stays(self, text: str, language: str) -> bool:
        """Tell whether a passage names weekdays alone, which whole weeks leave true."""
        if not self.options["keep_weekday"] or any(map(str.isdecimal, text)):
            return False
        known = facts(language)
        kinds = {word.kind for word in calendar_words(text, language=language)}
        months = (known.is_a(word, "month", "month-short") for word in _WORD.findall(text))
        return kinds == {"weekday"} and not any(months)

    def _shown(self, row: _Row, subject: str) -> Conventions:
        """Return how dates are read; what a document does not show, its subject or all do."""
        cells = self._columns.of(row.cells)
        shown = conventions(row.dates, self.options["day_first"], cells, language=row.language)
        others = self._orders[subject] or self._orders[_ALL]
        told = shown.day_first is not None or not others
        return shown if told else shown._replace(day_first=others > 0)

    def _subject(self, document: Document) -> str:
        return "" if self.scope == "corpus" else document.counted_subject


def _has_name(text: str, language: str) -> bool:
    """Tell whether a passage is the name of a day without its year: "the Fourth of July"."""
    if any(map(str.isdecimal, text)):
        return False
    words = (word for word in calendar_words(text, language=language) if word.kind != "weekday")
    around = (_WORD.findall(text[: word.start] + text[word.end :]) for word in words)
    known = facts(language)
    return any(all(known.is_a(one, "article") for one in rest) for rest in around)


def _parts(one: Any) -> tuple[Any, ...]:
    return one if isinstance(one, tuple) else (one,)


def _most(shown: Mapping[tuple[str, str], int]) -> dict[str, str]:
    """Return the most frequent style of each habit."""
    ordered = sorted(shown.items(), key=lambda pair: (pair[1], pair[0]))
    return dict(habit for habit, _ in ordered)


def _moved(placed: PlacedDate | None, clock: _Clock, habits: Mapping[str, str]) -> str:
    if placed is None:
        return _TAG
    try:
        # What has no place in time ("yesterday") stays where the subject has no clock.
        return placed.date.shifted(clock.offset or 0, placed.year, clock.choose, habits)
    except InvalidValueError:
        return _TAG
