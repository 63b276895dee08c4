"""Conventions: how dates are to be read, as the policy, the column or the document shows.

Which of two numbers is the day is decided here and nowhere else: by the policy where it says so,
else by the column of a table in which a date stands, else by the document.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as Day  # noqa: N812 - written dates are called dates here
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from textveil.lexicon.dates.written_date import WrittenDate
from textveil.lexicon.dates.written_date_moments import YEARS
from textveil.lexicon.dates.written_dates import parse
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.values.metadata import CLOCK

__all__ = ["ColumnOrders", "Conventions", "conventions", "order_shown"]

_EITHER: Final = frozenset({"numeric", "numeric-month-day", "blanks", "digits"})
_MONTH_FIRST: Final = frozenset({"month-day", "month-days", "month-words", "clock-year"})
_DAY_FIRST: Final = frozenset({"day-month", "days-month", "words-month"})
_LONG_AGO: Final = 3653
"""Ten years, in days: births and histories lie further from the time of writing."""


class Conventions(NamedTuple):
    """How to read the dates of a document.

    Attributes
    ----------
    day_first
        Whether numbers have the day first; None if nothing tells: then dots and other marks are
        read each in their way (`written_dates.parse`).
    year
        The year that occurs most often.
    cells
        Whether numbers have the day first in values of columns that tell it.
    language
        Language of the document.
    """

    day_first: bool | None = None
    year: int | None = None
    cells: Mapping[str, bool] = MappingProxyType({})
    language: str = ENGLISH

    def read(self, passage: str) -> WrittenDate | None:
        """Read a date of the document."""
        day_first = self.cells.get(passage, self.day_first)
        return parse(passage, day_first, language=self.language)


class ColumnOrders:
    """What the columns of a table, or the days of a chat, show about the order of their dates.

    A date that can be read in one way alone tells the order of its column. If no date of a chat
    does, its messages tell: they are written one after the other, so the order holds in which they
    go back in time less often; if both do so equally often, the one in which they lie nearer to
    each other. Dots always stand behind the day. Rows may be learned in any order.
    """

    def __init__(self) -> None:
        self._shown: Counter[str] = Counter()
        self._messages: dict[str, dict[tuple[str, str], int]] = {}
        self._either: set[str] = set()
        self._told: dict[str, tuple[bool | None, bool]] = {}

    def learn(
        self,
        row: Mapping[str, object],
        passages: Iterable[str],
        *,
        at: str = "",
        language: str = ENGLISH,
    ) -> None:
        """Learn from the dates of a row that are the values of its columns.

        Parameters
        ----------
        row
            Values by column; a row with a `CLOCK` is a message.
        passages
            The dates of the row.
        at
            Id of the row; the number at its end counts messages.
        language
            Language of the row.
        """
        dates, (chat, number) = set(passages), _counted(at)
        self._told.clear()
        for column, value in row.items():
            if not isinstance(value, str) or value.strip() not in dates:
                continue
            date = parse(value.strip(), language=language)
            self._shown[column] += 0 if date is None else _shows_order(date)
            if date is not None and CLOCK in row and "." not in value:
                self._either |= {column} if date.ambiguous else set()
                found = self._messages.setdefault(column, {})
                key = chat, value.strip()
                found[key] = min(number, found.get(key, number))

    def of(self, row: Mapping[str, object]) -> dict[str, bool]:
        """Return, for the values of a row whose columns tell it, whether the day comes first."""
        orders = {column: self._order(column)[0] for column in row}
        return {
            value.strip(): order
            for column, value in row.items()
            if isinstance(value, str) and (order := orders[column]) is not None
        }

    @property
    def unsure(self) -> dict[str, bool]:
        """The columns of messages that fit both orders, each with whether the day comes first."""
        orders = {column: self._order(column) for column in sorted(self._either)}
        return {column: bool(first) for column, (first, unsure) in orders.items() if unsure}

    def _order(self, column: str) -> tuple[bool | None, bool]:
        """Return whether the day comes first, and whether that is a guess."""
        if self._shown[column]:
            return self._shown[column] > 0, False
        if column not in self._either:
            return None, False
        if column not in self._told:
            found = self._messages[column]
            placed = sorted((chat, number, value) for (chat, value), number in found.items())
            month, day = (_steps(placed, day_first) for day_first in (False, True))
            fits_both = month[0] == day[0] and month[1] + day[1] > 0
            self._told[column] = (None if month == day else day < month), fits_both
        return self._told[column]


def _counted(at: str) -> tuple[str, int]:
    """Return the id of a message as that of its chat and its number there."""
    chat = at.rstrip("0123456789")
    return chat, int(at[len(chat) :] or 0)


def _steps(placed: Iterable[tuple[str, int, str]], day_first: bool) -> tuple[int, int]:
    """Return how often messages go back in time, and how many days lie between them in all."""
    back, apart = 0, 0
    chats: dict[str, int] = {}
    for chat, _, value in placed:
        date = parse(value, day_first)
        for day in _days([] if date is None else [date]):
            step = day - chats.get(chat, day)
            back, apart = back + (step < 0), apart + abs(step)
            chats[chat] = day
    return back, apart


def conventions(
    passages: Iterable[str],
    day_first: bool | None = None,
    cells: Mapping[str, bool] = MappingProxyType({}),
    *,
    language: str = ENGLISH,
) -> Conventions:
    """Return how the dates of a document are to be read.

    What `day_first` says holds. Otherwise the values of columns are read as their columns show. If
    one order is usual in the language, it holds elsewhere. Else numbers are read with the day first
    if more of the dates can only be read so than can only be read with the month first; a weekday
    beside a date counts. Where neither is shown, dots are
    not taken for a sign of the day first if more dates in words have the month first ("May 3");
    nor, where words do not tell, if the dates lie twice as near to each other without. The year is
    the one that occurs most often, of several the latest.

    Parameters
    ----------
    passages
        The dates of the document.
    day_first
        What the policy says; None if it says nothing.
    cells
        What the columns say about values of this document (`ColumnOrders.of`).
    language
        Language of the document.

    Examples
    --------
    >>> conventions(["03/05/2016", "25/05/2016", "4 June"])[:2]
    (True, 2016)
    >>> conventions(["03.05.2016"])[:2], conventions(["03.05.2016", "May 9, 2016"])[:2]
    ((None, 2016), (False, 2016))
    """
    read = (parse(text, day_first, language=language) for text in passages)
    dates = [date for date in read if date is not None]
    cells = {} if day_first is not None else cells
    if day_first is None:
        usual = language_named(language).day_first
        day_first = _shown_by(dates) if usual is None else usual
    years: Counter[int] = Counter()
    for date in dates:
        moments = () if date.impossible else date.moments
        named = (m.year for m in moments if m.precision != "decade")
        years.update(year for year in named if year is not None and year in YEARS)
    year = max(years, key=lambda one: (years[one], one)) if years else None
    return Conventions(day_first, year, cells, language)


def order_shown(passages: Iterable[str], language: str = ENGLISH) -> int:
    """Return how many dates can only have the day first, less those with the month first.

    Examples
    --------
    >>> order_shown(["25/05/2016", "26/05/2016", "03/04/2016"]), order_shown(["05/25/2016"])
    (2, -1)
    """
    read = (parse(text, language=language) for text in passages)
    return sum(_shows_order(date) for date in read if date is not None)


def _shown_by(dates: Sequence[WrittenDate]) -> bool | None:
    """Return whether the dates of a document have the day first; None if nothing tells."""
    shown = sum(_shows_order(date) for date in dates)
    if shown:
        return shown > 0
    words = sum(_order_in_words(date) for date in dates)
    return False if words < 0 or (words == 0 and _month_first_is_nearer(dates)) else None


def _days(dates: Iterable[WrittenDate]) -> Iterator[int]:
    for date in dates:
        for moment in date.moments:
            if moment.precision == "day" and moment.year is not None:
                yield Day(moment.year, moment.month or 1, moment.day or 1).toordinal()


def _shows_order(date: WrittenDate) -> int:
    """Return 1 where only day first will do, -1 where only month first, 0 if nothing tells."""
    told = 0
    for part in date.parts or (date,):
        numeric = sum(slot.kind in "DM" for slot in part.slots) == 2
        if not numeric or part.ambiguous or part.impossible or part.form not in _EITHER:
            continue
        moment = part.moments[0]
        if moment.month != moment.day:
            told += 1 if part.day_first else -1
    return told


def _order_in_words(date: WrittenDate) -> int:
    return (date.form in _DAY_FIRST) - (date.form in _MONTH_FIRST)


def _month_first_is_nearer(dates: Sequence[WrittenDate]) -> bool:
    unsure = [date for date in dates if date.ambiguous and date.year is not None]
    if not unsure:
        return False
    fixed = sorted(_days(date for date in dates if not date.ambiguous and not date.impossible))
    apart = []
    for day_first in (False, True):
        read = [parse(date.text, day_first, language=date.language) for date in unsure]
        days = sorted([*fixed, *_days(date for date in read if date is not None)])
        gaps = [later - earlier for earlier, later in pairwise(days)]
        apart.append(sum(min(gap, _LONG_AGO) for gap in gaps))
    return 2 * apart[0] < apart[1]
