"""Samples: published documents, drawn at random for people to read.

What was replaced is marked as done, so that a reader marks only what was missed. Such a sample
tells fakes from real names, and is as confidential as the folder `keep`. Without the record nothing
is marked: a reader marks whatever may identify somebody, and fakes too.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from heapq import nsmallest
from pathlib import Path
from typing import Any, Final, NamedTuple

from textveil.errors import UsageError
from textveil.formats.outputs import owner_only
from textveil.pipeline.release.folder.workroom import put, workroom
from textveil.pipeline.risk.published import PublishedDocument, PublishedRelease
from textveil.policy.registry import ComponentKind, build
from textveil.values.document import Document
from textveil.values.keys.draw import lot
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

__all__ = [
    "LEFT",
    "MARKS",
    "REPLACED",
    "UNREAD",
    "SampleDraw",
    "Stamp",
    "draw_sample",
    "write_sample",
]

REPLACED: Final = "REPLACED"
"""Marks what stands for something else already."""
LEFT: Final = "LEFT"
"""Marks what was found, and left by the policy."""
UNREAD: Final = "UNREAD"
"""Stands once in every document; who has read it takes it away. It is the only mark without a
record."""
MARKS: Final = frozenset((REPLACED, LEFT, UNREAD))

_NOTICE: Final = (
    "Confidential, as the folder `keep` of the release: marks tell fakes from real names."
)
_OF_READERS: Final = (
    "Drawn from what is published. Confidential once it has marks: they may be on real names."
)
_WORD: Final = re.compile(r"\S+")
_SIGN: Final = "~"
_DIGITS: Final = 16
_STAMP: Final = re.compile(r"(.{0,4096})~([0-9a-f]{16})~([1-9]\d{0,17})-(\d{1,30})", re.DOTALL)


class SampleDraw(NamedTuple):
    """How many documents were drawn, and with which seed."""

    size: int
    seed: int

    def of(self, names: Iterable[str]) -> list[str]:
        """Return the ids that are drawn of all ids of a release, in their random order."""
        return nsmallest(self.size, names, key=lambda name: lot(self.seed, name))


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which document of which draw of which release it is; written as the id of the document.

    The draw says how many documents were drawn, and with which seed: so it can be made again, and
    documents that are missing from a review are known.

    Examples
    --------
    >>> Stamp.read(str(Stamp("n~1", "ab" * 32, SampleDraw(50, 7))))
    Stamp(document='n~1', release='abababababababab', draw=SampleDraw(size=50, seed=7))
    """

    document: str
    release: str
    draw: SampleDraw

    def __str__(self) -> str:
        drawn = f"{self.draw.size}-{self.draw.seed}"
        return _SIGN.join((self.document, self.release[:_DIGITS], drawn))

    @classmethod
    def read(cls, name: str) -> "Stamp":
        """Read the id of a document; one that is no stamp is of no release."""
        found = _STAMP.fullmatch(name)
        if found is None:
            return cls(name, "", SampleDraw(0, 0))
        document, release, count, seed = found.groups()
        return cls(document, release, SampleDraw(int(count), int(seed)))

    def is_of(self, release_id: str) -> bool:
        """Tell whether the document is one of a release."""
        return self.release == release_id[:_DIGITS]


def draw_sample(release: PublishedRelease, count: int, seed: int) -> list[Document]:
    """Return published documents with marks, drawn without replacement, in random order.

    Parameters
    ----------
    release
        What they are drawn from.
    count
        How many.
    seed
        Decides which. Every set of documents is as likely as any other over all seeds.

    Raises
    ------
    UsageError
        If the release has fewer documents.
    """
    draw = SampleDraw(count, seed)
    names = [one.document.id for one in release]
    if len(names) < count:
        raise UsageError(f"the release has only {len(names):,} documents", where=f"-n {count}")
    places = {name: at for at, name in enumerate(draw.of(names))}
    drawn = [one for one in release if one.document.id in places]
    drawn.sort(key=lambda one: places[one.document.id])
    notice = _NOTICE if release.recorded else _OF_READERS
    beside = Metadata({"release": release.id, "notice": notice})
    return [_marked(one, Stamp(one.document.id, release.id, draw), beside) for one in drawn]


def _marked(one: PublishedDocument, stamp: Stamp, beside: Metadata) -> Document:
    text = one.document.text
    marks = [
        Span(p.start, p.end, REPLACED if p.changed else LEFT)
        for p in one.passages
        if p.end > p.start
    ]
    return Document(
        str(stamp),
        text,
        metadata=beside,
        spans=Spans(_with_unread(text, marks)),
    )


def _with_unread(text: str, marks: list[Span]) -> list[Span]:
    """Return the marks and UNREAD at the first word that has none, for formats without overlaps.

    If every word has a mark, the first mark becomes it; what was replaced is known without it.
    """
    at = 0
    for word in _WORD.finditer(text):
        while at < len(marks) and marks[at].end <= word.start():
            at += 1
        if at == len(marks) or marks[at].start >= word.end():
            return [*marks, Span(*word.span(), UNREAD)]
    return [replace(mark, label=UNREAD) if n == 0 else mark for n, mark in enumerate(marks)]


def write_sample(documents: Iterable[Document], target: Path, format_name: str) -> int:
    """Write a sample so that nobody but its owner can ever read it; return how many documents.

    Parameters
    ----------
    documents
        The sample.
    target
        A file, or a folder if the format has one file a document. It must not exist.
    format_name
        Any format that carries annotations.
    """
    made: Any = build(ComponentKind.FORMAT, format_name)
    if not made.carries.spans:
        raise UsageError(
            f"the format {format_name} does not carry annotations", hint="for example --to brat"
        )
    folder = made.folder and not target.suffix
    with owner_only(), workroom(target, folder=folder) as room:
        built = room / target.name
        if folder:
            built.mkdir()
        count: int = made.write((made.carries.fitted(one) for one in documents), built)
        put(built, target)
    return count
