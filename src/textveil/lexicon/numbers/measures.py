"""Measures: doses, laboratory values, scores, sizes and other numbers that identify nobody.

A passage is a measure if all of it can be read as numbers, units and clinical terms, and if
something says what the numbers count: a unit or a dose behind them, a test or a drug before them.
A *frame* wins over every unit: behind "MRN", "phone" or "no." a number is an identifier.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.tables.clinical import (
    ClinicalKind,
    clinical_kinds,
    clinical_term_at,
    clinical_word,
)
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["CHUNK", "is_amount_at", "labels_number", "reads_as_measure"]

CHUNK: Final = re.compile(r"[#<>~\u00b1]?\w+(?:[-'\u2019.,/:\u00d7]\w+)*(?:%|\+)?|%")
"""What stands between blanks and marks: a word, a number, a number with its unit."""

_AMOUNT: Final = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_NUMBER: Final = rf"[#<>~\u00b1]?{_AMOUNT}(?:[/x:\u00d7-]{_AMOUNT}){{0,3}}"
_PLAIN: Final = re.compile(rf"(?:{_NUMBER})(?:\+|s)?")
_GLUED: Final = re.compile(rf"{_NUMBER}-?([^\W\d_]{{1,60}}(?:/[^\W\d_]{{1,60}})?)")
_SURE: Final = re.compile(
    rf"(?i:{_NUMBER}%|x\d{{1,2}}|q\.?\d{{1,2}}h(?:r?s?)?|g\d{{1,2}},?p\d{{1,4}})"
    r"|[CTLS]\d{1,2}(?:[-/](?:[CTLS]?\d{1,2}|[CTLS]))*"
)
"""A share, a number of times, an interval between doses, children born, a part of the spine."""
_SHARE: Final = re.compile(r"\d{1,3}\s?/\s?\d{1,3}")
_DAY: Final = re.compile(r"(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_RUN: Final = re.compile(r"\d+")
_DIGIT: Final = re.compile(r"[0-9]")
_SHORT_BEFORE: Final = re.compile(r"(?<![\w.,/-])\d{1,3}(?:\.\d+)?[\s-]?\Z")
_BESIDE: Final = re.compile(
    r"[ -]?([#<>~\u00b1]?\w{1,40}(?:[-'\u2019.,/:\u00d7]\w{1,40}){0,9}(?:%|\+)?|%)(?!:)"
)
"""What stands right beside a number, in the same column."""
_LONGEST: Final = 7
"""Groups of digits, and digits of a number in groups, that an amount has at most."""
_CUT: Final = 2 * _LONGEST
"""So far from a passage, the rest of a number is looked for that it cuts."""
_UNIT_AFTER: Final = 2
"""A unit stands right behind its number, or behind a blank or a hyphen."""
_NUMBER_WORD: Final = ("number-word",)
_NAMES_NUMBER: Final = (
    *("number-name", "named-number", "phone-lead", "phone-word", "extension-word", "room-word"),
    *("number-head", *_NUMBER_WORD),
)
"""Roles of words that an identifier stands behind."""
_IN_A_ROW: Final = 6
"""Digits in a row that an amount has at most; a longer number is one of a person or a thing."""
_BEFORE_TERM: Final = 4
"""Digits of a size before a drug or an instrument: "order 45678 aspirin" is an order."""
_BACK: Final = 72
_AHEAD: Final = 48
_WALK: Final = 8
"""How many chunks a list of values is followed back: "Na 138, K 4.2, and Cl 101"."""

_COUNTS: Final = int(ClinicalKind.UNIT | ClinicalKind.DOSING)
_HAS_VALUE: Final = int(ClinicalKind.TEST | ClinicalKind.DRUG)
_HAS_SIZE: Final = int(ClinicalKind.DEVICE | ClinicalKind.DRUG)


_MEASURED: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+\.(?:\d\d|[1-9])")
"""Numbers that are written as an amount: thousands after commas, tenths or hundredths."""
_SERIES: Final = re.compile(
    r"\d{1,5}(?:\.\d{1,2})?(?:-\d{1,5}(?:\.\d{1,2})?|(?:/\d{1,5}(?:\.\d{1,2})?){1,2})?|\d{6,7}"
)
"""One number, a range, or several with strokes between them."""
_FRACTIONS: Final = re.compile(
    r"\d{1,3}\.\d{1,2}(?:[/-]\d{1,3}(?:\.\d{1,2})?){1,2}"
    r"|\d{1,4}(?:\.\d{1,2})?(?:/\d{1,4}(?:\.\d{1,2})?){3,9}"
    r"|\d{3}/\d{3}"
)
"""Several values, the first with a fraction or at least four: gases, a normal range, a panel; and a
blood pressure."""
_JOINED: Final = re.compile(r"(?:[\w.,/-]|#\s?)\Z")
_GOES_ON: Final = re.compile(r"[ \t]?[./:x\u2013\u00d7-][ \t]?\d|,\d|[^\W\d_]{0,60}\d|[_/]")
"""What joins a number to something else."""
_MOST: Final = (8, 12)
"""Digits of an amount that has a unit or stands behind a test, without strokes and with them."""
_SAID_BEFORE: Final = re.compile(
    r"(?<![^\W_])([^\W\d_]{2,40}|[^\W\d_]{1,8}/[^\W\d_]{1,8})([.#]{0,9})\s?[:=]?\s?\Z"
)
_LINKS_VALUE: Final = ("value-link", "value-state")
_RATE_BEFORE: Final = re.compile(r"(?<![^\W_])([^\W\d_]{1,8}/([^\W\d_]{1,8}))[ \t]{1,20}\Z")
_UNIT_BEHIND: Final = re.compile(r"[ \t]?(?:%|([^\W\d_]{2,12})(?![\w/]))")


class _Frames(NamedTuple):
    """What stands before an identifier, and before a value that is none, in one language."""

    identifier: re.Pattern[str]
    age: re.Pattern[str]
    day: re.Pattern[str]
    link: frozenset[str]
    time: frozenset[str]
    sex: frozenset[str]
    rated: frozenset[str]
    counted: frozenset[str]


@cache
def _frames(language: str) -> _Frames:
    known = facts(language)
    named = known.pattern(
        "number-name", "named-number", "phone-lead", "phone-word", "extension-word", "room-word"
    )
    head = known.pattern("number-head", "number-word")
    number = rf"(?:{known.pattern('number-word')}|#)"
    link = known.pattern("value-link", "age-link")
    age = known.pattern("age-word")
    day = known.pattern("date-cue", "time-preposition", "day-preposition")
    return _Frames(
        re.compile(
            rf"(?i)(?<![^\W_])(?:{named}[.:\s]{{0,60}}(?:{number}[.:#\s]{{0,60}})?|{head}[.:\s]{{0,60}}{number}[.:\s]{{0,60}}"
            rf"|{known.pattern('number-word')}[.:]\s{{0,20}}|#\s?:\s{{0,20}})(?:{link}[:\s]{{0,60}})?[#:=(\s]{{0,60}}\Z"
        ),
        re.compile(rf"(?i)(?<![^\W_]){age}[.:\s]{{0,60}}(?:{link}[:\s]{{0,60}})?\Z"),
        re.compile(
            rf"(?i)(?<![^\W_]){day}[:\s]{{1,60}}(?:{_SHARE.pattern}[,\s]{{1,60}}){{0,20}}\Z"
        ),
        known.keys("value-link", "value-state", "list-joint", "about", "function-word")
        - known.keys("month"),
        known.keys("age-unit", "time-unit"),
        known.keys("sex-code"),
        known.keys("rating", "after-share"),
        known.keys("counted"),
    )


def labels_number(before: str, language: str = ENGLISH) -> bool:
    """Tell whether a text ends with what an identifier stands behind: "MRN ", "tel. no. "."""
    return _frames(language).identifier.search(before) is not None


def is_amount_at(text: str, start: int, end: int, *, language: str = ENGLISH) -> bool:
    """Tell whether a number is an amount where it stands, whatever it is elsewhere.

    It is written as an amount, has a unit behind it, stands right behind a test or a drug (several
    numbers with marks between them also behind "sugars ran"), or is a range behind the unit of a
    rate. This is narrower than `reads_as_measure`, because a number that
    identifies somebody may stand here.

    Examples
    --------
    >>> text = "platelets 250000, 250,000 or 250000 cells; MRN 250000, account no. 250000 mg"
    >>> [is_amount_at(text, one.start(), one.end()) for one in re.finditer("250,?000", text)]
    [True, True, True, False, False]
    """
    shown, before = text[start:end], text[max(0, start - _BACK) : start]
    if _JOINED.search(before) or _GOES_ON.match(text, end):
        return False
    known, said = facts(language), _SAID_BEFORE.search(before)
    share = text[end : end + 1] == "%"
    if said and known.is_a(said[1], *(_NUMBER_WORD if share else _NAMES_NUMBER)):
        return False
    if _MEASURED.fullmatch(shown) or _FRACTIONS.fullmatch(shown):
        return True
    stroke = "/" in shown
    if not _SERIES.fullmatch(shown) or sum(map(str.isdecimal, shown)) > _MOST[stroke]:
        return False
    unit, rate = _UNIT_BEHIND.match(text, end), _RATE_BEFORE.search(before)
    if unit and (unit[1] is None or known.is_a(unit[1], "unit")):
        return True
    if rate and "-" in shown and any(known.is_a(one, "unit") for one in rate.groups()):
        return True
    if said and not shown.isdecimal() and known.is_a(said[1], *_LINKS_VALUE):
        said = _SAID_BEFORE.search(before, max(0, said.start() - _BACK), said.start())
    # Two letters are few: "K 448812" may be somebody's number, "CK 127/1396/608" is not.
    if said is None or len(said[1]) + stroke < 3 or said[2]:
        return False
    return bool(clinical_word(said[1], language) & _HAS_VALUE)


def reads_as_measure(
    text: str, start: int, end: int, *, temporal: bool = False, language: str = ENGLISH
) -> bool:
    """Tell whether a passage is wholly a measure, given the text around it.

    Parameters
    ----------
    text, start, end
        The text, and where the passage stands in it.
    temporal
        Whether the passage was taken for a date, a time or an age: a year then needs a unit that
        no year has.
    language
        Whose words count.

    Examples
    --------
    >>> text = "WBC 12,000, Norco 10/325; MRN 12345 mg"
    >>> [reads_as_measure(text, *place) for place in ((4, 10), (18, 24), (30, 35))]
    [True, True, False]
    """
    # Most passages are names: without a digit in them or right before them, nothing is measured.
    near = text[max(0, start - _CUT - _UNIT_AFTER) : end + _CUT]
    if not _has_digit(near):
        return False
    start, end = _whole(text, start, end)
    passage = text[start:end]
    if not any(map(str.isdecimal, passage)):
        return not temporal and _is_counted_unit(text, start, end, language)
    runs = _RUN.findall(passage)
    longest = max(map(len, runs))
    if longest > _IN_A_ROW or len(runs) > _LONGEST or _is_long_number(passage, runs):
        return False
    if longest > _BEFORE_TERM and text[start - 1 : end].lstrip().startswith("#"):
        return False
    if not _is_clinical(passage, language):
        return False
    reading = _Reading(text, start, end, temporal, language)
    year = temporal and _YEAR.fullmatch(passage.strip()) is not None
    if year and not reading.counts_more_than_years():
        return False
    before, frames = text[max(0, start - _BACK) : start], _frames(language)
    long = longest > 2 and "." not in passage
    framed = (long and frames.identifier.search(before)) or frames.age.search(before)
    if framed or year:
        return not framed
    if temporal and "/" in passage and frames.day.search(before):
        return reading.has_unit()
    return reading.has_unit() or reading.has_term() or reading.is_valued() or reading.is_rated()


def _has_digit(text: str) -> bool:
    return bool(_DIGIT.search(text)) if text.isascii() else any(map(str.isdecimal, text))


def _is_long_number(passage: str, runs: Sequence[str]) -> bool:
    """Tell whether groups of digits make one long number, such as that of a telephone."""
    groups = not any(mark in passage for mark in ",/%")
    return groups and len(runs) > 1 and sum(map(len, runs)) >= _LONGEST


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a passage with the rest of the numbers that it cuts: 12 in "12,000"."""
    low = max(0, start - _CUT)
    for chunk in CHUNK.finditer(text, low, min(len(text), end + _CUT)):
        if chunk.start() < start < chunk.end():
            start = chunk.start()
        if chunk.start() < end < chunk.end():
            end = chunk.end()
    return start, end


