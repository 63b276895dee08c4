"""Private times: when somebody does something, as seconds.

Expressions come from the grammar of `lexicon.messages.times`; `docs/methods/private-times.md`
defines them. A time is private if its sentence speaks of a person.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import ClassVar, Final

from textveil.detect.messages.reading import MessageReading, read_message
from textveil.detect.messages.speakers import Speaker, has_implied_speaker
from textveil.errors import InvalidValueError
from textveil.lexicon.messages.times.grammar import TimeMatch, time_matches
from textveil.lexicon.messages.times.meaning import TimeMeaning, joined_meaning, meaning_of
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import AUTO, Document
from textveil.values.messages.message import MessagePassage, private_spans
from textveil.values.span import Explanation, Span, Spans

__all__ = ["SOURCE", "Temporal", "moment_of"]

SOURCE: Final = "textveil.temporal.v1"
_SCORE: Final = 0.9
_JOINT: Final = frozenset({"", ",", "at", ", at", "@", "-", "on", ", on", "of", "in"})
_CLOCKS: Final = frozenset({"clock", "clock-words", "hour"})
_COUNTED: Final = ("NN", "CD", "JJ", "VBN", "$", "#")
"""Beginnings of tags of words that a number before them counts or ranks."""
_NOUNS: Final = ("NN", "CD", "RB", "JJ")


@dataclass(frozen=True, slots=True)
class _Expression:
    """An expression with what it means; `parts` are its matches in order."""

    start: int
    end: int
    label: str
    name: str
    meaning: TimeMeaning


@dataclass(frozen=True, slots=True)
class Temporal:
    """Find times that tell when somebody does something.

    Parameters
    ----------
    at
        The moment at which the message is written, as in `2014-04-04T09:30`; now, unless given.
    subject
        Name of the person that times are private for; who writes and anybody named, unless given.
    language
        Documents of other languages than English are passed over.

    Examples
    --------
    >>> told = Temporal(at="2014-04-04T09:30")
    >>> told.detect(Document("1", "I have a meeting at 10AM, and it is rainy."))
    Spans(TIME[20,24))
    >>> told.detect(Document("2", "It is rainy tomorrow."))
    Spans()
    """

    reach: ClassVar[int | None] = None

    at: str = ""
    subject: str = ""
    language: str = field(default=AUTO)

    def __post_init__(self) -> None:
        moment_of(self.at)

    def detect(self, document: Document) -> Spans:
        """Return the private times."""
        return private_spans(self.passages(document))

    def passages(self, document: Document) -> tuple[MessagePassage, ...]:
        """Return all times of a message, private or not."""
        if document.read_in(self.language) != ENGLISH or not document.text.strip():
            return ()
        reading = read_message(document.text)
        speaker, at = Speaker.named(self.subject), moment_of(self.at)
        return tuple(_passage(reading, found, speaker) for found in _expressions(reading, at))


def moment_of(text: str) -> datetime:
    """Return the moment that an ISO date and time names; now if it is empty.

    Raises
    ------
    InvalidValueError
        If it is not one.
    """
    if not text:
        return datetime.now().astimezone().replace(microsecond=0, tzinfo=None)
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise InvalidValueError(
            "this is not a date and time",
            where="at",
            hint="write it as in 2014-04-04T09:30",
        ) from None


def _expressions(reading: MessageReading, at: datetime) -> Iterator[_Expression]:
    """Yield the expressions; a day and a time of the day beside each other are one."""
    text = reading.view.text
    before: tuple[TimeMatch, _Expression] | None = None
    for match in time_matches(text):
        if not _is_time(reading, match):
            continue
        # A weekday is the next one, or the last one where the clause tells what was.
        past = match.name in ("weekday", "weekday-part") and _is_told_as_past(reading, match)
        meaning = meaning_of(match, at - timedelta(weeks=1) if past else at)
        one = _Expression(match.start, match.end, match.label, match.name, meaning)
        joined = None if before is None else _joined(text, before, (match, one), at)
        if joined is not None and before is not None:
            before = (match, joined)
            continue
        if before is not None:
            yield before[1]
        before = (match, one)
    if before is not None:
        yield before[1]


def _joined(
    text: str,
    first: tuple[TimeMatch, _Expression],
    second: tuple[TimeMatch, _Expression],
    at: datetime,
) -> _Expression | None:
    """Return a day and a time of the day as one expression; None if they are not."""
    one, other = first[1], second[1]
    between = text[one.end : other.start].strip().lower()
    if between not in _JOINT or "\n" in text[one.end : other.start]:
        return None
    clocks = [match in _CLOCKS for match in (first[0].name, second[0].name)]
    if clocks == [True, True] or not any(clocks):
        return None
    day, clock = (other, first[0]) if clocks[0] else (one, second[0])
    if day.label not in ("DATE", "TIME") or (day.label == "TIME" and day.meaning.since is None):
        return None
    meaning = joined_meaning(day.meaning, clock, at)
    return replace(one, end=other.end, label="TIME", name="joined", meaning=meaning)


def _is_told_as_past(reading: MessageReading, match: TimeMatch) -> bool:
    """Tell whether the nearest verb above an expression is in the past: "I started on Monday"."""
    parse = reading.parse
    words = parse.words_in(match.start, match.end)
    for above in parse.ancestors(words[0]) if words else ():
        tag = parse.words[above].tag
        if tag.startswith("VB"):
            below = (parse.words[one] for one in parse.children(above))
            helped = any(one.tag == "VBD" and one.relation.startswith("aux") for one in below)
            return tag == "VBD" or (tag in ("VBN", "VBG") and helped)
    return False


def _is_time(reading: MessageReading, match: TimeMatch) -> bool:
    """Tell whether a word that may mean something else means a time here."""
    text = reading.view.text
    said = text[match.start : match.end]
    if match.name in ("hour", "day-of-month"):
        return _stands_alone(reading, match)
    if not facts().is_a(said, "doubtful-time"):
        return True
    words = reading.parse.words_in(match.start, match.end)
    tag = reading.parse.words[words[0]].tag if words else ""
    if match.name in ("weekday", "month"):
        capital = said[0].isupper() and tag.startswith("NNP")
        return capital or (
            bool(words) and _follows_lead(reading, words[0]) and tag.startswith("NN")
        )
    return tag.startswith(_NOUNS)


def _stands_alone(reading: MessageReading, match: TimeMatch) -> bool:
    """Tell whether a bare number is an hour or a day: "at 7", "the 14th", not "at 7 people"."""
    parse = reading.parse
    words = parse.words_in(match.start, match.end)
    if not words or reading.view.text[match.end : match.end + 1] in ("-", "/", ":"):
        return False
    led = words[0] > 0 and facts().is_a(parse.text_of(words[0] - 1), "hour-lead")
    if match.name == "hour" and not led:
        return False
    after = words[-1] + 1
    if after >= len(parse):
        return True
    counted = parse.words[after].tag.startswith(_COUNTED) or parse.text_of(after) in "%&"
    return not counted or facts().is_a(
        parse.text_of(after), "moment-day", "moment-night", "weekday"
    )


@cache
def _leads() -> frozenset[str]:
    return frozenset(facts().words("time-lead"))


def _follows_lead(reading: MessageReading, word: int) -> bool:
    return word > 0 and reading.parse.text_of(word - 1).lower() in _leads()


def _passage(reading: MessageReading, found: _Expression, speaker: Speaker) -> MessagePassage:
    private, reason = _speaks(reading, found, speaker)
    why = Explanation(f"temporal.{found.name}", ((reason, 1.0),))
    span = Span(*reading.back(found.start, found.end), found.label, _SCORE, SOURCE, why)
    whole = reading.back(*_whole(reading, found))
    meaning = found.meaning
    return MessagePassage(
        span,
        private,
        (min(whole[0], span.start), max(whole[1], span.end)),
        meaning.value,
        meaning.since,
        meaning.until,
    )


def _whole(reading: MessageReading, found: _Expression) -> tuple[int, int]:
    """Return the expression with the preposition that leads up to it."""
    words = reading.parse.words_in(found.start, found.end)
    if not words or not _follows_lead(reading, words[0]):
        return found.start, found.end
    return reading.parse.words[words[0] - 1].start, found.end


def _speaks(reading: MessageReading, found: _Expression, speaker: Speaker) -> tuple[bool, str]:
    """Tell whether the sentence of an expression speaks of a person, and of whom."""
    parse = reading.parse
    words = parse.words_in(found.start, found.end)
    if not words:
        return False, "no person"
    sentence = parse.sentence_of(words[0])
    if any(speaker.is_meant(parse, at) or speaker.is_owner(parse, at) for at in sentence):
        return True, "speaker"
    named = any(
        kind == "PERSON" and first in sentence and not set(range(first, end)) & set(words)
        for first, end, kind in parse.names
    )
    if named and speaker.writes:
        return True, "named person"
    if speaker.writes and has_implied_speaker(parse, sentence):
        return True, "implied speaker"
    return False, "no person"
