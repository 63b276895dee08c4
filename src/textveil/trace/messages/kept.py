"""Kept messages: what a vault knows of a message, its versions and of how they were drawn.

A *place* is where versions differ; its *wordings* are all that can stand there. A version is a
*word*: the number of a wording for each place. A *draw* is a set of words that one composition gave
out in an order which the key decided: to its friends, and the rest to nobody.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import DamagedVaultError

__all__ = ["KeptDraw", "KeptMessage", "KeptPlace", "SlotChoice", "SlotDraw"]

SlotChoice = tuple[int, int, str] | None
"""An edit as offsets and replacement; None leaves the slot as it was written."""
Words = NDArray[np.uint8]
MOST_WORDINGS: Final = 255
NONE: Final = 255
"""A letter that is none of the place."""


@dataclass(frozen=True, slots=True, repr=False)
class SlotDraw:
    """A draw as the composition made it, in its own slots.

    Attributes
    ----------
    group
        The group whose friends got the versions.
    friends
        Who got one; None for a group without friends.
    rows
        Of each friend the number of the word.
    slots
        Of each slot the edits that can stand there.
    private
        How many of the first slots are private passages.
    words
        All words of the draw, one row each; rows of no friend were given to nobody.
    run
        In which run of `compose` it was made, counted from 1 for each message.
    """

    group: str
    friends: tuple[str | None, ...]
    rows: tuple[int, ...]
    slots: tuple[tuple[SlotChoice, ...], ...]
    private: int
    words: Words
    run: int = 1

    def to_json(self) -> dict[str, Any]:
        """Return the draw as a JSON object."""
        return {
            "group": self.group,
            "friends": list(self.friends),
            "rows": list(self.rows),
            "slots": [[None if one is None else list(one) for one in slot] for slot in self.slots],
            "private": self.private,
            "words": base64.b64encode(self.words.tobytes()).decode(),
            "run": self.run,
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "SlotDraw":
        """Return what `to_json` wrote."""
        slots = tuple(
            tuple(None if one is None else (one[0], one[1], one[2]) for one in slot)
            for slot in told["slots"]
        )
        words = np.frombuffer(base64.b64decode(told["words"]), np.uint8)
        return cls(
            told["group"],
            tuple(told["friends"]),
            tuple(told["rows"]),
            slots,
            told["private"],
            words.reshape(-1, len(slots)) if slots else np.zeros((1, 0), np.uint8),
            told["run"],
        )


@dataclass(frozen=True, slots=True, repr=False)
class KeptPlace:
    """Where versions differ.

    Attributes
    ----------
    start, end
        Half-open offsets in the message as written.
    wordings
        All that can stand there; no two are equal.
    private
        Whether a private passage stands there.
    """

    start: int
    end: int
    wordings: tuple[str, ...]
    private: bool

    def __repr__(self) -> str:
        return f"KeptPlace({self.start}, {self.end}, {len(self.wordings)} wordings)"


@dataclass(frozen=True, slots=True, repr=False)
class KeptDraw:
    """A draw over the places of its message.

    Attributes
    ----------
    group, friends, rows, run
        As for `SlotDraw`.
    words
        One row for each word, one column for each place.
    """

    group: str
    friends: tuple[str | None, ...]
    rows: tuple[int, ...]
    words: Words
    run: int = 1

    @property
    def tells_apart(self) -> bool:
        """Whether no two friends have one version."""
        return len(set(self.rows)) == len(self.rows) and None not in self.friends


@dataclass(frozen=True, slots=True, repr=False)
class KeptMessage:
    """A message with all its versions.

    Attributes
    ----------
    id
        How the user calls it.
    text
        The message as written.
    places
        Where versions differ, in order and apart.
    draws
        Who got which version.
    """

    id: str
    text: str
    places: tuple[KeptPlace, ...]
    draws: tuple[KeptDraw, ...] = field(default=())

    def __repr__(self) -> str:
        return f"KeptMessage(id={self.id!r}, {len(self.places)} places, {self.count} versions)"

    @property
    def count(self) -> int:
        """How many versions were given out."""
        return sum(len(draw.friends) for draw in self.draws)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Of each place the number of its wordings."""
        return tuple(len(place.wordings) for place in self.places)

    def written(self, word: Sequence[int]) -> str:
        """Return the text of a version.

        Examples
        --------
        >>> place = KeptPlace(0, 2, ("hi", "hello"), private=False)
        >>> KeptMessage("1", "hi you", (place,)).written([1])
        'hello you'
        """
        parts, at = [], 0
        for place, letter in zip(self.places, word, strict=True):
            parts += [self.text[at : place.start], place.wordings[letter]]
            at = place.end
        return "".join((*parts, self.text[at:]))

    @classmethod
    def of(cls, name: str, text: str, draws: Sequence[SlotDraw]) -> "KeptMessage":
        """Return the message of some draws.

        Slots whose edits overlap become one place; a place begins and ends with whole words.
        """
        spots = [
            (*_whole_words(text, one[0], one[1]), at < draw.private)
            for draw in draws
            for at, slot in enumerate(draw.slots)
            for one in slot
            if one is not None
        ]
        joined = _joined(spots)
        wordings: list[dict[str, int]] = [{} for _ in joined]
        made = [_placed(draw, text, joined, wordings) for draw in draws]
        places = tuple(
            KeptPlace(start, end, tuple(found), private)
            for (start, end, private), found in zip(joined, wordings, strict=True)
        )
        return cls(name, text, places, tuple(made))

    def to_bytes(self, draws: Sequence[SlotDraw]) -> bytes:
        """Return what a vault keeps of the message and its draws."""
        told = {"id": self.id, "text": self.text, "draws": [draw.to_json() for draw in draws]}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        )

    @classmethod
    def from_bytes(cls, content: bytes) -> "KeptMessage":
        """Return what `to_bytes` wrote."""
        name, text, draws = _read(content)
        return cls.of(name, text, draws)

    @staticmethod
    def draws_in(content: bytes) -> list[SlotDraw]:
        """Return the draws that `to_bytes` wrote."""
        return _read(content)[2]


