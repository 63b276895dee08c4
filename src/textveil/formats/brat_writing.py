"""Spans as the lines of a brat .ann file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from textveil.formats.agreement import flattened
from textveil.formats.brat_lines import NOTE, NUMBERED, OUR_NOTE, THEIR_NOTE, is_kept, mentioned
from textveil.formats.capacity import Admission
from textveil.formats.json_span import details_to_json
from textveil.formats.json_text import dump
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

__all__ = ["annotation_lines"]

_KEY = re.compile(r"T[0-9]+")
_WORD = re.compile(r"\S+")
_VALUE = re.compile(r"\S.*", re.DOTALL)


@dataclass(frozen=True, slots=True, repr=False)
class _Group:
    """The fragments of one T line; `key` is its number if it must not change."""

    key: str | None
    fragments: tuple[Span, ...]


def annotation_lines(document: Document, admission: Admission) -> Iterator[str]:
    """Yield the lines of a document's .ann file; none if it was never annotated."""
    kept = _kept(document, admission)
    if document.spans is None:
        if kept:
            raise admission.refusal("kept lines without annotations", document.id)
        return
    referred = set().union(*map(mentioned, kept))
    groups = _groups(document, document.spans, referred, admission)
    _check_notes(kept, groups, document, admission)
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


def _kept(document: Document, admission: Admission) -> list[str]:
    lines = document.metadata.to_json().get("brat", [])
    form = isinstance(lines, list) and all(isinstance(one, str) and is_kept(one) for one in lines)
    if not form or document.metadata.keys() - {"brat"} or (document.metadata and not lines):
        raise admission.refusal("metadata other than lines of its own", document.id)
    return list(lines)


def _groups(
    document: Document, spans: Spans, referred: set[str], admission: Admission
) -> list[_Group]:
    """Join the fragments of one T line: spans with the same number and details."""
    by_key: dict[str, list[Span]] = {}
    groups: list[_Group] = []
    for span in spans:
        key = span.attributes.get("id")
        if isinstance(key, str) and _KEY.fullmatch(key):
            by_key.setdefault(key, []).append(span)
        else:
            groups.append(_Group(None, (span,)))
    if referred - by_key.keys():
        raise admission.refusal("lines that speak of spans that are not there", document.id)
    for key, fragments in by_key.items():
        if len({replace(one, start=0, end=1) for one in fragments}) > 1:
            raise admission.refusal("fragments of one span that differ", document.id)
        number_stays = len(fragments) > 1 or key in referred
        groups.append(_Group(key if number_stays else None, tuple(fragments)))
    return sorted(groups, key=lambda group: group.fragments)


def _check_notes(
    kept: list[str], groups: list[_Group], document: Document, admission: Admission
) -> None:
    # Reading takes a span's first note for its attribute; a second needs a first.
    noted = {
        group.key
        for group in groups
        if _as_note(THEIR_NOTE, group.fragments[0].attributes.get(THEIR_NOTE))
    }
    for line in kept:
        note = NOTE.fullmatch(line)
        if note and note.group(1) == THEIR_NOTE and note.group(2) not in noted:
            raise admission.refusal("a second note without a first", document.id)


def _free_numbers(kept: list[str], groups: list[_Group]) -> dict[str, Iterator[int]]:
    highest = {"T": 0, "A": 0, "#": 0}
    for key in (*(group.key or "" for group in groups), *kept):
        if match := NUMBERED.match(key):
            highest[match.group(1)] = max(highest[match.group(1)], int(match.group(2)))
    return {kind: count(number + 1) for kind, number in highest.items()}


def _about(
    key: str, group: _Group, document: Document, numbers: dict[str, Iterator[int]]
) -> Iterator[str]:
    """Yield the lines about one T line: attributes, notes, and the rest as a note of ours."""
    span = group.fragments[0]
    rest: dict[str, Any] = {}
    for name, value in span.attributes.items():
        if name == "id" and group.key is not None:
            continue
        if _as_note(name, value):
            yield f"#{next(numbers['#'])}\t{THEIR_NOTE} {key}\t{value}\n"
        elif _as_attribute(name, value):
            shown = "" if value is True else f" {value}"
            yield f"A{next(numbers['A'])}\t{name} {key}{shown}\n"
        else:
            rest[name] = value
    details = details_to_json(replace(span, attributes=Metadata(rest)))
    usual = key if len(group.fragments) > 1 else None
    details.pop("entity", None)
    if span.entity_key != usual:
        details["entity"] = span.entity_key
    if details:
        yield f"#{next(numbers['#'])}\t{OUR_NOTE} {key}\t{dump(details, document.id)}\n"


def _as_note(name: str, value: Any) -> bool:
    return name == THEIR_NOTE and isinstance(value, str) and _on_a_line(value)


def _as_attribute(name: str, value: Any) -> bool:
    if name in ("id", THEIR_NOTE) or not _WORD.fullmatch(name):
        return False
    return value is True or (
        isinstance(value, str) and _on_a_line(value) and _VALUE.fullmatch(value) is not None
    )


def _on_a_line(value: str) -> bool:
    return "\n" not in value and not value.endswith("\r")
