"""Denied words, and allowed ones: what verifiers make of the lists of a policy."""

import pytest

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.metadata import Metadata
from textveil.values.terms.word_lists import WordLists
from textveil.values.verdict import Status
from textveil.verify.leftovers.denied import Denied
from textveil.verify.leftovers.residue import Residue

DENY = WordLists.of(deny={"NAME": ["Ana Ruiz", "Bo"], "CITY": ["Lima"]})


def case(text, *edits, name="d", metadata=None):
    document = Document(name, text)
    return Case(document, Release.of(document, edits), Metadata(metadata or {}))


@pytest.mark.parametrize(
    ("text", "label"),
    [("to ANA-RUIZ", "NAME"), ("bo came", "NAME"), ("in líma", "CITY")],
)
def test_a_denied_word_in_the_text_refutes(text, label):
    verdict = Denied(DENY).verify([case("well"), case(text)])
    assert verdict.status is Status.REFUTED
    assert (verdict.checked, verdict.failures) == (2, 1)
    assert verdict.witnesses[0].label == label
    assert verdict.witnesses[0].redraw


def test_what_is_gone_is_gone():
    verdict = Denied(DENY).verify([case("Lima", Edit(0, 4, "[CITY]", "CITY")), case("Bob, limas")])
    assert verdict.status is Status.HOLDS
    assert verdict.reason == "3 words looked for"


def test_a_replacement_counts_and_a_tag_does_not():
    lists = WordLists.of(deny=["city", "Cusco"])
    tag = case("Lima", Edit(0, 4, "[CITY]", "CITY"))
    assert Denied(lists).verify([tag]).holds
    assert not Denied(lists).verify([case("Lima", Edit(0, 4, "Cusco", "CITY"))]).holds


@pytest.mark.parametrize(
    ("given", "beside"),
    [
        ({"name": "lima-7"}, "id"),
        ({"metadata": {"place": {"now": ["x", "Lima"]}}}, "place.now.1"),
        ({"metadata": {"Lima": 1}}, "names"),
    ],
)
def test_what_travels_beside_the_text_is_looked_through(given, beside):
    verdict = Denied(DENY).verify([case("well", **given)])
    assert [witness.beside for witness in verdict.witnesses] == [beside]


def removed(text, value, label):
    at = text.index(value)
    return case(text, Edit(at, at + len(value), f"[{label}]", label))


@pytest.mark.parametrize(
    ("cases", "allow"),
    [
        ([removed("Ana Parker. A Parker flap.", "Ana Parker", "NAME")], "parker"),
        ([removed("On 05/03/2016. On 3 May 2016.", "05/03/2016", "DATE")], "3 May 2016"),
    ],
)
def test_an_allowed_word_does_not_refute_residue(cases, allow):
    assert not Residue().verify(cases).holds
    assert Residue(lists=WordLists.of(allow=[allow])).verify(cases).holds


def test_a_word_that_was_removed_as_a_passage_is_no_excuse():
    cases = [removed("Parker. A Parker flap by Kovacs.", "Parker", "MRN")]
    assert not Residue(lists=WordLists.of(allow=["Parker"])).verify(cases).holds


def test_an_allowed_word_excuses_no_other():
    cases = [removed("Ana Kovacs. A Kovacs flap, a Parker flap.", "Ana Kovacs", "NAME")]
    assert not Residue(lists=WordLists.of(allow=["Parker", "flap"])).verify(cases).holds
