"""Date orders: whether the day or the month comes first in numbers, as the verifiers see it.

The policy decides; else the column in which a date stands, else the language, else the document,
else the other documents of its subject, else all documents.
The rule stands in `docs/methods/date-shifting.md`. The transformer follows it with other code.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import pairwise
from typing import Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.values.contracts import Case
from textveil.values.metadata import CLOCK
from textveil.verify.readers.read_dates import DateRead, read_date

__all__ = ["DateOrders", "ReadDate", "order_of"]

_LONG: Final = 3653
"""Gaps longer than ten years tell nothing more about the order."""


class ReadDate(NamedTuple):
    """A date of the input: where it stands in the release, what was said and what is shown."""

    start: int
    end: int
    before: DateRead | None
    text: str
    shown: str


@dataclass(slots=True)
class _Messages:
    """The dates of a column of messages: the first message with each, by chat."""

    first: dict[tuple[str, str], int] = field(default_factory=dict)
    unsure: bool = False

    def day_first(self) -> bool | None:
        """Return the order in which messages go back in time less often, or stay closer."""
        if not self.unsure:
            return None
        placed = sorted((chat, at, text) for (chat, text), at in self.first.items())
        month, day = (self._walk(placed, order) for order in (False, True))
        return None if month == day else day < month

    @staticmethod
    def _walk(placed: list[tuple[str, int, str]], day_first: bool) -> tuple[int, int]:
        back, far = 0, 0
        last: dict[str, int] = {}
        for chat, _, text in placed:
            for day in _days([read_date(text, day_first)]):
                step = day - last.get(chat, day)
                back, far, last[chat] = back + (step < 0), far + abs(step), day
        return back, far


class DateOrders:
    """Learns the order of numbers from the columns of all documents, then reads their dates."""

    def __init__(self, day_first: bool | None, language: str, scope: str = "subject") -> None:
        self._said = day_first
        self._language = language
        self._scope = scope
        self._subjects: dict[str, int] = {}
        self._corpus = 0
        self._votes: Counter[str] = Counter()
        self._messages: dict[str, _Messages] = {}
        self._told: dict[str, bool | None] = {}

    def learn(self, case: Case) -> None:
        """Take in the columns of a document."""
        if self._said is not None or case.before is None:
            return
        language, row = case.read_in(self._language), case.before.metadata
        found = set(_texts(case))
        read_all = (read_date(text, language=language) for text in _texts(case))
        votes = sum(_vote(one) for one in read_all if one is not None)
        subject = self._name(case)
        self._subjects[subject] = self._subjects.get(subject, 0) + votes
        self._corpus += votes
        if not row:
            return
        chat = case.before.id.rstrip("0123456789")
        number = int(case.before.id[len(chat) :] or 0)
        for column, text in _cells(row):
            read = read_date(text, language=language) if text in found else None
            if read is None:
                continue
            self._votes[column] += _vote(read)
            if CLOCK in row and "." not in text:
                messages = self._messages.setdefault(column, _Messages())
                messages.unsure |= read.ambiguous
                key = chat, text
                messages.first[key] = min(number, messages.first.get(key, number))

    def passages(self, case: Case) -> list[ReadDate]:
        """Return the dates of a document, read in its order."""
        texts, language = _texts(case), case.read_in(self._language)
        cells: dict[str, bool] = {}
        if self._said is None and case.before is not None:
            orders = ((text, self._column(name)) for name, text in _cells(case.before.metadata))
            cells = {text: order for text, order in orders if order is not None}
        order = order_of(texts, self._said, language=language)
        if order is None:
            others = self._subjects.get(self._name(case), 0) or self._corpus
            order = others > 0 if others else None
        read = partial(read_date, language=language)
        return [
            ReadDate(start, end, read(text, cells.get(text, order)), text, edit.replacement)
            for edit, start, end, text in case.passages()
            if edit.label == "DATE"
        ]

    def _name(self, case: Case) -> str:
        return "" if self._scope == "corpus" else case.subject

    def _column(self, name: str) -> bool | None:
        if name not in self._told:
            votes = self._votes[name]
            messages = self._messages.get(name, _Messages())
            self._told[name] = votes > 0 if votes else messages.day_first()
        return self._told[name]


def _texts(case: Case) -> list[str]:
    return [text for edit, _, _, text in case.passages() if edit.label == "DATE"]


def _cells(row: Mapping[str, object]) -> list[tuple[str, str]]:
    return [(name, value.strip()) for name, value in row.items() if isinstance(value, str)]


def _vote(read: DateRead) -> int:
    """Return 1 if a date in numbers can only have the day first, -1 if only the month, else 0."""
    total = 0
    for one in read.parts or (read,):
        sure = one.numbers and not one.ambiguous and not one.impossible
        if sure and one.moments[0].day != one.moments[0].month:
            total += 1 if one.day_first else -1
    return total


def order_of(
    texts: Iterable[str], day_first: bool | None = None, *, language: str = ENGLISH
) -> bool | None:
    """Return whether the dates of a document have the day first; None if dots may tell.

    What `day_first` says holds, then what is usual in the language, then what the dates show.

    Examples
    --------
    >>> order_of(["03/05/2016", "25/05/2016"]), order_of(["03.05.2016", "May 9, 2016"])
    (True, False)
    """
    usual = language_named(language).day_first if day_first is None else day_first
    if usual is not None:
        return usual
    return _of_document(read_date(text, language=language) for text in texts)


def _of_document(found: Iterable[DateRead | None]) -> bool | None:
    """Return the order that the dates of a document show; None if dots may tell."""
    dates = [one for one in found if one is not None]
    votes = sum(map(_vote, dates))
    if votes:
        return votes > 0
    day_words = sum(one.form in ("day-month", "days-month", "words-month") for one in dates)
    month_words = sum(
        one.form in ("month-day", "month-days", "month-words", "clock-year") for one in dates
    )
    if day_words != month_words:
        return False if month_words > day_words else None
    return False if _closer_with_month_first(dates) else None


def _closer_with_month_first(dates: list[DateRead]) -> bool:
    doubtful = [one for one in dates if one.ambiguous and one.moments[0].year is not None]
    if not doubtful:
        return False
    sure = _days(one for one in dates if not one.ambiguous and not one.impossible)
    apart = []
    for order in (False, True):
        read = (read_date(one.text, order, language=one.language) for one in doubtful)
        days = sorted([*sure, *_days(read)])
        apart.append(sum(min(b - a, _LONG) for a, b in pairwise(days)))
    return 2 * apart[0] < apart[1]


def _days(dates: Iterable[DateRead | None]) -> list[int]:
    moments = [moment for one in dates if one is not None for moment in one.moments]
    return [
        date(moment.year, moment.month or 1, moment.day or 1).toordinal()
        for moment in moments
        if moment.precision == "day" and moment.year is not None
    ]
