"""Meaning: how much of what was changed may say something else than who somebody is."""

from dataclasses import dataclass
from typing import Any, Final

from textveil.values.figures.json_fields import json_fields

__all__ = ["IDENTITY", "CommonChange", "KindCount", "MeaningResult"]

IDENTITY: Final = ("age", "date or time", "title", "trait", "number", "other")
"""Kinds of passages whose change takes nothing from the meaning, or that no list knows."""


@dataclass(frozen=True, slots=True)
class KindCount:
    """How often passages of one kind were changed."""

    kind: str
    passages: int
    words: int
    per_1000: float
    """Changed words in 1,000 words of the texts."""

    @property
    def may_mean_something_else(self) -> bool:
        """Whether the change may take something from the meaning of a text."""
        return self.kind not in IDENTITY

    def to_json(self) -> dict[str, Any]:
        """Return the count as a JSON object."""
        return {**json_fields(self), "may_mean_something_else": self.may_mean_something_else}


@dataclass(frozen=True, slots=True, repr=False)
class CommonChange:
    """A change that is made often; its text is empty unless it was asked for."""

    kind: str
    label: str
    count: int
    text: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the change as a JSON object."""
        return json_fields(self, set() if self.text else {"text"})


@dataclass(frozen=True, slots=True)
class MeaningResult:
    """What was changed, by kind.

    Attributes
    ----------
    documents, words
        What was looked at.
    passages, changed_words
        What was changed in it.
    kinds
        The kinds that were met, those that may mean something else first, then by number.
    commonest
        The most frequent changes that may mean something else.
    """

    documents: int
    words: int
    passages: int
    changed_words: int
    kinds: tuple[KindCount, ...]
    commonest: tuple[CommonChange, ...] = ()

    @property
    def doubtful(self) -> tuple[KindCount, ...]:
        """The kinds that may mean something else."""
        return tuple(count for count in self.kinds if count.may_mean_something_else)

    def per_1000(self, count: int) -> float:
        """Return a number in 1,000 words of the texts."""
        return round(1000 * count / max(1, self.words), 3)

    def to_json(self, *, texts: bool = True) -> dict[str, Any]:
        """Return the result as a JSON object, with the texts that it has or without."""
        doubtful = sum(count.passages for count in self.doubtful)
        return {
            **json_fields(self, set() if texts else {"commonest"}),
            "changed_words_per_1000": self.per_1000(self.changed_words),
            "doubtful_passages": doubtful,
            "doubtful_passages_per_1000": self.per_1000(doubtful),
        }
