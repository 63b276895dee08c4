from typing import Any

import pytest

from textveil.errors import CannotCarryError, DuplicateIdError
from textveil.formats.capacity import EVERYTHING, Admission, Carries
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Explanation, Span, Spans

PARTS: dict[str, tuple[Document, Carries]] = {
    "a subject": (Document("a", "xy", "CANARY"), Carries()),
    "metadata": (Document("a", "xy", metadata=Metadata({"CANARY": "CANARY"})), Carries()),
    "metadata other than strings": (
        Document("a", "xy", metadata=Metadata({"k": 1})),
        Carries(metadata="strings"),
    ),
    "annotations": (Document("a", "xy", spans=Spans()), Carries()),
    "never annotated": (Document("a", "xy"), Carries(spans=True, unannotated=False)),
    "the scores": (Document("a", "xy", spans=Spans([Span(0, 1, "L", 0.5)])), Carries(spans=True)),
    "the sources": (
        Document("a", "xy", spans=Spans([Span(0, 1, "L", source="s")])),
        Carries(spans=True),
    ),
    "the entities": (
        Document("a", "xy", spans=Spans([Span(0, 1, "L", entity="")])),
        Carries(spans=True),
    ),
    "the explanations": (
        Document("a", "xy", spans=Spans([Span(0, 1, "L", explanation=Explanation("r"))])),
        Carries(spans=True),
    ),
    "the attributes": (
        Document("a", "xy", spans=Spans([Span(0, 1, "L", attributes=Metadata({"k": 1}))])),
        Carries(spans=True),
    ),
    "overlap": (
        Document("a", "xy", spans=Spans([Span(0, 2, "L"), Span(1, 2, "L")])),
        Carries(spans=True, overlaps=False),
    ),
}


@pytest.mark.parametrize("words", PARTS)
def test_each_part_is_checked(words: str) -> None:
    document, carries = PARTS[words]
    with pytest.raises(CannotCarryError, match=words) as raised:
        list(Admission("some", carries).of([document]))
    assert "the some format" in str(raised.value)
    assert raised.value.hint
    assert "CANARY" not in str(raised.value)
    assert list(Admission("some", EVERYTHING).of([document])) == [document]


def test_duplicates_and_nothing_are_refused() -> None:
    document = Document("a", "x")
    with pytest.raises(DuplicateIdError):
        list(Admission("some", Carries()).of([document, document]))
    with pytest.raises(CannotCarryError, match="empty corpus"):
        list(Admission("some", Carries()).of([]))
    assert list(Admission("some", Carries(no_documents=True)).of([])) == []


def test_documents_are_counted() -> None:
    admission = Admission("some", Carries())
    documents: Any = admission.of([Document("a", "x"), Document("b", "y")])
    next(documents)
    assert admission.count == 1
    next(documents)
    assert admission.count == 2
