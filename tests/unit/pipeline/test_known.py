"""Values found in one document are found in others: those that identify everywhere."""

from textveil.pipeline.known import Known
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def spans(document: Document, **values: str) -> Spans:
    found = []
    for label, value in values.items():
        start = document.text.index(value)
        found.append(Span(start, start + len(value), label.replace("_", "-")))
    return Spans(found)


def completed(known: Known, document: Document) -> list[tuple[str, str]]:
    return [(s.label, document.covered_by(s)) for s in known.complete(document, Spans())]


def test_what_identifies_is_known_everywhere_and_the_rest_to_its_subject() -> None:
    first = Document("a", "Ana Kovacs, MRN 4471123, of Dubrovnik", "p1")
    known = Known()
    known.learn(first, spans(first, NAME="Ana Kovacs", MRN="4471123", CITY="Dubrovnik"))
    same = Document("b", "KOVACS, ANA (4471123) moved to Dubrovnik", "p1")
    expected = [("NAME", "KOVACS, ANA"), ("MRN", "4471123")]
    assert completed(known, same) == [*expected, ("CITY", "Dubrovnik")]
    other = Document("c", "ana kovacs has 4471123 and likes Dubrovnik; Kovacs too", "p2")
    assert completed(known, other) == [("NAME", "ana kovacs"), ("MRN", "4471123")]


def test_everyday_words_and_short_numbers_stay_in_their_document() -> None:
    first = Document("a", "room 4411 West, 2016, may", "p1")
    known = Known()
    known.learn(first, spans(first, ROOM="4411", STREET="West", DATE="2016"))
    assert completed(known, Document("b", "West 4411 in 2016", "p1")) == []


def test_a_house_is_known_everywhere_and_a_room_is_not() -> None:
    first = Document("a", "at 12 Elm Grove, room 441123 B", "p1")
    known = Known()
    known.learn(first, spans(first, ADDRESS="12 Elm Grove", ROOM="441123 B"))
    other = Document("b", "12 ELM GROVE has 441123 B", "p2")
    assert completed(known, other) == [("ADDRESS", "12 ELM GROVE")]


def test_nothing_is_known_at_first() -> None:
    note = Document("a", "Ana Kovacs. Kovacs left.", "p1")
    found = Known().complete(note, Spans([Span(0, 10, "NAME")]))
    assert [note.covered_by(span) for span in found] == ["Ana Kovacs", "Kovacs"]
