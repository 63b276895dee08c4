"""Annotations that move with their text.

An annotation is dropped if it lies in a passage that was replaced, or crosses its edge. One that
holds such a passage, and more, stays. A token speaks of its very letters, so that no token is kept
of which one was replaced. A division of the text is no statement about the passage: it stays also
if it holds nothing else. Whatever refers to a dropped annotation is dropped with it.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from textveil.values.annotation import (
    DIVISION,
    ELEMENT,
    ID,
    NOTHING,
    SPAN,
    TOKEN,
    Annotation,
    texts_in,
)
from textveil.values.document import Document, spans_from
from textveil.values.edit import Edit, Release
from textveil.values.metadata import Metadata

__all__ = ["moved", "silenced", "with_annotations"]


def moved(document: Document, release: Release) -> tuple[Annotation, ...]:
    """Return the annotations of a document that are left in its release, by their new places.

    Guarantee: `textveil.annotations.v1` checks that no other annotation is missing, moved or added.

    Examples
    --------
    >>> from textveil.values.span import Span, Spans
    >>> note = Document("n", "Ask Ana now", spans=Spans([Span(4, 7, "PER"), Span(8, 11, "ADV")]))
    >>> moved(note, Release.of(note, [Edit(4, 7, "[NAME]", "NAME")]))
    (Annotation(span ADV [11,14)),)
    """
    edits = release.edits
    kept = _whole([one for one in document.annotations if _stays(one, edits)])
    new = release.to_output
    placed = (replace(one, places=tuple((new(a), new(b)) for a, b in one.places)) for one in kept)
    return tuple(_nested(placed))


def _stays(one: Annotation, edits: Sequence[Edit]) -> bool:
    """Tell whether no passage of an annotation was replaced or cut."""
    return all(
        not (low < edit.end and edit.start < high) or _holds(one.layer, (low, high), edit)
        for low, high in one.places
        for edit in _near(edits, low, high)
    )


def _near(edits: Sequence[Edit], low: int, high: int) -> Iterator[Edit]:
    """Yield the edits that may touch a passage."""
    at = max(bisect_right(edits, low, key=lambda edit: edit.start) - 1, 0)
    while at < len(edits) and edits[at].start <= high:
        yield edits[at]
        at += 1


def _holds(layer: str, place: tuple[int, int], edit: Edit) -> bool:
    """Tell whether an annotation of a layer stays around a passage that was replaced."""
    inside = place[0] <= edit.start and edit.end <= place[1]
    more = place != (edit.start, edit.end) or layer == DIVISION
    return inside and more and layer != TOKEN


def _whole(annotations: list[Annotation]) -> list[Annotation]:
    """Return the annotations all of whose ends are among them."""
    while True:
        known = {one.id for one in annotations if one.id}
        kept = [one for one in annotations if all(end in known for _, end in one.ends)]
        if len(kept) == len(annotations):
            return kept
        annotations = kept


def _nested(annotations: Iterable[Annotation]) -> Iterator[Annotation]:
    """Yield elements with the depth that they have now: those around them may be gone."""
    around: list[int] = []
    for one in annotations:
        if one.layer not in (ELEMENT, DIVISION):
            yield one
            continue
        while around and around[-1] >= one.depth:
            around.pop()
        yield replace(one, depth=len(around)) if one.depth != len(around) else one
        around.append(one.depth)


def silenced(
    annotations: Iterable[Annotation], tells: Callable[[str], bool]
) -> tuple[Annotation, ...]:
    """Return annotations without the values that tell of somebody.

    A column of a token becomes empty, and an id a number: others may refer to it.
    """
    every = tuple(annotations)
    told = dict.fromkeys(one.id for one in every if one.id and tells(one.id))
    ids = {name: f"a{number}" for number, name in enumerate(told, 1)}
    return tuple(_silenced(one, ids, tells) for one in every)


def _silenced(one: Annotation, ids: Mapping[str, str], tells: Callable[[str], bool]) -> Annotation:
    said = dict(one.attributes)
    if one.layer == SPAN and one.id in ids:
        said[ID] = ids[one.id]
    hidden = [name for name, value in said.items() if any(map(tells, texts_in(value)))]
    for name in hidden:
        if one.layer == TOKEN:
            said[name] = NOTHING
        else:
            del said[name]
    ends = tuple((role, ids.get(end, end)) for role, end in one.ends)
    return replace(one, attributes=Metadata(said), id=ids.get(one.id, one.id), ends=ends)


def with_annotations(
    document: Document, annotations: Iterable[Annotation], *, never: bool = False
) -> Document:
    """Return a released document with annotations; see `Document.annotations`.

    A document that was never annotated gets no spans, not even none.
    """
    every = tuple(annotations)
    spans = None if never else spans_from(one for one in every if one.layer == SPAN)
    return replace(
        document,
        spans=spans,
        layers=tuple(one for one in every if one.layer != SPAN),
    )
