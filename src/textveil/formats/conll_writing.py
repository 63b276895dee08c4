"""Tokens for CoNLL columns: a text cut so that reading the tokens gives the text back."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from textveil.formats.capacity import Admission
from textveil.formats.spacing import spacing_column
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["MARK", "token_lines"]

MARK = "-DOCSTART-"
"""The first column of the line that begins a document."""

_FINE = re.compile(r"\w+|[^\w\s]")
_COARSE = re.compile(r"\S+")


@dataclass(frozen=True, slots=True, repr=False)
class _Token:
    start: int
    end: int
    tag: str
    inside: bool  # whether a span goes on after it


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
        shown = text[token.start : token.end]
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


def _tokens(document: Document, admission: Admission, pattern: re.Pattern[str]) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    fine = pattern is _FINE
    for span in document.spans or Spans():
        if re.search(r"[\t\n\r]", span.label):
            raise admission.refusal("a label with a line break or tab", document.id)
        low, high = span.start, span.end
        outside = _found(pattern, document.text, at, low, document.spans)
        inside = _inside(pattern, document.text, span)
        if not inside or (inside[0].start, inside[-1].end) != (low, high):
            raise admission.refusal("a span that begins or ends with white space", document.id)
        tokens += [*outside, *inside]
        at = high
    tokens += _found(pattern, document.text, at, len(document.text), document.spans)
    if not fine and any(a.end == b.start for a, b in pairwise(tokens)):
        raise admission.refusal(
            "a span that cuts a word, without a column for spaces",
            document.id,
            "set `spacing` to true",
        )
    return tokens


def _found(
    pattern: re.Pattern[str], text: str, low: int, high: int, spans: Spans | None
) -> list[_Token]:
    tag = "_" if spans is None else "O"
    return [_Token(*match.span(), tag, False) for match in pattern.finditer(text, low, high)]


def _inside(pattern: re.Pattern[str], text: str, span: Span) -> list[_Token]:
    matches = list(pattern.finditer(text, span.start, span.end))
    return [
        _Token(*match.span(), f"{'I' if at else 'B'}-{span.label}", inside=at + 1 < len(matches))
        for at, match in enumerate(matches)
    ]
