"""Composing: a message is checked, and every friend gets a version that says what she may know."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from textveil.detect.messages.reading import read_message
from textveil.detect.messages.temporal import moment_of
from textveil.errors import LanguageError, UsageError
from textveil.evaluate.text.naturalness import GAMMA
from textveil.formats.sources import Source
from textveil.lexicon.relations.ngrams import NgramCounts
from textveil.lexicon.relations.page_index import DEFAULT_INDEX
from textveil.lexicon.tables.languages import ENGLISH
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.pipeline.messages.friends import groups_from, read_groups
from textveil.pipeline.messages.levels import ORDERS, Group
from textveil.pipeline.messages.over_time import EarlierMessages
from textveil.pipeline.messages.own_ladders import require_rising
from textveil.pipeline.messages.records import keep, records_of, standing_of
from textveil.pipeline.messages.repeated import private_passages
from textveil.pipeline.messages.versions import VersionSettings, versions_of
from textveil.pipeline.python.arguments import (
    KeyLike,
    VaultLike,
    given_key,
    opened,
    require_vault,
)
from textveil.pipeline.python.frames import SeriesCells, TableRules
from textveil.pipeline.python.given import Texts, shape_of, streamed
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.keys.secret import Secret
from textveil.values.messages.composition import Composition
from textveil.values.messages.message import CheckedMessage
from textveil.values.messages.parse import Parse
from textveil.values.messages.profile import PersonProfile

__all__ = ["ComposedMessage", "Composer", "compose", "written_parse"]

GroupsLike = str | Path | Mapping[str, Any] | Sequence[Group]
"""A file of groups, a mapping from names to friends, or groups."""


@dataclass(frozen=True, slots=True, repr=False)
class ComposedMessage:
    """A message with what was found in it, and its versions.

    Attributes
    ----------
    checked
        What `compose_check` says of it.
    made
        The versions.

    Examples
    --------
    >>> composed = compose("It rains.", {"family": ["Ann", "Bo"]})
    >>> composed, [version.text for version in composed.made.versions]
    (ComposedMessage(id='text', 2 versions), ['It rains.', 'It rains.'])
    """

    checked: CheckedMessage
    made: Composition

    def __repr__(self) -> str:
        return (
            f"ComposedMessage(id={self.checked.message.id!r}, {len(self.made.versions)} versions)"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the row of `compose check` with the versions."""
        return self.checked.to_json() | self.made.to_json()


@dataclass(frozen=True)
class Composer:
    """Composes messages one by one.

    Attributes
    ----------
    groups
        Who gets versions, in order of trust.
    checks
        How messages are checked.
    key
        Decides which versions are used and by whom; drawn at random without one.
    store
        The vault that keeps who got what; None keeps nothing.
    order
        `nested` or `paper`.
    share
        Whether friends of a group may share a version where there are too few.
    own
        Ladders of the user.
    gamma
        Fre from which on a replacement counts as natural.
    counts
        Counts of n-grams; None for those that ship.
    phrases
        Further time phrases with their rules.
    """

    groups: Sequence[Group]
    checks: CheckSettings = field(default_factory=CheckSettings)
    key: Secret | None = None
    store: SealedStore | None = None
    order: str = "nested"
    share: bool = False
    own: Mapping[str, Sequence[str]] = field(default_factory=dict)
    gamma: float = GAMMA
    counts: NgramCounts | None = None
    phrases: Sequence[tuple[str, str]] = ()

    def compose(self, message: Document) -> ComposedMessage:
        """Return a message with its versions, which are kept in the vault if there is one.

        Raises
        ------
        LanguageError
            If the message is not in English: nothing is known of what is private in it.
        InputError
            If there are more friends than versions.
        RefutedError
            If no versions were found that hide what they must.
        """
        before = None if self.store is None else standing_of(self.store, message)
        at = self._at if before is None else before.at
        checked = self._checker(at).check(message)
        if checked.language != ENGLISH:
            raise LanguageError(
                f"versions are made of English messages, and this one is in `{checked.language}`",
                where=message.id,
                hint="leave it out",
            )
        settings = VersionSettings(
            at, self.key, self.gamma, self.order, self.share, self.own, self.counts, self.phrases
        )
        parse = written_parse(message.text)
        standing = None if before is None else before.earlier()
        made = versions_of(message, parse, checked.passages, self.groups, settings, standing)
        if checked.private and not made.private:
            made = withheld(message, made, self.groups)
        if self.store is not None and made.private:
            private = private_passages(parse, checked.passages)
            told = self._earlier.warnings(message, at, private, made, self.phrases)
            made = replace(made, warnings=(*made.warnings, *told))
            keep(self.store, message, at, private, self.groups, made)
            self._earlier.add(standing_of(self.store, message))
        return ComposedMessage(checked, made)

    @cached_property
    def _earlier(self) -> EarlierMessages:
        return EarlierMessages() if self.store is None else EarlierMessages(records_of(self.store))

    @cached_property
    def _at(self) -> datetime:
        # One moment for all messages of a run.
        return moment_of(self.checks.at)

    @cached_property
    def _checkers(self) -> dict[datetime, Checker]:
        return {}

    def _checker(self, at: datetime) -> Checker:
        """Return what checks messages that were written at a moment."""
        if at not in self._checkers:
            self._checkers[at] = Checker(replace(self.checks, at=at.isoformat()))
        return self._checkers[at]


