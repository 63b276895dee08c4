"""Whether mentions and whole entities are hidden: the Text Anonymization Benchmark's measures.

A person is found again through a single mention that was left readable, so an entity counts as
hidden only if all its mentions are (Pilán et al. 2022). Labels do not matter here: a
name hidden as a city is hidden.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from textveil.evaluate.detection.document_words import Interval
from textveil.values.span import Span

__all__ = [
    "DIRECT",
    "QUASI",
    "Cover",
    "content_of",
    "entity_of",
    "identifier_of",
    "needs_masking",
]

DIRECT: Final = "DIRECT"
"""Identifies a person alone: a full name, a number of a file."""

QUASI: Final = "QUASI"
"""Identifies a person together with others: a date, a place, a profession."""

_WORD = re.compile(r"\w+")
_SOLID = re.compile(r"\S+")

# Titles and function words: left readable they tell nothing, and annotators differ on whether they
# belong to a mention.
_LIGHT: Final = frozenset(
    (
        # titles
        *("dr", "miss", "mr", "mrs", "ms", "mx", "sir"),
        # articles, demonstratives, conjunctions, the possessive
        *("a", "an", "and", "as", "or", "s", "that", "the", "this"),
        # prepositions
        *("about", "after", "around", "at", "before", "between", "by", "during", "for", "from"),
        *("in", "into", "of", "on", "over", "since", "till", "to", "until", "with"),
        # "number"
        *("no", "nr"),
    )
)


def needs_masking(span: Span) -> bool:
    """Tell whether a gold span is to be hidden.

    It is, unless its annotator said otherwise: by an attribute `must_mask` that is false, or, where
    there is none, by an `identifier_type` of NO_MASK.

    Examples
    --------
    >>> from textveil.values.metadata import Metadata
    >>> needs_masking(Span(0, 3, "DEM", attributes=Metadata({"identifier_type": "NO_MASK"})))
    False
    """
    must = span.attributes.get("must_mask")
    if must is not None:
        return bool(must)
    return span.attributes.get("identifier_type") != "NO_MASK"


def entity_of(span: Span) -> tuple[str, str] | None:
    """Return the key of a span's entity in its document (annotator and id), or None.

    The id is the span's entity, or an attribute `entity_id`.
    """
    entity = span.entity_key or span.attributes.get("entity_id")
    return (span.source, str(entity)) if entity else None


def identifier_of(span: Span) -> str:
    """Return DIRECT if the attribute `identifier_type` says so, else QUASI."""
    return DIRECT if span.attributes.get("identifier_type") == DIRECT else QUASI


class Cover:
    """The parts of a text that predicted spans hide.

    Parameters
    ----------
    text
        The text.
    hidden
        Disjoint intervals that do not touch, in order: `Spans.covered()`.

    Examples
    --------
    >>> cover = Cover("by Mr Ruiz", [(6, 10)])
    >>> cover.hides(3, 10), cover.hides_content(3, 10)
    (False, True)
    """

    __slots__ = ("_hidden", "_starts", "_text")

    def __init__(self, text: str, hidden: Sequence[Interval]) -> None:
        self._text = text
        self._hidden = hidden
        self._starts = [start for start, _ in hidden]

    def hides(self, start: int, end: int) -> bool:
        """Tell whether every character that is not white space is hidden."""
        return self._holds(match.span() for match in _SOLID.finditer(self._text, start, end))

    def hides_content(self, start: int, end: int) -> bool:
        """Tell whether all words except titles and function words are hidden.

        Where nothing else stands there, the rule of `hides` applies.
        """
        words = content_of(self._text, start, end)
        return self._holds(words) if words else self.hides(start, end)

    def touches(self, start: int, end: int) -> bool:
        """Tell whether a character between the two is hidden."""
        at = bisect_right(self._starts, end - 1) - 1
        return at >= 0 and self._hidden[at][1] > start

    def _holds(self, intervals: Iterable[Interval]) -> bool:
        for start, end in intervals:
            at = bisect_right(self._starts, start) - 1
            if at < 0 or self._hidden[at][1] < end:
                return False
        return True


def content_of(text: str, start: int, end: int) -> list[Interval]:
    """Return the places of the words between two offsets, without titles and function words."""
    words = _WORD.finditer(text, start, end)
    return [word.span() for word in words if word.group().lower() not in _LIGHT]
