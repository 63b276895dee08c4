"""Charts of a plan: how the decision is reached (Figures 7-8, A1-A5), and maps of prices (9-10)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from textveil.decide.curves import Curves
from textveil.decide.publish import Decision
from textveil.decide.wording import money
from textveil.formats.figures import INK, LOOKS, whole_numbers
from textveil.games.payoff import Numbers, Stakes
from textveil.games.stackelberg import BestAnswers, Ending, PublishPolicy, answers, play
from textveil.pipeline.study.charts import Panel, write_study

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PLAN", "chart_plan"]

PLAN: Final = "plan.json"
"""The decisions behind the charts; by this file a folder is known to be an earlier result."""
_STEPS: Final = 41
_OWN_SHARE: Final = {PublishPolicy.ATTACK_BACK: 1.0}


@dataclass(frozen=True)
class _Drawn:
    """What the charts of one case show."""

    curves: Curves
    decisions: Sequence[Decision]

    def to_json(self) -> dict[str, Any]:
        return {"decisions": [decision.to_json() for decision in self.decisions]}


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

    def mapped(self, policy: PublishPolicy, side: str) -> Numbers:
        """Return what a side gains, by the price of a false claim and of a true one."""
        return np.array([[getattr(end, side) for end in row] for row in self._maps[policy]])


def chart_plan(curves: Curves, decisions: Sequence[Decision], target: Path) -> None:
    """Draw every case of the decisions: two plots of how it is reached, and a map for each policy.

    `target` is as for `write_study`.
    """
    write_study(target, PLAN, lambda: _Drawn(curves, decisions), _charts)


def _charts(drawn: _Drawn) -> dict[str, tuple[Panel, ...]]:
    charts: dict[str, tuple[Panel, ...]] = {}
    stakes = {decision.case: decision.stakes for decision in drawn.decisions}
    for name, prices in stakes.items():
        case = _Case(drawn.curves, name, prices)
        by_policy = {d.policy: d for d in drawn.decisions if d.case == name}
        for share, fines in ((0.0, "forward"), (1.0, "back")):
            chosen = [d for p, d in by_policy.items() if _OWN_SHARE.get(p, 0.0) == share]
            if chosen:
                charts[f"decision-{name}-{fines}"] = (
                    _panel(_answer_panel, case, chosen),
                    _panel(_payoff_panel, case, chosen, share),
                )
        for policy in by_policy:
            charts[f"map-{name}-{policy}"] = tuple(
                _panel(_map_panel, case, policy, side) for side in ("publisher", "attacker")
            )
    return charts


def _panel(draw: Callable[..., None], *about: Any) -> Panel:
    # A panel is given what was measured; these know their case already.
    return partial(_without_study, draw, about)


def _without_study(
    draw: Callable[..., None], about: Sequence[Any], axes: "Axes", _: object
) -> None:
    draw(axes, *about)


def _answer_panel(axes: "Axes", case: _Case, chosen: Sequence[Decision]) -> None:
    """Draw the attacker's best answer to each training size."""
    answered = case.answered
    # A line at 0 must be seen beside the axis.
    axes.plot(answered.alpha, answered.gamma, color=LOOKS[1][0], linewidth=2.5, clip_on=False)
    axes.set(
        title=f"The attacker's best answer, case {case.name} (0: no attack pays)",
        xlabel="documents that the publisher trains on",
        ylabel="documents that the attacker labels",
        # Room above the line for the names of the policies.
        ylim=(0, 1.3 * max(10, answered.gamma.max())),
    )
    whole_numbers(axes.xaxis)
    whole_numbers(axes.yaxis)
    _mark(axes, chosen)


def _payoff_panel(axes: "Axes", case: _Case, chosen: Sequence[Decision], share: float) -> None:
    """Draw what both gain at each training size."""
    answered = case.answered
    whom = "the publisher" if share else "somebody else"
    for (colour, _), name, gains in zip(
        LOOKS, ("publisher", "attacker"), (answered.left(share), answered.gain), strict=False
    ):
        axes.plot(answered.alpha, gains, color=colour, label=name)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_title(f"What both gain (higher is better); fines go to {whom}", pad=22)
    axes.set(
        xlabel="documents that the publisher trains on",
        ylabel="payoff ($)",
    )
    whole_numbers(axes.xaxis)
    # Above the lines: beside them it would cover one of them, or the line of zero.
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0)
    # The panel beside it names them.
    _mark(axes, chosen, named=False)


def _mark(axes: "Axes", chosen: Sequence[Decision], *, named: bool = True) -> None:
    """Mark the sizes that policies choose; sizes of two policies are named together."""
    by_size: dict[int, list[str]] = {}
    for decision in chosen:
        if decision.outcome.shares:
            by_size.setdefault(decision.outcome.alpha, []).append(str(decision.policy))
    withhold = [str(decision.policy) for decision in chosen if not decision.outcome.shares]
    if named and withhold:
        told = f"no size: {', '.join(withhold)} withholds"
        axes.annotate(
            told,
            (0.98, 0.04),
            xycoords="axes fraction",
            ha="right",
            fontsize=8,
            color=INK,
            # It may lie on the line of a size.
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    for at, (alpha, names) in enumerate(sorted(by_size.items())):
        axes.axvline(alpha, color=INK, linewidth=0.9, linestyle=(0, (2, 2)), zorder=1)
        if not named:
            continue
        axes.annotate(
            f"{', '.join(names)}: {alpha}",
            (alpha, 0.97 - 0.08 * at),
            xycoords=("data", "axes fraction"),
            xytext=(4 if alpha < axes.get_xlim()[1] / 2 else -4, 0),
            textcoords="offset points",
            ha="left" if alpha < axes.get_xlim()[1] / 2 else "right",
            va="top",
            fontsize=8,
            color=INK,
        )


def _map_panel(axes: "Axes", case: _Case, policy: PublishPolicy, side: str) -> None:
    """Draw what a side gains over the prices of true and false claims."""
    values, losses = case.axes
    gains = case.mapped(policy, side)
    drawn = axes.pcolormesh(values, losses, gains, shading="nearest", cmap="cividis")
    if gains.min() == gains.max():
        # There are no colours to compare.
        told = f"{money(float(gains.min()))} at all these prices"
        axes.annotate(told, (0.5, 0.5), xycoords="axes fraction", ha="center", color="white")
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
