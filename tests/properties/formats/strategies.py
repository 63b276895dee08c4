"""Documents for the property tests of formats."""

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from textveil.formats.capacity import Carries
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Explanation, Span, Spans

ANY = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.text("ab ,;:\"'\\|\t\n\r\v\x85\u2028\ufeff𝔸é<>&]#-_T1\x00", max_size=30),
)
LABELS = st.sampled_from(["NAME", "PATIENT", "DATE", "MISC", "Ort"])
IDS = st.one_of(
    st.text("abcXYZ019.-_", min_size=1, max_size=12).filter(lambda name: name.strip(".") != ""),
    st.sampled_from(["é", "𝔸", "n-1", "9"]),
)
WORDS = st.text("abcdefgh_", min_size=1, max_size=6)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**62), 2**62),
    st.floats(allow_nan=False, allow_infinity=False),
    ANY,
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)

RESERVED = (
    *("id", "text", "label", "spans", "subject", "task", "results", "annotations", "brat"),
    *("description", "comment", "element", "TYPE", "type", "score", "AnnotatorNotes"),
)


@dataclass(frozen=True)
class Shape:
    """Which documents to draw."""

    carries: Carries
    texts: Any = field(default_factory=lambda: ANY)
    ids: Any = field(default_factory=lambda: IDS)
    labels: Any = field(default_factory=lambda: LABELS)
    names: Any = field(default_factory=lambda: WORDS.map(lambda word: f"x{word}"))
    values: Any = None
    attributes: Any = None
    solid_spans: bool = False


@st.composite
def spans(draw: Any, text: str, shape: Shape) -> Spans:
    carries = shape.carries
    drawn: list[Span] = []
    for _ in range(draw(st.integers(0, 4))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        passage = text[start:end]
        if start == end or (shape.solid_spans and (passage != passage.strip())):
            continue
        reasons = st.lists(st.tuples(WORDS, st.floats(-9, 9)), max_size=2).map(tuple)
        attributes = shape.attributes
        if attributes is None:
            attributes = st.dictionaries(shape.names, JSON, max_size=2)
        span = Span(
            start,
            end,
            draw(shape.labels),
            score=draw(st.floats(0, 1)) if carries.scores else 1.0,
            source=draw(st.sampled_from(["", "rules", "m v1"])) if carries.sources else "",
            entity=draw(st.none() | st.sampled_from(["e1", "T1", "p 7"]))
            if carries.entities
            else None,
            explanation=draw(st.none() | st.builds(Explanation, WORDS, reasons))
            if carries.explanations
            else None,
            attributes=Metadata(draw(attributes) if carries.attributes else {}),
        )
        if carries.overlaps or not any(span.overlaps(other) for other in drawn):
            drawn.append(span)
    return Spans(drawn)


@st.composite
def documents(draw: Any, shape: Shape) -> Document:
    carries = shape.carries
    text = draw(shape.texts)
    metadata: dict[str, Any] = {}
    if carries.metadata != "nothing":
        values = shape.values
        if values is None:
            values = ANY if carries.metadata == "strings" else JSON
        metadata = draw(st.dictionaries(shape.names, values, max_size=3))
    annotated = carries.spans and (not carries.unannotated or draw(st.booleans()))
    return Document(
        draw(shape.ids),
        text,
        subject=draw(st.none() | st.text("pq1 ", min_size=1, max_size=4))
        if carries.subject
        else None,
        metadata=Metadata(metadata),
        spans=draw(spans(text, shape)) if annotated else None,
    )


def corpora(shape: Shape, max_size: int = 4) -> Any:
    return st.lists(documents(shape), min_size=1, max_size=max_size, unique_by=lambda d: d.id)


WILD = Shape(
    Carries(
        subject=True,
        metadata="json",
        spans=True,
        scores=True,
        sources=True,
        entities=True,
        explanations=True,
        attributes=True,
    ),
    ids=st.one_of(IDS, ANY.filter(bool)),
    labels=st.one_of(LABELS, ANY.filter(bool)),
    names=st.one_of(
        WORDS,
        st.sampled_from(RESERVED),
        ANY,
    ),
)
"""Documents that hold more than most formats can carry."""

SIMPLE = Shape(Carries(), texts=st.text("ab 1,\n", max_size=12))
"""Documents that are a text and an id."""
