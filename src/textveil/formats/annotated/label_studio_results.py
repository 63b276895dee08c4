"""Label Studio's results: labelled passages, relations between them, and what else was chosen."""

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Final

from textveil.formats.agreement import check_quote, from_utf16, is_quoted
from textveil.formats.capacity import Admission
from textveil.formats.json.json_record import Record
from textveil.formats.reading import Reading
from textveil.values.annotation import ID, RELATION, Annotation
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["RESULT", "TaskResults", "prediction_of", "source_of"]

RESULT: Final = "result"
"""The layer of results that are neither labels nor relations."""
_MODEL: Final = "textveil"
"""The version of the model that predictions name: one, so that the pre-annotation is whole."""
_DETECTOR: Final = "detector"
"""The key of a result that says what found the passage."""
_USUAL: Final = {"from_name": "label", "to_name": "text", "type": "labels"}
_RESULT_KEYS: Final = {"value", "score", "type", _DETECTOR}
_MADE_ID: Final = re.compile(r"span-\d+")
_ENDS: Final = {"from": "from_id", "to": "to_id"}
_REGION: Final = "region"
"""The role of a passage to which a choice belongs: both have one id."""


def source_of(maker: Any) -> str:
    """Return who annotated, or what predicted; nothing for our own predictions."""
    if isinstance(maker, dict):
        maker = maker.get("email", maker.get("id"))
    return "" if maker in (None, _MODEL) else str(maker)


class TaskResults:
    """The results of a task, gathered from its annotations or predictions."""

    def __init__(self, text: str, reading: Reading, *, quoted: bool) -> None:
        self._text, self._reading, self._quoted = text, reading, quoted
        self._labels: list[tuple[str, Record]] | None = None
        self._others: list[Record] = []
        self._ids: set[str] = set()

    def add(self, annotation: Record, source: str) -> None:
        """Take in the results of an annotation or prediction."""
        self._labels = self._labels or []
        for result in annotation.records("result", "result") or []:
            if (kind := result.take("type", _USUAL["type"])) == _USUAL["type"]:
                self._ids.add(_id_of(result.rest()))
                self._labels.append((source, result))
            else:
                result.rest()["type"] = kind
                self._others.append(result)

    def spans(self) -> Spans | None:
        """Return a span for each label of each result; None if nobody annotated."""
        if self._labels is None:
            return None
        needed = {end for one in self.layers() for _, end in one.ends}
        return Spans(span for pair in self._labels for span in self._read(*pair, needed))

    def layers(self) -> tuple[Annotation, ...]:
        """Return relations and other results."""
        return tuple(self._layer(one) for one in self._others)

    def _layer(self, result: Record) -> Annotation:
        told = dict(result.rest())
        kind = str(told.pop("type"))
        if kind == RELATION:
            ends = tuple((role, str(told.pop(key, ""))) for role, key in _ENDS.items())
            labels = told.pop("labels", None) or []
            if not isinstance(labels, list) or len(labels) > 1:
                raise result.wrong("is a relation with more than one label")
            kept = self._reading.metadata(result.line, told)
            return Annotation(RELATION, str(labels[0]) if labels else "", (), "", ends, kept)
        own_id = _id_of(told)
        if own_id:
            del told[ID]
        kept = self._reading.metadata(result.line, told)
        if own_id and own_id in self._ids:
            return Annotation(RESULT, kind, ends=((_REGION, own_id),), attributes=kept)
        return Annotation(RESULT, kind, (), own_id, attributes=kept)

    def _read(self, source: str, result: Record, needed: set[str]) -> Iterator[Span]:
        """Yield the spans of a result; ids that we number results with are left out if we can."""
        value = Record(result.take("value"), self._reading, result.line, "result's value")
        score = result.score("score")
        detector = result.identifier(_DETECTOR) or ""
        start, end = self._place(value)
        labels = value.items("labels")
        if not labels or not all(isinstance(label, str) for label in labels):
            raise value.wrong("has no list of labels")
        told = result.rest().items()
        rest = {key: item for key, item in told if not _is_told_anyway(key, item, needed)}
        attributes = self._reading.metadata(result.line, rest)
        more = {"score": score, "source": source or detector, "attributes": attributes}
        for label in labels:
            yield self._reading.span(result.line, start, end, label, **more)

    def _place(self, value: Record) -> tuple[int, int]:
        """Return the offsets of a result, in code points."""
        text, start, end = self._text, value.offset("start"), value.offset("end")
        if not self._quoted or "text" not in value:
            return start, end
        quote = value.string("text")
        passage = text[max(start, 0) : max(end, 0)]
        if not is_quoted(quote, passage):
            first, last = from_utf16(text, start), from_utf16(text, end)
            if is_quoted(quote, text[first:last]):
                return first, last
        check_quote(quote, passage, self._reading.place(value.line))
        return start, end


