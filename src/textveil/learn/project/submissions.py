"""Submitting: tells documents of a batch from those that were submitted before, or are foreign."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from textveil.errors import InputError
from textveil.learn.project.open_batch import OpenBatch
from textveil.learn.project.project_records import SubmittedSpans
from textveil.learn.training.gold import Gold
from textveil.values.document import Document
from textveil.values.figures.json_fields import json_fields
from textveil.values.span import Spans

__all__ = ["Submission", "sorted_out"]

_TASK, _SECONDS = "task", "lead_time"


@dataclass(frozen=True, slots=True)
class Submission:
    """What became of the documents that were submitted; ids, in their order.

    Attributes
    ----------
    taken
        Taken for the first time.
    again
        Submitted before, with the same spans.
    changed
        Submitted before, with other spans; these count now.
    unread
        Of the project, but never annotated.
    unasked
        Of the project, but in no batch so far. They were not taken.
    foreign
        Not of the project: the id is not known, or the text is another one. They were not taken.
    missing
        Documents of the batch that are still to come.
    """

    taken: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the submission as a JSON object."""
        return json_fields(self)


def sorted_out(
    state: OpenBatch, documents: Iterable[Document], gold: Gold
) -> tuple[Submission, dict[str, SubmittedSpans]]:
    """Return what each document is, and the annotations that are to be kept.

    Raises
    ------
    InputError
        If no document can be taken, or an annotation cannot be learnt from.
    """
    asked = state.asked
    found: dict[str, list[str]] = {name: [] for name in Submission.__slots__}
    kept: dict[str, SubmittedSpans] = {}
    for document in documents:
        what = _place(state, document, asked)
        if not what:
            new = SubmittedSpans(gold.of(document).spans or Spans(), _seconds(document.metadata))
            what = _compared(state.annotations.get(document.id), new)
            if what != "again":
                kept[document.id] = _timed(state.annotations.get(document.id), new)
        found[what].append(document.id)
    _require_some(found)
    found["missing"] = [name for name in state.open if name not in kept]
    return Submission(**{what: tuple(names) for what, names in found.items()}), kept


def _place(state: OpenBatch, document: Document, asked: set[str]) -> str:
    """Return why a document cannot be taken; nothing if it can."""
    own = state.documents.get(document.id)
    if own is None or own.text != document.text:
        return "foreign"
    if document.id not in asked:
        return "unasked"
    return "unread" if document.spans is None else ""


def _compared(before: SubmittedSpans | None, now: SubmittedSpans) -> str:
    if before is None:
        return "taken"
    return "again" if before.spans == now.spans else "changed"


def _timed(before: SubmittedSpans | None, now: SubmittedSpans) -> SubmittedSpans:
    # What a second look takes is not what reading and correcting take.
    return now if before is None else SubmittedSpans(now.spans, before.seconds)


def _require_some(found: Mapping[str, list[str]]) -> None:
    if any(found[what] for what in ("taken", "again", "changed")):
        return
    for what, reason, hint in (
        ("foreign", "no document of this batch is of this project", "submit what `next` wrote"),
        ("unasked", "no document of this batch was asked for", "submit what `next` wrote"),
        ("unread", "no document of this batch is annotated", "annotate some of them first"),
    ):
        if found[what]:
            raise InputError(reason, where=found[what][0], hint=hint)
    raise InputError("this batch has no documents", hint="submit what `next` wrote")


def _seconds(metadata: Mapping[str, Any]) -> float | None:
    """Return how long an annotator took; Label Studio says it of the task, others of the text."""
    task = metadata.get(_TASK)
    told = task.get(_SECONDS) if isinstance(task, Mapping) else metadata.get(_SECONDS)
    if isinstance(told, bool) or not isinstance(told, int | float) or not told > 0:
        return None
    return float(told)
