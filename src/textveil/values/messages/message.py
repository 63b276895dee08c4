"""Messages: what was found in a message, and whether it is private.

A passage is a span with what only messages need: whether it is private and, for a time or a
place, what it stands for. A checked message has all its passages.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["CheckedMessage", "MessagePassage", "place_of", "private_spans"]


@dataclass(frozen=True, slots=True)
class MessagePassage:
    """One passage that a component found in a message.

    Attributes
    ----------
    span
        Where it stands, its label, score, source and explanation.
    private
        Whether it tells something about the person that the message is about.
    whole
        Of a time: the offsets of the whole phrase with its preposition, which is what a rewriter
        replaces. None for all else.
    value
        Of a time: what it stands for, in the notation of TIMEX3. Empty for all else.
    since, until
        Of a time: its first and its last second, both inside; None if they cannot be told.
    people
        Of a place: how many people live there; None if it is not known.

    Raises
    ------
    InvalidValueError
        If the whole phrase does not contain the passage, or a time ends before it begins.

    Examples
    --------
    >>> MessagePassage(Span(10, 17, "CITY"), True, people=780_995).to_json()["people"]
    780995
    """

    span: Span
    private: bool
    whole: tuple[int, int] | None = None
    value: str = ""
    since: datetime | None = None
    until: datetime | None = None
    people: int | None = None

    def __post_init__(self) -> None:
        where = f"[{self.span.start}, {self.span.end})"
        if self.whole is not None and not (
            self.whole[0] <= self.span.start and self.span.end <= self.whole[1]
        ):
            raise InvalidValueError("the whole phrase must contain the passage", where=where)
        if self.since is not None and self.until is not None and self.until < self.since:
            raise InvalidValueError("a time must not end before it begins", where=where)

    def to_json(self) -> dict[str, Any]:
        """Return the passage as a JSON object; what does not apply is left out."""
        span = self.span
        shown: dict[str, Any] = {
            "start": span.start,
            "end": span.end,
            "label": span.label,
            "score": round(span.score, 4),
            "source": span.source,
            "private": self.private,
            "explanation": None if span.explanation is None else span.explanation.to_json(),
        }
        if self.whole is not None:
            shown["whole"] = list(self.whole)
            shown["value"] = self.value
            shown["from"] = None if self.since is None else self.since.isoformat()
            shown["to"] = None if self.until is None else self.until.isoformat()
        if self.people is not None:
            shown["people"] = self.people
        return shown


def place_of(passage: MessagePassage) -> tuple[int, int]:
    """Return the offsets of what a rewriter replaces: of a time the whole phrase."""
    return passage.whole or (passage.span.start, passage.span.end)


def private_spans(passages: tuple[MessagePassage, ...]) -> Spans:
    """Return the spans of the private passages."""
    return Spans(passage.span for passage in passages if passage.private)


@dataclass(frozen=True, slots=True, repr=False)
class CheckedMessage:
    """A message with what was found in it; `compose_check` makes it.

    Attributes
    ----------
    message
        The message as it was given.
    language
        Code of the language that it is written in. If that is not English, nothing else was done.
    private
        Whether it tells something about the person that it is about.
    score
        Between 0 and 1: how sure the classifier is that it is private.
    passages
        Everything that the components found, in reading order, private or not.

    Examples
    --------
    >>> CheckedMessage(Document("1", "Good morning."), "en", False, 0.02)
    CheckedMessage(id='1', not private, 0 passages)
    """

    message: Document
    language: str
    private: bool
    score: float
    passages: tuple[MessagePassage, ...] = ()

    def __repr__(self) -> str:
        told = "private" if self.private else "not private"
        return f"CheckedMessage(id={self.message.id!r}, {told}, {len(self.passages)} passages)"

    @property
    def spans(self) -> Spans:
        """The spans of the private passages; they may overlap."""
        return private_spans(self.passages)

    def to_json(self) -> dict[str, Any]:
        """Return the message's row: its id and what was found, without a word of its text."""
        return {
            "id": self.message.id,
            "language": self.language,
            "private": self.private,
            "score": round(self.score, 4),
            "spans": [passage.to_json() for passage in self.passages],
        }
