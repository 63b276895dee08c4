"""A tag names a label: what looks like one and shows a value is none."""

import pytest

from textveil.verify.must_change import tells_nothing


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("[KOWALCZYK]", "Maria Kowalczyk"),
        ("[MRN-1123]", "MRN 5511123"),
        ("[PHONE-0129]", "617-555-0129"),
        ("[AGE-93]", "93"),
        ("[DATE-1922]", "11/02/1922"),
        ("[AUGUST]", "August 3"),
        ("[PATIENT:Rashid]", "Rashid Farouki"),
    ],
)
def test_what_shows_a_value_is_no_tag(shown, value):
    assert not tells_nothing(shown, value)


@pytest.mark.parametrize("shown", ["[DATE]", "[NAME-12]", "[X-CHI]", "***", ""])
def test_labels_numbers_of_persons_and_marks_tell_nothing(shown):
    assert tells_nothing(shown, "Ana Ruiz")
