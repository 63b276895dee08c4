"""Annotations: what a corpus says about its texts, layer by layer.

A token with its columns, a relation between two passages, an element of XML and a note are one kind
of value: a label, the passages that it speaks of, the annotations that it refers to, and what else
it says. `Document.annotations` shows spans as such values too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.values.metadata import EMPTY, Metadata

__all__ = [
    "DIVISION",
    "ELEMENT",
    "ID",
    "NOTHING",
    "RELATION",
    "SPAN",
    "TOKEN",
    "Annotation",
    "broken",
    "said_by",
    "texts_in",
    "within",
]

SPAN, TOKEN, RELATION = "span", "token", "relation"
ELEMENT, DIVISION = "element", "division"
"""Layers with a meaning of their own; a format may name others.

An element marks a passage inside a line. A division is an element that parts the text: a paragraph,
a cell, the file itself.
"""
ID: Final = "id"
"""Attribute of a span to which other annotations refer."""
NOTHING: Final = "_"
"""What stands in a column of a token about which it says nothing."""

Place = tuple[int, int]


@dataclass(frozen=True, slots=True, repr=False)
class Annotation:
    """One annotation of a text.

    `repr` shows layer, label and places: what an annotation says may be text of a person.

    Attributes
    ----------
    layer
        What kind it is: a span, a token, a relation, an element, a division, or what a format
        calls it.
    label
        Its type, such as `NAME` or `LivesIn`.
    places
        Half-open offsets of the passages that it speaks of. Elements of XML may be empty.
    id
        By which others refer to it; empty if none does.
    ends
        Roles, each with the id of the annotation that it refers to.
    attributes
        What else it says.
    depth
        Of an element: how many others it stands in.

    Examples
    --------
    >>> Annotation("relation", "LivesIn", ends=(("Arg1", "T1"), ("Arg2", "T2")))
    Annotation(relation LivesIn, ends=2)
    """

    layer: str
    label: str = ""
    places: tuple[Place, ...] = ()
    id: str = ""
    ends: tuple[tuple[str, str], ...] = ()
    attributes: Metadata = field(default=EMPTY)
    depth: int = 0

    def __repr__(self) -> str:
        shown = "".join(f" [{start},{end})" for start, end in self.places)
        ends = f", ends={len(self.ends)}" if self.ends else ""
        return f"Annotation({self.layer} {self.label}{shown}{ends})"

    def names(self) -> Iterator[str]:
        """Yield the names that it is made of: they are the corpus's, and not about anybody."""
        yield from (self.layer, self.label, *(role for role, _ in self.ends))
        yield from self.attributes

    def said(self) -> Iterator[str]:
        """Yield what it says: its id, and the values of its attributes as texts."""
        yield from filter(None, (self.id,))
        for value in self.attributes.values():
            yield from texts_in(value)


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts and numbers of a JSON value, names of fields too."""
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        yield from (shown for shown in (str(value),) if shown not in ("", NOTHING))
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield name
            yield from texts_in(inner)
    elif isinstance(value, tuple | list):
        for inner in value:
            yield from texts_in(inner)


def said_by(annotations: Iterable[Annotation]) -> tuple[str, ...]:
    """Return all that annotations say, each text once."""
    return tuple(dict.fromkeys(text for one in annotations for text in one.said()))


def within(annotations: Iterable[Annotation], length: int) -> None:
    """Raise if an annotation lies outside a text of this length."""
    for number, one in enumerate(annotations, 1):
        for start, end in one.places:
            if not 0 <= start <= end <= length:
                raise InvalidValueError(
                    "an annotation lies outside the text",
                    where=f"number {number}, [{start}, {end})",
                )


def broken(annotations: Iterable[Annotation]) -> str:
    """Return which annotation refers to one that is not there; nothing if none does."""
    every = tuple(annotations)
    known = {one.id for one in every if one.id}
    for number, one in enumerate(every, 1):
        if any(end not in known for _, end in one.ends):
            return f"number {number} of the annotations, in the layer {one.layer}"
    return ""
