"""Places: findings of a document as a person sees them, with what was decided about each.

The rule is that of `release.decisions`: what is decided wins over what was found, and a finding
that reaches beyond a decided place keeps the rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = [
    "Decided",
    "SeenPlace",
    "decide",
    "found_row",
    "places_of",
    "seen",
    "undecide",
    "value_key",
]

Decided = tuple[int, int, str | None]
"""Start, end, and the label; None for what stays."""
_STAYS: Final = "-"


@dataclass(frozen=True, slots=True, repr=False)
class SeenPlace:
    """A passage of a document as it is shown.

    Attributes
    ----------
    start, end, label
        Where it stands, and what it is.
    state
        `found`, `stays` or `named`.
    why
        The reason of the detector: a rule and its grounds, never a text.
    score
        How sure the detector is.
    """

    start: int
    end: int
    label: str
    state: str = "found"
    why: str = ""
    score: float = 1.0


def value_key(text: str) -> str:
    """Return what equal values share, however they are spelt.

    Examples
    --------
    >>> value_key("(617) 555-0134") == value_key("617.555.0134")
    True
    """
    return squeeze_text(text) or text


def found_row(document: Document) -> dict[str, Any]:
    """Return what is kept of a document and its findings, as JSON."""
    spans = [
        (s.start, s.end, s.label, round(s.score, 4), _why(s)) for s in document.spans or Spans()
    ]
    return {"id": document.id, "text": document.text, "spans": spans}


def _why(span: Span) -> str:
    told = span.explanation
    if told is None:
        return span.source
    grounds = ", ".join(f"{reason} {weight:.2g}" for reason, weight in told.reasons)
    return f"{told.rule}: {grounds}" if grounds else told.rule


def seen(row: dict[str, Any], decisions: Iterable[Sequence[Any]]) -> list[SeenPlace]:
    """Return the passages of a document in order, with what was decided."""
    found = [
        (Span(start, end, label, score), why) for start, end, label, score, why in row["spans"]
    ]
    told = Spans(Span(start, end, label or _STAYS) for start, end, label in decisions)
    reasons = {(span.start, span.end): (span, why) for span, why in found}
    made = []
    for span in told:
        of, why = reasons.get((span.start, span.end), (span, ""))
        stays = span.label == _STAYS
        label = of.label if stays else span.label
        state = "stays" if stays else "named"
        made.append(SeenPlace(span.start, span.end, "" if label == _STAYS else label, state, why))
    for span, why in found:
        made += (
            SeenPlace(rest.start, rest.end, rest.label, "found", why, round(rest.score, 2))
            for rest in Spans([span]).subtract(told)
        )
    return sorted(made, key=lambda one: (one.start, one.end))


def decide(decisions: Iterable[Decided], start: int, end: int, label: str | None) -> list[Decided]:
    """Return the decisions about a document with one more; it replaces those that it overlaps.

    Examples
    --------
    >>> decide([(0, 3, None)], 2, 5, "NAME")
    [(2, 5, 'NAME')]
    """
    return sorted([*undecide(decisions, start, end), (start, end, label)], key=lambda one: one[0])


def undecide(decisions: Iterable[Decided], start: int, end: int) -> list[Decided]:
    """Return the decisions about a document without those about a place."""
    return [(a, b, label) for a, b, label in decisions if not (a < end and start < b)]


def places_of(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Yield where a value stands in a text, as a whole word.

    Examples
    --------
    >>> list(places_of("Ana met Anabel and Ana.", "Ana"))
    [(0, 3), (19, 22)]
    """
    at = text.find(value)
    while value and at >= 0:
        end = at + len(value)
        inside = at > 0 and value[0].isalnum() and text[at - 1].isalnum()
        inside |= end < len(text) and value[-1].isalnum() and text[end].isalnum()
        if not inside:
            yield at, end
        at = text.find(value, at + 1 if inside else end)
