"""Where detection is wrong: hidden passages by label, domain, name, case and length of document.

Every gold passage belongs to exactly one group of each grouping, so the groups of a grouping add up
to the total. Groups hold numbers and names of groups, never text.
"""

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from textveil.evaluate.bootstrap import REPLICATES, bootstrap
from textveil.evaluate.entities import Cover
from textveil.evaluate.span_counts import check_pair, gold_of
from textveil.evaluate.tokens import TextTokens
from textveil.lexicon.names import origin_of, tenth_of
from textveil.lexicon.person_names import read_name
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.score import Score
from textveil.values.span import Spans

__all__ = [
    "ENOUGH",
    "Difference",
    "GroupCount",
    "GroupEvaluation",
    "GroupReport",
    "GroupScore",
    "Grouping",
    "count_groups",
    "domain_of",
    "largest_difference",
]

ENOUGH: Final = 20
"""Passages that a group needs before its recall is shown or compared with that of another."""

NO_NAME: Final = "no name"
NOT_LISTED: Final = "not listed"
RAREST: Final = "10 (rarest)"

_KIND_FIELDS: Final = ("corpus", "kind")
_LENGTHS: Final = (200, 1_000, 5_000, 20_000)
_LENGTH_NAMES: Final = (
    f"up to {_LENGTHS[0]:,}",
    *(f"{low + 1:,} to {high:,}" for low, high in pairwise(_LENGTHS)),
    f"over {_LENGTHS[-1]:,}",
)


class Grouping(StrEnum):
    """What passages are grouped by."""

    LABEL = "label"
    DOMAIN = "domain"
    FREQUENCY = "frequency"
    ORIGIN = "origin"
    CASE = "case"
    LENGTH = "length"

    @property
    def is_of_documents(self) -> bool:
        """Whether a whole document is in one group, so that groups have a precision too."""
        return self in (Grouping.DOMAIN, Grouping.LENGTH)


@dataclass(frozen=True, slots=True, order=True)
class GroupCount:
    """What was counted in one group.

    Attributes
    ----------
    by, group
        The grouping, and the name of the group.
    hidden, passages
        Gold passages whose words are hidden, apart from titles and function words; and all of them.
    right, marked
        Hidden words that were to be hidden, and all hidden words; 0 unless whole documents are
        grouped.
    """

    by: Grouping
    group: str
    hidden: int = 0
    passages: int = 0
    right: int = 0
    marked: int = 0


@dataclass(frozen=True, slots=True)
class GroupScore:
    """A group with its recall, and its precision where whole documents are grouped."""

    count: GroupCount
    recall: Score | None
    precision: Score | None

    @property
    def is_enough(self) -> bool:
        """Whether the group has enough passages to be compared."""
        return self.count.passages >= ENOUGH

    def to_json(self) -> dict[str, Any]:
        """Return the group as a JSON object."""
        shown: dict[str, Any] = {
            "group": self.count.group,
            "passages": self.count.passages,
            "hidden": self.count.hidden,
        }
        for name, score in (("recall", self.recall), ("precision", self.precision)):
            if score is not None:
                shown[name] = {"value": score.value, "low": score.low, "high": score.high}
        if self.precision is not None:
            shown |= {"words_marked": self.count.marked, "words_right": self.count.right}
        return shown


@dataclass(frozen=True, slots=True)
class Difference:
    """The two groups of a grouping whose recalls lie furthest apart."""

    best: GroupScore
    worst: GroupScore

    @property
    def value(self) -> float:
        """How much higher the recall of the best group is."""
        assert self.best.recall is not None  # noqa: S101 - both have enough passages
        assert self.worst.recall is not None  # noqa: S101
        return self.best.recall.value - self.worst.recall.value

    def to_json(self) -> dict[str, Any]:
        """Return the difference as a JSON object."""
        best, worst = self.best.count.group, self.worst.count.group
        return {"best": best, "worst": worst, "difference": self.value}


def largest_difference(scores: tuple[GroupScore, ...]) -> Difference | None:
    """Return the groups of one grouping that differ most; None if fewer than two have enough.

    Passages without a name, and surnames that are not listed, have no origin and no frequency, so
    they are not compared.
    """
    unknown = (NO_NAME, NOT_LISTED)
    ranked = [one for one in scores if one.is_enough and one.count.group not in unknown]
    if len(ranked) < 2:
        return None
    recalls = {one.count.group: one.recall.value for one in ranked if one.recall is not None}
    by_recall = sorted(ranked, key=lambda one: (-recalls[one.count.group], one.count.group))
    return Difference(by_recall[0], by_recall[-1])


