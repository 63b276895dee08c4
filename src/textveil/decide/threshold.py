"""Thresholds: which k to take from a measured curve, and which settings from a labelled set.

Every rule here is plain enough for a person to redo it with the numbers in the choice.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from textveil.errors import InvalidValueError
from textveil.values.choice import Choice, Option
from textveil.values.figures.score import Score

__all__ = ["KEPT", "knee", "largest_keeping", "operating_point", "suggested_k"]

KEPT: Final = "kept ratio"
"""Name of the score that options for k carry."""

_SAME = 1e-9
"""Differences of kept ratios up to this are rounding."""


def suggested_k(
    kept: Mapping[int, float], keep: float | None = None, characters: int = 0
) -> Choice:
    """Choose the largest k that keeps a named share of the characters, or the knee without one.

    Parameters and errors are those of `largest_keeping` and `knee`.
    """
    if keep is None:
        return knee(kept, characters)
    return largest_keeping(kept, keep, characters)


def knee(kept: Mapping[int, float], characters: int = 0) -> Choice:
    """Choose the k at which the kept ratio is farthest from a straight line.

    The line joins the points of the smallest and the largest k; the distance is the difference of
    kept ratios at the same k, above or below. Scaling both axes to the unit square, as is often
    done, multiplies every distance by the same number, so it changes nothing. Among equal distances
    the larger k is taken. A curve on which no point leaves the line (two points, a straight one, a
    flat one) has no knee: the largest k is taken, as the more cautious one, and the reason says so.

    Parameters
    ----------
    kept
        For each k the share of characters that is kept.
    characters
        How many characters the shares are of.

    Raises
    ------
    InvalidValueError
        If there is no point, a k is below 2, or a ratio is not between 0 and 1.

    Examples
    --------
    >>> knee({2: 0.9, 3: 0.6, 4: 0.5, 5: 0.4}).chosen
    '3'
    """
    ks = _checked(kept)
    first, last = ks[0], ks[-1]
    if max(kept.values()) - min(kept.values()) <= _SAME:
        reason = f"every k keeps {kept[last]:.3f}, so the largest, {last}, costs no text"
        return _choice(kept, last, reason, characters)
    line = {k: kept[first] + (kept[last] - kept[first]) * (k - first) / (last - first) for k in ks}
    distance = {k: abs(kept[k] - line[k]) for k in ks}
    farthest = max(distance.values())
    chosen = max(k for k in ks if distance[k] >= farthest - _SAME)
    if farthest <= _SAME:
        reason = (
            f"the kept ratio falls in a straight line from k = {first} ({kept[first]:.3f}) to "
            f"k = {last} ({kept[last]:.3f}), which has no knee; the largest k protects most"
        )
        return _choice(kept, last, reason, characters)
    side = "below" if kept[chosen] < line[chosen] else "above"
    reason = (
        f"knee of the curve: k = {chosen} keeps {kept[chosen]:.3f}, which is {farthest:.3f} {side} "
        f"the straight line from k = {first} ({kept[first]:.3f}) to k = {last} "
        f"({kept[last]:.3f}), and no k is farther from it"
    )
    return _choice(kept, chosen, reason, characters)


def largest_keeping(kept: Mapping[int, float], ratio: float, characters: int = 0) -> Choice:
    """Choose the largest k that keeps at least a named share of the characters.

    Parameters
    ----------
    kept
        For each k the share of characters that is kept.
    ratio
        The share to keep, from 0 to 1.
    characters
        How many characters the shares are of.

    Raises
    ------
    InvalidValueError
        If no k keeps so much; or the arguments are not what `knee` takes.

    Examples
    --------
    >>> largest_keeping({2: 0.9, 3: 0.6, 4: 0.5}, 0.6).reason
    'k = 3 is the largest that keeps at least 0.6 (it keeps 0.600); k = 4 keeps 0.500'
    """
    ks = _checked(kept)
    if not 0 <= ratio <= 1:
        raise InvalidValueError(
            "a kept ratio must lie between 0 and 1", where=f"{ratio:g}", hint="0.8 means 80 %"
        )
    fitting = [k for k in ks if kept[k] >= ratio]
    if not fitting:
        best = max(ks, key=lambda k: (kept[k], k))
        raise InvalidValueError(
            f"no k keeps at least {ratio:g}: the most is {kept[best]:.3f}, with k = {best}",
            hint="ask for less, or try a smaller k, another method or another guarantee",
        )
    chosen = fitting[-1]
    after = next((k for k in ks if k > chosen), None)
    more = (
        f"; k = {after} keeps {kept[after]:.3f}"
        if after is not None
        else ", and no larger k was tried"
    )
    reason = (
        f"k = {chosen} is the largest that keeps at least {ratio:g} "
        f"(it keeps {kept[chosen]:.3f}){more}"
    )
    return _choice(kept, chosen, reason, characters)


def operating_point(
    question: str, options: Sequence[Option], recall: float | None = None
) -> Choice:
    """Choose the settings with the best F1, or the best precision at a recall.

    Ties go to the higher recall, then to the option that comes first.

    Parameters
    ----------
    question
        What is to be decided.
    options
        The alternatives; each carries scores whose names contain `precision`, `recall` and `F1`.
    recall
        The least recall that will do, from 0 to 1; None to take the best F1.

    Raises
    ------
    InvalidValueError
        If there is no option, or none reaches the recall.

    Examples
    --------
    >>> def option(name, precision, recall, f1):
    ...     values = {"precision": precision, "recall": recall, "F1": f1}
    ...     return Option(name, tuple(Score.exact(n, v) for n, v in values.items()))
    >>> both = [option("strict", 0.2, 0.9, 0.33), option("loose", 0.4, 0.6, 0.48)]
    >>> operating_point("settings", both).chosen, operating_point("settings", both, 0.8).chosen
    ('loose', 'strict')
    """
    if not options:
        raise InvalidValueError("there is nothing to choose from")
    if recall is not None and not 0 <= recall <= 1:
        raise InvalidValueError(
            "a recall must lie between 0 and 1", where=f"{recall:g}", hint="0.9 means 90 %"
        )
    aim = "F1" if recall is None else "precision"
    fitting = [one for one in options if recall is None or _value(one, "recall") >= recall]
    if not fitting:
        most = max(options, key=lambda one: _value(one, "recall"))
        raise InvalidValueError(
            f"no settings reach a recall of {recall:g}: the most is {_value(most, 'recall'):.3f}, "
            f"with {most.name}",
            hint="ask for less recall, or try a larger k and a smaller ratio",
        )
    best = max(fitting, key=lambda one: (_value(one, aim), _value(one, "recall")))
    among = "" if recall is None else f" with a recall of at least {recall:g}"
    reason = (
        f"{best.name} has the best {aim} of {len(fitting):,} settings{among}: "
        f"precision {_value(best, 'precision'):.3f}, recall {_value(best, 'recall'):.3f}, "
        f"F1 {_value(best, 'F1'):.3f}"
    )
    return Choice(question, best.name, reason, tuple(options))


def _checked(kept: Mapping[int, float]) -> list[int]:
    if not kept:
        raise InvalidValueError("there is no point to choose a k from")
    for k, ratio in kept.items():
        if k < 2:
            raise InvalidValueError("k must be at least 2", where=f"k = {k}")
        if not 0 <= ratio <= 1:
            raise InvalidValueError("a kept ratio must lie between 0 and 1", where=f"k = {k}")
    return sorted(kept)


def _choice(kept: Mapping[int, float], chosen: int, reason: str, characters: int) -> Choice:
    if len(kept) == 1:
        reason = f"k = {chosen} is the only one that was tried; it keeps {kept[chosen]:.3f}"
    options = (Option(str(k), (Score.exact(KEPT, kept[k], characters),)) for k in sorted(kept))
    return Choice("k", str(chosen), reason, tuple(options))


def _value(option: Option, measure: str) -> float:
    return next(score.value for score in option.scores if measure in score.name.split())
