"""The genre corpus: texts of many genres and voices, with what must go and what must stay.

One JSON object a line: `id`, `text`, `language`, `genre`, `writer` (an invented voice), `split`
(train, dev or test), `spans` (what identifies, our labels) and `keep` (what must stay, by kind).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from textveil.formats.json.json_record import Record, records_of_lines
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.label import LABELS
from textveil.values.span import Span, Spans

__all__ = ["KEPT_KINDS", "GenreText", "read_genre_corpus"]

KEPT_KINDS: Final = ("drug", "dose", "value", "eponym", "device", "money", "common", "other")
"""Kinds of things that must stay in a text."""
_SPLITS: Final = ("train", "dev", "test")


@dataclass(frozen=True, slots=True)
class GenreText:
    """One text.

    Attributes
    ----------
    document
        The text with what identifies in it.
    keep
        What must stay; the labels are kinds.
    genre, writer, split
        What it is, whose invented voice it has, and which part of the corpus it belongs to.
    """

    document: Document
    keep: Spans
    genre: str
    writer: str
    split: str


def read_genre_corpus(path: Path) -> Iterator[GenreText]:
    """Yield the texts of a file, and check that its parts share no genre, writer or text.

    Raises
    ------
    FormatError
        If a mark overlaps another, reaches outside its text or has an unknown label or kind; if a
        genre or writer is in two parts, or a text stands twice. The message names file and line.
    """
    reading = Reading(path)
    parts: dict[tuple[str, str], str] = {}
    seen: set[str] = set()
    for record in records_of_lines(path, "utf-8", reading):
        made = _text(record, reading)
        for what, name in (("genre", made.genre), ("writer", made.writer)):
            if parts.setdefault((what, name), made.split) != made.split:
                raise record.wrong(f"has a {what} that is also in another part")
        if made.document.text in seen:
            raise record.wrong("has a text that stands in the file already")
        seen.add(made.document.text)
        yield made


def _text(record: Record, reading: Reading) -> GenreText:
    split = record.string("split")
    if split not in _SPLITS:
        raise record.wrong("belongs to no part", f"parts: {', '.join(_SPLITS)}")
    spans = _marks(record, "spans", reading, tuple(LABELS))
    keep = _marks(record, "keep", reading, KEPT_KINDS)
    if overlap := _overlapping([*spans, *keep]):
        raise record.wrong("has marks that overlap", f"the second begins at {overlap.start}")
    text = record.string("text")
    outside = [one for one in (*spans, *keep) if one.end > len(text)]
    if outside:
        raise record.wrong("has a mark that reaches outside its text", str(outside[0].start))
    document_id = record.string("id")
    genre, writer = record.string("genre"), record.string("writer")
    document = reading.document(
        record.line, document_id, text, spans=Spans(spans), metadata=record.rest()
    )
    return GenreText(document, Spans(keep), genre, writer, split)


def _marks(record: Record, name: str, reading: Reading, known: tuple[str, ...]) -> list[Span]:
    found = []
    for mark in record.records(name, "mark") or ():
        start, end, label = mark.offset("start"), mark.offset("end"), mark.string("label")
        if label not in known:
            raise _unknown(mark, known)
        found.append(reading.span(record.line, start, end, label))
    return found


def _unknown(mark: Record, known: tuple[str, ...]) -> Exception:
    return mark.wrong("has a label that is not known", f"known: {', '.join(known)}")


def _overlapping(spans: list[Span]) -> Span | None:
    ordered = sorted(spans, key=lambda span: (span.start, span.end))
    return next((after for one, after in pairwise(ordered) if after.start < one.end), None)
