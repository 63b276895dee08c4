"""Numbering: passages of one person or thing get one number."""

from collections.abc import Iterable

from textveil.lexicon.tables.folding import fold, squeeze_text
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Span

__all__ = ["Numbering", "Numbers", "canonical"]

_PUNCTUATED = frozenset({"EMAIL", "IP", "URL"})
"""Labels whose values differ if their punctuation does: `a.b@c` is not `ab@c`."""


def canonical(label: str, value: str) -> str:
    """Return a form that is equal for all ways to write a value.

    Examples
    --------
    >>> canonical("PHONE", "(617) 555-0134") == canonical("PHONE", "617.555.0134")
    True
    """
    if label in _PUNCTUATED:
        return fold(value).text.casefold()
    return squeeze_text(value) or value


Numbers = dict[str, dict[tuple[str, str], int]]
"""By family of labels: the number of each entity in its scope."""


class Numbering:
    """Numbers the entities of one document from 1 on, in order of first occurrence.

    An entity is what the span names, where mentions were linked, or the value as a reader compares
    it; labels of one family share their entities.

    Parameters
    ----------
    document
        Where the entities stand.
    numbers
        The numbers of a family so far, which other documents gave; new entities are added.
    scope
        Within what an entity is one and the same.
    """

    def __init__(self, document: Document, numbers: Numbers | None = None, scope: str = "") -> None:
        self._document = document
        self._scope = scope
        self._all: dict[tuple[str, str], int] = {}
        self._of_family: Numbers = {} if numbers is None else numbers
        self._labels: dict[tuple[str, str], str] = {}

    def number(self, span: Span) -> int:
        """Return the number of the entity among all of the document."""
        return self._all.setdefault(self._entity(span), len(self._all) + 1)

    def in_family(self, span: Span) -> int:
        """Return the number of the entity among those of its family of labels."""
        family, entity = self._entity(span)
        known = self._of_family.setdefault(family, {})
        return known.setdefault((self._scope, entity), len(known) + 1)

    def learn(self, spans: Iterable[Span]) -> None:
        """Learn the labels of entities, so that each is shown under one label."""
        for span in spans:
            entity = self._entity(span)
            known = self._labels.setdefault(entity, span.label)
            if known == family_of(known):
                # What says more than its family: a NAME that is also found as PATIENT is one.
                self._labels[entity] = span.label

    def label(self, span: Span) -> str:
        """Return the label under which the entity is shown."""
        return self._labels.get(self._entity(span), span.label)

    def _entity(self, span: Span) -> tuple[str, str]:
        if span.entity is not None:
            # The prefix keeps names of entities and values apart.
            return family_of(span.label), f"entity:{span.entity_key}"
        value = canonical(span.label, self._document.covered_by(span))
        return family_of(span.label), f"value:{value}"
