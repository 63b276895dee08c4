"""Edits and releases: what was replaced, and how offsets move between the two texts."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.sequence import Sequence

__all__ = ["Edit", "Release", "SequenceRelease"]


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Edit:
    """Input `[start, end)` becomes `replacement`.

    Ordered by position. `entity` numbers the person or thing behind the passage, so that a reader
    of the edits can follow one entity without seeing a value. `carried` tells that no detector
    found the passage here: its value was found elsewhere.

    Attributes
    ----------
    start, end
        Half-open offsets in the input.
    replacement
        What stands there in the output.
    label
        What kind of passage it was.
    entity
        Number of the person or thing.
    carried
        Whether it was found elsewhere.

    Raises
    ------
    InvalidValueError
        If it starts before 0 or ends before it starts.

    Examples
    --------
    >>> Edit(5, 8, "[NAME]", "NAME")
    Edit(NAME[5,8) -> 6 characters)
    """

    start: int
    end: int
    replacement: str
    label: str
    entity: int = 0
    carried: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise InvalidValueError(
                "an edit must start at 0 or later and not end before it starts",
                where=f"[{self.start}, {self.end})",
            )

    def __repr__(self) -> str:
        return f"Edit({self.label}[{self.start},{self.end}) -> {len(self.replacement)} characters)"


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Release:
    """A document's new text, the edits that made it, and the offset map in both directions.

    Attributes
    ----------
    id
        The document's id.
    text
        The released text.
    edits
        In order, without overlap.
    input_length
        Code points of the input.

    Raises
    ------
    InvalidValueError
        If edits overlap, or do not lead to a text of this length.

    Examples
    --------
    >>> note = Document("n", "Call Ana now")
    >>> release = Release.of(note, [Edit(5, 8, "[NAME]", "NAME")])
    >>> release.text, release.to_output(9), release.to_input(12)
    ('Call [NAME] now', 12, 9)
    """

    id: str
    text: str
    edits: tuple[Edit, ...]
    input_length: int
    # Where each edit starts in the output, and input minus output offset after each edit.
    _starts: tuple[int, ...] = field(init=False, compare=False, hash=False)
    _shifts: tuple[int, ...] = field(init=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        for before, after in pairwise(self.edits):
            if after.start < before.end or after.start == before.start:
                raise InvalidValueError(
                    "edits must be in order and must not overlap",
                    where=f"{self.id} [{after.start}, {after.end})",
                )
        if self.edits and self.edits[-1].end > self.input_length:
            raise InvalidValueError(
                f"an edit ends past the input, which has {self.input_length} code points",
                where=f"{self.id} [{self.edits[-1].start}, {self.edits[-1].end})",
            )
        starts, shifts, shift = [], [], 0
        for edit in self.edits:
            starts.append(edit.start + shift)
            shift += len(edit.replacement) - (edit.end - edit.start)
            shifts.append(shift)
        if len(self.text) != self.input_length + shift:
            raise InvalidValueError("the edits do not lead to a text of this length", where=self.id)
        object.__setattr__(self, "_starts", tuple(starts))
        object.__setattr__(self, "_shifts", tuple(shifts))

    @classmethod
    def of(cls, document: Document, edits: Iterable[Edit] = ()) -> "Release":
        """Apply edits, in any order, to a document."""
        ordered = tuple(sorted(edits))
        pieces, at = [], 0
        for edit in ordered:
            pieces += [document.text[at : edit.start], edit.replacement]
            at = edit.end
        pieces.append(document.text[at:])
        return cls(document.id, "".join(pieces), ordered, len(document.text))

    def __repr__(self) -> str:
        return f"Release(id={self.id!r}, length={len(self.text)}, edits={len(self.edits)})"

    def placed(self) -> Iterator[tuple[Edit, int, int]]:
        """Yield each edit with the half-open output offsets of its replacement."""
        for edit, start in zip(self.edits, self._starts, strict=True):
            yield edit, start, start + len(edit.replacement)

    def kept(self) -> Iterator[tuple[int, int, int]]:
        """Yield `(input start, output start, length)` of each unchanged stretch."""
        source = target = 0
        for edit, _, end in self.placed():
            if edit.start > source:
                yield source, target, edit.start - source
            source, target = edit.end, end
        if source < self.input_length:
            yield source, target, self.input_length - source

    def to_output(self, offset: int) -> int:
        """Map an input offset; inside a replaced passage it maps to the replacement's start."""
        _check_offset(offset, self.input_length)
        at = bisect_right(self.edits, offset, key=lambda edit: edit.start) - 1
        if at < 0:
            return offset
        if offset < self.edits[at].end:
            return self._starts[at]
        return offset + self._shifts[at]

    def to_input(self, offset: int) -> int:
        """Map an output offset; inside a replacement it maps to the replaced passage's start."""
        _check_offset(offset, len(self.text))
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return offset
        if offset < self._starts[at] + len(self.edits[at].replacement):
            return self.edits[at].start
        return offset - self._shifts[at]


@dataclass(frozen=True, slots=True, repr=False)
class SequenceRelease:
    """A sequence whose symbols were dropped, repeated, reordered or invented.

    Sanitized sequences are not made by edits, so each output symbol names its `origin`: the input
    offset it was copied from, or None for a symbol that was inserted.

    Attributes
    ----------
    sequence
        The released sequence.
    origin
        Of each symbol, the offset in the input; None if it was inserted.
    input_length
        Symbols of the input.

    Raises
    ------
    InvalidValueError
        If a symbol has no origin, or one outside the input.

    Examples
    --------
    >>> SequenceRelease(Sequence.of("s1", "ab"), (0, None), 3)
    SequenceRelease(id='s1', length=2, inserted=1)
    """

    sequence: Sequence
    origin: tuple[int | None, ...]
    input_length: int

    def __post_init__(self) -> None:
        if len(self.origin) != len(self.sequence):
            raise InvalidValueError("each output symbol needs an origin", where=self.sequence.id)
        if any(o is not None and not 0 <= o < self.input_length for o in self.origin):
            raise InvalidValueError("an origin lies outside the input", where=self.sequence.id)

    def __repr__(self) -> str:
        inserted = sum(o is None for o in self.origin)
        return (
            f"SequenceRelease(id={self.sequence.id!r}, length={len(self.sequence)}, "
            f"inserted={inserted})"
        )

    def to_input(self, offset: int) -> int | None:
        """Return the input offset that an output symbol was copied from, None if inserted."""
        _check_offset(offset, len(self.origin) - 1)
        return self.origin[offset]

    def to_output(self, offset: int) -> tuple[int, ...]:
        """Return every output offset that shows this input symbol; empty if it was dropped."""
        _check_offset(offset, self.input_length - 1)
        return tuple(at for at, source in enumerate(self.origin) if source == offset)


def _check_offset(offset: int, length: int) -> None:
    if not 0 <= offset <= length:
        raise InvalidValueError(f"an offset lies between 0 and {length}", where=f"{offset}")
