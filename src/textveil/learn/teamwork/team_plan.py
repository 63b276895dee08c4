"""The team plan: labels, guideline, and which documents several people annotate."""

from dataclasses import dataclass, fields
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.values.keys.draw import lot
from textveil.values.label import is_label

__all__ = ["MAIN_LABELS", "TeamPlan"]

MAIN_LABELS: Final = (
    "NAME",
    "DATE",
    "ADDRESS",
    "PHONE",
    "EMAIL",
    "AGE",
    "ORGANIZATION",
    "MRN",
    "OTHER-ID",
    "PROFESSION",
)
"""Labels that a new project begins with."""
_LONGEST: Final = 100_000
_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """How people work together in a project; owners may change it at any time.

    Attributes
    ----------
    labels
        Those that people choose from, in this order.
    guideline
        What annotators are told.
    share
        Of the documents, how many are annotated by several people: a number from 0 to 1.
    people
        How many annotate each of those.

    Raises
    ------
    InvalidValueError
        If a number is out of its range, or a label is none; `where` names the attribute.

    Examples
    --------
    >>> TeamPlan(share=0.0).is_common("n1", members=3)
    False
    >>> TeamPlan(share=1.0).needed("n1", members=3)
    2
    """

    labels: tuple[str, ...] = MAIN_LABELS
    guideline: str = ""
    share: float = 0.2
    people: int = 2

    def __post_init__(self) -> None:
        if not 0.0 <= self.share <= 1.0:
            raise InvalidValueError("the share in common lies between 0 and 1", where="share")
        if not 2 <= self.people <= 20:
            raise InvalidValueError("between 2 and 20 people annotate a document", where="people")
        if len(self.guideline) > _LONGEST:
            raise InvalidValueError(
                f"a guideline has at most {_LONGEST:,} characters", where="guideline"
            )
        if not 1 <= len(self.labels) <= _MOST:
            raise InvalidValueError(f"a project has between 1 and {_MOST} labels", where="labels")
        for label in self.labels:
            if not is_label(label):
                raise InvalidValueError(
                    "one of these is no label",
                    where="labels",
                    hint="use labels of textveil, or your own such as X-CASE",
                )
        if len(set(self.labels)) < len(self.labels):
            raise InvalidValueError("a label is given twice", where="labels")

    def is_common(self, document: str, members: int) -> bool:
        """Tell whether several people annotate a document; who annotates alone has none."""
        return members > 1 and lot(0, f"common {document}") < self.share

    def needed(self, document: str, members: int) -> int:
        """Return how many people annotate a document."""
        return min(self.people, members) if self.is_common(document, members) else 1

    def to_json(self) -> dict[str, Any]:
        """Return the plan as a JSON object."""
        told = {part.name: getattr(self, part.name) for part in fields(self)}
        return {**told, "labels": list(self.labels)}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "TeamPlan":
        """Return the plan that `to_json` wrote."""
        return cls(**{**told, "labels": tuple(told["labels"])})
