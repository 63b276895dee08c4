"""Published documents, with what the owner knows of them where that is at hand: the record."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from textveil.certify.document.certificate import id_of, read_release
from textveil.certify.document.certificate_shape import TEXT
from textveil.certify.document.layout import RECORD, ReleaseFolder
from textveil.certify.document.record import Row, read_record
from textveil.errors import InputError
from textveil.formats.columns import Columns, released_text
from textveil.formats.sources import Source
from textveil.values.document import Document

__all__ = ["PublishedDocument", "PublishedPassage", "PublishedRelease"]


@dataclass(frozen=True, slots=True)
class PublishedPassage:
    """A passage that a release found, where it stands in the published text.

    Attributes
    ----------
    start, end
        Half-open offsets in the published text.
    label
        What kind of passage it was.
    changed
        Whether something else stands there now.
    """

    start: int
    end: int
    label: str
    changed: bool


@dataclass(frozen=True, slots=True, repr=False)
class PublishedDocument:
    """A document as it was published.

    Attributes
    ----------
    document
        Text and fields that readers get.
    passages
        What was found in its text; nothing without the record.
    replaced
        How many passages were replaced, those in its columns too; none without the record.
    """

    document: Document
    passages: tuple[PublishedPassage, ...]
    replaced: int


@dataclass(frozen=True, slots=True)
class PublishedRelease:
    """A release on disk, with the record if it is at hand; iterating reads its documents.

    Attributes
    ----------
    place, certificate
        Where it stands, and its certificate.
    released, columns
        Its texts, and what became of its columns.
    """

    place: ReleaseFolder
    certificate: dict[str, Any]
    released: Source
    columns: Columns

    @classmethod
    def at(cls, folder: Path) -> "PublishedRelease":
        """Open a release, or the part of it that is published.

        Raises
        ------
        InputError
            If it is none, or not one of texts in which passages were replaced.
        """
        place, certificate = read_release(folder)
        if certificate["method"] != TEXT:
            raise InputError(
                "this is for releases of texts with replaced passages",
                where=str(folder),
                hint="`textveil verify` and `textveil attack` check it",
            )
        described = certificate["source"]
        path = place.texts / described["name"]
        released = Source.released(path, described["format"], described["options"])
        columns = Columns.of(certificate["policy"].get("columns", {}), released)
        return cls(place, certificate, released, columns)

    @property
    def id(self) -> str:
        """The release id, recomputed."""
        return id_of(self.certificate)

    @property
    def recorded(self) -> bool:
        """Whether the record is at hand, which says where something was replaced."""
        return self.place.has(RECORD)

    def __iter__(self) -> Iterator[PublishedDocument]:
        if not self.recorded:
            yield from (PublishedDocument(document, (), 0) for document in self.released)
            return
        for row, document in zip_longest(read_record(self.place.record), self.released):
            if row is None or document is None or row.id != document.id:
                raise InputError(
                    "the record and the published documents do not agree",
                    where=str(self.place.publish),
                    hint="`textveil verify` says what is wrong with the release",
                )
            yield self._document(row, document)

    def _document(self, row: Row, document: Document) -> PublishedDocument:
        whole = row.release(self.columns.whole(document).text)
        in_text = released_text(whole, len(document.text))
        passages = (
            PublishedPassage(
                start, min(end, len(document.text)), edit.label, at not in row.unchanged
            )
            for at, (edit, start, end) in enumerate(in_text.placed())
        )
        replaced = len(row.edits) - len(row.unchanged)
        return PublishedDocument(document, tuple(passages), replaced)
