"""Values found in one document are found in others: those whose form identifies, everywhere."""

import pytest

from textveil.pipeline.release.search.known_values import Known
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


def learnt(*notes: tuple[str, str, str, str]) -> tuple[Known, list[Document]]:
    """Return what is known after documents: text, subject, label and the value found in it."""
    known, documents = Known(), []
    for number, (text, subject, label, value) in enumerate(notes):
        documents.append(Document(str(number), text, subject))
        found = spans(documents[-1], **{label.replace("-", "_"): value}) if value else Spans()
        known.learn(documents[-1], found)
    known.agree(documents)
    return known, documents


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("USERNAME", "nontender"),
        ("USERNAME", "adalimumab"),
        ("USERNAME", "zorblax"),
        ("MRN", "A-4471"),
        ("NAME", "Chest Pain"),
        ("NAME", "Crohn Disease"),
        ("NAME", "Kovacs"),
        ("ADDRESS", "2 Hour Drive"),
        ("STREET", "Elm Street"),
    ],
)
def test_one_subject_takes_no_word_out_of_another_s_documents(label: str, value: str) -> None:
    known, _ = learnt((f"user id: {value}", "p1", label, value))
    assert completed(known, Document("b", f"soft, {value}, none", "p2")) == []
    assert completed(known, Document("c", f"again {value}!", "p1")) != []
    assert not known.carried


def test_what_several_subjects_have_is_carried_if_detectors_find_it_often_enough() -> None:
    found = [("user zorblax", f"p{n}", "USERNAME", "zorblax") for n in range(2)]
    for stands, expected in ((8, [("USERNAME", "zorblax")]), (9, [])):
        rest = [("by zorblax", f"q{n}", "", "") for n in range(stands)]
        known, documents = learnt(*found, *rest)
        assert completed(known, documents[-1]) == expected
        assert dict(known.carried) == ({"USERNAME": 1} if expected else {})
    known, documents = learnt(*(("user zorblax", "p1", "USERNAME", "zorblax"),) * 9, rest[0])
    assert completed(known, documents[-1]) == []
    poison = [("user nontender", f"p{n}", "USERNAME", "nontender") for n in range(9)]
    known, documents = learnt(*poison, ("soft, nontender", "q1", "", ""))
    assert completed(known, documents[-1]) == []


def test_surnames_and_numbers_are_found_inside_longer_words() -> None:
    note = Document("a", "Ana Canaryman, MRN 4471123", "p1")
    known = Known()
    known.learn(note, spans(note, NAME="Ana Canaryman", MRN="4471123"))
    same = Document("b", "#canarymanstrong x4471123x 44711234", "p1")
    assert completed(known, same) == [("NAME", "canaryman"), ("MRN", "4471123")]
    other = Document("c", "#canarymanstrong x4471123x", "p2")
    assert completed(known, other) == [("MRN", "4471123")]


def test_the_label_does_not_depend_on_the_order_of_documents() -> None:
    notes = [
        (f"see {name}", "p1", label, name)
        for label, name in (("NAME", "Ana Ruiz"), ("PROVIDER", "Ana Ruiz"), ("PATIENT", "Ana Ruiz"))
    ]
    for order in (notes, notes[::-1], notes[1:] + notes[:1]):
        known, _ = learnt(*order)
        assert completed(known, Document("b", "ana ruiz", "p2")) == [("PATIENT", "ana ruiz")]
