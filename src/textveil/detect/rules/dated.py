"""Rules for dates: the table of forms finds a passage, and its reader must read it.

Whatever such a rule finds is read, so that it can be moved. What stands around a passage decides
whether it is taken for a date at all.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import Final, NamedTuple

from textveil.detect.rules.rule import Context, Hit, Rule, are_near, part_of
from textveil.lexicon.dates.date_forms import forms
from textveil.lexicon.dates.written_dates import WrittenDate, parse, read_as
from textveil.lexicon.dates.written_forms import words_pattern

__all__ = ["Dated", "Judge", "Near", "after_words", "dated", "near_words", "part_of_number"]

_DIGITS: Final = b"0123456789"
_ALONE: Final = r"\b(?P<value>{})\b"
_READ: Final = 1 << 12
"""How many readings each rule remembers: dates come again and again."""
_GROUP: Final = re.compile(r"\(\?P<\w{1,60}>")


class Dated(NamedTuple):
    """A passage that reads as a date, and what stands around it.

    Attributes
    ----------
    data
        The text as rules see it.
    start, end
        The match: the passage with the words that lead up to it or follow.
    low, high
        The passage.
    date
        What it says.
    fields
        What stands in it for each kind of field (`date_forms`), as it is written.
    language
        Whose words stand around it.
    """

    data: bytes
    start: int
    end: int
    low: int
    high: int
    date: WrittenDate
    fields: Mapping[str, str]
    language: str

    @property
    def text(self) -> str:
        """The passage."""
        return self.date.text

    @property
    def introduced(self) -> bool:
        """Whether words lead up to the passage."""
        return self.start < self.low

    def says(self, *kinds: str) -> bool:
        """Tell whether one of these fields stands in the passage."""
        return not self.fields.keys().isdisjoint(kinds)

    def word(self, kind: str) -> str:
        """Return the field of a kind, as it is written; nothing if there is none."""
        return self.fields.get(kind, "")

    def follows(self, role: str, before: str = r"[ \n-]") -> bool:
        """Tell whether a word of a role comes next."""
        return after_words(role, before, self.language).match(self.data, self.high) is not None


Judge = Callable[[Dated], float]
"""Scores a passage; 0 refuses it."""


@cache
def after_words(role: str, before: str, language: str) -> re.Pattern[bytes]:
    """Return an expression for a word of a role after something."""
    words = words_pattern(language, role)
    return re.compile(rf"(?i:{before}{words}(?:\b|\Z))".encode("ascii"))


class Near(NamedTuple):
    """Words of a role before a passage, within so many characters."""

    role: str
    window: int
    weight: float = 0.0
    required: bool = False

    def context(self, language: str) -> Context:
        """Return them in the form that a rule needs."""
        return Context(words_pattern(language, self.role), self.window, self.weight, self.required)


def near_words(data: bytes, start: int, role: str, window: int, language: str) -> bool:
    """Tell whether a word of a role stands close before a place."""
    return are_near(words_pattern(language, role), data, start - window, start)


def dated(
    name: str,
    judge: Judge,
    language: str,
    names: tuple[str, ...] = (),
    pattern: str = _ALONE,
    reason: str = "calendar",
    before: Near | None = None,
    veto: Near | None = None,
) -> Rule:
    """Return a rule for dates.

    Parameters
    ----------
    name
        The rule's id.
    judge
        Scores what was found and read.
    language
        Whose words count.
    names
        The forms of the passage; every form if the pattern says what it looks like.
    pattern
        Expression in which a group is the passage, and `{}` stands for the forms.
    reason
        What speaks for the date.
    before, veto
        Words close before the passage that speak for it, or against.
    """
    table = forms(language)
    framed = pattern.replace("{}", "|".join(table[one].finder for one in names))
    # Where the match is the passage, there is nothing to look for inside it.
    inside = "" if pattern == _ALONE else framed
    read = lru_cache(_READ)(partial(_read, pattern=inside, names=names, language=language))

    def check(data: bytes, start: int, end: int) -> Hit | None:
        known = read(data[start:end])
        if known is None:
            return None
        low, high = start + known.low, start + known.high
        score = judge(Dated(data, start, end, low, high, known.date, known.fields, language))
        return Hit(low, high, score, ((reason, score),)) if score else None

    return Rule(
        name,
        "DATE",
        # Groups would make the union of all rules slower.
        _GROUP.sub("(?:", framed),
        check,
        before=before and before.context(language),
        veto=veto and veto.context(language),
    )


class _Passage(NamedTuple):
    """The part of a match that reads as a date, and its fields."""

    low: int
    high: int
    date: WrittenDate
    fields: Mapping[str, str]


def _read(match: bytes, pattern: str, names: tuple[str, ...], language: str) -> _Passage | None:
    part = part_of(match, pattern) if pattern else (0, len(match))
    if part is None:
        return None
    text = match[slice(*part)].decode("ascii")
    date = read_as(text, names, language) if names else parse(text, language=language)
    if date is None or (date.impossible and not names):
        return None
    # Of two fields of one kind the first counts.
    fields = {slot.kind: text[slot.start : slot.end] for slot in reversed(date.slots)}
    return _Passage(*part, date, fields)


def part_of_number(data: bytes, start: int, end: int, marks: bytes) -> bool:
    """Tell whether digits go on across one of the marks, or an amount of money begins before.

    Other marks may stand between two dates: "3 May-5 June", "05/2016-06/2016".
    """
    if start and data[start - 1] in b"$":
        return True
    if start > 1 and data[start - 1] in marks and data[start - 2] in _DIGITS:
        return True
    return end + 1 < len(data) and data[end] in marks and data[end + 1] in _DIGITS
