"""Allowing: what a policy allows stays in the text, also inside a longer passage.

Three things win over an allowed word: a denied word, a value of a declared column, and a verifier
that refutes the release. Screens look at the text after allowed words were set free: what too few
people share is withheld, whatever its words are.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final, NamedTuple

from textveil.detect.lists.listed import DENIED, SOURCE, allowed_places
from textveil.lexicon.tables.terms import forms_of_address
from textveil.pipeline.release.search.detection import tells
from textveil.pipeline.release.search.row_values import SOURCE as COLUMNS
from textveil.values.document import Document
from textveil.values.label import RARE, TOKEN, identifies_alone
from textveil.values.span import Span, Spans
from textveil.values.terms.word_lists import NO_LISTS, WordLists

__all__ = ["Allowance"]

Place = tuple[int, int]
_NOTHING: Final = Spans()


@dataclass(frozen=True, slots=True)
class Allowance:
    """Cuts allowed words out of passages.

    Examples
    --------
    >>> allowance = Allowance(WordLists.of(allow=["Foley"]))
    >>> note = Document("1", "Dr. Ana Foley placed a Foley.")
    >>> allowance.cut(note, Spans([Span(0, 13, "NAME"), Span(23, 28, "NAME")]))
    Spans(NAME[0,7))
    """

    lists: WordLists = NO_LISTS

    def cut(self, document: Document, found: Spans, declared: Spans = _NOTHING) -> Spans:
        """Return the passages without allowed words.

        Parameters
        ----------
        document
            Where they stand.
        found
            The passages; those of denied words, of columns and of tokens stay whole.
        declared
            Further places with a value of a declared column.
        """
        free = self._free(document, found, declared)
        if not free:
            return found
        return Spans(piece for span in found for piece in self._pieces(document, span, free))

    def learnable(self, document: Document, found: Spans) -> Spans:
        """Return the passages of which something would be changed.

        A passage of allowed words alone says nothing that must be looked for elsewhere.
        """
        free = self._free(document, found, _NOTHING)
        if not free:
            return found
        return found.where(lambda span: any(True for _ in self._pieces(document, span, free)))

    def _free(self, document: Document, found: Spans, declared: Spans) -> "_Free | None":
        """Return where allowed words stand and nothing else wins over them; None if nowhere."""
        if not self.lists.allow or not found:
            return None
        held = found.where(_stays_whole)
        entries = allowed_places(self.lists, document.text).subtract(held | declared)
        return _Free(entries.covered(), entries) if entries else None

    def _pieces(self, document: Document, span: Span, free: "_Free") -> Iterator[Span]:
        """Yield what is left of a passage; at cuts, without marks and forms of address."""
        windows = [
            place
            for place in _within(span, free.places)
            if _counts(document.text, span, place, free)
        ]
        if not windows:
            yield span
            return
        edges = [span.start, *(edge for place in windows for edge in place), span.end]
        for low, high in zip(edges[::2], edges[1::2], strict=True):
            start, end = low, high
            while start < end and low != span.start and not document.text[start].isalnum():
                start += 1
            while start < end and high != span.end and not document.text[end - 1].isalnum():
                end -= 1
            if tells(document.text[start:end], forms_of_address(document.language)):
                yield replace(span, start=start, end=end)


class _Free(NamedTuple):
    """Where allowed words stand: together, and entry by entry."""

    places: tuple[Place, ...]
    entries: Spans

    def in_one(self, span: Span) -> bool:
        """Tell whether one entry covers a passage; two that overlap allow no number."""
        return any(one.start <= span.start and span.end <= one.end for one in self.entries)


def _stays_whole(span: Span) -> bool:
    denied = span.source == SOURCE and span.explanation == DENIED
    return denied or span.source == COLUMNS or span.label == TOKEN


def _within(span: Span, free: tuple[Place, ...]) -> Iterator[Place]:
    """Yield the parts of places that lie inside a passage."""
    first = max(0, bisect_right(free, span.start, key=itemgetter(0)) - 1)
    for at in range(first, len(free)):
        start, end = max(free[at][0], span.start), min(free[at][1], span.end)
        if free[at][0] >= span.end:
            return
        if start < end:
            yield start, end


def _counts(text: str, span: Span, place: Place, free: _Free) -> bool:
    """Tell whether an allowed word is a word here.

    It is not inside an e-mail address or a number, nor where a screen withheld the passage.
    """
    start, end = place
    if span.label == RARE:
        return False
    if not identifies_alone(span.label) or free.in_one(span):
        return True
    if place == (span.start, span.end):
        return False
    apart = (start == span.start or text[start - 1].isspace()) and (
        end == span.end or text[end].isspace()
    )
    return apart and any(map(str.isalpha, text[start:end]))
