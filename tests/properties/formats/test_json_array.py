"""The incremental reader of arrays agrees with `json`, wherever the chunks end."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.formats.strategies import JSON

from textveil.errors import FormatError
from textveil.formats.json.json_array import elements


class Dripping(io.BytesIO):
    """Gives a few bytes at a time."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self._step = step

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self._step)


@given(
    values=st.lists(JSON, max_size=6),
    step=st.integers(1, 7),
    indent=st.none() | st.integers(0, 2),
    ascii_only=st.booleans(),
)
def test_elements_are_those_of_json(
    values: list[Any], step: int, indent: int | None, ascii_only: bool
) -> None:
    raw = json.dumps(values, indent=indent, ensure_ascii=ascii_only)
    found = list(elements(Dripping(raw.encode(), step)))
    assert [value for _, value in found] == json.loads(raw)
    lines = [line for line, _ in found]
    assert lines == sorted(lines)


@given(raw=st.text('[]{},"\\ \n1a:', max_size=12), step=st.integers(1, 5))
def test_what_json_refuses_is_refused(raw: str, step: int) -> None:
    try:
        expected = json.loads(raw, object_pairs_hook=list)
    except ValueError:
        expected = None
    if isinstance(expected, list) and raw.lstrip().startswith("["):
        try:
            found = [value for _, value in elements(Dripping(raw.encode(), step))]
        except FormatError as error:
            assert "twice" in str(error)  # noqa: PT017  (a key that occurs twice is ours to refuse)
        else:
            assert found == json.loads(raw)
    else:
        with pytest.raises(FormatError):
            list(elements(Dripping(raw.encode(), step)))
