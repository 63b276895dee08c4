"""Counting: compares the predictions of one document with its gold spans.

A count is three numbers: `hits`, `predicted` and `gold`. Everything that
`textveil.evaluate.detection.spans` reports is a ratio of sums of them, so documents can be counted
anywhere and added up later.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.document_words import Interval, TextTokens, union
from textveil.evaluate.detection.entities import (
    DIRECT,
    QUASI,
    Cover,
    entity_of,
    identifier_of,
    needs_masking,
)
from textveil.evaluate.detection.matching import count_matched
from textveil.values.document import Document
from textveil.values.figures.json_fields import json_fields
from textveil.values.span import Span, Spans

__all__ = ["Level", "SpanCount", "check_pair", "count_spans", "gold_of"]


class Level(StrEnum):
    """What is counted."""

    TOKEN = "token"  # noqa: S105 - a word of a text, not a secret
    STRICT = "instance-strict"
    RELAXED = "instance-relaxed"
    CHARACTER = "character"
    MENTION = "mention"
    MENTION_CONTENT = "mention-content"
    ENTITY = "entity"
    ENTITY_CONTENT = "entity-content"

    @property
    def has_labels(self) -> bool:
        """Whether predicted labels are compared at this level; else only hidden words count."""
        return self in (Level.TOKEN, Level.STRICT, Level.RELAXED)

    @property
    def has_predictions(self) -> bool:
        """Whether this level has a precision; hidden mentions have only a recall."""
        return self.has_labels or self is Level.CHARACTER


@dataclass(frozen=True, slots=True, order=True)
class SpanCount:
    """Three numbers about one level and one label.

    Attributes
    ----------
    level
        What is counted: tokens, spans by a strict or a relaxed rule, characters, or mentions and
        entities that are hidden, wholly or in all that tells something.
    same_label
        Whether a hit needs the gold label (label-aware) or any label will do (label-blind).
    label
        What the count is restricted to: a label, or for entities DIRECT or QUASI. Label-blind
        counts restricted to a label look at the gold side only: `predicted` is 0 and means
        nothing, as for all mentions and entities. Empty for a count over all labels.
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
        return json_fields(self)


