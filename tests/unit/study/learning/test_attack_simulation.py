"""Simulated attackers: going on after a stop, the same bytes on several cores."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from tests.unit.learn.small_corpus import seeded
from tests.unit.learn.test_publishing import ASKED, NOTES, Reverser

from textveil.decide.curve_table import points_of
from textveil.decide.curves import Curves
from textveil.errors import InputError, OutputError
from textveil.learn.publishing import ATTACKS
from textveil.study.learning.attack_simulation import seconds_for, simulate_attacks


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("curves") / "curves.csv"
    _play(out)
    return out


def test_the_curves_can_be_planned_with(whole: Path) -> None:
    points = points_of(whole.read_text(), "curves")
    curves = Curves.of(points, "fake")
    assert curves.repeats == ASKED.repeats
    assert list(curves.alpha) == [3, 6]
    assert list(curves.gamma) == [3, 5]
    assert {point.attack for point in points} == {"", *ATTACKS}


def test_ten_kills_lead_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out, kept = tmp_path / "curves.csv", tmp_path / "curves.csv.progress"
    rng = seeded(17)
    for _ in range(10):
        # A copy of this process plays, and dies somewhere.
        player = get_context("fork").Process(target=_play, args=(out,))
        player.start()
        player.join(rng.uniform(0.0, 0.5))
        player.kill()
        player.join()
    for file in kept.rglob("*.json"):
        assert not any(word in file.read_text() for word in ("Ruiz", "Lima", "seen in"))
    _play(out)
    assert out.read_bytes() == whole.read_bytes()
    assert not kept.exists()


def test_what_was_finished_is_not_played_again(tmp_path: Path) -> None:
    out, told = tmp_path / "curves.csv", []

    def stop(items: Iterable[Any], *_: Any) -> Iterator[Any]:
        for at, item in enumerate(items):
            if at:
                raise KeyboardInterrupt
            yield item

    with pytest.raises(KeyboardInterrupt):
        simulate_attacks(NOTES, ASKED, Reverser(), out, track=stop, notice=told.append)
    assert not out.exists()
    simulate_attacks(NOTES, ASKED, Reverser(), out, notice=told.append)
    assert [note.split(";")[0] for note in told] == [
        "4 rounds, 4 to be played",
        "4 rounds, 3 to be played",
    ]


def _play(out: Path) -> None:
    simulate_attacks(NOTES, ASKED, Reverser(), out)


def test_two_processes_give_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "curves.csv"
    simulate_attacks(NOTES, ASKED, Reverser(), out, jobs=2)
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("other", ["corpus", "settings", "publisher"])
def test_another_simulation_does_not_go_on(other: str, tmp_path: Path) -> None:
    out = tmp_path / "curves.csv"

    def stop(*_: Any) -> Iterator[Any]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_attacks(NOTES, ASKED, Reverser(), out, track=stop)
    documents = NOTES[:-1] if other == "corpus" else NOTES
    asked = replace(ASKED, threshold=0.4) if other == "settings" else ASKED
    publisher = Reverser("another") if other == "publisher" else Reverser()
    with pytest.raises(OutputError, match="another simulation"):
        simulate_attacks(documents, asked, publisher, out)


def test_too_few_documents_are_told_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="too few"):
        simulate_attacks(NOTES, replace(ASKED, published=28), Reverser(), tmp_path / "c.csv")
    assert not any(tmp_path.iterdir())


def test_more_work_takes_longer_and_more_processes_take_less() -> None:
    least = seconds_for(NOTES, ASKED)
    assert 0 < seconds_for(NOTES, ASKED, 2) < least < seconds_for(NOTES, replace(ASKED, repeats=3))
    assert seconds_for(NOTES, replace(ASKED, model="neural-en")) > least
