"""Surrogates: truth of a hospital, a reader model, time, memory and kills; one file a question."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks import (
    protection_hospital,
    protection_kills,
    protection_published,
    protection_reader,
    protection_speed,
)
from benchmarks.measure import Row


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the corpora are generated
    """Ask one question after the other."""
    yield from protection_hospital.rows()
    yield from protection_reader.rows()
    yield from protection_published.rows()
    yield from protection_speed.rows()
    yield from protection_kills.rows()
