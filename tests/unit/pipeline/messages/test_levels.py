"""Levels of groups: nested, spread, and in the order of the paper."""

import pytest

from textveil.errors import InputError
from textveil.pipeline.messages.levels import Group, are_nested, in_turn, spread

FIVE = [Group(name) for name in ("families", "colleagues", "best", "friends", "acquaintances")]
TABLE = {
    (0, 0): (1.25, 80.90),
    (1, 0): (1.33, 82.15),
    (0, 1): (1.34, 80.61),
    (0, 2): (1.35, 90.80),
    (1, 1): (1.42, 76.25),
    (1, 2): (1.43, 87.54),
}


def test_the_order_of_the_paper_gives_table_4_3():
    found = in_turn(FIVE, [1, 2], TABLE.__getitem__, 80.55)
    assert found == ((0, 0), (1, 0), (0, 1), (0, 2), (1, 2))
    assert not are_nested(found)


def test_too_few_natural_combinations_are_refused():
    with pytest.raises(InputError):
        in_turn([*FIVE, Group("public")], [1, 2], TABLE.__getitem__, 80.55)


def test_without_public_the_last_group_is_not_told_least():
    assert spread([Group("family"), Group("friends")], [[0, 1, 2]]) == ((0,), (1,))


def test_public_alone_is_told_least():
    assert spread([Group("public")], [[0, 1, 2]]) == ((2,),)


def test_a_fixed_level_bounds_the_groups_before_it():
    groups = [Group("family"), Group("friends"), Group("boss", level=1), Group("public")]
    assert spread(groups, [[0, 1, 2, 3]]) == ((0,), (1,), (1,), (3,))


def test_fixed_levels_out_of_order_are_refused():
    with pytest.raises(InputError):
        spread([Group("family", level=2), Group("friends", level=1)], [[0, 1, 2]])


def test_levels_that_stand_stay_when_a_group_comes_between():
    groups = [Group("family"), Group("new"), Group("friends"), Group("public")]
    found = spread(groups, [[0, 1, 2, 3]], {"family": (0,), "friends": (1,), "public": (3,)})
    assert found == ((0,), (1,), (1,), (3,))
