"""Row values: finds the values of a row's columns in the row's texts.

A value stands again under the rules of propagation (`detect.propagation.occurrences`), a name also
turned round and by its parts (`detect.propagation.name_parts`), a day also in another written
form. The value is known, not guessed, so that what is found carries the score 1.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from textveil.detect.propagation.name_parts import parts_in
from textveil.detect.propagation.occurrences import Values
from textveil.detect.propagation.spellings import spellings_of_names
from textveil.lexicon.dates.date_forms import forms
from textveil.lexicon.dates.written_dates import parse
from textveil.lexicon.people.identifying_forms import is_house
from textveil.lexicon.people.person_names import read_names
from textveil.lexicon.style.sentences import crosses_sentence
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Explanation, Span, Spans
from textveil.values.view import View

__all__ = ["SOURCE", "corpus_values", "row_values"]

SOURCE: Final = "textveil.columns.v1"

_EXPLANATION: Final = Explanation("columns.known-value", (("stands-in-a-column", 1.0),))
Day = tuple[int, int, int]


def row_values(document: Document, cells: Spans, *, language: str = ENGLISH) -> Spans:
    """Return every place outside the cells where a cell value occurs.

    Parameters
    ----------
    document
        The texts of a row, and its cells.
    cells
        The values in it, each with the label of its column.
    language
        Language of the row.
    """
    text = document.text
    values = Values.of(
        (cell.label, writing)
        for cell in cells
        for writing in _writings(cell.label, document.covered_by(cell), language)
    )
    places = [
        *(place for place in values.occurrences(text, language) if _is_one(text, *place, language)),
        *_parts(document, cells, language),
        *_dates(text, _days(document, cells, language), language),
    ]
    known = {(start, end, label) for start, end, label in places}
    return Spans(Span(*place, 1.0, SOURCE, _EXPLANATION) for place in known).subtract(cells)


def _is_one(text: str, start: int, end: int, label: str, language: str) -> bool:
    """Tell whether letters are a value: a name is not written over the end of a sentence."""
    named = family_of(label) == "NAME"
    return not named or not crosses_sentence(text, start, end, language=language)


def corpus_values(document: Document, cells: Spans, *, language: str = ENGLISH) -> Values:
    """Return the values of cells that must not occur anywhere in the corpus.

    These are names in full and houses; other values that identify by their form are learnt from
    the spans.
    """
    pairs = [(cell.label, document.covered_by(cell)) for cell in cells]
    places = [pair for pair in pairs if is_house(*pair, language=language)]
    names = (
        (label, spelt)
        for label, value in pairs
        if family_of(label) == "NAME"
        for spelt in spellings_of_names(_written(value), sure=True, language=language)
    )
    return Values.of(names, named=True) | Values.of(places)


def _written(name: str) -> str:
    """Return a name of a column with capitals: there small letters say nothing."""
    return name.title() if name.islower() else name


def _writings(label: str, value: str, language: str) -> list[str]:
    """Return the ways to write a value: a full name also in other orders, and shorter."""
    if family_of(label) != "NAME":
        return [value]
    ways = list(spellings_of_names(_written(value), language=language))
    # A single word is looked for as parts are, which everyday words in small letters are not.
    return [value, *ways] if ways or not read_names(value, language=language) else []


def _parts(document: Document, cells: Spans, language: str) -> Iterator[tuple[int, int, str]]:
    """Yield where parts of the names stand."""
    names = [(c.label, document.covered_by(c)) for c in cells if family_of(c.label) == "NAME"]
    return parts_in(document.text, names, sure=True, language=language)


def _days(document: Document, cells: Spans, language: str) -> dict[Day, str]:
    return {
        day: cell.label
        for cell in cells
        if family_of(cell.label) == "DATE"
        for day in _read(document.covered_by(cell), language)
    }


def _read(text: str, language: str) -> Iterator[Day]:
    """Yield the day that a date names; two where its numbers can be read in two orders."""
    for day_first in (False, True):
        date = parse(text, day_first, language=language)
        if date is None or date.impossible or len(date.moments) != 1:
            continue
        [moment] = date.moments
        if moment.year is not None and moment.month and moment.day:
            yield moment.year, moment.month, moment.day


def _dates(text: str, days: dict[Day, str], language: str) -> Iterator[tuple[int, int, str]]:
    view = fold(text) if days else View.identity("")
    for match in _date_like(language).finditer(view.text):
        same = [days[day] for day in _read(match[1], language) if day in days]
        if same:
            yield *view.locate(*match.span(1)), same[0]


@cache
def _date_like(language: str) -> re.Pattern[str]:
    """Return an expression for days with a year, in every form of the table.

    It is tried at every place anew: a number before a date must not keep it from being seen.
    """
    named = (f for f in forms(language).values() if f.precision == "day" and not f.pair)
    finders = "|".join(f.finder for f in named if {"Y", "y"} & set(f.reader.groupindex))
    return re.compile(rf"(?<!\w)(?=({finders})(?!\w))")
