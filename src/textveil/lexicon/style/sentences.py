"""Sentences: where one begins or ends, and whether a word has a capital only because of that."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import look_up

__all__ = [
    "crosses_sentence",
    "opens_sentence",
    "sentence_ends",
    "sentence_numbers",
    "stands_for_time",
    "written_as_name",
]

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_LOOK_BACK: Final = 12
_MANY: Final = 3
"""How many people bear a name (see `Word`) before it is taken for one."""
_OPENING: Final = re.compile(r"(?:^|[.!?:;*\u2022\n-])[^\w.!?]{0,200}$")
_LAST_WORD: Final = re.compile(r"(\w{1,60})\.\s{0,20}$")
_GOES_ON: Final = re.compile(r"[ \t]{1,20}[^\W\d_]")
_STOP: Final = re.compile(r"[.!?](?=[\"')\]]{0,3}\s)|\n")
_SHORT_FORM: Final = re.compile(r"\b([^\W\d_]{1,60})\Z")
_WRAPPED: Final = 50
"""A line of this length may be one that a program has broken."""
_DAY_AFTER: Final = re.compile(r"\s{1,20}\d")


def written_as_name(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a passage has capitals as names have them.

    Several words have one each, short ones that join them aside. A single word has one that is not
    there because a sentence or line begins with it.

    Examples
    --------
    >>> [written_as_name(text, 0, len(text)) for text in ("Court of Appeal", "the court")]
    [True, False]
    """
    words = _LETTERS.findall(text[start:end])
    known = facts(language)
    told = [word for word in words if not known.is_a(word, "small-word")]
    if not told or not all(word[0].isupper() for word in told):
        return False
    first = text[start:end].isupper() or not opens_sentence(text, start, end, language=language)
    return len(told) > 1 or first


def opens_sentence(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a word opens a sentence, line or item that goes on in small letters.

    Any word has a capital there: "Long ago" is nobody, "Long:" and a signature are.

    Examples
    --------
    >>> opens_sentence("Long ago", 0, 4), opens_sentence("Mrs. Long came", 5, 9)
    (True, False)
    """
    before = text[max(0, start - _LOOK_BACK) : start]
    last = _LAST_WORD.search(before)
    if _OPENING.search(before) is None or (last and facts(language).is_a(last[1], "title")):
        return False
    following = _GOES_ON.match(text, end)
    return following is not None and following.group()[-1].islower()


def stands_for_time(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a name is used as a month or weekday here: in May, May 3."""
    if not facts(language).is_a(text[start:end], "month", "weekday"):
        return False
    before, after = text[max(0, start - _LOOK_BACK) : start], text[end : end + 6]
    return bool(_in_time(language).search(before) or _DAY_AFTER.match(after))


@cache
def _in_time(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?:\b{facts(language).pattern('month-cue')}|\d)\s{{1,20}}$")


@cache
def _ends(language: str) -> re.Pattern[str]:
    """Return a pattern for the end of a sentence, and a first word that is nobody's name."""
    opening = facts(language).pattern("sentence-opening")
    return re.compile(rf"(?P<last>[^\W\d_]{{3,60}})[.!?]\s{{1,20}}(?:{opening}\b)?")


def sentence_ends(
    text: str, start: int, end: int, *, language: str = ENGLISH
) -> Iterator[tuple[int, int]]:
    """Yield where a sentence ends inside a passage and the next one begins."""
    known = facts(language)
    for sentence in _ends(language).finditer(text, start, end):
        last = sentence["last"]
        # Words of a name that may end in a full stop: Prof., Jr.; Dean and King are names.
        titled = known.is_a(last, "title", "credential") and max(look_up(last)[:3]) < _MANY
        if not titled and not known.is_a(last, "generation"):
            yield sentence.end("last"), sentence.end()


def crosses_sentence(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a sentence ends inside a passage.

    Examples
    --------
    >>> crosses_sentence("a stone. Robert left", 2, 15), crosses_sentence("Prof. Ana Ruiz", 0, 14)
    (True, False)
    """
    return any(sentence_ends(text, start, end, language=language))


def sentence_numbers(
    text: str, places: Sequence[tuple[int, int]], *, language: str = ENGLISH
) -> list[int]:
    """Return the number of the sentence or line in which each place stands.

    Two places with one number stand beside each other. Stops inside a place end no sentence
    ("Dec. 3"), nor do those of titles and initials, nor the end of a line after a comma or of a
    long line that goes on in small letters. The places are in order and do not overlap. Linear in
    the length of the text.

    Examples
    --------
    >>> sentence_numbers("At Easter by Dr. Ray. 4 May", [(3, 9), (17, 20), (22, 27)])
    [0, 0, 1]
    """
    starts = [start for start, _ in places]
    stops, line = list[int](), 0
    for stop in _STOP.finditer(text):
        at = stop.start()
        before = bisect_right(starts, at) - 1
        covered = before >= 0 and at < places[before][1]
        if text[at] == "\n":
            goes_on, line = _line_goes_on(text, line, at), at + 1
        else:
            goes_on = text[at] == "." and _is_short_form(text, at, language)
        if not covered and not goes_on:
            stops.append(at)
    return [bisect_right(stops, start) for start in starts]


def _line_goes_on(text: str, line: int, at: int) -> bool:
    """Tell whether a sentence goes on after the end of its line."""
    written, following = text[line:at].rstrip(), text[at + 1 : at + 1 + _LOOK_BACK].lstrip(" \t")
    return written.endswith(",") or (len(written) >= _WRAPPED and following[:1].islower())


def _is_short_form(text: str, at: int, language: str) -> bool:
    """Tell whether a full stop belongs to the word before it: "Dr.", "J."."""
    word = _SHORT_FORM.search(text, max(0, at - _LOOK_BACK), at)
    if word is None:
        return False
    initial = len(word[1]) == 1 and word[1].isupper()
    return initial or facts(language).is_a(word[1], "title", "saint-title")
