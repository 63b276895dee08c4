"""The contract of a transformer, as something that can be run."""

from collections.abc import Iterable, Mapping
from functools import partial

from textveil.testing.requirement import attempt, copy_of, require, require_silence
from textveil.testing.samples import CANARIES, samples
from textveil.values.contracts import (
    About,
    Described,
    Exchanger,
    Marker,
    Surveyor,
    Teller,
    Transformer,
)
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.span import Span, Spans

__all__ = ["check_transformer"]

_SCOPES = ("", "subject", "corpus", "document")


def check_transformer(
    transformer: Transformer, documents: Iterable[Document] | None = None
) -> None:
    """Raise `AssertionError` if a transformer breaks its contract.

    Checked: it can be pickled; every span is replaced and nothing else, which the edits and the
    released text both say; a replacement does not hold the value it replaces; without spans the
    text stays as it is; the result is the same every time, also from a copy; `repr`, and what a
    `Teller` tells, show no text; `about` tells a known scope, and companions by their names; in
    which order a `Surveyor` is shown documents does not matter; an `Exchanger` and a `Marker`
    return what they should.

    Parameters
    ----------
    transformer
        The transformer, as it would be used.
    documents
        Annotated documents whose spans do not overlap; made-up samples unless given.
    """
    require(isinstance(transformer, Transformer), transformer, "lacks `transform`")
    given = samples() if documents is None else tuple(documents)
    fresh = copy_of(transformer)
    for document in given:
        spans = document.spans or Spans()
        release = _transform(transformer, document, spans)
        _check_edits(transformer, document, spans, release)
        _check_texts(transformer, document, release)
        again = _transform(transformer, document, spans)
        require(again == release, transformer, f"another result the second time, for {document.id}")
        _check_without_spans(transformer, document)
    for document in given:
        spans = document.spans or Spans()
        same = _transform(fresh, document, spans) == _transform(transformer, document, spans)
        require(same, transformer, f"a copy gives another result, for {document.id}")
    values = [document.covered_by(span) for document in given for span in document.spans or ()]
    require_silence(transformer, repr(transformer), [*CANARIES, *values], "`repr`")
    _check_survey(copy_of(transformer), copy_of(transformer), given)
    _check_about(transformer, [*CANARIES, *values])


def _check_survey(one: Transformer, other: Transformer, given: tuple[Document, ...]) -> None:
    """Check what a transformer does that has seen all documents; two copies are used up."""
    for transformer, documents in ((one, given), (other, given[::-1])):
        if isinstance(transformer, Surveyor):
            attempt(transformer, partial(_survey, transformer, documents), "surveying")
    for document in given:
        spans = document.spans or Spans()
        same = _transform(one, document, spans) == _transform(other, document, spans)
        require(same, one, f"the order of the survey changes the result for {document.id}")
    marked = [(document, span) for document in given for span in document.spans or ()]
    if isinstance(one, Exchanger) and marked:
        done = attempt(one, lambda: one.exchange(*marked[0]), "exchanging a replacement")
        require(isinstance(done, bool), one, "`exchange` does not return True or False")
    if isinstance(one, Marker):
        places = attempt(one, one.places, "asking for places")
        require(isinstance(places, frozenset), one, "`places` does not return a frozenset")


def _survey(surveyor: Surveyor, documents: tuple[Document, ...]) -> None:
    for document in documents:
        surveyor.survey(document, document.spans or Spans())


def _check_about(transformer: Transformer, values: list[str]) -> None:
    if isinstance(transformer, Teller):
        said = "\n".join(attempt(transformer, transformer.notices, "asking for notices"))
        require_silence(transformer, said, values, "a notice")
    if not isinstance(transformer, Described):
        return
    told = attempt(transformer, transformer.about, "asking what it is about")
    require(isinstance(told, About), transformer, "`about` does not return an About")
    require(told.scope in _SCOPES, transformer, f"`scope` is none of {', '.join(_SCOPES[1:])}")
    named = all(name and isinstance(options, Mapping) for name, options in told.companions)
    require(named, transformer, "a companion is not a name with its options")


def _transform(transformer: Transformer, document: Document, spans: Spans) -> Release:
    where = f"transforming document {document.id} with {len(spans)} spans"
    release = attempt(transformer, lambda: transformer.transform(document, spans), where)
    require(isinstance(release, Release), transformer, "`transform` does not return a Release")
    return release


def _check_edits(
    transformer: Transformer, document: Document, spans: Spans, release: Release
) -> None:
    require(release.id == document.id, transformer, "the release has another id than the document")
    edited = [edit for edit in release.edits if edit.start < edit.end]
    covered = Spans(Span(edit.start, edit.end, edit.label or "?") for edit in edited).covered()
    missing = spans.subtract(Spans(Span(low, high, "X") for low, high in covered))
    promise = f"a span of document {document.id} is not replaced: {missing!r}"
    require(not missing, transformer, promise)
    exact = covered == spans.covered() and len(edited) == len(release.edits)
    require(exact, transformer, f"something outside the spans of {document.id} is changed")
    for edit in edited:
        labels = {span.label for span in spans if span.start < edit.end and edit.start < span.end}
        promise = f"edit [{edit.start}, {edit.end}) of {document.id} has a label of no span there"
        require(edit.label in labels, transformer, promise)


def _check_texts(transformer: Transformer, document: Document, release: Release) -> None:
    built = Release.of(document, release.edits)
    promise = f"the edits of {document.id} do not lead to the released text"
    require(built == release, transformer, promise)
    for edit in release.edits:
        value = document.text[edit.start : edit.end]
        what = f"the replacement of [{edit.start}, {edit.end}) in {document.id}"
        require_silence(transformer, edit.replacement, [value], what)


def _check_without_spans(transformer: Transformer, document: Document) -> None:
    release = _transform(transformer, document, Spans())
    same = release.text == document.text and not release.edits
    require(same, transformer, f"document {document.id} is changed although it has no spans")
