"""Versions: one message for many friends, each at the level of a group, each another one.

The choice is made here: covers and synonyms come from `transform`, scores from `evaluate`. What the
verifier `audience` refutes is made anew with the passage at a higher level, at last left out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import prod
from typing import Any, Final

from textveil.errors import InputError, RefutedError
from textveil.evaluate.text.information_loss import information_loss
from textveil.evaluate.text.naturalness import GAMMA
from textveil.lexicon.relations.ngrams import NgramCounts, shipped_ngrams
from textveil.pipeline.messages.drawing import DrawnVersions, EarlierVersions, apart
from textveil.pipeline.messages.levels import Group, are_nested, in_turn, spread
from textveil.pipeline.messages.repeated import with_repeats
from textveil.pipeline.messages.slots import (
    WordingSlot,
    cover_slots,
    natural_levels,
    release_fre,
    synonym_slots,
)
from textveil.transform.messages.covers import ladder_of
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.messages.composition import Composition, GroupTold, MessageVersion
from textveil.values.messages.ladder import Ladder
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.messages.parse import Parse
from textveil.values.verdict import Verdict
from textveil.verify.messages.audience import Audience

__all__ = ["VersionSettings", "verdict_of", "versions_of"]

_ROUNDS: Final = 6


@dataclass(frozen=True, slots=True)
class VersionSettings:
    """How versions are made.

    Attributes
    ----------
    at
        The moment at which the message is written.
    key
        Decides which versions are used and by whom; drawn at random without one.
    gamma
        Fre from which on a replacement counts as natural.
    order
        `nested` or `paper`.
    share
        Whether friends of a group may share a version where there are too few.
    own
        Ladders of the user.
    counts
        Counts of n-grams; None for those that ship.
    phrases
        Further time phrases with their rules.
    """

    at: datetime
    key: Secret | None = None
    gamma: float = GAMMA
    order: str = "nested"
    share: bool = False
    own: Mapping[str, Sequence[str]] = field(default_factory=dict)
    counts: NgramCounts | None = None
    phrases: Sequence[tuple[str, str]] = ()


def versions_of(
    document: Document,
    parse: Parse,
    passages: Sequence[MessagePassage],
    groups: Sequence[Group],
    settings: VersionSettings,
    standing: EarlierVersions | None = None,
) -> Composition:
    """Return a version for each friend, and one for each group without friends.

    Raises
    ------
    InputError
        If a group has more friends than versions are possible, and they may not share.
    RefutedError
        If the verifier still refutes a version after its passages were left out.
    """
    _check_groups(groups)
    private = with_repeats(parse, [one for one in passages if one.private])
    before = standing or EarlierVersions()
    if any(len(levels) != len(private) for levels in before.levels.values()):
        raise InputError(
            "other passages of this message were private when it was composed before",
            where=document.id,
            hint="compose it again with the profile and the moment of then",
        )
    barred: list[set[int]] = [set() for _ in private]
    work = _Work(document, parse, private, groups, settings, before)
    for _ in range(_ROUNDS):
        made = work.made(barred)
        wrong = made.verdict.witnesses
        if settings.order == "paper":
            wrong = tuple(one for one in wrong if one.redraw)
        if made.verdict.holds or (settings.order == "paper" and not wrong):
            return made
        for witness in wrong:
            if witness.count is not None and 0 <= witness.count < len(private):
                barred[witness.count] |= {levels[witness.count] for levels in made.levels} - {0}
    raise RefutedError(
        "no versions were found that tell each group only what it may know",
        where=document.id,
        hint="change the passage by hand, or leave a group out",
    )


def _check_groups(groups: Sequence[Group]) -> None:
    seen: dict[str, str] = {}
    for group in groups:
        for friend in group.friends:
            if friend in seen:
                raise InputError(
                    "a friend stands in two groups",
                    where=f"{seen[friend]} and {group.name}",
                    hint="keep each friend in one group",
                )
            seen[friend] = group.name


@dataclass(frozen=True, slots=True)
class _Work:
    """One attempt after the other at the same message."""

    document: Document
    parse: Parse
    private: tuple[MessagePassage, ...]
    groups: Sequence[Group]
    settings: VersionSettings
    standing: EarlierVersions

    def made(self, barred: Sequence[set[int]]) -> Composition:
        """Return versions whose levels are none of those that are barred."""
        said = self.settings
        gamma, count = said.gamma, self._counts().of
        ladders = [
            ladder_of(self.parse, one, said.at, said.own, said.phrases) for one in self.private
        ]
        natural = natural_levels(self.parse, self.private, ladders, barred, count, gamma)
        levels = self._levels(ladders, natural)
        # Where nothing is private, all read the message as it is.
        others = synonym_slots(self.parse, self.private, count, gamma) if self.private else []
        covers = [
            cover_slots(self.parse, self.private, ladders, own, count, gamma) for own in levels
        ]
        drawn = DrawnVersions(self.document, self.groups, self.settings, self.standing)
        words, told, draws = drawn.words([[*own, *others] for own in covers])
        versions = []
        for group, own, given in zip(self.groups, levels, words, strict=True):
            loss = sum(map(information_loss, ladders, own))
            versions += [
                MessageVersion(name, group.name, one, loss, release_fre(one, count), letters)
                for name, one, letters in given
            ]
        if self.settings.order == "paper" and not are_nested(levels):
            told.append("levels are not nested: friends who compare can learn more than each knows")
        possible = sum(
            prod(len(slot.choices) for slot in (*own, *others))
            for own in dict(zip(levels, covers, strict=True)).values()
        )
        return Composition(
            tuple(versions),
            tuple(
                GroupTold(group.name, own, tuple(slot.choices for slot in slots))
                for group, own, slots in zip(self.groups, levels, covers, strict=True)
            ),
            tuple(place_of(one) for one in self.private),
            tuple(slot.choices for slot in others),
            possible,
            apart([one.release for one in versions], self._places(others)),
            verdict_of(self.document, self.private, self.groups, self.settings, versions, levels),
            tuple(told),
            tuple(draws),
        )

    def _places(self, others: Sequence[WordingSlot]) -> list[tuple[int, int]]:
        """Return where each slot stands: private passages, then what can be written otherwise."""
        edits = [next(one for one in slot.choices if one is not None) for slot in others]
        return [*map(place_of, self.private), *((edit.start, edit.end) for edit in edits)]

    def _counts(self) -> NgramCounts:
        return self.settings.counts or shipped_ngrams()

    def _levels(
        self, ladders: Sequence[Ladder], natural: Sequence[Sequence[int]]
    ) -> tuple[tuple[int, ...], ...]:
        if self.settings.order == "paper":
            heights, gamma = [ladder.top for ladder in ladders], self.settings.gamma
            return in_turn(self.groups, heights, self._scored(ladders, natural), gamma)
        levels = spread(self.groups, natural, self.standing.levels)
        return tuple(self._with_names(one, natural) for one in levels)

    def _with_names(
        self, levels: tuple[int, ...], natural: Sequence[Sequence[int]]
    ) -> tuple[int, ...]:
        """Return levels that hide a name wherever a hidden value stands inside it."""
        values = [
            self.document.text[one.span.start : one.span.end].casefold() for one in self.private
        ]
        hidden = [value for value, level in zip(values, levels, strict=True) if level]
        return tuple(
            kept[1] if not level and any(one in value for one in hidden) else level
            for value, level, kept in zip(values, levels, natural, strict=True)
        )

    def _scored(self, ladders: Sequence[Ladder], natural: Sequence[Sequence[int]]) -> Any:
        gamma = self.settings.gamma

        def scored(levels: tuple[int, ...]) -> tuple[float, float]:
            fine = all(level in kept for level, kept in zip(levels, natural, strict=True))
            return sum(map(information_loss, ladders, levels)), gamma + (1.0 if fine else -1.0)

        return scored


def verdict_of(
    document: Document,
    private: Sequence[MessagePassage],
    groups: Sequence[Group],
    settings: VersionSettings,
    versions: Sequence[MessageVersion],
    levels: tuple[tuple[int, ...], ...],
) -> Verdict:
    """Return the verdict of `audience` on versions.

    Parameters
    ----------
    document
        The message.
    private
        Its private passages, repeats included.
    groups
        In order of trust.
    settings
        How versions are made.
    versions
        Those of all groups.
    levels
        Of each group the level of each passage.
    """
    ranks = {group.name: at for at, group in enumerate(groups)}
    verifier = Audience(
        tuple(private),
        tuple(ranks[version.group] for version in versions),
        levels,
        settings.at,
        settings.own,
        tuple(at for at, group in enumerate(groups) if group.is_public),
        tuple(settings.phrases),
    )
    return verifier.verify([Case(document, version.release) for version in versions])
