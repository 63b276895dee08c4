"""Times of events: cells as numbers, and new cells like them."""

import pytest

from textveil.formats.tables.event_times import Clock, UnreadTimeError


@pytest.mark.parametrize(
    ("cells", "far", "wanted"),
    [
        (["3", "1", "7"], 2, "7"),
        (["-2", "-1"], 1, "-1"),
        (["0.50", "1.25", "2"], 2, "2"),
        (["805", "805.5", "810"], 2, "806"),
        (["805.0", "805.5", "810.0"], 2, "806.0"),
        (["007", "012"], 1, "012"),
        (["097", "102"], -18, "007"),
        (["+3", "+5", "-1"], -1, "+1"),
        (["-0.50", "0.25"], 1, "0.25"),
        (["2024-02-28", "2024-03-06"], 1, "2024-03-06"),
        (["2024-02-28", "2024-02-29"], 2, "2024-03-01"),
        (["20240228", "20240229"], 2, "20240301"),
        (["2024-03-31 08:15", "2024-03-31 08:20"], 3, "2024-03-31 08:30"),
        (["2024-03-31T23:59:59Z", "2024-04-01T00:00:00Z"], 2, "2024-04-01T00:00:01Z"),
        (["2024-03-31T08:00:00.25+02:00", "2024-03-31T08:00:00.5+02:00"], 3, None),
        (["2024-03-31", "2024-03-31 12:00:00"], 1, "2024-03-31 12:00:00"),
    ],
)
def test_new_times_are_written_like_the_column(cells, far, wanted):
    clock = Clock.of(cells)
    wanted = wanted or "2024-03-31T08:00:01.0+02:00"
    assert clock.text(clock.ticks[0] + far * clock.step, cells[0]) == wanted


def test_times_are_in_order_whatever_their_time_zone():
    clock = Clock.of(["2024-03-31T10:00+02:00", "2024-03-31T09:00+00:00", "2024-03-31T07:30Z"])
    assert clock.ticks[2] < clock.ticks[0] < clock.ticks[1]


def test_nanoseconds_keep_their_order():
    clock = Clock.of(["2024-03-31 08:15:00.000000002", "2024-03-31 08:15:00.000000001"])
    assert clock.ticks[0] == clock.ticks[1] + 1


@pytest.mark.parametrize(
    ("cell", "form", "unit"),
    [
        ("3", "", 1),
        ("2024-03-31", "", 86_400 * 10**9),
        ("2024-03-31 08:15", "", 60 * 10**9),
        ("2024-03-31 08:15:01", "", 10**9),
        ("2024-03-31 08:15:01.25", "", 10**7),
        ("31.03.24", "%d.%m.%y", 86_400 * 10**9),
        ("31.03.24 08h", "%d.%m.%y %Hh", 3600 * 10**9),
    ],
)
def test_the_unit_is_what_the_column_can_write(cell, form, unit):
    assert Clock.of([cell], form).unit == unit


def test_full_hours_stay_full_hours():
    clock = Clock.of(["2024-03-31 08:00:00", "2024-03-31 11:00:00", "2024-04-01 07:00:00"])
    assert clock.step == 3600 * 10**9


def test_eight_digits_that_are_no_days_are_numbers():
    clock = Clock.of(["20240331", "20240399"])
    assert clock.ticks == (20240331, 20240399)


def test_a_form_reads_other_times():
    clock = Clock.of(["31.03.2024", "02.04.2024"], "%d.%m.%Y")
    assert clock.text(clock.ticks[1] + clock.step, "31.03.2024") == "04.04.2024"


COLUMNS = {
    "": [
        ["1", "10", "100"],
        ["001", "010", "100"],
        ["805", "805.5", "806.25"],
        ["805.00", "805.50", "806.25"],
        ["+3", "-1", "+10"],
        ["20240301", "20240310"],
        ["2024-03-01", "2024-03-10"],
        ["2024-03-01", "2024-03-01 08:00", "2024-03-01 08:00:30", "2024-03-01 08:00:30.25"],
        ["2024-03-01T08:00:00", "2024-03-01T08:00:00.250000"],
        ["2024-03-01T08:00+01:00", "2024-03-01T08:00Z", "2024-03-01T08:00-0500"],
    ],
    "%d.%m.%Y": [["1.3.2024", "10.12.2024"], ["01.03.2024", "10.12.2024"], [" 1.03.2024"]],
    "%m/%d/%y": [["12/1/24", "12/10/24", "3/12/24"]],
    "%d %b %Y": [["1 MAR 2024", "10 MAY 2024"], ["1  Mar 2024"], ["01 mar 2024"]],
    "%d.%m.%Y %H:%M:%S.%f": [["1.3.2024 8:05:00.250", "1.3.2024 8:05:00.000"]],
    "%Y-%m-%dT%H:%M%z": [["2024-03-01t08:00+01:00", "2024-03-01T08:00-0500"]],
    "%I:%M %p, %d.%m.%Y (100%%)": [["8:05 am, 1.3.2024 (100%)", "12:15 pm, 1.3.2024 (100%)"]],
}


@pytest.mark.parametrize(
    ("form", "cells"), [(form, cells) for form, columns in COLUMNS.items() for cells in columns]
)
def test_a_time_that_the_column_has_is_spelled_as_it_is_there(form, cells):
    clock = Clock.of(cells, form)
    assert [clock.text(*pair) for pair in zip(clock.ticks, cells, strict=True)] == cells


def test_a_number_below_ten_follows_others_of_the_column():
    clock = Clock.of(["12.3.2024", "14.3.2024"], "%d.%m.%Y")
    assert clock.text(clock.ticks[0] - 4 * clock.step, "12.3.2024") == "4.3.2024"


def test_the_finest_time_has_no_more_digits_than_the_column():
    clock = Clock.of(["08:15:00.250", "08:15:00.5"], "%H:%M:%S.%f")
    assert clock.unit == 10**6
    assert clock.text(clock.ticks[0] + clock.unit, "08:15:00.250") == "08:15:00.251"


@pytest.mark.parametrize(
    ("cells", "row"),
    [
        (["2024-03-31", "secret"], 1),
        (["2024-02-30"], 0),
        (["2024-03-31 25:00"], 0),
        (["3", "2024-03-31"], 1),
        (["03/04/2024"], 0),
        (["2024-03-31 08:00Z", "2024-03-31 08:00"], 1),
        (["1e3"], 0),
        (["٣"], 0),
    ],
)
def test_a_cell_without_a_time_is_named_by_its_row(cells, row):
    with pytest.raises(UnreadTimeError) as caught:
        Clock.of(cells)
    assert caught.value.row == row
    assert "secret" not in str(caught.value)
