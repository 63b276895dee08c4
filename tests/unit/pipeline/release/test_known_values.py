"""Values found in one document are found in others: those that identify everywhere."""

from textveil.pipeline.release.known_values import Known
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
    assert completed(known, other) == [*_named("ana kovacs"), ("MRN", "4471123"), *_named("Kovacs")]
    another = Document("d", "Kovacs has 4471123", "p2")
    assert completed(known, another) == [("MRN", "4471123")]


def _named(name: str) -> list[tuple[str, str]]:
    return [("NAME", name)]


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


def test_names_in_full_are_known_in_all_spellings() -> None:
    first = Document("a", "Dr. de la Cruz, Ana Maria and Bo Li", "p1")
    known = Known()
    known.learn(first, spans(first, NAME=first.text))
    for spelt in ("ANA MARIA DE LA CRUZ", "ana cruz", "Cruz, Ana", "anacruz", "Bo Li"):
        assert completed(known, Document("b", f"see {spelt}", "p2")) == [("NAME", spelt)]
    assert completed(known, Document("b", "see anacruz7", "p2")) == [("NAME", "anacruz")]


def test_everyday_words_in_small_letters_are_no_name_in_full() -> None:
    first = Document("a", "told by bus driver 7", "p1")
    known = Known()
    known.learn(first, spans(first, NAME="bus driver"))
    assert completed(known, Document("b", "a bus driver", "p2")) == []
    assert completed(known, Document("b", "a bus driver", "p1")) == [("NAME", "bus driver")]


def test_telling_words_of_a_name_are_known_to_its_subject() -> None:
    first = Document("a", "Will Kovacs", "p1")
    known = Known()
    known.learn(first, spans(first, PATIENT="Will Kovacs"))
    assert completed(known, Document("b", "kovacs will", "p1")) == [("PATIENT", "kovacs will")]
    same = Document("b", "Will it be kovacs?", "p1")
    assert completed(known, same) == [("PATIENT", "kovacs")]
    assert completed(known, Document("b", "Will it be kovacs?", "p2")) == []


def test_houses_are_known_with_other_words_for_their_street() -> None:
    first = Document("a", "at 81 North Olive Road, #6E", "p1")
    known = Known()
    known.learn(first, spans(first, STREET="81 North Olive Road, #6E"))
    for spelt in ("81\nN OLIVE RD", "81 N. Olive Road", "81 north olive rd"):
        assert completed(known, Document("b", f"at {spelt}.", "p2")) == [("STREET", spelt)]
    for other in ("181 N Olive Rd", "81 Olive Rd", "81 N Olive Ave"):
        assert completed(known, Document("b", f"at {other}.", "p2")) == []


def test_telephone_numbers_are_known_with_and_without_their_country() -> None:
    first = Document("a", "call 617-555-0134 or +1 617 555 0177", "p1")
    known = Known()
    known.learn(first, spans(first, PHONE="617-555-0134", FAX="+1 617 555 0177"))
    other = Document("b", "1 617 555 0134, 6175550177", "p2")
    expected = [("PHONE", "1 617 555 0134"), ("FAX", "6175550177")]
    assert completed(known, other) == expected


def test_nothing_is_known_at_first() -> None:
    note = Document("a", "Ana Kovacs. Kovacs left.", "p1")
    found = Known().complete(note, Spans([Span(0, 10, "NAME")]))
    assert [note.covered_by(span) for span in found] == ["Ana Kovacs", "Kovacs"]
