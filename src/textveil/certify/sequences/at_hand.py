"""Everything that is at hand about sanitized sequences, read when it is first needed.

What makes a release is not imported. Letters are read anew, and so are patterns; which windows had
to be hidden is found anew.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from textveil.certify.sequences.kept import DECOYS, MAP, PATTERNS, Decoys, KeptSequences
from textveil.certify.sequences.kept import read_patterns as patterns_in
from textveil.certify.sequences.reading import Records, TimedTables, letters_of
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import FormatError
from textveil.formats.sequences.fasta import DESCRIPTION, LENGTHS
from textveil.formats.tables.events import EventTable
from textveil.values.keys.draw import Draw
from textveil.values.sequences import Sequences
from textveil.values.verdict import Witness
from textveil.verify.sequences.coordinates import Kept, kept_letters
from textveil.verify.sequences.events import EventPairs
from textveil.verify.sequences.hidden import Codes, PatternReader, paired_codes, spelled
from textveil.verify.sequences.made_places import with_places
from textveil.verify.sequences.nucleotides import four_bases
from textveil.verify.sequences.substitution import Substitutions
from textveil.verify.sequences.windows import Sides

__all__ = ["AtHand", "Given", "NotGivenError"]

Given = Records | EventTable
"""An input or a release, as formats read it."""

_OTHER_KIND = "the input and the release are not of one kind"


class NotGivenError(Exception):
    """Something is not at hand; it says what."""


@dataclass(repr=False)
class AtHand:
    """Everything that is at hand.

    Attributes
    ----------
    settings
        What was promised.
    before, after
        The input, if it is at hand, and the release.
    kept
        The private files, if they are at hand.
    draw
        By the key or the nonce, if one is at hand.
    reference
        Other sequences that say what is implausible, if they are at hand.
    """

    settings: SequenceSettings
    before: Given | None
    after: Given
    kept: KeptSequences | None
    draw: Draw | None
    reference: Given | None

    @cached_property
    def tables(self) -> TimedTables | None:
        """Input and release of an event table on one clock."""
        if isinstance(self.before, EventTable) and isinstance(self.after, EventTable):
            return TimedTables.of(self.before, self.after)
        return None

    @cached_property
    def _sides(self) -> tuple[Sequences | None, Sequences, bool]:
        """Input and release as letters, and whether the input is DNA or RNA."""
        if isinstance(self.after, EventTable):
            both = self.tables
            if both is not None:
                old, new = (one.sequences(both.persons) for one in both.tables)
                return old, new, False
            alone = TimedTables.of(self.after)
            if alone is None:
                raise FormatError("the times of the release cannot be read")
            return None, alone.tables[0].sequences(alone.persons), False
        if not isinstance(self.before, Records):
            return None, letters_of(self.after, self.settings)[0], self.settings.nucleic
        before, nucleic = letters_of(self.before, self.settings)
        shown = self.after
        if shown.whole and self.before.whole:
            shown = replace(shown, ids=before.ids)
        return before, letters_of(shown, self.settings)[0], nucleic

    @property
    def source(self) -> Sequences:
        """The letters of the input."""
        found = self._sides[0]
        if found is None:
            raise FormatError(_OTHER_KIND)
        return found

    @property
    def release(self) -> Sequences:
        """The letters of the release."""
        return self._sides[1]

    @cached_property
    def faults(self) -> list[Witness]:
        """Why input and release do not belong together; empty if they do."""
        return list(self._faults())

    def _faults(self) -> Iterator[Witness]:
        if type(self.before) is not type(self.after):
            yield Witness("", 0, 0, _OTHER_KIND)
            return
        if isinstance(self.before, Records) and isinstance(self.after, Records):
            yield from _differences(self.before, self.after)
        elif self.tables is None:
            yield Witness("", 0, 0, "the times of the release are written in another way")
            return
        elif set(self.tables.tables[1].who) - set(self.tables.persons):
            yield Witness("", 0, 0, "the release has persons that the input does not have")
        if self.settings.separator in self.source.alphabet:
            yield Witness("", 0, 0, "the input holds the separator")
        if self._sides[2] != self.settings.nucleic:
            yield Witness("", 0, 0, "the certificate is wrong about DNA and RNA")

    @property
    def records(self) -> tuple[Records, Records]:
        """Input and release, if they are records."""
        if not isinstance(self.before, Records) or not isinstance(self.after, Records):
            raise FormatError(_OTHER_KIND)
        return self.before, self.after

    @property
    def count(self) -> int:
        """How many sequences the input has."""
        return 0 if self._sides[0] is None else len(self.source)

    def patterns(self, name: str = PATTERNS) -> list[tuple[str, ...]]:
        """Return the patterns of a private file."""
        rows = None if self.kept is None else self.kept.lines(name)
        if rows is None:
            raise NotGivenError(name)
        settings = self.settings
        known = None if self._sides[0] is None else self.source.alphabet.index.keys()
        fold = settings.wildcard if settings.biological else None
        return patterns_in(rows, settings.unit, known, fold)

    @cached_property
    def decoys(self) -> Decoys:
        """The decoys."""
        found = None if self.kept is None else self.kept.decoys()
        if found is None:
            raise NotGivenError(DECOYS)
        return found

    @cached_property
    def paired(self) -> Codes | None:
        """What pairs with each code of the input, if there are two strands."""
        both = self.settings.strands == "both"
        return paired_codes(self.source.alphabet.symbols) if both else None

    @cached_property
    def hidden(self) -> Codes:
        """All patterns of k letters that had to be hidden, as codes of the input."""
        return self._reader.hidden(self.patterns(), self.settings.k)

    @property
    def _reader(self) -> PatternReader:
        settings = self.settings
        return PatternReader(self.source, settings.nucleic, settings.wildcard, self.paired)

    @cached_property
    def gone(self) -> list[tuple[str, ...]]:
        """All patterns that the release must not have, as letters, decoys too."""
        settings, symbols = self.settings, self.source.alphabet.symbols
        if settings.whole:
            rows = self._reader.whole(self.patterns())
            return [one for some in rows for one in spelled(some, symbols)]
        found = spelled(self.hidden, symbols)
        if settings.decoys > 1:
            found += (one for group in self.decoys.groups for one in group)
        return found

    @property
    def incoming(self) -> Sequence[str]:
        """The letters that may come in."""
        symbols = self.source.alphabet.symbols
        return four_bases(symbols) if self.settings.nucleic else symbols

    @cached_property
    def substitutions(self) -> Substitutions:
        """The changed letters of a release as long as its input."""
        settings = self.settings
        sides = Sides(
            self.source, self.release, self.gone, settings.k, settings.separator, whole=True
        )
        return Substitutions(sides, self.incoming)

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """For each letter of the release, the place in the input whose case and quality it has."""
        if self.settings.in_place and self.release.ends == self.source.ends:
            return np.arange(len(self.release.buffer) // 4)
        return self.kept_letters.origin

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The rows of the coordinate map."""
        found = None if self.kept is None else self.kept.map(self.source.ids)
        if found is None:
            raise NotGivenError(MAP)
        return found

    @cached_property
    def kept_letters(self) -> Kept:
        """Which letters of the release are kept ones."""
        return kept_letters(self.source, self.release, self.rows)

    @cached_property
    def made(self) -> Sequences | None:
        """The input with made places; None if one of them cannot be made."""
        if self.settings.decoys == 1 or self.settings.in_place:
            return self.source
        return with_places(self.source, self.decoys.groups, self.decoys.places)

    @cached_property
    def events(self) -> EventPairs:
        """Both event tables, with what is kept."""
        tables, columns = self.tables, self.settings.events
        if tables is None or columns is None:
            raise FormatError(_OTHER_KIND)
        before, after = tables.tables
        origin = self.kept_letters.origin
        return EventPairs(
            before, after, tables.persons, origin, columns.kept, self.settings.in_place
        )

    def expected(self) -> Sequences | None:
        """Return what says what is implausible; None if it is not at hand."""
        if not self.settings.reference:
            return self.source
        if isinstance(self.reference, Records):
            return letters_of(self.reference, self.settings)[0]
        if isinstance(self.reference, EventTable):
            tables = TimedTables.of(self.reference)
            return None if tables is None else tables.tables[0].sequences(tables.persons)
        return None


