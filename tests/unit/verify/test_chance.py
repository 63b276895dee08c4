"""Chance: whose real value a fake may be, as docs/concepts/promises.md says it."""

import pytest
from tests.unit.verify.released import released

from textveil.verify.fakes.collisions import Collisions
from textveil.verify.leftovers.residue import Residue

MAY = [
    ("{CITY:Salem=Boston}", "{CITY:Boston=Denver}"),
    ("{PROFESSION:teacher=plumber}", "{PROFESSION:plumber=painter}"),
    ("{ORGANIZATION:Voss Foods=Holt Textiles}", "{ORGANIZATION:Holt Textiles=Lund Foods}"),
    ("{QUANTITY:$12,500=$13,100}", "{QUANTITY:$13,100=$11,900}"),
    ("{STATE:Ohio=Texas}", "{STATE:Texas=Maine}"),
]
MAY_NOT = [
    ("{MRN:4471123=9902210}", "{MRN:9902210=1187335}"),
    ("{NAME:Maria Kowalczyk=Eva Lundgren}", "{NAME:Eva Lundgren=Ida Holtzmann}"),
    ("{EMAIL:ana@acme.org=eva@lake.example.org}", "{EMAIL:eva@lake.example.org=ida@x.example.org}"),
]


def claims(pair):
    cases = [released(text, str(at), f"p{at}") for at, text in enumerate(pair)]
    return [verifier.verify(cases).holds for verifier in (Collisions(), Residue())]


@pytest.mark.parametrize("pair", MAY)
def test_what_does_not_identify_alone_may_be_somebody_elses(pair):
    assert claims(pair) == [True, True]


@pytest.mark.parametrize("pair", MAY_NOT)
def test_what_identifies_alone_is_nobodys(pair):
    assert False in claims(pair)
