from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from textveil.errors import InvalidValueError
from textveil.values.terms.option import check_options, help_of, option, read_options


@dataclass(frozen=True)
class Settings:
    colour: str = option("red", "what it looks like")
    width: int = option(3, "how wide it is", bounds=(1, 9))
    share: float | None = option(None, "how much of it")


def test_options_that_are_not_given_have_their_default():
    assert read_options(Settings, {"width": 4}, "paint") == {
        "colour": "red",
        "width": 4,
        "share": None,
    }
    assert help_of(Settings)["width"] == "how wide it is"


@pytest.mark.parametrize(
    ("given", "where", "said", "hint"),
    [
        ({"widht": 4}, "paint.widht", "has no option widht", "did you mean width?"),
        ({"xyz": 1}, "paint.xyz", "has no option xyz", "known, the nearest first: "),
        ({"width": "4"}, "paint.width", "width must be a whole number", ""),
        ({"width": True}, "paint.width", "width must be a whole number", ""),
        ({"share": "much"}, "paint.share", "share must be a number or null", ""),
        ({"width": 10}, "paint.width", "`width` lies between 1 and 9", ""),
        ({"width": 0}, "paint.width", "`width` lies between 1 and 9", ""),
    ],
)
def test_an_error_names_the_option_and_the_nearest_one(given, where, said, hint):
    with pytest.raises(InvalidValueError, match=said) as caught:
        read_options(Settings, given, "paint")
    assert caught.value.where == where
    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("kind", "right", "wrong", "words"),
    [
        (Mapping[str, Any], {"a": 1}, [1], "a mapping"),
        (Sequence[str], ["a"], "a", "a list"),
        (bool, True, 1, "true or false"),
        (float, 1, "1", "a number"),
    ],
)
def test_types_are_told_in_words(kind, right, wrong, words):
    check_options("x", {"one": kind}, {"one": right})
    with pytest.raises(InvalidValueError, match=f"x: one must be {words}"):
        check_options("x", {"one": kind}, {"one": wrong})


def test_what_has_no_options_says_so():
    with pytest.raises(InvalidValueError) as caught:
        check_options("x", {}, {"one": 1})
    assert caught.value.hint == "it has no options"
