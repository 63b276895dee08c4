"""The codec of annotations: spans and other layers as JSON objects, whatever the keys are called.

Formats differ in what they call offsets, labels and quotes. Each says so in a `SpanCodec`, which
reads and writes; what has no key of its own is an attribute.
"""

from dataclasses import dataclass
from typing import Any, Final

from textveil.formats.agreement import check_quote
from textveil.formats.capacity import Admission
from textveil.formats.json.json_record import Record, merged
from textveil.formats.reading import Reading
from textveil.values.annotation import Annotation
from textveil.values.document import Document
from textveil.values.span import Explanation, Span

__all__ = ["OWN", "SpanCodec", "layer_from_json", "layer_to_json", "span_to_json"]


@dataclass(frozen=True, slots=True)
class SpanCodec:
    """What a format calls the parts of a span; a part without a name cannot be said.

    Attributes
    ----------
    start, end, label, score, source, entity, explanation
        Keys of these parts.
    quote
        Key of the text that a span covers.
    attributes
        Key of the attributes; if it is empty, they stand beside the other keys.
    """

    start: str = "start"
    end: str = "end"
    label: str = "label"
    score: str = ""
    source: str = ""
    entity: str = ""
    explanation: str = ""
    quote: str = ""
    attributes: str = ""

    @property
    def keys(self) -> frozenset[str]:
        """All keys of its own."""
        return frozenset(getattr(self, name) for name in self.__slots__) - {""}

    def read(
        self, record: Record, reading: Reading, text: str | None = None, source: str = ""
    ) -> Span:
        """Return the span of a record; with a text, what it quotes is compared with it."""
        start, end = record.offset(self.start), record.offset(self.end)
        label, quote = record.string(self.label), record.take(self.quote) if self.quote else None
        if text is not None and isinstance(quote, str):
            check_quote(quote, text[max(start, 0) : max(end, 0)], reading.place(record.line))
        details = self.details(record, reading)
        details["source"] = details["source"] or source
        return reading.span(record.line, start, end, label, **details)

    def details(self, record: Record, reading: Reading) -> dict[str, Any]:
        """Return everything but offsets and label, as fields of a span."""
        why = record.take(self.explanation) if self.explanation else None
        told = {
            "score": record.score(self.score) if self.score else 1.0,
            "source": (record.identifier(self.source) if self.source else None) or "",
            "entity": record.identifier(self.entity) if self.entity else None,
            "explanation": why and _explanation(Record(why, reading, record.line, "explanation")),
        }
        inner = record.mapping(self.attributes) if self.attributes else {}
        kept = merged(record, inner, record.rest())
        return {**told, "attributes": reading.metadata(record.line, kept)}

    def told(self, span: Span) -> dict[str, Any]:
        """Return everything but offsets and label as JSON, without what is usual."""
        why = span.explanation
        told = {
            self.score: None if span.score == 1.0 else span.score,
            self.source: span.source or None,
            self.entity: span.entity_key,
            self.explanation: why and why.to_json(),
            self.attributes: span.attributes.to_json() or None if self.attributes else None,
        }
        beside = {} if self.attributes else span.attributes.to_json()
        return {key: value for key, value in told.items() if key and value is not None} | beside

    def written(self, span: Span, document: Document, admission: Admission) -> dict[str, Any]:
        """Return a span as a JSON object."""
        if not self.attributes and self.keys & span.attributes.keys():
            raise admission.refusal("attributes named as a span's own keys", document.id)
        quote = {self.quote: document.covered_by(span)} if self.quote else {}
        return {**self._placed(span), **quote, **self.told(span)}

    def _placed(self, span: Span) -> dict[str, Any]:
        return {self.start: span.start, self.end: span.end, self.label: span.label}


OWN: Final = SpanCodec(
    score="score",
    source="source",
    entity="entity",
    explanation="explanation",
    attributes="attributes",
)
"""The keys of our own schema."""


def span_to_json(span: Span) -> dict[str, Any]:
    """Return a span as a JSON object in our own schema."""
    return {**OWN._placed(span), **OWN.told(span)}


def layer_to_json(one: Annotation) -> dict[str, Any]:
    """Return an annotation of a further layer as a JSON object, without what is usual."""
    told: dict[str, Any] = {
        "label": one.label,
        "places": [list(place) for place in one.places],
        "id": one.id,
        "ends": [list(end) for end in one.ends],
        "attributes": one.attributes.to_json(),
        "depth": one.depth,
    }
    return {"layer": one.layer} | {name: value for name, value in told.items() if value}


def layer_from_json(record: Record, reading: Reading) -> Annotation:
    """Return the annotation that a JSON object describes."""
    layer, label = record.string("layer"), record.take("label", "")
    places, ends = record.items("places") or [], record.items("ends") or []
    depth = record.take("depth", 0)
    plain = isinstance(label, str) and type(depth) is int and depth >= 0
    whole = all(_is_pair(one, int) for one in places) and all(_is_pair(one, str) for one in ends)
    if not plain or not whole:
        raise record.wrong("has a label, place, end or depth that is none")
    own = record.identifier("id") or ""
    attributes = reading.metadata(record.line, record.mapping("attributes"))
    if record.rest():
        raise record.wrong("has a key that is not known")
    held = (tuple(map(tuple, places)), own, tuple(map(tuple, ends)), attributes, depth)
    return Annotation(layer, label, *held)


def _is_pair(value: Any, kind: type) -> bool:
    return isinstance(value, list) and [type(one) for one in value] == [kind, kind]


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
