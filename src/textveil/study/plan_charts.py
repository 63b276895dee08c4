"""Charts of a plan: how the decision is reached (Figures 7-8, A1-A5), and maps of prices (9-10)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from textveil.decide.curves import Curves
from textveil.decide.publish import Decision
from textveil.decide.wording import money
from textveil.formats.display.figures import INK
from textveil.games.payoff import Numbers, Stakes
from textveil.games.stackelberg import BestAnswers, Ending, PublishPolicy, answers, play
from textveil.study.chart import DOTTED, Drawing, Line, Panel
from textveil.study.page import Study, write_study

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PLAN", "chart_plan", "decision_panels", "price_map"]

PLAN: Final = "plan.json"
"""The decisions behind the charts; by this file a folder is known to be an earlier result."""
_STEPS: Final = 41
_TRAINED: Final = "documents that the publisher trains on"
_OWN_SHARE: Final = {PublishPolicy.ATTACK_BACK: 1.0}


@dataclass(frozen=True)
class _Case:
    curves: Curves
    name: str
    stakes: Stakes

    @cached_property
    def answered(self) -> BestAnswers:
        return answers(self._expected, self.stakes)

    @cached_property
    def _expected(self) -> Any:
        weights = np.full(self.curves.repeats, 1 / self.curves.repeats)
        return self.curves.expected(self.stakes).scaled(weights)

    @cached_property
    def axes(self) -> tuple[Numbers, Numbers]:
        """Return the prices of the maps: value of a true claim, cost of a false one."""
        most = max(1.0, 2 * self.stakes.value, 2 * self.stakes.attacker_loss)
        return np.linspace(0, most, _STEPS), np.linspace(0, most, _STEPS)

    @cached_property
    def _maps(self) -> dict[PublishPolicy, list[list[Ending]]]:
        maps: dict[PublishPolicy, list[list[Ending]]] = {policy: [] for policy in PublishPolicy}
        values, losses = self.axes
        for loss in losses:
            row = [
                answers(
                    self._expected, replace(self.stakes, value=float(v), attacker_loss=float(loss))
                )
                for v in values
            ]
            for policy, lines in maps.items():
                lines.append([play(answered, policy) for answered in row])
        return maps

    def left_at(self, policy: PublishPolicy, prices: tuple[Numbers, Numbers]) -> Numbers:
        """Return what the publisher is left with at each pair of prices."""
        values, losses = prices
        return np.array(
            [
                [
                    play(
                        answers(
                            self._expected,
                            replace(self.stakes, value=float(v), attacker_loss=float(loss)),
                        ),
                        policy,
                    ).publisher
                    for v in values
                ]
                for loss in losses
            ]
        )

    def mapped(self, policy: PublishPolicy, side: str) -> Numbers:
        """Return what a side gains, by the price of a false claim and of a true one."""
        return np.array([[getattr(end, side) for end in row] for row in self._maps[policy]])


def chart_plan(curves: Curves, decisions: Sequence[Decision], target: Path) -> None:
    """Draw every case of the decisions: two plots of how it is reached, and a map for each policy.

    `target` is as for `write_study`.
    """
    numbers = {"decisions": list(decisions)}
    charts = dict(_charts(curves, decisions))
    write_study(target, PLAN, lambda: Study(numbers, charts=charts))


def _charts(
    curves: Curves, decisions: Sequence[Decision]
) -> Iterator[tuple[str, Sequence[Drawing]]]:
    for name, stakes in {decision.case: decision.stakes for decision in decisions}.items():
        case = _Case(curves, name, stakes)
        by_policy = {d.policy: d for d in decisions if d.case == name}
        for share, fines in ((0.0, "forward"), (1.0, "back")):
            chosen = [d for p, d in by_policy.items() if _OWN_SHARE.get(p, 0.0) == share]
            if chosen:
                panels = (_answer_panel(case, chosen), _payoff_panel(case, chosen, share))
                yield f"decision-{name}-{fines}", panels
        for policy in by_policy:
            sides = ("publisher", "attacker")
            maps = [partial(_map_panel, case, policy, side) for side in sides]
            yield f"map-{name}-{policy}", maps


def decision_panels(curves: Curves, decisions: Sequence[Decision]) -> tuple[Panel, Panel]:
    """Return how the decisions of one case are reached: the attacker's answers, and both gains."""
    first = decisions[0]
    case = _Case(curves, first.case, first.stakes)
    return (
        _answer_panel(case, decisions),
        _payoff_panel(case, decisions, _OWN_SHARE.get(first.policy, 0.0)),
    )


