"""Times of events: cells as numbers, and new cells like them."""

import pytest

from textveil.formats.event_times import Clock, UnreadTimeError


@pytest.mark.parametrize(
    ("cells", "far", "wanted"),
    [
        (["3", "1", "7"], 2, "7"),
        (["-2", "-1"], 1, "-1"),
        (["0.50", "1.25", "2"], 2, "2.00"),
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
    wanted = wanted or "2024-03-31T08:00:01.00+02:00"
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
