"""Ladders: the chain of covers of a passage, from what is written to what says least.

Level 0 is the passage itself. Each further level is true of the passage and says less.
"""

from dataclasses import dataclass

from textveil.errors import InvalidValueError

__all__ = ["Ladder", "Rung"]


@dataclass(frozen=True, slots=True, repr=False)
class Rung:
    """One level of a ladder.

    Attributes
    ----------
    forms
        Ways to write it, the best first; none if the passage is left out.
    people
        How many people it is true of; None if it is not known.
    seconds
        Of a time: how long it lasts; None for all else.
    relation
        How it stands to the level below: `kind`, `part` (a place in a place), `time`, `own` (a
        user's ladder), `role` (what a person is called), or `out` if the passage is left out.
    """

    forms: tuple[str, ...]
    people: int | None = None
    seconds: int | None = None
    relation: str = "kind"

    def __repr__(self) -> str:
        return f"Rung({len(self.forms)} forms, {self.relation})"

    @property
    def text(self) -> str:
        """The best way to write it; empty if the passage is left out."""
        return self.forms[0] if self.forms else ""

    @property
    def leaves_out(self) -> bool:
        """Whether nothing stands in place of the passage."""
        return not self.forms


@dataclass(frozen=True, slots=True, repr=False)
class Ladder:
    """A passage with its covers.

    Raises
    ------
    InvalidValueError
        If there is no level, or a form stands on two levels: then the ladder is a ring.

    Examples
    --------
    >>> ladder = Ladder((Rung(("Tokyo",), 13_230_000), Rung(("Japan",), 127_600_000)))
    >>> ladder.top, ladder.rungs[1].text
    (1, 'Japan')
    """

    rungs: tuple[Rung, ...]

    def __post_init__(self) -> None:
        if not self.rungs:
            raise InvalidValueError("a ladder has at least the passage itself")
        forms = [form.casefold() for rung in self.rungs for form in rung.forms]
        if len(set(forms)) < len(forms):
            raise InvalidValueError(
                "one cover stands twice on a ladder, so it leads back to where it was",
                hint="each level must say less than the one before",
            )

    def __repr__(self) -> str:
        return f"Ladder({len(self.rungs)} levels)"

    @property
    def top(self) -> int:
        """The highest level."""
        return len(self.rungs) - 1
