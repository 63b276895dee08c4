"""Time covers: phrases whose interval covers a time (paper 5, Algorithm 1).

Phrases come from the table `time_covers.tsv`, read against the moment at which the message is
written, and from the grammar of dates: "in May 2014", "in 2014".
"""

from calendar import month_name, monthrange
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache

from textveil.lexicon.tables.facts import facts
from textveil.values.messages.ladder import Ladder, Rung

__all__ = ["Interval", "interval_of", "known_rules", "phrase_interval", "time_ladder"]

Interval = tuple[datetime, datetime]


def interval_of(rule: str, at: datetime) -> Interval:
    """Return first and last second of a rule of the table, seen from a moment.

    Examples
    --------
    >>> interval_of("day -1", datetime(2014, 4, 4, 9))
    (datetime.datetime(2014, 4, 3, 0, 0), datetime.datetime(2014, 4, 3, 23, 59, 59))
    """
    unit, steps, *part = rule.split()
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    number = int(steps)
    if unit == "part":
        first, last = (timedelta(days=number, seconds=int(second)) for second in part)
        return day + first, day + last
    if unit == "day":
        return _days(day + timedelta(days=number), 1)
    if unit == "week":
        return _days(day - timedelta(days=day.weekday()) + timedelta(weeks=number), 7)
    if unit == "month":
        months = day.year * 12 + day.month - 1 + number
        return _month(months // 12, months % 12 + 1)
    if unit == "year":
        return _years(day.year + number, 1)
    return _years((day.year // 10 + number) * 10, 10)


@cache
def known_rules() -> tuple[str, ...]:
    """Return the rules of the table and those beside them, each once."""
    steps = {"day": 31, "week": 12, "month": 24, "year": 10, "decade": 3}
    beside = (f"{unit} {step}" for unit, most in steps.items() for step in range(-most, most + 1))
    return tuple(dict.fromkeys((*(rule for _, rule in _table(adverbs=True)), *beside)))


def phrase_interval(
    phrase: str, at: datetime, collected: Iterable[tuple[str, str]] = ()
) -> Interval | None:
    """Return the interval of a phrase of the tables; None if it is none.

    Examples
    --------
    >>> phrase_interval("This week", datetime(2014, 4, 4))[0]
    datetime.datetime(2014, 3, 31, 0, 0)
    """
    known = {name.casefold(): rule for name, rule in (*_table(adverbs=True), *collected)}
    rule = known.get(phrase.casefold())
    return None if rule is None else interval_of(rule, at)


def _table(*, adverbs: bool) -> list[tuple[str, str]]:
    known = facts()
    found = [*known.values("time-cover").items()]
    return found + ([*known.values("time-adverb").items()] if adverbs else [])


def time_ladder(
    text: str,
    since: datetime,
    until: datetime,
    at: datetime,
    collected: Iterable[tuple[str, str]] = (),
    *,
    adverbs: bool = True,
) -> Ladder:
    """Return the ladder of a time: wider and wider phrases, at last nothing.

    Phrases of the same interval stand on one level.

    Parameters
    ----------
    text
        The time phrase as written.
    since, until
        Its first and last second.
    at
        The moment at which the message is written.
    collected
        Further phrases with their rules, as `compose time-phrases` collects them.
    adverbs
        Whether phrases may be taken that can be no subject.

    Examples
    --------
    >>> at = datetime(2014, 4, 4, 8)
    >>> ten = datetime(2014, 4, 4, 10)
    >>> [rung.text for rung in time_ladder("at 10AM", ten, ten, at).rungs][:4]
    ['at 10AM', 'this morning', 'today', 'this week']
    """
    by_interval: dict[Interval, list[str]] = {}
    table = dict.fromkeys([*_table(adverbs=adverbs), *(collected if adverbs else ())])
    for phrase, rule in table:
        by_interval.setdefault(interval_of(rule, at), []).append(phrase)
    for interval, phrase in _dated(since, at) if adverbs else ():
        by_interval.setdefault(interval, []).append(phrase)
    rungs = [Rung((text,), seconds=_length((since, until)), relation="time")]
    taken, within = {text.casefold()}, (since, until)
    for interval in sorted(by_interval, key=_length):
        forms = tuple(one for one in by_interval[interval] if one.casefold() not in taken)
        wider = interval[0] <= within[0] and within[1] <= interval[1] and interval != within
        if wider and forms:
            taken |= {form.casefold() for form in forms}
            rungs.append(Rung(forms, seconds=_length(interval), relation="time"))
            # Each level covers the one below it, so a week that leaves its month is skipped.
            within = interval
    rungs.append(Rung((), relation="out"))
    return Ladder(tuple(rungs))


def _dated(since: datetime, at: datetime) -> list[tuple[Interval, str]]:
    """Return month and year of a time where they are not those of the message."""
    month, year = month_name[since.month], since.year
    if year != at.year:
        return [(_month(year, since.month), f"in {month} {year}"), (_years(year, 1), f"in {year}")]
    return [] if since.month == at.month else [(_month(year, since.month), f"in {month}")]


def _days(first: datetime, count: int) -> Interval:
    return first, first + timedelta(days=count, seconds=-1)


def _month(year: int, month: int) -> Interval:
    return _days(datetime(year, month, 1), monthrange(year, month)[1])


def _years(year: int, count: int) -> Interval:
    return datetime(year, 1, 1), datetime(year + count - 1, 12, 31, 23, 59, 59)


def _length(interval: Interval) -> int:
    return int((interval[1] - interval[0]).total_seconds())
