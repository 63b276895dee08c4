"""Must change: which values a release must change, and which may stay."""

import re
from typing import Final

from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.written_dates import parse

__all__ = ["must_change", "tells_nothing"]

_NOTHING: Final = re.compile(r"\W*|\[[A-Z][A-Z-]*(?:[-:][^\[\]]*)?\]")
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

    A date that can be read moves by the offset of its subject. The offset is drawn, and 0 is as
    likely as any other; so a date may stay, and `intervals` says whether it had to.

    Examples
    --------
    >>> must_change("DATE", "3 May 2016"), must_change("DATE", "31 May 2016 or so")
    (False, True)
    >>> must_change("AGE", "45"), must_change("CITY", "Boston")
    (False, True)
    """
    if label != "DATE":
        return label not in _STAYING
    date = parse(value, language=language)
    return date is None or date.impossible
