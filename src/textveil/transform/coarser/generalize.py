"""Generalize: each passage becomes a coarser value that more people share."""

from dataclasses import dataclass
from typing import Final

from textveil.errors import InvalidValueError, require_known
from textveil.lexicon.dates.date_conventions import conventions
from textveil.lexicon.tables.languages import ENGLISH
from textveil.transform.coarser.coarser_dates import DATE_LEVELS, coarser_date
from textveil.transform.coarser.coarser_numbers import coarser_age, coarser_number
from textveil.transform.coarser.coarser_places import RESTRICTED_ZIPS, coarser_place, coarser_zip
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.runs.cells import fills_cell
from textveil.values.span import Span, Spans

__all__ = ["PLACE_LEVELS", "Generalize"]

PLACE_LEVELS: Final = ("state", "country")

_AROUND: Final = 40


@dataclass(frozen=True, slots=True)
class Generalize:
    """Replace passages by coarser values.

    Parameters
    ----------
    date
        What a date becomes: `month`, `quarter`, `year` or `decade`.
    day_first
        How dates in numbers are read where neither they nor the other dates of the document tell.
    earliest_year
        Years before this one become `before` it, so that a year of birth does not tell an age over
        89; 0 keeps all years.
    age_width, age_top
        Ages become bands of this many years, and one band from `age_top` on.
    place
        What a city becomes: `state` (the country, outside the United States) or `country`. A state
        becomes its country.
    number_width
        Amounts become ranges of this width; 0 keeps one digit.
    restricted_zips
        Three-digit areas that become `000`; None for those of the 2000 Census.
    language
        Language of the texts.

    Examples
    --------
    >>> note = Document("n", "Seen 05/03/2016, age 34, of Boston 02139.")
    >>> spans = Spans([Span(5, 15, "DATE"), Span(21, 23, "AGE"), Span(28, 34, "CITY")])
    >>> Generalize().transform(note, spans).text
    'Seen 2016, age 30-34, of Massachusetts 02139.'

    Notes
    -----
    Guarantee: what replaces a date, an age, a postal code or a number is true of the value it
    replaces, and at least as coarse as asked (verifier `coarseness`); what cannot be read, and
    every other label, becomes a tag. Proof and limits in `docs/methods/generalization.md`.
    """

    date: str = "year"
    day_first: bool | None = None
    earliest_year: int = 0
    age_width: int = 5
    age_top: int = 90
    place: str = "state"
    number_width: int = 0
    restricted_zips: tuple[str, ...] | None = None
    language: str = ENGLISH

    def __post_init__(self) -> None:
        require_known("level for `date`", self.date, DATE_LEVELS)
        require_known("level for `place`", self.place, PLACE_LEVELS)
        if not 1 <= self.age_width <= 50 or not 1 <= self.age_top <= 120:
            raise InvalidValueError(
                "bands of ages are 1 to 50 years wide, and the last begins between 1 and 120"
            )
        if self.number_width < 0:
            raise InvalidValueError("`number_width` is 0 or more", where=f"{self.number_width}")

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span; passages with one replacement and label share an entity number."""
        dates = (document.covered_by(span) for span in spans if span.label == "DATE")
        language = document.read_in(self.language)
        day_first = conventions(dates, self.day_first, language=language).day_first
        numbers: dict[tuple[str, str], int] = {}
        edits = []
        for span in spans:
            written = self._written(document, span, day_first) or f"[{span.label}]"
            entity = numbers.setdefault((span.label, written), len(numbers) + 1)
            edits.append(Edit(span.start, span.end, written, span.label, entity))
        return Release.of(document, edits)

    def _written(self, document: Document, span: Span, day_first: bool | None) -> str | None:
        value = document.covered_by(span)
        after = document.text[span.end : span.end + _AROUND]
        language = document.read_in(self.language)
        match span.label:
            case "DATE":
                return coarser_date(
                    value, self.date, day_first, self.earliest_year, language=language
                )
            case "AGE":
                if self._is_top_cell(document, span):
                    return str(self.age_top)
                return coarser_age(value, self.age_width, self.age_top, after, language=language)
            case "ZIP":
                given = self.restricted_zips
                return coarser_zip(value, RESTRICTED_ZIPS if given is None else frozenset(given))
            case "CITY" | "STATE":
                return coarser_place(value, span.label, self.place, after)
            case "QUANTITY":
                return coarser_number(value, self.number_width)
        return None

    def _is_top_cell(self, document: Document, span: Span) -> bool:
        """Tell whether a cell holds a number alone that is in the last band: it stays a number."""
        value, text = document.covered_by(span), document.text
        if self.age_width != 1 or not value.isdecimal() or int(value) < self.age_top:
            return False
        return fills_cell(text[: span.start], text[span.end :])
