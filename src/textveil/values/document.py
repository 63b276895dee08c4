"""Documents and corpora: the text, its subject and its metadata."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import total_ordering
from typing import Any, Final

from textveil.errors import DuplicateIdError, InvalidValueError
from textveil.values.annotation import ID, SPAN, Annotation, within
from textveil.values.metadata import EMPTY, Metadata
from textveil.values.span import Explanation, Span, Spans

__all__ = ["AUTO", "Corpus", "Document", "number_subjects", "spans_from"]

AUTO: Final = "auto"
"""As the language of a component: the language of each document."""


@total_ordering
@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """One text, the person it is about, and the annotations it came with.

    Documents are ordered by id. `repr` shows the id and lengths, never the text, the subject or
    the metadata.

    Attributes
    ----------
    id
        Unique within a corpus.
    text
        The text; all offsets count its code points.
    subject
        The person the document is about, as an opaque id. Guarantees that count people count
        distinct subjects; a document without one counts as a subject of its own.
    metadata
        Whatever else the source carried: the other columns of a row, for example.
    spans
        Annotations the document came with; None if it was never annotated, which is not the
        same as annotated with nothing.
    language
        Code of the language it is read in.
    layers
        Further annotations: tokens with their columns, relations, elements of XML, notes.
    foreign
        Code of the language it is written in, if only rules and lists look through it because
        nobody here reads that language. Like `about`, it is no part of the data.
    about
        The person by a stated rule (`--subject-from`), spelt so that files and rows agree. It is
        no part of the data: it is never written, and does not make documents different.

    Raises
    ------
    InvalidValueError
        If there is no id, or an annotation lies outside the text.

    Examples
    --------
    >>> Document("note-1", "Seen by Dr. Ruiz.", subject="p17")
    Document(id='note-1', length=17, subject=yes)
    """

    id: str
    text: str
    subject: str | None = None
    metadata: Metadata = field(default=EMPTY)
    spans: Spans | None = None
    language: str = "en"
    layers: tuple[Annotation, ...] = ()
    about: str | None = field(default=None, compare=False)
    foreign: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not self.id:
            raise InvalidValueError("a document needs an id")
        try:
            if self.spans is not None:
                self.spans.within(len(self.text))
            within(self.layers, len(self.text))
        except InvalidValueError as error:
            raise InvalidValueError(error.what, where=f"{self.id}: {error.where}") from None

    def __lt__(self, other: object) -> bool:
        return self.id < other.id if isinstance(other, Document) else NotImplemented

    def __len__(self) -> int:
        return len(self.text)

    def __bool__(self) -> bool:
        # An empty text is still a document.
        return True

    def __repr__(self) -> str:
        facts = [f"id={self.id!r}", f"length={len(self.text)}"]
        facts += ["subject=yes"] if self.subject is not None else []
        facts += [f"metadata={len(self.metadata)}"] if self.metadata else []
        facts += [f"spans={len(self.spans)}"] if self.spans is not None else []
        facts += [f"layers={len(self.layers)}"] if self.layers else []
        return f"Document({', '.join(facts)})"

    def covered_by(self, span: Span) -> str:
        """Return the text under a span. The caller keeps it out of logs and messages."""
        return self.text[span.start : span.end]

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """All annotations as values of one kind: the spans, and then the further layers.

        Spans that share an id and all but their place are the parts of one annotation.
        """
        return (*_as_annotations(self.spans or Spans()), *self.layers)

    def read_in(self, language: str) -> str:
        """Return the language in which a component with this option reads the document."""
        return self.language if language == AUTO else language

    @property
    def counted_subject(self) -> str:
        """The subject that guarantees count: the person, or the document if no person is given.

        The two kinds carry different prefixes, so that a document's id never counts as a person's.
        White space around a subject does not count; white space alone is not a subject.
        """
        person = (self.about or self.subject or "").strip()
        return f"subject:{person}" if person else f"document:{self.id}"

    @property
    def names_somebody(self) -> bool:
        """Whether the document says whom it is about."""
        return bool((self.about or self.subject or "").strip())


def _as_annotations(spans: Spans) -> Iterator[Annotation]:
    parts: dict[Any, list[Span]] = {}
    for at, span in enumerate(spans):
        own = ID in span.attributes
        key = (replace(span, start=0, end=1), None) if own else (span, at)
        parts.setdefault(key, []).append(span)
    for group in parts.values():
        told = group[0]
        known = told.attributes.get(ID)
        yield Annotation(
            *(SPAN, told.label),
            tuple((one.start, one.end) for one in group),
            "" if known is None else str(known),
            attributes=Metadata({**told.attributes, **_details(told)}),
        )


def _details(span: Span) -> dict[str, Any]:
    """Return what a span says besides its attributes, by names that no attribute should have."""
    why = span.explanation
    told = {
        _SCORE: None if span.score == 1.0 else span.score,
        _SOURCE: span.source or None,
        _ENTITY: span.entity_key,
        _WHY: None if why is None else why.to_json(),
    }
    return {name: value for name, value in told.items() if value is not None}


_SCORE, _SOURCE, _ENTITY, _WHY = (
    f"span {part}" for part in ("score", "source", "entity", "explanation")
)


def spans_from(annotations: Iterable[Annotation]) -> Spans:
    """Return the spans that are shown as these annotations; see `Document.annotations`."""
    spans = []
    for one in annotations:
        told = dict(one.attributes)
        score, source = told.pop(_SCORE, 1.0), told.pop(_SOURCE, "")
        entity, why = told.pop(_ENTITY, None), told.pop(_WHY, None)
        explanation = Explanation(why["rule"], tuple(map(tuple, why["reasons"]))) if why else None
        more = (score, source, explanation, entity, Metadata(told))
        spans += [Span(start, end, one.label, *more) for start, end in one.places]
    return Spans(spans)


class Corpus:
    """Documents with distinct ids, held in memory, in the order given.

    What is too large for that stays an iterator of documents; every stage takes either.

    Parameters
    ----------
    documents
        Any documents with distinct ids.

    Raises
    ------
    DuplicateIdError
        If two documents have one id.

    Examples
    --------
    >>> corpus = Corpus([Document("a", "x", subject="p1"), Document("b", "y", subject="p1")])
    >>> len(corpus), corpus.subjects
    (2, 1)
    """

    __slots__ = ("_documents",)

    def __init__(self, documents: Iterable[Document] = ()) -> None:
        kept: dict[str, Document] = {}
        for document in documents:
            if document.id in kept:
                raise DuplicateIdError("this id occurs twice", where=document.id)
            kept[document.id] = document
        self._documents = kept

    def __iter__(self) -> Iterator[Document]:
        return iter(self._documents.values())

    def __len__(self) -> int:
        return len(self._documents)

    def __contains__(self, document_id: object) -> bool:
        return document_id in self._documents

    def __getitem__(self, document_id: str) -> Document:
        return self._documents[document_id]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Corpus) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._documents))

    def __repr__(self) -> str:
        return f"Corpus(documents={len(self)}, characters={self.characters})"

    @property
    def characters(self) -> int:
        """Number of code points in all texts together."""
        return sum(len(document) for document in self)

    @property
    def subjects(self) -> int:
        """Number of distinct subjects, counted as guarantees count them."""
        return len({document.counted_subject for document in self})


def number_subjects(documents: Iterable[Document]) -> "array[int]":
    """Return the subject of each document as a number from 0 on, in order of first occurrence.

    Examples
    --------
    >>> list(number_subjects([Document("a", "", "p1"), Document("b", ""), Document("c", "", "p1")]))
    [0, 1, 0]
    """
    numbers: dict[str, int] = {}
    found = (numbers.setdefault(d.counted_subject, len(numbers)) for d in documents)
    return array("i", found)