def withheld(message: Document, made: Composition, groups: Sequence[Group]) -> Composition:
    """Return a private message without private passages: the first group alone reads it.

    Nothing in it can be made vaguer, so every other group gets an empty version.
    """
    first = groups[0].name
    gone = Release.of(message, [Edit(0, len(message.text), "", "SENSITIVE")])
    versions = [
        one if one.group == first else replace(one, release=gone, loss=1.0) for one in made.versions
    ]
    told = (
        "the message is private as a whole, and no passage of it can be made vaguer: "
        f"{first} reads it as it is written, the versions of all others are empty"
    )
    return replace(made, versions=tuple(versions), warnings=(*made.warnings, told))


def written_parse(text: str) -> Parse:
    """Return the grammar of a message as its detectors see it, with the offsets of the message.

    Examples
    --------
    >>> found = written_parse("I g0 home 2morrow")
    >>> [(found.text_of(at), word.lemma) for at, word in enumerate(found.words)][1]
    ('g0', 'go')
    """
    reading = read_message(text)
    words = tuple(
        replace(word, start=start, end=end)
        for word in reading.parse.words
        for start, end in [reading.back(word.start, word.end)]
    )
    return replace(reading.parse, text=text, words=words)


def given_groups(friends: GroupsLike) -> tuple[Group, ...]:
    """Return groups as they are given in Python."""
    if isinstance(friends, str | Path):
        return read_groups(Path(friends))
    if isinstance(friends, Mapping):
        return groups_from(friends, "friends")
    groups = tuple(one for one in friends if isinstance(one, Group))
    if groups:
        return groups
    raise UsageError(
        "friends are a mapping from groups to names, in order of trust, or a file of it",
        where="friends",
        hint='for example friends={"family": ["Ana"], "public": []}',
    )


def compose(
    text: object,
    friends: GroupsLike,
    profile: Mapping[str, str | Sequence[str]] | None = None,
    *,
    key: KeyLike | None = None,
    vault: VaultLike | None = None,
    at: str = "",
    index: str = DEFAULT_INDEX,
    people: int | None = None,
    subject: str = "",
    order: str = "nested",
    share: bool = False,
    ladders: Mapping[str, Sequence[str]] | None = None,
    columns: Mapping[str, str] | None = None,
) -> Any:
    """Give every friend a version of a message that says what she may know.

    Parameters
    ----------
    text
        As for `compose_check`, and results have the same shape.
    friends
        Groups in order of trust: a mapping from names to friends, or the path of a YAML file.
    profile
        As for `compose_check`.
    key
        Text, bytes or a `Secret`: decides which versions are used, and by whom. Drawn at random
        without one.
    vault
        The path of a vault, which is made if there is none, or an open one; it keeps who got what.
    at
        The moment at which the messages are written, as for `compose_check`.
    index
        As for `compose_check`.
    people
        As for `compose_check`.
    subject
        As for `compose_check`.
    order
        `nested`, or `paper` for combinations one after the other by their loss.
    share
        Whether friends of a group may share a version where there are too few.
    ladders
        Covers of your own: passages with lists of covers, from fine to coarse.
    columns
        As for `compose_check`.

    Returns
    -------
    ComposedMessage, a list, a generator or a Series
        As the text was given.

    Raises
    ------
    UsageError
        If an argument is wrong; the message shows a right call.
    InputError
        If there are more friends than versions, or a friend stands in two groups.
    RefutedError
        If no versions were found that hide what they must.

    Examples
    --------
    >>> friends = {"family": ["Ann"], "public": []}
    >>> made = compose("I live in Seattle, and I love it.", friends).made
    >>> [(one.group, "Seattle" in one.text) for one in made.versions]
    [('family', True), ('public', False)]
    """
    if order not in ORDERS:
        raise UsageError("the order is nested or paper", where="order")
    if profile is not None:
        PersonProfile.of(profile)
    own = {name: tuple(covers) for name, covers in (ladders or {}).items()}
    require_rising(own, "ladders")
    secret = given_key(key)
    require_vault(vault, secret)
    made = Composer(
        given_groups(friends),
        CheckSettings(dict(profile or {}), index, at=at, people=people, subject=subject),
        secret,
        order=order,
        share=share,
        own=own,
    )
    moment_of(at)
    rules = TableRules(dict(columns or {}), given=bool(columns))
    # Frames and streams are read inside, because a vault that is given by path is closed after.
    if isinstance(text, Source | Iterator):
        return _streamed(text, made, vault, rules)
    shape = shape_of(text, "compose", rules)
    with opened(vault, secret, "compose", create=True) as (store, chosen):
        carried = partial(_composed, made, store, chosen)
        return _shaped(shape, list(carried(shape.documents)))


def _composed(
    made: Composer, store: Any, key: Secret | None, documents: Any
) -> Iterator[ComposedMessage]:
    yield from map(replace(made, store=store, key=key).compose, documents)


def _streamed(
    text: Any, made: Composer, vault: VaultLike | None, rules: TableRules
) -> Iterator[ComposedMessage]:
    with opened(vault, made.key, "compose", create=True) as (store, key):
        if isinstance(text, Source):
            yield from _composed(made, store, key, text)
            return
        for shape in streamed(text, "compose", rules):
            yield from _composed(made, store, key, shape.documents)


def _shaped(shape: Any, made: list[ComposedMessage]) -> Any:
    """Return the results as the texts were given."""
    if isinstance(shape, Texts):
        return made[0] if shape.single else made
    index = shape.series.index if isinstance(shape, SeriesCells) else shape.frame.index
    return sys.modules["pandas"].Series(made, index=index, dtype=object)
