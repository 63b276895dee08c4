"""Distance: a surrogate shows nothing of the value that it stands for."""

import pytest
from tests.unit.verify.released import released

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.verdict import Status
from textveil.verify.fakes.distance import Distance

GOOD = [
    "{NAME:Dr. Ana Ruiz Jr.=Dr. Eva Lund Jr.}, {NAME:de la Cruz=de Voss}",
    "{HOSPITAL:St. Mary's Hospital=St. Helen's Hospital}",
    "{ORGANIZATION:Smith & Sons Ltd=Withers & Sons Ltd}",
    "{STREET:12 N Main Street, Apt 4=84 N Oak Street, Apt 7}",
    "{CITY:San Diego=San Jose}, {CITY:Boston=Salem}",
    "{PHONE:617-555-0134=303-555-0177}, {PHONE:+44 20 7123 4567=+44 20 7946 0975}",
    "{MRN:MRN-0000123=MRN-0000987}, {OTHER-ID:INC4471=INC9902}",
    "{EMAIL:ruiz@gmail.com=lund@gmail.com}",
    "{DATE:3 May 2016=9 May 2016}, {AGE:45=45}, {QUANTITY:$12,500=$12,510}",
    "{NAME:Ana Ruiz=[NAME]}, {CITY:Citrus Heights=[CITY]}",
    "{STATE:Ohio=Ohio}",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_may_be_alike_holds(text):
    verdict = Distance().verify([released(text)])
    assert verdict.holds, [witness.reason for witness in verdict.witnesses]


BAD = [
    ("{HOSPITAL:Rancho Los Amigos Center=Quartz Los Amigos Center}", "word"),
    ("{NAME:Ana Ruiz=Ruiz Lund}", "word"),
    ("{STREET:12 Main St=84 Main St}", "word"),
    ("{NAME:Mark Holt=Marina Cole}", "letters"),
    ("{NAME:Ana Holt=Eva Holmes}", "letters"),
    ("{CITY:Boston=Bossier City}", "letters"),
    ("{ORGANIZATION:Kowalczyk Ltd=KOWALSKI LTD}", "letters"),
    ("{PHONE:617-735-1234=303-555-1234}", "digits"),
    ("{MRN:4471123=8447119}", "digits"),
    ("{ZIP:02115=72115}", "digits"),
    ("{SSN:123-45-6789=934-56-0000}", "digits"),
    ("{GENE:Zilpah=Zilpor}", "letters"),
    ("{EMAIL:kowalczyk@acme.org=kowal7@lake.example.org}", "letters"),
]


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_what_is_alike_is_refuted(text, reason):
    verdict = Distance().verify([released(text)])
    assert verdict.status is Status.REFUTED
    assert reason in verdict.witnesses[0].reason
    assert verdict.witnesses[0].redraw


def test_without_the_input_nothing_can_be_said():
    document = Document("n", "a text")
    verdict = Distance().verify([Case(None, Release.of(document, []))])
    assert verdict.status is Status.NOT_CHECKABLE
