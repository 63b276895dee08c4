"""Prodigy's JSON lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.json.json_document import Annotated, JsonDocuments
from textveil.formats.json.json_record import Record
from textveil.formats.reading import Reading
from textveil.formats.span_codec import SpanCodec
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["Prodigy"]

_SPAN: Final = SpanCodec(score="score", source="source")


@dataclass(frozen=True, slots=True)
class Prodigy(JsonDocuments):
    """One JSON object a line: text, spans with start, end and label, and whatever else.

    Other keys (`meta`, `tokens`, `answer`, hashes) are metadata; other keys of a span
    (`token_start`, `token_end`) are its attributes. `id` and `subject` are our additions.

    Attributes
    ----------
    encoding
        Of the file.
    """

    name: ClassVar[str] = "prodigy"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["prodigy"]
    column_roles: ClassVar[Mapping[str, str]] = ROLES["prodigy"]
    carries: ClassVar[Carries] = Carries(
        subject=True, metadata="json", spans=True, scores=True, sources=True, attributes=True
    )
    reserved: ClassVar[frozenset[str]] = frozenset({"spans"})

    encoding: str = "utf-8"

    def _annotated(self, record: Record, text: str, reading: Reading) -> Annotated:
        del text
        spans = record.records("spans", "span")
        if spans is None:
            return Annotated()
        return Annotated(Spans(_SPAN.read(one, reading) for one in spans))

    def _marks(self, document: Document, admission: Admission) -> dict[str, Any]:
        if document.spans is None:
            return {}
        return {"spans": [_SPAN.written(span, document, admission) for span in document.spans]}
