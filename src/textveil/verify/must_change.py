"""Must change: which values a release must change, and which may stay."""

import re
from typing import Final

from textveil.lexicon.languages import ENGLISH
from textveil.verify.read_dates import read_date

__all__ = ["must_change", "tells_nothing"]

_NOTHING: Final = re.compile(r"\W*|\[[A-Z][A-Z-]{0,60}(?:[-:][^\[\]]*)?\]")
_STAYING: Final = frozenset({"AGE", "TIME"})
"""Births and visits move together, so that ages stay; so do times of day."""


def tells_nothing(replacement: str) -> bool:
    """Tell whether a replacement shows no value: a tag, marks, or nothing.

    Examples
    --------
    >>> tells_nothing("[DATE]"), tells_nothing("***"), tells_nothing("May 2016")
    (True, True, False)
    """
    return _NOTHING.fullmatch(replacement) is not None


def must_change(label: str, value: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a replaced value must not be its own surrogate.

    A date that names no day moves by whole months or years, of which there may be none, and one
    that counts from the day of writing ("last May") does not move at all. Whether a day may stay
    because the drawn offset is 0 says `intervals`; a copy of it elsewhere is left all the same.

    Examples
    --------
    >>> must_change("DATE", "3 May 2016"), must_change("DATE", "2016"), must_change("AGE", "45")
    (True, False, False)
    """
    if label != "DATE":
        return label not in _STAYING
    date = read_date(value, language=language)
    return date is None or all(one.month and one.day for one in date.moments)
