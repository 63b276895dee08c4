"""The lines of a brat .ann file: what they look like, and annotations as such lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

from textveil.formats.agreement import flattened
from textveil.formats.capacity import Admission
from textveil.formats.json.json_text import dump
from textveil.formats.span_codec import OWN
from textveil.values.annotation import ID, RELATION, Annotation
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

__all__ = [
    "ATTRIBUTE",
    "LAYERS",
    "NOTE",
    "OUR_NOTE",
    "THEIR_NOTE",
    "annotation_lines",
    "layer_of",
]

OUR_NOTE: Final = "textveil"
"""The type of the notes that carry what brat has no line for."""

THEIR_NOTE: Final = "AnnotatorNotes"
"""The type of the notes that people write."""

ATTRIBUTE: Final = re.compile(r"A[0-9]+\t(\S+) (T[0-9]+)(?: (\S.*))?", re.DOTALL)
"""Name, T number and value (none for a binary one) of an attribute of a span."""

NOTE: Final = re.compile(r"#[0-9]+\t(\S+) (T[0-9]+)\t(.*)", re.DOTALL)
"""Type, T number and string of a note on a span."""

LAYERS: Final = {
    "R": RELATION,
    "*": "equivalence",
    "E": "event",
    "A": "attribute",
    "M": "attribute",
    "N": "normalization",
    "#": "note",
}
"""Layers by the letter with which the ids of their lines begin."""

_LINE: Final = re.compile(r"(\*|[REAMN#][0-9]+)\t(\S+(?: \S+)*)(?:\t(.*))?", re.DOTALL)
_TARGET: Final = re.compile(r"[TREAMN][0-9]+")
_KEY: Final = re.compile(r"T[0-9]+")
_NUMBERED: Final = re.compile(r"([TA#])([0-9]+)")
_WORD: Final = re.compile(r"\S+")
_VALUE: Final = re.compile(r"\S.*", re.DOTALL)
_ALL_ENDS: Final = "RE*"
"""Lines on which every word behind the label is an end; on others the first one is."""


def layer_of(line: str) -> Annotation | None:
    """Return the annotation of a line that speaks of others; None if it is no such line."""
    match = _LINE.fullmatch(line)
    if match is None or "\n" in line or line.endswith("\r"):
        return None
    key, middle, text = match.groups()
    label, *words = middle.split(" ")
    if key[0] == "E":
        label, words = label.partition(":")[0], [label, *words]
    named = words if key[0] in _ALL_ENDS else words[:1]
    ends = [(role, key) for role, _, key in (word.rpartition(":") for word in named)]
    if not ends or not all(_TARGET.fullmatch(key) for _, key in ends):
        return None
    rest = " ".join(words[len(named) :])
    told = {"value": rest or None, "text": text}
    attributes = Metadata({name: value for name, value in told.items() if value is not None})
    own = "" if key == "*" else key
    return Annotation(LAYERS[key[0]], label, (), own, tuple(ends), attributes)


def _line_of(one: Annotation) -> str:
    """Return the line of an annotation that speaks of others."""
    key = one.id or "*"
    ends = [f"{role}:{end}" if role else end for role, end in one.ends]
    words = ends if key[0] == "E" else [one.label, *ends]
    told = one.attributes
    words += [str(told["value"])] if "value" in told else []
    return "\t".join((key, " ".join(words), *([str(told["text"])] if "text" in told else [])))


@dataclass(frozen=True, slots=True, repr=False)
class _Group:
    """The fragments of one T line; `key` is its number if it must not change."""

    key: str | None
    fragments: tuple[Span, ...]


def annotation_lines(document: Document, admission: Admission) -> Iterator[str]:
    """Yield the lines of a document's .ann file; none if it was never annotated."""
    kept = [_line_of(one) for one in document.layers]
    good = map(layer_of, kept)
    if any(one != read for one, read in zip(document.layers, good, strict=True)):
        raise admission.refusal("annotations that are no lines of its own", document.id)
    if document.spans is None:
        if kept:
            raise admission.refusal("other annotations without spans", document.id)
        return
    referred = {end for one in document.layers for _, end in one.ends}
    groups = _groups(document, document.spans, referred, admission)
    _check_late_lines(kept, groups, document, admission)
    numbers = _free_numbers(kept, groups)
    for group in groups:
        key = group.key or f"T{next(numbers['T'])}"
        span = group.fragments[0]
        if not _WORD.fullmatch(span.label):
            raise admission.refusal("a label with spaces", document.id)
        places = ";".join(f"{one.start} {one.end}" for one in group.fragments)
        quote = flattened(" ".join(document.covered_by(one) for one in group.fragments))
        yield f"{key}\t{span.label} {places}\t{quote}\n"
        yield from _about(key, group, document, numbers)
    for line in kept:
        yield line + "\n"


