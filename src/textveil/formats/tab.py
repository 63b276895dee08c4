"""The Text Anonymization Benchmark's JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from textveil.formats.agreement import check_quote
from textveil.formats.capacity import EVERYTHING, Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.folders import plain_suffix
from textveil.formats.inputs import Source
from textveil.formats.json_record import Record, merged, records_of_array, records_of_lines
from textveil.formats.json_text import dump
from textveil.formats.one_file import OneFile
from textveil.formats.outputs import Target
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["Tab"]

_RESERVED = {"doc_id", "text", "subject", "entities", "spans"}
_MENTION = {"entity_type", "start_offset", "end_offset", "span_text", "entity_id"}
_LINES = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class Tab(OneFile):
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
    carries: ClassVar[Carries] = replace(EVERYTHING, scores=False, explanations=False)

    check_text: bool = True
    encoding: str = "utf-8"

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        records = records_of_lines if _is_lines(path) else records_of_array
        for record in records(path, self.encoding, reading):
            document_id = record.identifier("doc_id")
            text = record.string("text")
            subject = record.identifier("subject")
            spans, more = self._annotations(record, text, reading)
            yield reading.document(
                record.line,
                str(reading.count + 1) if document_id is None else document_id,
                text,
                subject=subject,
                spans=spans,
                metadata=merged(record, record.rest(), more),
            )

    def _frame(self, path: Target) -> tuple[str, str, str]:
        return ("", "\n", "\n") if _is_lines(path) else ("[\n", ",\n", "\n]\n")

    def _written(self, document: Document, admission: Admission) -> str:
        metadata = document.metadata.to_json()
        kept = metadata.pop("annotations", {})
        if _RESERVED & metadata.keys():
            raise admission.refusal("metadata named as its own keys", document.id)
        fields: dict[str, Any] = {"doc_id": document.id, "text": document.text}
        if document.subject is not None:
            fields["subject"] = document.subject
        fields |= metadata
        if document.spans is None:
            if "annotations" in document.metadata:
                raise admission.refusal("annotators of a document without annotations", document.id)
        else:
            fields["annotations"] = _annotators(document, document.spans, kept, admission)
        return dump(fields, document.id)

    def _annotations(
        self, record: Record, text: str, reading: Reading
    ) -> tuple[Spans | None, dict[str, Any]]:
        """Return the spans, and the other fields of the annotators."""
        given_annotations = record.take("annotations")
        if given_annotations is None:
            short = record.records("entities" if "entities" in record else "spans", "entity")
            if short is None:
                return None, {}
            return Spans(self._span(one, "", text, reading) for one in short), {}
        spans: list[Span] = []
        more: dict[str, Any] = {}
        annotators = Record(given_annotations, reading, record.line, "list of annotators").rest()
        for annotator, given in annotators.items():
            annotation = Record(given, reading, record.line, "annotation")
            mentions = annotation.records("entity_mentions", "mention") or []
            spans += [self._span(mention, annotator, text, reading) for mention in mentions]
            if annotation.rest() or not mentions:
                more[annotator] = annotation.rest()
        return Spans(spans), {"annotations": more} if more else {}

    def _span(self, mention: Record, annotator: str, text: str, reading: Reading) -> Span:
        full = "start_offset" in mention
        start = mention.offset("start_offset" if full else "start")
        end = mention.offset("end_offset" if full else "end")
        label = mention.string("entity_type" if full else "type")
        quote = mention.take("span_text" if full else "text")
        entity = mention.identifier("entity_id")
        if self.check_text and isinstance(quote, str):
            check_quote(quote, text[max(start, 0) : max(end, 0)], reading.place(mention.line))
        attributes = reading.metadata(mention.line, mention.rest())
        return reading.span(
            mention.line, start, end, label, source=annotator, entity=entity, attributes=attributes
        )


def _is_lines(path: Source | Target) -> bool:
    return not isinstance(path, Path) or plain_suffix(path) in _LINES


def _annotators(
    document: Document, spans: Spans, kept: Any, admission: Admission
) -> dict[str, dict[str, Any]]:
    mentions: dict[str, list[dict[str, Any]]] = {}
    for span in spans:
        if _MENTION & span.attributes.keys():
            raise admission.refusal("attributes named as a mention's own keys", document.id)
        mentions.setdefault(span.source, []).append(_mention(span, document))
    if not _is_kept(kept, mentions) or ("annotations" in document.metadata and not kept):
        raise admission.refusal("metadata `annotations` of another form", document.id)
    return {
        annotator: {**kept.get(annotator, {}), "entity_mentions": mentions.get(annotator, [])}
        for annotator in dict.fromkeys((*kept, *mentions))
    }


def _is_kept(kept: Any, mentions: dict[str, Any]) -> bool:
    """Tell whether metadata `annotations` has the form that reading gives it."""
    return isinstance(kept, dict) and all(
        isinstance(rest, dict)
        and "entity_mentions" not in rest
        and (rest or annotator not in mentions)
        for annotator, rest in kept.items()
    )


def _mention(span: Span, document: Document) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "entity_type": span.label,
        "start_offset": span.start,
        "end_offset": span.end,
        "span_text": document.covered_by(span),
    }
    if span.entity is not None:
        fields["entity_id"] = span.entity_key
    return {**fields, **span.attributes.to_json()}
