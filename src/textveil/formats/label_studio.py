"""Label Studio's JSON: an array of tasks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textveil.formats.agreement import check_quote
from textveil.formats.capacity import EVERYTHING, Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source
from textveil.formats.json_record import Record, records_of_array
from textveil.formats.json_text import dump
from textveil.formats.one_file import OneFile
from textveil.formats.outputs import Target
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["LabelStudio"]

_USUAL = {"from_name": "label", "to_name": "text", "type": "labels"}
_RESULT_KEYS = {"value", "score", "type"}
_TASK_KEYS = {"id", "data", "annotations", "predictions"}


@dataclass(frozen=True, slots=True)
class LabelStudio(OneFile):
    """An array of tasks, read one task at a time.

    The text is `data[text_field]`; the other data are metadata. Spans come from the annotations
    (`completed_by` becomes their source), or, where a task has none, from the predictions
    (`model_version` becomes their source). Annotations that were cancelled do not count. Results
    other than labels (choices, relations) are kept as metadata `results`, other keys of a task as
    metadata `task`. Times and ids of annotations and predictions are not kept.

    Attributes
    ----------
    text_field
        The key of the text among the data.
    check_text
        Compare the text that a result quotes with the text at its offsets.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "label-studio"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["label-studio"]
    carries: ClassVar[Carries] = replace(
        EVERYTHING, entities=False, explanations=False, no_documents=True
    )

    text_field: str = "text"
    check_text: bool = True
    encoding: str = "utf-8"

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        for record in records_of_array(path, self.encoding, reading):
            yield self._document(record, reading)

    def _frame(self, path: Target) -> tuple[str, str, str]:
        del path
        return "[", ",", "\n]\n"

    def _document(self, task: Record, reading: Reading) -> Document:
        document_id = task.identifier("id")
        data = Record(task.take("data"), reading, task.line, "task's data")
        text = data.string(self.text_field)
        subject = data.identifier("subject")
        marked = _marked(task, reading)
        spans: list[Span] = []
        others: list[Any] = []
        for source, results in marked or []:
            for result in results:
                if result.get("type", "labels") == "labels":
                    record = Record(result, reading, task.line, "result")
                    spans.extend(self._spans(record, text, source, reading))
                else:
                    others.append(result)
        kept: dict[str, Any] = {"results": others} if others else {}
        kept |= {"task": task.rest()} if task.rest() else {}
        if kept.keys() & data.rest().keys():
            raise data.wrong("names a key `task` or `results`, which are taken")
        return reading.document(
            task.line,
            str(reading.count + 1) if document_id is None else document_id,
            text,
            subject=subject,
            metadata={**data.rest(), **kept},
            spans=None if marked is None else Spans(spans),
        )

    def _spans(self, result: Record, text: str, source: str, reading: Reading) -> Iterator[Span]:
        value = Record(result.take("value"), reading, result.line, "result's value")
        score = result.score("score")
        start, end = value.offset("start"), value.offset("end")
        labels = value.items("labels")
        if not labels or not all(isinstance(label, str) for label in labels):
            raise value.wrong("has no list of labels")
        if self.check_text and "text" in value:
            check_quote(
                value.string("text"), text[max(start, 0) : max(end, 0)], reading.place(result.line)
            )
        rest = {key: item for key, item in result.rest().items() if not _is_usual(key, item)}
        attributes = reading.metadata(result.line, rest)
        for label in labels:
            yield reading.span(
                result.line, start, end, label, score=score, source=source, attributes=attributes
            )

    def _written(self, document: Document, admission: Admission) -> str:
        metadata = document.metadata.to_json()
        if not _as_read(metadata) or {"subject", self.text_field} & metadata.keys():
            raise admission.refusal("metadata named as its own keys", document.id)
        others, more = metadata.pop("results", []), metadata.pop("task", {})
        data = {self.text_field: document.text, **metadata}
        if document.subject is not None:
            data["subject"] = document.subject
        task: dict[str, Any] = {"id": document.id, "data": data, **more}
        if document.spans is None:
            if others:
                raise admission.refusal("results without annotations", document.id)
        else:
            task["annotations"] = _annotations(document, document.spans, others, admission)
        return "\n" + dump(task, document.id)


def _as_read(metadata: dict[str, Any]) -> bool:
    """Tell whether metadata `results` and `task` have the form that reading gives them."""
    task = metadata.get("task", {"": 0})
    results = metadata.get("results", [{"type": ""}])
    if not isinstance(task, dict) or not isinstance(results, list):
        return False
    listed = all(isinstance(one, dict) and one.get("type", "labels") != "labels" for one in results)
    return bool(task and results) and listed and not _TASK_KEYS & task.keys()


def _annotations(
    document: Document, spans: Spans, others: list[Any], admission: Admission
) -> list[dict[str, Any]]:
    by_source: dict[str, list[Any]] = {span.source: [] for span in spans} or {"": []}
    for span in spans:
        if _RESULT_KEYS & span.attributes.keys():
            raise admission.refusal("attributes named as a result's own keys", document.id)
        if any(_is_usual(key, item) for key, item in span.attributes.items()):
            raise admission.refusal("attributes that equal its usual names", document.id)
        by_source[span.source].append(_result(span, document))
    next(iter(by_source.values())).extend(others)
    return [
        {"completed_by": source, "result": results} if source else {"result": results}
        for source, results in by_source.items()
    ]


def _result(span: Span, document: Document) -> dict[str, Any]:
    value = {
        "start": span.start,
        "end": span.end,
        "text": document.covered_by(span),
        "labels": [span.label],
    }
    scored = {} if span.score == 1.0 else {"score": span.score}
    return {**_USUAL, **span.attributes.to_json(), "value": value, **scored}


def _marked(task: Record, reading: Reading) -> list[tuple[str, list[Any]]] | None:
    """Return each annotator or model with its results; None if there are neither."""
    annotations = task.records("annotations", "annotation") or []
    predictions = task.records("predictions", "prediction") or []
    counted = [one for one in annotations if one.take("was_cancelled") is not True]
    chosen, key = (counted, "completed_by") if counted else (predictions, "model_version")
    if not chosen:
        return None
    return [(_source(one.take(key)), _results(one, reading)) for one in chosen]


def _results(annotation: Record, reading: Reading) -> list[dict[str, Any]]:
    results = annotation.items("result") or []
    if not all(isinstance(result, dict) for result in results):
        raise reading.wrong("a result is not a JSON object", annotation.line)
    return results


def _is_usual(key: str, item: Any) -> bool:
    return key in _USUAL and _USUAL[key] == item


def _source(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("email", value.get("id"))
    return "" if value is None else str(value)
