"""Revising: another cover, another wording or a free edit in one version, judged anew (5.2.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textveil.errors import InvalidValueError
from textveil.evaluate.text.information_loss import information_loss
from textveil.lexicon.relations.ngrams import shipped_ngrams
from textveil.pipeline.messages.levels import Group
from textveil.pipeline.messages.repeated import with_repeats
from textveil.pipeline.messages.slots import cover_slot, release_fre
from textveil.pipeline.messages.versions import VersionSettings, verdict_of
from textveil.transform.messages.covers import ladder_of
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.messages.composition import Composition, MessageVersion, Wordings
from textveil.values.messages.ladder import Ladder
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.messages.parse import Parse

__all__ = ["Revision"]


@dataclass(frozen=True, slots=True, repr=False)
class Revision:
    """A message whose versions somebody revises; each change gives a new composition.

    What is changed is not refused: the verdict says whether it may be given out.

    Attributes
    ----------
    document
        The message.
    parse
        Its grammar, with its own offsets.
    passages
        What was found in it.
    groups
        Who gets versions.
    settings
        How versions are made.
    made
        The versions as they stand.
    """

    document: Document
    parse: Parse
    passages: Sequence[MessagePassage]
    groups: Sequence[Group]
    settings: VersionSettings
    made: Composition

    def __repr__(self) -> str:
        return f"Revision({self.made!r})"

    @property
    def private(self) -> tuple[MessagePassage, ...]:
        """The private passages, repeats included."""
        return with_repeats(self.parse, [one for one in self.passages if one.private])

    def ladder(self, passage: int) -> Ladder:
        """Return the ladder of a private passage, by its number."""
        said = self.settings
        return ladder_of(self.parse, self._passage(passage), said.at, said.own, said.phrases)

    def covers(self, passage: int, level: int) -> Wordings:
        """Return the covers of a private passage on a level; level 0 is what was written."""
        rungs = self.ladder(passage).rungs
        if not 0 <= level < len(rungs):
            raise InvalidValueError(f"the levels of this passage are 0 to {len(rungs) - 1}")
        if not level:
            return (None,)
        count = (self.settings.counts or shipped_ngrams()).of
        one, gamma = self._passage(passage), self.settings.gamma
        return cover_slot(self.parse, one, rungs[level], count, gamma, self.private)[0].choices

    def with_cover(self, version: int, passage: int, level: int, form: int = 0) -> Composition:
        """Return the versions, with another cover of a private passage in one of them."""
        start, end = place_of(self._passage(passage))
        return self._changed(version, start, end, self.covers(passage, level)[form])

    def with_wording(self, version: int, slot: int, letter: int) -> Composition:
        """Return the versions, with another wording of a slot outside private passages."""
        wordings = self.made.others[slot]
        places = [(one.start, one.end) for one in wordings if one is not None]
        return self._changed(version, *places[0], wordings[letter])

    def with_edit(self, version: int, start: int, end: int, text: str) -> Composition:
        """Return the versions, with a text of the user in place of `[start, end)`."""
        return self._changed(version, start, end, Edit(start, end, text, "WORD"))

    def _passage(self, number: int) -> MessagePassage:
        private = self.private
        if not 0 <= number < len(private):
            raise InvalidValueError(f"this message has {len(private)} private passages")
        return private[number]

    def _changed(self, number: int, start: int, end: int, edit: Edit | None) -> Composition:
        old = self.made.versions[number]
        kept = [one for one in old.release.edits if one.end <= start or end <= one.start]
        if edit is not None:
            kept = [one for one in kept if one.end <= edit.start or edit.end <= one.start]
        release = Release.of(self.document, [*kept, *([edit] if edit else [])])
        count = (self.settings.counts or shipped_ngrams()).of
        new = MessageVersion(
            old.friend, old.group, release, self._loss(release), release_fre(release, count)
        )
        versions = (*self.made.versions[:number], new, *self.made.versions[number + 1 :])
        said = (self.document, self.private, self.groups, self.settings)
        verdict = verdict_of(*said, versions, self.made.levels)
        return replace(self.made, versions=versions, verdict=verdict)

    def _loss(self, release: Release) -> float:
        """Return the loss of a version by the levels that it shows; an unknown cover counts 1."""
        total = 0.0
        for at, passage in enumerate(self.private):
            start, end = place_of(passage)
            ladder = self.ladder(at)
            shown = [one for one in release.edits if one.start < end and start < one.end]
            levels = [
                level
                for level in range(len(ladder.rungs))
                if (set(self.covers(at, level)) & set(shown) if shown else level == 0)
            ]
            total += information_loss(ladder, levels[0]) if levels else 1.0
        return total
