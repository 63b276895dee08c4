"""Layers of annotations come back from a format, or the format refuses them."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.properties.formats.strategies import ANY, JSON, WORDS
from tests.properties.formats.test_round_trip import XML, load

from textveil.errors import OutputError
from textveil.values.annotation import Annotation
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

FORMATS = {
    "jsonl": "x.jsonl",
    "brat": "folder",
    "conll": "x.conll",
    "label-studio": "x.json",
    "doccano": "x.jsonl",
    "xml": "folder",
}
LAYERS = ("token", "relation", "element", "division", "note", "event", "result", "attribute")


@st.composite
def marked_up(draw: Any) -> Document:
    """Return a text with elements around its parts, as XML has them."""
    parts: list[str] = []
    layers: list[Annotation] = []

    def fill(depth: int) -> None:
        start, at = sum(map(len, parts)), len(layers)
        label = draw(st.sampled_from(["p", "hi", "w", "lb", "x:y"]))
        told = Metadata(draw(st.dictionaries(WORDS, XML, max_size=2)))
        inline = label in ("hi", "w") and depth
        layer = "element" if inline else "division"
        layers.append(Annotation(layer, label, (), "", (), told, depth))
        for _ in range(draw(st.integers(0, 2))):
            # A space at each edge: without one, reading parts the words.
            parts.append(f" {draw(XML)} ")
            if depth < 3 and draw(st.booleans()):
                fill(depth + 1)
                parts.append(" ")
        place = ((start, sum(map(len, parts))),)
        layers[at] = Annotation(*(layers[at].layer, label, place, "", ()), told, depth)

    fill(0)
    return Document("d", "".join(parts), layers=tuple(layers))


@settings(max_examples=60)
@given(document=marked_up())
def test_elements_come_back(document: Document) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "d.xml"
        load("xml").write([document], path)
        assert list(load("xml").read(path)) == [document]


@st.composite
def layered(draw: Any) -> Document:
    """Return a document with any annotations: few formats can carry them all."""
    text = draw(st.text("ab \n", max_size=12))
    places = st.tuples(*[st.integers(0, len(text))] * 2).map(sorted).map(tuple)
    spans = [
        Span(*place, "N", attributes=Metadata({"id": draw(st.sampled_from(["T1", "T2", 3]))}))
        for place in draw(st.lists(places, max_size=3))
        if place[0] < place[1]
    ]
    ids = ["T1", "T2", "3", "R1", "a"]
    ends = st.lists(
        st.tuples(st.sampled_from(["", "Arg1", "from", "to", "region"]), st.sampled_from(ids)),
        max_size=2,
    )
    told = st.one_of(
        st.dictionaries(st.sampled_from(["2", "3", "text", "value", "type"]), ANY, max_size=2),
        st.dictionaries(WORDS, JSON, max_size=2),
    )
    layer = st.builds(
        Annotation,
        st.sampled_from(LAYERS),
        st.sampled_from(["", "L", "two words", "choices", "p"]),
        st.lists(places, max_size=2).map(tuple),
        st.sampled_from(["", "R1", "E1", "#1", "A1", "a"]),
        ends.map(tuple),
        told.map(Metadata),
        st.integers(0, 1),
    )
    layers = tuple(draw(st.lists(layer, max_size=3)))
    return Document("d", text, spans=draw(st.sampled_from([None, Spans(spans)])), layers=layers)


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=150)
@given(document=layered())
def test_layers_come_back_or_are_refused(name: str, document: Document) -> None:
    form = load(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FORMATS[name]
        try:
            form.write([document], path)
        except OutputError:
            assert list(Path(folder).iterdir()) == []
        else:
            assert list(form.read(path)) == [document]
