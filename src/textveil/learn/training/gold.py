"""Gold: annotations made ready to be learnt from, or a clear word on why they cannot be."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from textveil.errors import InputError, InvalidValueError, require_known
from textveil.evaluate.detection.span_counts import gold_of
from textveil.lexicon.tables.schemes import Scheme, guess_scheme, label_hint
from textveil.values.document import Document
from textveil.values.label import family_of, is_label
from textveil.values.span import Span, Spans

__all__ = ["LONGEST", "OVERLAPS", "REFUSE", "Gold", "scheme_of"]

REFUSE: Final = "refuse"
"""Gold spans that overlap are an error."""

LONGEST: Final = "longest"
"""Of gold spans that overlap the longest stays whole, and of the others what it leaves."""

OVERLAPS: Final = (REFUSE, LONGEST)
"""What can be done about gold spans that overlap."""


@dataclass(frozen=True, slots=True)
class Gold:
    """How annotations become training data.

    Attributes
    ----------
    scheme
        Whose labels the documents have; ours where it is None.
    families
        Whether each label is learnt as its family: a CITY as an ADDRESS.
    labels
        What is learnt; everything where it is empty. Labels of ours, after `families`.
    overlaps
        `refuse` or `longest`. Equal spans are one span in either case.
    every_span
        Whether spans are learnt that their annotator marked as not to be masked.

    Examples
    --------
    >>> note = Document("n", "Ana Ruiz, Lima", spans=Spans([Span(10, 14, "CITY")]))
    >>> Gold(families=True).of(note).spans
    Spans(ADDRESS[10,14))
    """

    scheme: Scheme | None = None
    families: bool = False
    labels: frozenset[str] = frozenset()
    overlaps: str = REFUSE
    every_span: bool = False

    def __post_init__(self) -> None:
        require_known("rule for overlaps", self.overlaps, OVERLAPS)
        for label in sorted(self.labels):
            if not is_label(label):
                hint = label_hint(label)
                raise InvalidValueError(f"{label} is no label", where="labels", hint=hint)

    def of(self, document: Document) -> Document:
        """Return the document with disjoint spans of our labels.

        Raises
        ------
        InputError
            If it was never annotated, has a label that is not known, or spans that overlap.
        """
        if document.spans is None:
            raise InputError(
                "this document was never annotated",
                where=document.id,
                hint="leave it out; a document without anything to find has an empty list of spans",
            )
        # Score, source and the like play no part: what differs in them alone is one span.
        spans = Spans(
            Span(span.start, span.end, label)
            for span in gold_of(document, every_span=self.every_span)
            if (label := self._label(span.label, document.id)) in self.labels or not self.labels
        )
        return replace(document, spans=self._disjoint(spans, document.id))

    def all_of(self, documents: Iterable[Document]) -> list[Document]:
        """Return every document, made ready by `of`."""
        return [self.of(document) for document in documents]

    def _label(self, label: str, where: str) -> str:
        if self.scheme is not None:
            try:
                ours = self.scheme.to_ours(label)
            except InvalidValueError as error:
                raise InputError(error.what, where=where, hint=error.hint) from None
        elif is_label(label):
            ours = label
        else:
            near = label_hint(label)
            raise InputError(
                f"{label} is not among our labels",
                where=where,
                hint=f"{near}; --map says what your labels mean, --scheme NAME whose they are",
            )
        return family_of(ours) if self.families else ours

    def _disjoint(self, spans: Spans, where: str) -> Spans:
        if self.overlaps == LONGEST:
            return spans.partition()
        for one, other in _overlapping(spans):
            raise InputError(
                f"gold spans overlap: {_named(one)} and {_named(other)}",
                where=where,
                hint="correct the annotation, or keep the longest with --overlaps longest",
            )
        return spans


def scheme_of(documents: Iterable[Document], known: Container[str] = ()) -> Scheme | None:
    """Return the scheme that the labels of documents seem to belong to; None if none has all.

    Labels that are known otherwise do not count.
    """
    labels = {span.label for document in documents for span in document.spans or ()}
    return guess_scheme(label for label in labels if label not in known)


def _overlapping(spans: Spans) -> Iterator[tuple[Span, Span]]:
    # In reading order, if any two overlap then some neighbours do.
    return ((one, other) for one, other in pairwise(spans) if one.overlaps(other))


def _named(span: Span) -> str:
    return f"{span.label} [{span.start}, {span.end})"
