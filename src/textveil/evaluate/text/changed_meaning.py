"""Meaning: what a policy changes although it may say something else than who somebody is.

A dose, a laboratory value or a drug that is changed makes a text wrong. Nobody needs annotations to
count such changes: each changed passage is of one *kind*, by its words and what stands around it.
The kinds are defined in `docs/methods/meaning.md`. They say what a passage *may* mean: `Foley` is a
catheter, and the name of people.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from textveil.evaluate.detection.document_words import TextTokens
from textveil.lexicon.numbers.measures import CHUNK, reads_as_measure
from textveil.lexicon.tables.clinical import ClinicalKind, clinical_kinds
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, are_everyday, look_up
from textveil.values.figures.meaning import IDENTITY, CommonChange, KindCount, MeaningResult
from textveil.values.label import family_of

__all__ = ["MeaningEvaluation", "kind_of"]

_TEMPORAL: Final = {"AGE": "age", "DATE": "date or time"}
_TRAITS: Final = frozenset({"DEMOGRAPHIC", "PROFESSION"})
_TITLES: Final = int(Kind.TITLE | Kind.CREDENTIAL)
_DOSES: Final = int(ClinicalKind.DRUG | ClinicalKind.DOSING)
_COUNTING: Final = int(ClinicalKind.UNIT | ClinicalKind.DOSING)
_MEASURED: Final = int(ClinicalKind.DRUG | ClinicalKind.TEST)
_RATIO: Final = re.compile(r"(\d{1,3})\s?/\s?(\d{1,3})")
_SYSTOLIC, _DIASTOLIC = range(60, 261), range(30, 161)
_HIGHEST_SCORE: Final = 100
_AROUND: Final = 72
_BEFORE: Final = 8
"""How many words before a measure may say what was measured."""
_MOST: Final = 20
"""How many of the commonest changes are listed."""

Passage = tuple[int, int, str]
"""Start, end and label of a changed passage."""


def kind_of(text: str, passage: Passage, *, language: str = ENGLISH) -> str:
    """Return the kind of a passage, by its words and those around it.

    Examples
    --------
    >>> text = "BP 120/80, Norco 10/325, 100% occluded, Metformin for Kovacs, MRN 5510477"
    >>> places = (3, 9), (17, 23), (25, 28), (40, 49), (54, 60), (66, 73)
    >>> [kind_of(text, (*place, "OTHER")) for place in places]
    ['blood pressure', 'dose', 'percentage', 'drug', 'other', 'number']
    """
    start, end, label = passage
    family = family_of(label)
    if reads_as_measure(text, start, end, temporal=family in _TEMPORAL, language=language):
        return _measure(text, start, end, language)
    if family in _TEMPORAL:
        return _TEMPORAL[family]
    if not any(map(str.isalpha, text[start:end])):
        return "number" if any(map(str.isdecimal, text[start:end])) else "other"
    named = _vocabulary(text[start:end], language)
    return "trait" if named == _COMMON and label in _TRAITS else named


_COMMON: Final = "common word"


@lru_cache(maxsize=1 << 14)
def _vocabulary(passage: str, language: str) -> str:
    """Return what listed words are: the first kind of the vocabulary that one of them has."""
    words = CHUNK.findall(passage)
    titles = [word for word in words if _is_title(word, language)]
    if titles:
        # Whoever is called by a title is a person.
        return "title" if len(titles) == len(words) else "other"
    kinds = clinical_kinds(words, language)
    everyday = [are_everyday([word]) for word in words]
    if not all(kind or known for kind, known in zip(kinds, everyday, strict=True)):
        return "other"
    # Without a number, an everyday word is no unit: "in" is not an inch.
    kinds = [k & ~_COUNTING if known else k for k, known in zip(kinds, everyday, strict=True)]
    together = 0
    for kind in kinds:
        together |= kind
    first = next((kind for kind in ClinicalKind if kind & together), None)
    return _COMMON if first is None else _named(first)


def _is_title(word: str, language: str) -> bool:
    listed = bool(look_up(word).kinds & _TITLES)
    return listed and not facts(language).is_a(word, "everyday-title")


def _named(kind: ClinicalKind) -> str:
    return str(kind.name).lower().replace("_", " ")


def _measure(text: str, start: int, end: int, language: str) -> str:
    """Return what a number measures."""
    passage, after = text[start:end], text[end : end + _AROUND]
    if "%" in passage or after.lstrip().startswith("%"):
        return "percentage"
    before = CHUNK.findall(text[max(0, start - _AROUND) : start])[-_BEFORE:]
    inside = CHUNK.findall(passage)
    told = [kind for kind in clinical_kinds([*before, *inside], language) if kind & _MEASURED]
    of_drug = bool(told) and bool(told[-1] & ClinicalKind.DRUG)
    ratio = _RATIO.search(_whole_number(text, start, end))
    if ratio is not None and not of_drug:
        high, low = int(ratio[1]), int(ratio[2])
        if high in _SYSTOLIC and low in _DIASTOLIC and low < high:
            return "blood pressure"
        if high <= low <= _HIGHEST_SCORE:
            return "score"
    ahead = CHUNK.findall(after)[:1]
    behind = clinical_kinds([*inside, *ahead], language)
    if of_drug or any(kind & _DOSES for kind in behind):
        return "dose"
    if told:
        return "laboratory value"
    return "measurement" if any(map(str.isdecimal, passage)) else "unit"


def _whole_number(text: str, start: int, end: int) -> str:
    """Return a passage with the rest of the number or ratio that it is a part of."""
    while start and (text[start - 1].isdecimal() or text[start - 1] == "/"):
        start -= 1
    while end < len(text) and (text[end].isdecimal() or text[end] == "/"):
        end += 1
    return text[start:end]


class MeaningEvaluation:
    """Counts changed passages document by document.

    Parameters
    ----------
    excerpts
        Whether the texts of the commonest changes are kept.
    """

    def __init__(self, *, excerpts: bool = False) -> None:
        self._excerpts = excerpts
        self._documents = self._words = 0
        self._passages: Counter[str] = Counter()
        self._changed: Counter[str] = Counter()
        self._common: Counter[tuple[str, str, str]] = Counter()

    def add(self, text: str, passages: Iterable[Passage], *, language: str = ENGLISH) -> None:
        """Take in a text and the passages in it that are changed; they must not overlap."""
        tokens = TextTokens(text)
        self._documents += 1
        self._words += len(tokens.places)
        for passage in passages:
            start, end, label = passage
            kind = kind_of(text, passage, language=language)
            self._passages[kind] += 1
            self._changed[kind] += len(tokens.touching(start, end))
            if kind not in IDENTITY:
                shown = " ".join(text[start:end].split()) if self._excerpts else ""
                self._common[kind, label, shown] += 1

    def result(self) -> MeaningResult:
        """Return all counts."""
        scale = 1000 / max(1, self._words)
        counts = [
            KindCount(kind, number, self._changed[kind], round(scale * self._changed[kind], 3))
            for kind, number in self._passages.items()
        ]
        counts.sort(key=lambda one: (not one.may_mean_something_else, -one.passages, one.kind))
        common = sorted(self._common.items(), key=lambda item: (-item[1], item[0]))[:_MOST]
        return MeaningResult(
            self._documents,
            self._words,
            self._passages.total(),
            self._changed.total(),
            tuple(counts),
            tuple(CommonChange(kind, label, n, text) for (kind, label, text), n in common),
        )
