from datetime import date, time

import pytest
from tests.unit.synth.dice import dice

from textveil.synth.written_dates import DATE_STYLES, TIME_STYLES, ordinal, write_date, write_time

DAY = date(2016, 5, 3)


def test_forms_of_a_date_differ():
    forms = {form(DAY) for family in DATE_STYLES.values() for form in family}
    assert {"05/03/2016", "May 3, 2016", "3 May 2016", "03-MAY-16", "2016-05-03"} <= forms
    assert {"3 May", "Tuesday", "spring of 2016", "the 3rd of May 2016", "2016"} <= forms
    assert len(forms) > 50


@pytest.mark.parametrize("family", ["numeric", "european", "long", "court", "iso"])
def test_whole_dates_name_day_month_and_year(family):
    for form in DATE_STYLES[family]:
        assert "3" in form(DAY)
        assert "16" in form(DAY)
        assert form(DAY) != form(date(2016, 6, 3))


def test_dates_without_a_year_have_none():
    assert not any("16" in form(DAY) for form in DATE_STYLES["no-year"])
    assert not any("/" in form(DAY) for form in DATE_STYLES["no-year-words"])


def test_times_are_those_of_twelve_and_twenty_four_hours():
    assert {form(time(0, 5, 9)) for form in TIME_STYLES} >= {"00:05", "12:05 AM", "0005", "12am"}
    assert {form(time(12, 0)) for form in TIME_STYLES} >= {"12:00 PM", "12 p.m."}
    assert write_time(time(1, 2), dice(3)) in {form(time(1, 2)) for form in TIME_STYLES}


def test_ordinals():
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd"]
    )


def test_a_date_is_written_in_a_form_of_its_family():
    assert write_date(DAY, "long", dice(1)) in {form(DAY) for form in DATE_STYLES["long"]}
