"""Times of day and ages: each form moved, and what is refused."""

# ruff: noqa: E501 - the tables are the point

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.dates.written_ages import in_words, parse_age
from textveil.lexicon.dates.written_times import later


@pytest.mark.parametrize(
    ("text", "two_later", "three_earlier"),
    [
        ("14:20", "16:20", "11:20"), ("14:20:05", "16:20:05", "11:20:05"), ("2:30 pm", "4:30 pm", "11:30 am"),
        ("2pm", "4pm", "11am"), ("2:30p.m.", "4:30p.m.", "11:30a.m."), ("0830", "1030", "0530"), ("0830h", "1030h", "0530h"),
        ("14h30", "16h30", "11h30"), ("half past two", "half past four", "half past eleven"), ("noon", "2 pm", "9 am"),
        ("midnight", "2 am", "9 pm"), ("11:30 AM", "1:30 PM", "8:30 AM"), ("8 o'clock", "10 o'clock", "5 o'clock"),
        ("14:20 UTC", "16:20 UTC", "11:20 UTC"), ("1420 hrs", "1620 hrs", "1120 hrs"), ("11-1 pm", "1-3 pm", "8-10 am"),
        ("12:15 a.m.", "2:15 a.m.", "9:15 p.m."), ("00:10", "02:10", "21:10"), ("22:10", "00:10", "19:10"), ("09:05 am", "11:05 am", "06:05 am"),
    ],
)  # fmt: skip
def test_every_form_of_a_time(text, two_later, three_earlier):
    assert (later(text, 2), later(text, -3), later(text, 0), later(text, 24)) == (
        two_later,
        three_earlier,
        text,
        text,
    )


@given(
    st.integers(0, 23),
    st.integers(0, 59),
    st.integers(-30, 30),
    st.sampled_from(["24", "12", "bare"]),
)
def test_times_go_round_the_clock(hour, minute, hours, style):
    def write(at):
        if style == "12":
            return f"{(at - 1) % 12 + 1}:{minute:02} {'AM' if at < 12 else 'PM'}"
        return f"{at:02}{':' if style == '24' else ''}{minute:02}"

    assert later(write(hour), hours) == write((hour + hours) % 24)


@pytest.mark.parametrize("text", ["", "soon", "25:61", "evening"])
def test_other_texts_are_not_times(text):
    assert later(text, 1) is None


@pytest.mark.parametrize(
    ("text", "low", "high", "unit", "three_more"),
    [
        ("34", 34, 34, "year", "37"), ("34-36", 34, 36, "year", "37-39"), ("34 to 36", 34, 36, "year", "37 to 39"),
        ("34.5", 34, 34, "year", "37.5"), ("34+", 34, 34, "year", "37+"), ("thirty-four", 34, 34, "year", "thirty-seven"),
        ("a hundred", 100, 100, "year", "one hundred and three"), ("30s", 30, 39, "year", "30s"), ("early thirties", 30, 39, "year", "early thirties"),
        ("teens", 10, 19, "year", "teens"), ("34-year-old", 34, 34, "year", "37-year-old"), ("34 y/o", 34, 34, "year", "37 y/o"),
        ("6 months", 6, 6, "month", "9 months"), ("6 wks", 6, 6, "week", "9 wks"), ("Ninety", 90, 90, "year", "Ninety-three"),
    ],
)  # fmt: skip
def test_every_form_of_an_age(text, low, high, unit, three_more):
    age = parse_age(text)
    assert (age.low, age.high, age.unit) == (low, high, unit)
    assert age.changed(lambda number: number) == text
    assert age.changed(lambda number: number + 3) == three_more


@given(st.integers(1, 125))
def test_numbers_in_words_are_read_back(number):
    assert parse_age(in_words(number)).low == number


def test_a_text_without_a_number_is_no_age():
    assert parse_age("elderly") is None
