"""Lines of probabilities, one document each: `{"id": …, "words": [{"O": 0.9, "NAME": 0.1}, …]}`."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from textveil.errors import InvalidValueError
from textveil.formats.inputs import Source
from textveil.formats.json.json_record import Record, records_of_lines
from textveil.formats.reading import Reading
from textveil.learn.project.questions import calibrate, score_with
from textveil.models.calibration import Calibration
from textveil.values.contracts import Strategy
from textveil.values.figures.chances import DocumentChances

__all__ = ["read_chances", "scores_of"]

_NOTHING: Final = "O"


def read_chances(source: Source) -> Iterator[DocumentChances]:
    """Yield the documents of a file of lines; a label that a word does not name has 0.

    Raises
    ------
    FormatError
        If a line is no such object, or the probabilities of a word do not add up to 1.
    """
    reading = Reading(source)
    for record in records_of_lines(source, "utf-8", reading):
        name = record.identifier("id")
        if name is None:
            raise record.wrong("has no 'id'")
        # Ids are checked where those of all documents are.
        reading.document(record.line, name, "")
        words = record.records("words", "word")
        if words is None:
            raise record.wrong("has no 'words'")
        yield _document(name, words, record)
    reading.finish()


def scores_of(
    source: Source, strategy: Strategy, calibration: Calibration | None = None
) -> Iterator[tuple[str, float]]:
    """Yield id and score of each document of a file of lines, in their order."""
    for document in read_chances(source):
        known = document if calibration is None else calibrate(document, calibration)
        yield document.id, score_with(strategy, known)


def _document(name: str, words: list[Record], record: Record) -> DocumentChances:
    rows = [_row(word) for word in words]
    labels = tuple(sorted({label for row in rows for label in row} - {_NOTHING}))
    columns = (_NOTHING, *labels)
    chances = np.array([[row.get(label, 0.0) for label in columns] for row in rows], np.float64)
    try:
        return DocumentChances(name, labels, chances.reshape(len(rows), len(columns)))
    except InvalidValueError as error:
        raise record.wrong(f"is not possible: {error.what}") from None


def _row(word: Record) -> dict[str, float]:
    row = {}
    for label, value in word.rest().items():
        if not _is_share(value):
            raise word.wrong("has a probability that is no number from 0 to 1")
        row[label] = float(value)
    return row


def _is_share(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0.0 <= value <= 1.0
