"""Plan: publish or withhold, from prices that are tried and curves that were measured."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import yaml

from textveil.decide.curves import Curves, Point
from textveil.decide.publish import Decision
from textveil.decide.wording import in_words, money
from textveil.errors import TextveilError, UsageError
from textveil.formats.display.svg_charts import ColourMap
from textveil.games.payoff import CASES, Stakes
from textveil.games.stackelberg import PublishPolicy
from textveil.learn.publishing import AttackSettings
from textveil.pipeline.plan.files import SHIPPED, read_curves
from textveil.pipeline.plan.run import ALL, FAKE, plan
from textveil.study.grid import numbers_of
from textveil.study.plan_charts import decision_panels, price_map
from textveil.web.asking import Answer, PageRequest, redirect
from textveil.web.charts import chart_of
from textveil.web.desk.trials import Trial, TrialOutcome, beside, command_line, typed_number
from textveil.web.tasks.simulating import CURVES
from textveil.web.words import words

__all__ = ["answer", "form", "measure"]

_OWN: Final = "own"
_PRICES: Final = {
    one.name: "" if one.name in ("attacker_cost", "attacker_loss", "value") else f"{one.default}"
    for one in fields(Stakes)
}
_TRIAL: Final = Trial(
    "plan",
    {
        "case": _OWN, "policy": str(PublishPolicy.SAFE_FORWARD), "attack": FAKE, "curves": "",
        **_PRICES,
    },
)  # fmt: skip
_SLIDES: Final = {
    "attacker_cost": 20, "attacker_loss": 5, "value": 5, "instances": 100, "published": 5_000,
    "publisher_cost": 50, "publisher_loss": 2, "publisher_budget": 20_000,
    "attacker_budget": 10_000, "reward": 5_000,
}  # fmt: skip
"""How far the slider of each price goes."""
_STEPS: Final = 50
"""Prices on each side of the map."""
_OFFERED: Final = {
    "cases": [(name, name) for name in CASES],
    "policies": [(str(one), str(one)) for one in PublishPolicy],
    "slides": _SLIDES,
    "prices": [
        "plan_attacker_cost",
        "plan_attacker_loss",
        "plan_value",
        "plan_instances",
        "plan_published",
        "plan_publisher_cost",
        "plan_publisher_loss",
        "plan_publisher_budget",
        "plan_attacker_budget",
        "plan_reward",
    ],
}
_MOST: Final = 1_000_000


def form(asked: PageRequest) -> Answer:
    """Show the page, with curves that were measured if a job is named."""
    typed = {}
    name = asked.query.get("curves", "")
    if name and asked.place.jobs.is_of(name, asked.user):
        job = asked.place.jobs.find(name)
        if job is not None and job.kind == "curves" and job.state == "done":
            typed = {"curves": asked.place.jobs.files(job, "out").bytes_of(CURVES).decode()}
    return _TRIAL.first(asked, typed=typed, **_OFFERED)


def answer(asked: PageRequest) -> Answer:
    """Play the game."""

    def work(typed: Mapping[str, str], _: str) -> TrialOutcome:
        curves = _curves(asked, typed)
        case = typed["case"]
        if case not in (_OWN, ALL, *CASES):
            raise UsageError(words().error_choice, where="case")
        stakes = _stakes(typed) if case == _OWN else None
        named = None if case in (_OWN, ALL) else case
        if typed["policy"] not in (ALL, *PublishPolicy):
            raise UsageError(words().error_choice, where="policy")
        with beside("curves" if typed["attack"] == FAKE else "attack"):
            decisions = plan(
                curves, case=named, stakes=stakes, policy=typed["policy"], attack=typed["attack"]
            )
        points = read_curves(Path(SHIPPED)) if curves == SHIPPED else curves
        return _decided(decisions, points, stakes, named, typed)

    return _TRIAL.answer(asked, work, **_OFFERED)


def measure(asked: PageRequest) -> Answer:
    """Begin to measure curves on documents that are sent, as `attack simulate` does."""
    sent = asked.form
    told: dict[str, Any] = {"name": ""}
    try:
        for name in ("publisher", "attacker"):
            with beside(name):
                told[name] = list(numbers_of(sent[name].strip() or _SIZES[name], name, 1))
        for name, usual in (("documents", "400"), ("repeats", "5")):
            told[name] = typed_number({name: sent[name].strip() or usual}, name, 1)
        with beside("documents"):
            AttackSettings(
                tuple(told["publisher"]), tuple(told["attacker"]), told["documents"],
                told["repeats"],
            )  # fmt: skip
        if not (sent.files and sent.key and sent.files.names()):
            raise UsageError(words().error_no_files, where="annotated")
        job = asked.place.jobs.new(asked.user, "curves", told, (sent.files, sent.key))
    except TextveilError as error:
        return _TRIAL.refused(asked, error, **_OFFERED)
    return redirect(f"/jobs/{job.id}")


_SIZES: Final = {"publisher": "10,20,50,100,200", "attacker": "10,20,50,100"}


def _curves(asked: PageRequest, typed: Mapping[str, str]) -> Any:
    if not typed["curves"].strip():
        return SHIPPED
    if len(typed["curves"]) > _MOST:
        raise UsageError(words().hint_much, where="curves")
    with asked.place.rooms.room() as room, beside("curves"):
        (room / "curves.csv").write_text(typed["curves"], "utf-8")
        return read_curves(room / "curves.csv")


def _stakes(typed: Mapping[str, str]) -> Stakes:
    told: dict[str, Any] = {}
    for one in _PRICES:
        try:
            number = float(typed[one].strip().replace(",", ""))
        except ValueError:
            raise UsageError(words().error_price, where=one) from None
        told[one] = int(number) if number.is_integer() and abs(number) < 1e12 else number
        with beside(one):
            Stakes(**{"attacker_cost": 0, "attacker_loss": 0, "value": 0, one: told[one]})
    return Stakes(**told)


def _decided(
    decisions: list[Decision],
    points: Sequence[Point],
    stakes: Stakes | None,
    case: str | None,
    typed: Mapping[str, str],
) -> TrialOutcome:
    line = command_line(
        "plan", "curves.csv" if typed["curves"].strip() else SHIPPED, case=case,
        params="P.yaml" if stakes else "", policy=typed["policy"],
        attack="" if typed["attack"] == FAKE else typed["attack"],
    )  # fmt: skip
    shown = {
        "rows": [_row(one) for one in decisions],
        "words": [(f"{one.policy}, {one.case}", in_words(one)) for one in decisions],
        "file": "" if stakes is None else yaml.safe_dump(asdict(stakes), sort_keys=False),
        "charts": _charts(tuple(points), decisions),
        "beside": _beside(tuple(points), typed["attack"]),
    }
    return TrialOutcome(line, [one.to_json() for one in decisions], shown)


def _row(decision: Decision) -> tuple[Any, ...]:
    end = decision.outcome
    return (
        str(decision.policy),
        decision.case,
        words().plan_yes if end.shares else words().plan_no,
        f"{100 * decision.agreement:.0f} %",
        f"{end.gamma:,}",
        money(end.attacker),
        f"{end.alpha:,}",
        money(end.publisher),
    )


@lru_cache(maxsize=8)
def _measured(points: tuple[Point, ...], attack: str) -> Curves:
    return Curves.of(points, attack)


@lru_cache(maxsize=8)
def _beside(points: tuple[Point, ...], attack: str) -> list[tuple[Any, ...]]:
    """Return the four cases of the paper with the four policies side by side."""
    return [_row(one) for one in plan(points, attack=attack)]


def _charts(points: tuple[Point, ...], decisions: Sequence[Decision]) -> list[Any]:
    """Return how the first case is decided, and what its prices would change."""
    first = decisions[0]
    curves = _measured(points, first.attack)
    shown = [one for one in decisions if one.case == first.case]
    panels = decision_panels(curves, shown)
    stakes = first.stakes
    ends = _round(2 * stakes.value), _round(2 * stakes.attacker_loss)
    others = replace(stakes, value=0, attacker_loss=0)
    gains = _map(curves, others, first.policy, ends)
    across, up = (np.linspace(0, end, _STEPS).tolist() for end in ends)
    title = words().plan_map.replace("{policy}", str(first.policy)).replace("{case}", first.case)
    colours = ColourMap(
        title, words().plan_map_value, words().plan_map_loss, words().plan_left, across, up, gains,
        (stakes.value, stakes.attacker_loss),
    )  # fmt: skip
    return [*map(chart_of, panels), colours]


@lru_cache(maxsize=8)
def _map(
    curves: Curves, stakes: Stakes, policy: PublishPolicy, ends: tuple[float, float]
) -> list[list[float]]:
    prices = np.linspace(0, ends[0], _STEPS), np.linspace(0, ends[1], _STEPS)
    found: list[list[float]] = price_map(curves, stakes, policy, prices).tolist()
    return found


def _round(least: float) -> float:
    """Return the end of an axis: it stays the same while a price moves a little."""
    return max(1.0, float(10 ** np.ceil(np.log10(least)))) if least > 1 else 1.0
