"""A simulated publisher and attacker: what a round measures, and going on after a stop."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from tests.unit.learn.small_corpus import SETTINGS, notes, seeded

from textveil.decide.curve_table import points_of
from textveil.decide.curves import Curves
from textveil.errors import InputError, InvalidValueError, OutputError, UsageError
from textveil.learn.attack_curves import AttackSimulation, seconds_for
from textveil.learn.gold import Gold
from textveil.learn.publishing import (
    ATTACKS,
    AttackSettings,
    Round,
    dealt,
    plan_of_fields,
    play_round,
)
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Spans

NOTES = Gold(families=True).all_of(notes(30))
PLAN = replace(plan_of_fields(), settings=replace(SETTINGS, rounds=8))
ASKED = AttackSettings((3, 6), (3, 5), published=16, repeats=2, plan=PLAN)


@dataclass(frozen=True)
class Reverser:
    """Publishes every word that was found backwards; keeps what a policy would keep."""

    name: str = "reverser"

    def __call__(self, documents: Sequence[Document], found: Sequence[Spans]) -> list[Release]:
        return [
            Release.of(one, [Edit(s.start, s.end, one.covered_by(s)[::-1], s.label) for s in spans])
            for one, spans in zip(documents, found, strict=True)
        ]

    def protects(self, document: Document) -> Document:
        return document

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("curves") / "curves.csv"
    _play(out)
    return out


def test_a_round_measures_the_publisher_and_every_attack_at_every_size() -> None:
    points = play_round(NOTES, Round(1, 6), ASKED, Reverser())
    told = [(p.side, p.attack, p.repeat, p.alpha, p.gamma) for p in points]
    assert told[0] == ("publisher", "", 1, 6, 0)
    wanted = {("attacker", name, 1, 6, gamma) for name in ATTACKS for gamma in (3, 5)}
    assert set(told[1:]) == wanted
    assert len(told) == 1 + len(wanted)
    assert points == play_round(NOTES, Round(1, 6), ASKED, Reverser())
    by_attack = {p.attack: p for p in points if p.gamma == 5}
    # Whoever claims a part of what is left finds no more than who claims all of it.
    assert by_attack["rarity"].recall <= by_attack["fake"].recall
    assert by_attack["linkage"].recall <= by_attack["fake"].recall


def test_who_publishes_everything_backwards_leaves_nothing_to_claim() -> None:
    class Omniscient(Reverser):
        def __call__(self, documents: Sequence[Document], _: Sequence[Spans]) -> list[Release]:
            gold = {one.id: one.spans for one in NOTES}
            return super().__call__(documents, [gold[one.id] or Spans() for one in documents])

    first, *others = play_round(NOTES, Round(1, 3), ASKED, Omniscient())
    assert (first.precision, first.recall) == (1.0, 1.0)
    assert {(point.precision, point.recall) for point in others} == {(None, 0.0)}


def test_no_subject_is_on_both_sides_and_sizes_share_their_documents() -> None:
    pool, chosen = dealt(NOTES, 1, ASKED)
    assert len(chosen) == ASKED.published
    assert not {one.subject for one in pool} & {one.subject for one in chosen}
    assert dealt(NOTES, 1, ASKED) == (pool, chosen)
    assert dealt(NOTES, 2, ASKED) != (pool, chosen)


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
    simulation = AttackSimulation(NOTES, ASKED, Reverser(), tmp_path / "curves.csv")
    first, *others = simulation.begin()

    def stop(items: Iterable[Any], *_: Any) -> Iterator[Any]:
        for item in items:
            yield item
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulation.run([first, *others], track=stop)
    assert simulation.begin() == others


def _play(out: Path) -> None:
    simulation = AttackSimulation(NOTES, ASKED, Reverser(), out)
    simulation.run(simulation.begin())


def test_two_processes_give_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "curves.csv"
    simulation = AttackSimulation(NOTES, ASKED, Reverser(), out)
    simulation.run(simulation.begin(), jobs=2)
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("other", ["corpus", "settings", "publisher"])
def test_another_simulation_does_not_go_on(other: str, tmp_path: Path) -> None:
    out = tmp_path / "curves.csv"
    AttackSimulation(NOTES, ASKED, Reverser(), out).begin()
    documents = NOTES[:-1] if other == "corpus" else NOTES
    asked = replace(ASKED, threshold=0.4) if other == "settings" else ASKED
    publisher = Reverser("another") if other == "publisher" else Reverser()
    with pytest.raises(OutputError, match="another simulation"):
        AttackSimulation(documents, asked, publisher, out).begin()


def test_too_few_documents_are_told_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="too few"):
        AttackSimulation(NOTES, replace(ASKED, published=28), Reverser(), tmp_path / "c.csv")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    "wrong",
    [
        {"publisher": (6, 3)},
        {"publisher": ()},
        {"attacker": (0, 3)},
        {"attacker": (3, 16)},
        {"repeats": 0},
        {"attacks": ("guess",)},
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises((InvalidValueError, UsageError)):
        replace(ASKED, **wrong)


def test_more_work_takes_longer_and_more_processes_take_less() -> None:
    least = seconds_for(NOTES, ASKED)
    assert 0 < seconds_for(NOTES, ASKED, 2) < least < seconds_for(NOTES, replace(ASKED, repeats=3))
    assert seconds_for(NOTES, replace(ASKED, model="neural-en")) > least
