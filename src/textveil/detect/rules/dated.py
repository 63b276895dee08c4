"""Rules for dates: a passage that the table of forms finds, and that its reader can read.

Whatever such a rule finds is read, so that it can be moved. What stands around a passage decides
whether it is taken for a date at all.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Final, NamedTuple

from textveil.detect.rules.rule import Context, Hit, Rule, compiled
from textveil.lexicon.date_forms import forms
from textveil.lexicon.written_dates import WrittenDate, parse, read_as
from textveil.lexicon.written_forms import words_pattern

__all__ = ["Dated", "Judge", "Near", "after_words", "dated", "near_words", "part_of_number"]

_DIGITS: Final = b"0123456789"
_ALONE: Final = r"\b(?P<value>{})\b"
_GROUP: Final = re.compile(r"\(\?P<\w+>")


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
    language
        Whose words stand around it.
    """

    data: bytes
    start: int
    end: int
    low: int
    high: int
    date: WrittenDate
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
        """Tell whether one of these fields stands in the passage (`date_forms`)."""
        return any(slot.kind in kinds for slot in self.date.slots)

    def word(self, kind: str) -> str:
        """Return the field of a kind, as it is written."""
        slots = (slot for slot in self.date.slots if slot.kind == kind)
        return next((self.text[slot.start : slot.end] for slot in slots), "")

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
        """Return them as a rule takes them."""
        return Context(words_pattern(language, self.role), self.window, self.weight, self.required)


def near_words(data: bytes, start: int, role: str, window: int, language: str) -> bool:
    """Tell whether a word of a role stands close before a place."""
    return Near(role, window).context(language).near(data, start - window, start)


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
    check = partial(
        _check,
        # Where the match is the passage, there is nothing to look for inside it.
        framed="" if pattern == _ALONE else framed,
        names=names,
        judge=judge,
        reason=reason,
        language=language,
    )
    return Rule(
        name,
        "DATE",
        # Groups would make the union of all rules slower.
        _GROUP.sub("(?:", framed),
        check,
        before=before and before.context(language),
        veto=veto and veto.context(language),
    )


def _check(
    data: bytes,
    start: int,
    end: int,
    framed: str,
    names: tuple[str, ...],
    judge: Judge,
    reason: str,
    language: str,
) -> Hit | None:
    low, high = start, end
    if framed:
        parts = compiled(framed).fullmatch(data[start:end])
        if parts is None:
            return None
        low, high = next(parts.span(at) for at in range(1, parts.re.groups + 1) if parts[at])
        low, high = start + low, start + high
    text = data[low:high].decode("ascii")
    date = read_as(text, names, language) if names else parse(text, language=language)
    if date is None or (date.impossible and not names):
        return None
    score = judge(Dated(data, start, end, low, high, date, language))
    return Hit(low, high, score, ((reason, score),)) if score else None


def part_of_number(data: bytes, start: int, end: int, marks: bytes) -> bool:
    """Tell whether digits go on across one of the marks, or an amount of money begins before.

    Other marks may stand between two dates: "3 May-5 June", "05/2016-06/2016".
    """
    if start and data[start - 1] in b"$":
        return True
    if start > 1 and data[start - 1] in marks and data[start - 2] in _DIGITS:
        return True
    return end + 1 < len(data) and data[end] in marks and data[end + 1] in _DIGITS
