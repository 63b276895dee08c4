"""Grids: lists as people write them, numbers as programs give them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError, UsageError
from textveil.study.grid import names_of, numbers_of, parse_numbers, rising_of, thresholds_of


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2..5", (2, 3, 4, 5)),
        ("2,5,10", (2, 5, 10)),
        ("2..4, 10", (2, 3, 4, 10)),
        ("7", (7,)),
        ("3..3", (3,)),
        ("5,2,5", (5, 2)),
        ("0,10,..,50", (0, 10, 20, 30, 40, 50)),
        ("2,4,..,8,20", (2, 4, 6, 8, 20)),
    ],
)
def test_lists_of_numbers(text, numbers):
    assert parse_numbers(text, "--k") == numbers


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("5..2", "runs backwards, from 5 to 2"),
        ("a..b", "not a list of numbers"),
        ("", "not a list of numbers"),
        ("2..", "not a list of numbers"),
        ("2,,3", "not a list of numbers"),
        ("-2..4", "not a list of numbers"),
        ("2.5", "not a list of numbers"),
        ("²", "not a list of numbers"),
        ("1..4", "at least 2 and at most 200, this is 1"),
        ("2..201", "at most 200"),
        ("2..999999999", "more than 10,000"),
        ("2,..,8", "two numbers before it"),
        ("2,4,..", "two numbers before it"),
        ("4,2,..,8", "must rise"),
        ("2,5,..,9", "miss 9"),
    ],
)
def test_what_is_no_list_of_numbers(text, what):
    with pytest.raises(UsageError, match=what) as caught:
        parse_numbers(text, "--k", least=2, most=200)
    assert caught.value.where == "--k"


@given(st.text("0123456789,. ax", max_size=12))
def test_any_text_is_numbers_or_a_usage_error(text):
    try:
        numbers = parse_numbers(text, "--k", least=1)
    except UsageError:
        return
    assert numbers
    assert len(set(numbers)) == len(numbers)


def test_an_axis_is_a_text_or_numbers():
    assert numbers_of("5,2", "--k") == numbers_of([5, 2], "--k") == (5, 2)
    assert rising_of("5,2..3,5", "--k") == rising_of([5, 2, 3, 2], "--k") == (2, 3, 5)
    assert thresholds_of("-1,-2.5", "--rho") == thresholds_of([-1, -2.5], "--rho") == (-1.0, -2.5)
    assert names_of(" tfs,, pfs ") == names_of(["tfs", "pfs"]) == ("tfs", "pfs")


def test_an_axis_without_values_is_refused():
    for axis in (numbers_of, rising_of):
        with pytest.raises(InvalidValueError, match="at least one number"):
            axis((), "--k")
    with pytest.raises(InvalidValueError, match="at least one number"):
        thresholds_of((), "--rho")
    with pytest.raises(UsageError, match="not a list of numbers"):
        thresholds_of("hope", "--rho")
    assert names_of("", ("tpm",)) == ("tpm",)
