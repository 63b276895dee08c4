import numpy as np
import pytest

from textveil.pipeline.sanitize import estimate as estimating
from textveil.pipeline.sanitize.estimate import estimate
from textveil.transform.sanitization.sanitize import Sanitize
from textveil.values.sequence import Alphabet
from textveil.values.sequences import Sequences

_LETTERS = 2_000_000
_PATTERNS = [tuple("ab")]


class Clock:
    """Time that passes only while work is done: so many seconds for each letter."""

    def __init__(self, each: float) -> None:
        self.now, self.each = 0.0, each
        self.done: list[int] = []

    def work(self, sequences: Sequences) -> None:
        self.done.append(len(sequences.buffer) // 4)
        self.now += self.each * self.done[-1]


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> Sequences:
    # Half of this is taken before the probes.
    monkeypatch.setattr(estimating, "available_bytes", lambda: 1 << 20)
    codes = np.zeros(_LETTERS, np.int32).tobytes()
    ends = np.array([_LETTERS], np.int64).tobytes()
    return Sequences(("1",), codes, ends, Alphabet(("a", "b")))


@pytest.mark.parametrize(("each", "probes"), [(1e-6, 3), (1e-5, 1)], ids=["short", "long"])
def test_what_grows_with_the_letters_is_estimated_well(
    letters: Sequences, monkeypatch: pytest.MonkeyPatch, each: float, probes: int
) -> None:
    clock = Clock(each)
    monkeypatch.setattr(estimating.time, "perf_counter", lambda: clock.now)
    told = estimate(letters, _PATTERNS, Sanitize("tm", k=2), clock.work)
    assert told is not None
    assert 1 <= told.seconds / (each * _LETTERS) <= 1.6
    assert clock.done[1:] == [_LETTERS // 16] * probes  # the first one compiles


def test_the_memory_of_the_run_is_taken_before_a_part_is_timed(
    letters: Sequences, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, taken = Clock(1e-6), list[tuple[int, int]]()
    monkeypatch.setattr(
        estimating, "_take_memory", lambda size: taken.append((len(clock.done), size))
    )
    estimate(letters, _PATTERNS, Sanitize("tm", k=2), clock.work)
    assert taken == [(1, 1 << 19)]
