"""Kept annotations: those of a released text, without what tells of somebody.

What annotations say (lemmas, notes, values of attributes, ids) is text: detectors search it, and so
does everything that looks for known values. What they find there is left out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from textveil.formats.annotated.xml_text import namespaces
from textveil.pipeline.release.rewriting import Rewriting
from textveil.pipeline.release.search.known_values import Known
from textveil.transform.annotations import moved, silenced, with_annotations
from textveil.values.annotation import said_by
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.runs.cells import CELL_BREAK
from textveil.values.span import Span, Spans

__all__ = ["KeptAnnotations"]

_VALUE: Final = "VALUE"
Telling = Callable[[Document, Spans], Spans]
"""Finds what must be removed from a text; the spans are its parts of several words."""


class Rewritten(Protocol):
    """A document that was rewritten."""

    @property
    def whole(self) -> Document:
        """The document as it was given."""
        ...

    @property
    def release(self) -> Release:
        """What became of its text."""
        ...

    @property
    def unsaid(self) -> frozenset[str]:
        """What its annotations must not say."""
        ...


@dataclass(slots=True)
class KeptAnnotations:
    """Moves annotations with the text.

    Attributes
    ----------
    telling
        Finds passages that tell of somebody.
    rewriting
        The transformers of the run; None if no annotations are kept.
    known
        The values that must stand nowhere.
    names
        The names of layers, labels, roles and attributes that were released.
    """

    telling: Telling = lambda document, prose: Spans()  # noqa: ARG005
    rewriting: Rewriting | None = None
    known: Known = field(default_factory=Known)
    names: set[str] = field(default_factory=set)

    def notices(self) -> Iterator[str]:
        """Yield what the user should know about the annotations that are kept."""
        if self.rewriting is not None and self.rewriting.makes_fakes and self.names:
            yield (
                "annotations are kept, and none stands where a fake value does: a reader sees "
                "which values are fakes, so that a name that was missed stands out among them"
            )

    def beside(self, after: Document, made: Rewritten) -> Document:
        """Return a released document with the annotations that are left."""
        before = made.whole
        if self.rewriting is None or (before.spans is None and not before.layers):
            return after
        annotations = moved(before, made.release)
        hidden = {*made.unsaid, *self._told(before, said_by(annotations))}
        if hidden:
            annotations = silenced(annotations, hidden.__contains__)
        names = {name for one in annotations for name in one.names() if name}
        self.names |= names - namespaces()
        return with_annotations(after, annotations, never=before.spans is None)

    def _told(self, before: Document, said: tuple[str, ...]) -> Iterator[str]:
        """Yield which of the values tell of somebody."""
        values = [value for value in said if value not in namespaces()]
        if not values:
            return
        places, at = [], len(CELL_BREAK)
        for value in values:
            places.append(Span(at, at + len(value), _VALUE))
            at += len(value) + len(CELL_BREAK)
        text = "".join(CELL_BREAK + value for value in values)
        document = replace(before, text=text, spans=None, layers=())
        pairs = list(zip(places, values, strict=True))
        prose = Spans(span for span, value in pairs if len(value.split()) > 1)
        found = Spans([*self.telling(document, prose), *self.known.places(document)])
        covered = found.covered()
        for span, value in pairs:
            if any(low < span.end and span.start < high for low, high in covered):
                yield value
