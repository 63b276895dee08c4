"""Occurrences: the time to look for a value does not grow with the square of its length."""

import time

import pytest

from textveil.detect.occurrences import Values


@pytest.mark.parametrize("piece", ["8675309142", "x"])
def test_a_very_long_value_is_found_at_once(piece):
    value = piece * (60_000 // len(piece))
    start = time.process_time()
    assert list(Values.of([("OTHER-ID", value)]).occurrences(f"no. {value}.")) == [
        (4, 60_004, "OTHER-ID")
    ]
    # With a table for each character this takes half a minute.
    assert time.process_time() - start < 5
