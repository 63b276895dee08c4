"""Label Studio's results: the labelled passages of one annotation or prediction."""

import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, Final

from textveil.formats.agreement import check_quote, from_utf16, is_quoted
from textveil.formats.capacity import Admission
from textveil.formats.json_record import Record
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["is_label_result", "prediction_of", "results_of", "source_of", "spans_of"]

_MODEL: Final = "textveil"
"""The version of the model that predictions name: one, so that the pre-annotation is whole."""
_DETECTOR: Final = "detector"
"""The key of a result that says what found the passage."""
_USUAL: Final = {"from_name": "label", "to_name": "text", "type": "labels"}
_RESULT_KEYS: Final = {"value", "score", "type", _DETECTOR}
_MADE_ID: Final = re.compile(r"span-\d+")


def is_label_result(result: dict[str, Any]) -> bool:
    """Tell whether a result labels a passage; others are choices, relations and the like."""
    return bool(result.get("type", "labels") == "labels")


def results_of(annotation: Record, reading: Reading) -> list[dict[str, Any]]:
    """Return the results of an annotation or prediction."""
    results = annotation.items("result") or []
    if not all(isinstance(result, dict) for result in results):
        raise reading.wrong("a result is not a JSON object", annotation.line)
    return results


def source_of(maker: Any) -> str:
    """Return who annotated, or what predicted; nothing for our own predictions."""
    if isinstance(maker, dict):
        maker = maker.get("email", maker.get("id"))
    return "" if maker in (None, _MODEL) else str(maker)


def spans_of(
    results: Iterable[Record],
    text: str,
    source: str,
    others: list[dict[str, Any]],
    reading: Reading,
    *,
    quoted: bool,
) -> Iterator[Span]:
    """Yield a span for each label of each result.

    The ids that we number results with are left out, unless another result refers to one.
    """
    needed = _named_in(others)
    for result in results:
        value = Record(result.take("value"), reading, result.line, "result's value")
        score = result.score("score")
        detector = result.identifier(_DETECTOR) or ""
        start, end = _place(value, text, reading, quoted=quoted)
        labels = value.items("labels")
        if not labels or not all(isinstance(label, str) for label in labels):
            raise value.wrong("has no list of labels")
        rest = {
            key: item
            for key, item in result.rest().items()
            if not _is_told_anyway(key, item, needed)
        }
        attributes = reading.metadata(result.line, rest)
        for label in labels:
            yield reading.span(
                *(result.line, start, end, label),
                score=score,
                source=source or detector,
                attributes=attributes,
            )


def _place(value: Record, text: str, reading: Reading, *, quoted: bool) -> tuple[int, int]:
    """Return the offsets of a result, in code points."""
    start, end = value.offset("start"), value.offset("end")
    if not quoted or "text" not in value:
        return start, end
    quote = value.string("text")
    passage = text[max(start, 0) : max(end, 0)]
    if not is_quoted(quote, passage):
        first, last = from_utf16(text, start), from_utf16(text, end)
        if is_quoted(quote, text[first:last]):
            return first, last
    check_quote(quote, passage, reading.place(value.line))
    return start, end


def prediction_of(
    document: Document, spans: Spans, others: list[dict[str, Any]], admission: Admission
) -> dict[str, Any]:
    """Return the prediction that holds all spans, and results of other kinds behind them."""
    needed = _named_in(others)
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
    return {"model_version": _MODEL, **scored, "result": [*results, *others]}


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
    made = {} if "id" in told else {"id": next(fresh)}
    scored = {} if span.score == 1.0 else {"score": span.score}
    found = {_DETECTOR: span.source} if span.source else {}
    return {**made, **_USUAL, **told, "value": value, **scored, **found}


def _named_in(others: list[dict[str, Any]]) -> list[Any]:
    """Return the ids of spans that results of other kinds refer to."""
    return [other[key] for other in others for key in ("id", "from_id", "to_id") if key in other]


def _is_told_anyway(key: str, item: Any, needed: list[Any]) -> bool:
    """Tell whether a key of a result tells nothing: it is what we write where there is none."""
    if key == "id" and isinstance(item, str):
        return item not in needed and _MADE_ID.fullmatch(item) is not None
    return key in _USUAL and _USUAL[key] == item
