"""Edges: signs around a value that are in its passage but not part of it.

A detector may take a full stop, a bracket or an emoji along with a value. Makers read values, so
the edges are cut off before and put back after; the value itself is found whatever surrounds it.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.transform.surrogates.maker import Maker, Setting

__all__ = ["Edged", "cut_edges"]

_ALWAYS: Final = frozenset('"*\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\u2022\u00b7|\u2026')
"""Signs that belong to no value at either end."""
_BEFORE: Final = _ALWAYS | frozenset(",;:!?.\u2013\u2014\u2018")
_AFTER: Final = _ALWAYS | frozenset(",;:!?\u2013\u2014")
_PAIRS: Final[Mapping[str, str]] = {"(": ")", "[": "]", "<": ">", "{": "}"}
_CLOSING: Final = {close: opening for opening, close in _PAIRS.items()}
_ODD: Final = frozenset(("So", "Sk", "Cf", "Cn", "Co"))
"""Categories of emoji, of what colours and joins them, and of what is invisible."""
_VARIANT: Final = "\ufe0f"
_POSSESSIVE: Final = re.compile(r"['\u2019][sS]$")
_SHORT: Final = re.compile(r"(?:^|[\W_])(?:[^\W\d_]|[^\W\d_]{1,60}\.[\w.]{0,60})$")
"""A letter, or letters with full stops inside: the full stop after them is theirs."""
_STOPS: Final = re.compile(r"\.{2,60}$")
_STOPPED: Final = frozenset(
    {"STATE", "HOSPITAL", "MANUFACTURER", "ORGANIZATION", "STREET", "ADDRESS", "TIME"}
)
"""Kinds in which words are cut short with a full stop: Mass., Inc., Ave., p.m."""
_LETTERED: Final = frozenset(
    {"AGE", "CITY", "COUNTRY", "DATE", "DEMOGRAPHIC", "INITIALS", "PROFESSION", "ROOM"}
)
"""Kinds in which only letters have full stops of their own: U.S., D.C."""
_TAGGED: Final = frozenset(
    {"CITY", "COUNTRY", "DATE", "DEMOGRAPHIC", "EMAIL", "IP", "PROFESSION", "URL"}
)
"""Kinds of which a number sign is never a part."""
_DECADES: Final = frozenset({"DATE", "AGE", "TIME"})


def cut_edges(value: str, label: str, language: str = ENGLISH) -> tuple[str, str, str]:
    """Return what stands before a value, the value, and what stands after it.

    Examples
    --------
    >>> cut_edges("Boston.", "CITY"), cut_edges("(617) 735-1234", "PHONE")
    (('', 'Boston', '.'), ('', '(617) 735-1234', ''))
    >>> cut_edges("(Mass.)", "STATE"), cut_edges("*Lima's*", "CITY")
    (('(', 'Mass.', ')'), ('*', 'Lima', "'s*"))
    """
    start, end = 0, len(value)
    if len(value) > 1 and value[0] == value[-1] == "'":
        start, end = 1, end - 1
    while start < end and _opens(value, start, end, label):
        start += 1
    while end > start and _closes(value, start, end, label):
        end -= 1
    found = _POSSESSIVE.search(value, start, end)
    if found and found.start() > start:
        # "the 1990's" are a decade, and "New Year's" is a day.
        decade = label in _DECADES and len(found.string[start : found.start()]) in (2, 4)
        day = label == "DATE" and facts(language).is_a(value[start:end], "holiday-bare")
        end = end if decade or day else found.start()
    return (value[:start], value[start:end], value[end:]) if start < end else ("", value, "")


def _opens(value: str, at: int, end: int, label: str) -> bool:
    sign = value[at]
    if sign in _PAIRS:
        # A bracket that is closed before the end belongs to the value: (617) 735-1234.
        closed = value.find(_PAIRS[sign], at + 1, end)
        return closed < 0 or not any(map(str.isalnum, value[closed:end]))
    if sign in "#-":
        return value[at + 1 : at + 2].isspace() or (sign == "#" and label in _TAGGED)
    return sign in _BEFORE or _is_odd(sign)


def _closes(value: str, start: int, end: int, label: str) -> bool:
    sign = value[end - 1]
    if sign in _CLOSING:
        return _CLOSING[sign] not in value[start : end - 1]
    if sign == ".":
        return _ends_sentence(value, start, end, label)
    return sign in _AFTER or _is_odd(sign)


def _ends_sentence(value: str, start: int, end: int, label: str) -> bool:
    """Tell whether the full stop at the end is not part of a word that is cut short."""
    if _STOPS.search(value, start, end) or _POSSESSIVE.search(value, start, end - 1):
        return True
    if label in _STOPPED:
        return not value[end - 2 : end - 1].isalpha()
    return label not in _LETTERED or not _SHORT.search(value, start, end - 1)


def _is_odd(sign: str) -> bool:
    return sign.isspace() or sign == _VARIANT or unicodedata.category(sign) in _ODD


class Edged(Maker):
    """A maker that leaves the edges of a passage as they are."""

    def __init__(self, maker: Maker) -> None:
        super().__init__(maker.language)
        self.maker = maker
        self.labels, self.unique = maker.labels, maker.unique

    def canonical(self, value: str, label: str) -> str:
        """Return the same text for a value with and without edges."""
        return self.maker.canonical(cut_edges(value, label, self.language)[1], label)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return a fake value between the edges of the real one."""
        before, real, after = cut_edges(value, label, self.language)
        return before + self.maker.make(real, label, setting) + after
