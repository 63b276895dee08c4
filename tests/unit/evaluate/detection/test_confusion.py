import pytest

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.confusion import Confusion
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans


def cells(text, gold, found, **options):
    confusion = Confusion(**options)
    confusion.add(Document("d", text, spans=Spans(gold)), Spans(found))
    return confusion.cells()


def test_words_are_right_missed_spurious_or_taken_for_something_else():
    text = "Ana Lima saw May today"
    gold = [Span(0, 3, "NAME"), Span(4, 8, "NAME"), Span(13, 16, "NAME")]
    found = [Span(0, 3, "NAME"), Span(4, 8, "CITY"), Span(17, 22, "DATE")]
    assert cells(text, gold, found) == {
        ("", "DATE"): 1,
        ("NAME", ""): 1,
        ("NAME", "CITY"): 1,
        ("NAME", "NAME"): 1,
    }


def test_a_word_left_half_readable_is_missed():
    assert cells("Lima", [Span(0, 4, "NAME")], [Span(0, 3, "NAME")]) == {("NAME", ""): 1}


def test_where_labels_meet_a_shared_one_counts():
    gold = [Span(0, 4, "CITY"), Span(0, 4, "NAME")]
    assert cells("Lima", gold, [Span(0, 4, "NAME")]) == {("NAME", "NAME"): 1}
    assert cells("Lima", gold, []) == {("CITY", ""): 1}


def test_else_the_label_with_most_of_the_word_counts():
    found = [Span(0, 1, "CITY"), Span(1, 4, "DATE"), Span(1, 4, "DATE", 0.5)]
    assert cells("Lima", [Span(0, 4, "NAME")], found) == {("NAME", "DATE"): 1}


def test_spared_spans_are_left_out_unless_asked_for():
    gold = [Span(0, 4, "CITY", attributes=Metadata({"must_mask": False}))]
    assert cells("Lima", gold, [Span(0, 4, "CITY")]) == {("", "CITY"): 1}
    every = cells("Lima", gold, [Span(0, 4, "CITY")], every_span=True)
    assert every == {("CITY", "CITY"): 1}


def test_json_has_a_row_for_each_gold_label():
    confusion = Confusion()
    document = Document("d", "Ana Lima 1950", spans=Spans([Span(0, 3, "NAME"), Span(4, 8, "CITY")]))
    confusion.add(document, Spans([Span(0, 3, "NAME"), Span(9, 13, "DATE")]))
    confusion.add(document, None)
    assert confusion.to_json() == {
        "unit": "token",
        "gold": ["CITY", "NAME"],
        "predicted": ["DATE", "NAME"],
        "counts": [[0, 0], [0, 1]],
        "missed": [2, 1],
        "spurious": [1, 0],
    }
    assert repr(confusion) == "Confusion(tokens=5)"


def test_matrices_are_merged():
    one, other = Confusion(), Confusion()
    document = Document("d", "Ana", spans=Spans([Span(0, 3, "NAME")]))
    one.add(document, None)
    other.add(document, document.spans)
    assert one.merge(other).cells() == {("NAME", ""): 1, ("NAME", "NAME"): 1}
    with pytest.raises(InvalidValueError):
        one.merge(Confusion(every_span=True))


def test_a_document_must_be_annotated():
    with pytest.raises(InvalidValueError, match="never annotated"):
        Confusion().add(Document("d", "Ana"), None)


def test_missed_words_are_cut_where_what_is_annotated_is_hidden():
    confusion = Confusion()
    gold = Spans([Span(0, 2, "AGE"), Span(4, 6, "AGE"), Span(6, 7, "ID"), Span(8, 12, "NAME")])
    found = Spans([Span(0, 2, "AGE"), Span(4, 6, "AGE"), Span(8, 10, "NAME")])
    confusion.add(Document("d", "67F 67FX Lima", spans=gold), found)
    assert confusion.cut == {"AGE": 1}
    assert Confusion().merge(confusion).cut == {"AGE": 1}
