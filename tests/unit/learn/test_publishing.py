"""A simulated publisher and attacker: what a round measures, and going on after a stop."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from tests.unit.learn.small_corpus import SETTINGS, notes

from textveil.errors import InvalidValueError, UsageError
from textveil.learn.publishing import (
    ATTACKS,
    AttackSettings,
    Round,
    dealt,
    plan_of_fields,
    play_round,
)
from textveil.learn.training.gold import Gold
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