def _is_counted_unit(text: str, start: int, end: int, language: str) -> bool:
    """Tell whether a passage is the unit of the number before it: French in "6 French"."""
    words = CHUNK.findall(text[start:end])
    units = bool(words) and all(one & ClinicalKind.UNIT for one in clinical_kinds(words, language))
    return units and bool(_SHORT_BEFORE.search(text, max(0, start - _BACK), start))


def _is_clinical(passage: str, language: str) -> bool:
    """Tell whether all of a passage can be read as numbers, units, terms and small words."""
    chunks = CHUNK.findall(passage)
    kinds = clinical_kinds(chunks, language)
    link = _frames(language).link
    return all(
        kind or _is_amount(chunk, language) or chunk.lower() in link or chunk in {"x", "X"}
        for chunk, kind in zip(chunks, kinds, strict=True)
    )


def _is_amount(chunk: str, language: str) -> bool:
    return bool(_PLAIN.fullmatch(chunk) or _says_unit(chunk, language))


def _says_unit(chunk: str, language: str) -> bool:
    """Tell whether a chunk is a number that brings what it counts: 5mg, 22-gauge, 100%, L4-L5."""
    if _SURE.fullmatch(chunk):
        return True
    glued = _GLUED.fullmatch(chunk)
    return glued is not None and _is_unit(glued[1], language)


