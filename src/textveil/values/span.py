"""Spans: where something identifying stands in a text, and why it was found.

Offsets are half-open and count code points, as Python's `str` does. A span never holds the text it
covers: ask the document for it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import total_ordering
from itertools import groupby
from operator import attrgetter
from typing import Any, overload

from textveil.errors import InvalidValueError
from textveil.values.metadata import EMPTY, Metadata
from textveil.values.person import Person

__all__ = ["Explanation", "Span", "Spans"]


@dataclass(frozen=True, slots=True, order=True)
class Explanation:
    """Why a span was found, without a word of the source.

    Attributes
    ----------
    rule
        Name of the rule, list or model that fired.
    reasons
        Pairs of a reason and its weight, strongest first: a checksum that holds, a context word's
        class, a feature of a model. Never the matched text.

    Examples
    --------
    >>> Explanation("email", (("domain", 1.0),)).to_json()
    {'rule': 'email', 'reasons': [['domain', 1.0]]}
    """

    rule: str
    reasons: tuple[tuple[str, float], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as a JSON object."""
        return {"rule": self.rule, "reasons": [list(reason) for reason in self.reasons]}


@total_ordering
@dataclass(frozen=True, slots=True)
class Span:
    """One passage, by half-open code-point offsets.

    Spans are ordered as they stand in the text: by start, end, label, source, score, and then by
    what is left, so that different spans never tie.

    Attributes
    ----------
    start, end
        Half-open offsets that count code points.
    label
        What kind of passage it is, such as `NAME`.
    score
        Between 0 and 1: how sure the detector is.
    source
        The detector.
    explanation
        Why it was found; None if nobody asked.
    entity
        The person or thing behind it, where that is known.
    attributes
        What else the annotation says.

    Raises
    ------
    InvalidValueError
        If the span is empty or starts before 0, has no label, or its score is no share.

    Examples
    --------
    >>> Span(0, 3, "NAME").overlaps(Span(2, 5, "CITY"))
    True
    """

    start: int
    end: int
    label: str
    score: float = 1.0
    source: str = ""
    explanation: Explanation | None = None
    entity: str | Person | None = None
    attributes: Metadata = field(default=EMPTY)

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise InvalidValueError(
                "a span must start at 0 or later and end after it starts",
                where=f"[{self.start}, {self.end})",
            )
        if not self.label:
            raise InvalidValueError("a span needs a label", where=f"[{self.start}, {self.end})")
        if not 0.0 <= self.score <= 1.0:
            raise InvalidValueError("a score must lie between 0 and 1", where=f"{self.score}")

    def __hash__(self) -> int:
        # What tells most spans apart: sets of spans are made all the time.
        return hash((self.start, self.end, self.label, self.source))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return _reading_order(self) < _reading_order(other)

    def __len__(self) -> int:
        return self.end - self.start

    @property
    def entity_key(self) -> str | None:
        """The person or thing behind the passage as one text; None if it is not known."""
        return self.entity.key if isinstance(self.entity, Person) else self.entity

    def overlaps(self, other: "Span") -> bool:
        """Tell whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: "Span") -> bool:
        """Tell whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def shift(self, distance: int) -> "Span":
        """Return the same span `distance` code points further on."""
        return replace(self, start=self.start + distance, end=self.end + distance)


_place = attrgetter("start", "end", "label", "source", "score")


def _reading_order(span: Span) -> tuple[Any, ...]:
    return (*_place(span), *_remaining(span))


def _remaining(span: Span) -> tuple[Any, ...]:
    # Without these, equal sets given in another order would be unequal tuples.
    why = () if span.explanation is None else (span.explanation,)
    who = () if span.entity is None else (span.entity_key,)
    return (who, why, span.attributes.sort_key())


def _longest_first(span: Span) -> tuple[Any, ...]:
    """Sort key of `Spans.resolve`: the stated rule, made total by the remaining fields."""
    return (-len(span), -span.score, span.start, span.label, span.source, *_remaining(span))


