"""Profile phrases: noun phrases of a message that tell something of a person's profile.

With a profile, a noun phrase is private if it stands together with a phrase of the profile on many
pages of a collection, by Co (paper 5, Equation 3.2), or shares a name with it. Without one, lists
of cities, universities, occupations and faiths stand in, as in section 3.1.2;
`docs/methods/profile-association.md` defines both.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Final

from textveil.detect.messages.place_names import place_label
from textveil.detect.messages.profile_lists import attribute_of
from textveil.detect.messages.reading import MessageReading, read_message
from textveil.detect.messages.sensitive import sensitive_passages
from textveil.detect.messages.speakers import Speaker, speaks_of
from textveil.errors import InvalidValueError
from textveil.lexicon.relations.page_index import DEFAULT_INDEX, open_index
from textveil.lexicon.relations.page_words import words_of
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import AUTO, Document
from textveil.values.messages.message import MessagePassage, private_spans
from textveil.values.messages.profile import NO_PROFILE, PersonProfile
from textveil.values.span import Explanation, Span, Spans

__all__ = ["ALPHA", "DEFAULT_ALPHA", "SOURCE", "ProfilePhrases"]

SOURCE: Final = "textveil.profile.v1"
ALPHA: Final = 0.0169
"""Co above which a phrase is private on an index of articles (paper 5, section 3.1.2)."""
DEFAULT_ALPHA: Final = 0.0015
"""The same on the index that ships, whose pages are short."""
_LABELS: Final = {
    "name": "NAME",
    "education": "ORGANIZATION",
    "work": "PROFESSION",
    "religion": "DEMOGRAPHIC",
    "politics": "DEMOGRAPHIC",
    "sports": "OTHER",
    "interests": "OTHER",
}
_LISTED: Final = 0.6
_LONGEST: Final = 8


@dataclass(frozen=True, slots=True)
class ProfilePhrases:
    """Find noun phrases that tell something of a profile.

    Parameters
    ----------
    profile
        Phrases by attribute; lists of cities, universities, occupations and faiths stand in if it
        is empty.
    index
        The pages on which phrases are counted: `default`, or the path of an index.
    alpha
        Co above which a phrase is private; by default what was measured for the index.
    subject
        Name of the person that the message is about; who writes, unless given.
    language
        Documents of other languages than English are passed over.

    Examples
    --------
    >>> detector = ProfilePhrases(profile={"education": "Harvard"})
    >>> detector.detect(Document("1", "I studied at Harvard University."))
    Spans(ORGANIZATION[13,31))
    """

    reach: ClassVar[int | None] = None

    profile: Mapping[str, str | Sequence[str]] = field(default_factory=dict, hash=False)
    index: str = DEFAULT_INDEX
    alpha: float | None = None
    subject: str = ""
    language: str = field(default=AUTO)

    def __post_init__(self) -> None:
        if self.alpha is not None and not 0.0 <= self.alpha <= 1.0:
            raise InvalidValueError("alpha must lie between 0 and 1", where="profile, option alpha")
        self._profile()

    def _profile(self) -> PersonProfile:
        return PersonProfile.of(self.profile) if self.profile else NO_PROFILE

    def detect(self, document: Document) -> Spans:
        """Return the private phrases."""
        return private_spans(self.passages(document))

    def passages(self, document: Document) -> tuple[MessagePassage, ...]:
        """Return all phrases that a profile or a list knows, private or not."""
        if document.read_in(self.language) != ENGLISH or not document.text.strip():
            return ()
        reading = read_message(document.text)
        profile, speaker = self._profile(), Speaker.named(self.subject)
        found = self._by_profile(reading, profile) if profile else _by_lists(reading, speaker)
        return (*found, *sensitive_passages(reading, speaker, SOURCE))

    def _by_profile(
        self, reading: MessageReading, profile: PersonProfile
    ) -> Iterator[MessagePassage]:
        for first, end in _phrases(reading):
            start, stop = reading.parse.span_of(first, end)
            phrase = reading.parse.text[start:stop]
            scored = [(self._together(own, phrase), name) for name, own in profile.phrases()]
            score, attribute = max(scored)
            if score <= 0.0:
                continue
            label = _label(attribute, phrase)
            why = Explanation("profile.together", ((f"attribute {attribute}", round(score, 4)),))
            span = Span(*reading.back(start, stop), label, min(1.0, score), SOURCE, why)
            yield MessagePassage(span, score > self._least())

    def _least(self) -> float:
        if self.alpha is not None:
            return self.alpha
        return DEFAULT_ALPHA if self.index == DEFAULT_INDEX else ALPHA

    def _together(self, own: str, phrase: str) -> float:
        """Return how much a phrase tells of one of the profile: Co, or 1 if one holds the other."""
        mine, said = words_of(own), words_of(phrase)
        if mine and said and (_contains(said, mine) or _contains(mine, said)):
            return 1.0
        return open_index(self.index).together(own, phrase)


def _contains(longer: list[str], shorter: list[str]) -> bool:
    size = len(shorter)
    return any(longer[at : at + size] == shorter for at in range(len(longer) - size + 1))


def _label(attribute: str, phrase: str) -> str:
    return place_label(phrase) if attribute == "hometown" else _LABELS[attribute]


def _phrases(reading: MessageReading) -> Iterator[tuple[int, int]]:
    """Yield the noun phrases of a message as ranges of words, without articles and owners."""
    for begin, end in reading.parse.noun_phrases:
        first = begin
        while first < end and reading.parse.words[first].tag in ("DT", "PRP$", "PRP", "WP"):
            first += 1
        if first < end <= first + _LONGEST:
            yield first, end


def _by_lists(reading: MessageReading, speaker: Speaker) -> Iterator[MessagePassage]:
    parse = reading.parse
    for first, end in _phrases(reading):
        start, stop = parse.span_of(first, end)
        attribute = _listed(parse.text[start:stop])
        if not attribute:
            continue
        private = speaks_of(parse, first, end, speaker)
        why = Explanation("profile.listed", ((f"attribute {attribute}", 1.0),))
        label = _label(attribute, parse.text[start:stop])
        span = Span(*reading.back(start, stop), label, _LISTED, SOURCE, why)
        yield MessagePassage(span, private)


@lru_cache(maxsize=4096)
def _listed(phrase: str) -> str:
    return attribute_of(phrase)
