"""Shipped lists of names are sound, and the build steps refuse those that are not."""

import sys
from pathlib import Path

import pytest

from textveil.lexicon.tables.terms import companies, hospitals, universities

SCRIPTS = Path(__file__).parents[4] / "scripts"


@pytest.fixture
def checks(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(SCRIPTS), *sys.path])
    from lexicon_sources import checks

    return checks


@pytest.mark.parametrize("names", [hospitals, universities])
def test_shipped_names_are_whole(names, checks):
    assert len(names()) > 2000
    assert [name for name in names() if checks.fault_of(name)] == []


def test_companies_have_no_broken_characters(checks):
    assert [name for name in companies() if checks.mended(name) != name] == []


@pytest.mark.parametrize(
    "name",
    [
        "University ion U.",
        "University ah Valley U.",
        "Children\u00c2\u2019s Hospital",
        "Los Ni\u00c3\u00b1os Hospital",
        "Hospital \ufffd",
        "Trinity University District o",
        "Georgia State University \u00d5s Perimeter College",
    ],
)
def test_a_broken_name_stops_the_build(name, checks):
    assert checks.fault_of(name)
    with pytest.raises(ValueError, match=r"names\.tsv"):
        list(checks.require_clean("names.tsv", [("Union College",), (name,)]))


def test_broken_characters_are_mended(checks):
    assert checks.mended("Children\u00c2\u2019s Hospital") == "Children\u2019s Hospital"
    assert checks.mended("Los Ni\u00c3\u00b1os  Hospital") == "Los Ni\u00f1os Hospital"
    assert checks.mended("Universit\u00e4t zu K\u00f6ln") == "Universit\u00e4t zu K\u00f6ln"
