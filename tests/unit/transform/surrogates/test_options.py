from pathlib import Path

import pytest

from textveil.errors import InvalidValueError
from textveil.transform.surrogate import Surrogate
from textveil.transform.surrogates.options import UNMAPPED, SurrogateOptions
from textveil.values.keys.secret import Secret
from textveil.values.terms.option import help_of, read_options

KEY = Secret(b"0123456789abcdef")


def read(**given):
    return read_options(SurrogateOptions, given, "options")


@pytest.mark.parametrize("window", ["1800-2099", "2016-2016", "2010-2019"])
def test_a_window_is_two_years(window):
    assert read(window=window)["window"] == window


@pytest.mark.parametrize(
    "window", ["2019-2010", "1799-1900", "2000-2100", "2010", "2010 - 2019", "10-19", "٢٠١٠-٢٠١٩"]
)
def test_another_window_is_refused(window):
    with pytest.raises(InvalidValueError, match="`window`") as caught:
        read(window=window)
    assert caught.value.where == "options.window"


def test_a_season_is_kept_or_not_named():
    assert read(season="keep")["season"] == "keep"
    with pytest.raises(InvalidValueError, match="`season`"):
        read(season="winter")


def test_every_option_has_a_line_of_help():
    assert all(help_of(SurrogateOptions).values())
    assert set(help_of(SurrogateOptions)) >= UNMAPPED


@pytest.mark.parametrize("given", [{"max_dayz": 7}, {"replace_free_mial": True}, {"jitter": 21}])
def test_surrogates_refuse_options_that_they_do_not_have(given):
    with pytest.raises(InvalidValueError) as caught:
        Surrogate(options=given, key=KEY)
    assert caught.value.where == f"options.{next(iter(given))}"


def test_the_guide_has_the_help_of_every_option():
    guide = (Path(__file__).parents[4] / "docs/guides/write-a-policy.md").read_text("utf-8")
    for name, told in help_of(SurrogateOptions).items():
        assert f"| `{name}` | {told}" in guide, name
