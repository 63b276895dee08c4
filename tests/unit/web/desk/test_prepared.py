"""Prepared: made once for a session, and dropped when nobody asks for it."""

import pytest

from textveil.web.desk.prepared import Prepared, sign_of


def test_it_is_made_once_for_each_session():
    made = []
    held = Prepared()

    def make():
        made.append(1)
        return len(made)

    assert [held.of("a", "x", make), held.of("a", "x", make)] == [1, 1]
    assert held.of("b", "x", make) == 2
    assert held.of("a", "y", make) == 3


def test_what_is_not_used_is_dropped():
    held = Prepared(seconds=1000)
    held.of("a", "x", lambda: 1)
    held.drop(0.0)
    assert held.of("a", "x", lambda: 2) == 1
    held.drop(float("inf"))
    assert held.of("a", "x", lambda: 3) == 3


def test_only_a_few_are_held():
    held = Prepared()
    for number in range(20):
        held.of("a", str(number), lambda: 1)
    assert held.of("a", "0", lambda: 2) == 2
    assert held.of("a", "19", lambda: 2) == 1


def test_what_failed_is_tried_again():
    held = Prepared()
    with pytest.raises(ZeroDivisionError):
        held.of("a", "x", lambda: 1 / 0)
    assert held.of("a", "x", lambda: 2) == 2


def test_parts_are_told_apart():
    assert sign_of("a", "bc") != sign_of("ab", "c")
    assert "Zanzibar" not in sign_of("Zanzibar")
