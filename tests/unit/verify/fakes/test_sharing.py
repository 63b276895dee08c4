"""The claim `sharing`: what many subjects have shows few surrogates."""

import pytest
from tests.unit.verify.released import released

from textveil.errors import InvalidValueError
from textveil.values.contracts import Case
from textveil.values.verdict import Status
from textveil.verify.fakes.sharing import Sharing


def corpus(frame, number=8, same=False):
    """Return cases in which `#` is another digit and `@` another letter, or the same in all."""
    signs = "1" * number if same else "123456789"[:number]
    return [
        released(frame.replace("#", one).replace("@", "_ABCDEFGHI"[int(one)]), f"n{at}", f"s{at}")
        for at, one in enumerate(signs)
    ]


def status(cases, **options):
    return Sharing(**options).verify(cases).status


@pytest.mark.parametrize(
    "passage",
    [
        "{CITY:Boston=Town#}",
        "{MRN:4711234=581234#}",
        "{PROVIDER:Helen Marsh=Ida @gan}",
        "{HOSPITAL:St. Mary's Hospital=St. A# Hospital}",
    ],
)
def test_many_surrogates_of_a_shared_value_are_found(passage):
    frame = f"Seen {passage} there."
    drawn, alike = corpus(frame), corpus(frame, same=True)
    assert status(drawn) is Status.REFUTED
    assert status(drawn, shared=8) is Status.HOLDS
    assert status(alike) is Status.HOLDS


def test_few_subjects_may_have_their_own():
    assert status(corpus("In {CITY:Boston=Town#}.", 5)) is Status.HOLDS
    many = [released(f"In {{CITY:Boston=Town{at}}}.", f"n{at}", "s") for at in range(9)]
    assert status(many) is Status.HOLDS


def test_a_single_word_of_a_name_may_mean_many_persons():
    names = ("Abel", "Berg", "Cole", "Diaz", "Egan", "Falk", "Gray")
    cases = [released(f"Dr. {{PROVIDER:Marsh={name}}} came.", name, name) for name in names]
    assert status(cases) is Status.HOLDS


def test_tags_ages_and_dates_are_no_shared_surrogates():
    tags = ("[CITY]", "[CITY-1]", "[CITY-2]", "[CITY-3]", "[CITY-4]", "[CITY-5]", "[CITY-6]")
    cases = [released(f"In {{CITY:Boston={tag}}}.", tag, tag) for tag in tags]
    assert status(cases) is Status.HOLDS
    assert status(corpus("Aged {AGE:45=4#}.")) is Status.HOLDS
    assert status(corpus("Seen {DATE:3 May 2016=1# June 2016}.")) is Status.HOLDS


def test_the_witnesses_are_the_places_of_the_value():
    verdict = Sharing().verify(corpus("In {CITY:Boston=Town#}, {MRN:47#=58#}."))
    assert verdict.failures == 8
    assert {(one.start, one.end) for one in verdict.witnesses} == {(3, 8)}


def test_without_the_input_nothing_is_claimed():
    case = released("In {CITY:Boston=Town}.")
    assert status([Case(None, case.release)]) is Status.NOT_CHECKABLE


def test_at_least_one_surrogate():
    with pytest.raises(InvalidValueError):
        Sharing(shared=0)
