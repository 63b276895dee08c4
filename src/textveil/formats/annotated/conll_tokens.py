"""Tokens for CoNLL columns: a text cut so that reading the tokens gives the text back."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from textveil.formats.annotated.spacing import is_spacing, spacing_column
from textveil.formats.capacity import Admission
from textveil.values.annotation import NOTHING, Annotation
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["MARK", "token_lines"]

MARK = "-DOCSTART-"
"""The first column of the line that begins a document."""

_FINE = re.compile(r"\w+|[^\w\s]")
_COARSE = re.compile(r"\S+")
_BROKEN = re.compile(r"[\t\n\r]")


@dataclass(frozen=True, slots=True, repr=False)
class _Token:
    start: int
    end: int
    tag: str
    inside: bool  # whether a span goes on after it
    columns: str


def token_lines(
    document: Document, admission: Admission, *, spacing: bool, sentences: bool
) -> Iterator[str]:
    """Yield the lines of a document's tokens, a blank one after each sentence."""
    tokens = _tokens(document, admission, _FINE if spacing else _COARSE)
    text = document.text
    if not tokens:
        if text:
            raise admission.refusal("a text of white space alone", document.id)
        return
    before = text[: tokens[0].start]
    for token, following in pairwise((*tokens, None)):
        if token is None:
            return
        gap = text[token.end : following.start if following else len(text)]
        breaks = following is not None and "\n" in gap and not token.inside and not sentences
        default = "" if following is None else "\n" if breaks else " "
        shown = text[token.start : token.end] + token.columns
        if spacing:
            column = spacing_column(before, None if gap == default else gap)
            yield f"{shown}\t{column}\t{token.tag}\n"
        elif before or gap != default or shown == MARK:
            raise admission.refusal(
                "this white space without a column for it", document.id, "set `spacing` to true"
            )
        else:
            yield f"{shown}\t{token.tag}\n"
        if breaks or following is None:
            yield "\n"
        before = ""


def _columns(document: Document, admission: Admission) -> dict[tuple[int, int], str]:
    """Return what tokens say, by their places; raise unless it would be read again as it is."""
    said: dict[tuple[int, int], str] = {}
    widths, end = set(), 0
    for one in document.layers:
        told = [one.attributes.get(str(at), "") for at in range(2, len(one.attributes) + 2)]
        plain = all(isinstance(cell, str) and _is_cell(cell) for cell in told)
        if not plain or not told or not _is_plain(one) or one.places[0][0] < end:
            raise admission.refusal("tokens of this form", document.id)
        (place,) = one.places
        if not re.fullmatch(r"\S+", document.text[slice(*place)]):
            raise admission.refusal("a token with white space", document.id)
        said[place], end = "".join(f"\t{cell}" for cell in told), place[1]
        widths.add(len(told))
    if len(widths) > 1:
        raise admission.refusal("tokens with more columns than others", document.id)
    return said


def _is_cell(cell: str) -> bool:
    return bool(cell) and not _BROKEN.search(cell) and not is_spacing(cell)


def _is_plain(one: Annotation) -> bool:
    empty = not (one.label or one.id or one.ends or one.depth)
    return empty and len(one.places) == 1 and one.places[0][0] < one.places[0][1]


def _tokens(document: Document, admission: Admission, pattern: re.Pattern[str]) -> list[_Token]:
    """Cut a text at the edges of tokens and spans, and what lies between them by a pattern."""
    spans, said = document.spans or Spans(), _columns(document, admission)
    edges = {0, len(document.text), *(edge for place in said for edge in place)}
    edges |= {edge for span in spans for edge in (span.start, span.end)}
    segments = list(pairwise(sorted(edges)))
    if said.keys() - set(segments):
        raise admission.refusal("a token across the edge of a span", document.id)
    cut = (
        place
        for low, high in segments
        for place in (
            [(low, high)]
            if (low, high) in said
            else (match.span() for match in pattern.finditer(document.text, low, high))
        )
    )
    unsaid = f"\t{NOTHING}" * next(iter(said.values()), "").count("\t")
    tokens = [_Token(*at, *_tag(document.spans, *at), said.get(at, unsaid)) for at in cut]
    starts, ends = {token.start for token in tokens}, {token.end for token in tokens}
    if any(span.start not in starts or span.end not in ends for span in spans):
        raise admission.refusal("a span that begins or ends with white space", document.id)
    if any(_BROKEN.search(span.label) for span in spans):
        raise admission.refusal("a label with a line break or tab", document.id)
    if pattern is _COARSE and any(a.end == b.start for a, b in pairwise(tokens)):
        raise admission.refusal(
            "a span or token that cuts a word, without a column for spaces",
            document.id,
            "set `spacing` to true",
        )
    return tokens


def _tag(spans: Spans | None, start: int, end: int) -> tuple[str, bool]:
    """Return the tag of a token, and whether its span goes on after it."""
    if spans is None:
        return NOTHING, False
    at = bisect_right(spans, start, key=lambda span: span.start) - 1
    if at < 0 or spans[at].end <= start:
        return "O", False
    span = spans[at]
    return f"{'B' if start == span.start else 'I'}-{span.label}", end < span.end
