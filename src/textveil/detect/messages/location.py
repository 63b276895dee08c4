"""Private places: where the text tells that somebody is, was, lives or will be.

The seven steps of paper 5, Figure 3.2, over grammar instead of the row of words between "I" and the
place; `docs/methods/private-places.md` defines the rule. Places that it does not find private are
found all the same.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from textveil.detect.messages.place_clauses import PlaceJudgement, judged
from textveil.detect.messages.place_names import MessagePlace, people_of, places_in
from textveil.detect.messages.reading import MessageReading, read_message
from textveil.detect.messages.speakers import Speaker
from textveil.errors import InvalidValueError
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import AUTO, Document
from textveil.values.messages.message import MessagePassage, private_spans
from textveil.values.span import Explanation, Span, Spans

__all__ = ["SOURCE", "Location"]

SOURCE: Final = "textveil.location.v1"
_AFTER: Final = 40
_MARKS: Final = ".,;:!?'\")"


@dataclass(frozen=True, slots=True)
class Location:
    """Find the places that tell where somebody is, was, lives or will be.

    Parameters
    ----------
    subject
        Name of the person that the rule is about; who writes, unless given.
    people
        A place where more people live is not private; any size, unless given.
    language
        Documents of other languages than English are passed over.

    Examples
    --------
    >>> Location().detect(Document("t3", "I live in Seattle, do you knoww what station it is?"))
    Spans(CITY[10,17))
    >>> Location().detect(Document("t1", "I'm not froom California"))
    Spans()
    """

    reach: ClassVar[int | None] = None

    subject: str = ""
    people: int | None = None
    language: str = field(default=AUTO)

    def __post_init__(self) -> None:
        if self.people is not None and self.people < 1:
            raise InvalidValueError(
                "a number of people must be 1 or more", where="location, option people"
            )

    def detect(self, document: Document) -> Spans:
        """Return the private places."""
        return private_spans(self.passages(document))

    def passages(self, document: Document, more: Spans | None = None) -> tuple[MessagePassage, ...]:
        """Return all places of a message, private or not.

        Parameters
        ----------
        document
            The message.
        more
            Further places that others found; those that are places here already do not count.
        """
        if document.read_in(self.language) != ENGLISH or not document.text.strip():
            return ()
        reading = read_message(document.text)
        speaker = Speaker.named(self.subject)
        own = places_in(reading)
        added = tuple(_added(reading, more or Spans(), own))
        return tuple(
            self._passage(reading, place, judged(reading.parse, place.first, place.end, speaker))
            for place in sorted((*own, *added), key=lambda one: one.first)
        )

    def _passage(
        self, reading: MessageReading, place: MessagePlace, told: PlaceJudgement
    ) -> MessagePassage:
        start, end = _trimmed(reading.parse.text, *reading.parse.span_of(place.first, place.end))
        after = reading.parse.text[end : end + _AFTER]
        people = people_of(reading.parse.text[start:end], after)
        private = told.private and not (
            self.people is not None and people is not None and people > self.people
        )
        why = Explanation(told.rule, told.reasons)
        span = Span(*reading.back(start, end), place.label, place.score, SOURCE, why)
        return MessagePassage(span, private, people=people)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a place without the mark behind it that a parser took for a part of its last word."""
    bare = text[start:end].rstrip(_MARKS)
    return (start, end) if not bare or "." in bare else (start, start + len(bare))


def _added(
    reading: MessageReading, more: Spans, own: tuple[MessagePlace, ...]
) -> "list[MessagePlace]":
    found = []
    taken = {at for place in own for at in range(place.first, place.end)}
    for span in more:
        words = reading.parse.words_in(*reading.view.shown(span.start, span.end))
        if words and not taken & set(words):
            found.append(MessagePlace(words[0], words[-1] + 1, span.label, span.score))
            taken |= set(words)
    return found