def _is_unit(chunk: str, language: str) -> bool:
    """Tell whether a chunk is a unit; days, months and years may be those of an age or a term."""
    if chunk == "%":
        return True
    (kinds,) = clinical_kinds([chunk], language)
    frames, key = _frames(language), chunk.lower()
    # 76 M and 76M are a man's age.
    sexed = chunk.isupper() and key in frames.sex
    return bool(kinds & _COUNTS) and not sexed and key not in frames.time


class _Reading(NamedTuple):
    """A passage of numbers and terms, and the text around it."""

    text: str
    start: int
    end: int
    temporal: bool
    language: str

    @property
    def _ahead(self) -> list[str]:
        rest = self.text[self.end : self.end + _AHEAD]
        return CHUNK.findall(rest[: _sentence(rest)])

    def counts_more_than_years(self) -> bool:
        """Tell whether a unit or drug follows that a year cannot have: "2000 of heparin"."""
        first, *rest = [*self._ahead, ""]
        if facts(self.language).is_a(first, "day-of") and len(rest) > 1:
            return bool(clinical_kinds(rest, self.language)[0] & ClinicalKind.DRUG)
        return first.lower() in _frames(self.language).counted

    def has_unit(self) -> bool:
        """Tell whether a unit or a word of dosing stands in the passage or right behind it."""
        chunks = CHUNK.findall(self.text[self.start : self.end])
        if any(_says_unit(chunk, self.language) for chunk in chunks):
            return True
        if self.text[self.end : self.end + 1] == "%":
            return True
        beside = _BESIDE.match(self.text, self.end)
        behind = [*chunks[1:], *([beside[1]] if beside else [])]
        return any(_is_unit(chunk, self.language) for chunk in behind)

    def has_term(self) -> bool:
        """Tell whether the passage names a drug or test, or an instrument follows it."""
        chunks = CHUNK.findall(self.text[self.start : self.end])
        kinds = zip(chunks, clinical_kinds(chunks, self.language), strict=True)
        if any(kind & (_HAS_VALUE | _HAS_SIZE) and len(chunk) > 2 for chunk, kind in kinds):
            return True
        # A time or a day stands before a drug in a record: "1108 Zofran", "6/12 aspirin started".
        passage = self.text[self.start : self.end]
        if max(map(len, _RUN.findall(passage))) > _BEFORE_TERM:
            return False
        timed = self.temporal and (passage.isdecimal() or _DAY.fullmatch(passage.strip()))
        ahead = self._ahead if _BESIDE.match(self.text, self.end) and not timed else []
        term = clinical_term_at(ahead, 0, self.language) if ahead else None
        return term is not None and bool(term[1] & _HAS_SIZE)

    def is_valued(self) -> bool:
        """Tell whether a test or drug leads up to the passage, over other values and links."""
        before = self.text[max(0, self.start - _BACK) : self.start]
        chunks = CHUNK.findall(before[_last_sentence(before) :])
        link, known = _frames(self.language).link, facts(self.language)
        direct = True
        for _ in range(min(_WALK, len(chunks))):
            if _ends_term(chunks, _HAS_VALUE, self.language):
                return len(chunks[-1]) > 2 or (direct and self._is_small())
            last = chunks.pop()
            direct = direct and known.is_a(last, "value-link")
            if last.lower() not in link and not _is_amount(last, self.language):
                return False
        return False

    def _is_small(self) -> bool:
        """Tell whether the numbers fit a test of one or two letters: "K 4.2" and not "K 1421"."""
        passage = self.text[self.start : self.end]
        day = self.temporal and "/" in passage
        return not day and max(map(len, _RUN.findall(passage))) < 4

    def is_rated(self) -> bool:
        """Tell whether a share such as 5/5 stands near a test or a rating."""
        passage = self.text[self.start : self.end].strip()
        if not _SHARE.fullmatch(passage):
            return False
        part, whole = map(int, _RUN.findall(passage))
        if part > 12 and whole > 12:
            return True
        before = self.text[max(0, self.start - _BACK) : self.start]
        near = [*CHUNK.findall(before[_last_sentence(before) :]), *self._ahead]
        rated = _frames(self.language).rated
        opens = self.temporal and before[-1:] in ("", "\n")
        if part > whole or whole > 10 or opens:
            return False
        return any(
            (kind & ClinicalKind.TEST and len(chunk) > 2) or chunk.lower() in rated
            for chunk, kind in zip(near, clinical_kinds(near, self.language), strict=True)
        )


def _ends_term(chunks: Sequence[str], wanted: int, language: str) -> bool:
    """Tell whether chunks end with a term of one of these kinds."""
    return any(
        term is not None and term[0] == length and bool(term[1] & wanted)
        for length, term in _terms_at_end(chunks, language)
    )


def _terms_at_end(
    chunks: Sequence[str], language: str
) -> Iterator[tuple[int, tuple[int, int] | None]]:
    for length in range(1, min(4, len(chunks)) + 1):
        yield length, clinical_term_at(chunks, len(chunks) - length, language)


_ENDS: Final = re.compile(r"[.;!?](?=\s|\Z)|\n")


def _sentence(rest: str) -> int:
    """Return where the sentence ends."""
    found = _ENDS.search(rest)
    return len(rest) if found is None else found.start()


def _last_sentence(before: str) -> int:
    """Return where the sentence begins."""
    return max((found.end() for found in _ENDS.finditer(before)), default=0)
