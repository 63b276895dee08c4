"""Links: which recipient's copy, or which message, a disclosed text leads back to."""

from dataclasses import dataclass, field
from typing import Any

from textveil.errors import InvalidValueError
from textveil.values.figures.json_fields import json_fields
from textveil.values.span import Explanation

__all__ = ["Link"]


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """A scored connection from something found in the open to something that was released.

    Attributes
    ----------
    found
        Id of the disclosed document.
    source
        Id of the released document, message or recipient that it leads to.
    score
        Between 0 and 1; how sure the connection is.
    method
        Component that made the connection.
    explanation
        What the connection rests on, without text of either side.

    Raises
    ------
    InvalidValueError
        If the score does not lie between 0 and 1.

    Examples
    --------
    >>> Link("post-9", "recipient-2", 0.97, "fingerprint").source
    'recipient-2'
    """

    found: str
    source: str
    score: float
    method: str
    explanation: Explanation | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not 0.0 <= self.score <= 1.0:
            raise InvalidValueError("a score must lie between 0 and 1", where=self.found)

    def to_json(self) -> dict[str, Any]:
        """Return the link as a JSON object."""
        return json_fields(self)
