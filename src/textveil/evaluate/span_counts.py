"""Counting, for one document, what a prediction found of the gold spans.

A count is three numbers: `hits`, `predicted` and `gold`. Everything that `textveil.evaluate.spans`
reports is a ratio of sums of them, so documents can be counted anywhere and added up later.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from textveil.errors import InvalidValueError
from textveil.evaluate.matching import count_matched
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["Level", "SpanCount", "count_spans"]

# The words of score sheets in this field: letters, digits and underscores of any script.
# Punctuation identifies nobody, so it is not a token.
_TOKEN = re.compile(r"\w+")

_Interval = tuple[int, int]


class Level(StrEnum):
    """What is counted."""

    TOKEN = "token"  # noqa: S105 - a word of a text, not a secret
    STRICT = "instance-strict"
    RELAXED = "instance-relaxed"


@dataclass(frozen=True, slots=True, order=True)
class SpanCount:
    """Three numbers about one level and one label.

    Attributes
    ----------
    level
        What is counted: tokens, or spans by a strict or a relaxed rule.
    same_label
        Whether a hit needs the gold label (label-aware) or any label will do (label-blind).
    label
        What the count is restricted to. Label-blind counts restricted to a label look at the gold
        side only: `predicted` is 0 and means nothing. Empty for a count over all labels.
    hits, predicted, gold
        What was predicted rightly, what was predicted, and what was to be found.
    """

    level: Level
    same_label: bool
    label: str
    hits: int
    predicted: int
    gold: int

    def to_json(self) -> dict[str, Any]:
        """Return the count as a JSON object."""
        return {
            "level": self.level.value,
            "same_label": self.same_label,
            "label": self.label,
            "hits": self.hits,
            "predicted": self.predicted,
            "gold": self.gold,
        }


def count_spans(
    document: Document, predicted: Spans, labels: Mapping[str, str | None] | None = None
) -> tuple[SpanCount, ...]:
    """Compare predicted spans with those that the document came with.

    Parameters
    ----------
    document
        The gold document; its spans must not be None.
    predicted
        What was found in the same text; spans may overlap.
    labels
        New names for labels, on both sides; a label mapped to None is left out, one that is not
        mentioned stays.

    Returns
    -------
    tuple of SpanCount
        The counts that are not zero, sorted; no two share level, rule and label. The time is
        O(n + s log s) for n code points and s spans.

    Raises
    ------
    InvalidValueError
        If the document was never annotated, or a predicted span ends past its text.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> note = Document("n", "Ana Ruiz", spans=Spans([Span(0, 8, "NAME")]))
    >>> for count in count_spans(note, Spans([Span(0, 3, "NAME")])):
    ...     print(count.level, count.same_label, count.label, count.hits, count.gold)
    token False  1 2
    token False NAME 1 2
    token True NAME 1 2
    instance-strict False  0 1
    instance-strict True NAME 0 1
    instance-relaxed False  1 1
    instance-relaxed True NAME 1 1
    """
    if document.spans is None:
        raise InvalidValueError(
            "this gold document was never annotated", where=document.id, hint="leave it out"
        )
    try:
        predicted.within(len(document.text))
    except InvalidValueError as error:
        raise InvalidValueError(error.what, where=f"{document.id}: {error.where}") from None
    gold, found = _by_label(document.spans, labels), _by_label(predicted, labels)
    counts = [*_instances(gold, found), *_tokens(document.text, gold, found)]
    order = list(Level)
    return tuple(
        sorted(
            (c for c in counts if c.hits or c.predicted or c.gold),
            key=lambda c: (order.index(c.level), c.same_label, c.label),
        )
    )


def _by_label(spans: Spans, labels: Mapping[str, str | None] | None) -> dict[str, set[_Interval]]:
    """Group offsets by (new) label; one passage counts once for a label."""
    renamed = labels or {}
    grouped: dict[str, set[_Interval]] = {}
    for span in spans:
        label = renamed.get(span.label, span.label)
        if label is not None:
            grouped.setdefault(label, set()).add((span.start, span.end))
    return grouped


def _instances(
    gold: Mapping[str, set[_Interval]], found: Mapping[str, set[_Interval]]
) -> Iterator[SpanCount]:
    for label in gold.keys() | found.keys():
        yield from _compare(gold.get(label, set()), found.get(label, set()), label)
    yield from _compare(set().union(*gold.values()), set().union(*found.values()), "")


def _compare(gold: set[_Interval], found: set[_Interval], label: str) -> Iterator[SpanCount]:
    sizes = (len(found), len(gold))
    yield SpanCount(Level.STRICT, bool(label), label, len(gold & found), *sizes)
    yield SpanCount(Level.RELAXED, bool(label), label, count_matched(gold, found), *sizes)


def _tokens(
    text: str, gold: Mapping[str, set[_Interval]], found: Mapping[str, set[_Interval]]
) -> Iterator[SpanCount]:
    if not gold and not found:
        return
    places = [match.span() for match in _TOKEN.finditer(text)]
    starts, ends = [start for start, _ in places], [end for _, end in places]

    def touched(spans: Iterable[_Interval]) -> set[int]:
        """Return the tokens that have a character in some span."""
        runs = (range(bisect_right(ends, low), bisect_left(starts, high)) for low, high in spans)
        return {token for run in runs for token in run}

    def hidden(spans: Iterable[_Interval]) -> set[int]:
        """Return the tokens that lie wholly inside the union of the spans."""
        runs = (
            range(bisect_left(starts, low), bisect_right(ends, high)) for low, high in _union(spans)
        )
        return {token for run in runs for token in run}

    anything = hidden(interval for spans in found.values() for interval in spans)
    expected: set[int] = set()
    for label in gold.keys() | found.keys():
        real, guessed = touched(gold.get(label, ())), hidden(found.get(label, ()))
        expected |= real
        hits = len(real & guessed)
        yield SpanCount(Level.TOKEN, True, label, hits, len(guessed), len(real))
        yield SpanCount(Level.TOKEN, False, label, len(real & anything), 0, len(real))
    hits = len(expected & anything)
    yield SpanCount(Level.TOKEN, False, "", hits, len(anything), len(expected))


def _union(intervals: Iterable[_Interval]) -> list[_Interval]:
    """Return the union as disjoint intervals that do not touch, in order."""
    union: list[_Interval] = []
    for low, high in sorted(intervals):
        if union and low <= union[-1][1]:
            union[-1] = (union[-1][0], max(union[-1][1], high))
        else:
            union.append((low, high))
    return union