def domain_of(document: Document, by: str | None = None) -> str:
    """Return the domain of a document; empty if nothing tells it.

    Parameters
    ----------
    document
        The document.
    by
        Field of the metadata that holds the domain. Without one it is the field `corpus` or `kind`
        (generated documents have it), else the folder in the id.

    Examples
    --------
    >>> domain_of(Document("ward-3/note-1.txt", "Seen."))
    'ward-3'
    """
    if by is not None:
        value = document.metadata.get(by)
        return "" if value is None else str(value)
    for name in _KIND_FIELDS:
        value = document.metadata.get(name)
        if isinstance(value, str) and value:
            return value
    return document.id.rpartition("/")[0]


def count_groups(
    document: Document, predicted: Spans, *, by: str | None = None, every_span: bool = False
) -> tuple[GroupCount, ...]:
    """Count the gold passages of one document by group.

    Parameters
    ----------
    document
        The gold document.
    predicted
        What was found in the same text.
    by
        As for `domain_of`.
    every_span
        Whether gold spans count that need not be masked.

    Returns
    -------
    tuple of GroupCount
        The counts that are not zero, sorted; O(n + s log s) for n code points and s spans.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> note = Document("n", "Ana Ruiz", spans=Spans([Span(0, 8, "NAME")]))
    >>> for count in count_groups(note, Spans([Span(4, 8, "NAME")])):
    ...     print(count.by, count.group, count.hidden, count.passages)
    case Title 0 1
    domain  0 1
    frequency 1 (commonest) 0 1
    label NAME 0 1
    length up to 200 0 1
    origin hispanic 0 1
    """
    check_pair(document, predicted)
    gold = gold_of(document, every_span=every_span)
    whole = {
        Grouping.DOMAIN: domain_of(document, by),
        Grouping.LENGTH: _length_group(len(document.text)),
    }
    cover = Cover(document.text, predicted.covered())
    hidden: Counter[tuple[Grouping, str]] = Counter()
    passages: Counter[tuple[Grouping, str]] = Counter()
    for span in gold:
        is_hidden = cover.hides_content(span.start, span.end)
        groups = _passage_groups(document.covered_by(span), span.label) | whole
        passages.update(groups.items())
        hidden.update(dict.fromkeys(groups.items(), int(is_hidden)))
    tokens = TextTokens(document.text)
    found = tokens.hidden(predicted.covered())
    right = len(found & tokens.touched(gold.covered()))
    counts = {
        key: GroupCount(*key, hidden[key], number)
        for key, number in passages.items()
        if not key[0].is_of_documents
    }
    for key in whole.items():
        counts[key] = GroupCount(*key, hidden[key], passages[key], right, len(found))
    return tuple(sorted(one for one in counts.values() if one.passages or one.marked))


class GroupEvaluation:
    """Counts documents one by one and scores all groups.

    Only counts are kept, and documents with equal counts once. Parts can be merged in any order.
    """

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows: Counter[tuple[GroupCount, ...]] = Counter()

    def add(self, counts: tuple[GroupCount, ...]) -> None:
        """Add the counts of one document."""
        self._rows[counts] += 1

    def merge(self, other: "GroupEvaluation") -> Self:
        """Add the counts of other documents, and return self."""
        self._rows.update(other._rows)
        return self

    def scores(
        self, rng: np.random.Generator, level: float = 0.95, replicates: int = REPLICATES
    ) -> "GroupReport":
        """Return the groups of each grouping, with document-bootstrap percentile intervals."""
        columns = sorted({(one.by, one.group) for row in self._rows for one in row})
        if not columns:
            return GroupReport()
        place = {column: at for at, column in enumerate(columns)}
        ordered = sorted(self._rows)
        rows = np.zeros((len(ordered), len(columns), 4))
        for at, row in enumerate(ordered):
            for one in row:
                rows[at, place[one.by, one.group]] = _four(one)
        times = np.array([self._rows[row] for row in ordered], dtype=np.int64)
        flat = rows.reshape(len(ordered), -1)
        found = np.stack(bootstrap(flat, times, _ratios, rng, level, replicates), axis=1)
        intervals = found.reshape(len(columns), 2, 3)
        totals = (times @ flat).reshape(len(columns), 4).astype(int).tolist()
        scored = [
            _score(GroupCount(*column, *numbers), both)
            for column, numbers, both in zip(columns, totals, intervals, strict=True)
        ]
        return GroupReport(
            {
                by: tuple(sorted((one for one in scored if one.count.by is by), key=_reading_order))
                for by in Grouping
            }
        )


