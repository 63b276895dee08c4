"""Label Studio's JSON: an array of tasks.

Spans are written as *predictions*: Label Studio imports them from anybody, and shows them to be
corrected. It imports annotations only if it knows who made them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from textveil.formats.annotated.label_studio_results import (
    RESULT,
    TaskResults,
    prediction_of,
    source_of,
)
from textveil.formats.capacity import EVERYTHING, Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.inputs import Source
from textveil.formats.json.json_record import Record, records_of_array
from textveil.formats.json.json_text import dump
from textveil.formats.one_file import OneFile
from textveil.formats.outputs import Target
from textveil.formats.reading import Reading
from textveil.values.annotation import RELATION
from textveil.values.document import Document

__all__ = ["LabelStudio"]

_TASK: Final = "task"
_TASK_KEYS: Final = {"id", "data", "annotations", "predictions"}
_ID: Final = "textveil_id"
"""Where a document's id is kept: Label Studio gives tasks ids of its own, and keeps the data."""


@dataclass(frozen=True, slots=True)
class LabelStudio(OneFile):
    """An array of tasks, read one task at a time.

    The text is `data[text_field]`; the other data are metadata. Spans come from the annotations
    (`completed_by` becomes their source), or, where a task has none, from the predictions
    (`model_version` becomes their source). Annotations that were cancelled do not count. Results
    other than labels (relations, choices) are further layers. Other keys of a task are metadata
    `task`, where `lead_time` is the number of seconds that annotators spent on it. Other times, and
    the ids of annotations and predictions, are not kept.

    Spans are written as one prediction, which Label Studio shows as a pre-annotation; its score is
    the lowest of its spans. The id of a document is `data.textveil_id`.

    Attributes
    ----------
    text_field
        The key of the text among the data.
    check_text
        Compare the text that a result quotes with the text at its offsets. These count code points;
        old exports count UTF-16 units, and are read by the quotes that fit.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "label-studio"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["label-studio"]
    column_roles: ClassVar[Mapping[str, str]] = ROLES["label-studio"]
    carries: ClassVar[Carries] = replace(
        EVERYTHING,
        entities=False,
        explanations=False,
        no_documents=True,
        layers=frozenset({RELATION, RESULT}),
    )

    text_field: str = "text"
    check_text: bool = True
    encoding: str = "utf-8"

    def names(self, path: Source) -> tuple[str, ...]:
        """Return the keys of the first task's data."""
        tasks = records_of_array(path, self.encoding, Reading(path))
        return next((tuple(one.mapping("data")) for one in tasks), ())

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        for record in records_of_array(path, self.encoding, reading):
            yield self._document(record, reading)

    def _frame(self, path: Target) -> tuple[str, str, str]:
        del path
        return "[", ",", "\n]\n"

    def _document(self, task: Record, reading: Reading) -> Document:
        task_id = task.identifier("id")
        data = Record(task.take("data"), reading, task.line, "task's data")
        document_id = data.identifier(_ID) or task_id
        text = data.string(self.text_field)
        subject = data.identifier("subject")
        results = TaskResults(text, reading, quoted=self.check_text)
        for source, one in _marked(task):
            results.add(one, source)
        kept: dict[str, Any] = {_TASK: task.rest()} if task.rest() else {}
        if kept.keys() & data.rest().keys():
            raise data.wrong(f"names a key `{_TASK}`, which is taken")
        return reading.document(
            task.line,
            str(reading.count + 1) if document_id is None else document_id,
            text,
            subject=subject,
            metadata={**data.rest(), **kept},
            spans=results.spans(),
            layers=results.layers(),
        )

    def _written(self, document: Document, admission: Admission) -> str:
        metadata = document.metadata.to_json()
        more = metadata.pop(_TASK, {})
        named = _TASK in document.metadata and not more
        own = {_ID, "subject", self.text_field} & metadata.keys()
        if named or own or not isinstance(more, dict) or _TASK_KEYS & more.keys():
            raise admission.refusal("metadata named as its own keys", document.id)
        data = {self.text_field: document.text, _ID: document.id, **metadata}
        if document.subject is not None:
            data["subject"] = document.subject
        task: dict[str, Any] = {"data": data, **more}
        if document.spans is not None:
            task["predictions"] = [prediction_of(document, document.spans, admission)]
        elif document.layers:
            raise admission.refusal("results without annotations", document.id)
        return "\n" + dump(task, document.id)


def _marked(task: Record) -> list[tuple[str, Record]]:
    """Return each annotation with its annotator, or each prediction with its model.

    The seconds that annotators spent are put beside the other keys of the task.
    """
    annotations = task.records("annotations", "annotation") or []
    predictions = _predictions(task)
    counted = [one for one in annotations if one.take("was_cancelled") is not True]
    if any("lead_time" in one for one in counted):
        task.rest()["lead_time"] = sum(one.number("lead_time", 0.0) for one in counted)
    chosen, key = (counted, "completed_by") if counted else (predictions, "model_version")
    return [(source_of(one.take(key)), one) for one in chosen]


def _predictions(task: Record) -> list[Record]:
    """Return the predictions of a task; an export may hold their numbers alone."""
    told = task.items("predictions") or []
    task.rest()["predictions"] = [one for one in told if type(one) is not int]
    return task.records("predictions", "prediction") or []
