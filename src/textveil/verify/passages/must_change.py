"""Must change: which values a release must change, and which may stay."""

import re
from typing import Final

from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.label import family_of
from textveil.verify.passages.staying import may_stay
from textveil.verify.readers.read_dates import read_date

__all__ = ["must_change", "tells_nothing"]

_MARKS: Final = re.compile(r"\W*")
_TAG: Final = re.compile(
    r"\[([A-Z][A-Z0-9-]{0,60}?)(?:-(\d{1,9})|:[0-9a-f]{8,64}|:tv1\.[0-9A-Za-z._=-]*)?\]"
)
"""A label, with a number, a hash or a token behind it."""
_RUN: Final = re.compile(r"\d{1,60}")
_YEAR: Final = re.compile(r"(?:1[89]|20)[0-9]{2}")
_MANY: Final = 4
"""So many digits in a row tell of a number."""


def tells_nothing(replacement: str, label: str, value: str = "") -> bool:
    """Tell whether a replacement shows no value: a tag, marks, or nothing.

    A tag names a label of the family of the passage's own. The number in it counts persons and
    things: one that stands in the value itself (two digits and all of a run, or four digits of it),
    and in the tag of a date one that could be a year, tells of the value.

    Examples
    --------
    >>> tells_nothing("[DATE]", "DATE"), tells_nothing("***", "DATE")
    (True, True)
    >>> tells_nothing("[KOWALCZYK]", "NAME"), tells_nothing("[AGE-93]", "AGE", "93")
    (False, False)
    >>> tells_nothing("[DATE-2016]", "DATE", "5/3/16"), tells_nothing("[DATE-4]", "DATE", "5/3/16")
    (False, True)
    """
    if _MARKS.fullmatch(replacement):
        return True
    tag = _TAG.fullmatch(replacement)
    if tag is None or family_of(tag[1]) != family_of(label):
        return False
    number, runs = tag[2] or "", _RUN.findall(value)
    if family_of(label) == "DATE" and _YEAR.fullmatch(number):
        return False
    whole = len(number) > 1 and number in runs
    return not whole and not (len(number) >= _MANY and number in "".join(runs))


def must_change(label: str, value: str, *, language: str = ENGLISH) -> bool:
    """Tell whether a replaced value must not be its own surrogate.

    A date that names no day moves by whole months or years, of which there may be none, and one
    that counts from the day of writing ("last May") does not move at all. Whether a day may stay
    because the drawn offset is 0 says `intervals`; a copy of it elsewhere is left all the same.
    Births and visits move together, so that ages stay, and so do times of the day; a value that
    only the record calls so must change.

    Examples
    --------
    >>> must_change("DATE", "3 May 2016"), must_change("DATE", "2016"), must_change("AGE", "45")
    (True, False, False)
    >>> must_change("AGE", "Ana Kowalczyk"), must_change("TIME", "MRN 4471123")
    (True, True)
    """
    if label != "DATE":
        return not may_stay(label, value, language=language)
    date = read_date(value, language=language)
    return date is None or all(one.month and one.day for one in date.moments)
