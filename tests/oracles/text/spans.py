"""Spans as sets of positions: slow, obvious, and right by inspection."""

from collections.abc import Iterable

from textveil.values.span import Span, Spans


def positions(spans: Iterable[Span]) -> set[int]:
    """Every offset that some span covers."""
    return {offset for span in spans for offset in range(span.start, span.end)}


def intervals(covered: set[int]) -> tuple[tuple[int, int], ...]:
    """The maximal runs of consecutive offsets, half-open."""
    starts = sorted(offset for offset in covered if offset - 1 not in covered)
    ends = sorted(offset + 1 for offset in covered if offset + 1 not in covered)
    return tuple(zip(starts, ends, strict=True))


def beats(one: Span, other: Span) -> bool:
    """The stated rule of `resolve`, question by question."""
    if len(one) != len(other):
        return len(one) > len(other)
    if one.score != other.score:
        return one.score > other.score
    if one.start != other.start:
        return one.start < other.start
    if one.label != other.label:
        return one.label < other.label
    if one.source != other.source:
        return one.source < other.source
    return one < other


def resolve(spans: Spans) -> list[Span]:
    """Take the span that nothing beats, drop what it overlaps, and begin again."""
    left, chosen = list(spans), []
    while left:
        best = next(span for span in left if not any(beats(other, span) for other in left))
        chosen.append(best)
        left = [span for span in left if not positions([span]) & positions([best])]
    return sorted(chosen)


def merge(spans: Spans) -> set[tuple[int, int, str, float]]:
    """For each label, the runs of its positions, each with the best score of what lies in it."""
    merged = set()
    for label in {span.label for span in spans}:
        same = [span for span in spans if span.label == label]
        # A boundary counts as covered only if two spans touch there, and runs of positions
        # already join those, because an offset range has no room between touching spans.
        for start, end in intervals(positions(same)):
            inside = [span.score for span in same if start <= span.start and span.end <= end]
            merged.add((start, end, label, max(inside)))
    return merged


def cut(spans: Spans, allowed: set[int]) -> set[tuple[int, int, str]]:
    """The runs of allowed positions inside each span."""
    return {
        (start, end, span.label)
        for span in spans
        for start, end in intervals(positions([span]) & allowed)
    }
