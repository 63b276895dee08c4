"""Lists of terms: sizes, spelling, and entries that must and must not be there."""

import pytest

from textveil.lexicon.tables import terms
from textveil.lexicon.tables.facts import facts


@pytest.mark.parametrize(
    ("listed", "least", "inside", "outside"),
    [
        (
            terms.hospitals,
            5000,
            {"McLean Hospital", "Howard County General Hospital"},
            {"Hospital"},
        ),
        (terms.universities, 2000, {"Liberty University"}, {"University"}),
        (terms.occupations, 5000, {"nurse", "bus driver", "lawyer"}, {"smith", "drawer"}),
        (terms.drugs, 5000, {"metformin", "lisinopril", "abilify"}, {"water"}),
        (terms.diseases, 2000, {"sarcoma", "biliary atresia"}, {"abilities"}),
        (terms.street_names, 100, {"Main", "Elm"}, {"Main Street East"}),
        (terms.street_suffixes, 40, {"Street", "Avenue"}, {"St"}),
    ],
)
def test_lists(listed, least, inside, outside):
    assert_entries(list(listed()), least, inside, outside)


def assert_entries(entries, least, inside, outside):
    assert len(entries) >= least
    assert len(set(entries)) == len(entries)
    assert inside <= set(entries)
    assert not outside & set(entries)
    assert all(entry == " ".join(entry.split()) and entry for entry in entries)


@pytest.mark.parametrize("listed", [terms.occupations, terms.drugs, terms.diseases])
def test_small_letters(listed):
    assert all(entry == entry.lower() for entry in listed())


@pytest.mark.parametrize(
    ("role", "least", "inside", "outside"),
    [
        ("eponym", 150, {"Parkinson", "Alzheimer", "Hodgkin", "Crohn", "Foley"}, set()),
        ("religion", 50, {"Catholic", "Muslim"}, {"Other"}),
        ("language", 80, {"Spanish", "Tagalog"}, set()),
        ("organization-word", 80, {"Inc", "GmbH", "University", "Court"}, {"*Inc"}),
        ("legal-form", 15, {"Inc", "Ltd", "GmbH"}, {"University"}),
        ("title", 60, {"Mr", "Dr", "Judge", "Sgt"}, {"*Judge"}),
    ],
)
def test_facts(role, least, inside, outside):
    assert_entries(facts().words(role), least, inside, outside)


def test_calendar():
    months, weekdays = facts().words("month"), facts().words("weekday")
    assert (len(months), len(weekdays)) == (12, 7)
    assert (months[4], weekdays[0]) == ("May", "Monday")
