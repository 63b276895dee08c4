"""Combining: joins the findings of several detectors.

`union`
    everything that any of them found; the caller settles overlaps.
`vote`
    the characters that at least `votes` of them cover, labelled by the best of those that do.
`priority`
    the first that covers a character decides; what the later ones add is what is left of theirs.
    The name of a day that this would cut stays whole, and a rest that says no day is dropped. A
    first that cuts a token gives way to a later one that has the whole of it, and a day to the
    person who is called so: "Dr. Christmas".

Scores are compared across detectors, so they should be probabilities: the model's are calibrated,
and those of rules state how often the rule is right.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from textveil.detect.tagging.named_days import parted_days, says_no_day
from textveil.errors import require_known
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["MODES", "combine"]

MODES: Final = ("union", "vote", "priority")
_INSIDE: Final = re.compile(r"\w\w")


def combine(
    text: str,
    findings: Sequence[Spans],
    mode: str = "union",
    votes: int = 2,
    language: str = ENGLISH,
) -> Spans:
    """Combine what detectors found in a text, given in order of priority.

    Examples
    --------
    >>> first, second = Spans([Span(0, 4, "STREET")]), Spans([Span(2, 10, "ADDRESS", 0.5)])
    >>> combine("1 A, Paris", [first, second], "priority")
    Spans(STREET[0,4), ADDRESS[5,10))
    >>> combine("1 A, Paris", [first, second], "vote")
    Spans(STREET[2,4))
    """
    require_known("mode", mode, MODES)
    if mode == "vote":
        return Spans(_agreed(findings, votes)).merge()
    together = Spans()
    for spans in findings:
        if mode == "priority":
            together = _without_parts(text, together, spans, language)
        together |= _left_of(text, spans, together) if mode == "priority" else spans
    return _with_whole_days(text, together, language) if mode == "priority" else together


def _without_parts(text: str, taken: Spans, spans: Spans, language: str) -> Spans:
    """Return the spans that are no part of a token or a person's name that a later span has."""
    wide = list(spans)
    starts = [span.start for span in wide]

    def is_part(one: Span) -> bool:
        at = bisect_right(starts, one.start) - 1
        return at >= 0 and one.end <= wide[at].end and _gives_way(text, one, wide[at], language)

    return taken.where(lambda one: not is_part(one))


def _gives_way(text: str, inner: Span, outer: Span, language: str) -> bool:
    if family_of(inner.label) == family_of(outer.label) or len(inner) == len(outer):
        return False
    cuts = any(
        outer.start < at < outer.end and _INSIDE.match(text, at - 1) is not None
        for at in (inner.start, inner.end)
    )
    if cuts or inner.label != "DATE" or family_of(outer.label) != "NAME":
        return cuts
    first = text[outer.start : inner.start].split()[:1]
    return bool(first) and facts(language).is_a(first[0], "form-of-address")


def _with_whole_days(text: str, spans: Spans, language: str) -> Spans:
    days = parted_days(text, spans, language=language)
    parted = _left_of(text, spans, days) | days
    return parted.where(lambda span: not says_no_day(text, span, language=language))


def _left_of(text: str, spans: Spans, taken: Spans) -> Spans:
    """Return what `taken` leaves of the spans, without loose punctuation at the cuts."""
    whole = set(spans)
    left = []
    for piece in spans.subtract(taken):
        start, end = piece.start, piece.end
        if piece not in whole:
            while start < end and not text[start].isalnum():
                start += 1
            while end > start and not text[end - 1].isalnum():
                end -= 1
        if start < end:
            left.append(replace(piece, start=start, end=end))
    return Spans(left)


def _agreed(findings: Sequence[Spans], votes: int) -> Iterator[Span]:
    """Yield the stretches that enough detectors cover, each with the best span's label.

    Notes
    -----
    Between two neighbouring borders of spans nothing changes, so each such stretch is judged once;
    the spans over it are kept in a list while the sweep passes them.
    """
    spans = sorted((span, number) for number, found in enumerate(findings) for span in found)
    borders = sorted({place for span, _ in spans for place in (span.start, span.end)})
    open_spans: list[tuple[Span, int]] = []
    at = 0
    for low, high in pairwise(borders):
        open_spans = [held for held in open_spans if held[0].end > low]
        while at < len(spans) and spans[at][0].start <= low:
            open_spans.append(spans[at])
            at += 1
        if len({number for _, number in open_spans}) >= votes:
            best, _ = max(open_spans, key=lambda held: (held[0].score, -held[1], len(held[0])))
            yield Span(low, high, best.label, best.score, best.source, best.explanation)
