"""`textveil plan`: publish or withhold."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.console import show_json, show_table
from textveil.cli.shell.options import keep_apart
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.decide.publish import Decision

__all__ = ["plan"]


def plan(
    curves: Annotated[
        Path, typer.Argument(metavar="CURVES", help="Measured curves, or `generated`.")
    ] = Path("generated"),
    case: Annotated[
        str | None,
        typer.Option("--case", metavar="CASE", help="low, mid-low, mid-high, high; without: all."),
    ] = None,
    params: Annotated[
        Path | None, typer.Option("--params", metavar="FILE", help="Your own prices, as YAML.")
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy",
            metavar="POLICY",
            help="traditional, safe-forward, attack-forward, attack-back or all (default: all; "
            "safe-forward with --release).",
        ),
    ] = None,
    release: Annotated[
        Path | None,
        typer.Option(
            "--release",
            metavar="OUT",
            help="A release that is made, or its folder `publish`: its size and what is known to "
            "be missed count.",
        ),
    ] = None,
    attack: Annotated[
        str, typer.Option("--attack", metavar="NAME", help="The measured attack that counts.")
    ] = "fake",
    charts: Annotated[
        Path | None, typer.Option("--charts", metavar="FOLDER", help="A folder for charts to make.")
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print JSON to stdout.")] = False,
) -> None:
    """Decide whether documents should be published: what does an attacker gain from what is missed.

    CURVES says how well your detector and an attacker's do after training on so many documents, as
    `textveil attack simulate` measures it. The publisher moves first, the attacker answers, every
    size is tried. All decisions come as a table; those of a case or policy that you name follow in
    words. With --release the question is whether this release shall be published: no training is
    chosen, and what `textveil risk estimate --attach` found says how much was missed. Amounts are
    in the currency of your prices; `$` stands for it.

    **Example:** `textveil plan curves.csv --case mid-high --policy safe-forward`
    """
    from textveil.decide.curves import Curves
    from textveil.decide.wording import in_words
    from textveil.pipeline.plan.files import read_curves, read_stakes
    from textveil.pipeline.plan.run import plan as planned
    from textveil.study.plan_charts import chart_plan

    keep_apart([charts], [curves, params, release])
    if charts is not None and release is not None:
        raise UsageError(
            "charts show how training is chosen, and a release is made", where="--charts"
        )
    named = case or params or policy or release
    policy = policy or ("all" if release is None else "safe-forward")
    if case is not None and params is not None:
        raise UsageError("give --case or --params, not both")
    stakes, back = (None, None) if params is None else read_stakes(params)
    points = read_curves(curves)
    decisions = planned(
        points,
        case=case,
        stakes=stakes,
        policy=policy,
        attack=attack,
        fines_back=back,
        release=release,
    )
    if charts is not None:
        chart_plan(Curves.of(points, attack), decisions, charts)
    if json_output:
        show_json([decision.to_json() for decision in decisions])
        return
    _show(decisions)
    if named is None:
        sys.stdout.write("\n--case CASE or --policy POLICY says these decisions in words.\n")
        return
    for decision in decisions:
        sys.stdout.write(f"\n{decision.policy}, case {decision.case}\n{in_words(decision)}\n")
    if release is not None and params is None:
        sys.stdout.write("\nThe prices are those of the paper; give your own with --params.\n")


def _show(decisions: "Sequence[Decision]") -> None:
    """Print a table like Table 5 of the paper."""
    from textveil.decide.wording import money

    columns = (
        "policy", "case", "attacker labels", "attacker gains", "publisher trains on",
        "publisher is left with", "shares",
    )  # fmt: skip
    rows = [
        (
            str(decision.policy),
            decision.case,
            f"{decision.outcome.gamma:,}",
            money(decision.outcome.attacker),
            f"{decision.outcome.alpha:,}",
            money(decision.outcome.publisher),
            "yes" if decision.outcome.shares else "no",
        )
        for decision in decisions
    ]
    show_table(columns, rows)
