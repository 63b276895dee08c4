"""Levels: how much each group of friends is told of each private passage.

Groups stand in order of trust. Levels are *nested*: from group to group no passage gets finer, so
friends of several groups who compare their versions learn no more than the most trusted of them
knows already. `paper` gives combinations one after the other by their loss instead (paper 5, Table
4.3), which does not hold that promise.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final

from textveil.errors import InputError, InvalidValueError

__all__ = ["ORDERS", "PUBLIC", "Combination", "Group", "are_nested", "in_turn", "spread"]

ORDERS: Final = frozenset({"nested", "paper"})
"""How levels are given to groups."""
PUBLIC: Final = "public"
"""The group of everybody: it is told least."""
_MOST: Final = 100_000
"""Combinations that are compared at most."""


@dataclass(frozen=True, slots=True)
class Group:
    """Friends who are told the same.

    Attributes
    ----------
    name
        How the group is called.
    friends
        Who is in it; a group without friends gets one version.
    level
        The level that was fixed for all its passages; None if none was.
    """

    name: str
    friends: tuple[str, ...] = ()
    level: int | None = None

    @property
    def is_public(self) -> bool:
        """Whether it stands for everybody."""
        return self.name.casefold() == PUBLIC


@dataclass(frozen=True, slots=True)
class Combination:
    """One level for each private passage, with the loss of all and the smallest Fre."""

    levels: tuple[int, ...]
    loss: float
    fre: float


def spread(
    groups: Sequence[Group],
    natural: Sequence[Sequence[int]],
    standing: Mapping[str, Sequence[int]] | None = None,
) -> tuple[tuple[int, ...], ...]:
    """Return the levels of each group: nested, and spread over the natural levels.

    The first group reads the message as written. The group `public`, or one after the last where
    there is none of this name, has the highest natural level of each passage.

    Parameters
    ----------
    groups
        In order of trust.
    natural
        Of each passage: the levels that can be written naturally, in order; the first is 0.
    standing
        Levels of groups that stand already, by name: they stay.

    Raises
    ------
    InputError
        If a level that was fixed, or stands, is finer than that of a group before it.

    Examples
    --------
    >>> groups = [Group("family"), Group("friends"), Group("public")]
    >>> spread(groups, [[0, 2, 3], [0, 1, 2, 3, 4]])
    ((0, 0), (2, 2), (3, 4))
    """
    kept = standing or {}
    for group in groups:
        if group.is_public and group.level == 0:
            raise InputError(
                "everybody would read the private passages as they are",
                where=group.name,
                hint="give the group public a level of 1 or more",
            )
    last = len(groups) - 1 if groups and groups[-1].is_public else len(groups)
    alone = len(groups) == 1 and last == 0
    found: list[tuple[int, ...]] = []
    for at, group in enumerate(groups):
        share = 1.0 if alone else at / last
        levels = tuple(_chosen(options, share) for options in natural)
        if group.name in kept:
            levels = tuple(kept[group.name])
        elif group.level is not None:
            levels = tuple(min(group.level, options[-1]) for options in natural)
        elif found:
            levels = tuple(map(max, levels, found[-1]))
        found.append(levels)
    # A level that stands or is fixed bounds those of the groups before it.
    for at in range(len(groups) - 2, -1, -1):
        if groups[at].level is None and groups[at].name not in kept:
            found[at] = tuple(map(min, found[at], found[at + 1]))
    _require_nested(groups, found)
    return tuple(found)


def _chosen(options: Sequence[int], share: float) -> int:
    if not options or options[0] != 0:
        raise InvalidValueError("the first natural level is 0, the passage itself")
    return options[int(share * (len(options) - 1) + 0.5)]


def _require_nested(groups: Sequence[Group], levels: Sequence[Sequence[int]]) -> None:
    for at in range(1, len(levels)):
        if any(a < b for a, b in zip(levels[at], levels[at - 1], strict=True)):
            raise InputError(
                "a group would be told more than a group that is trusted more",
                where=groups[at].name,
                hint="change the order of the groups, or the level of one of them",
            )


def are_nested(levels: Sequence[Sequence[int]]) -> bool:
    """Tell whether no passage gets finer from group to group."""
    return all(a <= b for one, other in pairwise(levels) for a, b in zip(one, other, strict=True))


def in_turn(
    groups: Sequence[Group],
    heights: Sequence[int],
    scored: Callable[[tuple[int, ...]], tuple[float, float]],
    gamma: float,
) -> tuple[tuple[int, ...], ...]:
    """Return the levels of each group in the order of the paper: by loss, unnatural ones dropped.

    Parameters
    ----------
    groups
        In order of trust; each takes the next combination. `public` takes the last one.
    heights
        Of each passage its highest level.
    scored
        Returns loss and Fre of a combination of levels.
    gamma
        Fre below which a combination is dropped.

    Raises
    ------
    InputError
        If there are fewer natural combinations than groups, or too many to compare.

    Examples
    --------
    >>> losses = {(0,): 0.74, (1,): 0.83, (2,): 0.84, (3,): 1.0}
    >>> fres = {(0,): 90.0, (1,): 76.0, (2,): 87.0, (3,): 99.0}
    >>> groups = [Group("best friends"), Group("acquaintances"), Group("public")]
    >>> in_turn(groups, [3], lambda levels: (losses[levels], fres[levels]), 80.55)
    ((0,), (2,), (3,))
    """
    count = 1
    for height in heights:
        count *= height + 1
    if count > _MOST:
        raise InputError(
            f"there are {count:,} combinations, too many to put in order",
            hint="leave out --order paper",
        )
    combinations = (
        Combination(levels, *scored(levels))
        for levels in product(*(range(height + 1) for height in heights))
    )
    left = sorted(
        (one for one in combinations if one.fre > gamma), key=lambda one: (one.loss, one.levels)
    )
    if len(left) < len(groups):
        raise InputError(
            f"there are {len(left)} natural combinations for {len(groups)} groups",
            hint="use fewer groups, or leave out --order paper",
        )
    found = [one.levels for one in left[: len(groups)]]
    if groups and groups[-1].is_public:
        found[-1] = left[-1].levels
    return tuple(found)
