"""What a record calls an age or a time stays only if the verifier reads one itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.verify.released import released

from textveil.values.verdict import Status
from textveil.verify.leftovers.residue import Residue
from textveil.verify.passages.staying import may_stay

AGES = ("45", "45-year-old", "forty-five", "early 90s", "3 1/2", "6 months", "65-74", "45 y/o")
TIMES = (
    "7:30 PM",
    "0730 hrs",
    "07:30:15.123",
    "half past six",
    "Noon",
    "08:00-16:00",
    "6AM",
    "17h30",
)
OTHERS = (
    "Kowalczyk", "Ana Kowalczyk", "617-555-0134", "(617) 555-0134", "555-0134", "4471123",
    "MRN 4471123", "ana@example.org", "3 May 2016", "5/3/16", "12.10.16", "203.0.113.7",
    "Kowalczyk, 45", "7:30 Kowalczyk", "Mill Road 3",
)  # fmt: skip


@pytest.mark.parametrize("value", AGES)
def test_an_age_may_stay_as_an_age(value):
    assert may_stay("AGE", value)


@pytest.mark.parametrize("value", TIMES)
def test_a_time_may_stay_as_a_time(value):
    assert may_stay("TIME", value)


@pytest.mark.parametrize("label", ["AGE", "TIME"])
@pytest.mark.parametrize("value", OTHERS)
def test_nothing_else_stays_under_these_labels(label, value):
    assert not may_stay(label, value)
    verdict = Residue().verify([released(f"She is {{{label}:{value}={value}}} now.")])
    assert verdict.status is Status.REFUTED


@given(
    st.sampled_from(["AGE", "TIME"]),
    st.from_regex(r"[0-9]{5,12}", fullmatch=True),
    st.sampled_from(["", " years", " pm", "yo", ":30"]),
)
def test_no_long_number_is_an_age_or_a_time(label, digits, unit):
    assert not may_stay(label, digits + unit)


@pytest.mark.parametrize("label", ["NAME", "PHONE", "DATE", "OTHER"])
def test_no_other_label_may_stay_by_this_rule(label):
    assert not may_stay(label, "45")