def _id_of(result: Mapping[str, Any]) -> str:
    """Return the id of a result; nothing if it has none, or something else in its place."""
    own = result.get(ID)
    return str(own) if isinstance(own, str | int) and not isinstance(own, bool) else ""


def prediction_of(document: Document, spans: Spans, admission: Admission) -> dict[str, Any]:
    """Return the prediction that holds all spans, and results of other kinds behind them."""
    needed = {end for one in document.layers for _, end in one.ends}
    fresh = (made for made in map("span-{}".format, count(1)) if made not in needed)
    results: list[dict[str, Any]] = []
    for span in spans:
        if _RESULT_KEYS & span.attributes.keys():
            raise admission.refusal("attributes named as a result's own keys", document.id)
        told = span.attributes.to_json()
        if any(_is_told_anyway(key, item, needed) for key, item in told.items()):
            raise admission.refusal("attributes that equal its usual names", document.id)
        _add(results, _result(span, document, fresh))
    scored = {"score": min(span.score for span in spans)} if spans else {}
    others = [_other(one, document, admission) for one in document.layers]
    return {"model_version": _MODEL, **scored, "result": [*results, *others]}


def _other(one: Annotation, document: Document, admission: Admission) -> dict[str, Any]:
    """Return a relation or another result; refuse it unless it would be read again as it is."""
    told, ends = one.attributes.to_json(), dict(one.ends)
    made: dict[str, Any] = {**told, "type": one.label}
    if one.layer == RELATION:
        labels = {"labels": [one.label]} if one.label else {}
        made = {"type": RELATION, **{_ENDS[r]: e for r, e in ends.items() if r in _ENDS}}
        made |= labels | told
        good = [*ends] == [*_ENDS] and not one.id and {*_ENDS.values(), "labels"}.isdisjoint(told)
    else:
        own = ends.get(_REGION, one.id)
        made |= {ID: own} if own else {}
        good = [*ends] in ([], [_REGION]) and not (ends and one.id)
        good = good and one.label not in ("labels", RELATION) and ID not in told
        good = good and (bool(ends) or one.id not in _ids_of(document))
    good = good and "type" not in told and len(ends) == len(one.ends)
    if not good or one.places or one.depth:
        raise admission.refusal("results of this form", document.id)
    return made


def _ids_of(document: Document) -> set[str]:
    return {str(span.attributes[ID]) for span in document.spans or () if ID in span.attributes}


def _add(results: list[dict[str, Any]], result: dict[str, Any]) -> None:
    """Add a result; one that differs from the last in its label alone is the same passage."""
    last = results[-1] if results else {"value": {}}
    labels = result["value"]["labels"]
    if {**last, "value": {**last["value"], "labels": labels}} == result:
        last["value"]["labels"] += labels
    else:
        results.append(result)


def _result(span: Span, document: Document, fresh: Iterator[str]) -> dict[str, Any]:
    value = {
        "start": span.start,
        "end": span.end,
        "text": document.covered_by(span),
        "labels": [span.label],
    }
    told = span.attributes.to_json()
    made = {} if ID in told else {ID: next(fresh)}
    scored = {} if span.score == 1.0 else {"score": span.score}
    found = {_DETECTOR: span.source} if span.source else {}
    return {**made, **_USUAL, **told, "value": value, **scored, **found}


def _is_told_anyway(key: str, item: Any, needed: set[str]) -> bool:
    """Tell whether a key of a result tells nothing: it is what we write where there is none."""
    if key == ID and isinstance(item, str):
        return item not in needed and _MADE_ID.fullmatch(item) is not None
    return key in _USUAL and _USUAL[key] == item
