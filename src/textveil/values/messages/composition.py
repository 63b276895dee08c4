"""Compositions: the versions of a message, who gets which, and from what they were chosen.

A *slot* is a passage that can be written in several ways. Private passages are slots whose wordings
depend on the group; the other slots are the same for all groups. A version has one *letter* for
each slot: the number of its wording.
"""

from dataclasses import dataclass, field
from typing import Any

from textveil.values.edit import Edit, Release
from textveil.values.verdict import Verdict

__all__ = ["Composition", "DrawnWords", "GroupTold", "MessageVersion"]

Wordings = tuple[Edit | None, ...]
"""The ways to write a slot, as edits; None leaves it as it was written."""


@dataclass(frozen=True, slots=True, repr=False)
class MessageVersion:
    """What one friend, or a group without friends, gets.

    Attributes
    ----------
    friend
        Who gets it; None where the group has no friends.
    group
        The name of the group.
    release
        The text, with its edits.
    loss
        How much less it says: the sum over its private passages.
    fre
        Fre of its least usual replacement; None if nothing was replaced.
    letters
        Of each slot the number of its wording; -1 if it is none that was offered.
    """

    friend: str | None
    group: str
    release: Release
    loss: float
    fre: float | None
    letters: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"MessageVersion(group={self.group!r}, loss={self.loss:.2f})"

    @property
    def text(self) -> str:
        """What the friend reads."""
        return self.release.text

    def to_json(self) -> dict[str, Any]:
        """Return the version as a JSON object; its edits are those of `edits.jsonl`."""
        edits = [
            {
                "start": edit.start,
                "end": edit.end,
                "new_start": start,
                "new_end": end,
                "label": edit.label,
                "entity": edit.entity,
            }
            for edit, start, end in self.release.placed()
        ]
        return {
            "friend": self.friend,
            "group": self.group,
            "text": self.release.text,
            "loss": round(self.loss, 4),
            "fre": None if self.fre is None else round(self.fre, 2),
            "edits": edits,
        }


@dataclass(frozen=True, slots=True, repr=False)
class DrawnWords:
    """Words that were put into an order by the key, and given to friends in this order.

    Attributes
    ----------
    group
        The name of the group.
    friends
        Who got one now; None for a group without friends.
    words
        The letters of each word: those of the friends first, then those that nobody got. Where
        there are fewer than friends, they were given out again from the first on.
    """

    group: str
    friends: tuple[str | None, ...]
    words: tuple[tuple[int, ...], ...]

    def __repr__(self) -> str:
        return f"DrawnWords({len(self.words)} words for {len(self.friends)} friends)"


@dataclass(frozen=True, slots=True, repr=False)
class GroupTold:
    """What a group may be told: the level of each private passage, and the wordings of it.

    Attributes
    ----------
    name
        The name of the group.
    levels
        Of each private passage its level; 0 is what was written.
    wordings
        Of each private passage the ways to write it on this level.
    """

    name: str
    levels: tuple[int, ...]
    wordings: tuple[Wordings, ...] = ()

    def __repr__(self) -> str:
        return f"GroupTold({self.name!r}, levels={self.levels})"


@dataclass(frozen=True, slots=True, repr=False)
class Composition:
    """All versions of a message with their levels and verdict.

    Attributes
    ----------
    versions
        In the order of groups and friends.
    groups
        In order of trust: what each was told.
    private
        Where the private passages stand: half-open offsets in the message.
    others
        The wordings of the slots outside private passages, the same for all groups.
    possible
        How many versions the groups could have together.
    apart
        The fewest slots in which two versions differ; 0 if friends share one.
    verdict
        That of `audience`.
    warnings
        What the user should know, in words that quote nothing.
    draws
        From which words those who have a version since now got theirs.
    """

    versions: tuple[MessageVersion, ...]
    groups: tuple[GroupTold, ...]
    private: tuple[tuple[int, int], ...]
    others: tuple[Wordings, ...]
    possible: int
    apart: int
    verdict: Verdict
    warnings: tuple[str, ...] = field(default=())
    draws: tuple[DrawnWords, ...] = field(default=())

    def __repr__(self) -> str:
        return f"Composition({len(self.versions)} versions, apart={self.apart})"

    @property
    def levels(self) -> tuple[tuple[int, ...], ...]:
        """Of each group the level of each private passage."""
        return tuple(group.levels for group in self.groups)

    def to_json(self) -> dict[str, Any]:
        """Return what `compose run` adds to what `compose check` prints."""
        return {
            "versions": [version.to_json() for version in self.versions],
            "possible": self.possible,
            "apart": self.apart,
            "warnings": list(self.warnings),
        }
