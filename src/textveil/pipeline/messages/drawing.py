"""Drawing: which of the possible versions are used, and by whom.

Both follow from the key, so that nobody who knows program and message can tell the version of a
friend. Versions that stand already are kept, and new ones keep their distance to them.
"""

import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol

import numpy as np

from textveil.errors import InputError
from textveil.pipeline.messages.levels import Group
from textveil.pipeline.messages.slots import WordingSlot, written
from textveil.strings.slot_codes import code_of, smallest_distance
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.keys.sealing import joined
from textveil.values.keys.secret import Secret
from textveil.values.messages.composition import DrawnWords

__all__ = ["DrawnVersions", "EarlierVersions", "apart"]

_SPARE: Final = 256
"""Words that are drawn besides, and given to nobody, if so many are as far apart."""

Word = tuple[int, ...]
Given = tuple[str | None, Release, Word]
"""A friend, the version, and its letters."""


@dataclass(frozen=True, slots=True)
class EarlierVersions:
    """What was given out before: levels by group, and releases by group and friend."""

    levels: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    releases: Mapping[tuple[str, str], Release] = field(default_factory=dict)


class DrawSettings(Protocol):
    """What decides the choice."""

    @property
    def key(self) -> Secret | None:
        """The key; None draws at random."""
        ...

    @property
    def share(self) -> bool:
        """Whether friends of a group may share a version."""
        ...


