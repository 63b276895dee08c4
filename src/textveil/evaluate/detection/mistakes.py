"""Which passages were missed, partly missed, called something else, or invented.

A mistake holds offsets and labels, never text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from textveil.evaluate.detection.document_words import Interval, union
from textveil.evaluate.detection.entities import DIRECT, QUASI, Cover, content_of, needs_masking
from textveil.evaluate.detection.span_counts import check_pair, gold_of
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["Fault", "Mistake", "find_mistakes"]


class Fault(StrEnum):
    """What is wrong with a passage, worst first."""

    MISSED = "missed"
    PARTLY = "partly missed"
    LABEL = "wrong label"
    SPURIOUS = "spurious"
    LONG = "too long"


@dataclass(frozen=True, slots=True, order=True)
class Mistake:
    """One mistake.

    Attributes
    ----------
    fault
        What is wrong.
    label
        The gold label, or the predicted one where nothing of it was to be found.
    start, end
        The passage: a gold span, or a predicted one that is spurious or too long.
    others
        The labels that the other side has there, sorted.
    parts
        What is wrong inside the passage: the parts left readable, those hidden for nothing, or the
        whole where the label is wrong.
    identifier
        DIRECT or QUASI where the gold span says so, else empty.
    allowed
        The gold labels of spans there that need not be masked; they explain a spurious one.
    """

    fault: Fault
    label: str
    start: int
    end: int
    others: tuple[str, ...] = ()
    parts: tuple[Interval, ...] = ()
    identifier: str = ""
    allowed: tuple[str, ...] = ()


def find_mistakes(
    document: Document, predicted: Spans, *, every_span: bool = False
) -> tuple[Mistake, ...]:
    """Return the mistakes in one document, in reading order.

    A gold span is *missed* if nothing of it is hidden, and *partly missed* if a word of it is left
    readable that is no title or function word. It has the *wrong label* if it is hidden, but no
    predicted span on it has its label. A predicted span is *spurious* if it overlaps no gold span,
    and *too long* if it overlaps some and hides a word beside them. Equal spans count once.

    Parameters
    ----------
    document
        The gold document.
    predicted
        What was found in the same text.
    every_span
        Whether gold spans count that need not be masked.

    Raises
    ------
    InvalidValueError
        If the document was never annotated, or a predicted span ends past its text.

    Examples
    --------
    >>> note = Document("n", "Ana Ruiz", spans=Spans([Span(0, 8, "NAME")]))
    >>> [(m.fault.value, m.parts) for m in find_mistakes(note, Spans([Span(0, 3, "NAME")]))]
    [('partly missed', ((4, 8),))]
    """
    check_pair(document, predicted)
    text, given = document.text, document.spans or Spans()
    gold = _distinct(gold_of(document, every_span=every_span))
    spared = [] if every_span else [span for span in given if not needs_masking(span)]
    found = _distinct(predicted)
    covered, wanted = Cover(text, _ranges(found)), Cover(text, _ranges(gold))
    mistakes = [_about_gold(span, text, covered, near) for span, near in _near(gold, found)]
    beside = (near for _, near in _near(found, spared))
    mistakes += [
        _about_found(span, text, wanted, near, free)
        for (span, near), free in zip(_near(found, gold), beside, strict=True)
    ]
    there = [mistake for mistake in mistakes if mistake is not None]
    return tuple(sorted(there, key=lambda one: (one.start, one.end, one)))


def _distinct(spans: Spans) -> list[Span]:
    """Return one span for each range and label, in reading order."""
    return list({(span.start, span.end, span.label): span for span in spans}.values())


def _ranges(spans: Sequence[Span]) -> list[Interval]:
    return union((span.start, span.end) for span in spans)


def _near(spans: list[Span], others: list[Span]) -> list[tuple[Span, list[Span]]]:
    """Return each span with those of the other side that overlap it."""
    # Both sides are in reading order. A long span keeps those after it in play, no more.
    near: list[tuple[Span, list[Span]]] = []
    open_ones: list[Span] = []
    coming = iter(others)
    upcoming = next(coming, None)
    for span in spans:
        while upcoming is not None and upcoming.start < span.end:
            open_ones.append(upcoming)
            upcoming = next(coming, None)
        open_ones = [other for other in open_ones if other.end > span.start]
        near.append((span, [other for other in open_ones if other.start < span.end]))
    return near


def _about_gold(span: Span, text: str, cover: Cover, near: Sequence[Span]) -> Mistake | None:
    labels = tuple(sorted({other.label for other in near}))
    said = span.attributes.get("identifier_type")
    identifier = said if said in (DIRECT, QUASI) else ""
    place = (span.label, span.start, span.end)
    whole = ((span.start, span.end),)
    if not near:
        return Mistake(Fault.MISSED, *place, parts=whole, identifier=identifier)
    if not cover.hides_content(span.start, span.end):
        hidden = [(other.start, other.end) for other in near]
        readable = _words_outside(span, text, union(hidden))
        return Mistake(Fault.PARTLY, *place, labels, readable, identifier)
    if span.label not in labels:
        return Mistake(Fault.LABEL, *place, labels, whole, identifier)
    return None


def _about_found(
    span: Span, text: str, wanted: Cover, near: Sequence[Span], spared: Sequence[Span]
) -> Mistake | None:
    place = (span.label, span.start, span.end)
    if not near:
        allowed = tuple(sorted({other.label for other in spared}))
        parts = ((span.start, span.end),)
        return Mistake(Fault.SPURIOUS, *place, parts=parts, allowed=allowed)
    labels = tuple(sorted({other.label for other in near}))
    words = content_of(text, span.start, span.end)
    beside = tuple(word for word in words if not wanted.touches(*word))
    return Mistake(Fault.LONG, *place, labels, beside) if beside else None


def _words_outside(span: Span, text: str, hidden: list[Interval]) -> tuple[Interval, ...]:
    """Return the parts of a span outside some intervals, without blanks and marks around words."""
    edges = [span.start, *(edge for pair in hidden for edge in pair), span.end]
    gaps = [(low, high) for low, high in zip(edges[::2], edges[1::2], strict=True) if low < high]
    trimmed = ((low, high, text[low:high]) for low, high in gaps)
    return tuple(
        (high - len(gap.lstrip()), low + len(gap.rstrip()))
        for low, high, gap in trimmed
        if gap.strip()
    )
