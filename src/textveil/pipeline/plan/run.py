"""Planning: whether the documents shall be published."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from textveil.decide.curves import Curves, Point
from textveil.decide.publish import Decision, decide
from textveil.errors import InvalidValueError, UsageError, require_known
from textveil.games.payoff import CASES, Stakes
from textveil.games.stackelberg import PublishPolicy
from textveil.pipeline.plan.files import SHIPPED, read_curves
from textveil.pipeline.plan.made import made_release

__all__ = ["ALL", "FAKE", "plan"]

ALL: Final = "all"
"""Stands for every policy."""
FAKE: Final = "fake"
"""The attack that counts unless another is named."""
_OWN: Final = "own"


def plan(
    curves: str | Path | Iterable[Point] = SHIPPED,
    *,
    case: str | None = None,
    stakes: Stakes | None = None,
    policy: str = ALL,
    attack: str = FAKE,
    fines_back: float | None = None,
    seed: int = 0,
    release: str | Path | None = None,
) -> list[Decision]:
    """Decide whether documents should be published, from measured curves.

    Parameters
    ----------
    curves
        A CSV file as `textveil attack simulate` writes it, its points, or `generated`, the curves
        that come with textveil.
    case
        `low`, `mid-low`, `mid-high` or `high`: the prices of the paper. Without a case and without
        stakes all four are played.
    stakes
        Prices of your own, in place of a case.
    policy
        `traditional`, `safe-forward`, `attack-forward`, `attack-back` or `all`.
    attack
        Which of the measured attacks counts.
    fines_back
        Share of the fines that goes to the publisher, in place of the policy's own.
    seed
        For the resamplings.
    release
        What `release` wrote, or the part to publish: its number of documents, and what is known of
        identifiers that were replaced and missed, take the place of the sizes in `stakes`.

    Returns
    -------
    list of Decision
        By case, then by policy.

    Raises
    ------
    UsageError
        If case, policy or attack is unknown; `FormatError` if the curves cannot be read.

    Examples
    --------
    >>> plan("generated", case="low", policy="safe-forward")[0].outcome.shares
    True
    """
    if case is not None and stakes is not None:
        raise UsageError("give a case or stakes, not both", hint='plan(curves, case="low")')
    for what, right, given in (
        ("case", str | None, case),
        ("stakes", Stakes | None, stakes),
        ("policy", str, policy),
        ("attack", str, attack),
        ("fines_back", int | float | None, fines_back),
        ("seed", int, seed),
        ("release", str | Path | None, release),
    ):
        if not isinstance(given, right):
            raise _wrong(what, given)
    if isinstance(curves, str | Path):
        points: Sequence[Point] = read_curves(Path(curves))
        where = str(curves)
    else:
        points, where = _points(curves), "curves"
    games = {_OWN: stakes} if stakes is not None else dict(CASES)
    if case is not None:
        require_known("case", case, CASES)
        games = {case: CASES[case]}
    if policy != ALL:
        require_known("policy", policy, [*PublishPolicy, ALL])
    played = list(PublishPolicy) if policy == ALL else [PublishPolicy(policy)]
    made = None if release is None else made_release(Path(release))
    how: dict[str, Any] = {"fines_back": fines_back, "seed": seed, "release": made}
    try:
        measured = Curves.of(points, attack)
        return [
            decide(measured, prices, one, case=name, **how)
            for name, prices in games.items()
            for one in played
        ]
    except InvalidValueError as error:
        raise UsageError(error.what, where=where) from None


def _points(given: object) -> list[Point]:
    """Return measurements that are given one by one."""
    points = []
    for one in given if isinstance(given, Iterable) else [given]:
        if not isinstance(one, Point):
            raise _wrong("curves", one)
        points.append(one)
    return points


def _wrong(what: str, given: object) -> UsageError:
    return UsageError(
        f"this cannot be of the type {type(given).__name__}",
        where=what,
        hint='for example plan("curves.csv", case="low")',
    )
