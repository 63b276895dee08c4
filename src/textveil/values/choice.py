"""Choices: a decision, its options and the reason."""

from dataclasses import dataclass
from typing import Any

from textveil.errors import InvalidValueError
from textveil.values.figures.json_fields import json_fields
from textveil.values.figures.score import Score

__all__ = ["Choice", "Option"]


@dataclass(frozen=True, slots=True, order=True)
class Option:
    """One alternative with the numbers that speak for or against it.

    Attributes
    ----------
    name
        What it is called.
    scores
        The numbers.

    Examples
    --------
    >>> Option("5", (Score.exact("kept", 0.9),)).scores[0].value
    0.9
    """

    name: str
    scores: tuple[Score, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the option as a JSON object."""
        return json_fields(self)


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """A decision that can be explained to the person who has to answer for it.

    Attributes
    ----------
    question
        What was to be decided: `publish`, `k`.
    chosen
        Name of the option taken.
    reason
        Why, in one sentence a reader can check against the scores.
    options
        Everything that was considered.

    Raises
    ------
    InvalidValueError
        If the chosen option is none of the options.

    Examples
    --------
    >>> Choice("k", "5", "knee of the kept-ratio curve", (Option("5"), Option("10"))).chosen
    '5'
    """

    question: str
    chosen: str
    reason: str
    options: tuple[Option, ...]

    def __post_init__(self) -> None:
        if self.chosen not in {option.name for option in self.options}:
            raise InvalidValueError("the chosen option must be one of the options")

    def to_json(self) -> dict[str, Any]:
        """Return the choice as a JSON object."""
        return json_fields(self)