def _read(content: bytes) -> tuple[str, str, list[SlotDraw]]:
    try:
        told = json.loads(content.decode("utf-8", "surrogatepass"))
        return told["id"], told["text"], [SlotDraw.from_json(one) for one in told["draws"]]
    except (ValueError, KeyError, TypeError, IndexError):
        raise DamagedVaultError(
            "a message of the vault cannot be read", hint="take the vault from a backup"
        ) from None


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a passage widened to the words that it cuts.

    Examples
    --------
    >>> _whole_words("@eve Sick fight", 0, 6)
    (0, 9)
    """
    while 0 < start < len(text) and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end


def _joined(spots: Sequence[tuple[int, int, bool]]) -> list[tuple[int, int, bool]]:
    """Return spots that overlap as one."""
    found: list[tuple[int, int, bool]] = []
    for start, end, private in sorted(spots):
        if found and start < found[-1][1]:
            before = found[-1]
            found[-1] = (before[0], max(before[1], end), before[2] or private)
        else:
            found.append((start, end, private))
    return found


def _placed(
    draw: SlotDraw,
    text: str,
    joined: Sequence[tuple[int, int, bool]],
    wordings: Sequence[dict[str, int]],
) -> KeptDraw:
    """Return a draw over the places; new wordings are put into their lists."""
    words = np.full((len(draw.words), len(joined)), NONE, np.uint8)
    for column, (start, end, _) in enumerate(joined):
        inside = [at for at, slot in enumerate(draw.slots) if _stands_in(slot, start, end)]
        letters, back = np.unique(draw.words[:, inside], axis=0, return_inverse=True)
        numbers = []
        for letter in letters.tolist():
            edits = [draw.slots[at][one] for at, one in zip(inside, letter, strict=True)]
            shown = _shown(text, start, end, [edit for edit in edits if edit is not None])
            number = wordings[column].setdefault(shown, len(wordings[column]))
            numbers.append(min(number, MOST_WORDINGS - 1))
        words[:, column] = np.array(numbers, np.uint8)[back.reshape(-1)]
    return KeptDraw(draw.group, draw.friends, draw.rows, words, draw.run)


def _stands_in(slot: Sequence[SlotChoice], start: int, end: int) -> bool:
    return any(one is not None and start <= one[0] and one[1] <= end for one in slot)


def _shown(text: str, start: int, end: int, edits: Sequence[tuple[int, int, str]]) -> str:
    parts, at = [], start
    for begin, stop, written in sorted(edits):
        parts += [text[at:begin], written]
        at = stop
    return "".join((*parts, text[at:end]))
