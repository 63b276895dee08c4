"""Names with counts: most frequent first, capitalised as usual, with gender and origin."""

import pytest

from textveil.lexicon.people.name_lists import (
    ORIGINS,
    first_names,
    nicknames,
    origin_of,
    surnames,
    tenth_of,
)


@pytest.mark.parametrize(("gender", "least"), [("female", 4000), ("male", 1200)])
def test_first_names_are_many_and_ordered(gender, least):
    listed = first_names(gender)
    counts = [name.count for name in listed]
    assert len(listed) >= least
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] > 0
    assert len({name.value for name in listed}) == len(listed)
    assert all(name.value[0].isupper() and name.value.isalpha() for name in listed)


def test_a_name_of_one_gender_is_not_in_the_other_list():
    women = {name.value for name in first_names("female")}
    men = {name.value for name in first_names("male")}
    assert "Mary" in women - men
    assert "Michael" in men - women
    assert {"Jordan", "Avery"} <= women & men


def test_surnames_are_capitalised_as_usual():
    listed = [name.value for name in surnames()]
    assert len(listed) == len(set(listed)) == 30_000
    assert listed[:2] == ["Smith", "Johnson"]
    wanted = {"McDonald", "O'Brien", "Garcia", "MacDonald", "Mack", "Macias", "Oliver", "D'Angelo"}
    assert wanted <= set(listed)
    assert not {"Mcdonald", "Obrien", "O'Liver", "MacK"} & set(listed)


@pytest.mark.parametrize(
    ("surname", "origin"),
    [
        ("Garcia", "hispanic"),
        ("GARCÍA", "hispanic"),
        ("Nguyen", "asian"),
        ("Patel", "asian"),
        ("O'Brien", "anglo"),
        ("obrien", "anglo"),
        ("Washington", "african-american"),
        ("Begay", "native-american"),
        ("Not a name", ""),
        ("", ""),
    ],
)
def test_origin(surname, origin):
    assert origin_of(surname) == origin
    assert origin in ORIGINS


def test_nicknames():
    table = nicknames()
    assert len(table) >= 300
    assert "Bill" in table["William"]
    assert all(short and name not in short for name, short in table.items())
    with pytest.raises(TypeError):
        table["William"] = ()


def test_tenths_have_the_same_size_and_follow_frequency():
    tenths = [tenth_of(name.value) for name in surnames()]
    assert (tenths[0], tenths[2999], tenths[3000], tenths[-1]) == (1, 1, 2, 10)
    assert tenth_of("García") == tenth_of("GARCIA") == 1
    assert tenth_of("Xyzzyx") is None
