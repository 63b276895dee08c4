"""Sequences as those who check them read them: records and letters, by code of their own.

Formats turn files into documents; everything that happens to a text from there on is here, from the
rules of the method's page.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import FormatError
from textveil.formats.sequences.fastq import QUALITIES
from textveil.formats.sources import Source
from textveil.formats.tables.event_times import Clock, UnreadTimeError
from textveil.formats.tables.events import EventTable
from textveil.formats.tables.parquet import Parquet
from textveil.formats.tables.text_table import Csv
from textveil.values.document import Document
from textveil.values.sequence import Alphabet
from textveil.values.sequences import Sequences
from textveil.values.terms.format_abilities import PlainTexts
from textveil.verify.sequences.events import Events
from textveil.verify.sequences.nucleotides import every_letter, is_nucleic

__all__ = ["Records", "TimedTables", "letters_of", "read_given"]


@dataclass(frozen=True, slots=True, repr=False)
class Records:
    """Documents, as far as sequences need them.

    Attributes
    ----------
    ids
        Of the records.
    texts
        Their letters, as they are written.
    beside
        What else each has: subject, language and metadata, without qualities.
    qualities
        A sign for each letter, of records that have them.
    whole
        Whether this is one text that is a whole file; its id is then the name of the file, which
        says nothing about the text.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    beside: tuple[tuple[Any, ...], ...] = ()
    qualities: tuple[str, ...] = ()
    whole: bool = False

    @classmethod
    def of(
        cls, documents: Iterable[Document], settings: SequenceSettings, source: Source
    ) -> "Records":
        """Take the documents of a source apart."""
        ids, texts, beside, qualities = [], [], [], []
        for document in documents:
            ids.append(document.id)
            texts.append(document.text)
            more: Mapping[str, Any] = document.metadata
            if settings.has_qualities:
                qualities.append(str(more.get(QUALITIES, "")))
                more = {name: value for name, value in more.items() if name != QUALITIES}
            beside.append((document.subject, document.language, more))
        whole = source.format.folder and source.path.is_file()
        return cls(tuple(ids), tuple(texts), tuple(beside), tuple(qualities), whole)

    @classmethod
    def numbered(cls, texts: Sequence[str]) -> "Records":
        """Return texts whose ids are their numbers."""
        return cls(tuple(map(str, range(1, len(texts) + 1))), tuple(texts))


def read_given(source: Source, settings: SequenceSettings) -> Records | EventTable:
    """Read an input or a released file, as its settings say.

    Raises
    ------
    FormatError
        If it is no such file.
    """
    form = source.format
    if settings.events is not None:
        if not isinstance(form, Csv | Parquet):
            raise FormatError("this is no table", where=str(source.path))
        return EventTable.read(source.path, form, settings.events)
    if isinstance(form, PlainTexts):
        return Records.numbered([text for batch in form.read_texts(source.path) for text in batch])
    return Records.of(source, settings, source)


def letters_of(records: Records, settings: SequenceSettings) -> tuple[Sequences, bool]:
    """Return records as letters, and whether these are the letters of DNA or RNA.

    Of DNA and RNA the four bases, and what pairs with any letter, belong to the alphabet.
    """
    if settings.unit == "token":
        return _tokens(records), False
    texts = records.texts
    if settings.format == "text":
        texts = tuple(_without_end(text) for text in texts)
    points = _points("".join(texts))
    if settings.biological:
        small = (points >= ord("a")) & (points <= ord("z"))
        points = np.where(small, points - np.uint8(32), points)
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    counts = _counts(points)
    symbols: Sequence[str] = [chr(point) for point in sorted(counts)]
    nucleic = settings.biological and is_nucleic({chr(p): n for p, n in counts.items()})
    if nucleic:
        symbols = every_letter(symbols)
    names = np.zeros(max((ord(symbol) for symbol in symbols), default=0) + 1, np.int32)
    names[[ord(symbol) for symbol in symbols]] = np.arange(len(symbols))
    buffer = names[points].tobytes()
    return Sequences(records.ids, buffer, ends.tobytes(), Alphabet(tuple(symbols))), nucleic


def _counts(points: NDArray[Any]) -> dict[int, int]:
    """Return how often each code point occurs."""
    times = np.bincount(points) if points.size else np.zeros(0, np.int64)
    return {int(point): int(times[point]) for point in np.flatnonzero(times)}


def _points(text: str) -> NDArray[Any]:
    """Return the code points of a text."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.dtype("<u4"))


def _without_end(text: str) -> str:
    """Return a text without the line end at its end."""
    for end in ("\r\n", "\n"):
        if text.endswith(end):
            return text[: -len(end)]
    return text


def _tokens(records: Records) -> Sequences:
    split = [text.split() for text in records.texts]
    alphabet = Alphabet.of(token for tokens in split for token in tokens)
    index = alphabet.index
    codes = np.fromiter((index[token] for tokens in split for token in tokens), np.int32)
    ends = np.cumsum([len(tokens) for tokens in split], dtype=np.int64)
    return Sequences(records.ids, codes.tobytes(), ends.tobytes(), alphabet)


@dataclass(frozen=True, slots=True, repr=False)
class TimedTables:
    """Event tables on one clock.

    Attributes
    ----------
    tables
        The input, if it is at hand, and the release.
    unit
        The smallest distance of two times that the column can write.
    persons
        Everybody in the first table, in the order of their first rows.
    """

    tables: tuple[Events, ...]
    unit: int
    persons: tuple[str, ...]

    @classmethod
    def of(cls, *read: EventTable) -> "TimedTables | None":
        """Put tables on one clock; None if one column does not hold the times of all."""
        columns = read[0].columns
        try:
            clock = Clock.of([cell for table in read for cell in table.when], columns.form)
            first = Clock.of(read[0].when, columns.form)
        except UnreadTimeError:
            return None
        named = (columns.who, columns.when, columns.what, *columns.kept)
        tables, begin = [], 0
        for table in read:
            ticks = clock.ticks[begin : begin + len(table.when)]
            begin += len(table.when)
            cells = {name: table.cells(name) for name in named}
            tables.append(Events(table.who, ticks, table.what, table.header, cells))
        # Numbers with more digits behind the point on one side have finer ticks on both.
        finer = 10 ** (clock.places[-1] - first.places[-1]) if clock.number else 1
        return cls(tuple(tables), first.unit * finer, tuple(dict.fromkeys(read[0].who)))
