"""A tag names a label: what looks like one and shows a value is none."""

import pytest

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.verify.fakes.distance import Distance
from textveil.verify.passages.must_change import tells_nothing


@pytest.mark.parametrize(
    ("shown", "label", "value"),
    [
        ("[KOWALCZYK]", "PATIENT", "Maria Kowalczyk"),
        ("[MRN-1123]", "MRN", "MRN 5511123"),
        ("[PHONE-0129]", "PHONE", "617-555-0129"),
        ("[AGE-93]", "AGE", "93"),
        ("[DATE-1922]", "DATE", "11/02/1922"),
        ("[AUGUST]", "DATE", "August 3"),
        ("[DATE-2016]", "DATE", "5/3/16"),
        ("[DATE]", "NAME", "Ana Ruiz"),
        ("[PATIENT:Rashid]", "PATIENT", "Rashid Farouki"),
    ],
)
def test_what_shows_a_value_is_no_tag(shown, label, value):
    assert not tells_nothing(shown, label, value)


@pytest.mark.parametrize(
    ("shown", "label"),
    [
        ("[DATE]", "DATE"),
        ("[NAME-12]", "PATIENT"),
        ("[X-CHI]", "X-CHI"),
        ("***", "NAME"),
        ("", "ZIP"),
    ],
)
def test_labels_numbers_of_persons_and_marks_tell_nothing(shown, label):
    assert tells_nothing(shown, label, "Ana Ruiz")


@pytest.mark.parametrize("shown", ["[KOWALCZYK]", "[Maria]"])
def test_a_name_in_brackets_is_too_much_like_the_name(shown):
    note = Document("n", "Patient: Maria Kowalczyk")
    cases = [Case(note, Release.of(note, [Edit(9, 24, shown, "PATIENT")]))]
    assert not Distance().verify(cases).holds
