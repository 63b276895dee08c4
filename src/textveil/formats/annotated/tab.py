"""The Text Anonymization Benchmark's JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.folders import plain_suffix
from textveil.formats.inputs import Source
from textveil.formats.json.json_document import Annotated, JsonDocuments
from textveil.formats.json.json_record import Record, records_of_array, records_of_lines
from textveil.formats.outputs import Target
from textveil.formats.reading import Reading
from textveil.formats.span_codec import SpanCodec
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["Tab"]

_LINES: Final = (".jsonl", ".ndjson")
_ANNOTATIONS, _MENTIONS = "annotations", "entity_mentions"
_FULL: Final = SpanCodec(
    *("start_offset", "end_offset", "entity_type"), entity="entity_id", quote="span_text"
)
_SHORT: Final = SpanCodec(label="type", entity="entity_id", quote="text")


@dataclass(frozen=True, slots=True)
class Tab(JsonDocuments):
    """An array of documents, or one document a line, with the mentions of each annotator.

    A mention's annotator is its span's source, its `entity_id` the span's entity; what else it
    has (`identifier_type`, `confidential_status`, ...) are attributes. Other keys of a document
    are metadata; an annotator without mentions, or with more than mentions, stands in metadata
    `annotations`. The short forms with a list of `entities` or `spans` are read too. `subject` is
    our addition. A file is lines where its name ends in .jsonl, else an array.

    Attributes
    ----------
    check_text
        Compare the `span_text` of a mention with the text at its offsets.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "tab"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["tab"]
    column_roles: ClassVar[Mapping[str, str]] = ROLES["tab"]
    carries: ClassVar[Carries] = Carries(
        subject=True, metadata="json", spans=True, sources=True, entities=True, attributes=True
    )
    id_key: ClassVar[str] = "doc_id"
    reserved: ClassVar[frozenset[str]] = frozenset({"entities", "spans"})

    check_text: bool = True
    encoding: str = "utf-8"

    def _records(self, path: Source, reading: Reading) -> Iterator[Record]:
        records = records_of_lines if _is_lines(path) else records_of_array
        return records(path, self.encoding, reading)

    def _frame(self, path: Target) -> tuple[str, str, str]:
        return ("", "\n", "\n") if _is_lines(path) else ("[\n", ",\n", "\n]\n")

    def _annotated(self, record: Record, text: str, reading: Reading) -> Annotated:
        checked = text if self.check_text else None

        def mentioned(mentions: list[Record], annotator: str = "") -> list[Span]:
            return [
                (_FULL if _FULL.start in one else _SHORT).read(one, reading, checked, annotator)
                for one in mentions
            ]

        given = record.take(_ANNOTATIONS)
        if given is None:
            short = record.records("entities" if "entities" in record else "spans", "entity")
            return Annotated() if short is None else Annotated(Spans(mentioned(short)))
        spans: list[Span] = []
        more: dict[str, Any] = {}
        annotators = Record(given, reading, record.line, "list of annotators").rest()
        for annotator, told in annotators.items():
            annotation = Record(told, reading, record.line, "annotation")
            mentions = annotation.records(_MENTIONS, "mention") or []
            spans += mentioned(mentions, annotator)
            if annotation.rest() or not mentions:
                more[annotator] = annotation.rest()
        return Annotated(Spans(spans), metadata={_ANNOTATIONS: more} if more else {})

    def _marks(self, document: Document, admission: Admission) -> dict[str, Any]:
        told = _ANNOTATIONS in document.metadata
        if document.spans is None:
            if told:
                raise admission.refusal("annotators of a document without annotations", document.id)
            return {}
        kept = document.metadata.to_json().get(_ANNOTATIONS, {})
        mentions: dict[str, list[dict[str, Any]]] = {}
        for span in document.spans:
            written = _FULL.written(span, document, admission)
            mentions.setdefault(span.source, []).append(written)
        if not _is_kept(kept, mentions) or (told and not kept):
            raise admission.refusal("metadata `annotations` of another form", document.id)
        annotators = dict.fromkeys((*kept, *mentions))
        return {
            _ANNOTATIONS: {
                name: {**kept.get(name, {}), _MENTIONS: mentions.get(name, [])}
                for name in annotators
            }
        }


def _is_lines(path: Source | Target) -> bool:
    return not isinstance(path, Path) or plain_suffix(path) in _LINES


def _is_kept(kept: Any, mentions: dict[str, Any]) -> bool:
    """Tell whether metadata `annotations` has the form that reading gives it."""
    return isinstance(kept, dict) and all(
        isinstance(rest, dict) and _MENTIONS not in rest and (rest or annotator not in mentions)
        for annotator, rest in kept.items()
    )
