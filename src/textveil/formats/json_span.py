"""Spans as JSON objects, in our own schema."""

from typing import Any

from textveil.formats.json_record import Record, merged
from textveil.formats.reading import Reading
from textveil.values.span import Explanation, Span

__all__ = ["details_from_json", "details_to_json", "span_from_json", "span_to_json"]


def details_to_json(span: Span) -> dict[str, Any]:
    """Return the details of a span besides offsets and label, without defaults."""
    fields: dict[str, Any] = {}
    if span.score != 1.0:
        fields["score"] = span.score
    if span.source:
        fields["source"] = span.source
    if span.entity is not None:
        fields["entity"] = span.entity_key
    if span.explanation is not None:
        fields["explanation"] = span.explanation.to_json()
    if span.attributes:
        fields["attributes"] = span.attributes.to_json()
    return fields


def span_to_json(span: Span) -> dict[str, Any]:
    """Return a span as a JSON object."""
    return {"start": span.start, "end": span.end, "label": span.label, **details_to_json(span)}


def details_from_json(record: Record, reading: Reading) -> dict[str, Any]:
    """Return the fields that `details_to_json` writes; unknown keys join the attributes."""
    explanation = record.take("explanation")
    return {
        "score": record.score("score"),
        "source": record.identifier("source") or "",
        "entity": record.identifier("entity"),
        "explanation": None
        if explanation is None
        else _explanation(Record(explanation, reading, record.line, "explanation")),
        "attributes": reading.metadata(
            record.line, merged(record, record.mapping("attributes"), record.rest())
        ),
    }


def span_from_json(record: Record, reading: Reading) -> Span:
    """Return the span that a JSON object describes."""
    start, end = record.offset("start"), record.offset("end")
    label = record.string("label")
    return reading.span(record.line, start, end, label, **details_from_json(record, reading))


def _explanation(record: Record) -> Explanation:
    rule = record.string("rule")
    reasons = []
    for reason in record.items("reasons") or []:
        match reason:
            case [str(name), int() | float() as weight] if not isinstance(weight, bool):
                reasons.append((name, float(weight)))
            case _:
                raise record.wrong("has a reason that is not a name with a weight")
    return Explanation(rule, tuple(reasons))
