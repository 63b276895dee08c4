"""Checking: whether a message is private, and which of its passages are (paper 5, chapter 3).

Three detectors read the message, and the default policy looks for what identifies a person alone. A
message is private if the classifier says so, or if it has a private place or such a passage.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from textveil.detect.messages.location import Location
from textveil.detect.messages.profile import ProfilePhrases
from textveil.detect.messages.reading import read_message
from textveil.detect.messages.speakers import Speaker
from textveil.detect.messages.telling import telling_features
from textveil.detect.messages.temporal import Temporal, moment_of
from textveil.formats.sources import Source
from textveil.lexicon.relations.page_index import DEFAULT_INDEX
from textveil.lexicon.style.language_of import language_of, short_language_of
from textveil.lexicon.tables.languages import ENGLISH
from textveil.models.privacy import DEFAULT_PRIVACY, PrivacyModel, load_privacy
from textveil.pipeline.python.frames import SeriesCells, TableRules
from textveil.pipeline.python.given import Texts, shape_of, streamed
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.pipeline.release.search.languages import SHORT
from textveil.policy.policy import load_policy
from textveil.values.document import Document
from textveil.values.label import family_of, identifies_alone
from textveil.values.messages.message import CheckedMessage, MessagePassage
from textveil.values.messages.profile import PersonProfile
from textveil.values.span import Explanation, Spans

__all__ = ["CheckSettings", "Checker", "compose_check", "told_language"]

_POLICY: Final = "tag-only"
_PLACES: Final = frozenset({"CITY", "STATE", "COUNTRY", "STREET", "ZIP", "ADDRESS"})
_OTHERS: Final = frozenset({"DATE", "TIME"})
"""Families that detectors of messages find themselves."""


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """How messages are checked.

    Attributes
    ----------
    profile
        Phrases of the person's profile by attribute; lists stand in if it is empty.
    index
        The pages that phrases are counted on: `default`, or the path of an index.
    alpha
        Co above which a phrase is private; by default what was measured for the index.
    at
        The moment at which messages are written, as in `2014-04-04T09:30`; now if it is empty.
    people
        A place where more people live is not private; None for any size.
    subject
        Name of the person that messages are about; empty for who writes them.
    model
        The classifier: `private-en`, or the folder of a model that `compose train` wrote.
    """

    profile: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    index: str = DEFAULT_INDEX
    alpha: float | None = None
    at: str = ""
    people: int | None = None
    subject: str = ""
    model: str = DEFAULT_PRIVACY


@dataclass(frozen=True)
class Checker:
    """Checks messages one by one; its components load once, with the first message.

    Examples
    --------
    >>> checker = Checker(CheckSettings(at="2014-04-04T09:30"))
    >>> checked = checker.check(Document("t3", "I live in Seattle."))
    >>> checked.private, checked.spans
    (True, Spans(CITY[10,17)))
    """

    settings: CheckSettings = CheckSettings()

    def check(self, message: Document) -> CheckedMessage:
        """Return a message with everything that was found in it."""
        language = told_language(message.text)
        if language != ENGLISH:
            return CheckedMessage(message, language, False, 0.0)
        read = replace(message, language=ENGLISH)
        if not message.text.strip():
            return CheckedMessage(message, language, False, 0.0)
        passages = self._passages(read)
        features = self._features(read, passages)
        score = self._model.score(features)
        told = any(one.private and _tells_alone(one) for one in passages)
        private = told or self._model.is_private(features)
        return CheckedMessage(message, language, private, score, passages)

    def features(self, message: Document) -> frozenset[str]:
        """Return what the classifier reads of an English message; `compose train` learns of it."""
        read = replace(message, language=ENGLISH)
        return self._features(read, self._passages(read)) if message.text.strip() else frozenset()

    def _passages(self, read: Document) -> tuple[MessagePassage, ...]:
        general = Detection.settle(read, self._engine.scan(read))
        places = general.where(lambda span: span.label in _PLACES)
        found = (
            *self._location.passages(read, places),
            *self._temporal.passages(read),
            *self._profile.passages(read),
            *_identifying(general),
        )
        return tuple(sorted(found, key=lambda one: one.span))

    def _features(self, read: Document, passages: tuple[MessagePassage, ...]) -> frozenset[str]:
        speaker = Speaker.named(self.settings.subject)
        return telling_features(read_message(read.text), passages, speaker)

    @cached_property
    def _model(self) -> PrivacyModel:
        return load_privacy(self.settings.model)

    @cached_property
    def _engine(self) -> Engine:
        return Engine(load_policy(_POLICY))

    @cached_property
    def _location(self) -> Location:
        return Location(self.settings.subject, self.settings.people)

    @cached_property
    def _temporal(self) -> Temporal:
        # One moment for all messages of a run.
        at = moment_of(self.settings.at).isoformat()
        return Temporal(at, self.settings.subject)

    @cached_property
    def _profile(self) -> ProfilePhrases:
        asked = self.settings
        return ProfilePhrases(asked.profile, asked.index, asked.alpha, asked.subject)


def told_language(text: str) -> str:
    """Return the language of a message; English if it cannot be told."""
    code = short_language_of(text) if len(text) < SHORT else language_of(text)
    return code or ENGLISH


def _identifying(general: Spans) -> Iterator[MessagePassage]:
    """Yield what the default policy found, but for places and times: they are read otherwise."""
    for span in general:
        read_otherwise = span.label in _PLACES or family_of(span.label) in _OTHERS
        if read_otherwise and not identifies_alone(span.label):
            continue
        why = span.explanation or Explanation("policy")
        yield MessagePassage(replace(span, explanation=why), identifies_alone(span.label))


def _tells_alone(passage: MessagePassage) -> bool:
    """Tell whether a private passage makes its message private: a place, or what identifies."""
    return family_of(passage.span.label) == "ADDRESS" or identifies_alone(passage.span.label)


def compose_check(
    text: object,
    profile: Mapping[str, str | Sequence[str]] | None = None,
    *,
    index: str = DEFAULT_INDEX,
    at: str = "",
    people: int | None = None,
    subject: str = "",
    model: str = DEFAULT_PRIVACY,
    columns: Mapping[str, str] | None = None,
) -> Any:
    """Say what messages reveal before they are posted.

    Parameters
    ----------
    text
        A text or a `Document` (gives a `CheckedMessage`), a list of either (gives a list), a Series
        (gives a Series), a DataFrame (gives a Series by the column of texts), the documents of
        `read` or a generator (gives a generator).
    profile
        What the person says of herself: `name`, `hometown`, `education`, `work`, `religion`,
        `politics`, `sports`, `interests`, each a phrase or a list.
    index
        The pages that phrases are counted on: `default`, or the path of an index of your own.
    at
        The moment at which the messages are written, as in `2014-04-04T09:30`; now, unless given.
    people
        Places where more people live are not private.
    subject
        Name of the person that the messages are about; who writes, unless given.
    model
        The classifier: the shipped one, or the folder of one that `compose train` wrote.
    columns
        For a DataFrame: which column has the texts, as in `{"post": "text", "*": "drop"}`.

    Returns
    -------
    CheckedMessage, a list, a generator or a Series
        As the text was given.

    Raises
    ------
    UsageError
        If an argument is wrong; the message shows a right call.
    InvalidValueError
        If the profile, the moment or the number of people is not one.
    ComponentError
        If the extra `messages` is not installed.

    Examples
    --------
    >>> checked = compose_check("I live in Seattle, do you knoww what station it is?")
    >>> checked.private, checked.spans
    (True, Spans(CITY[10,17)))
    """
    settings = CheckSettings(dict(profile or {}), index, None, at, people, subject, model)
    if profile is not None:
        PersonProfile.of(profile)
    checker = Checker(settings)
    moment_of(at)
    Location(people=people)
    rules = TableRules(dict(columns or {}), given=bool(columns))
    if isinstance(text, Source):
        return map(checker.check, text)
    if isinstance(text, Iterator):
        shapes = streamed(text, "compose_check", rules)
        return (checker.check(one) for shape in shapes for one in shape.documents)
    shape = shape_of(text, "compose_check", rules)
    made = [checker.check(document) for document in shape.documents]
    return _shaped(shape, made)


def _shaped(shape: Any, made: list[CheckedMessage]) -> Any:
    """Return the results as the texts were given."""
    if isinstance(shape, Texts):
        return made[0] if shape.single else made
    index = shape.series.index if isinstance(shape, SeriesCells) else shape.frame.index
    return sys.modules["pandas"].Series(made, index=index, dtype=object)