class Spans(Sequence[Span]):
    """An immutable set of spans in reading order, with the algebra that stages need.

    Parameters
    ----------
    spans
        Any spans; they may overlap.

    Examples
    --------
    >>> found = Spans([Span(4, 9, "CITY"), Span(0, 5, "NAME")])
    >>> found.resolve()
    Spans(NAME[0,5))
    >>> found.covered()
    ((0, 9),)
    """

    __slots__ = ("_spans",)

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        ordered = list(spans)
        if len(ordered) > 1:
            ordered = sorted(dict.fromkeys(ordered), key=_place)
        if len(ordered) > 1 and len(set(map(_place, ordered))) < len(ordered):
            # Few spans stand at one place under one label; only then is the rest looked at.
            ordered.sort(key=_reading_order)
        self._spans: tuple[Span, ...] = tuple(ordered)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> "Spans": ...
    def __getitem__(self, index: int | slice) -> "Span | Spans":
        return Spans(self._spans[index]) if isinstance(index, slice) else self._spans[index]

    def __iter__(self) -> Iterator[Span]:
        return iter(self._spans)

    def __len__(self) -> int:
        return len(self._spans)

    def __eq__(self, other: object) -> bool:
        return self._spans == other._spans if isinstance(other, Spans) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._spans)

    def __or__(self, other: "Spans") -> "Spans":
        if not self._spans or not other._spans:
            return self if self._spans else other
        return Spans((*self._spans, *other._spans))

    def __repr__(self) -> str:
        shown = ", ".join(f"{s.label}[{s.start},{s.end})" for s in self._spans[:8])
        more = f", … {len(self) - 8} more" if len(self) > 8 else ""
        return f"Spans({shown}{more})"

    @property
    def labels(self) -> tuple[str, ...]:
        """The distinct labels, sorted."""
        return tuple(sorted({span.label for span in self._spans}))

    def where(self, keep: Callable[[Span], bool]) -> "Spans":
        """Return the spans for which `keep` is true."""
        kept = tuple(span for span in self._spans if keep(span))
        return self if len(kept) == len(self._spans) else self._part(kept)

    @classmethod
    def _part(cls, spans: tuple[Span, ...]) -> "Spans":
        """Return some of the spans of a set: they are in order already."""
        part = cls()
        part._spans = spans
        return part

    def shift(self, distance: int) -> "Spans":
        """Return every span `distance` code points further on."""
        return Spans(span.shift(distance) for span in self._spans)

    def covered(self) -> tuple[tuple[int, int], ...]:
        """Return the union as disjoint, non-touching intervals in order."""
        union: list[tuple[int, int]] = []
        for span in self._spans:
            if union and span.start <= union[-1][1]:
                union[-1] = (union[-1][0], max(union[-1][1], span.end))
            else:
                union.append((span.start, span.end))
        return tuple(union)

    def merge(self) -> "Spans":
        """Join overlapping or touching spans of one label; the parts' best score stays.

        What two parts disagree on (source, explanation, entity, attributes) is that of the part
        with the best score.
        """
        if len(self._spans) < 2:
            return self
        joined: list[Span] = []
        for _, group in groupby(sorted(self._spans, key=attrgetter("label")), attrgetter("label")):
            run: Span | None = None
            for span in group:
                if run is not None and span.start <= run.end:
                    best = max(run, span, key=attrgetter("score"))
                    run = replace(best, start=run.start, end=max(run.end, span.end))
                else:
                    joined.extend([run] if run else [])
                    run = span
            joined.extend([run] if run else [])
        return Spans(joined)

    def overlap(self, other: "Spans") -> "Spans":
        """Return the parts of these spans that lie inside `other`; fields stay those of self."""
        return Spans(self._cut(other.covered()))

    def subtract(self, other: "Spans") -> "Spans":
        """Return the parts of these spans that lie outside `other`."""
        if not self._spans or not other._spans:
            return self
        edges = [0, *(edge for pair in other.covered() for edge in pair)]
        end = max(span.end for span in self._spans)
        edges.append(max(end, edges[-1]))
        gaps = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]
        return Spans(self._cut(gaps))

    def _cut(self, windows: Sequence[tuple[int, int]]) -> Iterator[Span]:
        first = 0
        for span in self._spans:
            while first < len(windows) and windows[first][1] <= span.start:
                first += 1
            # By index: a slice would copy all later windows for every span.
            for at in range(first, len(windows)):
                low, high = windows[at]
                if low >= span.end:
                    break
                start, end = max(low, span.start), min(high, span.end)
                if (start, end) == (span.start, span.end):
                    yield span
                elif start < end:
                    yield replace(span, start=start, end=end)

    def resolve(self) -> "Spans":
        """Return a subset without overlaps.

        The rule: longer spans win over shorter ones; among equal lengths the better score wins,
        then the earlier start, then the alphabetically smaller label and source. A span that
        overlaps one already chosen is dropped whole.
        """
        chosen = _Disjoint()
        return Spans(span for span in sorted(self._spans, key=_longest_first) if chosen.add(span))

    def partition(self) -> "Spans":
        """Return disjoint spans that cover exactly what these cover.

        The winners of `resolve` stay whole; of each span that lost, the parts that no winner
        covers are resolved again among themselves. Protecting only the winners would leave those
        parts in the open.
        """
        if len(self._spans) < 2:
            return self
        settled, rest = Spans(), self
        while rest:
            settled |= rest.resolve()
            rest = rest.subtract(settled)
        return settled

    def within(self, length: int) -> "Spans":
        """Return self if every span ends at or before `length`, else raise."""
        for span in self._spans:
            if span.end > length:
                raise InvalidValueError(
                    f"a span ends past the text, which has {length} code points",
                    where=f"{span.label} [{span.start}, {span.end})",
                )
        return self


class _Disjoint:
    """Intervals that do not overlap, for greedy selection in O(log n) look-ups."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, span: Span) -> bool:
        """Add the span unless it overlaps one that is here; tell whether it was added."""
        at = bisect_left(self._starts, span.end)
        if at and self._ends[at - 1] > span.start:
            return False
        self._starts.insert(at, span.start)
        self._ends.insert(at, span.end)
        return True
