"""Versions: one message for many friends, each at the level of a group, each another one.

The choice is made here: covers and synonyms come from `transform`, scores from `evaluate`. What the
verifier `audience` refutes is made anew with the passage at a higher level, at last left out.
"""

import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import prod
from random import Random
from typing import Any, Final

import numpy as np

from textveil.errors import InputError, RefutedError
from textveil.evaluate.information_loss import information_loss
from textveil.evaluate.naturalness import GAMMA
from textveil.lexicon.ngrams import NgramCounts, shipped_ngrams
from textveil.pipeline.messages.levels import Group, in_turn, spread
from textveil.pipeline.messages.repeated import with_repeats
from textveil.pipeline.messages.slots import (
    WordingSlot,
    cover_slot,
    release_fre,
    synonym_slots,
    written,
)
from textveil.strings.slot_codes import code_of, smallest_distance
from textveil.transform.covers import ladder_of
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.ladder import Ladder
from textveil.values.message import MessagePassage
from textveil.values.parse import Parse
from textveil.values.secret import Secret
from textveil.values.verdict import Verdict
from textveil.verify.audience import Audience

__all__ = ["Composition", "EarlierVersions", "MessageVersion", "VersionSettings", "versions_of"]

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
    """

    at: datetime
    key: Secret | None = None
    gamma: float = GAMMA
    order: str = "nested"
    share: bool = False
    own: Mapping[str, Sequence[str]] = field(default_factory=dict)
    counts: NgramCounts | None = None


@dataclass(frozen=True, slots=True, repr=False)
class MessageVersion:
    """What one friend, or a group without friends, gets."""

    friend: str | None
    group: str
    release: Release
    loss: float
    fre: float | None

    def __repr__(self) -> str:
        return f"MessageVersion(group={self.group!r}, loss={self.loss:.2f})"

    def to_json(self) -> dict[str, Any]:
        """Return the version as a JSON object."""
        edits = [
            {"start": e.start, "end": e.end, "label": e.label, "replacement": e.replacement}
            for e in self.release.edits
        ]
        return {
            "friend": self.friend,
            "group": self.group,
            "text": self.release.text,
            "loss": round(self.loss, 4),
            "fre": None if self.fre is None else round(self.fre, 2),
            "edits": edits,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Composition:
    """All versions of a message with their levels and verdict.

    Attributes
    ----------
    versions
        In the order of groups and friends.
    levels
        Of each group the level of each private passage.
    possible
        How many versions the groups could have together.
    apart
        The fewest slots in which two versions differ; 0 if friends share one.
    verdict
        That of `audience`.
    warnings
        What the user should know, in words that quote nothing.
    """

    versions: tuple[MessageVersion, ...]
    levels: tuple[tuple[int, ...], ...]
    possible: int
    apart: int
    verdict: Verdict
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Composition({len(self.versions)} versions, apart={self.apart})"

    def to_json(self) -> dict[str, Any]:
        """Return what `compose run` adds to what `compose check` prints."""
        return {
            "versions": [version.to_json() for version in self.versions],
            "possible": self.possible,
            "apart": self.apart,
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True, slots=True)
class EarlierVersions:
    """What was given out before: levels by group, and releases by group and friend."""

    levels: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    releases: Mapping[tuple[str, str], Release] = field(default_factory=dict)


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
    barred: list[set[int]] = [set() for _ in private]
    work = _Work(document, parse, private, groups, settings, before)
    for _ in range(_ROUNDS):
        made = work.made(barred)
        if made.verdict.holds:
            return made
        for witness in made.verdict.witnesses:
            if witness.count is None or not 0 <= witness.count < len(private):
                continue
            used = {levels[witness.count] for levels in made.levels} - {0}
            barred[witness.count] |= used
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
        ladders = [
            ladder_of(self.parse, one, self.settings.at, self.settings.own) for one in self.private
        ]
        levels = self._levels(ladders, barred)
        versions: list[MessageVersion] = []
        possible, places = 0, self._places()
        counted: set[tuple[int, ...]] = set()
        warnings: list[str] = []
        for group, own in zip(self.groups, levels, strict=True):
            slots = self._slots(ladders, own)
            count = prod(len(slot.choices) for slot in slots)
            possible += 0 if own in counted else count
            counted.add(own)
            made, told = self._of_group(group, slots, [v.release for v in versions])
            warnings += told
            loss = sum(map(information_loss, ladders, own))
            count_of = self._counts().of
            versions += [
                MessageVersion(name, group.name, release, loss, release_fre(release, count_of))
                for name, release in made
            ]
        verdict = self._verdict(versions, levels)
        apart = _apart([version.release for version in versions], places)
        return Composition(tuple(versions), levels, possible, apart, verdict, tuple(warnings))

    def _places(self) -> list[tuple[int, int]]:
        """Return where each slot stands: private passages, then what can be written otherwise."""
        private = [one.whole or (one.span.start, one.span.end) for one in self.private]
        count = self._counts().of
        slots = synonym_slots(self.parse, self.private, count, self.settings.gamma)
        edits = [next(one for one in slot.choices if one is not None) for slot in slots]
        return [*private, *((edit.start, edit.end) for edit in edits)]

    def _counts(self) -> NgramCounts:
        return self.settings.counts or shipped_ngrams()

    def _levels(
        self, ladders: Sequence[Ladder], barred: Sequence[set[int]]
    ) -> tuple[tuple[int, ...], ...]:
        gamma, count = self.settings.gamma, self._counts().of
        natural: list[list[int]] = []
        for passage, ladder, out in zip(self.private, ladders, barred, strict=True):
            kept = [0]
            for level in range(1, ladder.top + 1):
                _, is_natural = cover_slot(self.parse, passage, ladder.rungs[level], count, gamma)
                if is_natural and level not in out:
                    kept.append(level)
            # A private passage must not stay for want of a natural cover.
            kept += [ladder.top] if len(kept) == 1 else []
            natural.append(kept)
        if self.settings.order == "paper":
            heights = [ladder.top for ladder in ladders]
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

    def _slots(self, ladders: Sequence[Ladder], levels: Sequence[int]) -> list[WordingSlot]:
        gamma, count = self.settings.gamma, self._counts().of
        slots = []
        for passage, ladder, level in zip(self.private, ladders, levels, strict=True):
            if level:
                slots.append(cover_slot(self.parse, passage, ladder.rungs[level], count, gamma)[0])
            else:
                slots.append(WordingSlot((None,)))
        return slots + synonym_slots(self.parse, self.private, count, gamma)

    def _of_group(
        self, group: Group, slots: list[WordingSlot], others: list[Release]
    ) -> tuple[list[tuple[str | None, Release]], list[str]]:
        """Return the versions of a group, far from those of all others, and warnings."""
        names: list[str | None] = list(group.friends) or [None]
        kept = self.standing.releases
        known = {n: kept[group.name, n or ""] for n in names if (group.name, n or "") in kept}
        wanted = [name for name in names if name not in known]
        if not self.private and not known:
            # Nothing is private: the message goes to all as it is.
            plain = Release.of(self.document)
            return [(name, plain) for name in names], []
        before = [*others, *known.values()]
        standing = [tuple(slot.letter_of(one) for slot in slots) for one in before]
        sizes = [len(slot.choices) for slot in slots]
        rng = self._rng(group.name)
        plain_word = (0,) * len(sizes)
        if not group.friends and all(_differ(plain_word, one) > 1 for one in standing):
            found = [plain_word] if wanted else []
        else:
            found, _ = code_of(sizes, len(wanted), rng, standing=standing)
        told: list[str] = []
        if len(found) < len(wanted):
            if not self.settings.share or not (found or known):
                raise InputError(
                    f"{len(wanted)} friends need versions, and {len(found)} are possible",
                    where=group.name,
                    hint="make the group smaller, write a longer message, or use --share",
                )
            told = [f"friends of the group {group.name} share versions: too few are possible"]
            found = [found[at % len(found)] for at in range(len(wanted))] if found else []
        new = [written(self.document, slots, word) for word in found] or [*known.values()]
        by_name = known | {n: new[at % len(new)] for at, n in enumerate(wanted)}
        return [(name, by_name[name]) for name in names], told

    def _rng(self, group: str) -> Random:
        key = self.settings.key
        if key is None:
            return Random(secrets.randbits(256))  # noqa: S311 - seeded by the system
        said = f"{group}\0{self.document.text}".encode("utf-8", "surrogatepass")
        return Random(hmac.digest(key.derive("versions"), said, "sha256"))  # noqa: S311 - keyed

    def _verdict(
        self, versions: Sequence[MessageVersion], levels: tuple[tuple[int, ...], ...]
    ) -> Verdict:
        ranks = {group.name: at for at, group in enumerate(self.groups)}
        verifier = Audience(
            tuple(self.private),
            tuple(ranks[version.group] for version in versions),
            levels,
            self.settings.at,
            self.settings.own,
        )
        found = verifier.verify([Case(self.document, version.release) for version in versions])
        if self.settings.order == "paper" and not found.holds:
            # Table 4.3 is not nested, and whoever asks for it is told so.
            kept = [one for one in found.witnesses if "trusted more" not in one.reason]
            kept = [one for one in kept if "not nested" not in one.reason]
            return replace(Verdict.of(found.claim, found.checked, kept), reason="order paper")
        return found


def _differ(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _apart(releases: Sequence[Release], places: Sequence[tuple[int, int]]) -> int:
    """Return the fewest places in which two versions differ; 0 if there is one version."""
    if len(releases) < 2 or not places:
        return 0
    numbers: dict[str, int] = {}
    words = np.zeros((len(releases), len(places)), dtype=np.int64)
    for row, release in enumerate(releases):
        for edit in release.edits:
            for column, (start, end) in enumerate(places):
                if edit.start < end and start < edit.end:
                    words[row, column] = numbers.setdefault(edit.replacement, len(numbers) + 1)
    return smallest_distance(words)
