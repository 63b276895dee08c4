import pytest

from textveil.errors import InvalidValueError
from textveil.study.messages.times import measure_times
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans


def marked(text, *marks):
    spans = Spans(
        Span(start, end, label, attributes=Metadata({"value": value}))
        for start, end, label, value in marks
    )
    return Document("1", text, metadata=Metadata({"at": "2014-04-04"}), spans=spans)


def test_an_expression_that_is_the_mark_counts_everywhere():
    study = measure_times([marked("See you tomorrow.", (8, 16, "DATE", "2014-04-05"))])
    row = study["rows"][0]
    assert (row["relaxed"], row["strict"], row["value"]) == (1.0, 1.0, 1.0)


def test_an_expression_that_is_longer_counts_as_relaxed_only():
    study = measure_times([marked("See you tomorrow.", (8, 12, "DATE", "2014-04-05"))])
    assert (study["rows"][0]["relaxed"], study["rows"][0]["strict"]) == (1.0, 0.0)


def test_documents_without_marks_are_refused():
    with pytest.raises(InvalidValueError):
        measure_times([marked("See you tomorrow.")])
