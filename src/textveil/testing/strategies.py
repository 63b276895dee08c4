"""Hypothesis strategies for the values that stages exchange.

They lean towards what breaks offset arithmetic: astral characters, combining marks, zero-width
characters, empty texts, spans that touch, and edits that delete, insert or stand side by side.
"""

from itertools import pairwise
from typing import Any

from textveil.errors import MissingExtraError
from textveil.values.document import Corpus, Document
from textveil.values.edit import Edit, Release
from textveil.values.metadata import Metadata
from textveil.values.span import Explanation, Span, Spans

try:
    from hypothesis import strategies as st
except ImportError:
    raise MissingExtraError(
        "the strategies of textveil.testing need hypothesis, which is not installed",
        hint="pip install hypothesis",
    ) from None

__all__ = ["corpora", "documents", "json_values", "metadata", "releases", "spans", "texts"]

LABELS = ("NAME", "DATE", "ID")
_TRICKY = "ab1 .\n_-é\u0301\u200b\u202e\u00a0ß東\uff11\U0001f600\U0001d518"


# Fixed choices, because drawing nested values for every span would dominate the tests' time.
_EXPLANATIONS = (
    None,
    Explanation("rule"),
    Explanation("rule", (("checksum", 1.0), ("context", 0.25))),
    Explanation("list", (("context", 0.5),)),
)
_ATTRIBUTES = (
    Metadata(),
    Metadata({"kind": None}),
    Metadata({"kind": "direct", "codes": [1, 2.5, "x"]}),
    Metadata({"kind": {"deep": [True, None]}}),
)


def texts(max_size: int = 60) -> st.SearchStrategy[str]:
    """Return texts, half of them from a small alphabet of awkward characters."""
    awkward = st.text(alphabet=_TRICKY, max_size=max_size)
    anything = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=max_size)
    return st.one_of(awkward, anything)


def json_values() -> st.SearchStrategy[Any]:
    """Return values that JSON can hold, apart from NaN, which does not equal itself."""
    scalars = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=5)
    )
    return st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
        ),
        max_leaves=6,
    )


def metadata() -> st.SearchStrategy[Metadata]:
    """Return metadata, nested or empty."""
    return st.dictionaries(st.text(max_size=4), json_values(), max_size=3).map(Metadata)


@st.composite
def _span(draw: st.DrawFn, start: int, end: int) -> Span:
    return Span(
        start,
        end,
        draw(st.sampled_from(LABELS)),
        score=draw(st.sampled_from([0.0, 0.5, 1.0])),
        source=draw(st.sampled_from(["", "a", "b"])),
        explanation=draw(st.sampled_from(_EXPLANATIONS)),
        entity=draw(st.sampled_from([None, "", "e1", "e2"])),
        attributes=draw(st.sampled_from(_ATTRIBUTES)),
    )


@st.composite
def spans(draw: st.DrawFn, text: str, max_size: int = 8, disjoint: bool = False) -> Spans:
    """Return spans inside `text`; with `disjoint`, spans that may touch but never overlap."""
    if not text:
        return Spans()
    cuts = st.integers(0, len(text))
    if disjoint:
        edges = sorted(draw(st.sets(cuts, max_size=2 * max_size)))
        pairs = [pair for pair in pairwise(edges) if draw(st.booleans())]
    else:
        ends = st.tuples(cuts, cuts).map(sorted).filter(lambda pair: pair[0] < pair[1])
        pairs = [(low, high) for low, high in draw(st.lists(ends, max_size=max_size))]
    return Spans(draw(_span(low, high)) for low, high in pairs)


@st.composite
def documents(draw: st.DrawFn, max_size: int = 60, annotated: bool | None = None) -> Document:
    """Return documents; `annotated` says whether they carry spans, None for either."""
    text = draw(texts(max_size))
    carries = draw(st.booleans()) if annotated is None else annotated
    return Document(
        draw(st.text(alphabet="abcxyz0189-_", min_size=1, max_size=8)),
        text,
        subject=draw(st.none() | st.text(min_size=1, max_size=4)),
        metadata=draw(metadata()),
        spans=draw(spans(text)) if carries else None,
    )


def corpora(
    max_size: int = 6, max_text: int = 60, annotated: bool | None = None
) -> st.SearchStrategy[Corpus]:
    """Return corpora of documents with distinct ids."""
    one = documents(max_size=max_text, annotated=annotated)
    return st.lists(one, max_size=max_size, unique_by=lambda document: document.id).map(Corpus)


@st.composite
def releases(draw: st.DrawFn, max_size: int = 60) -> tuple[Document, Release]:
    """Return a document with a release of it: replacements, deletions and insertions."""
    document = draw(documents(max_size=max_size))
    edges = sorted(draw(st.sets(st.integers(0, len(document.text)), max_size=10)))
    edits: list[Edit] = []
    for number, start in enumerate(edges):
        later = edges[number + 1 :]
        kind = draw(st.sampled_from(["keep", "replace", "delete", "insert"]))
        if kind == "keep" or (kind != "insert" and not later):
            continue
        replacement = "" if kind == "delete" else draw(st.text(max_size=6))
        end = start if kind == "insert" else later[0]
        edits.append(Edit(start, end, replacement, draw(st.sampled_from(LABELS)), number))
    return document, Release.of(document, edits)
