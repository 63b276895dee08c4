"""Collisions: a surrogate is neither its own original nor, where it identifies, anybody's."""

import pytest
from tests.unit.verify.released import released

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.verdict import Status
from textveil.verify.fakes.collisions import Collisions

GOOD = [
    "{PHONE:617-555-0134=617-555-0177}",
    "{PHONE:617-555-0134=[PHONE]}, {NAME:Ana Ruiz=[NAME]}",
    "{NAME:Ana Ruiz=Eva Lund}, {NAME:Eva Holt=Bo Ruiz}",
    "{NAME:Ruiz=Lund}, {NAME:Lund=Ruiz}",
    "{DATE:3 May 2016=9 June 2016}, {DATE:9 June 2016=16 July 2016}",
    "{CITY:Boston=Salem}, {CITY:Salem=Boston}",
    "{AGE:45=45}, {AGE:92=90+}, {TIME:10:30=10:30}, {TIME:11:30=12:30}",
    "{DATE:2016=2016}, {DATE:3 May 2016=9 June 2016}, {DATE:last May=last May}",
    "{DATE:3 May 2016=3 May 2016}, {DATE:4 May 2016=May 4, 2016}, {DATE:2/1/18=12/12/18}",
    "{STATE:Ohio=Ohio}",
    "{MRN:12345=67890}, {PHONE:67890=12345}",
    "{ADDRESS:Boston=Salem}, {ADDRESS:Salem=Boston}",
    "{OTHER:-=-}",
    "{HOSPITAL:Hospital=[HOSPITAL]}, {HOSPITAL:Mercy=Grace}",
    "{DATE:1/27/18=12/7/18}, {DATE:2/1/18=12/12/18}",
    "{DATE:3 May=9 June}, {DATE:31 Feb 2016=[DATE]}, {DATE:soon=[DATE]}",
    "{NAME:Ana Ruiz=Eva Lund}, {NAME:Ruiz=Lund}, {NAME:Ana=Eva}, {NAME:Holt=Ana}",
    "{PHONE:16175550134=16175550177}, {PHONE:2617-555-0177=617-555-0155}",
]


@pytest.mark.parametrize("text", GOOD)
def test_what_may_coincide_holds(text):
    assert Collisions().verify([released(text)]).holds


BAD = [
    ("{PHONE:617-555-0134=(617) 555 0134}", "replaces"),
    ("{PHONE:617-555-0134=6175550177}, {FAX:617-555-0177=617-555-0199}", "real value"),
    ("{MRN:12345=67890}, {MRN:67890=13579}", "real value"),
    ("{NAME:Ana Ruiz=Eva Lund}, {PATIENT:LUND, EVA Q.=HOLT, MIA R.}", "real value"),
    ("{NAME:Ana Ruiz=Eva Ruiz}", "part"),
    ("{NAME:Ana Ruiz=ana ruiz}, {NAME:Bo=Al}", "replaces"),
    ("{EMAIL:a@b.org=c@d.org}, {EMAIL:C@D.org=e@f.org}", "real value"),
    ("{STREET:1 Elm St=2 Oak St}, {STREET:2 Oak St.=3 Fir St}", "real value"),
    ("{ADDRESS:1 Elm St, Troy=2 Oak St, Rome}, {STREET:2 Oak St, Rome=3 Fir St}", "real value"),
    ("{DATE:soon=soon}, {DATE:4 May 2016=9 June 2016}", "replaces"),
    ("{DATE:31 Feb 2016=31 Feb 2016}, {DATE:4 May 2016=9 June 2016}", "replaces"),
    ("{NAME:Ruiz=Ana}, {NAME:Ana Ruiz=Eva Lund}", "part"),
    ("{PHONE:617-555-0134=617-555-0155}, {PHONE:617-555-0199=+1 (617) 555-0134}", "real value"),
    ("{PHONE:+16175550134=6175550155}, {PHONE:617-555-0199=617-555-0134}", "real value"),
    ("{CITY:Boston=BOSTON}, {CITY:Salem=Troy}", "replaces"),
    ("{GENE:BRCA1=BRCA2}, {GENE:BRCA2=BRCA3}", "real value"),
]


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_what_may_not_coincide_is_refuted(text, reason):
    verdict = Collisions().verify([released(text)])
    assert verdict.status is Status.REFUTED
    assert reason in verdict.witnesses[0].reason


def test_real_values_of_later_documents_count():
    cases = [
        released("{MRN:12345=67890}", "a", "p1"),
        released("{MRN:67890=13579}", "b", "p2"),
    ]
    verdict = Collisions().verify(cases)
    assert [(w.document, w.start, w.end) for w in verdict.witnesses] == [("a", 0, 5)]


def test_an_identifying_value_that_is_kept_is_refuted_even_if_its_label_never_changes():
    verdict = Collisions().verify([released("{MRN:12345=12345}")])
    assert "replaces" in verdict.witnesses[0].reason


def test_it_counts_what_it_checks_and_shows_ten():
    verdict = Collisions().verify([released("{MRN:12345=12345} " * 12)])
    assert (verdict.checked, verdict.failures, len(verdict.shown)) == (12, 12, 10)


def test_without_the_input_it_is_not_checkable():
    case = Case(None, Release.of(Document("n", "x")))
    assert Collisions().verify([case]).status is Status.NOT_CHECKABLE


RULES = {
    "default": {"use": "textveil.surrogate.v1", "options": {"keep_state": True}},
    "labels": {"TIME": "keep"},
}


def test_an_amount_that_should_change_must_change_though_no_other_did():
    cases = [released("{QUANTITY:$12,500=$12,500} and {QUANTITY:32 USD=32 USD}")]
    assert Collisions(rules=RULES).verify(cases).failures == 2


def test_what_the_policy_keeps_may_stay():
    cases = [released("{STATE:Ohio=Ohio}, {TIME:7:30 pm=7:30 pm}, {AGE:45=45}")]
    assert Collisions(rules=RULES).verify(cases).holds


TWO = [
    "{MRN:4471123=9902210} and {MRN:5580934=9902210}",
    "{NAME:Ana Ruiz=Eva Lund} and {NAME:Peter Holt=Eva Lund}",
    "{PHONE:617-735-1234=303-555-0177} and {FAX:617-735-9876=303-555-0177}",
    "{IP:18.9.22.69=192.0.2.75} and {IP:18.9.22.70=192.0.2.75}",
]


@pytest.mark.parametrize("text", TWO)
def test_no_two_have_one_surrogate_in_one_document(text):
    verdict = Collisions().verify([released(text)])
    assert "same surrogate" in verdict.witnesses[-1].reason


@pytest.mark.parametrize("text", TWO)
def test_no_two_have_one_surrogate_anywhere_in_the_corpus(text):
    first, second = text.split(" and ")
    verdict = Collisions().verify([released(first, "1", "a"), released(second, "2", "b")])
    assert {witness.document for witness in verdict.witnesses} == {"1", "2"}


def test_one_person_and_one_number_may_have_one_surrogate_in_several_writings():
    text = (
        "{NAME:Ana Ruiz=Eva Lund}, {NAME:RUIZ, Ana=LUND, Eva}, {PHONE:617-735-1234=303-555-0177}, "
        "{PHONE:+1 617 735 1234=+1 303 555 0177}, {IP:18.9.22.69=192.0.2.75}, "
        "{IP:18.9.226.9=192.0.27.5}"
    )
    assert Collisions().verify([released(text)]).holds
