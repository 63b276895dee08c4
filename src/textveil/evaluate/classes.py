"""Classes: subjects who agree in all values that others may know, and the risk of each.

The figures are those that users of ARX know. A *prosecutor* knows that somebody is in the release;
a *journalist* knows only that somebody is in a population the release was drawn from; a *marketer*
wants as many as possible.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from textveil.errors import InvalidValueError
from textveil.values.figures.json_fields import json_fields

__all__ = ["ClassRisk", "class_risk"]


@dataclass(frozen=True, slots=True)
class ClassRisk:
    """Risk by classes of subjects.

    Attributes
    ----------
    subjects, classes
        How many there are.
    uniques
        Subjects who are alone in their class.
    k, below
        Share of subjects in classes with fewer than k of them.
    prosecutor_highest, prosecutor_mean
        Chance to pick the right one in a class of the release: for the subject who is worst off,
        and over all subjects.
    journalist_highest, journalist_mean
        The same with the classes of the population; None without a population.
    marketer
        Share of subjects that is expected to be matched rightly if all are tried: against the
        population if there is one, else against the release.
    """

    subjects: int
    classes: int
    uniques: int
    k: int
    below: float
    prosecutor_highest: float
    prosecutor_mean: float
    journalist_highest: float | None
    journalist_mean: float | None
    marketer: float

    def to_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object."""
        return json_fields(self)


def class_risk(
    values: Mapping[str, Hashable], k: int = 5, population: Iterable[Hashable] | None = None
) -> ClassRisk:
    """Return the risk of subjects.

    Parameters
    ----------
    values
        For each subject what others may know, as one value.
    k
        Classes below this size are counted apart.
    population
        The same values, one for each member of the population.

    Raises
    ------
    InvalidValueError
        If there are no subjects, or the population holds fewer of a class than the release.

    Examples
    --------
    >>> ages = {"a": 40, "b": 40, "c": 50, "d": 50, "e": 60}
    >>> risk = class_risk(ages, k=2, population=[40] * 4 + [50] * 4 + [60] * 2)
    >>> risk.prosecutor_highest, risk.prosecutor_mean, risk.journalist_highest, risk.marketer
    (1.0, 0.6, 0.5, 0.3)
    >>> risk.uniques, risk.below
    (1, 0.2)
    """
    if not values:
        raise InvalidValueError("there are no subjects")
    sizes = Counter(values.values())
    subjects = len(values)
    people: Counter[Hashable] | None = None
    if population is not None:
        people = Counter(population)
        if any(people[one] < size for one, size in sizes.items()):
            raise InvalidValueError(
                "the population holds fewer people with the same values than the release"
            )
    # Each class adds size x (1 / size) over its subjects.
    outside = None if people is None else [size / people[one] for one, size in sizes.items()]
    return ClassRisk(
        subjects=subjects,
        classes=len(sizes),
        uniques=sum(size == 1 for size in sizes.values()),
        k=k,
        below=sum(size for size in sizes.values() if size < k) / subjects,
        prosecutor_highest=1 / min(sizes.values()),
        prosecutor_mean=len(sizes) / subjects,
        journalist_highest=None if people is None else 1 / min(people[one] for one in sizes),
        journalist_mean=None if outside is None else sum(outside) / subjects,
        marketer=(len(sizes) if outside is None else sum(outside)) / subjects,
    )
