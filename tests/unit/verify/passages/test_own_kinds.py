"""Own kinds: what a record calls an age, a room or an occupation is judged as what it is."""

import pytest
from tests.unit.verify.released import released

from textveil.verify.fakes.collisions import Collisions
from textveil.verify.fakes.distance import Distance

LEFT = [
    "{AGE:Maria Kowalczyk=Maria Kowalczyk}",
    "{AGE:Maria Kowalczyk=Mara Kowalczuk}",
    "{TIME:MRN 4471123=MRN 4471129}",
    "{PROFESSION:Kowalczyk=Kowalski}",
    "{DEMOGRAPHIC:Mrs Kowalczyk=Mrs Kowalec}",
    "{ROOM:Kowalczyk=Kowalczuk}",
    "{QUANTITY:4471123=4471129}",
    "{IP:Kowalczyk=Kowalski}",
    "{INITIALS:Kowalczyk=Kowalski}",
    "{AGE:Kowalczyk=kyzclawok}",
]


@pytest.mark.parametrize("text", LEFT)
def test_a_label_excuses_no_name_and_no_number(text):
    changed = "{AGE:45=46} {TIME:7:30=8:30} "
    cases = [released(changed + text)]
    assert not (Distance().verify(cases).holds and Collisions().verify(cases).holds)
    assert not Distance().verify(cases).holds or "Kowalczyk=Maria" not in text


KINDS = [
    "{AGE:45-year-old=45-year-old} {AGE:97=90+}",
    "{TIME:7:30 pm=7:30 pm}",
    "{QUANTITY:$12,500=$12,510} {QUANTITY:32 USD=28 USD} {QUANTITY:three brothers=four brothers}",
    "{ROOM:Room 412=Room 418} {ROOM:Bed 2 West=Bed 3 West}",
    "{IP:10.0.4.22=10.0.4.29}",
    "{INITIALS:A.R.=A.L.}",
    "{PROFESSION:head nurse=head cook}",
]


@pytest.mark.parametrize("text", KINDS)
def test_what_is_of_its_kind_may_resemble_its_value(text):
    verdict = Distance().verify([released(text)])
    assert verdict.holds, [witness.reason for witness in verdict.witnesses]
