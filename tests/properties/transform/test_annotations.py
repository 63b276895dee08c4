"""Annotations move with their text: maker and verifier against brute force."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.text import annotations as oracle

from textveil.transform.annotations import moved, silenced, with_annotations
from textveil.values.annotation import Annotation
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans
from textveil.verify.whole.annotations import Annotations

TEXTS = st.text("abc .\n", min_size=1, max_size=24)
VALUES = st.sampled_from(["x", "y", "Ana", 3, ["Ana", "z"]])


@st.composite
def documents(draw: Any) -> Document:
    text = draw(TEXTS)
    offsets = st.integers(0, len(text))
    places = st.tuples(offsets, offsets).map(sorted).map(tuple)
    told = st.dictionaries(st.sampled_from("pq"), VALUES, min_size=1, max_size=2).map(Metadata)
    solid = st.lists(places.filter(lambda place: place[0] < place[1]), max_size=4)
    spans = [
        Span(*place, "N", attributes=Metadata({**draw(told), "id": f"T{number}"}))
        for number, place in enumerate(draw(solid))
    ]
    ids = [f"T{number}" for number in range(len(spans))]
    layers = [
        Annotation(draw(st.sampled_from(["token", "note"])), "L", (place,), "", (), draw(told))
        for place in draw(solid)
    ]
    layers += [
        Annotation(draw(st.sampled_from(["division", "element"])), "E", (place,), depth=1)
        for place in draw(st.lists(places, max_size=3))
    ]
    for number in range(draw(st.integers(0, 3)) if ids else 0):
        ends = draw(st.lists(st.sampled_from(ids), min_size=1, max_size=2))
        roles = tuple((f"Arg{at}", end) for at, end in enumerate(ends))
        layers.append(Annotation("relation", "R", (), f"R{number}", roles, draw(told)))
        ids.append(f"R{number}")
    return Document("d", text, spans=Spans(spans), layers=tuple(layers))


@st.composite
def edits_of(draw: Any, text: str) -> list[Edit]:
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    shown = st.sampled_from(["", "[X]", "longer than before", "a"])
    return [Edit(start, end, draw(shown), "X") for start, end in pairs]


def released(document: Document, edits: list[Edit]) -> tuple[Document, Release]:
    release = Release.of(document, edits)
    bare = Document(document.id, release.text)
    return with_annotations(bare, moved(document, release)), release


def verdict(before: Document, after: Document, release: Release) -> Any:
    return Annotations().verify([Case(before, release, annotations=after.annotations)])


@given(data=st.data(), document=documents())
def test_what_is_left_is_what_brute_force_leaves(data: st.DataObject, document: Document) -> None:
    edits = data.draw(edits_of(document.text))
    after, release = released(document, edits)
    due = oracle.left(document, edits)
    made = moved(document, release)
    assert [(one.layer, one.label, one.id, one.ends) for one in made] == [
        (one.layer, one.label, one.id, one.ends) for one in due
    ]
    assert release.text == oracle.mapped(document.text, edits)[0]
    for now, then in zip(made, due, strict=True):
        assert now.attributes == then.attributes
        for (start, end), place in zip(now.places, then.places, strict=True):
            assert after.text[start:end] == oracle.moved_text(document, edits, place)
    found = verdict(document, after, release)
    assert found.holds
    assert found.checked == len(due)
    left_out = dict(found.exempt)
    assert sum(left_out.values()) == len(document.annotations) - len(due)


@given(data=st.data(), document=documents())
def test_values_that_tell_are_gone_and_counted(data: st.DataObject, document: Document) -> None:
    edits = data.draw(edits_of(document.text))
    release = Release.of(document, edits)
    left = moved(document, release)
    quiet = silenced(left, {"Ana", "T1"}.__contains__)
    assert not any("Ana" in one.said() or "T1" in one.said() for one in quiet)
    after = with_annotations(Document(document.id, release.text), quiet)
    found = verdict(document, after, release)
    assert found.holds
    said = (
        "Ana" in list(Annotation("", attributes=Metadata({"": value})).said())
        for one in left
        for value in one.attributes.values()
    )
    assert dict(found.exempt)["values of annotations that tell of somebody"] == sum(said)


def changes(after: Document) -> Any:
    """Return documents whose annotations differ from those that were released."""
    made, length = list(after.annotations), len(after.text)
    for at, one in enumerate(made):
        rest = [*made[:at], *made[at + 1 :]]
        if not any(one.id and one.id == end for other in made for _, end in other.ends):
            yield rest
        yield [*made, replace(one, id="")] if not one.ends else [*made, one]
        yield [*rest[:at], replace(one, label="other"), *rest[at:]]
        if one.places and one.places[0][1] < length and one.layer != "span":
            ((start, end), *others) = one.places
            yield [*rest, replace(one, places=((start + 1, end + 1), *others))]
        if one.attributes:
            yield [*rest[:at], replace(one, attributes=Metadata({"p": "made up"})), *rest[at:]]


@given(data=st.data(), document=documents())
def test_whatever_else_changes_is_refuted(data: st.DataObject, document: Document) -> None:
    edits = data.draw(edits_of(document.text))
    after, release = released(document, edits)
    for made in changes(after):
        case = Case(document, release, annotations=tuple(made))
        assert not Annotations().verify([case]).holds