def _differences(before: Records, after: Records) -> Iterator[Witness]:
    """Yield what the records of a release have that those of the input have not."""
    if len(before.ids) != len(after.ids):
        yield Witness("", 0, 0, "the release has another number of records", len(after.ids))
        return
    for old, new in zip(before.ids, after.ids, strict=True):
        if old != new and not (before.whole and after.whole):
            yield Witness(new, 0, 0, "another record stands here in the input")
    pairs = zip(before.texts, after.texts, before.beside, after.beside, strict=False)
    for name, (old_text, new_text, old_beside, new_beside) in zip(before.ids, pairs, strict=False):
        due = _true_of(old_beside, len(old_text), len(new_text))
        if due != _true_of(new_beside, 0, 0):
            yield Witness(name, 0, 0, "what stands beside the letters has changed")


def _true_of(beside: tuple[Any, ...], old: int, new: int) -> tuple[Any, ...]:
    """Return what stands beside a record; a length that was true is true of the new letters."""
    *others, more = beside
    told = more.get(DESCRIPTION)
    if old == new or told is None:
        return (*others, dict(more))
    words = ["".join(word) for _, word in groupby(told, lambda x: x.isspace() or x in ";,|")]
    for name in LENGTHS:
        words = [f"{name}{new}" if word == f"{name}{old}" else word for word in words]
    return (*others, {**more, DESCRIPTION: "".join(words)})
