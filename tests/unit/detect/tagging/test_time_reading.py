"""Numbers that say no day stay; four digits are a year or a time, as the words before them say."""

import pytest

from textveil.detect.tagging.refine import refine
from textveil.lexicon.tables.facts import facts
from textveil.values.span import Span, Spans


def _labels(marked: str) -> list[str]:
    low, high = marked.index("["), marked.index("]") - 1
    text = marked.replace("[", "").replace("]", "")
    return [span.label for span in refine(text, Spans([Span(low, high, "DATE")]))]


@pytest.mark.parametrize(
    "marked",
    [
        "she threw up [three] times",
        "at 2 o'clock [and] 10 o'clock",
        "opened at the [9 o'clock] position",
        "at the [12 o'clock], 3 o'clock, and the 9 o'clock positions",
        "3.5 mm from the limbus at [10 o'clock]",
    ],
)
def test_what_says_no_day_is_left(marked: str) -> None:
    assert _labels(marked) == []


@pytest.mark.parametrize(
    "marked",
    [
        "sentenced to [three months] in prison",
        "for [three] years",
        "born in [nineteen ninety]",
        "on [the third of May]",
        "in [2018]",
        "diagnosed [2015]",
        "since [1999] and later",
        "in 2014 and [2015]",
    ],
)
def test_days_years_and_spans_of_time_are_dates(marked: str) -> None:
    assert _labels(marked) == ["DATE"]


@pytest.mark.parametrize("cue", facts().words("call-verb", "hours-cue"))
@pytest.mark.parametrize("digits", ["2038", "1945"])
def test_four_digits_after_a_call_are_a_time(cue: str, digits: str) -> None:
    assert _labels(f"The nurse {cue} [{digits}] with the result.") == ["TIME"]
    assert _labels(f"The nurse {cue} 1950 and [{digits}] again.") == ["TIME"]
    assert _labels(f"The nurse {cue} him in [{digits}] again.") == ["DATE"]


def test_no_clock_shows_sixty_minutes() -> None:
    assert _labels("called [1999] with the result") == ["DATE"]


def test_an_hour_in_words_is_a_time() -> None:
    assert _labels("came at [10 o'clock] on foot") == ["TIME"]
