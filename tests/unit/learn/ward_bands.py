"""Notes of a ward that knows patients by the band they wear, which no shipped model looks for."""

from random import Random

from textveil.values.document import Document
from textveil.values.span import Span, Spans

_COLOURS = ("teal", "amber", "white", "purple", "green", "grey", "red", "pink")
_LINES = (
    "She wears {} since the fall.",
    "The nurse put {} on the wrist.",
    "Slept well with {} and had breakfast.",
    "Blood pressure 120/80 on 5 mg, and {} was seen twice.",
)


def note(number):
    """Return a note in which each band is annotated."""
    rng = Random(f"band {number}")  # noqa: S311 - nothing secret
    text, spans = "", []
    for line in rng.sample(_LINES, 3):
        value = f"band {rng.choice(_COLOURS)}"
        at = len(text) + line.index("{}")
        spans.append(Span(at, at + len(value), "OTHER-ID"))
        text += line.format(value) + "\n"
    return Document(f"b{number}", text, f"p{number}", spans=Spans(spans))


def notes(first, last):
    """Return several notes."""
    return [note(number) for number in range(first, last)]
