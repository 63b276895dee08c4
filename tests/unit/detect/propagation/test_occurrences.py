"""Occurrences: a value of any length is looked for in one piece."""

import pytest

from textveil.detect.propagation.occurrences import Values


@pytest.mark.parametrize("piece", ["8675309142", "x"])
def test_a_very_long_value_is_found(piece):
    value = piece * (60_000 // len(piece))
    assert list(Values.of([("OTHER-ID", value)]).occurrences(f"no. {value}.")) == [
        (4, 60_004, "OTHER-ID")
    ]
