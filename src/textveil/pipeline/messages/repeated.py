"""Repeated passages: a private value that stands elsewhere in the message too, or inside a name."""

from collections.abc import Sequence
from dataclasses import replace

from textveil.values.message import MessagePassage
from textveil.values.parse import Parse
from textveil.values.span import Span

__all__ = ["with_repeats"]

_PROPER = ("NNP", "NNPS")


def with_repeats(parse: Parse, private: Sequence[MessagePassage]) -> tuple[MessagePassage, ...]:
    """Return private passages without overlap, and every other place where one of them stands.

    A value inside a longer name, as "Tokyo" in "Tokyo University", makes the whole name private.
    """
    kept: list[MessagePassage] = []
    for one in sorted(private, key=lambda p: (p.span.start - p.span.end, p.span.start)):
        if not any(_meet(one, other) for other in kept):
            kept.append(one)
    text = parse.text.casefold()
    for one in tuple(kept):
        if one.since is not None:
            continue
        value = text[one.span.start : one.span.end]
        at = text.find(value)
        while at >= 0:
            again = _named(parse, one, at, at + len(value))
            if not any(_meet(again, other) for other in kept):
                kept.append(again)
            at = text.find(value, at + 1)
    return tuple(sorted(kept, key=lambda p: p.span.start))


def _named(parse: Parse, one: MessagePassage, start: int, end: int) -> MessagePassage:
    words = parse.words_in(start, end)
    first, last = words.start, words.stop
    while last < len(parse) and parse.words[last].tag in _PROPER:
        last += 1
    begin, stop = parse.span_of(first, last)
    label = one.span.label if (begin, stop) == (start, end) else "ORGANIZATION"
    return replace(one, span=Span(begin, stop, label, one.span.score, one.span.source))


def _meet(one: MessagePassage, other: MessagePassage) -> bool:
    a, b = (
        one.whole or (one.span.start, one.span.end),
        other.whole
        or (
            other.span.start,
            other.span.end,
        ),
    )
    return a[0] < b[1] and b[0] < a[1]
