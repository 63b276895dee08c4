"""The lines of a brat .ann file, gathered and turned into spans and other annotations."""

import re
from dataclasses import dataclass, field
from typing import Any

from textveil.formats.agreement import check_quote, flattened
from textveil.formats.annotated.brat_lines import (
    ATTRIBUTE,
    NOTE,
    OUR_NOTE,
    THEIR_NOTE,
    layer_of,
)
from textveil.formats.json.json_record import Record
from textveil.formats.json.json_text import parse
from textveil.formats.reading import Reading
from textveil.formats.span_codec import OWN
from textveil.values.annotation import ID, Annotation
from textveil.values.span import Span, Spans

__all__ = ["BratAnnotations"]

_TEXT_BOUND = re.compile(
    r"(T[0-9]+)\t(\S+) ([0-9]+ [0-9]+(?:;[0-9]+ [0-9]+)*)(?:\t(.*))?", re.DOTALL
)


@dataclass(slots=True, repr=False)
class _Bound:
    """A T line with the lines that refer to it."""

    line: int
    label: str
    fragments: list[tuple[int, int]]
    attributes: dict[str, Any] = field(default_factory=dict)
    more: tuple[int, str] | None = None


class BratAnnotations:
    """Gathers lines; `finish` returns their meaning.

    Parameters
    ----------
    reading
        The pass over the .ann file.
    text
        The text that the offsets count in.
    check_text
        Whether to compare quotes with the text.
    """

    def __init__(self, reading: Reading, text: str, *, check_text: bool) -> None:
        self._reading, self._text, self._check_text = reading, text, check_text
        self._bound: dict[str, _Bound] = {}
        self._late: list[tuple[int, str]] = []

    def add(self, number: int, line: str) -> None:
        """Take the next line."""
        if line.startswith("T"):
            self._add_bound(number, line)
        elif line.strip():
            # Attributes and notes may stand before the span they speak of.
            self._late.append((number, line))

    def finish(self) -> tuple[Spans, tuple[Annotation, ...]]:
        """Return the spans, and the annotations that speak of others."""
        settled = ((number, self._settle(number, line)) for number, line in self._late)
        late = [(number, one) for number, one in settled if one is not None]
        known = {*self._bound, *(one.id for _, one in late)}
        referred = set()
        for number, one in late:
            for _, end in one.ends:
                if end not in known:
                    raise self._missing(number, end)
                referred.add(end)
        spans = [
            span
            for key, bound in self._bound.items()
            for span in self._spans_of(key, bound, referred=key in referred)
        ]
        return Spans(spans), tuple(one for _, one in late)

    def _missing(self, number: int, key: str) -> Exception:
        what = f"this line speaks of {key}, which is not there"
        return self._reading.wrong(what, number, "add the line, or take this one out")

    def _add_bound(self, number: int, line: str) -> None:
        match = _TEXT_BOUND.fullmatch(line)
        if match is None:
            raise self._reading.wrong("a T line needs a label, offsets and the text", number)
        key, label, places, quote = match.groups()
        if key in self._bound:
            raise self._reading.wrong(f"{key} occurs a second time", number)
        pairs = [pair.split(" ") for pair in places.split(";")]
        fragments = [(int(start), int(end)) for start, end in pairs]
        for start, end in fragments:
            if not start < end <= len(self._text):
                raise self._reading.wrong(
                    f"[{start}, {end}) is empty or ends past the text, which has "
                    f"{len(self._text)} code points",
                    number,
                )
        if self._check_text and quote is not None:
            passage = flattened(" ".join(self._text[start:end] for start, end in fragments))
            check_quote(quote, passage, self._reading.place(number))
        self._bound[key] = _Bound(number, label, fragments)

    def _settle(self, number: int, line: str) -> Annotation | None:
        """Give a line to the span it speaks of; return it if it is an annotation of its own."""
        if attribute := ATTRIBUTE.fullmatch(line):
            name, key, value = attribute.groups()
            self._set_attribute(number, key, name, True if value is None else value)
            return None
        note = NOTE.fullmatch(line)
        if note and note.group(1) == OUR_NOTE:
            self._target(number, note.group(2)).more = (number, note.group(3))
            return None
        if note and note.group(1) == THEIR_NOTE:
            bound = self._target(number, note.group(2))
            if THEIR_NOTE not in bound.attributes:
                bound.attributes[THEIR_NOTE] = note.group(3)
                return None
        one = layer_of(line)
        if one is None:
            raise self._reading.wrong("a line of no known kind", number)
        return one

    def _target(self, number: int, key: str) -> _Bound:
        if key not in self._bound:
            raise self._missing(number, key)
        return self._bound[key]

    def _set_attribute(self, number: int, key: str, name: str, value: str | bool) -> None:
        bound = self._target(number, key)
        if name in bound.attributes or name in (ID, THEIR_NOTE):
            raise self._reading.wrong(f"the attribute of {key} is there twice or is taken", number)
        bound.attributes[name] = value

    def _spans_of(self, key: str, bound: _Bound, *, referred: bool) -> list[Span]:
        several = len(bound.fragments) > 1
        number, raw = bound.more or (bound.line, "{}")
        value = parse(raw, self._reading.name, number)
        more = Record(value, self._reading, number, f"note of the type {OUR_NOTE}")
        named = OWN.entity in more
        details = OWN.details(more, self._reading)
        if several and not named:
            details["entity"] = key
        own = {ID: key} if several or referred else {}
        details["attributes"] = self._reading.metadata(
            bound.line, {**bound.attributes, **details["attributes"], **own}
        )
        return [
            self._reading.span(bound.line, start, end, bound.label, **details)
            for start, end in bound.fragments
        ]
