"""A person found by full name is found by surname, first name or initials too."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.propagation.name_parts import name_parts, parts_in
from textveil.detect.propagation.propagate import propagate
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def found(text: str, name: str, label: str = "NAME") -> list[str]:
    start = text.index(name)
    spans = Spans([Span(start, start + len(name), label)])
    others = propagate(Document("d", text), spans)
    return [text[span.start : span.end] for span in others]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana Kovacs came. Kovacs left.", ["Kovacs"]),
        ("Ana Kovacs came. KOVACS left; Ana's mother too.", ["KOVACS", "Ana"]),
        ("Ana Kovacs came. Kov-\nacs left.", ["Kov-\nacs"]),
        ("Ana Kovacs came. A.K. signed, A. K. too.", ["A.K.", "A. K."]),
        ("Ana Kovacs came. kovacs is nobody else, ana may be.", ["kovacs"]),
        ("Ana Kovacs came. #kovacsfamily, Anatomy and Anabel.", ["kovacs"]),
        ("Ana Porter came. The reporter left; Ms Porterfield too.", []),
        ("Ana Foley came. A Foley catheter; Foley's catheter; Foley left.", ["Foley"]),
        ("Ana Barre came. Guillain-Barre, Guillain Barre syndrome; Barre left.", ["Barre"]),
        ("Ana Gleason came. Gleason 3+4, Gleason 7. Gleason 617-555-0142.", ["Gleason"]),
        ("Ana Fisher came. Miller Fisher left.", ["Fisher"]),
        ("Dr. Ana van der Kovacs came; van and Dr. stay, Kovacs goes.", ["Kovacs"]),
        ("Ana Kovacs and ana kovacs", ["ana kovacs"]),
    ],
)
def test_parts_stand_elsewhere(text: str, expected: list[str]) -> None:
    name = "Dr. Ana van der Kovacs" if "van der" in text else " ".join(text.split()[:2])
    assert found(text, name) == expected


def test_everyday_words_do_not_open_a_sentence() -> None:
    text = "Mr Will Long came. Long ago it began. We met Long there. Will it rain? LONG signed."
    assert found(text, "Will Long") == ["Long", "LONG"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From: Gang Zheng\n\nBest\nGang", ["Gang"]),
        ("From: Gang Zheng\nGang: I am here.", ["Gang"]),
        ("From: Gang Zheng\nGang, we are here.", ["Gang"]),
        ("From: Gang Zheng\nGang Members came.", ["Gang"]),
        ("From: Gang Zheng\nGang's mother came.", ["Gang"]),
        ("From: Gang Zheng\nGang members came. a gang", []),
    ],
)
def test_everyday_words_open_a_sentence_that_goes_on_in_small_letters(text, expected) -> None:
    assert found(text, "Gang Zheng") == expected


def test_everyday_words_in_a_row_are_no_part() -> None:
    assert found("Hasan Zheng has an idea. H a s a n", "Hasan Zheng") == ["H a s a n"]


def test_other_labels_have_no_parts() -> None:
    assert found("Ford Motor Company built it. A Ford came.", "Ford Motor Company", "CITY") == []


def test_parts_keep_the_label() -> None:
    spans = Spans([Span(0, 10, "PATIENT")])
    document = Document("d", "Ana Kovacs. Mrs Kovacs.")
    assert ("PATIENT", "Kovacs") in [
        (label, document.text[start:end]) for start, end, label in name_parts(document, spans)
    ]


def test_titles_particles_and_credentials_are_no_parts() -> None:
    name = "Prof. Dr. Maria de los Santos O'Neil, Jr., MD"
    text = "Prof Dr Maria de los Santos O'Neil Jr MD"
    found = [text[start:end] for start, end, _ in parts_in(text, [("NAME", name)])]
    assert sorted(found) == ["Maria", "O'Neil", "Santos"]


@given(st.text(alphabet="AKana kovcs.\u200b-\n", max_size=40))
def test_every_place_spells_a_part(tail: str) -> None:
    text = f"Ana Kovacs. {tail}"
    document = Document("d", text)
    for start, end, _ in name_parts(document, Spans([Span(0, 10, "NAME")])):
        letters = "".join(c for c in text[start:end].casefold() if c.isalpha())
        assert letters in {"ana", "kovacs", "ak"}
        assert text[start].isupper() or letters == "kovacs"


def test_a_title_opens_no_sentence():
    note = Document("n", "Ana Day came. Mrs. Day tires easily. Day is done.")
    found = [note.text[a:b] for a, b, _ in name_parts(note, Spans([Span(0, 7, "NAME")])) if a > 7]
    assert found == ["Day"]


def test_a_name_that_is_a_month_stands_for_it_only_in_dates():
    note = Document("n", "May Ruiz came by May. Seen in May, May 3; daughter of May.")
    found = parts_in(note.text, [("NAME", "May Ruiz")], sure=True)
    assert sorted(a for a, _, _ in found if a > 8) == [17, 54]


@given(st.text("ARS. x\n", max_size=20))
def test_initials_are_found_in_one_pass_as_one_by_one(text):
    names = [("NAME", "Ana Ruiz"), ("NAME", "Ana Rosa Silva")]
    patterns = (r"A\.\s?R", r"A\.\s?R\.\s?S")
    one_by_one = {
        match.span()
        for letters in patterns
        for match in re.finditer(rf"(?<!\w){letters}\.(?!\w)", text)
    }
    assert {(start, end) for start, end, _ in parts_in(text, names)} == one_by_one
