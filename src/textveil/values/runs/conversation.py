"""Conversations: which messages belong to one chat, channel or thread."""

from typing import Final

from textveil.values.document import Document
from textveil.values.metadata import CLOCK

__all__ = ["conversation_of"]

_SENDER, _CHANNEL, _THREAD = "from", "channel", "thread"
_CHAT: Final = frozenset({_CHANNEL, _THREAD, "date", "time", "left_out"})
"""Fields of a message in a chat that has channels."""


def conversation_of(document: Document) -> str:
    """Return the chat, channel or thread of a message; the counted subject of any other document.

    Formats of messages say it by their fields: mail has a sender and the first message of its
    thread, a chat has a time of day, an export of channels has the channel. A file holds
    conversations of its own.

    Examples
    --------
    >>> from textveil.values.metadata import Metadata
    >>> conversation_of(Document("3", "hi", "Ana", Metadata({"from": "Ana", "thread": "m1"})))
    'conversation:|m1'
    >>> conversation_of(Document("3", "seen", "p1"))
    'subject:p1'
    """
    fields = document.metadata
    file, _, number = document.id.rpartition("/")
    if _SENDER in fields:
        told = str(fields.get(_THREAD) or f"m{number}")
    elif CLOCK in fields or _CHANNEL in fields or {"date", "time"} <= fields.keys() <= _CHAT:
        told = str(fields.get(_CHANNEL, ""))
    else:
        return document.counted_subject
    return f"conversation:{file}|{told}"
