"""Manufacturers: the words around a company say whether it made a device, or employs somebody."""

import pytest

from textveil.detect.tagging.manufacturers import with_manufacturers
from textveil.lexicon.tables.facts import facts
from textveil.values.span import Span, Spans


def labels(text, *passages, label="ORGANIZATION"):
    spans = [Span(text.index(one), text.index(one) + len(one), label) for one in passages]
    return [span.label for span in with_manufacturers(text, Spans(spans))]


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("An old pacemaker made by Medtronic was found.", "Medtronic"),
        ("The Medtronic, Inc. device was a pacemaker.", "Medtronic, Inc."),
        ("Alcon Laboratories supplied the catheter.", "Alcon Laboratories"),
        ("A Zorbatech catheter was advanced.", "Zorbatech"),
        ("The catheter (Zorbatech) was advanced.", "Zorbatech"),
    ],
)
def test_makers_beside_devices_and_drugs_are_told(text, passage):
    assert labels(text, passage) == ["MANUFACTURER"]


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("He works for Medtronic and has a pacemaker.", "Medtronic"),
        ("The pacemaker of a retired employee of Medtronic.", "Medtronic"),
        ("He met Medtronic at the fair. A pacemaker was seen.", "Medtronic"),
        ("A catheter was seen by staff of Zorbatech.", "Zorbatech"),
        ("The Zorbatech catheter laboratory was closed.", "Zorbatech"),
    ],
)
def test_employers_and_others_stay_organizations(text, passage):
    assert labels(text, passage) == ["ORGANIZATION"]


def test_a_person_is_a_maker_only_where_it_is_listed_and_nobody_bears_the_name():
    assert labels("We used a Baxter catheter.", "Baxter", label="NAME") == ["MANUFACTURER"]
    assert labels("We used a Zorba catheter.", "Zorba", label="NAME") == ["NAME"]
    assert labels("Dr. Baxter catheter clinic.", "Baxter", label="NAME") == ["NAME"]
    text = "Ann Baxter came. A Baxter catheter was used."
    spans = Spans([Span(0, 10, "PATIENT"), Span(19, 25, "NAME")])
    assert [span.label for span in with_manufacturers(text, spans)] == ["PATIENT", "NAME"]


def test_special_labels_are_left_alone():
    assert labels("A Bard catheter was used.", "Bard", label="HOSPITAL") == ["HOSPITAL"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_of_makers_holds_for_every_language(language):
    assert facts(language).is_a("Boston Scientific", "manufacturer")
    assert facts(language).words("employment")
