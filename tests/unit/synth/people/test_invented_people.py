import pytest
from tests.unit.synth.dice import dice

from textveil.synth.page import Page
from textveil.synth.people.invented_people import (
    NAME_FORMS,
    InventedPerson,
    plain_letters,
    write_name,
)
from textveil.synth.people.name_lists import draw_person, world_names
from textveil.synth.people.share import ALL, Share

ANN = InventedPerson("person-1", "PATIENT", "F", "Margaret", "Rose", "van Dijk", "Peggy")


def written(form, seed=1):
    page = Page()
    write_name(page, ANN, form, dice(seed))
    [span] = page.spans()
    return page.text, page.text[span.start : span.end], span


@pytest.mark.parametrize("form", [*NAME_FORMS, "mr", "mrfull", "mruk", "mrcourt", "init", "any"])
def test_every_form_is_marked_as_this_person(form):
    for seed in range(20):
        _, _, span = written(form, seed)
        assert span.entity == "person-1"
        assert span.label == ("INITIALS" if form == "init" else "PATIENT")


def test_titles_stand_outside():
    for seed in range(20):
        text, marked, _ = written("mr", seed)
        assert marked == "van Dijk"
        assert text.removesuffix(marked) in ("Ms. ", "Mrs. ")
    assert written("mruk")[0] in ("Ms Margaret van Dijk", "Mrs Margaret van Dijk")


def test_lists_begin_with_the_surname():
    assert all(written("lf", seed)[1].lower().startswith("van dijk") for seed in range(20))


def test_initials_have_several_shapes():
    assert {written("init", seed)[1] for seed in range(60)} == {"MRV", "MV", "M.V.", "M.R.V.", "mv"}


def test_a_name_without_a_middle_name_has_no_gap():
    bare = InventedPerson("p", "NAME", "M", "Al", "", "Ito", "Al")
    for form in NAME_FORMS:
        for variant in NAME_FORMS[form]:
            assert "  " not in variant(bare)
            assert variant(bare) == variant(bare).strip()


def test_halves_of_the_lists_share_no_name():
    parts = []
    for half in "AB":
        rng, share = dice(5), Share.parse(half)
        people = [draw_person(rng, share, entity="p", abroad=0.3) for _ in range(1500)]
        parts.append((first_parts(people), {p.last.lower() for p in people if "-" not in p.last}))
    assert not parts[0][0] & parts[1][0] - world_given()
    assert not parts[0][1] & parts[1][1] - world_surnames()


def first_parts(people):
    return {p.first.lower() for p in people}


# A name may stand in the lists of two countries, and be dealt to another half in each.
def world_given():
    return {n.lower() for lists in world_names().values() for k in "FM" for n in lists[k]}


def world_surnames():
    return {n.lower() for lists in world_names().values() for n in lists["S"]}


def test_women_of_some_countries_bear_another_form_of_the_name():
    rng = dice(2)
    for _ in range(60):
        woman = draw_person(rng, ALL, entity="p", gender="F", country="Poland")
        assert not woman.last.endswith("ski")


def test_mail_letters_are_plain():
    assert plain_letters("Małgorzata O'Neill-Groß") == "malgorzataoneillgross"