@dataclass(frozen=True, slots=True)
class GroupReport:
    """The groups of every grouping."""

    scores: dict[Grouping, tuple[GroupScore, ...]] = field(default_factory=dict)

    def shown(self, by: Grouping) -> tuple[GroupScore, ...]:
        """Return the groups worth a table: those with enough passages, if there are two or more."""
        told = [
            one for one in self.scores.get(by, ()) if one.is_enough and one.count.group != NO_NAME
        ]
        return tuple(told) if len(told) > 1 else ()

    def difference(self, by: Grouping) -> Difference | None:
        """Return the largest difference of a grouping; None if there is nothing to compare."""
        return largest_difference(self.scores.get(by, ()))

    def to_json(self) -> dict[str, Any]:
        """Return all groups and the largest differences as a JSON object."""
        differences = {by: self.difference(by) for by in self.scores}
        return {
            by.value: {
                "groups": [one.to_json() for one in scores],
                "largest_difference": None if (most := differences[by]) is None else most.to_json(),
            }
            for by, scores in self.scores.items()
        }


def _passage_groups(passage: str, label: str) -> dict[Grouping, str]:
    frequency, origin = NO_NAME, NO_NAME
    if family_of(label) == "NAME":
        frequency, origin = _surname_groups(passage)
    return {
        Grouping.LABEL: label,
        Grouping.FREQUENCY: frequency,
        Grouping.ORIGIN: origin,
        Grouping.CASE: _case_group(passage),
    }


def _surname_groups(passage: str) -> tuple[str, str]:
    """Return the tenth of the surname by its frequency, and its origin."""
    name = read_name(passage)
    surname = "" if name is None else name.bare_family()
    tenth = tenth_of(surname)
    if tenth is None:
        return NOT_LISTED, NOT_LISTED
    frequency = {1: "1 (commonest)", 10: RAREST}.get(tenth, str(tenth))
    return frequency, origin_of(surname) or "none leads"


def _case_group(passage: str) -> str:
    letters = [sign for sign in passage if sign.isupper() or sign.islower()]
    if not letters:
        return "no letters"
    if all(map(str.islower, letters)):
        return "lower"
    if all(map(str.isupper, letters)):
        return "UPPER"
    return "Title" if letters[0].isupper() else "mixed"


def _length_group(length: int) -> str:
    return _LENGTH_NAMES[bisect_left(_LENGTHS, length)]


def _four(count: GroupCount) -> tuple[int, int, int, int]:
    return (count.hidden, count.passages, count.right, count.marked)


def _ratios(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return recall and precision of each group; NaN where undefined."""
    parts = sums.reshape(len(sums), -1, 2, 2)
    above, below = parts[..., 0], parts[..., 1]
    out: NDArray[np.float64] = np.full(above.shape, np.nan)
    return np.divide(above, below, out=out, where=below > 0).reshape(len(sums), -1)


def _score(count: GroupCount, both: NDArray[np.float64]) -> GroupScore:
    recall, precision = (
        Score(name, *map(float, interval), things, count.group) if things else None
        for name, interval, things in zip(
            ("recall", "precision"), both, (count.passages, count.marked), strict=True
        )
    )
    return GroupScore(count, recall, precision)


def _reading_order(score: GroupScore) -> tuple[int, int, str]:
    """Return the key that puts numbers and lengths in order, and what is no name last."""
    name = score.count.group
    if score.count.by is Grouping.LENGTH:
        return (0, _LENGTH_NAMES.index(name), name)
    number = name.partition(" ")[0]
    last = name in (NO_NAME, NOT_LISTED)
    return (last, int(number) if number.isdecimal() else 0, name)