def _groups(
    document: Document, spans: Spans, referred: set[str], admission: Admission
) -> list[_Group]:
    """Join the fragments of one T line: spans with the same number and details."""
    by_key: dict[str, list[Span]] = {}
    groups: list[_Group] = []
    for span in spans:
        key = span.attributes.get(ID)
        if isinstance(key, str) and _KEY.fullmatch(key):
            by_key.setdefault(key, []).append(span)
        else:
            groups.append(_Group(None, (span,)))
    for key, fragments in by_key.items():
        if len({replace(one, start=0, end=1) for one in fragments}) > 1:
            raise admission.refusal("fragments of one span that differ", document.id)
        number_stays = len(fragments) > 1 or key in referred
        groups.append(_Group(key if number_stays else None, tuple(fragments)))
    return sorted(groups, key=lambda group: group.fragments)


def _check_late_lines(
    kept: list[str], groups: list[_Group], document: Document, admission: Admission
) -> None:
    """Refuse what reading would take for an attribute of a span: a second note needs a first."""
    noted = {
        group.key
        for group in groups
        if _as_note(THEIR_NOTE, group.fragments[0].attributes.get(THEIR_NOTE))
    }
    for line in kept:
        note = NOTE.fullmatch(line)
        if note and note.group(1) == THEIR_NOTE and note.group(2) not in noted:
            raise admission.refusal("a second note without a first", document.id)
        if ATTRIBUTE.fullmatch(line) or (note and note.group(1) == OUR_NOTE):
            raise admission.refusal("an attribute of a span as a layer", document.id)


def _free_numbers(kept: list[str], groups: list[_Group]) -> dict[str, Iterator[int]]:
    highest = {"T": 0, "A": 0, "#": 0}
    for key in (*(group.key or "" for group in groups), *kept):
        if match := _NUMBERED.match(key):
            highest[match.group(1)] = max(highest[match.group(1)], int(match.group(2)))
    return {kind: count(number + 1) for kind, number in highest.items()}


def _about(
    key: str, group: _Group, document: Document, numbers: dict[str, Iterator[int]]
) -> Iterator[str]:
    """Yield the lines about one T line: attributes, notes, and the rest as a note of ours."""
    span = group.fragments[0]
    rest: dict[str, Any] = {}
    for name, value in span.attributes.items():
        if name == ID and group.key is not None:
            continue
        if _as_note(name, value):
            yield f"#{next(numbers['#'])}\t{THEIR_NOTE} {key}\t{value}\n"
        elif _as_attribute(name, value):
            shown = "" if value is True else f" {value}"
            yield f"A{next(numbers['A'])}\t{name} {key}{shown}\n"
        else:
            rest[name] = value
    details = OWN.told(replace(span, attributes=Metadata(rest)))
    usual = key if len(group.fragments) > 1 else None
    details.pop(OWN.entity, None)
    if span.entity_key != usual:
        details[OWN.entity] = span.entity_key
    if details:
        yield f"#{next(numbers['#'])}\t{OUR_NOTE} {key}\t{dump(details, document.id)}\n"


def _as_note(name: str, value: Any) -> bool:
    return name == THEIR_NOTE and isinstance(value, str) and _on_a_line(value)


def _as_attribute(name: str, value: Any) -> bool:
    if name in (ID, THEIR_NOTE) or not _WORD.fullmatch(name):
        return False
    return value is True or (
        isinstance(value, str) and _on_a_line(value) and _VALUE.fullmatch(value) is not None
    )


def _on_a_line(value: str) -> bool:
    return "\n" not in value and not value.endswith("\r")
