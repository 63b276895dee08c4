"""Reading a message: its normal view, its grammar, and the way back to its own offsets."""

from dataclasses import dataclass
from functools import lru_cache

from textveil.lexicon.messages.normal import normal
from textveil.models.parser import default_parser
from textveil.values.messages.parse import Parse
from textveil.values.view import View

__all__ = ["MessageReading", "read_message"]


@dataclass(frozen=True, slots=True, repr=False)
class MessageReading:
    """A message as its detectors see it.

    Attributes
    ----------
    view
        The normal view of its text.
    parse
        The grammar of the view.
    """

    view: View
    parse: Parse

    def __repr__(self) -> str:
        return f"MessageReading({len(self.parse)} words)"

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Return where a passage of the view stands in the message."""
        return self.view.locate(start, end)

    def back_words(self, first: int, end: int) -> tuple[int, int]:
        """Return where a range of words stands in the message."""
        return self.view.locate(*self.parse.span_of(first, end))


# Three detectors and a classifier read one message.
@lru_cache(maxsize=64)
def read_message(text: str) -> MessageReading:
    """Return the normal view of a message and its grammar."""
    view = normal(text)
    return MessageReading(view, default_parser().parse(view.text))
