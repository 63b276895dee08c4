"""Calendar terms: words of a text that tell a day, a season or an event, as verifiers find them.

The verifiers' own search for the definition "Finding calendar words" of
`docs/methods/date-shifting.md`. It goes from word to word and compares each row of words with the
terms of the facts that begin so.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH
from textveil.verify.readers.tables import facts, squeeze_text

__all__ = ["CalendarTerm", "calendar_terms"]

_ROLES: Final = {
    "dated-day": "day",
    "dated-event": "event",
    "holiday": "holiday",
    "holiday-bare": "holiday",
    "season": "season",
    "season-word": "season",
    "weekday": "weekday",
}
_TOKEN: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*['\u2019]?")
_BETWEEN: Final = str.maketrans("", "", " \t\r\n-'\u2019")
_WIDEST: Final = 8
_SHORT: Final = 4
_NEAR: Final = 24
_NEVER: Final = r"[^\s\S]"


class CalendarTerm(NamedTuple):
    """Where a term stands, its kind (`part` for a numbered one), and whether it is surely one."""

    start: int
    end: int
    kind: str
    sure: bool


class _Listed(NamedTuple):
    """The words of a term, the marks between them, and its kind."""

    words: tuple[str, ...]
    marks: tuple[str, ...]
    kind: str


def calendar_terms(text: str, *, language: str = ENGLISH) -> Iterator[CalendarTerm]:
    """Yield the calendar terms of a text, in order; at each place the longest.

    Examples
    --------
    >>> text = "Leap day baby; church on Sundays, fell last fall and on Christmas Eve. Fall risk."
    >>> [(text[one.start : one.end], one.kind) for one in calendar_terms(text) if one.sure]
    [('Leap day', 'day'), ('Sundays', 'weekday'), ('fall', 'season'), ('Christmas Eve', 'holiday')]
    """
    tokens = list(_TOKEN.finditer(text))
    words, done = [squeeze_text(token.group()) for token in tokens], 0
    listed = _listed(language)
    for at, token in enumerate(tokens):
        start = token.start()
        if start < done or text[max(0, start - 1) : start] == "_":
            continue
        fits = [
            (tokens[at + len(one.words) - 1].end(), one.kind)
            for one in listed.get(words[at], ())
            if _fits(one, text, tokens[at : at + len(one.words)], words[at + 1 :])
        ]
        numbered = _numbered(language).match(text, start) if _may_count(token, language) else None
        fits += [(numbered.end(), "part")] if numbered else []
        if not fits:
            continue
        end, kind = max(fits, key=lambda one: one[0])
        end -= kind != "part" and text[end - 1] in "'\u2019"
        if not _is_other(text, start, end, kind, language):
            done = end
            yield CalendarTerm(start, end, kind, _is_sure(text, start, end, language))


def _fits(one: _Listed, text: str, tokens: list[re.Match[str]], rest: list[str]) -> bool:
    """Tell whether the words behind the first are those of a term, and so are the marks."""
    if len(tokens) < len(one.words) or tuple(rest[: len(one.words) - 1]) != one.words[1:]:
        return False
    gaps = [text[a.end() : b.start()] for a, b in pairwise(tokens)]
    narrow = all(len(gap) <= _WIDEST for gap in gaps)
    marks = (gap.translate(_BETWEEN) for gap in gaps)
    return narrow and all(
        shown in ("", said) if said == "." else shown == said
        for shown, said in zip(marks, one.marks, strict=True)
    )


@cache
def _listed(language: str) -> dict[str, list[_Listed]]:
    """Return the terms by their first word, in all their spellings."""
    found: dict[str, dict[_Listed, None]] = {}
    known = facts(language)
    for role, kind in _ROLES.items():
        for entry in known.values(role):
            for spelt in {entry, entry.replace("-", ""), re.sub("['\u2019]s\\b", "", entry)}:
                tokens = list(_TOKEN.finditer(spelt))
                words = tuple(squeeze_text(token.group()) for token in tokens)
                gaps = (spelt[a.end() : b.start()] for a, b in pairwise(tokens))
                marks = tuple(gap.translate(_BETWEEN) for gap in gaps)
                for ended in (words, (*words[:-1], f"{words[-1]}s")):
                    found.setdefault(ended[0], {})[_Listed(ended, marks, kind)] = None
    return {first: list(some) for first, some in found.items()}


def _is_other(text: str, start: int, end: int, kind: str, language: str) -> bool:
    """Tell whether capitals, here or behind, say that the word means something else."""
    word, known = text[start:end], facts(language)
    if kind != "season" and len(word) <= _SHORT and word.islower():
        return True
    if not known.is_a(word, "as-written"):
        return False
    return word not in known.values("as-written") or (
        text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()
    )


def _is_sure(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether a word is surely a season: "every fall", not "fall risk"."""
    known, word = facts(language), text[start:end]
    if not (known.is_a(word, "season-too") or known.is_a(word[:-1], "season-too")):
        return True
    before = text[max(0, start - _NEAR) : start]
    return (
        re.search(rf"(?i)(?<!\w){known.pattern('habit', 'sure-relative')}\s{{1,20}}\Z", before)
        is not None
    )


def _may_count(token: re.Match[str], language: str) -> bool:
    """Tell whether a numbered part of a year may begin with a word."""
    word = token.group()
    return any(map(str.isdecimal, word)) or squeeze_text(word) in _heads(language)


@cache
def _heads(language: str) -> frozenset[str]:
    roles = ("numbered-week", "numbered-day", "day-of-year", "part-ordinal")
    firsts = (word.split()[0] for word in facts(language).words(*roles))
    ends = facts(language).words("ordinal-ending")
    numbers = (f"{number}{end}" for number in range(1, 5) for end in ends)
    return frozenset(map(squeeze_text, (*firsts, *numbers)))


@cache
def _numbered(language: str) -> re.Pattern[str]:
    """Return a pattern for quarters, weeks and days by their number in the year."""
    known = facts(language)
    letters = [one for one, kind in known.values("year-part-letter").items() if kind == "quarter"]
    quarters = [one for one, kind in known.values("year-part").items() if kind == "quarter"]
    nth = [one for one, number in known.values("part-ordinal").items() if number != "-1"]
    unit, of, year = (known.pattern(role) for role in ("time-unit", "date-of", "fiscal"))
    week, day, of_year = (
        known.pattern(role) for role in ("numbered-week", "numbered-day", "day-of-year")
    )
    ordinal = rf"(?:{'|'.join(nth) or _NEVER}|[1-4]{known.pattern('ordinal-ending')})"
    choices = (
        rf"(?-i:{'|'.join(letters) or _NEVER})[1-4](?!\w)(?!\s?(?:h|{unit}))",
        rf"{ordinal}[\s-](?:{'|'.join(quarters) or _NEVER})",
        rf"{week}\.?\s?[0-5]?[0-9]",
        rf"{day}\.?\s?[0-3]?[0-9]{{1,2}}",
        rf"{of_year}\s[0-3]?[0-9]{{1,2}}\s{of}\s(?:{year}|[12][0-9]{{3}})",
    )
    return re.compile(rf"(?i)(?:{'|'.join(choices)})(?!\w)")
