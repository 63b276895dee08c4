"""doccano's JSON lines for sequence labelling."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.json.json_document import Annotated, JsonDocuments
from textveil.formats.json.json_record import Record
from textveil.formats.reading import Reading
from textveil.formats.span_codec import SpanCodec
from textveil.values.annotation import ID, RELATION, Annotation
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["Doccano"]

_LABEL_KEYS: Final = ("label", "labels", "entities")
_RELATIONS: Final = "relations"
_ENTITY: Final = SpanCodec("start_offset", "end_offset")


@dataclass(frozen=True, slots=True)
class Doccano(JsonDocuments):
    """One JSON object a line: id, text and `label` as lists of start, end and label.

    Reads `label` and `labels`, and the `entities` and `relations` of projects with relations.
    Other keys are metadata. `subject` is our addition. Documents whose spans have an `id`, to which
    relations refer, are written with `entities`.

    Attributes
    ----------
    relations
        Always write `entities` instead of `label`.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "doccano"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["doccano"]
    carries: ClassVar[Carries] = Carries(
        subject=True, metadata="json", spans=True, attributes=True, layers=frozenset({RELATION})
    )
    reserved: ClassVar[frozenset[str]] = frozenset((*_LABEL_KEYS, _RELATIONS))

    relations: bool = False
    encoding: str = "utf-8"

    def _annotated(self, record: Record, text: str, reading: Reading) -> Annotated:
        del text
        keys = [key for key in _LABEL_KEYS if key in record]
        if len(keys) > 1:
            raise record.wrong(f"has both {keys[0]!r} and {keys[1]!r}")
        values = record.items(keys[0]) if keys else None
        related = record.records(_RELATIONS, "relation") or []
        layers = tuple(_relation(one, reading) for one in related)
        if values is None:
            return Annotated(layers=layers)
        return Annotated(Spans(_span(value, record, reading) for value in values), layers)

    def _marks(self, document: Document, admission: Admission) -> dict[str, Any]:
        spans, layers = document.spans, document.layers
        if spans is None:
            if layers:
                raise admission.refusal("relations without annotations", document.id)
            return {}
        for span in spans:
            if span.attributes.keys() - {ID} or span.attributes.get(ID, 0) is None:
                raise admission.refusal("these attributes of spans", document.id)
        if not self.relations and not layers and not any(span.attributes for span in spans):
            return {"label": [[span.start, span.end, span.label] for span in spans]}
        marks: dict[str, Any] = {
            "entities": [_ENTITY.written(span, document, admission) for span in spans]
        }
        told = [_told(one, document, admission) for one in layers]
        return {**marks, _RELATIONS: told} if told else marks


def _relation(record: Record, reading: Reading) -> Annotation:
    ends = tuple((end, record.identifier(f"{end}_id") or "") for end in ("from", "to"))
    label, own = record.string("type"), record.identifier(ID) or ""
    kept = reading.metadata(record.line, record.rest())
    return Annotation(RELATION, label, (), own and f"relation {own}", ends, kept)


def _told(one: Annotation, document: Document, admission: Admission) -> dict[str, Any]:
    """Return a relation as doccano has it; ids are numbers there."""
    own = one.id.removeprefix("relation ")
    roles = [role for role, _ in one.ends] == ["from", "to"]
    taken = {ID, "type", "from_id", "to_id"} & one.attributes.keys()
    if not roles or one.places or one.depth or taken or (own == one.id) != (not own):
        raise admission.refusal("relations of this form", document.id)
    ids = {} if not own else {ID: _number(own)}
    ends = {f"{role}_id": _number(end) for role, end in one.ends}
    return {**ids, **ends, "type": one.label, **one.attributes.to_json()}


def _number(told: str) -> int | str:
    return int(told) if told.isdecimal() and str(int(told)) == told else told


def _span(value: Any, record: Record, reading: Reading) -> Span:
    if isinstance(value, dict):
        return _ENTITY.read(Record(value, reading, record.line, "entity"), reading)
    match value:
        case [int(start), int(end), str(label)] if bool not in (type(start), type(end)):
            return reading.span(record.line, start, end, label)
    raise record.wrong("has a label that is not [start, end, label]")
