"""Shown days: which days with a year the verifiers see in a text."""

from datetime import date

import pytest

from textveil.verify.readers.shown_days import shown_days


def days(text):
    return [date.fromordinal(day).isoformat()[2:] for *_, day in shown_days(text)]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("mid-January 3, 2016", ["16-01-03"]),
        ("May 3, 2016-June 4, 2016", ["16-05-03", "16-06-04"]),
        ("14thJan 2016", ["16-01-14"]),
        ("twenty-fifth of May 2016", ["16-05-25"]),
        ("May the twenty fifth, 2016", ["16-05-25"]),
        ("May 3, 2016-7", []),
        ("7-8 May 2016", ["16-05-07", "16-05-08"]),
        ("9907-3 May 2016", []),
        ("2016-05-03-A", []),
        ("A-05/03/2016", []),
    ],
)
def test_marks_and_compounds_around_a_day(text, seen):
    assert days(text) == seen


def test_a_number_too_long_for_an_integer_parts_fields():
    assert days("3 May 2016, " + "7" * 5000) == ["16-05-03"]
    assert days("3 May " + "7" * 5000 + " 2016") == []
