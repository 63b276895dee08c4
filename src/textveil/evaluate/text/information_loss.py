"""Information loss: how much less a message says after its private passages were covered.

The measures of paper 5: Samarati (Eq. 2.1), Pre (Eq. 2.2), Dis (Eq. 4.3) and InfoLoss (Eq. 4.5),
and NCP* of times (Eq. 4.14). Each takes one passage; a message has the sum of its passages.
"""

from math import log, log1p

from textveil.errors import InvalidValueError
from textveil.values.messages.ladder import Ladder

__all__ = [
    "LEFT_OUT",
    "distribution",
    "information_loss",
    "ncp",
    "precision",
    "samarati",
    "time_loss",
]

LEFT_OUT = 1.0
"""The loss of a passage that is left out: nothing is said any more."""


def samarati(ladder: Ladder, level: int) -> int:
    """Return the level itself.

    Examples
    --------
    >>> from textveil.values.messages.ladder import Rung
    >>> prefecture = Ladder(tuple(Rung((name,)) for name in ("Paris", "France", "Europe")))
    >>> university = Ladder(tuple(Rung((name,)) for name in ("MIT", "United States")))
    >>> samarati(prefecture, 1) + samarati(university, 1)
    2
    """
    return _checked(ladder, level)


def precision(ladder: Ladder, level: int) -> float:
    """Return the level as a share of the height of the ladder; 0 on a ladder of one level.

    Examples
    --------
    >>> from textveil.values.messages.ladder import Rung
    >>> prefecture = Ladder(tuple(Rung((name,)) for name in ("Paris", "France", "Europe")))
    >>> university = Ladder(tuple(Rung((name,)) for name in ("MIT", "United States")))
    >>> precision(prefecture, 1) + precision(university, 1)
    1.5
    """
    return _checked(ladder, level) / ladder.top if ladder.top else 0.0


def distribution(ladder: Ladder, level: int) -> float | None:
    """Return the logarithm of the people of a level over that of the widest known level.

    None where the level has no number of people.

    Examples
    --------
    >>> from textveil.values.messages.ladder import Rung
    >>> people = {"Tokyo": 13_230_000, "Japan": 127_600_000, "Asia": 4_299_000_000}
    >>> ladder = Ladder(tuple(Rung((name,), many) for name, many in people.items()))
    >>> round(distribution(ladder, 0), 2)
    0.74
    """
    here = ladder.rungs[_checked(ladder, level)].people
    known = [rung.people for rung in ladder.rungs if rung.people]
    if not here or not known:
        return None
    widest = max(known)
    return log(here) / log(widest) if widest > 1 else 0.0


def time_loss(seconds: int, widest: int) -> float:
    """Return the loss of a time of so many seconds whose widest cover has `widest` seconds.

    It has the shape of Dis: ln(1 + seconds) / ln(1 + widest).

    Examples
    --------
    >>> time_loss(0, 31_536_000), time_loss(31_536_000, 31_536_000)
    (0.0, 1.0)
    """
    if not 0 <= seconds <= widest:
        raise InvalidValueError("a time is not longer than its widest cover")
    return log1p(seconds) / log1p(widest) if widest else 0.0


def ncp(original: int, cover: int) -> float:
    """Return NCP* of a cover: the seconds of the time, and one, over those of the cover, and one.

    Both are differences of the last and the first second. It falls as the cover gets wider.

    Examples
    --------
    >>> ncp(0, 25_199) == 1 / 25_200, ncp(0, 86_399) == 1 / 86_400
    (True, True)
    """
    if original < 0 or cover < original:
        raise InvalidValueError("a cover of a time is at least as long as the time")
    return (original + 1) / (cover + 1)


def information_loss(ladder: Ladder, level: int) -> float:
    """Return the loss of one passage at a level of its ladder, 0 to 1.

    What is left out counts 1. Of a time it is `time_loss`. Of anything else it is Dis where each
    level has a number of people, and Pre where one has none: on a ladder that used both, the loss
    could fall where more is hidden.
    """
    rung = ladder.rungs[_checked(ladder, level)]
    if rung.leaves_out:
        return LEFT_OUT
    shown = [one for one in ladder.rungs if not one.leaves_out]
    if rung.seconds is not None:
        return time_loss(rung.seconds, max(one.seconds or 0 for one in shown))
    if all(one.people for one in shown):
        found = distribution(ladder, level)
        return 0.0 if found is None else found
    return precision(ladder, level)


def _checked(ladder: Ladder, level: int) -> int:
    if not 0 <= level <= ladder.top:
        raise InvalidValueError(f"the levels of this ladder are 0 to {ladder.top}")
    return level