def count_spans(
    document: Document,
    predicted: Spans,
    labels: Mapping[str, str | None] | None = None,
    *,
    every_span: bool = False,
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
    every_span
        Whether gold spans count that need not be masked (see `needs_masking`).

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
    ...     if count.level.has_labels:
    ...         print(count.level, count.same_label, count.label, count.hits, count.gold)
    token False  1 2
    token False NAME 1 2
    token True NAME 1 2
    instance-strict False  0 1
    instance-strict True NAME 0 1
    instance-relaxed False  1 1
    instance-relaxed True NAME 1 1
    """
    check_pair(document, predicted)
    wanted = gold_of(document, every_span=every_span)
    gold, found = _by_label(wanted, labels), _by_label(predicted, labels)
    hidden = union(interval for spans in found.values() for interval in spans)
    renamed = labels or {}
    mentions = [(span, renamed.get(span.label, span.label)) for span in wanted]
    counts = [
        *_instances(gold, found),
        *_tokens(document.text, gold, found),
        *_characters(document.text, gold, hidden),
        *_mentions(mentions, Cover(document.text, hidden)),
    ]
    order = list(Level)
    return tuple(
        sorted(
            (c for c in counts if c.hits or c.predicted or c.gold),
            key=lambda c: (order.index(c.level), c.same_label, c.label),
        )
    )


def check_pair(document: Document, predicted: Spans) -> None:
    """Raise if the document was never annotated, or a predicted span ends past its text."""
    if document.spans is None:
        raise InvalidValueError(
            "this gold document was never annotated", where=document.id, hint="leave it out"
        )
    try:
        predicted.within(len(document.text))
    except InvalidValueError as error:
        raise InvalidValueError(error.what, where=f"{document.id}: {error.where}") from None


def gold_of(document: Document, *, every_span: bool = False) -> Spans:
    """Return the gold spans that count: those that need masking, or every one."""
    gold = Spans() if document.spans is None else document.spans
    return gold if every_span else gold.where(needs_masking)


def _by_label(spans: Spans, labels: Mapping[str, str | None] | None) -> dict[str, set[Interval]]:
    """Group offsets by (new) label; one passage counts once for a label."""
    renamed = labels or {}
    grouped: dict[str, set[Interval]] = {}
    for span in spans:
        label = renamed.get(span.label, span.label)
        if label is not None:
            grouped.setdefault(label, set()).add((span.start, span.end))
    return grouped


def _instances(
    gold: Mapping[str, set[Interval]], found: Mapping[str, set[Interval]]
) -> Iterator[SpanCount]:
    for label in gold.keys() | found.keys():
        yield from _compare(gold.get(label, set()), found.get(label, set()), label)
    yield from _compare(set().union(*gold.values()), set().union(*found.values()), "")


def _compare(gold: set[Interval], found: set[Interval], label: str) -> Iterator[SpanCount]:
    sizes = (len(found), len(gold))
    yield SpanCount(Level.STRICT, bool(label), label, len(gold & found), *sizes)
    yield SpanCount(Level.RELAXED, bool(label), label, count_matched(gold, found), *sizes)


def _tokens(
    text: str, gold: Mapping[str, set[Interval]], found: Mapping[str, set[Interval]]
) -> Iterator[SpanCount]:
    if not gold and not found:
        return
    tokens = TextTokens(text)
    anything = tokens.hidden(interval for spans in found.values() for interval in spans)
    expected: set[int] = set()
    for label in gold.keys() | found.keys():
        real, guessed = tokens.touched(gold.get(label, ())), tokens.hidden(found.get(label, ()))
        expected |= real
        hits = len(real & guessed)
        yield SpanCount(Level.TOKEN, True, label, hits, len(guessed), len(real))
        yield SpanCount(Level.TOKEN, False, label, len(real & anything), 0, len(real))
    hits = len(expected & anything)
    yield SpanCount(Level.TOKEN, False, "", hits, len(anything), len(expected))


def _characters(
    text: str, gold: Mapping[str, set[Interval]], hidden: list[Interval]
) -> Iterator[SpanCount]:
    """Count characters that are not white space."""
    wanted = union(interval for spans in gold.values() for interval in spans)

    def solid(intervals: list[Interval]) -> int:
        return sum(len(word) for low, high in intervals for word in text[low:high].split())

    either = solid(union([*wanted, *hidden]))
    real, guessed = solid(wanted), solid(hidden)
    yield SpanCount(Level.CHARACTER, False, "", real + guessed - either, guessed, real)


def _mentions(mentions: list[tuple[Span, str | None]], cover: Cover) -> Iterator[SpanCount]:
    """Count the hidden mentions, and the entities with only hidden mentions."""
    covered: dict[tuple[Level, str], list[bool]] = {}
    entities: dict[tuple[str, str], tuple[bool, bool, str]] = {}
    for span, label in mentions:
        if label is None:
            continue
        strict, content = _hidden(span, cover)
        for group in (label, ""):
            covered.setdefault((Level.MENTION, group), []).append(strict)
            covered.setdefault((Level.MENTION_CONTENT, group), []).append(content)
        if (entity := entity_of(span)) is not None:
            before = entities.get(entity, (True, True, QUASI))
            kind = DIRECT if before[2] == DIRECT else identifier_of(span)
            entities[entity] = (before[0] and strict, before[1] and content, kind)
    for strict, content, kind in entities.values():
        for group in (kind, ""):
            covered.setdefault((Level.ENTITY, group), []).append(strict)
            covered.setdefault((Level.ENTITY_CONTENT, group), []).append(content)
    for (level, group), answers in covered.items():
        yield SpanCount(level, False, group, sum(answers), 0, len(answers))


def _hidden(span: Span, cover: Cover) -> tuple[bool, bool]:
    return cover.hides(span.start, span.end), cover.hides_content(span.start, span.end)
