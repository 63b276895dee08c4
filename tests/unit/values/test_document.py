import pytest

from textveil.errors import DuplicateIdError, InvalidValueError
from textveil.values.document import Corpus, Document
from textveil.values.metadata import EMPTY, Metadata
from textveil.values.sequence import Alphabet, Sequence
from textveil.values.span import Span, Spans
from textveil.values.view import View


def test_a_document_needs_an_id():
    with pytest.raises(InvalidValueError, match="id"):
        Document("", "text")


def test_spans_past_the_text_are_refused_with_the_id():
    with pytest.raises(InvalidValueError, match=r"note-1: NAME \[2, 9\)"):
        Document("note-1", "abc", spans=Spans([Span(2, 9, "NAME")]))


def test_an_empty_document_is_a_document():
    assert Document("a", "")
    assert len(Document("a", "")) == 0


def test_never_annotated_is_not_annotated_with_nothing():
    assert Document("a", "x", spans=None) != Document("a", "x", spans=Spans())


def test_covered_by_counts_code_points():
    assert Document("a", "\U0001f600 Ana").covered_by(Span(2, 5, "NAME")) == "Ana"


def test_a_document_id_never_counts_as_a_person():
    corpus = Corpus([Document("p1", "x"), Document("b", "y", subject="p1")])
    assert corpus.subjects == 2


def test_a_corpus_names_the_id_that_occurs_twice():
    with pytest.raises(DuplicateIdError, match="note-1"):
        Corpus([Document("note-1", "x"), Document("note-1", "y")])


def test_a_corpus_finds_documents_by_id():
    corpus = Corpus([Document("b", "x"), Document("a", "y")])
    assert [document.id for document in corpus] == ["b", "a"]
    assert "a" in corpus
    assert corpus["a"].text == "y"
    assert corpus != [Document("b", "x")]


def test_metadata_cannot_be_changed():
    row = Metadata({"a": [1]})
    with pytest.raises(InvalidValueError):
        row._items = {}
    with pytest.raises(InvalidValueError):
        del row._items
    with pytest.raises(TypeError):
        row["a"] = 2


def test_metadata_is_detached_from_what_it_was_made_of():
    source = {"codes": [1], "deep": {"x": [2]}}
    row = Metadata(source)
    source["codes"].append(9)
    source["deep"]["x"].append(9)
    assert row.to_json() == {"codes": [1], "deep": {"x": [2]}}
    row.to_json()["codes"].append(9)
    assert row["codes"] == (1,)


@pytest.mark.parametrize("items", [{1: "x"}, {"a": {1, 2}}, {"a": [b"x"]}, {"a": {2: 3}}])
def test_metadata_holds_json_only(items):
    with pytest.raises(InvalidValueError):
        Metadata(items)


def test_metadata_is_no_plain_mapping():
    assert Metadata({"a": 1}) != {"a": 1}
    assert Metadata() == EMPTY
    assert not EMPTY


def test_symbols_outside_the_alphabet_are_refused():
    with pytest.raises(InvalidValueError, match="s1"):
        Sequence.of("s1", "abz", Alphabet.of("ab"))
    with pytest.raises(InvalidValueError, match="s1"):
        Sequence("s1", bytes([9, 0, 0, 0]), Alphabet.of("ab"))


def test_codes_are_four_bytes_each():
    with pytest.raises(InvalidValueError, match="int32"):
        Sequence("s1", b"abc", Alphabet.of("ab"))
    with pytest.raises(InvalidValueError, match="id"):
        Sequence.of("", "ab")


def test_an_alphabet_names_each_symbol_once():
    with pytest.raises(InvalidValueError):
        Alphabet(("a", "a"))
    assert "a" in Alphabet.of("banana")
    assert len(Alphabet.of("banana")) == 3


def test_sequences_differ_by_alphabet():
    one, other = Sequence.of("s", "ab"), Sequence.of("s", "cd")
    assert one.buffer == other.buffer
    assert one != other
    assert one < other


def test_a_view_leads_back_to_the_original():
    assert View.identity("abc").locate(0, 3) == (0, 3)
    with pytest.raises(InvalidValueError):
        View.identity("abc").locate(2, 2)