@dataclass(frozen=True, slots=True)
class DrawnVersions:
    """Draws the versions of one message for all groups."""

    document: Document
    groups: Sequence[Group]
    settings: DrawSettings
    standing: EarlierVersions

    def words(
        self, slots: Sequence[list[WordingSlot]]
    ) -> tuple[list[list[Given]], list[str], list[DrawnWords]]:
        """Return for each group who gets what, warnings, and from which words it was drawn.

        Parameters
        ----------
        slots
            Of each group its slots.

        Raises
        ------
        InputError
            If groups have more friends than versions are possible, and they may not share.
        """
        found: dict[int, list[Given]] = {}
        told: list[str] = []
        short: list[tuple[str, int, int]] = []
        draws: list[DrawnWords] = []
        # All versions that stand keep their distance to the new ones, whatever their group is.
        given = [one for (_, friend), one in self.standing.releases.items() if friend]
        bare = [one for (_, friend), one in self.standing.releases.items() if not friend]
        spared: list[Release] = []
        # Groups without friends come first, and depend on no friend's word: what is published must
        # not tell which words were given out. No friend gets a version that is published.
        for at in sorted(range(len(self.groups)), key=lambda one: bool(self.groups[one].friends)):
            group, own = self.groups[at], slots[at]
            beside = [*given, *spared] if group.friends else []
            made, missing, drawn = self._of_group(group, own, beside, bare)
            draws += [drawn] if drawn.words else []
            nothing = all(not one.text.strip() for _, one, _ in made)
            if nothing:
                told.append(
                    f"nothing of the message is left for the group {group.name}: do not send it"
                )
            elif missing and not group.friends:
                told.append(
                    f"the version of the group {group.name} is somebody else's too: "
                    "too few are possible"
                )
            elif missing and not self.settings.share:
                short.append((group.name, len(group.friends) or 1, len(made) - missing))
            elif missing:
                told.append(
                    f"friends of the group {group.name} share versions: too few are possible"
                )
            (given if group.friends else bare).extend(one for _, one, _ in made)
            # Also words that nobody got: a later group must not tell which of them were given.
            spare = drawn.words[len(drawn.friends) :]
            spared += [written(self.document, own, word) for word in spare]
            found[at] = made
        if short:
            raise _too_few(self.document, short)
        return [found[at] for at in range(len(self.groups))], told, draws

    def _of_group(
        self,
        group: Group,
        slots: list[WordingSlot],
        others: Sequence[Release],
        public: Sequence[Release],
    ) -> tuple[list[Given], int, DrawnWords]:
        """Return the versions of a group, far from all others, and how many friends share one."""
        names: list[str | None] = list(group.friends) or [None]
        kept = self.standing.releases
        known = {n: kept[group.name, n or ""] for n in names if (group.name, n or "") in kept}
        wanted = [name for name in names if name not in known]
        if not slots and not known:
            # Nothing is private: the message goes to all as it is.
            plain: list[Given] = [(name, Release.of(self.document), ()) for name in names]
            return plain, 0, DrawnWords(group.name, (), ())
        before = [_letters(slots, one) for one in others]
        words = self._drawn(group, slots, wanted, before, public)
        drawn = DrawnWords(group.name, tuple(wanted), tuple(words))
        found = words[: len(wanted)]
        missing = len(wanted) - len(found)
        new = [(written(self.document, slots, word), word) for word in found]
        pool = new or [(one, _letters(slots, one)) for one in known.values()]
        if not pool and wanted:
            # All that is possible is in use: it is shared with another group.
            first = (0,) * len(slots)
            pool = [(written(self.document, slots, first), first)]
        by_name: dict[str | None, tuple[Release, Word]] = {
            name: (one, _letters(slots, one)) for name, one in known.items()
        }
        by_name |= {name: pool[at % len(pool)] for at, name in enumerate(wanted)}
        return [(name, *by_name[name]) for name in names], missing, drawn

    def _drawn(
        self,
        group: Group,
        slots: Sequence[WordingSlot],
        wanted: Sequence[str | None],
        before: Sequence[Word],
        public: Sequence[Release],
    ) -> list[Word]:
        """Return words in an order that the key decides: the first are those of the friends.

        Words that nobody gets take part in the order, so that fewer can guess who has which. What
        tracing proves rests on this: all orders are equally likely, whatever the words are.
        """
        plain = (0,) * len(slots)
        if not wanted:
            return []
        if not group.friends:
            # Nobody is told apart by the version of a group without friends: the best one is it.
            return [plain]
        sizes = [len(slot.choices) for slot in slots]
        rng = self._rng(group.name, wanted)
        letters, texts = {_letters(slots, one) for one in public}, {one.text for one in public}

        def allowed(word: Word) -> bool:
            return word not in letters or written(self.document, slots, word).text not in texts

        count = len(wanted)
        found, _ = code_of(sizes, count, rng, allowed, standing=before, spare=_SPARE)
        rng.shuffle(found)
        return found

    def _rng(self, group: str, wanted: Sequence[str | None]) -> Random:
        key = self.settings.key
        if key is None:
            return Random(secrets.randbits(256))  # noqa: S311 - seeded by the system
        # Friends who come later are drawn for anew: their order tells nothing of the earlier one.
        parts = (group, self.document.text, *(name or "" for name in wanted))
        said = joined(*(part.encode("utf-8", "surrogatepass") for part in parts))
        return Random(hmac.digest(key.derive("versions"), said, "sha256"))  # noqa: S311 - keyed


def _too_few(document: Document, short: Sequence[tuple[str, int, int]]) -> InputError:
    rows = [f"{name} needs {many}, and {possible} are possible" for name, many, possible in short]
    return InputError(
        f"there are too few versions: {'; '.join(rows)}",
        where=document.id,
        hint="make these groups smaller, write a longer message, or use --share",
    )


def _letters(slots: Sequence[WordingSlot], release: Release) -> Word:
    return tuple(slot.letter_of(release) for slot in slots)


def apart(releases: Sequence[Release], places: Sequence[tuple[int, int]]) -> int:
    """Return the fewest places in which two versions differ; 0 if there is one version."""
    if len(releases) < 2 or not places:
        return 0
    numbers: dict[Any, int] = {}
    words = np.zeros((len(releases), len(places)), dtype=np.int64)
    for row, release in enumerate(releases):
        for edit in release.edits:
            for column, (start, end) in enumerate(places):
                if edit.start < end and start < edit.end:
                    words[row, column] = numbers.setdefault(edit.replacement, len(numbers) + 1)
    return smallest_distance(words)