def price_map(
    curves: Curves, stakes: Stakes, policy: PublishPolicy, prices: tuple[Numbers, Numbers]
) -> Numbers:
    """Return what the publisher is left with: a row for each cost of a false claim.

    Parameters
    ----------
    curves
        What was measured.
    stakes
        All other prices.
    policy
        What the publisher may do.
    prices
        Values of a true claim, and costs of a false one.
    """
    case = _Case(curves, "", stakes)
    return case.left_at(policy, prices)


def _answer_panel(case: _Case, chosen: Sequence[Decision]) -> Panel:
    """Return the attacker's best answer to each training size."""
    answered = case.answered
    withhold = [str(decision.policy) for decision in chosen if not decision.outcome.shares]
    told = f"\nno size: {', '.join(withhold)} withholds" if withhold else ""
    return Panel(
        f"The attacker's best answer, case {case.name} (0: no attack pays){told}",
        _TRAINED,
        "documents that the attacker labels",
        [replace(_line("best answer", answered.alpha, answered.gamma), look=1)],
        # Room above the line, and a line at 0 must be seen beside the axis.
        (-0.03 * max(10, answered.gamma.max()), 1.3 * max(10, answered.gamma.max())),
        marks=_marks(chosen),
        foot=0.8,
    )


def _payoff_panel(case: _Case, chosen: Sequence[Decision], share: float) -> Panel:
    """Return what both gain at each training size."""
    answered = case.answered
    whom = "the publisher" if share else "somebody else"
    zero = [(answered.alpha[end], 0.0) for end in (0, -1)]
    return Panel(
        f"What both gain (higher is better); fines go to {whom}",
        _TRAINED,
        "payoff ($)",
        [
            _line("publisher", answered.alpha, answered.left(share)),
            _line("attacker", answered.alpha, answered.gain),
            Line("no gain", zero, style=DOTTED),
        ],
        # The panel beside it names them.
        marks=dict.fromkeys(_marks(chosen), ""),
    )


def _line(name: str, x: Any, y: Any) -> Line:
    return Line(name, list(zip(x.tolist(), y.tolist(), strict=True)))


def _marks(chosen: Sequence[Decision]) -> dict[float, str]:
    """Name the sizes that policies choose; sizes of two policies are named together."""
    by_size: dict[int, list[str]] = {}
    for decision in chosen:
        if decision.outcome.shares:
            by_size.setdefault(decision.outcome.alpha, []).append(str(decision.policy))
    return {alpha: f"{', '.join(names)}: {alpha}" for alpha, names in sorted(by_size.items())}


def _map_panel(case: _Case, policy: PublishPolicy, side: str, axes: "Axes") -> None:
    """Draw what a side gains over the prices of true and false claims."""
    values, losses = case.axes
    gains = case.mapped(policy, side)
    drawn = axes.pcolormesh(values, losses, gains, shading="nearest", cmap="cividis")
    if gains.min() == gains.max():
        # There are no colours to compare.
        told = f"{money(float(gains.min()))} at all these prices"
        axes.annotate(told, (0.5, 0.6), xycoords="axes fraction", ha="center", color="white")
    elif axes.figure is not None:
        axes.figure.colorbar(drawn, ax=axes, label="payoff ($), lighter: more")
    axes.plot(
        [case.stakes.value],
        [case.stakes.attacker_loss],
        marker="o",
        color="white",
        markeredgecolor=INK,
        markersize=9,
        clip_on=False,
    )
    axes.set(
        title=f"{policy}, case {case.name}: what the {side} gains",
        xlabel="value of a true claim ($)",
        ylabel="cost of a false claim ($)",
    )
