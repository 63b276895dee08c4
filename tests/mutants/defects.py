"""Kinds of defects: what a function returns, or is given, in place of the right thing.

A defect is a function of the right function and its arguments. It says whether it made a
difference, because a defect that never shows itself is none.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date
from functools import partial
from itertools import islice
from random import Random

COLLECTIONS = (list, tuple, set, frozenset, dict, Counter)


def is_spans(value):
    return type(value).__name__ == "Spans"


def is_collection(value):
    return type(value) in COLLECTIONS or is_spans(value)


def none_of(value):
    """Return nothing, of the same type."""
    if isinstance(value, Iterator):
        return iter(())
    if isinstance(value, bool | int | float | str | bytes) or is_collection(value):
        return type(value)()
    if isinstance(value, Mapping):
        return {}
    return None


def half_of(value):
    """Return every second item."""
    if isinstance(value, Iterator):
        return islice(value, 0, None, 2)
    if isinstance(value, dict):
        return type(value)(dict(islice(value.items(), 0, None, 2)))
    return type(value)(islice(iter(value), 0, None, 2))


def moved_by_one(value, by):
    """Return a number, a slice or the end of a span that is off by one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value + by
    if isinstance(value, str | bytes) or type(value) in (list, tuple):
        return value[1:] if by > 0 else value[:-1]
    if isinstance(value, date):
        return date.fromordinal(value.toordinal() + by)
    if isinstance(value, Iterator):
        return (moved_by_one(one, by) for one in value)
    if is_spans(value):
        return type(value)(moved_by_one(one, by) for one in value)
    if (
        is_dataclass(value)
        and hasattr(value, "end")
        and value.end + by > getattr(value, "start", 0)
    ):
        return replace(value, end=value.end + by)
    return value


def day_for_month(value):
    """Exchange day and month, in a date or in what has both."""
    if isinstance(value, date):
        return value.replace(day=value.month, month=value.day) if value.day <= 12 else value
    if isinstance(value, Iterator):
        return map(day_for_month, value)
    if type(value) in (list, tuple):
        return type(value)(map(day_for_month, value))
    fits = is_dataclass(value) and {"day", "month"} <= {one.name for one in fields(value)}
    if fits and all(isinstance(one, int) for one in (value.day, value.month)) and value.day <= 12:
        return replace(value, day=value.month, month=value.day)
    return value


def same(one, other):
    """Tell whether two values are equal for certain; streams never are."""
    if isinstance(one, Iterator) or isinstance(other, Iterator):
        return False
    try:
        return type(one) is type(other) and bool(one == other)
    except Exception:  # noqa: BLE001 - arrays and the like
        return one is other


class Defect:
    """A planted defect: counts its calls, and those in which it made a difference."""

    def __init__(self, kind, owner=""):
        self.kind, self.calls, self.differs, self._first, self._owner = kind, 0, 0, None, owner

    def __call__(self, right, arguments, named):
        self.calls += 1
        if self.kind == "swapped":
            exchanged = self._exchanged(arguments)
            self.differs += exchanged != arguments
            return right(*exchanged, **named)
        value = right(*arguments, **named)
        wrong = self._wrong(value, arguments)
        self.differs += not same(value, wrong)
        return wrong

    def _wrong(self, value, arguments):
        made = RESULTS.get(self.kind)
        if made is not None:
            return made(value)
        if self.kind == "stuck":
            if self._first is None and not isinstance(value, Iterator):
                self._first = (value,)
            return value if self._first is None else self._first[0]
        if self.kind == "argument":
            fitting = [one for one in arguments if type(one) is type(value)]
            return fitting[0] if fitting else value
        if self.kind == "leaking":
            shown = [one for one in arguments if isinstance(one, str) and one != value]
            return f"{value[:-1]}{shown[0][-4:]}{value[-1:]}" if shown else value
        raise ValueError(self.kind)

    def _exchanged(self, arguments):
        places = swappable(arguments, skip=bool(self._owner))
        if places is None:
            return arguments
        one, two = places
        given = list(arguments)
        given[one], given[two] = given[two], given[one]
        return tuple(given)


RESULTS = {
    "nothing": none_of,
    "negated": lambda value: not value if isinstance(value, bool) else value,
    "always": lambda value: True if isinstance(value, bool) else value,
    "one more": partial(moved_by_one, by=1),
    "one less": partial(moved_by_one, by=-1),
    "day for month": day_for_month,
    "half": half_of,
}
KINDS = (*RESULTS, "argument", "leaking", "swapped", "stuck")


def swappable(arguments, *, skip):
    """Return the places of the first two arguments of one type; None if there are none."""
    for one in range(int(skip), len(arguments)):
        for two in range(one + 1, len(arguments)):
            if type(arguments[one]) is type(arguments[two]) and arguments[one] is not None:
                return one, two
    return None


def kinds_for(value, arguments, *, method):
    """Return the kinds of defects that fit a function, by one of its calls."""
    if value is None:
        return []
    fitting = list(kinds_of_result(value))
    if not isinstance(value, Iterator) and not same(day_for_month(value), value):
        fitting.append("day for month")
    given = arguments[int(method) :]
    if any(type(one) is type(value) and not same(one, value) for one in given):
        fitting.append("argument")
    if isinstance(value, str) and any(isinstance(one, str) and one != value for one in given):
        fitting.append("leaking")
    if swappable(arguments, skip=method) is not None:
        fitting.append("swapped")
    return fitting


def kinds_of_result(value):
    if isinstance(value, bool):
        return "negated", "always", "nothing"
    if isinstance(value, int | str | bytes):
        return "nothing", "one more", "one less", "stuck"
    if is_spans(value) or type(value) is tuple:
        return "nothing", "half", "stuck", "one more", "one less"
    if is_collection(value):
        return "nothing", "half", "stuck"
    if isinstance(value, Iterator):
        return "nothing", "half"
    return (
        ("nothing", "stuck") if isinstance(value, Random) or is_dataclass(value) else ("nothing",)
    )
